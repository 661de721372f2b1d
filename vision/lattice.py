"""Tiles laid by hand -> the integer lattice that they make, and each tile's corners in the photo."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.locate import Found, Tile

Points = npt.NDArray[np.float64]
Cell = tuple[int, int]

STEP_SLACK = 0.24
"""How far, in tile sides, a neighbour's centre may lie from where it should."""
TURN_SLACK = 16.0
"""Degrees by which neighbours may differ in direction, perspective included."""
SIZE_SLACK = 1.4
SNAP = 0.11
"""How far, in tile sides, a corner that was seen may lie from where the lattice puts it."""
UNIT = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
SIDES: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """The tiles of one layout by place, and the view of the lattice's plane.

    quads: (col, row) -> corners (4, 2) in working pixels, clockwise from NW. view: homography (3, 3) from
    lattice coordinates, a tile's centre at (col, row), to working pixels.
    """

    tiles: dict[Cell, Tile]
    quads: dict[Cell, Points]
    view: Points

    def quad_at(self, cell: Cell) -> Points:
        """The corners that a tile at a place would have."""
        return project(self.view, UNIT + cell)


def project(view: Points, points: Points) -> Points:
    """Points (N, 2) through a homography (3, 3)."""
    seen = np.column_stack([points, np.ones(len(points))]) @ view.T
    result: Points = seen[:, :2] / seen[:, 2:]
    return result


def fit_lattice(found: Found) -> Lattice | None:
    """The largest group of tiles that lie edge to edge, or None where no tile was found."""
    groups = _groups(found.tiles)
    if not groups:
        return None
    tiles = max(groups, key=lambda group: sum(t.score for t in group.values()))
    tiles = _upright(tiles)
    view = _view(tiles)
    quads = {cell: _corners(view, cell, tile, found.corners) for cell, tile in tiles.items()}
    return Lattice(tiles, quads, view)


def _groups(tiles: tuple[Tile, ...]) -> list[dict[Cell, Tile]]:
    """Groups of linked tiles, each tile with its place and turned to its group's first one's directions."""
    left = set(range(len(tiles)))
    groups = []
    while left:
        first = max(left, key=lambda i: tiles[i].score)
        left.discard(first)
        group: dict[Cell, Tile] = {(0, 0): tiles[first]}
        waiting = deque([(0, 0)])
        while waiting:
            cell = waiting.popleft()
            for dx, dy in SIDES:
                place = (cell[0] + dx, cell[1] + dy)
                if place in group:
                    continue
                match = _neighbour(group[cell], (dx, dy), tiles, left)
                if match is not None:
                    index, turned = match
                    left.discard(index)
                    group[place] = turned
                    waiting.append(place)
        groups.append(group)
    return groups


def _neighbour(tile: Tile, side: Cell, tiles: tuple[Tile, ...], left: set[int]) -> tuple[int, Tile] | None:
    """The tile that lies edge to edge on one side, turned to the same directions."""
    best: tuple[float, int, Tile] | None = None
    for index in left:
        other = tiles[index]
        ratio = other.size / tile.size
        if not 1 / SIZE_SLACK < ratio < SIZE_SLACK:
            continue
        turned = _aligned(other, tile)
        if _angle(turned.across, tile.across) > TURN_SLACK or _angle(turned.down, tile.down) > TURN_SLACK:
            continue
        # Under perspective the step between centres is the sum of both half sides.
        step = side[0] * (tile.across + turned.across) + side[1] * (tile.down + turned.down)
        miss = float(np.hypot(*(tile.centre + step - other.centre))) / tile.size
        if miss < STEP_SLACK and (best is None or miss < best[0]):
            best = (miss, index, turned)
    return None if best is None else best[1:]


def _aligned(tile: Tile, like: Tile) -> Tile:
    """The same tile, naming its sides so that they agree best with another's."""
    a, d = tile.across, tile.down
    turns = [(a, d), (d, -a), (-a, -d), (-d, a)]
    across, down = max(turns, key=lambda t: float(t[0] @ like.across + t[1] @ like.down))
    return Tile(tile.centre, across, down, tile.score)


def _angle(a: Points, b: Points) -> float:
    cos = float(a @ b) / max(float(np.hypot(*a) * np.hypot(*b)), 1e-9)
    return float(np.degrees(np.arccos(np.clip(cos, -1, 1))))


def _upright(tiles: dict[Cell, Tile]) -> dict[Cell, Tile]:
    """The group turned by quarters so that rows run down the photo."""
    down = np.sum([t.down for t in tiles.values()], 0)
    across = np.sum([t.across for t in tiles.values()], 0)
    options = {0: down, 1: -across, 2: -down, 3: across}  # what becomes "down" after so many quarter turns
    quarters = max(options, key=lambda k: float(options[k][1]))
    turned = {}
    for (col, row), tile in tiles.items():
        across, down = tile.across, tile.down
        for _ in range(quarters):
            col, row, across, down = row, -col, down, -across
        turned[(col, row)] = Tile(tile.centre, across, down, tile.score)
    return turned


def _view(tiles: dict[Cell, Tile]) -> Points:
    """The homography from the lattice to the photo that fits all centres and corners best."""
    import cv2

    places, pixels = [], []
    for cell, tile in tiles.items():
        # Centres are seen better than the shape around them: they count several times.
        places += [np.array([cell], np.float64)] * 4 + [UNIT + cell]
        pixels += [tile.centre[None]] * 4 + [tile.corners]
    view, _ = cv2.findHomography(np.vstack(places), np.vstack(pixels), 0)
    return np.asarray(view, np.float64)


def _corners(view: Points, cell: Cell, tile: Tile, seen: Points) -> Points:
    """A tile's corners: where the lattice puts them, moved to where the tile and the seen corners say."""
    expected = project(view, UNIT + cell)
    centre = project(view, np.array([cell], np.float64))[0]
    moved: Points = expected + np.clip(tile.centre - centre, -0.1 * tile.size, 0.1 * tile.size)
    if not len(seen):
        return moved
    snapped = moved.copy()
    for k, corner in enumerate(moved):
        away = np.hypot(*(seen - corner).T)
        nearest = int(np.argmin(away))
        if away[nearest] < SNAP * tile.size:
            snapped[k] = (corner + seen[nearest]) / 2
    return snapped
