"""Why each line of an Espalier sheet has its points, in sentences with places in table terms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from scoring.espalier_state import State
from scoring.lattice import DIRECTIONS, STEPS, Direction, places_at
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


class Names:
    """Names for the places of a tree, as players would point at them."""

    def __init__(self, state: State) -> None:
        pots = [tile.place for tile in state.tiles if tile.kind == "pot"]
        self.pot = pots[0] if len(pots) == 1 else None
        self._tiles = {tile.place for tile in state.tiles}

    def spot(self, point: Point) -> tuple[Place, Direction | None]:
        """The tile by which a lattice point is named, the one nearest to the pot, and its side; None for its middle."""
        col, row = min(places_at(point), key=lambda place: (place not in self._tiles, self._from_pot(place)))
        step = (point[0] - 2 * col, point[1] - 2 * row)
        return (col, row), None if step == (0, 0) else DIRECTIONS[STEPS.index(step)]

    def point(self, point: Point) -> str:
        """A lattice point: a tile, or a side or corner of one."""
        place, side = self.spot(point)
        name = tile_words(place, self.pot)
        return f"the {SIDES[side]} of {name}" if side else name

    def _from_pot(self, place: Place) -> int:
        col, row = self.pot or (0, 0)
        return abs(place[0] - col) + abs(place[1] - row)

    def branch(self, branch: BranchEvidence) -> str:
        """A branch: its tile and where it leads."""
        return f"the branch to the {SIDES[branch.direction]} of {tile_words(branch.tile, self.pot)}"

    def branches(self, branches: Iterable[BranchEvidence]) -> str:
        """Some branches."""
        return listed([self.branch(branch) for branch in branches])

    def outline(self, category: str, outline: Sequence[Point]) -> str:
        """A shape: its kind, size and place.

        Args:
            category: its category on the sheet.
            outline: its corners, in half-tile units, without any at which it does not turn.
        """
        if category == "square":
            first, last = min(outline), max(outline)
            side = (last[0] - first[0]) // 2
            return f"the square of side {side}, from {self.point(first)} to {self.point(last)}"
        if category == "diamond":
            return f"the diamond from {self.point(min(outline))} to {self.point(max(outline))}"
        if category == "triangle":
            right, start, end = triangle_corners(outline)
            long_side = f"its long side from {self.point(start)} to {self.point(end)}"
            return f"the triangle with its right angle at {self.point(right)} and {long_side}"
        # Seven corners in full would tire any reader.
        corners = [
            self.point(corner).removeprefix("the ").removesuffix(" from the pot") for corner in outline
        ]
        return (
            f"the {category.removeprefix('design:')} with its corners at {listed(corners, most=len(corners))}"
        )


def triangle_corners(outline: Sequence[Point]) -> tuple[Point, Point, Point]:
    """The corner with the right angle, and the two ends of the long side."""
    right = next(corner for number, corner in enumerate(outline) if _is_right_angle(outline, number))
    start, end = sorted(corner for corner in outline if corner != right)
    return right, start, end


def _is_right_angle(outline: Sequence[Point], number: int) -> bool:
    (ax, ay), (bx, by), (cx, cy) = outline[number - 1], outline[number], outline[(number + 1) % len(outline)]
    return (ax - bx) * (cx - bx) + (ay - by) * (cy - by) == 0


def explain(state: State, sheet: ScoreSheet) -> ScoreSheet:
    """The same sheet with a sentence for each thing that scored, in places that players see on the table."""
    names = Names(state)
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
        return tuple(_sentence(line, piece, names) for piece in line.evidence)

    items = tuple(replace(line, why=tuple(sentence(one) for one in why(line))) for line in sheet.items)
    return replace(sheet, items=items)


def _sets(line: ScoreLine, counts: str) -> str:
    return f"{counts} make {number_of(line.count, 'set')}: {number_of(line.points, 'point')}"


def _sentence(line: ScoreLine, piece: Evidence, names: Names) -> str:
    each = line.points_each or 0
    if isinstance(piece, OutlineEvidence):
        return f"{names.outline(line.category, piece.outline)}: {number_of(each, 'point')}"
    if isinstance(piece, FruitEvidence):
        ends = f"{number_of(piece.branches, 'branch ends', 'branches end')} on the {line.category}"
        return f"{ends} at {names.point(piece.point)}: {number_of(each * piece.branches, 'point')}"
    if isinstance(piece, GoalEvidence):
        place = f"{ordinal(piece.place)} place in the {ordinal(piece.goal)} season's goal"
        return f"{place}: {number_of(piece.points, 'point')}"
    if isinstance(piece, BranchEvidence):
        return f"{names.branch(piece)} meets no other branch at its enclosed end: minus {-each} points"
    raise TypeError(f"no sentence for {piece!r}")
