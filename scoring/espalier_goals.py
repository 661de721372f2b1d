"""Espalier's garden goals: what each of the 22 measures, and which place each player takes in a season.

Four goals are in play, one a season; each is scored with the trees as they stood at that season's end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field, model_validator

from scoring.errors import RefusedError, RulesError
from scoring.espalier_state import Rules, State, effective_branches
from scoring.parsing import Frozen, parse
from scoring.words import ordinal, sentence


def _width(state: State) -> int:
    columns = [tile.col for tile in state.tiles]
    return max(columns) - min(columns) + 1 if columns else 0


def _height(state: State) -> int:
    rows = [tile.row for tile in state.tiles]
    return max(rows) - min(rows) + 1 if rows else 0


def _fruit(state: State, kind: str) -> int:
    return sum(fruit.kind == kind for fruit in state.fruit)


MEASURES: dict[str, Callable[[State], int]] = {
    "mulched": lambda state: state.mulched,
    "grafts": lambda state: sum(token.side == "graft" for token in state.tokens),
    "branches": lambda state: sum(mask.bit_count() for mask in effective_branches(state).values()),
    "lemons": lambda state: _fruit(state, "lemon"),
    "limes": lambda state: _fruit(state, "lime"),
    "oranges": lambda state: _fruit(state, "orange"),
    "fruit_sets": lambda state: min(_fruit(state, kind) for kind in ("lemon", "lime", "orange")),
    "fruit": lambda state: len(state.fruit),
    "width": _width,
    "height": _height,
    "width_and_height": lambda state: _width(state) + _height(state),
}
"""What a goal can be about. Width and height are in tiles, the pot included; branches are the effective ones."""

GOALS = tuple(f"{which}_{measure}" for measure in MEASURES for which in ("most", "least"))
"""The 22 goals; `most_height` is the rulebook's tallest tree, `least_height` its shortest."""


def _known(goal: str) -> str:
    if goal not in GOALS:
        allowed = ", ".join(GOALS)
        raise RefusedError(
            "literal_error", f"{goal!r} is not allowed; allowed: {allowed}", value=goal, allowed=allowed
        )
    return goal


class Entry(Frozen):
    """What a player brings to a goal: the tree at the season's end, or its measure, or the place, told by hand."""

    tree: State | None = None
    measure: Annotated[int, Field(ge=0, le=100_000)] | None = None
    place: Annotated[int, Field(ge=1, le=6)] | None = None

    @model_validator(mode="after")
    def _one_thing(self) -> Self:
        if sum(it is not None for it in (self.tree, self.measure, self.place)) != 1:
            raise RefusedError("not_one_entry", "allowed: exactly one of tree, measure, place")
        return self


class Season(Frozen):
    """A goal and what each player brings to it: places for all of them, or for all of them trees or measures."""

    goal: Annotated[str, AfterValidator(_known)]
    players: Annotated[dict[str, Entry], Field(min_length=1, max_length=6)]

    @model_validator(mode="after")
    def _comparable(self) -> Self:
        if len({entry.place is None for entry in self.players.values()}) > 1:
            message = "players: allowed: places for all players, or trees and measures for all"
            raise RefusedError("mixed_entries", message)
        return self


def parse_season(data: object) -> Season:
    """Make a season's goal of decoded JSON, `{"goal": "most_limes", "players": {"Amy": {"measure": 2}, ...}}`.

    Raises:
        RulesError: names the first bad field, its value and what is allowed.
    """
    return parse(Season, data, "goal", RulesError)


@dataclass(frozen=True, slots=True)
class GoalResult:
    """A goal's outcome by player: the place, and the measure that decided it (None where places were told)."""

    goal: str
    places: Mapping[str, int]
    measures: Mapping[str, int | None]
    why: Mapping[str, str]

    def to_json(self) -> dict[str, Any]:
        """The fields by their names."""
        return {
            "goal": self.goal,
            "places": dict(self.places),
            "measures": dict(self.measures),
            "why": dict(self.why),
        }


def award(season: Season) -> GoalResult:
    """Give the players of a season's goal their places.

    Ties share a place and push nobody down (dense ranking); a player with nothing still takes a place.
    """
    which, _, about = season.goal.partition("_")
    measures = {
        player: MEASURES[about](entry.tree) if entry.tree is not None else entry.measure
        for player, entry in season.players.items()
    }
    told = {player: entry.place for player, entry in season.players.items() if entry.place is not None}
    best = sorted({value for value in measures.values() if value is not None}, reverse=which == "most")
    places = told or {
        player: best.index(value) + 1 for player, value in measures.items() if value is not None
    }
    goal = season.goal.replace("_", " ")
    why = {
        player: sentence(
            f"{player} takes the {ordinal(place)} place for {goal}"
            + ("" if measures[player] is None else f" with {measures[player]}")
        )
        for player, place in places.items()
    }
    return GoalResult(season.goal, places, measures, why)


def rules_for(player: str, rules: Rules, results: Sequence[GoalResult]) -> Rules:
    """The rules with the places that a player took in each season's goal, to score that player's tree with."""
    return rules.model_copy(update={"goal_places": tuple(result.places.get(player) for result in results)})
