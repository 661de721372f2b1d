"""The things that lie on the table: those of the tree as they were read, those beside it as they were found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from scoring.lattice import DIRECTIONS
from vision.lattice import Cell
from vision.locate import Found
from vision.observe import Observation, Piece, Pixel, Quad, side_of, tile_pixel

TOKEN_SIDE = 0.3
"""Side of the outline of a fruit or strip, in tile sides: only their middles are known."""
NEAR_RIM, NEAR_CENTRE = 0.22, 0.6
"""Within these, in tile sides, fruit lies on a rim point and a strip on a tile: the looks there say what it is."""

Points = npt.NDArray[np.float64]


def pieces_of_tree(observations: Sequence[Observation], grid: Mapping[Cell, Quad]) -> Iterable[Piece]:
    """The tiles of the tree's grid, and the fruit and strips on them."""
    side = tile_side(grid)
    for seen in observations:
        cell = seen.place.cell
        if cell not in grid:
            continue
        if seen.what == "tile":
            yield Piece("tile", grid[cell], seen.value is True, seen.chances.get(True, 0.0))
        elif seen.what == "fruit" and seen.value != "none":
            outline = _square(seen.px, TOKEN_SIDE * side)
            yield Piece("fruit", outline, True, seen.best.probability, {"kind": seen.value})
        elif seen.what == "branch" and seen.value in ("graft", "prune"):
            outline = _square(seen.px, TOKEN_SIDE * side)
            yield Piece("strip", outline, True, seen.best.probability, {"side": seen.value})


def pieces_beside(grid: Mapping[Cell, Quad], found: Found, scale: float) -> Iterable[Piece]:
    """The fruit and strips that were found beside the tree; scale: full-size pixels to one working pixel."""
    side = tile_side(grid)
    rim = np.array([tile_pixel(grid, cell, direction) for cell in grid for direction in DIRECTIONS])
    centres = np.array([tile_pixel(grid, cell) for cell in grid])
    for kind, spots, tree, reach in (
        ("fruit", found.fruit, rim, NEAR_RIM),
        ("strip", found.strips, centres, NEAR_CENTRE),
    ):
        for spot in spots:
            at = spot.at * scale
            if float(np.hypot(*(tree - at).T).min()) >= reach * side:
                yield Piece(kind, _square((float(at[0]), float(at[1])), TOKEN_SIDE * side), False, spot.score)


def tile_side(grid: Mapping[Cell, Quad]) -> float:
    """The side of most tiles, in the pixels of their corners."""
    return float(np.median([side_of(np.array(quad)) for quad in grid.values()]))


def _square(at: Pixel, side: float) -> Quad:
    (x, y), half = at, side / 2
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
