"""Trains the net that looks closer: what lies along a branch.

python -m training.closer DATA OUT.pt --minutes 60
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

from training.closeups import TOKENS
from training.looker import estranged, recoloured
from training.loop import Batch, Course, prepare, shuffled, train
from training.nets import CloseUpNet

CLOSEUPS = 12
"""How many of a photo's close-ups a step takes."""
POOL = 12
"""Shards in memory at a time."""
STRANGE = 0.3
"""Share of photos that are shown in wrong colours: they teach more ways to draw."""
HELD_PHOTOS = 100
Album = tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]
"""One photo's close-ups (N, 64, 96, 3) and what they show (N,)."""


def load(path: Path) -> list[Album]:
    """The photos of a shard."""
    with np.load(path) as shard:
        closeups, label, photo = shard["closeups"], shard["label"], shard["photo"][shard["tile"]]
    ends = np.flatnonzero(np.diff(photo)) + 1
    parts = zip(np.split(closeups, ends), np.split(label.astype(np.int64), ends), strict=True)
    return [(of_photo, marks) for of_photo, marks in parts if len(marks)]


def batches(folder: Path, photos: int, rng: np.random.Generator) -> Iterator[Batch]:
    """Endless batches of some photos' close-ups: (pictures,), (what they show,)."""
    for albums in shuffled(folder, load, photos, POOL, rng):
        yield _batch(albums, rng)


def _batch(albums: list[Album], rng: np.random.Generator) -> Batch:
    """Some close-ups of each photo, those with tokens more often; photos with fewer show some twice."""
    pictures, marks = [], []
    for closeups, label in albums:
        order = np.argsort(rng.random(len(label)) - 0.3 * np.isin(label, TOKENS))
        taken = order[np.arange(CLOSEUPS) % len(order)]
        pictures.append(closeups[taken])
        marks.append(label[taken])
    shown = torch.from_numpy(np.stack(pictures)).permute(0, 1, 4, 2, 3).float() / 255
    if rng.random() < 0.5:
        shown = shown.flip(3)
    shown = estranged(shown, rng.random(len(albums)) < STRANGE, rng)
    return (slid(recoloured(shown, light=0.25).flatten(0, 1)),), (torch.from_numpy(np.concatenate(marks)),)


def slid(pictures: Tensor, move: float = 0.05, turn: float = 0.06, grow: float = 0.05) -> Tensor:
    """Pictures (N, 3, H, W) cut a little beside where they were.

    move: standard deviation in half heights; turn: in radians; grow: of the logarithm of the size.
    """
    count, _, high, wide = pictures.shape
    angle, size = torch.randn(count) * turn, torch.exp(torch.randn(count) * grow)
    sine, cosine = size * angle.sin(), size * angle.cos()
    # The grid runs from -1 to 1 both ways, whatever the sides.
    rows = torch.stack([cosine, -sine * high / wide, sine * wide / high, cosine], 1).reshape(count, 2, 2)
    shift = torch.randn(count, 2, 1) * move * torch.tensor([[high / wide], [1.0]])
    grid = nn.functional.affine_grid(torch.cat([rows, shift], 2), list(pictures.shape), align_corners=False)
    return nn.functional.grid_sample(pictures, grid, padding_mode="border", align_corners=False)


def loss_of(logits: Tensor, marks: Tensor) -> Tensor:
    return nn.functional.cross_entropy(logits.float(), marks)


@torch.no_grad()
def measure(net: CloseUpNet, albums: list[Album]) -> str:
    """Likelihood and share of right answers on photos, all and those with tokens or taken for such."""
    if not albums:
        return ""
    net.eval()
    logits = torch.cat([net(torch.from_numpy(c).permute(0, 3, 1, 2).float() / 255) for c, _ in albums])
    net.train()
    marks = torch.from_numpy(np.concatenate([label for _, label in albums]))
    seen = logits.argmax(1)
    token = torch.isin(marks, torch.tensor(TOKENS)) | torch.isin(seen, torch.tensor(TOKENS))
    right = (seen == marks).float()
    return (
        f"likelihood {loss_of(logits, marks):.4f} right {right.mean():.4f} tokens {right[token].mean():.4f}"
    )


def main(
    data: Path,
    out: Path,
    minutes: Annotated[float, typer.Option(help="How long to train.")] = 60.0,
    photos: Annotated[int, typer.Option(help="Photos a step.")] = 16,
    rate: Annotated[float, typer.Option(help="Peak learning rate.")] = 3e-3,
    threads: Annotated[int, typer.Option(help="CPU threads.")] = 1,
    start: Annotated[Path | None, typer.Option(help="Weights to start from.")] = None,
) -> None:
    """Train for a fixed time and save the weights."""
    torch.manual_seed(1)
    net = CloseUpNet()
    prepare(net, start, threads)
    held = [album for path in sorted(data.glob("validation-*.npz")) for album in load(path)][:HELD_PHOTOS]
    course = Course(rate, decay=2e-2, minutes=minutes, log_every=500)
    train(
        net, batches(data, photos, np.random.default_rng(1)), loss_of, out, course, lambda: measure(net, held)
    )


if __name__ == "__main__":
    typer.run(main)
