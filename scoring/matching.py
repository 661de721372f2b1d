"""One matcher for every shape: where in a tree an outline is covered by branches.

A placement of a shape is one of its orientations, times a whole size k >= 1, moved. It counts when every half-step of
its sides and of its further lines is covered by a branch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count, islice
from typing import NamedTuple

from scoring.board import FORWARD, NEAR, Board, indices
from scoring.lattice import STEPS
from scoring.shapes import Line, Orientation, Shape, covered, direction_and_length, sides_of, turning_corners
from scoring.sheet import Point

MAX_INNER_STEPS = 64
CROWD = 4096  # bits of a board that are looked at in the time that one corner takes


@dataclass(frozen=True, slots=True)
class Match:
    """The placements of one orientation at one size.

    For each bit i of `bits`, its (0, 0) lies at the board's bit `base + i`.
    """

    orientation: Orientation
    size: int
    bits: int
    base: int = 0

    def outline(self) -> tuple[Point, ...]:
        """The corners at this size, from (0, 0)."""
        return _sized(self.orientation, self.size)[0]

    def lines(self) -> tuple[Line, ...]:
        """The further lines at this size, from (0, 0)."""
        return _sized(self.orientation, self.size)[1]

    def placed(self, board: Board) -> Iterator[tuple[tuple[Point, ...], tuple[Line, ...]]]:
        """For each placement its corners and its further lines, in half-tile units."""
        outline, lines = _sized(self.orientation, self.size)
        width, left, top = board.width, board.left, board.top
        for index in indices(self.bits):
            y, x = divmod(self.base + index, width)
            x, y = x + left, y + top
            yield (
                tuple([(x + dx, y + dy) for dx, dy in outline]),
                lines and tuple([((x + ax, y + ay), (x + bx, y + by)) for (ax, ay), (bx, by) in lines]),
            )


_Side = tuple[int, int, int]
"""A side or line at size 1: index of FORWARD, length, and offset of its start from the shape's (0, 0)."""


class _Plan(NamedTuple):
    """How to look for an orientation on a board of one width."""

    orientation: Orientation
    corner: int  # offset of the corner where the next two meet
    corner_sides: tuple[_Side, _Side]  # the longest side and the longer one beside it: they rule out most
    rest: tuple[_Side, ...]  # the other sides and the lines, the longest first
    left: int  # how far the shape reaches to the left of its (0, 0), as a negative number, and to the right
    right: int


@lru_cache(maxsize=4096)
def _sized(orientation: Orientation, size: int) -> tuple[tuple[Point, ...], tuple[Line, ...]]:
    """The corners and the further lines of an orientation at a size, from (0, 0)."""
    return (
        tuple((size * x, size * y) for x, y in orientation.outline),
        tuple(((size * ax, size * ay), (size * bx, size * by)) for (ax, ay), (bx, by) in orientation.lines),
    )


