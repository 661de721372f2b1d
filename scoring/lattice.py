"""The square lattice: places, directions and half-tile points; and the steps of the hexagonal one.

A tile's centre is (2 * col, 2 * row); its eight rim points are that plus (dx, dy) with dx, dy in {-1, 0, 1}.
So centres are (even, even), side midpoints have one odd coordinate and corners are (odd, odd).
"""

from collections.abc import Iterable, Sequence
from typing import Literal

from scoring.sheet import Place, Point

Direction = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]

DIRECTIONS: tuple[Direction, ...] = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""Clockwise from N, so that `(i + 4) % 8` is the opposite of direction i."""

STEPS: tuple[Point, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The half-step of each of `DIRECTIONS`, in half-tile units."""

INDEX: dict[str, int] = {name: index for index, name in enumerate(DIRECTIONS)}
STEP: dict[str, Point] = dict(zip(DIRECTIONS, STEPS, strict=True))


def rim_point(place: Place, direction: str) -> Point:
    """The point where the branch of a tile in a direction ends, in half-tile units."""
    dx, dy = STEP[direction]
    return 2 * place[0] + dx, 2 * place[1] + dy


def places_at(point: Point) -> tuple[Place, ...]:
    """The tile places that meet at a point: one at a centre, two at a side midpoint, four at a corner."""
    x, y = point
    columns = ((x - 1) // 2, (x + 1) // 2) if x % 2 else (x // 2,)
    rows = ((y - 1) // 2, (y + 1) // 2) if y % 2 else (y // 2,)
    return tuple((col, row) for row in rows for col in columns)


SIDES: tuple[Place, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""From a place of the square lattice to the four that share a side with it."""


def regions(places: Iterable[Place], steps: Sequence[Place] = SIDES) -> list[list[Place]]:
    """Split places into regions connected side to side, each in the order in which it was reached.

    Args:
        places: the places.
        steps: from a place to its neighbours: SIDES, or HEX_STEPS on a hexagonal board.
    """
    left = dict.fromkeys(places)
    found = []
    while left:
        start, _ = left.popitem()
        region = [start]
        for x, y in region:
            for dx, dy in steps:
                other = (x + dx, y + dy)
                if other in left:
                    del left[other]
                    region.append(other)
        found.append(region)
    return found


HEX_STEPS: tuple[Place, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""From a flat-top hexagonal tile at (q, r) to its neighbour across side i, 30 + 60 i degrees clockwise."""


def hex_neighbour(place: Place, side: int) -> Place:
    """The place across a side of a hexagonal tile; there the shared side has the number `(side + 3) % 6`."""
    (q, r), (dq, dr) = place, HEX_STEPS[side]
    return q + dq, r + dr
