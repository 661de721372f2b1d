"""Trains the net that outlines a die's top face anew, on the die's own patch.

python -m training.orchard.outliner DATA OUT.pt --minutes 30
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

from training.loop import Batch, Course, Rate, Start, Threads, as_pictures, prepare, shuffled, train
from training.orchard.dataset import COLOURS
from training.orchard.nets import Outliner
from training.orchard.slips import FOUND, code_of, cut_around, slip
from vision.orchard_look import PATCH
from vision.orchard_outline import MARGIN

NONE = COLOURS.index("none")
HELD_DICE = 1500
POOL = 16
"""Shards in memory at a time."""
Tops = npt.NDArray[np.uint8]


def load(path: Path) -> Tops:
    """The dice of a shard, uint8 (N, WIDE, WIDE, 3): no patches of other things."""
    with np.load(path) as shard:
        dice: Tops = shard["tops"][shard["top_labels"][:, 0] != NONE]
    return dice


def batches(folder: Path, size: int, rng: np.random.Generator) -> Iterator[Batch]:
    """Endless batches: (pictures,), (codes of the true outlines,)."""
    for tops in shuffled(folder, load, size, POOL, rng):
        yield drawn(np.stack(tops))


def drawn(tops: Tops) -> Batch:
    """Dice as the finder outlines them, mirrored and recoloured."""
    pictures = as_pictures(tops)
    if torch.rand(()) < 0.5:
        pictures = pictures.flip(3)
    linear, shift = slip(len(pictures), FOUND)
    seen = cut_around(pictures, linear, shift, MARGIN, PATCH)
    gain = torch.exp(torch.randn(len(seen), 1, 1, 1) * 0.2 + torch.randn(len(seen), 3, 1, 1) * 0.08)
    noisy = seen * gain + torch.randn_like(seen) * torch.rand(len(seen), 1, 1, 1) * 0.03
    return (noisy.clamp(0, 1),), (code_of(linear, shift),)


def loss_of(seen: Tensor, code: Tensor) -> Tensor:
    return nn.functional.smooth_l1_loss(seen.float(), code, beta=0.05) * 7


@torch.no_grad()
def measure(net: nn.Module, held: Batch) -> str:
    """How far middle and size are off, in half sides of what was found, against leaving it as it was."""
    net.eval()
    (pictures,), (code,) = held
    off = (net(pictures) - code).abs()
    net.train()
    told = [
        f"{name} {away[:, columns].mean():.3f}"
        for name, away in (("off", off), ("was off", code.abs()))
        for columns in ([0, 1], [2])
    ]
    return f"turn {off[:, 3:5].mean():.3f} skew {off[:, 5:].mean():.3f} " + " ".join(told)


def main(
    data: Path,
    out: Path,
    minutes: Annotated[float, typer.Option(help="How long to train.")] = 30.0,
    batch: Annotated[int, typer.Option(help="Dice a step.")] = 96,
    rate: Rate = 2e-3,
    threads: Threads = 1,
    start: Start = None,
) -> None:
    """Train for a fixed time and save the weights."""
    torch.manual_seed(2)
    net = Outliner()
    prepare(net, start, threads)
    held = drawn(np.concatenate([load(path) for path in sorted(data.glob("validation-*.npz"))])[:HELD_DICE])
    course = Course(rate, decay=2e-2, minutes=minutes, log_every=200)
    train(
        net, batches(data, batch, np.random.default_rng(2)), loss_of, out, course, lambda: measure(net, held)
    )


if __name__ == "__main__":
    typer.run(main)
