"""Outlines on the lattice, in all their orientations: triangles, squares, diamonds and the difficult designs.

A shape is a closed outline, read as Gaussian integers (x, y) = x + i y. Its orientations are the products of its
smallest form with `i^n` and `(1 + i) i^n`, mirrored or not: turns by 45 degrees that stay on the lattice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import gcd

from scoring.errors import RefusedError
from scoring.lattice import STEPS
from scoring.sheet import Point

Line = tuple[Point, Point]
"""A segment from one lattice point to another, in half-tile units."""


def direction_and_length(start: Point, end: Point) -> tuple[int, int]:
    """The lattice direction (index of DIRECTIONS) and the number of half-steps from one point to another.

    Raises:
        RefusedError: when the points are the same or the segment lies in none of the eight directions.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = max(abs(dx), abs(dy))
    if length == 0:
        raise RefusedError("point_twice", f"the point {list(start)} stands twice in a row", point=[*start])
    if dx and dy and abs(dx) != abs(dy):
        message = f"the side from {list(start)} to {list(end)} lies in none of the eight directions"
        raise RefusedError("side_askew", message, start=[*start], end=[*end])
    return STEPS.index((dx // length, dy // length)), length


def half_steps_between(start: Point, end: Point) -> Iterator[Line]:
    """The half-steps from one lattice point to another, one after the other."""
    direction, length = direction_and_length(start, end)
    (x, y), (dx, dy) = start, STEPS[direction]
    for _ in range(length):
        yield (x, y), (x + dx, y + dy)
        x, y = x + dx, y + dy


def sides_of(outline: Sequence[Point]) -> list[Line]:
    """The sides of an outline, beginning with the one that arrives at its first corner."""
    return [(outline[i - 1], corner) for i, corner in enumerate(outline)]


@dataclass(frozen=True, eq=False, slots=True)
class Orientation:
    """A shape in one of its turns, at its smallest size, with its topmost leftmost point at (0, 0)."""

    outline: tuple[Point, ...]
    lines: tuple[Line, ...]

    def segments(self) -> list[Line]:
        """The sides and the further lines."""
        return [*sides_of(self.outline), *self.lines]

    def is_upright(self) -> bool:
        """Whether the first side is horizontal or vertical."""
        return self.outline[0][0] == self.outline[1][0] or self.outline[0][1] == self.outline[1][1]


@dataclass(frozen=True, eq=False, slots=True)
class Shape:
    """An outline in all its orientations that differ. Made by `shape`."""

    orientations: tuple[Orientation, ...]


@lru_cache(maxsize=256)
def shape(outline: tuple[Point, ...], lines: tuple[Line, ...] = ()) -> Shape:
    """Prepare an outline for matching: its smallest form in each of its orientations that differ.

    Args:
        outline: the corners in half-tile units, corner after corner; the last is joined to the first.
        lines: further segments that must be covered too.

    Raises:
        RefusedError: when a side or line lies in none of the eight directions, or fewer than three corners turn.
    """
    corners = turning_corners(outline)
    if len(corners) < 3:
        raise RefusedError("few_corners", "an outline needs at least three corners at which it turns")
    corners, segments = _smallest(corners, lines)
    found: dict[frozenset[frozenset[Point]], Orientation] = {}
    for mirrored in (False, True):
        for eighths in range(8):
            turned = _oriented(corners, segments, eighths, mirrored)
            # A symmetric design that covers the same branches in two ways counts once.
            found.setdefault(covered(turned.segments()), turned)
    return Shape(tuple(found.values()))


def covered(segments: Iterable[Line]) -> frozenset[frozenset[Point]]:
    """The half-steps of some segments, each as the set of its two ends."""
    return frozenset(frozenset(step) for segment in segments for step in half_steps_between(*segment))


def turning_corners(outline: Sequence[Point]) -> list[Point]:
    """The corners at which the outline turns; a first corner that is repeated at the end counts once."""
    points = list(outline[:-1] if len(outline) > 1 and outline[0] == outline[-1] else outline)
    ways = [direction_and_length(points[i - 1], point)[0] for i, point in enumerate(points)]
    return [point for i, point in enumerate(points) if ways[i] != ways[(i + 1) % len(points)]]


def _smallest(corners: Sequence[Point], lines: Sequence[Line]) -> tuple[list[Point], list[Line]]:
    """Divide by the largest whole number, then by 1 + i, as far as all points stay on the lattice."""
    x0, y0 = corners[0]
    numbers = [(x - x0, y - y0) for x, y in (*corners, *(end for line in lines for end in line))]
    factor = gcd(*(number for pair in numbers for number in pair))
    numbers = [(x // factor, y // factor) for x, y in numbers]
    if all((x + y) % 2 == 0 for x, y in numbers):
        # (x + i y) / (1 + i) = ((x + y) + i (y - x)) / 2
        numbers = [((x + y) // 2, (y - x) // 2) for x, y in numbers]
    ends = numbers[len(corners) :]
    return numbers[: len(corners)], list(zip(ends[::2], ends[1::2], strict=True))


def _oriented(corners: Sequence[Point], lines: Sequence[Line], eighths: int, mirrored: bool) -> Orientation:
    """Mirror, multiply by i for every two eighths of a turn and 1 + i for an odd one, move to (0, 0)."""

    def turned(point: Point) -> Point:
        x, y = point
        if mirrored:
            x = -x
        for _ in range(eighths // 2):
            x, y = -y, x
        return (x - y, x + y) if eighths % 2 else (x, y)

    outline = [turned(corner) for corner in corners]
    segments = [(turned(start), turned(end)) for start, end in lines]
    top, left = min((y, x) for x, y in (*outline, *(end for segment in segments for end in segment)))
    return Orientation(
        tuple((x - left, y - top) for x, y in outline),
        tuple(((ax - left, ay - top), (bx - left, by - top)) for (ax, ay), (bx, by) in segments),
    )
