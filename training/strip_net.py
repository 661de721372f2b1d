"""Trains the net that sees whether what lies along two branches of one photo is of one sort.

    python -m training.strip_sets SETS/300.npz --seed 300        (and others, of other seeds)
    python -m training.strip_net SETS OUT.pt --minutes 45

The sorts are graft sides, prune sides, bare branches, and no branch. It learns an embedding: how far the two lie apart
tells whether they are of one sort (Hadsell, Chopra and LeCun 2006, "Dimensionality reduction by learning an invariant
mapping").
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Annotated

import numpy as np
import torch
import typer
from torch import Tensor, nn

from training.loop import Batch, Course, Rate, Seed, Start, Threads, as_pictures, prepare, train
from training.nets import StripNet
from training.strip_sets import SORTS, Strips
from vision.espalier_strips import evened

SETS_A_STEP = 40
PAIRS = list(combinations(range(len(SORTS)), 2))
SAME = torch.tensor([SORTS[one] == SORTS[other] for one, other in PAIRS]).float()
"""Of each pair of a set whether it is of one sort."""
WEIGHTS = {
    ("graft", "prune"): 3.0,
    ("graft", "branch"): 1.5,
    ("prune", "branch"): 1.5,
    ("branch", "none"): 1.0,
}
OF_ONE_SORT, OF_OTHERS = 2.0, 0.7
"""How much pairs of two sorts count, of one sort, and all others: sides are the hardest to tell."""
OF_PAIRS = torch.tensor(
    [
        OF_ONE_SORT if SORTS[one] == SORTS[other] else WEIGHTS.get((SORTS[one], SORTS[other]), OF_OTHERS)
        for one, other in PAIRS
    ]
)
NEAR = 2.0
"""The log-odds that strips that look the same are of one sort; each unit of squared distance takes one from it."""


def batches(sets: Strips, size: int, rng: np.random.Generator) -> Iterator[Batch]:
    """Endless pictures of `size` sets each, changed a little, and nothing to compare with: a set tells that itself."""
    while True:
        chosen = sets[np.sort(rng.choice(len(sets), size, replace=False))]
        yield (changed(chosen, rng).flatten(0, 1),), ()


def changed(chosen: Strips, rng: np.random.Generator) -> Tensor:
    """Sets (S, N, H, W, 3) as pictures (S, N, 3, H, W), 0 to 1: what lies left of a branch right of it, a set in
    swapped colours or as a negative, for no colour means a sort."""
    count = len(chosen)
    pictures = as_pictures(chosen)
    flipped = torch.from_numpy(rng.random((*pictures.shape[:2], 1, 1, 1)) < 0.5)
    pictures = torch.where(flipped, pictures.flip(3), pictures)
    if rng.random() < 0.5:
        pictures = pictures[:, :, rng.permutation(3)]
    negative = torch.from_numpy(rng.random((count, 1, 1, 1, 1)) < 0.25)
    pictures = torch.where(negative, 1 - pictures, pictures)
    gain, lift = (
        torch.from_numpy(rng.normal(middle, 0.03, (*pictures.shape[:3], 1, 1))).float() for middle in (1, 0)
    )
    return pictures * gain + lift


def unlike(seen: Tensor) -> Tensor:
    """How badly the distances of embedded strips (12 S, D) tell which pairs of each set are of one sort."""
    first, second = torch.tensor(PAIRS).T
    strips = seen.float().unflatten(0, (-1, len(SORTS)))
    odds = NEAR - ((strips[:, first] - strips[:, second]) ** 2).sum(-1)
    return nn.functional.binary_cross_entropy_with_logits(
        odds, SAME.expand(len(odds), -1), OF_PAIRS.expand(len(odds), -1)
    )


def main(
    sets: Annotated[Path, typer.Argument(help="The folder of drawn sets.")],
    out: Path,
    minutes: Annotated[float, typer.Option(help="Training time.")] = 45.0,
    rate: Rate = 2e-3,
    threads: Threads = 2,
    start: Start = None,
    seed: Seed = 1,
) -> None:
    """Train for a fixed time and save the weights."""
    torch.manual_seed(seed)
    net = StripNet()
    prepare(net, start, threads)
    files = sorted(sets.glob("*.npz"))
    drawn = np.stack([evened(strips) for path in files for strips in np.load(path)["strips"]])
    course = Course(rate, decay=2e-2, minutes=minutes, log_every=200)
    train(net, batches(drawn, SETS_A_STEP, np.random.default_rng(seed)), unlike, out, course)


if __name__ == "__main__":
    typer.run(main)
