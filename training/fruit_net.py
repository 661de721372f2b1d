"""Trains the net that names a photo's fruit together.

python -m training.fruit_sets SETS/100.npz --seed 100        (and others, of other seeds)
python -m training.fruit_net SETS OUT.pt --minutes 20
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import numpy as np
import numpy.typing as npt
import torch
import typer
from torch import Tensor, nn

from training.fruit_sets import OF_SET
from training.loop import Batch, Course, Rate, Seed, Start, Threads, as_pictures, prepare, train
from training.nets import FruitNet

FRUIT_A_STEP = 512
BURNT, BURN = 0.3, 0.35
"""The share of photos that are shown burnt out, and how much brighter they are, as the spread of its logarithm: half of
the fruit that are taken for another kind lie in bright light."""
Sets = tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]
"""Fruit (S, 12, 40, 40, 3) and their kinds (S, 12)."""


def batches(sets: Sets, rng: np.random.Generator) -> Iterator[Batch]:
    """Endless pictures of some photos' fruit, as many of each, changed a little; how many photos; and the kinds."""
    fruit, kinds = sets
    while True:
        count = int(rng.integers(1, OF_SET + 1))
        photos = max(1, FRUIT_A_STEP // count)
        chosen = np.sort(rng.choice(len(fruit), min(photos, len(fruit)), replace=False))
        which = rng.permuted(np.tile(np.arange(OF_SET), (len(chosen), 1)), axis=1)[:, :count]
        pictures = changed(fruit[chosen[:, None], which], rng)
        answers = torch.from_numpy(kinds[chosen[:, None], which].astype(np.int64))
        yield (pictures.flatten(0, 1), torch.tensor(len(chosen))), (answers.flatten(),)


def changed(chosen: npt.NDArray[np.uint8], rng: np.random.Generator) -> Tensor:
    """Sets (S, N, H, W, 3) as pictures (S, N, 3, H, W), 0 to 1: each fruit mirrored or turned on its side, each
    photo in a light that differs a little, some of them burnt out."""
    photos, count = chosen.shape[:2]
    pictures = as_pictures(chosen)
    for flip in (lambda x: x.flip(3), lambda x: x.flip(4), lambda x: x.transpose(3, 4)):
        flipped = torch.from_numpy(rng.random((photos, count, 1, 1, 1)) < 0.5)
        pictures = torch.where(flipped, flip(pictures), pictures)
    each = (photos, 1, 1, 1, 1)
    brighter = np.where(rng.random(each) < BURNT, np.abs(rng.normal(0, BURN, each)), 0.0)
    light = torch.from_numpy(np.exp(rng.normal(0, 0.06, (photos, 1, 3, 1, 1)) + brighter)).float()
    gamma = torch.from_numpy(np.exp(rng.normal(0, 0.08, each))).float()
    return (pictures * light).clamp(0, 1) ** gamma


def unlike(seen: Tensor, kinds: Tensor) -> Tensor:
    """How unlikely the net's answers (N, 3) make the kinds (N,)."""
    return nn.functional.cross_entropy(seen.float(), kinds)


def main(
    sets: Annotated[Path, typer.Argument(help="The folder of drawn sets.")],
    out: Path,
    minutes: Annotated[float, typer.Option(help="Training time.")] = 20.0,
    rate: Rate = 2e-3,
    threads: Threads = 2,
    start: Start = None,
    seed: Seed = 1,
) -> None:
    """Train for a fixed time and save the weights."""
    torch.manual_seed(seed)
    net = FruitNet()
    prepare(net, start, threads)
    files = [np.load(path) for path in sorted(sets.glob("*.npz"))]
    drawn = tuple(np.concatenate([file[name] for file in files]) for name in ("fruit", "kinds"))
    course = Course(rate, decay=2e-2, minutes=minutes, log_every=200)
    train(net, batches((drawn[0], drawn[1]), np.random.default_rng(seed)), unlike, out, course)


if __name__ == "__main__":
    typer.run(main)
