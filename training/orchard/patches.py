"""Outlines as a reader's finder gives them, for patches to be cut out around."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

CARD_PATCH = (64, 89)
"""A card's patch, wide and high: 63 x 88 mm."""
CARD_MARGIN = 0.03

Points = npt.NDArray[np.float64]
Pixels = npt.NDArray[np.uint8]


def jitter(rng: np.random.Generator, quad: Points, amount: float) -> Points:
    """The corners as a finder would give them, each off by about `amount` of the side."""
    side = float(np.hypot(*(quad[1] - quad[0])))
    middle = quad.mean(0)
    scaled = middle + (quad - middle) * (1 + rng.normal(0, amount))
    moved: Points = scaled + rng.normal(0, amount * side, 2) + rng.normal(0, amount * 0.7 * side, (4, 2))
    return moved


def any_corner_first(rng: np.random.Generator, quad: Points) -> Points:
    """A die has no first corner: the same outline from another one."""
    return np.roll(quad, int(rng.integers(4)), axis=0)
