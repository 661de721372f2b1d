"""A second, slow scorer for Espalier, written from RULES.md alone and sharing no code with the scorer.

It tries every outline at every place, size and turn inside the tree's bounding box and looks at each
half-step.
"""

from fractions import Fraction
from itertools import pairwise

STEP = {
    "N": (0, -1), "NE": (1, -1), "E": (1, 0), "SE": (1, 1),
    "S": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (-1, -1),
}  # fmt: skip

TRIANGLE = [(0, 0), (2, 0), (1, -1)]
SQUARE = [(0, 0), (2, 0), (2, 2), (0, 2)]
DIAMOND = [(0, 0), (1, -1), (2, 0), (1, 1)]


def effective(state):
    """The effective branches as (tile, direction): printed, plus grafted, minus pruned."""
    tiles = {(tile["col"], tile["row"]) for tile in state["tiles"]}
    found = {((tile["col"], tile["row"]), way) for tile in state["tiles"] for way in tile["branches"]}
    tokens = [
        ((token["col"], token["row"]), token["direction"], token["side"]) for token in state.get("tokens", [])
    ]
    found |= {(tile, way) for tile, way, side in tokens if side == "graft" and tile in tiles}
    return found - {(tile, way) for tile, way, side in tokens if side == "prune"}


def end_of(branch):
    (col, row), way = branch
    return 2 * col + STEP[way][0], 2 * row + STEP[way][1]


def half_step(branch):
    (col, row), _ = branch
    return frozenset({(2 * col, 2 * row), end_of(branch)})


def sides(outline):
    return list(zip(outline, outline[1:] + outline[:1], strict=True))


def cut(start, end):
    """The half-steps from one point to another in one of the eight directions."""
    (x0, y0), (x1, y1) = start, end
    length = max(abs(x1 - x0), abs(y1 - y0))
    assert abs(x1 - x0) in (0, length)
    assert abs(y1 - y0) in (0, length)
    dx, dy = (x1 - x0) // length, (y1 - y0) // length
    points = [(x0 + i * dx, y0 + i * dy) for i in range(length + 1)]
    return [frozenset(pair) for pair in pairwise(points)]


