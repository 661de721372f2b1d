"""Where a tree's tiles lie: the finder is shown the photo once, and in other ways where that leaves it unsure."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from vision.lattice import Lattice, fit_lattice
from vision.locate import INPUT_SIDE, Found, find_pieces

SURE_SCORE = 0.85
"""The mean score of a lattice's tiles from which one look is enough: it has that in three of four photos."""
ENOUGH_TILES = 6
"""Tiles from which on it is: a lattice of fewer may be the half of one that broke."""
CLEARLY = 1.1
"""How many times as sure the lattice of another look must be to count: the first shows corners best."""
LARGE_TILE = 110.0
"""Side of a tile, in the finder's input pixels, up to which it is: the finder learned from trees of many tiles."""
FARTHER, FARTHEST = 512, 384
"""Longest sides of the photo in the finder's input when it looks from farther away."""
CLIP_LIMIT, BLOCKS = 3.0, (8, 8)
"""How much contrast may be raised in each of so many blocks of a photo."""

Pixels = npt.NDArray[np.uint8]


Laid = tuple[Found, Lattice | None]
"""What the finder marked in one way to show it the photo, and the lattice of its tiles."""


def locate_tree(pixels: Pixels) -> Laid:
    """What lies in a photo, uint8 RGB (H, W, 3), and the lattice of its tiles.

    Decision 2 has what each way to show the photo is worth.
    """
    first = _lay(pixels)
    if _is_plain(first[1], max(pixels.shape)):
        return first
    other = max(other_ways(pixels), key=lambda laid: _sureness(laid[1]))
    return other if _sureness(other[1]) > CLEARLY * _sureness(first[1]) else first


def _lay(pixels: Pixels, side: int = INPUT_SIDE) -> Laid:
    found = find_pieces(pixels, side)
    return found, fit_lattice(found)


def _is_plain(lattice: Lattice | None, longest: int) -> bool:
    """Whether another look would tell nothing new; longest: of the photo's sides, in pixels."""
    if lattice is None or len(lattice.tiles) < ENOUGH_TILES:
        return False
    scores, sizes = zip(*((tile.score, tile.size) for tile in lattice.tiles.values()), strict=True)
    return bool(np.mean(scores) >= SURE_SCORE and np.mean(sizes) * INPUT_SIDE / longest < LARGE_TILE)


def _sureness(lattice: Lattice | None) -> float:
    """How much tree there is: squared, so that much of what is hardly a tile does not outweigh less that surely is."""
    return sum(tile.score**2 for tile in lattice.tiles.values()) if lattice else 0.0


def other_ways(pixels: Pixels) -> Iterator[Laid]:
    """What the finder marks where it is shown the photo from farther away, in two ways."""
    yield _lay(levelled(pixels), FARTHER)
    yield _lay(pixels, FARTHEST)


def levelled(pixels: Pixels) -> Pixels:
    """The photo with as much contrast in the shade as in the light.

    Contrast limited adaptive histogram equalization (Zuiderveld 1994) of the lightness.
    """
    import cv2

    lab = cv2.cvtColor(pixels, cv2.COLOR_RGB2LAB)
    lab[..., 0] = cv2.createCLAHE(CLIP_LIMIT, BLOCKS).apply(lab[..., 0])
    return np.asarray(cv2.cvtColor(lab, cv2.COLOR_LAB2RGB), np.uint8)
