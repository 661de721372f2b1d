"""Trains Orchard's look net: a die's colour, top face and kind, a tree's fruit and what stands on it.

python -m training.orchard.looker DATA OUT.pt --minutes 35
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import numpy.typing as npt
import torch
import typer
from torch import Tensor, nn

from training.looker import recoloured
from training.loop import Batch, Course, prepare, train
from training.orchard.nets import ANSWERS, OrchardLook

DICE, TREES = 12, 10
"""How many dice and trees of a photo a step takes at most."""
COLUMNS = {"colour": 0, "pips": 1, "ordinary": 2, "fruit": 3, "standing": 4}
"""Where in a row of marks the answer to each question stands; -1 is not asked."""
WEIGHTS = {"colour": 1.0, "pips": 1.5, "ordinary": 0.3, "fruit": 1.0, "standing": 0.5}
HELD_PHOTOS = 150
ASKEW, RESIZED, SHIFTED = 0.04, 0.07, 0.06
"""Standard deviations of how a patch is turned and sheared, as a logarithm resized, and shifted in half patches."""
REAL_SHARE = 0.12
POOL = 16
"""Shards in memory at a time."""


@dataclass(frozen=True, eq=False)
class Album:
    """One photo's patches uint8 (N, 64, 64, 3), which of them are trees (N,), and marks (N, 5)."""

    patches: npt.NDArray[np.uint8]
    trees: npt.NDArray[np.int64]
    marks: npt.NDArray[np.int64]


def load(path: Path) -> list[Album]:
    """The photos of a shard that have patches."""
    with np.load(path) as shard:
        names = ("tops", "top_labels", "top_photo", "trees", "tree_labels", "tree_photo")
        tops, top_labels, top_photo, trees, tree_labels, tree_photo = (shard[name] for name in names)
    albums = []
    for photo in np.unique(np.concatenate([top_photo, tree_photo])):
        dice, grown = top_labels[top_photo == photo], tree_labels[tree_photo == photo]
        marks = np.full((len(dice) + len(grown), len(COLUMNS)), -1, np.int64)
        marks[: len(dice), :3] = dice
        marks[len(dice) :, 3] = grown[:, 0]
        marks[len(dice) :, 4] = grown[:, 2]
        which = np.concatenate([np.zeros(len(dice), np.int64), np.ones(len(grown), np.int64)])
        albums.append(
            Album(np.concatenate([tops[top_photo == photo], trees[tree_photo == photo]]), which, marks)
        )
    return albums


def batches(folder: Path, photos: int, rng: np.random.Generator) -> Iterator[Batch]:
    """Endless batches of some photos' patches: (pictures, which are trees, which are there), (marks,)."""
    real = load(folder / "real-train.npz") if (folder / "real-train.npz").exists() else []
    while True:
        paths = sorted(folder.glob("train-*.npz"))
        order = rng.permutation(len(paths))
        for first in range(0, len(order), POOL):
            pool = [album for i in order[first : first + POOL] for album in load(paths[int(i)])]
            mixed = rng.permutation(len(pool))
            for start in range(0, len(mixed) - photos + 1, photos):
                chosen = [
                    real[int(rng.integers(len(real)))] if real and rng.random() < REAL_SHARE else pool[int(k)]
                    for k in mixed[start : start + photos]
                ]
                yield _batch(chosen, rng)


def _batch(albums: list[Album], rng: np.random.Generator) -> Batch:
    count = DICE + TREES
    patches = np.zeros((len(albums), count, 64, 64, 3), np.uint8)
    trees = np.zeros((len(albums), count), np.int64)
    marks = np.full((len(albums), count, len(COLUMNS)), -1, np.int64)
    there = np.zeros((len(albums), count), bool)
    for k, album in enumerate(albums):
        chosen = _some(album, rng)
        if rng.random() < 0.15:  # a photo of dice without cards, or of few
            chosen = chosen[: int(rng.integers(1, len(chosen) + 1))]
        patches[k, : len(chosen)] = album.patches[chosen]
        trees[k, : len(chosen)] = album.trees[chosen]
        marks[k, : len(chosen)] = album.marks[chosen]
        there[k, : len(chosen)] = True
    pictures = torch.from_numpy(patches).permute(0, 1, 4, 2, 3).float() / 255
    pictures = recoloured(pictures, light=0.18, tint=0.05).flatten(0, 1)
    if rng.random() < 0.5:
        pictures = pictures.flip(3)
    turned = torch.cat([p.rot90(int(rng.integers(4)), (2, 3)) for p in pictures.split(count)])
    turned = moved(turned)
    which = torch.from_numpy(trees).flatten()
    return (turned, which, torch.from_numpy(there)), (torch.from_numpy(marks).flatten(0, 1),)


