"""What every game answers with: a score sheet of lines, each with its evidence, and the problems found."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

Point = tuple[int, int]
"""(x, y) in half-tile units, y downward; a tile's centre is (2 * col, 2 * row)."""

Place = tuple[int, int]
"""(col, row) of a tile's place, row downward; (q, r) on a hexagonal board."""


class Evidence(Protocol):
    """One piece of what a line was counted from."""

    def to_json(self) -> dict[str, Any]:
        """The evidence in the form of the contract."""
        ...


class OutlineEvidence(NamedTuple):
    """A shape that was found: its corners in half-tile units, corner after corner, and its further lines."""

    outline: tuple[Point, ...]
    lines: tuple[tuple[Point, Point], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """`{"outline": [[x, y], ...]}`, with `lines` where the design has some."""
        data: dict[str, Any] = {"outline": [list(point) for point in self.outline]}
        if self.lines:
            data["lines"] = [[list(start), list(end)] for start, end in self.lines]
        return data


class FruitEvidence(NamedTuple):
    """A fruit's point in half-tile units and the number of effective branches that end there."""

    point: Point
    branches: int

    def to_json(self) -> dict[str, Any]:
        """`{"point": [x, y], "branches": n}`."""
        return {"point": list(self.point), "branches": self.branches}


class BranchEvidence(NamedTuple):
    """One branch: its tile's place and its direction from the centre."""

    tile: Place
    direction: str

    def to_json(self) -> dict[str, Any]:
        """`{"tile": [col, row], "direction": "W"}`."""
        return {"tile": list(self.tile), "direction": self.direction}


class PlaceEvidence(NamedTuple):
    """A place on the table: a tile's, a tree's or a space's (col, row), with what was counted there, if anything."""

    place: Place
    value: int | None = None

    def to_json(self) -> dict[str, Any]:
        """`{"place": [col, row]}`, with `value` where there is one."""
        return {"place": list(self.place)} | ({} if self.value is None else {"value": self.value})


class GoalEvidence(NamedTuple):
    """A garden goal that scored: the number of its season in the game, the player's place, and its points."""

    goal: int
    place: int
    points: int

    def to_json(self) -> dict[str, Any]:
        """`{"goal": 1, "place": 2, "points": 4}`."""
        return self._asdict()


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of the sheet. `points_each` is None where the points are no multiple of the count.

    `why` holds, once a sheet was explained, a sentence for each piece of evidence, or one for the line.
    """

    category: str
    count: int
    points_each: int | None
    points: int
    evidence: tuple[Evidence, ...] = ()
    why: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The line in the form of the contract; `why` where it was explained."""
        data = {
            "category": self.category,
            "count": self.count,
            "points_each": self.points_each,
            "points": self.points,
            "evidence": [piece.to_json() for piece in self.evidence],
        }
        return data | {"why": list(self.why)} if self.why else data


@dataclass(frozen=True, slots=True)
class Problem:
    """Something on the table that the rules do not allow. The score is still given.

    `code` is a stable snake_case name, `message` one line for players, `where` the places of the tiles
    concerned; it is empty where the whole table is; `about` what else the message names, such as a design.
    """

    code: str
    message: str
    where: tuple[Place, ...] = ()
    about: str = ""

    def to_json(self) -> dict[str, Any]:
        """The problem in the form of the contract."""
        return {"code": self.code, "message": self.message, "where": [list(place) for place in self.where]}


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """An itemised score. `total` is None for the games that count no points.

    `details` are further fields of the sheet in JSON terms, such as Orchard's `rating`.
    """

    game: str
    total: int | None
    items: tuple[ScoreLine, ...]
    warnings: tuple[Problem, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)

    def line(self, category: str) -> ScoreLine | None:
        """The line of a category, or None where the variant leaves it out."""
        return next((line for line in self.items if line.category == category), None)

    def to_json(self) -> dict[str, Any]:
        """The sheet in the form of the contract."""
        return {
            "game": self.game,
            "total": self.total,
            "items": [line.to_json() for line in self.items],
            **self.details,
            "warnings": [problem.to_json() for problem in self.warnings],
        }


class Measure(NamedTuple):
    """What players are ranked by: a name that players understand, a value, and whether the fewest is best."""

    name: str
    value: int
    fewest: bool = False
