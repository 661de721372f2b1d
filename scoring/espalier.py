"""Espalier: a tree of square tiles, scored by the shapes that its branches enclose, its fruit and its loose ends.

The public names are those of every game: `State`, `Rules`, `parse_state`, `parse_rules`, `check`, `score`; and `total`
for those who need the number alone.
"""

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from scoring.designs import Design
from scoring.errors import RulesError, StateError
from scoring.lattice import DIRECTIONS, INDEX, STEPS, Direction, places_at, rim_point
from scoring.parsing import Frozen, parse
from scoring.shapes import Match, Runs, Shape, has_branch_inside, key, matches, shape
from scoring.sheet import (
    BranchEvidence,
    FruitEvidence,
    OutlineEvidence,
    Place,
    Point,
    Problem,
    ScoreLine,
    ScoreSheet,
    counted,
)

MAX_COORDINATE = 10_000  # tiles from the pot; a real tree has 25
MAX_TILES = 20_000
MAX_TOKENS = 20_000

Coordinate = Annotated[int, Field(ge=-MAX_COORDINATE, le=MAX_COORDINATE)]
FruitKind = Literal["lemon", "lime", "orange"]
Variant = Literal["standard", "novice", "apprentice"]

FRUIT_POINTS: dict[FruitKind, int] = {"lemon": 1, "lime": 2, "orange": 3}
SET_POINTS = 5
UNCONNECTED_POINTS = -3

TRIANGLE = shape(((0, 0), (2, 0), (1, -1)))
SQUARE = shape(((0, 0), (2, 0), (2, -2), (0, -2)))  # on its side a square, on its corner a diamond


class Tile(Frozen):
    """A tile at a place of the lattice; `branches` are the printed ones."""

    col: Coordinate
    row: Coordinate
    kind: Literal["pot", "winter", "spring", "summer", "autumn", "unknown"]
    branches: Annotated[tuple[Direction, ...], Field(strict=False, max_length=8)]

    @property
    def place(self) -> Place:
        """(col, row)."""
        return self.col, self.row


class Token(Frozen):
    """A graft or prune token on a tile, from its centre in a direction."""

    col: Coordinate
    row: Coordinate
    direction: Direction
    side: Literal["graft", "prune"]

    @property
    def place(self) -> Place:
        """(col, row) of the tile."""
        return self.col, self.row


class Fruit(Frozen):
    """A fruit on a rim point, which may be named from any tile that meets there."""

    col: Coordinate
    row: Coordinate
    at: Direction
    kind: FruitKind

    @property
    def place(self) -> Place:
        """(col, row) of the tile from which the point is named."""
        return self.col, self.row

    @property
    def point(self) -> Point:
        """The rim point in half-tile units."""
        return rim_point(self.place, self.at)


class State(Frozen):
    """A finished tree as it lies on the table."""

    game: Literal["espalier"]
    tiles: Annotated[tuple[Tile, ...], Field(strict=False, max_length=MAX_TILES)]
    tokens: Annotated[tuple[Token, ...], Field(strict=False, max_length=MAX_TOKENS)] = ()
    fruit: Annotated[tuple[Fruit, ...], Field(strict=False, max_length=MAX_TOKENS)] = ()
    mulched: Annotated[int, Field(ge=0, le=MAX_TILES)] = 0

    @model_validator(mode="after")
    def _one_tile_a_place(self) -> Self:
        seen: dict[Place, int] = {}
        for number, tile in enumerate(self.tiles):
            if tile.place in seen:
                raise ValueError(
                    f"tiles[{number}]: there is already a tile at col {tile.col}, row {tile.row} "
                    f"(tiles[{seen[tile.place]}]); allowed: one tile at each place"
                )
            seen[tile.place] = number
        return self


class Rules(Frozen):
    """The switches that the players can flip.

    `designs` are the difficult designs in play; a set counts when there are exactly three. `goal_points` are the
    values of the first three places of a garden goal (None where nobody has told them), `goal_places` the places, in
    seasons' order, that the player whose tree is scored took (None: none, or not known).
    """

    variant: Variant = "standard"
    nested_shapes: bool = True
    enclosure: Literal["all", "any"] = "all"
    designs: Annotated[tuple[Design, ...], Field(strict=False, max_length=8)] = ()
    goal_points: Annotated[
        tuple[Annotated[int, Field(ge=-100, le=100)] | None, ...], Field(strict=False, min_length=3, max_length=3)
    ] = (None, None, None)
    goal_places: Annotated[
        tuple[Annotated[int, Field(ge=1, le=6)] | None, ...], Field(strict=False, max_length=4)
    ] = ()

    @model_validator(mode="after")
    def _designs_differ_in_name(self) -> Self:
        names = [design.name for design in self.designs]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"designs: the name {name!r} stands twice; allowed: a name for each design")
        return self


def parse_state(data: object) -> State:
    """Make a state of decoded JSON.

    Raises:
        StateError: names the first bad field, its value and what is allowed.
    """
    return parse(State, data, "state", StateError)


