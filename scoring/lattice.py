"""The square lattice: tile places, the eight directions, and points in half-tile units.

A tile's centre is (2 * col, 2 * row); its eight rim points are that plus (dx, dy) with dx, dy in {-1, 0, 1}.
So centres are (even, even), side midpoints have one odd coordinate and corners are (odd, odd).
"""

from collections.abc import Iterable
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


def regions(places: Iterable[Place]) -> list[list[Place]]:
    """Split places into regions connected edge to edge, each in the order in which it was reached."""
    left = dict.fromkeys(places)
    found = []
    while left:
        start, _ = left.popitem()
        region = [start]
        for col, row in region:
            for other in ((col, row - 1), (col + 1, row), (col, row + 1), (col - 1, row)):
                if other in left:
                    del left[other]
                    region.append(other)
        found.append(region)
    return found
