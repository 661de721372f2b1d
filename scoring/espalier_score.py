"""The score of an Espalier tree, line by line."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import NamedTuple

from scoring.board import Board, indices
from scoring.espalier_check import check
from scoring.espalier_shapes import SIMPLE_SHAPES, shape_kinds
from scoring.espalier_state import (
    FruitKind,
    Rules,
    State,
    branches_at,
    effective_branches,
)
from scoring.lattice import DIRECTIONS, STEPS
from scoring.matching import Match, matches, without_inner_branches
from scoring.sheet import (
    BranchEvidence,
    Evidence,
    FruitEvidence,
    GoalEvidence,
    Measure,
    OutlineEvidence,
    Place,
    Problem,
    ScoreLine,
    ScoreSheet,
)

FRUIT_POINTS: dict[FruitKind, int] = {"lemon": 1, "lime": 2, "orange": 3}
BASIC_SHAPES = {kind.category for kind in SIMPLE_SHAPES}
SET_POINTS = 5
DESIGNS_OF_A_SET = 3
UNCONNECTED_POINTS = -3
MAX_EVIDENCE = 20_000  # outlines written out for one line; a real tree has fewer than a hundred


class _Item(NamedTuple):
    """A line before its evidence is written out: the total alone must not cost more than counting."""

    category: str
    number: int
    points_each: int | None
    points: int
    evidence: Callable[[], Iterable[Evidence]]


def score(state: State, rules: Rules | None = None) -> ScoreSheet:
    """Score a finished tree.

    Args:
        state: the tree.
        rules: the switches; the contract's defaults when left out.

    Returns:
        The sheet, with the evidence for each line and a warning for each breach of the rules.
    """
    rules = rules or Rules()
    items = tuple(
        ScoreLine(item.category, item.number, item.points_each, item.points, tuple(item.evidence()))
        for item in _items(state, rules)
    )
    warnings = (*check(state), *_assumptions(rules), *_left_out(items))
    return ScoreSheet("espalier", sum(line.points for line in items), items, warnings)


def total(state: State, rules: Rules | None = None) -> int:
    """The total alone, for what-ifs: several times faster than `score`."""
    return sum(item.points for item in _items(state, rules or Rules()))


def measures(sheet: ScoreSheet) -> tuple[Measure, ...]:
    """What ranks several players, in order: "most points; then most basic shapes; then most fruit"."""
    basic = sum(line.count for line in sheet.items if line.category in BASIC_SHAPES)
    fruit = sum(len(line.evidence) for line in sheet.items if line.category in FRUIT_POINTS)
    return Measure("points", sheet.total or 0), Measure("basic shapes", basic), Measure("fruit", fruit)


def _items(state: State, rules: Rules) -> Iterator[_Item]:
    branches = effective_branches(state)
    board = Board(branches)
    yield from _shape_items(board, rules)
    if rules.variant != "novice":
        yield from _fruit_items(state, branches)
    yield _goal_item(rules)
    if rules.variant != "novice":
        yield _unconnected_item(board, rules)


def _shape_items(board: Board, rules: Rules) -> Iterator[_Item]:
    counts = []
    for kind in shape_kinds(rules):
        found = list(matches(kind.form, board))
        if not rules.nested_shapes:
            found = [without_inner_branches(match, board) for match in found]
        count = sum(match.bits.bit_count() for match in found)
        yield _Item(kind.category, count, kind.points, count * kind.points, partial(_outlines, found, board))
        counts.append(count)
    if rules.variant == "standard":
        designs = counts[len(SIMPLE_SHAPES) :]
        sets = min(designs) if len(designs) == DESIGNS_OF_A_SET else 0
        yield _Item("design_set", sets, SET_POINTS, sets * SET_POINTS, tuple)


def _outlines(some: list[Match], board: Board) -> list[OutlineEvidence]:
    placed = islice((it for match in some for it in match.placed(board)), MAX_EVIDENCE)
    return sorted([OutlineEvidence(*it) for it in placed])


def _fruit_items(state: State, branches: dict[Place, int]) -> Iterator[_Item]:
    counts = []
    for kind, points_each in FRUIT_POINTS.items():
        points = [fruit.point for fruit in state.fruit if fruit.kind == kind]
        evidence = [FruitEvidence(point, branches_at(point, branches)) for point in points]
        counts.append(len(points))
        count = sum(it.branches for it in evidence)
        yield _Item(kind, count, points_each, count * points_each, evidence.copy)
    yield _Item("fruit_set", min(counts), SET_POINTS, min(counts) * SET_POINTS, tuple)


def _goal_item(rules: Rules) -> _Item:
    scored = [
        GoalEvidence(season, place, rules.goal_points[place - 1] or 0)
        for season, place in enumerate(rules.goal_places, start=1)
        if place is not None and place <= len(rules.goal_points)
    ]
    return _Item("garden_goal", len(scored), None, sum(goal.points for goal in scored), scored.copy)


def _unconnected_item(board: Board, rules: Rules) -> _Item:
    loose = [board.unconnected(direction, any_neighbour=rules.enclosure == "any") for direction in range(8)]
    count = sum(bits.bit_count() for bits in loose)
    return _Item(
        "unconnected",
        count,
        UNCONNECTED_POINTS,
        count * UNCONNECTED_POINTS,
        lambda: _loose_ends(board, loose),
    )


def _loose_ends(board: Board, loose: list[int]) -> Iterator[BranchEvidence]:
    for name, (dx, dy), bits in zip(DIRECTIONS, STEPS, loose, strict=True):
        for index in indices(bits):
            x, y = board.point(index)
            yield BranchEvidence(((x - dx) // 2, (y - dy) // 2), name)


def _assumptions(rules: Rules) -> Iterator[Problem]:
    """What the score rests on without being in the rulebook's text or told by the players."""
    for design in rules.designs if rules.variant == "standard" else ():
        if design.assumed:
            message = f"the outline of {design.name} is an assumption: compare it with the tile in the box"
            yield Problem("assumed_outline", message, about=design.name)
    for place, points in enumerate(rules.goal_points, start=1):
        if points is None and place in rules.goal_places:
            message = (
                f"the points of a garden goal's place {place} are not set and count 0: see the goal board"
            )
            yield Problem("goal_points_unset", message, about=str(place))


def _left_out(items: Iterable[ScoreLine]) -> Iterator[Problem]:
    for line in items:
        if line.category.startswith((*BASIC_SHAPES, "design:")) and len(line.evidence) < line.count:
            message = f"{line.category}: only {len(line.evidence)} of {line.count} outlines are written out"
            yield Problem("evidence_left_out", message, about=line.category)
