"""Tiles at hand to learn from, where the net is that learns: hard ones come more often, easy ones make room."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from training.hardness import EASE, HARDEST
from vision.look import PATCH

Tiles = tuple[npt.NDArray[np.uint8], npt.NDArray[np.int8]]
"""Patches (N, PATCH, PATCH, 3) and what they show (N, 17)."""


class Stock:
    """Up to `room` tiles, their pictures uint8 (N, S, S, 3), what they show (N, 17), and how hard they were last (N,).

    After Loshchilov and Hutter 2016, "Online Batch Selection for Faster Training of Neural Networks".
    """

    def __init__(self, room: int, device: torch.device | str = "cpu", side: int = PATCH) -> None:
        self.patches = torch.empty((room, side, side, 3), dtype=torch.uint8, device=device)
        self.labels = torch.empty((room, 17), dtype=torch.long, device=device)
        self.losses = torch.zeros(room, device=device)
        self.held = 0

    @property
    def is_full(self) -> bool:
        return self.held == len(self.patches)

    def take_in(self, patches: npt.NDArray[np.uint8], labels: npt.NDArray[np.int8]) -> None:
        """More tiles, which come soon; where there is no room left they replace those that were easiest."""
        device, free = self.losses.device, len(self.patches) - self.held
        patches, labels = patches[: len(self.patches)], labels[: len(self.patches)]
        where = torch.arange(self.held, self.held + min(free, len(patches)), device=device)
        if len(patches) > free:
            easiest = self.losses[: self.held].topk(len(patches) - free, largest=False).indices
            where = torch.cat([where, easiest])
        self.patches[where] = torch.as_tensor(patches, device=device)
        self.labels[where] = torch.as_tensor(labels, device=device).long()
        self.losses[where] = HARDEST
        self.held = min(len(self.patches), self.held + len(patches))

    def draw(self, count: int) -> Tensor:
        """Which tiles (count,) to learn from next."""
        return torch.multinomial(EASE + self.losses[: self.held].clamp(max=HARDEST), count)

    def found(self, which: Tensor, losses: Tensor) -> None:
        """How hard some tiles were."""
        self.losses[which] = losses.detach().float()


class Supply:
    """A folder's shards, each as often as the others; those that are drawn meanwhile come first."""

    def __init__(self, folder: Path, rng: np.random.Generator) -> None:
        self.folder, self.rng = folder, rng
        self.taken: Counter[Path] = Counter()

    def next_for(self, stock: Stock) -> Path | None:
        """The shard that a stock takes in next; none where it holds all of them."""
        paths = sorted(self.folder.glob("train-*.npz"))
        least = min((self.taken[path] for path in paths), default=0)
        next_ones = [path for path in paths if self.taken[path] == least]
        if not next_ones or (least and not stock.is_full):
            return None
        path = next_ones[int(self.rng.integers(len(next_ones)))]
        self.taken[path] += 1
        return path

    def feed(self, stock: Stock) -> None:
        """Have a stock take in its next shard, if there is one."""
        if path := self.next_for(stock):
            stock.take_in(*load(path))


def load(path: Path) -> Tiles:
    """The tiles of a shard."""
    with np.load(path) as shard:
        return shard["patches"], shard["labels"]