def parse_rules(data: object) -> Rules:
    """Make rules of decoded JSON; every field is optional.

    Raises:
        RulesError: names the first bad field, its value and what is allowed.
    """
    return parse(Rules, data, "rules", RulesError)


def effective_branches(state: State) -> dict[Place, int]:
    """The branches that count on each tile: printed, plus grafted, minus pruned; a bit for each of DIRECTIONS."""
    branches = {}
    for tile in state.tiles:
        mask = 0
        for direction in tile.branches:
            mask |= 1 << INDEX[direction]
        branches[tile.col, tile.row] = mask
    for side in ("graft", "prune"):  # a prune wins over a graft on the same branch
        for token in state.tokens:
            if token.side == side and token.place in branches:
                bit = 1 << INDEX[token.direction]
                mask = branches[token.place]
                branches[token.place] = mask | bit if side == "graft" else mask & ~bit
    return branches


def score(state: State, rules: Rules | None = None) -> ScoreSheet:
    """Score a finished tree.

    Args:
        state: the tree.
        rules: the switches; the contract's defaults when left out.

    Returns:
        The sheet, with the evidence for each line and a warning for each breach of the rules.
    """
    rules = rules or Rules()
    items = tuple(_lines(state, rules))
    return ScoreSheet("espalier", sum(line.points for line in items), items, check(state))


def _lines(state: State, rules: Rules) -> Iterator[ScoreLine]:
    branches = effective_branches(state)
    runs = Runs(
        (key((2 * col, 2 * row)), direction)
        for (col, row), mask in branches.items()
        for direction in range(8)
        if mask >> direction & 1
    )

    def found(form: Shape) -> list[Match]:
        all_of_them = matches(form, runs)
        if rules.nested_shapes:
            return list(all_of_them)
        return [match for match in all_of_them if not has_branch_inside(match, branches)]

    squares = found(SQUARE)
    upright = [match for match in squares if match.is_upright()]
    diamonds = [match for match in squares if not match.is_upright()]
    for category, points, some in (("triangle", 1, found(TRIANGLE)), ("diamond", 2, diamonds), ("square", 4, upright)):
        yield counted(category, len(some), points, _outlines(some))
    if rules.variant == "standard":
        counts = []
        for design in rules.designs:
            some = found(shape(design.outline, design.lines))
            counts.append(len(some))
            yield counted(f"design:{design.name}", len(some), design.points, _outlines(some))
        yield counted("design_set", min(counts) if len(counts) == 3 else 0, SET_POINTS)
    ends = branch_ends(branches)
    if rules.variant != "novice":
        yield from _fruit_lines(state, ends)
    yield _goal_line(rules)
    if rules.variant != "novice":
        loose = unconnected(branches, ends, rules.enclosure)
        yield counted("unconnected", len(loose), UNCONNECTED_POINTS, loose)


def _outlines(found: list[Match]) -> list[OutlineEvidence]:
    return sorted((OutlineEvidence(it.outline(), it.lines()) for it in found), key=lambda it: it.outline)


def _fruit_lines(state: State, ends: dict[Point, int]) -> Iterator[ScoreLine]:
    counts = []
    for kind, points in FRUIT_POINTS.items():
        evidence = [FruitEvidence(it.point, ends.get(it.point, 0)) for it in state.fruit if it.kind == kind]
        counts.append(len(evidence))
        yield counted(kind, sum(it.branches for it in evidence), points, evidence)
    yield counted("fruit_set", min(counts), SET_POINTS)


def _goal_line(rules: Rules) -> ScoreLine:
    scored = [rules.goal_points[place - 1] for place in rules.goal_places if place is not None and place <= 3]
    return ScoreLine("garden_goal", len(scored), None, sum(points or 0 for points in scored))


def branch_ends(branches: dict[Place, int]) -> dict[Point, int]:
    """How many effective branches end at each rim point."""
    ends: dict[Point, int] = {}
    for (col, row), mask in branches.items():
        for direction, (dx, dy) in enumerate(STEPS):
            if mask >> direction & 1:
                point = (2 * col + dx, 2 * row + dy)
                ends[point] = ends.get(point, 0) + 1
    return ends


def unconnected(
    branches: dict[Place, int], ends: dict[Point, int], enclosure: Literal["all", "any"]
) -> list[BranchEvidence]:
    """The branches whose rim point is enclosed and at which no other effective branch ends."""
    loose = []
    for place, mask in branches.items():
        for direction, name in enumerate(DIRECTIONS):
            point = (2 * place[0] + STEPS[direction][0], 2 * place[1] + STEPS[direction][1])
            if mask >> direction & 1 and ends[point] == 1:
                others = [other in branches for other in places_at(point) if other != place]
                if all(others) if enclosure == "all" else any(others):
                    loose.append(BranchEvidence(place, name))
    return loose


def check(state: State) -> tuple[Problem, ...]:
    """Every breach of the rules that a finished tree can show, named and placed."""
    return ()
