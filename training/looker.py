"""Trains the look net: what a tile and its rim points show.

python -m training.looker DATA OUT.pt --minutes 35
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import torch
import typer
from torch import Tensor, nn

from training.loop import Batch, Course, prepare, shuffled, train
from training.nets import LookNet

KIND_EMPTY = 5
HELD_PHOTOS = 150
TILES = 8
"""How many of a photo's tiles a step takes."""
POOL = 12
"""Shards in memory at a time."""
STRANGE = 0.15
"""Share of photos that are shown in wrong colours: they teach more ways to draw, and nothing of fruit and seasons."""
Album = tuple[npt.NDArray[np.uint8], npt.NDArray[np.int8]]
"""One photo's tiles: patches (N, 96, 96, 3) and what they show (N, 17)."""


def turned(patches: Tensor, labels: Tensor, quarters: int, mirrored: bool) -> tuple[Tensor, Tensor]:
    """Patches (N, 3, S, S) and labels (N, 17) turned clockwise by quarters, after mirroring left to right."""
    branches, fruit, kind = labels[:, :8], labels[:, 8:16], labels[:, 16:]
    if mirrored:
        patches = patches.flip(3)
        swap = [(-d) % 8 for d in range(8)]
        branches, fruit = branches[:, swap], fruit[:, swap]
    patches = patches.rot90(-quarters, (2, 3))
    roll = [(d - 2 * quarters) % 8 for d in range(8)]
    return patches, torch.cat([branches[:, roll], fruit[:, roll], kind], 1)


def recoloured(patches: Tensor, light: float = 0.15, tint: float = 0.06) -> Tensor:
    """Photos' patches, (photos, N, 3, S, S), under another light: of each photo, and a little of each patch.

    light, tint: how much photos differ, as logarithms, in brightness and in each colour.
    """
    photos, count = patches.shape[:2]

    def varied(of_photo: float, of_patch: float, channels: int = 1) -> Tensor:
        by_photo = torch.randn(photos, 1, channels, 1, 1) * of_photo
        return torch.exp(by_photo + torch.randn(photos, count, channels, 1, 1) * of_patch)

    mean = patches.mean((3, 4), keepdim=True)
    gain = varied(light, 0.05) * varied(tint, 0.01, channels=3)
    patches = (mean + (patches - mean) * varied(0.12, 0.03)) * gain
    grain = torch.rand(photos, 1, 1, 1, 1) * 0.03
    return (patches + torch.randn_like(patches) * grain).clamp(0, 1)


def estranged(patches: Tensor, strange: npt.NDArray[np.bool_], rng: np.random.Generator) -> Tensor:
    """Patches of photos, (photos, N, 3, S, S), colours swapped in those of strange photos, half of them negatives."""
    patches = patches.clone()
    for photo in np.flatnonzero(strange):
        swapped = patches[photo][:, torch.from_numpy(rng.permutation(3))]
        patches[photo] = 1 - swapped if rng.random() < 0.5 else swapped
    return patches


def batches(folder: Path, photos: int, rng: np.random.Generator) -> Iterator[Batch]:
    """Endless batches of some photos' tiles: (pictures,), (which are there, whose colours are true, what they show)."""
    for albums in shuffled(folder, load, photos, POOL, rng):
        yield _batch(albums, rng)


def _batch(albums: list[Album], rng: np.random.Generator) -> Batch:
    """Some tiles of each photo, those with tokens more often; photos with fewer are filled up."""
    chosen = []
    for patches, labels in albums:
        bearing = (labels[:, :8] >= 2).any(1)
        order = np.argsort(rng.random(len(patches)) - 0.25 * bearing)[:TILES]
        chosen.append((patches[order], labels[order]))
    there = torch.tensor([[k < len(labels) for k in range(TILES)] for _, labels in chosen])
    pictures = torch.from_numpy(np.concatenate([_filled(patches) for patches, _ in chosen]))
    marks = torch.from_numpy(np.concatenate([_filled(labels) for _, labels in chosen])).long()
    pictures = pictures.permute(0, 3, 1, 2).float() / 255
    pictures, marks = turned(pictures, marks, int(rng.integers(4)), bool(rng.random() < 0.5))
    strange = rng.random(len(albums)) < STRANGE
    shown = estranged(pictures.reshape(len(albums), TILES, *pictures.shape[1:]), strange, rng)
    true = there & torch.from_numpy(~strange)[:, None]
    return (recoloured(shown, light=0.25).flatten(0, 1),), (there, true, marks)


