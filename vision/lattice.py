"""Tiles laid by hand -> the integer lattice that they make, and each tile's corners in the photo."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

import numpy as np
import numpy.typing as npt

from scoring.lattice import regions
from vision.locate import Found, Tile
from vision.observe import square_to_quad

Points = npt.NDArray[np.float64]
Cell = tuple[int, int]
Pair = tuple[Points, Points]
"""A place in the lattice and the pixel at which it was seen, (2,) each."""

SIZE_SLACK = 1.4
REACH = 2.5
"""How far away, in tile sides, the centre of a neighbour lies at most, seen as steeply as can be."""
ROUNDS = 3
"""How often the view is fitted anew to the corners that the last fit has matched."""
CORNER_SLACK = 0.2
"""How far, in tile sides, a seen corner may lie from its place to be matched with it."""
ENOUGH_CORNERS = 6
SNAP = 0.11
"""How far, in tile sides, a corner that was seen may lie from where the lattice puts it."""
FOLLOWED = 0.1
"""How far, in tile sides, a tile's centre may lie from where the lattice puts it, across or down, to be followed.

Of 5,000 tiles of validation photos those within 0.04 lie nearer to where the finder puts them than to where the lattice
does, the four from 0.06 on nearer to where the lattice does.
"""
UNIT = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
SIDES: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))


@dataclass(frozen=True, slots=True)
class Slack:
    """How far, in tile sides, a neighbour's centre may lie from where it should, and the degrees by which neighbours
    may differ in direction, perspective included."""

    step: float
    turn: float


EDGE_TO_EDGE = Slack(0.24, 16.0)
"""Of tiles that are laid side by side."""


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


@dataclass(frozen=True, slots=True, order=True)
class _Link:
    """A tile (its index) that would take a place: how far it lies from where it should, in sides of the tile beside."""

    miss: float
    index: int
    place: Cell = field(compare=False)
    tile: Tile = field(compare=False)


def beside(cell: Cell) -> list[Cell]:
    """The four places that share a side with one."""
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in SIDES]


def connected(cells: Iterable[Cell], known: Collection[Cell] = frozenset()) -> list[Cell]:
    """The largest group of places that share sides, or the one with most of the known ones; in the order given."""
    order = list(cells)
    groups = (set(group) for group in regions(order))
    best = max(groups, key=lambda group: (len(group.intersection(known)), len(group)), default=set())
    return [cell for cell in order if cell in best]


def project(view: npt.NDArray[np.floating], points: npt.NDArray[np.floating]) -> Points:
    """Points (N, 2) through a homography (3, 3)."""
    seen = np.column_stack([points, np.ones(len(points))]) @ view.T
    result: Points = seen[:, :2] / seen[:, 2:]
    return result


def centre_of(quad: Points) -> Points:
    """Where the middle of a square seen as a quadrilateral (4, 2) lies, (2,): where its diagonals cross."""
    centre: Points = project(square_to_quad(quad), np.array([[0.5, 0.5]]))[0]
    return centre


def fit_lattice(found: Found, slack: Slack = EDGE_TO_EDGE) -> Lattice | None:
    """The largest group of tiles that lie edge to edge, or None where no tile was found."""
    groups = _groups(found.tiles, slack)
    if not groups:
        return None
    # Squared, so that a score sheet's many squares, of which none is a likely tile, do not outweigh a small tree.
    tiles = _upright(max(groups, key=lambda group: sum(t.score**2 for t in group.values())))
    view = _view(tiles)
    for _ in range(ROUNDS):
        tiles = with_neighbours(tiles, view, found.tiles, slack=slack)
        view = _view(tiles, matched_corners(tiles, view, found.corners))
    return lattice_of(tiles, view, found.corners)


def lattice_of(tiles: dict[Cell, Tile], view: Points, seen: Points) -> Lattice:
    """The lattice of placed tiles under a view, each with its corners; seen: corners (N, 2) that were found."""
    return Lattice(tiles, {cell: _corners(view, cell, tile, seen) for cell, tile in tiles.items()}, view)


def _groups(tiles: tuple[Tile, ...], slack: Slack) -> list[dict[Cell, Tile]]:
    """Groups of linked tiles, each tile with its place and turned to its group's first one's directions.

    The closest links come first (Prim's algorithm): where rows that slipped could be linked in two ways, the one is
    taken that asks for less slack.
    """
    left = set(range(len(tiles)))
    centres = np.array([tile.centre for tile in tiles]).reshape(-1, 2)
    groups = []
    while left:
        first = max(left, key=lambda i: tiles[i].score)
        group: dict[Cell, Tile] = {}
        waiting = [_Link(0.0, first, (0, 0), tiles[first])]
        while waiting:
            link = heappop(waiting)
            if link.place in group or link.index not in left:
                continue
            left.discard(link.index)
            group[link.place] = link.tile
            away = np.hypot(*(centres - link.tile.centre).T)
            near = set(np.flatnonzero(away < REACH * link.tile.size).tolist()) & left
            for further in _links(link, tiles, near, slack):
                heappush(waiting, further)
        groups.append(group)
    return groups


def _links(link: _Link, tiles: tuple[Tile, ...], near: Iterable[int], slack: Slack) -> Iterator[_Link]:
    """The links to those of the tiles near by that lie edge to edge with a linked one, turned to its directions."""
    tile = link.tile
    for index in near:
        other = tiles[index]
        ratio = other.size / tile.size
        if not 1 / SIZE_SLACK < ratio < SIZE_SLACK:
            continue
        turned = aligned(other, tile)
        if max(_angle(turned.across, tile.across), _angle(turned.down, tile.down)) > slack.turn:
            continue
        for dx, dy in SIDES:
            # Under perspective the step between centres is the sum of both half sides.
            step = dx * (tile.across + turned.across) + dy * (tile.down + turned.down)
            miss = float(np.hypot(*(tile.centre + step - other.centre))) / tile.size
            if miss < slack.step:
                yield _Link(miss, index, (link.place[0] + dx, link.place[1] + dy), turned)


def aligned(tile: Tile, like: Tile) -> Tile:
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


def _view(tiles: dict[Cell, Tile], corners: list[Pair] | None = None) -> Points:
    """The homography from the lattice to the photo that fits best all centres and what is known of the corners.

    corners: (lattice place, pixel) of corners that were seen. Without any, each tile's own parallelogram serves:
    it knows nothing of perspective, which is why it is only the start.
    """
    pairs = [*centres(tiles), *(corners or ())]
    if not corners or len(corners) < ENOUGH_CORNERS:
        pairs += corner_pairs({cell: tile.corners for cell, tile in tiles.items()})
    return fit_view(pairs)


def corner_pairs(quads: Mapping[Cell, npt.ArrayLike]) -> list[Pair]:
    """The corners of quadrilaterals (4, 2), clockwise from NW, each with its place in the lattice."""
    return [
        pair
        for cell, quad in quads.items()
        for pair in zip(UNIT + cell, np.asarray(quad, np.float64), strict=True)
    ]


def centres(tiles: dict[Cell, Tile]) -> list[Pair]:
    """The tiles' centres with their places, twice each: the finder sees centres better than corners."""
    return [(np.array(cell, np.float64), tile.centre) for cell, tile in tiles.items()] * 2


def fit_view(pairs: Sequence[Pair]) -> Points:
    """The homography that takes lattice places to pixels with the least squared error; four pairs or more."""
    import cv2

    places, pixels = (np.array([pair[k] for pair in pairs], np.float64) for k in (0, 1))
    view, _ = cv2.findHomography(places, pixels, 0)
    return np.asarray(view, np.float64)


def with_neighbours(
    tiles: dict[Cell, Tile],
    view: Points,
    all_tiles: Sequence[Tile],
    within: Collection[Cell] | None = None,
    slack: Slack = EDGE_TO_EDGE,
) -> dict[Cell, Tile]:
    """The group and those tiles that lie where the lattice goes on, though no link was found before.

    within: the places where they may lie; None stands for all that are beside a tile of the group.
    """
    grown = dict(tiles)
    inverse = np.linalg.inv(view)
    for tile in left_over(tiles, all_tiles):
        at = project(inverse, tile.centre[None])[0]
        cell = (round(float(at[0])), round(float(at[1])))
        allowed = any(place in grown for place in beside(cell)) if within is None else cell in within
        if cell in grown or not allowed or np.abs(at - cell).max() > slack.step:
            continue
        quad = project(view, UNIT + cell)
        expected = Tile(tile.centre, (quad[1] - quad[0]) / 2, (quad[3] - quad[0]) / 2, tile.score)
        turned = aligned(tile, expected)
        skew = max(_angle(turned.across, expected.across), _angle(turned.down, expected.down))
        if skew < slack.turn and 1 / SIZE_SLACK < tile.size / expected.size < SIZE_SLACK:
            grown[cell] = turned
    return grown


def left_over(placed: dict[Cell, Tile], tiles: Iterable[Tile]) -> list[Tile]:
    """The tiles that have no place, the surest first. Placed ones were turned: they are known by their centres."""
    centres = [tile.centre for tile in placed.values()]
    left = [tile for tile in tiles if not any(tile.centre is centre for centre in centres)]
    return sorted(left, key=lambda tile: -tile.score)


def matched_corners(tiles: Iterable[Cell], view: Points, seen: Points) -> list[Pair]:
    """Corners of the group's tiles that were seen (N, 2), each with its place in the lattice."""
    if not len(seen):
        return []
    places = {(2 * c + dx, 2 * r + dy) for c, r in tiles for dx in (-1, 1) for dy in (-1, 1)}
    matched = []
    for x, y in sorted(places):
        place = np.array([x / 2, y / 2])
        pixel = project(view, place[None])[0]
        step = project(view, place[None] + 0.5)[0] - pixel
        away = np.hypot(*(seen - pixel).T)
        nearest = int(np.argmin(away))
        if away[nearest] < CORNER_SLACK * np.sqrt(2) * float(np.hypot(*step)):
            matched.append((place, seen[nearest]))
    return matched


def _corners(view: Points, cell: Cell, tile: Tile, seen: Points) -> Points:
    """A tile's corners: where the lattice puts them, moved to where the tile and the seen corners say."""
    expected = project(view, UNIT + cell)
    centre = project(view, np.array([cell], np.float64))[0]
    away = tile.centre - centre
    moved: Points = expected + (away if np.abs(away).max() < FOLLOWED * tile.size else 0.0)
    if not len(seen):
        return moved
    snapped = moved.copy()
    for k, corner in enumerate(moved):
        apart = np.hypot(*(seen - corner).T)
        nearest = int(np.argmin(apart))
        if apart[nearest] < SNAP * tile.size:
            snapped[k] = (corner + seen[nearest]) / 2
    return snapped
