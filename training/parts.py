"""Numbers fitted to some photos are judged on others: each part with what was fitted to all other parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

PARTS = 5
Photo = TypeVar("Photo")
Fitted = TypeVar("Fitted")
Verdict = tuple[int, float, int]
"""Wrong answers, the mean negative log-likelihood of the right ones, and how many were asked."""


def by_others(
    photos: Sequence[Photo], fit: Callable[[Sequence[Photo]], Fitted]
) -> list[tuple[Sequence[Photo], Fitted]]:
    """Each part of the photos with what was fitted to the photos of the other parts."""
    others = [[photo for n, photo in enumerate(photos) if n % PARTS != part] for part in range(PARTS)]
    return [(photos[part::PARTS], fit(learned)) for part, learned in enumerate(others)]


def together(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict on all photos from those on parts of them."""
    wrong, loss, count = zip(*((wrong, mean * count, count) for wrong, mean, count in verdicts), strict=True)
    return sum(wrong), sum(loss) / sum(count), sum(count)
