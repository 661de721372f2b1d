"""Rectified patches of dice, trees and cards, as a reader cuts them out around what its finder found."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.observe import square_to_quad

PATCH = 64
"""Side of a die's or a tree's patch in pixels."""
CARD_PATCH = (64, 89)
"""A card's patch, wide and high: 63 x 88 mm."""
DIE_MARGIN = 0.3
"""How much of the surroundings a die's patch shows on each side, in sides of its top face."""
TREE_MARGIN = 0.1
CARD_MARGIN = 0.03
MAX_REDUCTION = 1.6
"""As in vision.look: the photo's copy that is sampled has at most about this many pixels a patch pixel."""

Points = npt.NDArray[np.float64]
Pixels = npt.NDArray[np.uint8]


def cut(copies: list[Pixels], quad: Points, size: tuple[int, int], margin: float) -> Pixels:
    """The quadrilateral and `margin` of its side around it as a patch, uint8 (high, wide, 3).

    copies: the photo and its halved copies; quad: (4, 2), in pixels of the photo; size: wide and high.
    """
    inner = np.array(size) / (1 + 2 * margin)
    sides = np.hypot(*(quad - np.roll(quad, 1, 0)).T)
    reduction = float(sides.mean()) / float(inner.mean())
    level = int(np.clip(np.floor(np.log2(max(reduction / MAX_REDUCTION, 1e-6))) + 1, 0, len(copies) - 1))
    small = 0.5**level
    half = 0.5 / inner - margin
    to_unit = np.array([[1 / inner[0], 0, half[0]], [0, 1 / inner[1], half[1]], [0, 0, 1.0]])
    reduce = np.array([[small, 0, (small - 1) / 2], [0, small, (small - 1) / 2], [0, 0, 1.0]])
    patch = cv2.warpPerspective(
        copies[level], reduce @ square_to_quad(quad) @ to_unit, size,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    return np.asarray(patch, np.uint8)


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
