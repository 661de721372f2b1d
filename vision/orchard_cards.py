"""The 18 known cards as a check: of all likely readings those are believed that cards could show.

A tree, a die's value or a token that was misread leaves the cards without a way to lie, nearly always: so a photo's
likeliest readings are weighed by whether there is one, and each answer by the readings that hold it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import islice
from math import exp, log

from scoring.orchard import TREES_ON_A_CARD, State, layout, trees_told, unshown
from scoring.orchard_cards import Laid
from vision.lattice import Cell
from vision.observe import Candidate, Observation, Value

UNSURE = 0.9995
"""Observations less sure than this may be wrong."""
LEAST = 1e-4
MOST_LOST = 9.0
"""How much less probable (log) than the likeliest reading one may be that is weighed."""
MOST_TRIED, MOST_MENDED = 60, 250
"""Readings that are weighed, and that are searched for one that cards can show where none of these is. Counted, not
timed: a reading is the same on a busy machine."""
UNSHOWN = 2.0
"""What each tree that no card could show is taken to cost, in the search, beside the answers that are changed."""
REACH = 2
"""How far from it, in places, what was misread may lie: a card is three trees long."""
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

    The answers are those of the likeliest reading that cards can show; what it changes stays a doubt. Where none is
    found something is misread, though not known what: all is less sure then.
    """
    mended = observations
    tried = _try(observations, assemble)
    if not any(reading.laid for reading in tried):
        changes = _mend(observations, assemble)
        if changes:
            mended = list(observations)
            for index, answer in changes.items():
                mended[index] = _preferring(mended[index], answer.value, CHANGED)
            tried = _try(mended, assemble)
    best = max(tried, key=lambda reading: reading.weight)
    if not best.laid:
        grown = any(seen.what == "tree" for seen in observations)
        return tuple(_less_sure(seen) if grown else seen for seen in observations), ()
    weighed = _weighed(mended, tried, dict(best.changes))
    pairs = zip(observations, weighed, strict=True)
    return tuple(now if now.value == before.value else _doubted(now) for before, now in pairs), best.laid


def _try(observations: Sequence[Observation], assemble: Assemble) -> list[_Tried]:
    """The likeliest readings, weighed."""
    tried = []
    for cost, changes in islice(_likeliest(observations), MOST_TRIED):
        laid = _laid(assemble(_with(observations, changes)))
        fits = 1.0 if laid else IMPOSSIBLE if laid is None else OPEN
        tried.append(_Tried(changes, exp(-cost) * fits, laid))
    return tried


def _mend(observations: Sequence[Observation], assemble: Assemble) -> dict[int, Candidate]:
    """Other answers, by their observations' indices, with which cards can lie; none where none are found.

    Best-first search (Pearl, Heuristics, 1984): where no card can show a tree, something near it was misread, so only
    answers near there are changed, and readings that leave fewer such trees come first.
    """
    options = _options(observations)
    met: set[frozenset[Change]] = set()
    waiting: list[tuple[float, int, float, frozenset[Change], State, frozenset[Cell]]] = []

    def wait(cost: float, changes: frozenset[Change]) -> None:
        if changes not in met:
            met.add(changes)
            state = assemble(_with(observations, changes))
            wrong = unshown(state)
            heappush(waiting, (cost + UNSHOWN * len(wrong), len(met), cost, changes, state, wrong))

    def near(index: int, place: Cell) -> bool:
        seen = observations[index].place
        return max(abs((seen.col or 0) - place[0]), abs((seen.row or 0) - place[1])) <= REACH

    wait(0.0, frozenset())
    while waiting and len(met) < MOST_MENDED:
        _, _, cost, changes, state, wrong = heappop(waiting)
        if not wrong and _laid(state):
            return dict(changes)
        changed = {index for index, _ in changes}
        around = [option for option in options if option[1] not in changed]
        if wrong:
            around = min(
                ([option for option in around if near(option[1], place)] for place in sorted(wrong)), key=len
            )
        for lost, index, answer in around:
            wait(cost + lost, changes | {(index, answer)})
    return {}


def _laid(state: State) -> tuple[Laid, ...] | None:
    """The cards as `layout` tells them: those in play, or another number that what was seen calls for."""
    needed = -(-trees_told(state) // TREES_ON_A_CARD)
    if needed == state.cards:
        return layout(state, whole=True)
    if not 1 <= needed <= MOST_CARDS:
        return None
    laid = layout(state.model_copy(update={"cards": needed}), whole=True)
    return laid if needed < state.cards else laid or None


def _options(observations: Sequence[Observation]) -> list[tuple[float, int, Candidate]]:
    """(how much is lost, index of an observation, another answer to it), the likeliest first."""
    options = [
        (log(seen.best.probability / other.probability), index, other)
        for index, seen in enumerate(observations)
        if seen.what in UNSURE_OF and seen.best.probability < UNSURE
        for other in seen.candidates[1:]
        if other.probability > LEAST
    ]
    return sorted(options, key=lambda option: option[0])


def _likeliest(observations: Sequence[Observation]) -> Iterator[tuple[float, tuple[Change, ...]]]:
    """(how much is lost, changes): nothing changed, then one or more answers, the likeliest first."""
    options = _options(observations)
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


def _with(observations: Sequence[Observation], changes: Iterable[Change]) -> tuple[Observation, ...]:
    changed = list(observations)
    for index, answer in changes:
        changed[index] = replace(changed[index], candidates=(answer,))
    return tuple(changed)


def _less_sure(seen: Observation) -> Observation:
    """An observation of a photo in which something is known to be misread."""
    if seen.what not in UNSURE_OF:
        return seen
    told = [c.probability**DISTRUST if c.probability else 0.0 for c in seen.candidates]
    total = sum(told)
    answers = zip(seen.candidates, told, strict=True)
    return replace(seen, candidates=tuple(Candidate(c.value, chance / total) for c, chance in answers))


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
        first = told.get(best[index], 0.0) if index in best else kept
        others = tuple(
            Candidate(c.value, told.get(c, c.probability * kept / seen.best.probability))
            for c in seen.candidates[1:]
        )
        answers = replace(seen, candidates=(Candidate(seen.value, kept), *others))
        weighed[index] = _preferring(answers, best.get(index, seen.best).value, first)
    return tuple(weighed)


def _preferring(seen: Observation, value: Value, chance: float) -> Observation:
    """An observation with one of its answers first, which gets a chance; the others share what is left."""
    others = sorted((c for c in seen.candidates if c.value != value), key=lambda c: -c.probability)
    share = (1 - chance) / max(sum(c.probability for c in others), 1e-9)
    kept = (Candidate(c.value, c.probability * share) for c in others)
    return replace(seen, candidates=(Candidate(value, chance), *kept))


def _doubted(seen: Observation) -> Observation:
    """An observation whose answer the cards forced: no surer than that players are asked about it."""
    return _preferring(seen, seen.value, min(seen.best.probability, CHANGED))
