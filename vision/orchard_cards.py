"""The 18 known cards as a check: trees that no cards could show were misread; the likeliest that could are taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from math import log

from scoring.orchard import State, layout
from scoring.orchard_cards import Laid
from vision.observe import Candidate, Observation

UNSURE = 0.9995
"""Observations less sure than this may be wrong."""
LEAST = 1e-4
MOST_LOST = 9.0
"""How much less probable (log) a state may be that cards can show than the one seen that they cannot."""
MOST_TRIED = 30
"""Changes that are tried. Counted, not timed: a reading is the same on a busy machine."""
CHANGED = 0.75
"""The chance of an answer that the cards forced."""
IMPOSSIBLE = 0.15
"""What is left of an answer's chance when no cards can lie so."""

Assemble = Callable[[Sequence[Observation]], State]


def fit_cards(
    observations: Sequence[Observation], assemble: Assemble
) -> tuple[tuple[Observation, ...], tuple[Laid, ...]]:
    """The observations brought to what some of the 18 cards can show, and these cards where they are known.

    Where the state leaves something open (more trees are covered than the dice tell of), nothing is changed.
    """
    laid = layout(assemble(observations))
    if laid is None:
        for changes in _likeliest(observations):
            changed = _with(observations, changes)
            laid = layout(assemble(changed))
            if laid:
                observations = changed
                break
    if not laid:
        return tuple(observations), ()
    return _surer(observations, assemble), laid


def _likeliest(observations: Sequence[Observation]) -> Iterator[tuple[tuple[int, Candidate], ...]]:
    """Single changes and pairs of them, the likeliest first."""
    single = [
        (log(seen.best.probability / other.probability), (index, other))
        for index, seen in enumerate(observations)
        if seen.what in ("tree", "die", "rotten") and seen.best.probability < UNSURE
        for other in seen.candidates[1:]
        if other.probability > LEAST
    ]
    single.sort(key=lambda option: option[0])
    pairs = [(a[0] + b[0], (a[1], b[1])) for a, b in combinations(single[:16], 2) if a[1][0] != b[1][0]]
    options = sorted([*((cost, (change,)) for cost, change in single), *pairs], key=lambda option: option[0])
    for cost, changes in options[:MOST_TRIED]:
        if cost < MOST_LOST:
            yield changes


def _with(
    observations: Sequence[Observation], changes: tuple[tuple[int, Candidate], ...]
) -> tuple[Observation, ...]:
    changed = list(observations)
    for index, answer in changes:
        changed[index] = _preferring(changed[index], answer)
    return tuple(changed)


def _preferring(seen: Observation, answer: Candidate) -> Observation:
    """The observation with another answer as the best one, as sure as the cards make it."""
    others = [c for c in seen.candidates if c.value != answer.value]
    share = (1 - CHANGED) / max(sum(c.probability for c in others), 1e-9)
    kept = tuple(Candidate(c.value, c.probability * share) for c in others)
    return replace(seen, candidates=(Candidate(answer.value, CHANGED), *kept))


def _surer(observations: Sequence[Observation], assemble: Assemble) -> tuple[Observation, ...]:
    """The observations of trees with less chance for answers under which no cards could lie so."""
    surer = list(observations)
    for index, seen in enumerate(observations):
        if seen.what != "tree" or seen.best.probability > 0.99:
            continue
        kept = []
        for answer in seen.candidates:
            chance = answer.probability
            if answer is not seen.best and chance > 0.005:
                other = replace(seen, candidates=(Candidate(answer.value, 1.0),))
                if layout(assemble([*observations[:index], other, *observations[index + 1 :]])) is None:
                    chance *= IMPOSSIBLE
            kept.append(Candidate(answer.value, chance))
        total = sum(c.probability for c in kept)
        surer[index] = replace(
            seen, candidates=tuple(Candidate(c.value, c.probability / total) for c in kept)
        )
    return tuple(surer)
