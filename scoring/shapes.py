"""One matcher for every outline: triangles, squares, diamonds and the difficult designs.

A shape is a closed outline on the lattice, read as Gaussian integers (x, y) = x + i y. A placement multiplies it by
`k i^n` or `k (1 + i) i^n` with a whole k >= 1 (any size, any turn by 45 degrees that stays on the lattice), mirrors it
or not, and moves it. It counts when every half-step of its sides, and of its further lines, is covered by a branch.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import gcd

from scoring.lattice import STEPS
from scoring.sheet import Point

Line = tuple[Point, Point]
"""A segment from one lattice point to another, in half-tile units."""

WIDTH = 1 << 20  # points are kept as one number, x * WIDTH + y; far wider than any tree
OFFSETS = tuple(dx * WIDTH + dy for dx, dy in STEPS)


def key(point: Point) -> int:
    """A point as one number, so that moving it is an addition."""
    return point[0] * WIDTH + point[1]


def point_of(number: int) -> Point:
    """The point that `key` made a number of."""
    x, y = divmod(number + WIDTH // 2, WIDTH)
    return x, y - WIDTH // 2


def direction_and_length(start: Point, end: Point) -> tuple[int, int]:
    """The lattice direction (index into DIRECTIONS) and the number of half-steps from one point to another.

    Raises:
        ValueError: when the points are the same or the segment lies in none of the eight directions.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = max(abs(dx), abs(dy))
    if length == 0:
        raise ValueError("a side from a point to itself")
    if dx and dy and abs(dx) != abs(dy):
        raise ValueError(f"the side from {list(start)} to {list(end)} lies in none of the eight directions")
    return STEPS.index((dx // length, dy // length)), length


@dataclass(frozen=True, slots=True)
class _Start:
    """How an orientation is checked from one of its corners. All places are offsets of keys at size 1."""

    first: tuple[int, int]  # direction and length of the side that leaves the corner
    last: tuple[int, int]  # direction and length, seen from the corner, of the side that arrives there
    rest: tuple[tuple[int, int, int], ...]  # offset of its start, direction, length: the other sides and the lines
    corners: tuple[int, ...]
    lines: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """An outline in all its different orientations, each at its smallest size. Made by `shape`."""

    orientations: tuple[tuple[_Start, ...], ...]


@dataclass(frozen=True, slots=True)
class Match:
    """One placement of a shape that is covered by branches."""

    start: _Start
    at: int
    size: int

    def outline(self) -> tuple[Point, ...]:
        """The corners in half-tile units, in the order of the shape's own outline."""
        return tuple(point_of(self.at + self.size * offset) for offset in self.start.corners)

    def is_upright(self) -> bool:
        """Whether the first side is horizontal or vertical."""
        return self.start.first[0] % 2 == 0

    def lines(self) -> tuple[Line, ...]:
        """The further lines in half-tile units."""
        return tuple(
            (point_of(self.at + self.size * a), point_of(self.at + self.size * b)) for a, b in self.start.lines
        )


class Runs:
    """How far branches lead without a gap from each lattice point in each of the eight directions.

    `ahead[d]` maps the key of a point to the number of covered half-steps that lie ahead of it in direction d; points
    with none are left out.
    """

    __slots__ = ("_corners", "ahead")

    def __init__(self, branches: Iterable[tuple[int, int]]) -> None:
        """Take the branches as (key of the tile's centre, index of the direction)."""
        covered: list[set[int]] = [set() for _ in STEPS]
        for centre, direction in branches:
            covered[direction].add(centre)
            covered[direction ^ 4].add(centre + OFFSETS[direction])
        self.ahead: list[dict[int, int]] = [{} for _ in STEPS]
        self._corners: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
        for direction in range(4):
            self._measure(direction, covered[direction])

    def _measure(self, direction: int, covered: set[int]) -> None:
        offset, forward, back = OFFSETS[direction], self.ahead[direction], self.ahead[direction ^ 4]
        for start in covered:
            if start - offset in covered:
                continue
            end = start + offset
            while end in covered:
                end += offset
            length = (end - start) // offset
            for done in range(length):
                forward[start + done * offset] = length - done
                back[end - done * offset] = length - done

    def corners(self, one: int, other: int) -> list[tuple[int, int, int]]:
        """The points with branches in two directions, as (key, run in the one, run in the other)."""
        found = self._corners.get((one, other))
        if found is None:
            ahead, beside = self.ahead[one], self.ahead[other]
            found = [(point, ahead[point], beside[point]) for point in ahead.keys() & beside.keys()]
            self._corners[one, other] = found
        return found


@lru_cache(maxsize=256)
def shape(outline: tuple[Point, ...], lines: tuple[Line, ...] = ()) -> Shape:
    """Prepare an outline for matching: its smallest form in each of its orientations that differ.

    Args:
        outline: the corners in half-tile units, corner after corner; the last is joined to the first.
        lines: further segments that must be covered too.

    Raises:
        ValueError: when a side or line lies in none of the eight directions, or fewer than three corners turn.
    """
    points = _without_straight_corners(outline)
    if len(points) < 3:
        raise ValueError("an outline needs at least three corners")
    points, small_lines = _smallest(points, lines)
    seen = set()
    orientations = []
    for mirrored in (False, True):
        for eighths in range(8):
            turned = [_turned(point, eighths, mirrored) for point in points]
            turned_lines = [(_turned(a, eighths, mirrored), _turned(b, eighths, mirrored)) for a, b in small_lines]
            form = _half_steps(turned, turned_lines)
            if form not in seen:
                seen.add(form)
                orientations.append(_starts(turned, turned_lines))
    return Shape(tuple(orientations))


def matches(form: Shape, runs: Runs) -> Iterator[Match]:
    """Every placement of a shape whose outline and lines are covered, each set of branches once."""
    for starts in form.orientations:
        # The corner with the fewest candidates decides fastest where the shape cannot lie.
        start = min(starts, key=lambda it: len(runs.corners(it.first[0], it.last[0])))
        first, last = start.first[1], start.last[1]
        rest = [(offset, runs.ahead[direction], length) for offset, direction, length in start.rest]
        for at, one, other in runs.corners(start.first[0], start.last[0]):
            for size in range(1, min(one // first, other // last) + 1):
                for offset, ahead, length in rest:
                    if ahead.get(at + size * offset, 0) < size * length:
                        break
                else:
                    yield Match(start, at, size)


def has_branch_inside(match: Match, branches: Mapping[Point, int]) -> bool:
    """Whether an effective branch, other than the shape's own lines, lies strictly inside the outline.

    Args:
        match: the placement.
        branches: for each tile's place, a bit for each of DIRECTIONS.
    """
    outline = match.outline()
    own = {frozenset(step) for line in match.lines() for step in half_steps_between(*line)}
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    for row in range(-(-min(ys) // 2), max(ys) // 2 + 1):
        for col in range(-(-min(xs) // 2), max(xs) // 2 + 1):
            mask = branches.get((col, row), 0)
            for direction, (dx, dy) in enumerate(STEPS):
                if not mask >> direction & 1:
                    continue
                x, y = 2 * col, 2 * row
                # Branches meet sides only at lattice points, so the middle of a branch tells for all of it.
                if _strictly_inside(outline, 2 * x + dx, 2 * y + dy) and frozenset(((x, y), (x + dx, y + dy))) not in own:
                    return True
    return False


def _strictly_inside(outline: Sequence[Point], x: int, y: int) -> bool:
    """Whether a point, in quarter-tile units, lies inside an outline in half-tile units and on none of its sides."""
    inside = False
    x0, y0 = 2 * outline[-1][0], 2 * outline[-1][1]
    for corner in outline:
        x1, y1 = 2 * corner[0], 2 * corner[1]
        cross = (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)
        if cross == 0 and min(x0, x1) <= x <= max(x0, x1) and min(y0, y1) <= y <= max(y0, y1):
            return False
        if (y0 > y) != (y1 > y) and (cross > 0) == (y1 > y0):
            inside = not inside
        x0, y0 = x1, y1
    return inside


def _without_straight_corners(outline: Sequence[Point]) -> list[Point]:
    """The corners at which the outline turns; a first corner that is repeated at the end counts once."""
    points = list(outline[:-1] if len(outline) > 1 and outline[0] == outline[-1] else outline)
    ways = [direction_and_length(points[i - 1], point)[0] for i, point in enumerate(points)]
    return [point for i, point in enumerate(points) if ways[i] != ways[(i + 1) % len(points)]]


def _smallest(points: Sequence[Point], lines: Sequence[Line]) -> tuple[list[Point], list[Line]]:
    """Divide by the largest whole number and by 1 + i as far as all points stay on the lattice."""
    x0, y0 = points[0]

    def moved(point: Point) -> Point:
        return point[0] - x0, point[1] - y0

    everything = [moved(point) for point in [*points, *(point for line in lines for point in line)]]
    factor = gcd(*(number for point in everything for number in point))
    # (x + i y) / (1 + i) = ((x + y) + i (y - x)) / 2
    halved = all((x + y) // factor % 2 == 0 for x, y in everything)

    def small(point: Point) -> Point:
        x, y = moved(point)
        x, y = x // factor, y // factor
        return ((x + y) // 2, (y - x) // 2) if halved else (x, y)

    return [small(point) for point in points], [(small(a), small(b)) for a, b in lines]


def _turned(point: Point, eighths: int, mirrored: bool) -> Point:
    """A point multiplied by i for every two eighths of a turn and by 1 + i for an odd one, mirrored first."""
    x, y = point
    if mirrored:
        x = -x
    for _ in range(eighths // 2):
        x, y = -y, x
    return (x - y, x + y) if eighths % 2 else (x, y)


def half_steps_between(start: Point, end: Point) -> Iterator[Line]:
    """The half-steps from one lattice point to another, one after the other."""
    direction, length = direction_and_length(start, end)
    (x, y), (dx, dy) = start, STEPS[direction]
    for _ in range(length):
        yield (x, y), (x + dx, y + dy)
        x, y = x + dx, y + dy


def _half_steps(points: Sequence[Point], lines: Sequence[Line]) -> frozenset[frozenset[Point]]:
    """The half-steps of an outline and its lines, moved so that equal forms are equal sets."""
    segments = [*((points[i - 1], point) for i, point in enumerate(points)), *lines]
    left = min(x for segment in segments for x, _ in segment)
    top = min(y for segment in segments for _, y in segment)
    return frozenset(
        frozenset(((ax - left, ay - top), (bx - left, by - top)))
        for segment in segments
        for (ax, ay), (bx, by) in half_steps_between(*segment)
    )


def _starts(points: Sequence[Point], lines: Sequence[Line]) -> tuple[_Start, ...]:
    count = len(points)
    sides = [direction_and_length(points[i], points[(i + 1) % count]) for i in range(count)]
    starts = []
    for corner in range(count):
        origin = key(points[corner])
        others = [(key(points[i % count]) - origin, *sides[i % count]) for i in range(corner + 1, corner + count - 1)]
        others += [(key(a) - origin, *direction_and_length(a, b)) for a, b in lines]
        back, length = sides[corner - 1]
        starts.append(
            _Start(
                first=sides[corner],
                last=(back ^ 4, length),
                rest=tuple(others),
                corners=tuple(key(point) - origin for point in points),
                lines=tuple((key(a) - origin, key(b) - origin) for a, b in lines),
            )
        )
    return tuple(starts)
