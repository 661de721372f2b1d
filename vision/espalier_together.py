"""Several photos of one tree -> one reading on the first photo, with the evidence of all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from scoring.lattice import DIRECTIONS, rim_point
from vision.espalier_box import within_the_box
from vision.espalier_looker import LIKELY, POSSIBLE_TILE
from vision.espalier_pieces import pieces_of_tree
from vision.lattice import Cell, project
from vision.observe import Candidate, Observation, Pixel, Place, Quad, Seen, Value, tile_pixel
from vision.photo import Photo
from vision.together import (
    FLOOR,
    Chances,
    Likeness,
    Move,
    advice_together,
    find_moves,
    grid_together,
    timing_together,
    together,
    turned,
    view_of,
)

SAYS_NOTHING = 0.02
"""The least chance that is given to a number of mulched tiles, which is never more than a guess."""
UNSEEN = 0.15
"""The chance of a tile where a photo shows the place and its reading has none there."""
LIKENESS = Likeness(steps=2, agreement=1.0)
"""The same tree has about 5 of log-odds a shared tile, another about -10."""

Points = npt.NDArray[np.float64]
Key = tuple[str, Cell, str]
"""What is asked, where (a tile's place, for fruit the rim point in half tiles), and in which direction."""


def _moved(key: Key, move: Move) -> Key:
    """What is asked, in the first photo's lattice."""
    what, at, direction = key
    if what == "fruit":
        x, y = turned(at, move.quarters)
        return (what, (x + 2 * move.shift[0], y + 2 * move.shift[1]), "")
    if direction:
        direction = DIRECTIONS[(DIRECTIONS.index(direction) + 2 * move.quarters) % 8]
    return (what, move.cell(at), direction)


def combine(seens: Sequence[Seen], photos: Sequence[Photo]) -> Seen:
    """What all photos of a tree show together, in the lattice and the pixels of the first.

    Raises MatchError when a photo shows another tree than the first.
    """
    first = seens[0]
    moves = find_moves([branches_of(seen) for seen in seens], LIKENESS, photos, "tree")
    grid = grid_together(seens, moves)
    evidence: dict[Key, list[Chances]] = {}
    for seen, move in zip(seens, moves, strict=True):
        for key, chances in _chances(seen).items():
            evidence.setdefault(_moved(key, move), []).append(chances)
    for cell in grid:
        evidence["tile", cell, ""] += _silent(cell, seens, moves, photos)
    told = {
        key: together(said, SAYS_NOTHING if key[0] == "mulched" else FLOOR) for key, said in evidence.items()
    }
    likely = {cell: _chance(told["tile", cell, ""]) for cell in grid}
    tree = {cell: quad for cell, quad in grid.items() if likely[cell] >= LIKELY}
    possible = {cell: quad for cell, quad in grid.items() if POSSIBLE_TILE <= likely[cell] < LIKELY}
    observations = within_the_box(list(_observations(told, tree, possible, first)))
    return Seen(
        observations,
        (*pieces_of_tree(observations, tree), *(piece for piece in first.pieces if not piece.in_layout)),
        tree,
        advice_together(seens),
        timing_together(seens),
    )


def _chance(told: Sequence[Candidate]) -> float:
    """The chance that a place holds a tile."""
    return sum(c.probability for c in told if c.value is True)


def _chances(seen: Seen) -> dict[Key, Chances]:
    return {_key(o): o.chances for o in seen.observations}


def _key(seen: Observation) -> Key:
    place = seen.place
    if place.col is None or place.row is None:
        return (seen.what, (0, 0), "")
    if place.at is not None:
        return (seen.what, rim_point((place.col, place.row), place.at), "")
    return (seen.what, (place.col, place.row), place.direction or "")


def branches_of(seen: Seen) -> dict[Cell, Points]:
    """Each tile's branches: (8, values) chances, in the order of DIRECTIONS; a value that was not named has none."""
    order: list[Value] = [False, True, "graft", "prune"]
    tiles = {cell: np.zeros((8, len(order))) for cell in seen.grid}
    for (what, cell, direction), chances in _chances(seen).items():
        if what == "branch" and cell in tiles:
            row = DIRECTIONS.index(direction)
            tiles[cell][row] = [chances.get(value, 0.0) for value in order]
    return tiles


def _silent(
    cell: Cell, seens: Sequence[Seen], moves: Sequence[Move], photos: Sequence[Photo]
) -> list[Chances]:
    """What the photos say that show a place without having thought of a tile there."""
    said: list[Chances] = []
    for seen, move, photo in zip(seens, moves, photos, strict=True):
        theirs = move.back(cell)
        if any(o.what == "tile" and o.place.tile == theirs for o in seen.observations):
            continue
        x, y = project(view_of(seen.grid), np.array([theirs], np.float64))[0]
        if 0 <= x < photo.width and 0 <= y < photo.height:
            said.append({True: UNSEEN, False: 1 - UNSEEN})
    return said


def _observations(
    told: Mapping[Key, tuple[Candidate, ...]],
    tree: Mapping[Cell, Quad],
    possible: Mapping[Cell, Quad],
    first: Seen,
) -> list[Observation]:
    """The combined candidates as observations on the first photo, at the places of tiles and at those that may be.

    What lay only on tiles that are none is left out. Rim points are named from tiles of the tree where there is one.
    """
    own = {_key(o): o for o in first.observations}
    grid = {**tree, **possible}
    named = {rim_point(cell, d): (cell, d) for cell in reversed(list(grid)) for d in DIRECTIONS}
    seen = []
    for key, candidates in told.items():
        what, at, direction = key
        old = own.get(key)
        if what == "mulched":
            place = Place()
        elif what == "fruit" and at in named:
            (col, row), name = named[at]
            place = Place(col, row, at=name)
        elif what != "fruit" and at in grid:
            place = Place(*at, direction or None)
        else:
            continue
        px = old.px if old else _pixel(what, place, grid)
        seen.append(Observation(what, place, px, candidates))
    return seen


def _pixel(what: str, place: Place, grid: Mapping[Cell, Quad]) -> Pixel:
    """Where in the first photo a thing lies that only another one shows."""
    if place.col is None or place.row is None:
        return (0.0, 0.0)
    rim = tile_pixel(grid, (place.col, place.row), place.direction or place.at)
    if what != "branch":
        return rim
    centre = tile_pixel(grid, (place.col, place.row))
    return ((rim[0] + centre[0]) / 2, (rim[1] + centre[1]) / 2)
