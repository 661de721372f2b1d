"""A layout that is entered by hand: a drawn sheet takes the photo's place, and all else works as on a photo."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ui.cycle import Cell
from ui.pictures import Picture
from ui.table import Table
from vision.games import GAMES
from vision.observe import Candidate, Observation, Place, Quad, Reading, Seen, Value, tile_pixel
from vision.paint import jpeg
from vision.photo import Photo

TILE = 100
"""Edge of a tile on the sheet, in its pixels."""
ROOM = 7
"""How many tiles may be laid from the first one in each direction."""
PAPER, LINE = (236, 231, 214), (221, 214, 192)


def lay_out(state: Any) -> Table:
    """A state on a drawn sheet, ready to be tapped."""
    told = list(GAMES[state.game].reader.tell(state))
    cells = list(dict.fromkeys(place.cell for _, place, _ in told if place.col is not None)) or [(0, 0)]
    left, top = (min(cell[axis] for cell in cells) - ROOM for axis in (0, 1))
    right, bottom = (max(cell[axis] for cell in cells) + ROOM + 1 for axis in (0, 1))
    photo, picture = _sheet(right - left, bottom - top)
    grid = {cell: _square(cell[0] - left, cell[1] - top) for cell in cells}
    seen = Seen(tuple(_observation(grid, *word) for word in told), (), grid)
    reading = Reading(state.game, photo.name, photo.width, photo.height, seen, state, {})
    return Table(photo, reading, picture, mending=True)


def _observation(grid: dict[Cell, Quad], what: str, place: Place, value: Value) -> Observation:
    """A thing of the state as if it had been seen, without a doubt."""
    px = tile_pixel(grid, place.cell, place.direction or place.at)
    return Observation(what, place, px, (Candidate(value, 1.0),))


def _square(col: int, row: int) -> Quad:
    x, y = float(col * TILE), float(row * TILE)
    return ((x, y), (x + TILE, y), (x + TILE, y + TILE), (x, y + TILE))


@cache
def _sheet(cols: int, rows: int) -> tuple[Photo, Picture]:
    from PIL import Image

    pixels = np.full((rows * TILE, cols * TILE, 3), PAPER, np.uint8)
    pixels[::TILE] = LINE
    pixels[:, ::TILE] = LINE
    photo = Photo(pixels, cols * TILE, rows * TILE, "sheet")
    return photo, Picture(jpeg(Image.fromarray(pixels)))
