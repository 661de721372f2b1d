"""Four corners that a player marked -> the lattice that is laid outward from them."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.errors import CornersError
from vision.lattice import (
    EDGE_TO_EDGE,
    Cell,
    Lattice,
    Pair,
    centre_of,
    centres,
    fit_view,
    lattice_of,
    matched_corners,
    project,
    with_neighbours,
)
from vision.locate import TILE_SCORE, Found, Tile
from vision.observe import Marked, side_lengths, square_to_quad
from vision.photo import Photo

Points = npt.NDArray[np.float64]

SHORTEST = 10.0
"""The least side of a marked quadrilateral in working pixels: a smaller tile shows nothing that could be read."""
SHARPEST = 0.17
"""Least sine of a corner's angle (10 degrees): a flatter quadrilateral is a slip of the finger."""
SNAP = 0.15
"""How far, in sides, a corner that the finder saw may lie from a tap that meant it."""
NEAR = 1.8
"""Tiles at most so many sides from a known one join in one round: a view from four taps is not good for more."""
ROUNDS = 24
SIZES = tuple((columns, rows) for columns in range(1, 13) for rows in range(1, 13))
"""The columns and rows that are tried when the size of a marked tree was not given."""
LONGEST = 1.8
"""How much longer than wide a tile may look, when the columns and rows of a marked tree are found out."""
FIT = 1.3
"""How much larger or smaller a tile may be than the places of a size that is tried."""


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A lattice laid from marked corners.

    taps: the marked corners, each with its place in the lattice; seen: the tiles that were seen to lie where they
    do, without the marked one and those only supposed at their place; within: the places that the player left for
    tiles, None for all; known: those that hold a tile for sure; blind: whether the finder missed even what was
    marked, so that its word counts for nothing in this photo.
    """

    lattice: Lattice
    taps: tuple[Pair, ...]
    seen: dict[Cell, Tile]
    within: frozenset[Cell] | None
    known: frozenset[Cell]
    blind: bool


def parse_marked(corners: str, size: str | None = None) -> Marked:
    """Corners and size as they are written on the command line: "812,440 905,446 899,541 806,533" and "5x4".

    Raises CornersError when they cannot be understood.
    """
    number = r"(-?\d+(?:\.\d+)?)"
    told = re.fullmatch(r"\s*" + r"[\s;]+".join([rf"{number}\s*,\s*{number}"] * 4) + r"\s*", corners)
    if told is None:
        raise CornersError(
            "corners",
            f"corners {corners!r}: give four corners in pixels of the upright photo, as "
            '"812,440 905,446 899,541 806,533".',
        )
    a, b, c, d, e, f, g, h = map(float, told.groups())
    counted = None if size is None else re.fullmatch(r"([1-9]\d?)[x×]([1-9]\d?)", size)
    if size is not None and counted is None:
        raise CornersError("size", f"size {size!r}: give columns and rows of tiles, as 5x4.")
    quad = ((a, b), (c, d), (e, f), (g, h))
    return Marked(quad, None if counted is None else (int(counted[1]), int(counted[2])))


def marked_quad(photo: Photo, marked: Marked, thing: str = "tile") -> Points:
    """The marked corners in working pixels, (4, 2), clockwise from the corner that is north-west in the photo.

    thing: what players call that which they mark.

    Raises CornersError when they lie outside of the photo, or do not make a quadrilateral that bulges everywhere.
    """
    for x, y in marked.corners:
        if not (0 <= x <= photo.width and 0 <= y <= photo.height):
            raise CornersError(
                "corner_outside",
                f"{photo.name}: corner {x:g},{y:g} lies outside of the photo, which has {photo.width} x "
                f"{photo.height} pixels; give pixels of the upright photo at full size.",
                about=photo.name,
            )
    points = np.array(marked.corners, np.float64) / photo.scale
    away = points - points.mean(0)
    quad = points[np.argsort(np.arctan2(away[:, 1], away[:, 0]))]  # the image's y runs down: clockwise
    ahead, back = np.roll(quad, -1, 0) - quad, np.roll(quad, 1, 0) - quad
    lengths = np.hypot(*ahead.T)
    if lengths.min() < SHORTEST:
        raise CornersError(
            "corners_close",
            f"{photo.name}: two of the four corners lie too close together; give each corner of the {thing} once.",
            about=photo.name,
        )
    bulge = (ahead[:, 0] * back[:, 1] - ahead[:, 1] * back[:, 0]) / (lengths * np.roll(lengths, 1))
    if bulge.min() < SHARPEST:
        raise CornersError(
            "corners_no_quad",
            f"{photo.name}: the four corners make no quadrilateral that a {thing} could be seen as; "
            f"mark the four corners of one {thing}.",
            about=photo.name,
        )
    downward = [
        quad[(k + 2) % 4, 1] + quad[(k + 3) % 4, 1] - quad[k, 1] - quad[(k + 1) % 4, 1] for k in range(4)
    ]
    return np.roll(quad, -int(np.argmax(downward)), 0)


def lay_from(found: Found, quad: Points, size: tuple[int, int] | None) -> Laid:
    """Lay the lattice from a marked quadrilateral outward over the tiles that the finder saw.

    quad: as of `marked_quad`; size: columns and rows of tiles in it, None where that is to be found out.
    """
    columns, rows = size or likely_size(found.tiles, quad)
    one = (columns, rows) == (1, 1)
    cells = frozenset((c, r) for c in range(columns) for r in range(rows))
    ends = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]]) - 0.5
    taps = tuple(zip(ends, _snapped(quad, found.corners, max(columns, rows)), strict=True))
    tiles: dict[Cell, Tile] = {(0, 0): _tile(quad)} if one else {}
    seen: dict[Cell, Tile] = {}
    view = fit_view(taps)
    for _ in range(ROUNDS):
        grown = with_neighbours(
            tiles, view, _nearby(tiles, found.tiles) if one else found.tiles, None if one else cells
        )
        more = len(grown) > len(tiles)
        tiles = grown
        seen = {cell: tile for cell, tile in tiles.items() if not one or cell != (0, 0)}
        view = fit_view([*taps, *centres(seen), *matched_corners(tiles, view, found.corners)])
        if not more:
            break
    middle = quad.mean(0)
    blind = found.tile_heat(middle, 0.2 * _tile(quad).size) < TILE_SCORE if one else not seen
    return Laid(
        lattice_of(tiles, view, found.corners),
        taps,
        seen,
        None if one else cells,
        cells if one else frozenset(),
        blind,
    )


def extended(laid: Laid, found: Found, quads: Mapping[Cell, Points], seen: Collection[Cell]) -> Laid:
    """The lattice over more places that turned out to hold tiles, its view fitted anew to what was seen of them.

    quads: corners of all its tiles in working pixels; seen: the places whose tiles were seen to lie just there.
    """
    old = laid.lattice.tiles
    tiles = {cell: old.get(cell) or _tile(quad, found) for cell, quad in quads.items()}
    trusted = {**laid.seen, **{cell: tiles[cell] for cell in seen}}
    view = fit_view(
        [*laid.taps, *centres(trusted), *matched_corners(tiles, laid.lattice.view, found.corners)]
    )
    return replace(laid, lattice=lattice_of(tiles, view, found.corners), seen=trusted)


def likely_size(tiles: Sequence[Tile], quad: Points, sizes: Sequence[Cell] = SIZES) -> tuple[int, int]:
    """The columns and rows, of some, under which the tiles found within a quadrilateral fit best.

    (1, 1) where none do.
    """
    sides = side_lengths(quad)
    wide, high = float(sides[1] + sides[3]) / 2, float(sides[0] + sides[2]) / 2
    to_square = np.linalg.inv(square_to_quad(quad))
    placed = [(project(to_square, tile.centre[None])[0], tile) for tile in tiles]
    inside = [(at, tile) for at, tile in placed if at.min() > 0 and at.max() < 1]
    best, chosen = 0.0, (1, 1)
    for columns, rows in sizes:
        across, down = wide / columns, high / rows
        if not 1 / LONGEST < across / down < LONGEST:
            continue
        size = np.array([columns, rows])
        agreed = 0.0
        for at, tile in inside:
            away = float(np.abs((at * size) % 1 - 0.5).max())
            if away < EDGE_TO_EDGE.step and 1 / FIT < tile.size / np.sqrt(across * down) < FIT:
                agreed += tile.score * (1 - away / EDGE_TO_EDGE.step)
        if agreed > best:
            best, chosen = agreed, (columns, rows)
    return chosen


def _snapped(quad: Points, seen: Points, sides: int) -> Points:
    """The taps, each moved to the corner that the finder saw close by; sides: tiles along the longer side."""
    snapped = quad.copy()
    if len(seen):
        reach = SNAP * _tile(quad).size / sides
        for k, tap in enumerate(quad):
            away = np.hypot(*(seen - tap).T)
            if away.min() < reach:
                snapped[k] = seen[int(np.argmin(away))]
    return snapped


def _nearby(tiles: dict[Cell, Tile], all_tiles: tuple[Tile, ...]) -> list[Tile]:
    known = np.array([tile.centre for tile in tiles.values()])
    sizes = np.array([tile.size for tile in tiles.values()])
    return [t for t in all_tiles if (np.hypot(*(known - t.centre).T) / sizes).min() < NEAR]


def _tile(quad: Points, found: Found | None = None) -> Tile:
    """A quadrilateral as a tile; its score is the finder's heat there, or 1 for what a player marked."""
    a, b, c, d = quad
    tile = Tile(centre_of(quad), (b + c - a - d) / 4, (c + d - a - b) / 4, 1.0)
    return tile if found is None else replace(tile, score=found.tile_heat(tile.centre, 0.2 * tile.size))
