"""A tree that is entered by hand: a drawn sheet takes the photo's place, and all else works as on a photo."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from scoring.lattice import rim_point
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


def can_be(game: str) -> bool:
    """Whether a game's layout can be entered by tapping: it must lie on a lattice of squares."""
    return GAMES[game].reads_photos and GAMES[game].can_be_marked


def empty_state(game: str) -> dict[str, Any]:
    """What lies there before anything was entered: the first tile."""
    return {"game": game, "tiles": [{"col": 0, "row": 0, "kind": "pot", "branches": []}]}


def lay_out(state: Any) -> Table:
    """A state on a drawn sheet, ready to be tapped."""
    cells = [(tile.col, tile.row) for tile in state.tiles] or [(0, 0)]
    left, top = (min(cell[axis] for cell in cells) - ROOM for axis in (0, 1))
    right, bottom = (max(cell[axis] for cell in cells) + ROOM + 1 for axis in (0, 1))
    photo, picture = _sheet(right - left, bottom - top)
    grid = {cell: _square(cell[0] - left, cell[1] - top) for cell in cells}
    seen = Seen(_told(state, grid), (), grid)
    reading = Reading(state.game, photo.name, photo.width, photo.height, seen, state, {})
    return Table(photo, reading, picture, mending=True)


def _told(state: Any, grid: dict[tuple[int, int], Quad]) -> tuple[Observation, ...]:
    """The state as if it had been seen, without a doubt."""
    found: list[Observation] = []

    def tell(what: str, place: Place, value: Value) -> None:
        tile = (0, 0) if place.col is None or place.row is None else (place.col, place.row)
        px = tile_pixel(grid, tile, place.direction or place.at)
        found.append(Observation(what, place, px, (Candidate(value, 1.0),)))

    tokens = {(*token.place, token.direction): token.side for token in state.tokens}
    for tile in state.tiles:
        tell("tile", Place(tile.col, tile.row), True)
        tell("kind", Place(tile.col, tile.row), tile.kind)
        for direction in tile.branches:
            if (tile.col, tile.row, direction) not in tokens:
                tell("branch", Place(tile.col, tile.row, direction=direction), True)
    for (col, row, direction), side in tokens.items():
        tell("branch", Place(col, row, direction=direction), side)
    named = {rim_point(fruit.place, fruit.at): fruit for fruit in state.fruit}
    for fruit in named.values():
        tell("fruit", Place(fruit.col, fruit.row, at=fruit.at), fruit.kind)
    tell("mulched", Place(), state.mulched)
    return tuple(found)


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
