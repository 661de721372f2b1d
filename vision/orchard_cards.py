"""The 18 known cards as a check: of all likely readings those are believed that cards could show.

A tree, a die's value or a token that was misread leaves the cards without a way to lie, nearly always: so a photo's
likeliest readings are weighed by whether there is one, and each answer by the readings that hold it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import islice
from math import exp, log

from scoring.orchard import TREES_ON_A_CARD, State, layout, trees_told
from scoring.orchard_cards import Laid
from vision.observe import Candidate, Observation, Value

UNSURE = 0.9995
"""Observations less sure than this may be wrong."""
LEAST = 1e-4
MOST_LOST = 9.0
"""How much less probable (log) than the likeliest reading one may be that is weighed."""
ENOUGH_TRIED, MOST_TRIED = 60, 240
"""Readings that are weighed where cards can show one of them, and where they can show none. Counted, not timed: a
reading is the same on a busy machine."""
OPEN, IMPOSSIBLE = 0.05, 0.001
"""How much a reading counts whose cards cannot be told, and one that no cards can show, against one that they can."""
DISTRUST = 0.6
"""The power to which chances are raised where cards can show no likely reading."""
CHANGED = 0.96
"""The chance of an answer that the cards forced is told as this at most: players are asked about it."""
MOST_CARDS = 18
UNSURE_OF = ("tree", "die", "rotten")
"""What may be misread."""

Assemble = Callable[[Sequence[Observation]], State]
Change = tuple[int, Candidate]
"""The index of an observation, and another answer to it."""


@dataclass(frozen=True, slots=True)
class _Tried:
    """A reading by what it changes, how much it counts, and the cards that can show it (see `layout`)."""

    changes: tuple[Change, ...]
    weight: float
    laid: tuple[Laid, ...] | None


def fit_cards(
    observations: Sequence[Observation], assemble: Assemble
) -> tuple[tuple[Observation, ...], tuple[Laid, ...]]:
    """The observations with the chances that the 18 cards leave them, and these cards where they are known.

    The answers are those of the likeliest reading that cards can show; what it changes stays a doubt. Where cards can
    show none of the likely readings something is misread, though not known what: all is less sure then.
    """
    tried: list[_Tried] = []
    for cost, changes in islice(_likeliest(observations), MOST_TRIED):
        if len(tried) >= ENOUGH_TRIED and any(reading.laid for reading in tried):
            break
        laid = _laid(assemble(_with(observations, changes)))
        fits = 1.0 if laid else IMPOSSIBLE if laid is None else OPEN
        tried.append(_Tried(changes, exp(-cost) * fits, laid))
    best = max(tried, key=lambda reading: reading.weight)
    if best.laid:
        return _weighed(observations, tried, dict(best.changes)), best.laid
    grown = any(seen.what == "tree" for seen in observations)
    return tuple(_less_sure(seen) if grown else seen for seen in observations), ()


def _laid(state: State) -> tuple[Laid, ...] | None:
    """The cards as `layout` tells them: those in play, or another number that what was seen calls for."""
    needed = -(-trees_told(state) // TREES_ON_A_CARD)
    if needed == state.cards:
        return layout(state, whole=True)
    if not 1 <= needed <= MOST_CARDS:
        return None
    laid = layout(state.model_copy(update={"cards": needed}), whole=True)
    return laid if needed < state.cards else laid or None


def _likeliest(observations: Sequence[Observation]) -> Iterator[tuple[float, tuple[Change, ...]]]:
    """(how much is lost, changes): nothing changed, then one or more answers, the likeliest first."""
    options = sorted(
        (
            (log(seen.best.probability / other.probability), index, other)
            for index, seen in enumerate(observations)
            if seen.what in UNSURE_OF and seen.best.probability < UNSURE
            for other in seen.candidates[1:]
            if other.probability > LEAST
        ),
        key=lambda option: option[0],
    )
    yield 0.0, ()
    # Each set of options but the empty one is met once: its last option moves on, or one more is added after it.
    waiting: list[tuple[float, tuple[int, ...]]] = [(options[0][0], (0,))] if options else []
    while waiting:
        cost, chosen = heappop(waiting)
        if cost >= MOST_LOST:
            return
        changed = [options[k][1] for k in chosen]
        if len(set(changed)) == len(changed):
            yield cost, tuple((options[k][1], options[k][2]) for k in chosen)
        last = chosen[-1]
        if last + 1 < len(options):
            after = options[last + 1][0]
            heappush(waiting, (cost + after, (*chosen, last + 1)))
            heappush(waiting, (cost + after - options[last][0], (*chosen[:-1], last + 1)))


def _with(observations: Sequence[Observation], changes: Sequence[Change]) -> tuple[Observation, ...]:
    changed = list(observations)
    for index, answer in changes:
        changed[index] = replace(changed[index], candidates=(answer,))
    return tuple(changed)


def _less_sure(seen: Observation) -> Observation:
    """An observation of a photo in which something is known to be misread."""
    if seen.what not in UNSURE_OF:
        return seen
    told = [c.probability**DISTRUST if c.probability else 0.0 for c in seen.candidates]
    answers = zip(seen.candidates, told, strict=True)
    return replace(seen, candidates=tuple(Candidate(c.value, p / sum(told)) for c, p in answers))


def _weighed(
    observations: Sequence[Observation], tried: Sequence[_Tried], best: dict[int, Candidate]
) -> tuple[Observation, ...]:
    """The observations with the chances of their answers in the readings that were tried, the best reading's first."""
    total = sum(reading.weight for reading in tried)
    chances: dict[int, dict[Candidate, float]] = {}
    for reading in tried:
        for index, answer in reading.changes:
            told = chances.setdefault(index, {})
            told[answer] = told.get(answer, 0.0) + reading.weight / total
    weighed = list(observations)
    for index, told in chances.items():
        seen = observations[index]
        kept = 1 - sum(told.values())
        answers = [Candidate(seen.value, kept)]
        answers += [
            Candidate(c.value, told.get(c, c.probability * kept / seen.best.probability))
            for c in seen.candidates[1:]
        ]
        weighed[index] = _preferring(
            replace(seen, candidates=tuple(answers)), best.get(index, seen.best).value
        )
    return tuple(weighed)


def _preferring(seen: Observation, value: Value) -> Observation:
    """An observation with one of its answers first, and chances that sum to 1."""
    total = sum(c.probability for c in seen.candidates)
    answers = [Candidate(c.value, c.probability / total) for c in seen.candidates]
    answers.sort(key=lambda c: (c.value != value, -c.probability))
    if value != seen.value and answers[0].probability > CHANGED:
        others = sum(c.probability for c in answers[1:])
        shares = [(1 - CHANGED) / others if others else 1.0 for _ in answers[1:]]
        answers[1:] = [
            Candidate(c.value, c.probability * share) for c, share in zip(answers[1:], shares, strict=True)
        ]
        answers[0] = Candidate(value, CHANGED)
    return replace(seen, candidates=tuple(answers))
