"""Sheets of what was logged: scored, kept as JSON, made of JSON again, and ranked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ledger.errors import EntryError
from scoring.parsing import shown
from scoring.result import Result, rank
from scoring.sheet import Measure, Problem, ScoreLine, ScoreSheet
from vision.games import GAMES, Game

GOAL_PLACES = "goal_places"
_FIELDS = ("game", "total", "items", "warnings")


class ToldEvidence(NamedTuple):
    """A piece of evidence as it was saved."""

    told: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        return dict(self.told)


@dataclass(frozen=True, slots=True)
class Sitting:
    """A seat for the ranking: its label and its own sheet, or the sheet of a shared board and its side of that."""

    label: str
    side: str | None
    sheet: ScoreSheet | None


def game_row(game: object) -> Game:
    """The game of a name. Raises EntryError."""
    if not isinstance(game, str) or game not in GAMES:
        raise EntryError(
            "unknown_game", f"game: {shown(game)} is not known; allowed: {', '.join(GAMES)}.", value=game
        )
    return GAMES[game]


def has_goals(game: Game) -> bool:
    """Whether a game has goals whose places its rules take."""
    return GOAL_PLACES in game.rules.Rules.model_fields


def as_json(model: Any) -> Any:
    """A state or rules as decoded JSON, whether they are that already or the game's own record."""
    return model.model_dump(mode="json") if hasattr(model, "model_dump") else model


def checked_state(game: Game, state: Any) -> dict[str, Any]:
    """A state in full form. Raises StateError."""
    told: dict[str, Any] = game.rules.parse_state(as_json(state)).model_dump(mode="json")
    return told


def checked_rules(game: Game, rules: Any) -> dict[str, Any]:
    """Rules in full form. Raises RulesError."""
    told: dict[str, Any] = game.rules.parse_rules(as_json(rules)).model_dump(mode="json")
    return told


def score(game: Game, state: Mapping[str, Any], rules: Mapping[str, Any]) -> ScoreSheet:
    """The sheet of a state, with a sentence for each piece of evidence."""
    parsed = game.rules.parse_state(state)
    sheet: ScoreSheet = game.rules.explain(parsed, game.rules.score(parsed, game.rules.parse_rules(rules)))
    return sheet


def sheet_of(told: Mapping[str, Any]) -> ScoreSheet:
    """The sheet that was saved, evidence and all."""
    lines = tuple(
        ScoreLine(
            line["category"],
            line["count"],
            line["points_each"],
            line["points"],
            tuple(ToldEvidence(piece) for piece in line["evidence"]),
            tuple(line.get("why", ())),
        )
        for line in told["items"]
    )
    warnings = tuple(
        Problem(it["code"], it["message"], tuple((place[0], place[1]) for place in it["where"]))
        for it in told["warnings"]
    )
    details = {name: value for name, value in told.items() if name not in _FIELDS}
    return ScoreSheet(told["game"], told["total"], lines, warnings, details)


def measures(game: Game, sitting: Sitting) -> tuple[Measure, ...] | None:
    """What a seat is ranked by: its own sheet's measures, or its side's line on the shared board's sheet."""
    if sitting.sheet is None:
        return None
    if sitting.side is not None:
        counts = {tuple(line.category.split(":", 1)): line.count for line in sitting.sheet.items}
        names = [key[0] for key in counts if len(key) == 2]
        # A side that the sheet does not name has nothing on the board.
        return (Measure(names[0], counts.get((names[0], sitting.side), 0)),) if names else None
    if sitting.sheet.total is None or not hasattr(game.rules, "measures"):
        return None
    found: tuple[Measure, ...] = game.rules.measures(sitting.sheet)
    return found


def ranked(game: Game, sittings: Sequence[Sitting]) -> Result | None:
    """The ranking of a night; None until every seat has a score."""
    found = {sitting.label: measures(game, sitting) for sitting in sittings}
    told = {label: own for label, own in found.items() if own is not None}
    if not told or len(told) < len(sittings):
        return None
    return rank(told)