def moved(pictures: Tensor) -> Tensor:
    """Patches (N, 3, S, S) as they would be cut around outlines that a finder put a little off, too large or askew."""
    linear = torch.eye(2) + torch.randn(len(pictures), 2, 2) * ASKEW
    linear *= torch.exp(torch.randn(len(pictures), 1, 1) * RESIZED)
    matrix = torch.cat([linear, torch.randn(len(pictures), 2, 1) * SHIFTED], 2)
    grid = nn.functional.affine_grid(matrix, list(pictures.shape), align_corners=False)
    return nn.functional.grid_sample(pictures, grid, padding_mode="border", align_corners=False)


def _some(album: Album, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Some of a photo's dice and trees; dice that show many pips are rarer, and are taken first."""
    eager = rng.random(len(album.trees)) - 0.4 * (album.marks[:, 1] >= 1)
    order = np.argsort(eager)
    dice = order[album.trees[order] == 0][:DICE]
    trees = order[album.trees[order] == 1][:TREES]
    return np.concatenate([dice, trees])


def parts(logits: Tensor) -> dict[str, Tensor]:
    """The answers to each question."""
    return dict(zip(ANSWERS, logits.split(list(ANSWERS.values()), 1), strict=True))


def loss_of(logits: Tensor, marks: Tensor) -> Tensor:
    """Cross entropy of each question that is asked of a patch; questions without any patch cost nothing."""
    loss = torch.zeros(())
    for name, seen in parts(logits.float()).items():
        right = marks[:, COLUMNS[name]]
        entropy = nn.functional.cross_entropy(seen, right, ignore_index=-1, reduction="sum")
        loss = loss + WEIGHTS[name] * entropy / (right >= 0).sum().clamp(min=1)
    return loss


@torch.no_grad()
def measure(net: OrchardLook, albums: list[Album]) -> str:
    """Shares of right answers on photos, without averaging over turns."""
    net.eval()
    right: dict[str, list[float]] = {name: [0, 0] for name in ANSWERS}
    for album in albums:
        pixels = torch.from_numpy(album.patches).permute(0, 3, 1, 2).float() / 255
        for name, seen in parts(net(pixels, torch.from_numpy(album.trees))).items():
            marks = torch.from_numpy(album.marks[:, COLUMNS[name]])
            right[name][0] += float((seen.argmax(1) == marks)[marks >= 0].sum())
            right[name][1] += float((marks >= 0).sum())
    net.train()
    return " ".join(f"{name} {good / max(count, 1):.4f}" for name, (good, count) in right.items())


def main(
    data: Path,
    out: Path,
    minutes: Annotated[float, typer.Option(help="How long to train.")] = 35.0,
    photos: Annotated[int, typer.Option(help="Photos a step.")] = 12,
    rate: Annotated[float, typer.Option(help="Peak learning rate.")] = 2e-3,
    threads: Annotated[int, typer.Option(help="CPU threads.")] = 1,
    start: Annotated[Path | None, typer.Option(help="Weights to start from.")] = None,
) -> None:
    """Train for a fixed time and save the weights."""
    torch.manual_seed(1)
    net = OrchardLook()
    prepare(net, start, threads)
    held = [album for path in sorted(data.glob("validation-*.npz")) for album in load(path)][:HELD_PHOTOS]
    course = Course(rate, decay=2e-2, minutes=minutes, log_every=200)
    train(
        net, batches(data, photos, np.random.default_rng(1)), loss_of, out, course, lambda: measure(net, held)
    )


if __name__ == "__main__":
    typer.run(main)