def matches(form: Shape, board: Board) -> Iterator[Match]:
    """Every placement of a shape whose outline and lines are covered, each set of branches once."""
    near = board.near
    for plan in _plans(form, board.width):
        (one, length, start), (other, other_length, other_start) = plan.corner_sides
        for size in range(1, NEAR // length + 1):
            bits = (
                near[one][size * length] >> size * start
                & near[other][size * other_length] >> size * other_start
            )
            if not bits:
                break  # where no corner has two sides as long as that, none has longer ones
            for way, unit, offset in plan.rest:
                bits &= near[way][size * unit] >> size * offset
                if not bits:
                    break
            else:
                yield from _on_board(plan, size, bits, board)
        else:
            yield from _large_matches(plan, board)


def _large_matches(plan: _Plan, board: Board) -> Iterator[Match]:
    """The matches with sides so long that the board keeps no answers for them."""

    def reaching(size: int, side: _Side) -> int:
        way, unit, offset = side
        return board.reach(way, size * unit) >> size * offset

    size = NEAR // plan.corner_sides[0][1] + 1
    while bits := reaching(size, plan.corner_sides[0]) & reaching(size, plan.corner_sides[1]):
        if bits.bit_count() * CROWD < board.size:
            yield from _single_matches(plan, size, bits, board)
            break
        for side in plan.rest:
            bits &= reaching(size, side)
            if not bits:
                break
        else:
            yield from _on_board(plan, size, bits, board)
        size += 1


def _single_matches(plan: _Plan, size: int, corners: int, board: Board) -> Iterator[Match]:
    """The matches from a size upward at few corners, looked at one by one.

    Bit boards of a tree that stretches far cost much for each size, and such a tree can have thousands of
    sizes.
    """

    def reached(at: int, size: int, sides: Iterable[_Side]) -> bool:
        return all(board.run(way).get(at + size * offset, 0) >= size * unit for way, unit, offset in sides)

    for corner in [index + size * plan.corner for index in indices(corners)]:
        for larger in count(size):
            at = corner - larger * plan.corner
            if not reached(at, larger, plan.corner_sides):
                break
            if reached(at, larger, plan.rest):
                yield from _on_board(plan, larger, 1, board, at)


def _on_board(plan: _Plan, size: int, bits: int, board: Board, base: int = 0) -> Iterator[Match]:
    """A match, unless a line that sticks out of the outline has left the board and come in on its other side."""
    if plan.orientation.lines:
        bits &= board.columns(size * plan.left, size * plan.right) >> base
    if bits:
        yield Match(plan.orientation, size, bits, base)


def placements_like(form: Shape, outline: Sequence[Point]) -> Iterator[Match]:
    """The orientations and sizes of a shape in which its outline is a given one, wherever that lies.

    Raises:
        ValueError: when a side of the outline lies in none of the eight directions.
    """
    wanted = _from_top_left(turning_corners(outline))
    for orientation in form.orientations:
        unit = _from_top_left(orientation.outline)
        size = max(x for x, _ in wanted) // max(x for x, _ in unit) if wanted else 0
        sized = [(size * x, size * y) for x, y in unit]
        # The same corners in another order are another outline.
        if size and {frozenset(side) for side in sides_of(wanted)} == {
            frozenset(side) for side in sides_of(sized)
        }:
            yield Match(orientation, size, 1)


def _from_top_left(corners: Sequence[Point]) -> list[Point]:
    left, top = min((x for x, _ in corners), default=0), min((y for _, y in corners), default=0)
    return [(x - left, y - top) for x, y in corners]


def without_inner_branches(match: Match, board: Board) -> Match:
    """Those placements with no effective branch, but for their own lines, strictly inside the outline."""
    bits = match.bits
    steps = _inner_half_steps(match.orientation, match.size)
    for (x, y), forward in steps:
        bits &= ~(board.steps[forward] >> match.base + x + y * board.width)
        if not bits:
            break
    if len(steps) == MAX_INNER_STEPS and bits:
        bits = _with_nothing_inside(replace(match, bits=bits), board)
    return replace(match, bits=bits)


def _with_nothing_inside(match: Match, board: Board) -> int:
    """The bits of the placements with no branch inside, looked at one by one: for large outlines."""
    left = min(x for x, _ in match.outline())
    inside = [0] * len(FORWARD)
    for forward, y, row in _inner_rows(match):
        inside[forward] |= row << y * board.width
    return sum(
        1 << at
        for at in indices(match.bits)
        if not any(
            board.steps[forward] >> match.base + at + left & mask for forward, mask in enumerate(inside)
        )
    )


@lru_cache(maxsize=4096)
def _inner_half_steps(orientation: Orientation, size: int) -> tuple[tuple[Point, int], ...]:
    """The half-steps strictly inside an outline, as (start, index of FORWARD).

    At most the first MAX_INNER_STEPS: so many rule out nearly every outline that has branches inside; more
    would cost memory without end.
    """
    placed = Match(orientation, size, 1)
    left = min(x for x, _ in placed.outline())
    steps = (((left + x, y), forward) for forward, y, row in _inner_rows(placed) for x in indices(row))
    return tuple(islice(steps, MAX_INNER_STEPS))


def _inner_rows(match: Match) -> Iterator[tuple[int, int, int]]:
    """The half-steps strictly inside an outline, but for its own lines, row by row.

    Half-steps meet sides only at lattice points, so the middle of a half-step tells for all of it.

    Yields:
        (index of FORWARD, y, bits): for each half-step that starts in row y the bit of its x, counted from the
        outline's leftmost point.
    """
    outline, own = match.outline(), covered(match.lines())
    left = min(x for x, _ in outline)
    sides = [((ax - left, ay), (bx - left, by)) for (ax, ay), (bx, by) in sides_of(outline)]

    def inside(height: float, dx: int) -> int:
        """The half-steps whose middles lie inside at a height, in quarters of a tile as all in here."""
        crossed = sorted(
            2 * ax + round((height - 2 * ay) * (bx - ax) / (by - ay))
            for (ax, ay), (bx, by) in sides
            if (2 * ay < height) != (2 * by < height)
        )
        spans = zip(crossed[::2], crossed[1::2], strict=True)
        starts = [((start - dx) // 2 + 1, (end - dx + 1) // 2) for start, end in spans]
        return sum((1 << end) - (1 << start) for start, end in starts if start < end)

    for y in range(min(y for _, y in outline), max(y for _, y in outline)):
        for forward, (dx, dy) in enumerate(STEPS[direction] for direction in FORWARD):
            # Along a row, where sides may lie as well: inside is what is inside just above and just below.
            row = inside(2 * y + 1, dx) if dy else inside(2 * y - 0.25, dx) & inside(2 * y + 0.25, dx)
            for x in indices(row) if own else ():
                if frozenset(((left + x, y), (left + x + dx, y + dy))) in own:
                    row ^= 1 << x
            yield forward, y, row


@lru_cache(maxsize=1024)
def _plans(form: Shape, width: int) -> tuple[_Plan, ...]:
    """How to look for each orientation on a board of a width; one too wide for it is left out."""
    plans = []
    for orientation in form.orientations:
        sides = []
        for start, end in orientation.segments():
            direction, length = direction_and_length(start, end)
            if direction not in FORWARD:
                start, direction = end, direction ^ 4
            sides.append((FORWARD.index(direction), length, start[0] + start[1] * width))
        corners = len(orientation.outline)
        # segments() begins with the side that arrives at the first corner
        longest = max(range(corners), key=lambda number: sides[number][1])
        before, after = (longest - 1) % corners, (longest + 1) % corners
        beside = max(before, after, key=lambda number: sides[number][1])
        x, y = orientation.outline[before if beside == before else longest]
        xs = [x for segment in orientation.segments() for x, _ in segment]
        if max(xs) - min(xs) < width:
            rest = [side for number, side in enumerate(sides) if number not in (longest, beside)]
            plans.append(
                _Plan(
                    orientation,
                    corner=x + y * width,
                    corner_sides=(sides[longest], sides[beside]),
                    rest=tuple(sorted(rest, key=lambda side: -side[1])),
                    left=min(xs),
                    right=max(xs),
                )
            )
    return tuple(plans)