def forms(outline, lines, limit):
    """The outline turned by every 45 degrees, mirrored or not, in every size up to a span of `limit`.

    Sizes are tried as fractions of the drawing, for a drawing may be larger than the smallest form, and a
    form turned by 45 degrees may be 1 / sqrt(2) as large.
    """
    seen = set()
    points = [*outline, *(end for line in lines for end in line)]
    span = max(max(abs(x - u), abs(y - v)) for x, y in points for u, v in points)
    for mirror in (1, -1):
        for turn in range(8):
            for size in range(1, limit * 2 + 1):

                def place(point, mirror=mirror, turn=turn, scale=Fraction(size, 2 * span)):
                    x, y = point[0] * mirror, point[1]
                    for _ in range(turn // 2):
                        x, y = -y, x
                    if turn % 2:  # by 45 degrees, with a factor of the square root of two
                        x, y = x - y, x + y
                    return x * scale, y * scale

                turned = [place(point) for point in points]
                ox, oy = turned[0]
                moved = [(x - ox, y - oy) for x, y in turned]
                if any(x.denominator != 1 or y.denominator != 1 for x, y in moved):
                    continue
                whole = [(int(x), int(y)) for x, y in moved]
                if max(x for x, _ in whole) - min(x for x, _ in whole) > limit:
                    continue
                if max(y for _, y in whole) - min(y for _, y in whole) > limit:
                    continue
                ends = whole[len(outline) :]
                form = (tuple(whole[: len(outline)]), tuple(zip(ends[::2], ends[1::2], strict=True)))
                if form not in seen:
                    seen.add(form)
                    yield form


def inside(outline, point):
    """Whether a point is strictly inside an outline: rays, with the points of the sides left out."""
    x, y = point
    odd = False
    for (x0, y0), (x1, y1) in sides(list(outline)):
        on_line = (x - x0) * (y1 - y0) == (y - y0) * (x1 - x0)
        if on_line and min(x0, x1) <= x <= max(x0, x1) and min(y0, y1) <= y <= max(y0, y1):
            return False
        if (y0 <= y) != (y1 <= y) and x < x0 + Fraction((x1 - x0) * (y - y0)) / (y1 - y0):
            odd = not odd
    return odd


def find(branches, outline, lines=(), nested=True):
    """The sets of half-steps of all placements of a shape, with one outline for each."""
    covered = {half_step(branch) for branch in branches}
    if not covered:
        return {}
    points = {point for step in covered for point in step}
    xs, ys = [x for x, _ in points], [y for _, y in points]
    limit = max(max(xs) - min(xs), max(ys) - min(ys))
    found = {}
    for corners, segments in forms(list(outline), list(lines), limit):
        for x in range(min(xs) - limit, max(xs) + limit + 1):
            for y in range(min(ys) - limit, max(ys) + limit + 1):
                if (x + corners[0][0], y + corners[0][1]) not in points:
                    continue
                at = [(x + dx, y + dy) for dx, dy in corners]
                own = [((x + a, y + b), (x + c, y + d)) for (a, b), (c, d) in segments]
                steps = {step for side in [*sides(at), *own] for step in cut(*side)}
                if not steps <= covered or frozenset(steps) in found:
                    continue
                if not nested and any(
                    inside(at, [sum(axis) / Fraction(2) for axis in zip(*step, strict=True)])
                    for step in covered - steps
                ):
                    continue
                found[frozenset(steps)] = at
    return found


def loose(state, enclosure="all"):
    """The unconnected branches: enclosed rim point, no other effective branch ends there."""
    branches = effective(state)
    tiles = {(tile["col"], tile["row"]) for tile in state["tiles"]}
    found = set()
    for branch in branches:
        end = end_of(branch)
        if sum(end_of(other) == end for other in branches) > 1:
            continue
        # The tile places that meet at a point are those whose square holds it.
        meeting = [
            (col, row)
            for col in range(end[0] // 2 - 1, end[0] // 2 + 3)
            for row in range(end[1] // 2 - 1, end[1] // 2 + 3)
            if abs(2 * col - end[0]) <= 1 and abs(2 * row - end[1]) <= 1
        ]
        others = [place for place in meeting if place != branch[0]]
        if (all if enclosure == "all" else any)(place in tiles for place in others):
            found.add(branch)
    return found


def score(state, rules=None):
    """Counts and points by category, in the sheet's order."""
    rules = rules or {}
    variant, nested = rules.get("variant", "standard"), rules.get("nested_shapes", True)
    branches = effective(state)
    lines = [
        ("triangle", len(find(branches, TRIANGLE, nested=nested)), 1),
        ("diamond", sum(is_diamond(it) for it in find(branches, DIAMOND, nested=nested).values()), 2),
        ("square", sum(not is_diamond(it) for it in find(branches, SQUARE, nested=nested).values()), 4),
    ]
    if variant == "standard":
        counts = []
        for design in rules.get("designs", []):
            outline = [tuple(point) for point in design["outline"]]
            further = [tuple(map(tuple, line)) for line in design.get("lines", [])]
            counts.append(len(find(branches, outline, further, nested)))
            lines.append((f"design:{design['name']}", counts[-1], design["points"]))
        lines.append(("design_set", min(counts) if len(counts) == 3 else 0, 5))
    if variant != "novice":
        fruit = [
            (one["kind"], end_of(((one["col"], one["row"]), one["at"]))) for one in state.get("fruit", [])
        ]
        for kind, points in (("lemon", 1), ("lime", 2), ("orange", 3)):
            ending = sum(end_of(branch) == at for name, at in fruit if name == kind for branch in branches)
            lines.append((kind, ending, points))
        lines.append(
            ("fruit_set", min(sum(k == kind for k, _ in fruit) for kind in ("lemon", "lime", "orange")), 5)
        )
        lines.append(("unconnected", len(loose(state, rules.get("enclosure", "all"))), -3))
    return {category: (count, count * points) for category, count, points in lines}


def is_diamond(outline):
    """A square that stands on its corner."""
    return outline[0][0] != outline[1][0] and outline[0][1] != outline[1][1]


def near(state, outline, lines=()):
    """The near misses of a shape: its half-steps, all on tiles, one or two of them lacking; with what is lacking."""
    every = {((it["col"], it["row"]), way) for it in state["tiles"] for way in STEP}
    covered = {half_step(branch) for branch in effective(state)}
    possible = {half_step(branch): branch for branch in every}
    return {
        steps: {possible[step] for step in steps - covered}
        for steps in find(every, outline, lines)
        if 1 <= len(steps - covered) <= 2
    }
