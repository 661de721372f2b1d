"""What a reading is not sure of, and what that is worth in points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.games import GAMES
from vision.observe import Candidate, Observation, Reading, Value

WORTH_NAMING = 1 / 3
"""The share of the chance from which an observation is a doubt that another answer must have to be named."""

LOSS = 0.03
"""The points that are expected to be lost (stake x chance of being wrong) from which what is rarely wrong is a doubt
too: as many as at 1 % for three points."""
RARELY = 0.002
"""The chance of being wrong below which nothing is a doubt, unless its game asks from less on."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """One thing that a player should look at.

    what: in the contract's words; alternatives: the other answers, the most probable first;
    totals: what the total would be with the answer seen and with each alternative;
    points_at_stake: the largest change of the total if it was seen wrongly.
    """

    what: str
    observation: Observation
    alternatives: tuple[Candidate, ...]
    totals: Mapping[Value, int]
    points_at_stake: int

    @property
    def seen(self) -> Candidate:
        return self.observation.best

    @property
    def percent(self) -> int:
        """How sure the reading is of what was seen; never 100, for then nothing would be asked."""
        return min(99, round(100 * self.seen.probability))

    def to_json(self) -> dict[str, Any]:
        px = [round(c, 1) for c in self.observation.px]
        return {
            "what": self.what,
            "where": {**self.observation.place.to_json(), "px": px},
            "seen": self.seen.value,
            "confidence": round(self.seen.probability, 4),
            "alternatives": [
                {"value": c.value, "confidence": round(c.probability, 4)} for c in self.alternatives
            ],
            "points_at_stake": self.points_at_stake,
        }


@dataclass(frozen=True, slots=True)
class ScoreRange:
    """The narrowest span of totals, both ends included, that holds the true one with chance `level`."""

    low: int
    high: int
    level: float


def find_doubts(reading: Reading, rules: Any) -> tuple[Doubt, ...]:
    """The observations worth a look, by stake x chance of being wrong; those without points last."""
    reader = GAMES[reading.game].reader
    seen = _state(reading, {})
    seen_total = _total(reading, seen, rules)
    found = []
    for index, observation in enumerate(reading.observations):
        worth_a_look = reader.doubted_from(observation)
        wrong = 1.0 - observation.best.probability
        if worth_a_look is None or wrong < min(worth_a_look, RARELY):
            continue
        least = min(worth_a_look, wrong) * WORTH_NAMING
        others = tuple(c for c in observation.candidates[1:] if c.probability >= least)[:3]
        if not others:
            continue
        states = {c.value: _state(reading, {index: c.value}) for c in others}
        if all(state == seen for state in states.values()):
            continue  # no answer would change anything, as on a tile that is not there
        totals = {value: _total(reading, state, rules) for value, state in states.items()}
        stake = max(abs(total - seen_total) for total in totals.values())
        if wrong < worth_a_look and wrong * stake < LOSS:
            continue
        totals = {observation.value: seen_total, **totals}
        found.append(Doubt(reader.doubt_name(observation), observation, others, totals, stake))
    return tuple(sorted(found, key=_rank))


def _rank(doubt: Doubt) -> tuple[float, float]:
    wrong = 1.0 - doubt.seen.probability
    return (-doubt.points_at_stake * wrong, -wrong)


def _state(reading: Reading, changes: Mapping[int, Value]) -> Any:
    """The state that the observations make, if those at some indices had other values than those seen."""
    observations = list(reading.observations)
    for index, value in changes.items():
        observations[index] = observations[index].settled(value)
    return GAMES[reading.game].reader.assemble(tuple(observations))


def _total(reading: Reading, state: Any, rules: Any) -> int:
    total: int = GAMES[reading.game].rules.total(state, rules)
    return total


def score_range(reading: Reading, rules: Any, level: float = 0.95, samples: int = 200) -> ScoreRange:
    """The range of the total, by sampling each unsure observation that players are asked about from its probabilities.

    The samples come from a fixed seed: the same reading has the same range every time.
    """
    seen_total = _total(reading, _state(reading, {}), rules)
    reader = GAMES[reading.game].reader
    unsure = [
        i
        for i, o in enumerate(reading.observations)
        if 1.0 - o.best.probability > 1.0 / (10 * samples) and reader.doubted_from(o) is not None
    ]
    if not unsure:
        return ScoreRange(seen_total, seen_total, level)
    rng = np.random.default_rng(0)
    totals = [seen_total]
    known: dict[tuple[tuple[int, Value], ...], int] = {}
    thresholds = rng.random((samples, len(unsure)))
    drawn = np.column_stack([_drawn(reading.observations[i], thresholds[:, k]) for k, i in enumerate(unsure)])
    for answers in drawn:
        other = tuple(
            (unsure[k], reading.observations[unsure[k]].candidates[answers[k]].value)
            for k in np.flatnonzero(answers)
        )
        if other not in known:
            known[other] = _total(reading, _state(reading, dict(other)), rules)
        totals.append(known[other])
    tail = (1.0 - level) / 2
    low, high = np.quantile(totals, [tail, 1.0 - tail], method="inverted_cdf")
    return ScoreRange(min(int(low), seen_total), max(int(high), seen_total), level)


def _drawn(observation: Observation, thresholds: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    """Which candidate each of some even random numbers (N,) draws, (N,)."""
    sums = np.cumsum([candidate.probability for candidate in observation.candidates])
    which = np.searchsorted(sums, thresholds)
    return np.where(which < len(sums), which, 0)
