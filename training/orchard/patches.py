"""Outlines as a reader's finder gives them, for patches to be cut out around."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.orchard_look import DIE_MARGIN

WIDE = 112
"""Side of a die's patch in a data set, in pixels."""
WIDE_MARGIN = 0.9
"""How much of the surroundings it shows on each side, in sides of the top face."""

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


def outlined(tops: Pixels) -> Pixels:
    """A data set's patches of dice, (N, WIDE, WIDE, 3), as the reader cuts them around exact outlines."""
    edge = round(WIDE / 2 - WIDE / (1 + 2 * WIDE_MARGIN) * (0.5 + DIE_MARGIN))
    return tops[:, edge : WIDE - edge, edge : WIDE - edge]
