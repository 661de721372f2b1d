"""Why each line of an Espalier sheet has its points, in sentences with places in table terms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.espalier_state import State
from scoring.lattice import DIRECTIONS, STEPS, places_at
from scoring.sheet import (
    BranchEvidence,
    Evidence,
    FruitEvidence,
    GoalEvidence,
    OutlineEvidence,
    Place,
    Point,
    ScoreLine,
    ScoreSheet,
)
from scoring.words import SIDES, listed, number_of, ordinal, sentence, tile_words


def pot_of(state: State) -> Place | None:
    """The pot's place, None where there is not exactly one."""
    pots = [tile.place for tile in state.tiles if tile.kind == "pot"]
    return pots[0] if len(pots) == 1 else None


def point_words(point: Point, state: State) -> str:
    """A lattice point as players would point at it: a tile, or a side or corner of one, near the pot if possible."""
    pot = pot_of(state)
    tiles = {tile.place for tile in state.tiles}
    places = places_at(point)
    col, row = min(places, key=lambda place: (place not in tiles, _distance(place, pot)))
    step = (point[0] - 2 * col, point[1] - 2 * row)
    name = tile_words((col, row), pot)
    return name if step == (0, 0) else f"the {SIDES[DIRECTIONS[STEPS.index(step)]]} of {name}"


def _distance(place: Place, pot: Place | None) -> int:
    col, row = pot or (0, 0)
    return abs(place[0] - col) + abs(place[1] - row)


def branch_words(branch: BranchEvidence, state: State) -> str:
    """A branch by its tile and where it leads."""
    return f"the branch to the {SIDES[branch.direction]} of {tile_words(branch.tile, pot_of(state))}"


def outline_words(category: str, outline: Sequence[Point], state: State) -> str:
    """A shape by its kind, size and place."""

    def at(point: Point) -> str:
        return point_words(point, state)

    if category == "square":
        first, last = min(outline), max(outline)
        return f"the square of side {(last[0] - first[0]) // 2}, from {at(first)} to {at(last)}"
    if category == "diamond":
        return f"the diamond from {at(min(outline))} to {at(max(outline))}"
    if category == "triangle":
        right = next(number for number in range(3) if _is_right_angle(outline, number))
        ends = sorted(corner for corner in outline if corner != outline[right])
        long_side = " to ".join(at(end) for end in ends)
        return f"the triangle with its right angle at {at(outline[right])} and its long side from {long_side}"
    name = category.removeprefix("design:")
    corners = listed(
        [at(corner).removeprefix("the ").removesuffix(" from the pot") for corner in outline], most=64
    )
    return f"the {name} with its corners at {corners}"


def _is_right_angle(outline: Sequence[Point], number: int) -> bool:
    (ax, ay), (bx, by), (cx, cy) = outline[number - 1], outline[number], outline[(number + 1) % len(outline)]
    return (ax - bx) * (cx - bx) + (ay - by) * (cy - by) == 0


def explain(state: State, sheet: ScoreSheet) -> ScoreSheet:
    """The same sheet with a sentence for each thing that scored, in places that players see on the table."""
    by_category = {line.category: line for line in sheet.items}

    def why(line: ScoreLine) -> tuple[str, ...]:
        if line.category == "design_set" and line.count:
            designs = [it for it in sheet.items if it.category.startswith("design:")]
            counts = listed([f"{it.count} {it.category.removeprefix('design:')}" for it in designs])
            return (_sets(line, counts),)
        if line.category == "fruit_set" and line.count:
            counts = listed(
                [number_of(len(by_category[kind].evidence), kind) for kind in ("lemon", "lime", "orange")]
            )
            return (_sets(line, counts),)
        return tuple(_sentence(line, piece, state) for piece in line.evidence)

    items = tuple(replace(line, why=tuple(sentence(one) for one in why(line))) for line in sheet.items)
    return replace(sheet, items=items)


def _sets(line: ScoreLine, counts: str) -> str:
    return f"{counts} make {number_of(line.count, 'set')}: {number_of(line.points, 'point')}"


def _sentence(line: ScoreLine, piece: Evidence, state: State) -> str:
    each = line.points_each or 0
    if isinstance(piece, OutlineEvidence):
        return f"{outline_words(line.category, piece.outline, state)}: {number_of(each, 'point')}"
    if isinstance(piece, FruitEvidence):
        ends = f"{number_of(piece.branches, 'branch ends', 'branches end')} on the {line.category}"
        return f"{ends} at {point_words(piece.point, state)}: {number_of(each * piece.branches, 'point')}"
    if isinstance(piece, GoalEvidence):
        place = f"{ordinal(piece.place)} place in the {ordinal(piece.goal)} season's goal"
        return f"{place}: {number_of(piece.points, 'point')}"
    if isinstance(piece, BranchEvidence):
        return f"{branch_words(piece, state)} meets no other branch at its enclosed end: minus {-each} points"
    raise TypeError(f"no sentence for {piece!r}")
