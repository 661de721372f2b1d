"""Which of many things to learn from: those that a net errs on, more often than the others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt

SHARE = 0.4
"""How many of a shard's things are learned from each time that it is loaded: seven in ten ask nothing hard."""
EASE, HARDEST = 0.1, 2.0
"""Things are drawn by their loss: what is added, so that easy ones come too, and its most, as some nobody can read."""
ASKED_AGAIN = 0.2
"""How often a shard's losses are measured anew when it is loaded: it takes a third as long as learning does."""
Shard = TypeVar("Shard")
Answer = TypeVar("Answer")


def now_and_then(ask: Callable[[Shard], Answer], rng: np.random.Generator) -> Callable[[Path, Shard], Answer]:
    """What is asked of a shard when it is first loaded, and at times again."""
    known: dict[Path, Answer] = {}

    def told(path: Path, shard: Shard) -> Answer:
        if path not in known or rng.random() < ASKED_AGAIN:
            known[path] = ask(shard)
        return known[path]

    return told


def worth_learning(losses: npt.NDArray[np.float32], rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Which of a shard's things to learn from this time, by their losses (N,)."""
    return hard_ones(losses, int(np.ceil(SHARE * len(losses))), rng)


def hard_ones(losses: npt.NDArray[np.float32], count: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Which of N things to learn from, by their losses (N,): `count` of them, or all where there are fewer."""
    if not len(losses):
        return np.zeros(0, np.int64)
    weights = EASE + np.minimum(losses.astype(np.float64), HARDEST)
    return rng.choice(len(losses), min(count, len(losses)), replace=False, p=weights / weights.sum())
