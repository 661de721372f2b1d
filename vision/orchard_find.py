"""Where dice, rotten tokens and trees lie: from one small fully convolutional net, that looks twice where it must."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.locate import INPUT_SIDE, STRIDE, Spot, Tile, distinct, peak_middle, peaks, prepare, tile_at
from vision.models import open_model

DIE_SCORE = 0.2
ROTTEN_SCORE = 0.2
TREE_SCORE = 0.25
"""The least chance of a thing that is looked at closer; whether it is there is told by the look net as well."""
MOST_TREES, MOST_DICE, MOST_ROTTEN = 120, 60, 12
"""More things of a kind are no orchard; the least sure are let go, so that no photo takes long."""
TREE_PX = 44.0
"""Side of a tree, in input pixels, at which dice on it are seen well."""
LARGE_ENOUGH = 36.0
LARGEST_INPUT = 960
SURE_TREE, FEWEST_TREES = 0.6, 4
"""A photo with fewer sure trees shows no orchard, but dice alone."""
COARSE_SIDE = 384
"""Longest side of such a photo when it is looked at again, from afar: of dice seen close by, pips look like dice."""
ENOUGH = 0.5
"""A look at dice alone is worth what their scores have more than that, in sum; where they have less, they are none."""
SIZES = 3.0
"""How many times as large as usual a tree may be seen, or as small: seen steeply, near cards are twice as large."""
SAME_SIZE = 1.25
"""By how much the sizes of most trees may differ between two looks: on 208 of 209 photos the ratio was 0.88 to 1.1."""
AROUND = 1.8
"""What a closer look takes in around the outermost trees, in tree sides: trees that were missed lie there."""

Points = npt.NDArray[np.float64]
Pixels = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Die:
    """A die that was found: its top face as a tile, and the middle of its foot (2,), in working pixels."""

    top: Tile
    foot: Points


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """All that the finder marked in a photo, in working pixels."""

    dice: tuple[Die, ...]
    rotten: tuple[Spot, ...]
    trees: tuple[Tile, ...]


def find_things(pixels: Pixels) -> Found:
    """Find dice, tokens and trees in a photo, uint8 RGB (H, W, 3).

    A photo of dice alone is looked at from afar as well, and the surer look counts. Where trees are small in the net's
    picture of the whole photo, the part of the photo with trees and dice is looked at again, enlarged.
    """
    found = _find(pixels, INPUT_SIDE)
    if sum(tree.score >= SURE_TREE for tree in found.trees) < FEWEST_TREES:
        coarse = _find(pixels, COARSE_SIDE)
        if _sureness(coarse) > max(_sureness(found), 0.0):
            found = coarse
    window = _window(found, pixels.shape[1], pixels.shape[0])
    if window is None:
        return found
    low, high, side = window
    closer = _moved(_find(pixels[low[1] : high[1], low[0] : high[0]], side), low)
    if not _shows_as_much(closer.trees, found.trees):
        return found

    def outside(at: Points) -> bool:
        return bool((at < low).any() or (at >= high).any())

    return Found(
        closer.dice + tuple(die for die in found.dice if outside(die.top.centre)),
        closer.rotten + tuple(spot for spot in found.rotten if outside(spot.at)),
        closer.trees + tuple(tree for tree in found.trees if outside(tree.centre)),
    )


def find_from_afar(pixels: Pixels) -> Found:
    """Find things where trees are too large in the picture of the whole photo, so that their fruit look like trees."""
    return _find(pixels, COARSE_SIDE)


def _sureness(found: Found) -> float:
    """How much is seen in a look at dice alone."""
    return sum(die.top.score - ENOUGH for die in found.dice)


def _shows_as_much(closer: Sequence[Tile], trees: Sequence[Tile]) -> bool:
    """Whether a closer look shows about the trees that were found, of the same size.

    A dim, noisy photo shows no more when it is enlarged, and fruit of trees may look like trees then.
    """
    if sum(tree.score for tree in closer) < 0.8 * sum(tree.score for tree in trees):
        return False
    return not trees or 1 / SAME_SIZE < _usual_size(closer) / _usual_size(trees) < SAME_SIZE


def _window(
    found: Found, width: int, height: int
) -> tuple[npt.NDArray[np.int_], npt.NDArray[np.int_], int] | None:
    """What to look at closer: its corners in the photo, and how long its longer side should be for the net."""
    if found.trees:
        size = float(np.median([tree.size for tree in found.trees]))
        spots = np.array([tree.centre for tree in found.trees])
    elif found.dice:
        size = 2.4 * float(np.median([die.top.size for die in found.dice]))
        spots = np.array([die.top.centre for die in found.dice])
    else:
        return None
    if size * INPUT_SIDE / max(width, height) >= LARGE_ENOUGH:
        return None
    low = np.maximum(spots.min(0) - AROUND * size, 0).astype(int)
    high = np.minimum(spots.max(0) + AROUND * size, (width, height)).astype(int)
    longest = int((high - low).max())
    side = int(min(longest * TREE_PX / size, LARGEST_INPUT))
    if side / longest < 1.1 * INPUT_SIDE / max(width, height):
        return None
    return low, high, side


def _moved(found: Found, by: npt.NDArray[np.int_]) -> Found:
    """What was found in a window of the photo, in pixels of the whole photo."""
    return Found(
        tuple(Die(replace(die.top, centre=die.top.centre + by), die.foot + by) for die in found.dice),
        tuple(replace(spot, at=spot.at + by) for spot in found.rotten),
        tuple(replace(tree, centre=tree.centre + by) for tree in found.trees),
    )


def _find(pixels: Pixels, side: int) -> Found:
    model = open_model("orchard_finder.onnx")
    batch, scale = prepare(pixels, side)
    maps = model.run(batch)[0][0]
    cell = STRIDE / scale
    # Cells beyond the photo are padding.
    high = -(-int(pixels.shape[0] * scale) // STRIDE)
    wide = -(-int(pixels.shape[1] * scale) // STRIDE)
    maps = maps[:, :high, :wide]
    die_heat, rotten_heat, tree_heat = 1.0 / (1.0 + np.exp(-maps[:3]))
    dice, trees = maps[3:12], maps[12:19]
    return Found(
        _dice(die_heat, dice, cell),
        tuple(
            Spot(peak_middle(rotten_heat, y, x, cell), float(rotten_heat[y, x]))
            for y, x in peaks(rotten_heat, ROTTEN_SCORE)[:MOST_ROTTEN]
        ),
        tuple(of_usual_size(distinct(_tiles(tree_heat, trees, TREE_SCORE, cell)))),
    )


def of_usual_size(trees: Sequence[Tile]) -> list[Tile]:
    """The trees that are about as large as most of what is seen of trees.

    A tablecloth's pattern is taken for a hundred small trees more easily than for a few large and sure ones.
    """
    if not trees:
        return []
    usual = _usual_size(trees)
    return [tree for tree in trees if 1 / SIZES < tree.size / usual < SIZES]


def _usual_size(trees: Sequence[Tile]) -> float:
    """The median size of one tree or more, sure and large ones counting more."""
    ordered = sorted(trees, key=lambda tree: tree.size)
    seen = np.cumsum([tree.score**2 * tree.size for tree in ordered])
    return ordered[int(np.searchsorted(seen, seen[-1] / 2))].size


def _tiles(
    heat: npt.NDArray[np.float32], numbers: npt.NDArray[np.float32], least: float, cell: float
) -> list[Tile]:
    return [
        tile_at(numbers[:7, y, x], (x, y), float(heat[y, x]), cell)
        for y, x in peaks(heat, least)[:MOST_TREES]
        if np.isfinite(numbers[:, y, x]).all()
    ]


def _dice(heat: npt.NDArray[np.float32], numbers: npt.NDArray[np.float32], cell: float) -> tuple[Die, ...]:
    dice: dict[int, Die] = {}
    tops = []
    for y, x in peaks(heat, DIE_SCORE)[:MOST_DICE]:
        top = tile_at(numbers[:7, y, x], (x, y), float(heat[y, x]), cell)
        foot = top.centre + numbers[7:9, y, x].astype(np.float64) * top.size
        dice[id(top)] = Die(top, foot)
        tops.append(top)
    return tuple(dice[id(top)] for top in distinct(tops))
