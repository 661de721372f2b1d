"""Trains the look net: what a tile and its rim points show.

python -m training.looker DATA OUT.pt --minutes 35
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

from training.loop import Course, prepare, train
from training.nets import LookNet

KIND_EMPTY = 5
HELD_PATCHES = 2000


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


def recoloured(patches: Tensor) -> Tensor:
    """Patches under another light: gain a channel, contrast, grain, now and then a softer or greyer picture."""
    count = len(patches)
    gain = torch.exp(torch.randn(count, 3, 1, 1) * 0.06 + torch.randn(count, 1, 1, 1) * 0.15)
    mean = patches.mean((2, 3), keepdim=True)
    contrast = torch.exp(torch.randn(count, 1, 1, 1) * 0.12)
    patches = (mean + (patches - mean) * contrast) * gain
    patches = patches + torch.randn_like(patches) * torch.rand(count, 1, 1, 1) * 0.03
    return patches.clamp(0, 1)


def batches(folder: Path, size: int, rng: np.random.Generator) -> Iterator[tuple[Tensor, Tensor]]:
    """Endless batches, each from a pool of several shards, so that a batch mixes many looks."""
    while True:
        paths = sorted(folder.glob("train-*.npz"))
        order = rng.permutation(len(paths))
        for first in range(0, len(order), 12):
            pool = [_load(paths[int(i)]) for i in order[first : first + 12]]
            patches = np.concatenate([p for p, _ in pool])
            labels = np.concatenate([m for _, m in pool])
            tokens = np.flatnonzero((labels[:, :8] >= 2).any(1))
            # Tokens are rare: tiles that bear one are shown three times as often.
            mixed = rng.permutation(np.concatenate([np.arange(len(patches)), tokens, tokens]))
            for start in range(0, len(mixed) - size + 1, size):
                chosen = mixed[start : start + size]
                pictures = torch.from_numpy(patches[chosen]).permute(0, 3, 1, 2).float() / 255
                marks = torch.from_numpy(labels[chosen]).long()
                pictures, marks = turned(pictures, marks, int(rng.integers(4)), bool(rng.random() < 0.5))
                yield recoloured(pictures), marks


def _load(path: Path) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int8]]:
    with np.load(path) as shard:
        return shard["patches"], shard["labels"]


def loss_of(seen: tuple[Tensor, Tensor], labels: Tensor) -> Tensor:
    """Cross entropy of every question; branches are not asked of empty places."""
    logits = seen[0].float()
    branches = logits[:, :32].reshape(-1, 8, 4).transpose(1, 2)
    fruit = logits[:, 32:64].reshape(-1, 8, 4).transpose(1, 2)
    kind = logits[:, 64:]
    tile = (labels[:, 16] != KIND_EMPTY).float()
    entropy = nn.functional.cross_entropy
    of_branches = (entropy(branches, labels[:, :8], reduction="none").sum(1) * tile).mean()
    of_fruit = entropy(fruit, labels[:, 8:16], reduction="none").sum(1).mean()
    return of_branches + of_fruit + 0.5 * entropy(kind, labels[:, 16])


@torch.no_grad()
def measure(net: LookNet, patches: npt.NDArray[np.uint8], labels: npt.NDArray[np.int8]) -> str:
    """Shares of right answers on patches, without averaging over turns."""
    net.eval()
    logits = torch.cat(
        [
            net(torch.from_numpy(patches[k : k + 256]).permute(0, 3, 1, 2).float() / 255)[0]
            for k in range(0, len(patches), 256)
        ]
    )
    net.train()
    marks = torch.from_numpy(labels).long()
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
    batch: Annotated[int, typer.Option(help="Patches a step.")] = 96,
    rate: Annotated[float, typer.Option(help="Peak learning rate.")] = 2e-3,
    threads: Annotated[int, typer.Option(help="CPU threads.")] = 1,
    start: Annotated[Path | None, typer.Option(help="Weights to start from.")] = None,
) -> None:
    """Train for a fixed time and save the weights."""
    torch.manual_seed(1)
    net = LookNet()
    prepare(net, start, threads)
    held = [_load(path) for path in sorted(data.glob("validation-*.npz"))]
    patches = np.concatenate([p for p, _ in held])[:HELD_PATCHES]
    labels = np.concatenate([m for _, m in held])[:HELD_PATCHES]
    course = Course(rate, decay=2e-2, minutes=minutes, log_every=250)
    train(
        net,
        batches(data, batch, np.random.default_rng(1)),
        loss_of,
        out,
        course,
        lambda: measure(net, patches, labels),
    )


if __name__ == "__main__":
    typer.run(main)