def _filled(rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return rows[np.arange(TILES) % len(rows)]


def load(path: Path) -> list[Album]:
    """The photos of a shard."""
    with np.load(path) as shard:
        patches, labels, photo = shard["patches"], shard["labels"], shard["patch_photo"]
    ends = np.flatnonzero(np.diff(photo)) + 1
    parts = zip(np.split(patches, ends), np.split(labels, ends), strict=True)
    return [(of_photo, marks) for of_photo, marks in parts if len(marks)]


def loss_of(seen: tuple[Tensor, Tensor], there: Tensor, true: Tensor, labels: Tensor) -> Tensor:
    """Cross entropy of every question, a tile.

    Branches are not asked of empty places, fruit and kinds not of photos in wrong colours, nothing of filled-up places.
    """
    logits = seen[0].float()
    branches = logits[:, :32].reshape(-1, 8, 4).transpose(1, 2)
    fruit = logits[:, 32:64].reshape(-1, 8, 4).transpose(1, 2)
    kind = logits[:, 64:]
    asked, coloured = there.flatten().float(), true.flatten().float()
    tile = asked * (labels[:, 16] != KIND_EMPTY)
    entropy = nn.functional.cross_entropy
    of_branches = entropy(branches, labels[:, :8], reduction="none").sum(1) * tile
    of_fruit = entropy(fruit, labels[:, 8:16], reduction="none").sum(1) * coloured
    of_kind = entropy(kind, labels[:, 16], reduction="none") * coloured
    return of_branches.sum() / asked.sum() + (of_fruit + 0.25 * of_kind).sum() / coloured.sum().clamp(min=1)


@torch.no_grad()
def measure(net: LookNet, albums: list[Album]) -> str:
    """Shares of right answers on photos, without averaging over turns."""
    net.eval()
    seen = [net(torch.from_numpy(patches).permute(0, 3, 1, 2).float() / 255)[0] for patches, _ in albums]
    logits = torch.cat(seen)
    net.train()
    marks = torch.from_numpy(np.concatenate([labels for _, labels in albums])).long()
    tile = marks[:, 16] != KIND_EMPTY
    branch = logits[:, :32].reshape(-1, 8, 4).argmax(2)
    fruit = logits[:, 32:64].reshape(-1, 8, 4).argmax(2)
    right = (branch == marks[:, :8])[tile]
    effective = (((branch == 1) | (branch == 2)) == ((marks[:, :8] == 1) | (marks[:, :8] == 2)))[tile]
    token = (marks[:, :8] >= 2) | (branch >= 2)
    some = (marks[:, 8:16] > 0) | (fruit > 0)
    return (
        f"directions {right.float().mean():.4f} effective {effective.float().mean():.4f} "
        f"tokens {(branch == marks[:, :8])[token].float().mean():.4f} "
        f"fruit {(fruit == marks[:, 8:16])[some].float().mean():.4f} "
        f"pot/empty {((logits[:, 64:].argmax(1) == 0) == (marks[:, 16] == 0)).float().mean():.4f}/"
        f"{((logits[:, 64:].argmax(1) == 5) == (marks[:, 16] == 5)).float().mean():.4f}"
    )


def main(
    data: Path,
    out: Path,
    minutes: Annotated[float, typer.Option(help="How long to train.")] = 35.0,
    photos: Annotated[int, typer.Option(help="Photos a step.")] = 16,
    rate: Annotated[float, typer.Option(help="Peak learning rate.")] = 2e-3,
    threads: Annotated[int, typer.Option(help="CPU threads.")] = 1,
    start: Annotated[Path | None, typer.Option(help="Weights to start from.")] = None,
) -> None:
    """Train for a fixed time and save the weights."""
    torch.manual_seed(1)
    net = LookNet()
    prepare(net, start, threads)
    held = [album for path in sorted(data.glob("validation-*.npz")) for album in load(path)][:HELD_PHOTOS]
    course = Course(rate, decay=2e-2, minutes=minutes, log_every=500)
    train(
        net, batches(data, photos, np.random.default_rng(1)), loss_of, out, course, lambda: measure(net, held)
    )


if __name__ == "__main__":
    typer.run(main)
