"""Who wins: players ranked by their measures, tie-break after tie-break, with what decided it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.sheet import Measure
from scoring.words import listed, sentence


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place (1 is best; players who are equal in every measure share it) and measures."""

    player: str
    place: int
    measures: tuple[Measure, ...]

    def to_json(self) -> dict[str, Any]:
        """`{"player", "place", "measures": {name: value}}`."""
        return {
            "player": self.player,
            "place": self.place,
            "measures": {measure.name: measure.value for measure in self.measures},
        }


@dataclass(frozen=True, slots=True)
class Result:
    """The standings, best first; who won; the measure that decided it, None where the win is shared by all."""

    standings: tuple[Standing, ...]
    winners: tuple[str, ...]
    decided_by: str | None
    why: str

    def to_json(self) -> dict[str, Any]:
        """The fields by their names."""
        return {
            "standings": [standing.to_json() for standing in self.standings],
            "winners": list(self.winners),
            "decided_by": self.decided_by,
            "why": self.why,
        }


def rank(measures: Mapping[str, tuple[Measure, ...]]) -> Result:
    """Rank players.

    Args:
        measures: for each player the measures of their sheet, as a game's `measures(sheet)` gives them: the first
            decides, each further one breaks the ties of those before it.

    Raises:
        ValueError: when there is no player, or the players' measures are not the same ones.
    """
    if not measures:
        raise ValueError("there is no player to rank")
    if len({tuple((it.name, it.fewest) for it in own) for own in measures.values()}) > 1:
        raise ValueError("the players have different measures; rank the players of one game")

    def key(player: str) -> tuple[int, ...]:
        return tuple(it.value if it.fewest else -it.value for it in measures[player])

    ranked = sorted(measures, key=key)  # players who are equal stay in the order in which they were given
    keys = [key(player) for player in ranked]
    standings = tuple(Standing(player, keys.index(key(player)) + 1, measures[player]) for player in ranked)
    winners = tuple(standing.player for standing in standings if standing.place == 1)
    decided_by, why = _decision(standings, winners)
    return Result(standings, winners, decided_by, sentence(why))


def _decision(standings: tuple[Standing, ...], winners: tuple[str, ...]) -> tuple[str | None, str]:
    """The first measure in which the winners differ from the next player, and the story in words."""
    best = standings[0].measures
    names = listed(list(winners))
    wins = f"{names} {'wins' if len(winners) == 1 else 'share the win'}"
    if len(winners) == len(standings):
        return None, f"{wins} with {_value(best[0])}"
    second = standings[len(winners)]
    number = next(n for n, measure in enumerate(best) if measure != second.measures[n])
    equal = f", equal in {listed([it.name for it in best[:number]])}," if number else ""
    against = f"against {second.measures[number].value} of {second.player}"
    return best[number].name, f"{wins}{equal} with {_value(best[number])} {against}"


def _value(measure: Measure) -> str:
    name = measure.name[:-1] if measure.value == 1 and measure.name.endswith("s") else measure.name
    return f"{measure.value} {name}"
