"""How the 18 known cards may lie, where it is known what each number of fruit that cards show on a place costs.

Every card shows six fruit, so nine cards are laid over the places of an orchard like tiles of a puzzle whose places
are not quite known: what each place shows has a cost, and layings are looked for that cost least in all. It is a
weighted constraint problem, searched with a beam (Lowerre, The HARPY speech recognition system, 1976): the place that
lacks most is settled first, and a place costs at least as much as the cheapest of all that may still be laid on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from scoring.orchard import FRUIT
from scoring.orchard_cards import Laid, cards_by_shape
from vision.lattice import Cell

DEPTH = 11
"""One more than the most cards that may show the same fruit on a place."""
STEPS = np.array([DEPTH**2, DEPTH, 1])
"""How far apart numbers of cards lie in a place's flat table of costs, by the fruit that one card more shows."""
WIDTH = 60
"""Unfinished layings that are kept, the cheapest."""
MOST_LOST = 9.0
"""How much more than the cheapest laying one may cost that is told."""
NOTHING = 1e-9

Costs = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Laying:
    """Cards as they may lie: what that costs, beyond what the places cost at least; the cards; and the number of them
    that show each fruit on each place, as its index in the place's flat table (N,)."""

    cost: float
    cards: tuple[Laid, ...]
    shown: Counts


@dataclass(frozen=True, slots=True, eq=False)
class _Options:
    """Each way to lay one card: its number (P,), the places it covers (P, 6), and the step in their tables (P, 6);
    which of them cover each place (N, most), filled up with P."""

    cards: Counts
    places: Counts
    steps: Counts
    covering: Counts


@dataclass(frozen=True, slots=True, eq=False)
class _Node:
    """An unfinished laying: what it costs at least, what each place shows, the options taken, and the places that are
    to stay as they are (N,)."""

    cost: float
    shown: Counts
    taken: tuple[int, ...]
    settled: npt.NDArray[np.bool_]


def lay_cards(places: Sequence[Cell], costs: Costs, cards: int, most: float) -> list[Laying]:
    """The cheapest layings of so many different cards, the cheapest first; none where each costs more than `most`.

    places: those of the orchard, N; costs: (N, DEPTH, DEPTH, DEPTH), what it costs that so many cards show each fruit
    on a place, in the order of `FRUIT`; most: beyond what the places cost at least.
    """
    count = len(places)
    exact = costs.reshape(count, -1)
    least = _at_least(costs).reshape(count, -1)
    options = _options(places, least, most)
    if not len(options.cards):
        return []
    exact, least = exact - least[:, :1], least - least[:, :1]
    beam = [_Node(0.0, np.zeros(count, np.int64), (), np.zeros(count, bool))]
    found: dict[tuple[int, ...], Laying] = {}
    while beam:
        finished = [node for node in beam if len(node.taken) == cards]
        for node in finished:
            laying = _finished(node, exact, places, options)
            if laying.cost <= most:
                most = min(most, laying.cost + MOST_LOST)
                found.setdefault(tuple(sorted(node.taken)), laying)
        beam = _next([node for node in beam if len(node.taken) < cards], exact, least, options, most)
    ordered = sorted(found.values(), key=lambda laying: laying.cost)
    return [laying for laying in ordered if laying.cost <= most]


def _at_least(costs: Costs) -> Costs:
    """What a place costs at least when more cards may still be laid on it."""
    least = costs
    for axis in (1, 2, 3):
        least = np.flip(np.minimum.accumulate(np.flip(least, axis), axis), axis)
    return least


def _options(places: Sequence[Cell], least: Costs, most: float) -> _Options:
    """The ways to lay one card that alone do not cost too much."""
    at = np.array(places)
    low = at.min(0)
    grid = np.full(np.ptp(at, axis=0) + 4, -1)  # a card is three places long
    grid[tuple((at - low).T)] = np.arange(len(places))
    numbers, covered, steps = [], [], []
    for shape, known in cards_by_shape().items():
        reach = [slice(None, grid.shape[k] - 2) for k in (0, 1)]
        shifted = [np.roll(grid, (-dx, -dy), (0, 1))[tuple(reach)].ravel() for dx, dy in shape]
        free = np.stack(shifted, 1)
        free = free[(free >= 0).all(1)]
        for fruits, showing in known.items():
            step = STEPS[[FRUIT.index(fruit) for fruit in fruits]]
            for number in showing:
                numbers.append(np.full(len(free), number))
                covered.append(free)
                steps.append(np.broadcast_to(step, free.shape))
    cards, spots, step = np.concatenate(numbers), np.concatenate(covered), np.concatenate(steps)
    alone = (least[spots, step] - least[spots, 0]).sum(1)
    cheap = alone <= most
    cards, spots, step = cards[cheap], spots[cheap], step[cheap]
    by_place = [np.flatnonzero((spots == place).any(1)) for place in range(len(places))]
    covering = np.full((len(places), max(map(len, by_place), default=0)), len(cards))
    for place, which in enumerate(by_place):
        covering[place, : len(which)] = which
    return _Options(cards, spots, step, covering)


def _next(beam: list[_Node], exact: Costs, least: Costs, options: _Options, most: float) -> list[_Node]:
    """The layings that follow from some: one card more on the place that lacks most, or this place left as it is."""
    if not beam:
        return []
    count = len(exact)
    each, among = np.arange(len(beam))[:, None], np.arange(count)
    shown = np.stack([node.shown for node in beam])
    settled = np.stack([node.settled for node in beam])
    cost = np.array([node.cost for node in beam])
    lacks = np.where(settled, 0.0, exact[among, shown] - least[among, shown])
    place = lacks.argmax(1)
    lacking = lacks.max(1)
    which = options.covering[place]
    there = which < len(options.cards)
    which = np.where(there, which, 0)
    spots = options.places[which]
    now = shown[each[..., None], spots]
    after = now + options.steps[which]
    fits = after < exact.shape[1]
    added = (least[spots, np.where(fits, after, 0)] - least[spots, now]).sum(2)
    barred = ~there | ~fits.all(2) | settled[each[..., None], spots].any(2)
    for row, node in enumerate(beam):
        if node.taken:
            barred[row] |= np.isin(options.cards[which[row]], options.cards[list(node.taken)])
    laid = np.where(barred | (lacking <= NOTHING)[:, None], np.inf, cost[:, None] + added)
    left = np.where(lacking <= NOTHING, np.inf, cost + lacking)
    totals = np.column_stack([left, laid])
    kept: dict[tuple[tuple[int, ...], bytes], _Node] = {}
    for flat in np.argsort(totals, axis=None, kind="stable"):
        row, column = divmod(int(flat), totals.shape[1])
        if len(kept) == WIDTH or totals[row, column] > most:
            break
        node = _grown(beam[row], float(totals[row, column]), int(place[row]), options, which[row], column)
        kept.setdefault((tuple(sorted(node.taken)), node.settled.tobytes()), node)
    return list(kept.values())


def _grown(node: _Node, cost: float, place: int, options: _Options, which: Counts, column: int) -> _Node:
    """A laying with one place settled (column 0), or with the card of a column laid."""
    if column == 0:
        settled = node.settled.copy()
        settled[place] = True
        return _Node(cost, node.shown, node.taken, settled)
    option = int(which[column - 1])
    shown = node.shown.copy()
    shown[options.places[option]] += options.steps[option]
    return _Node(cost, shown, (*node.taken, option), node.settled)


def _finished(node: _Node, exact: Costs, places: Sequence[Cell], options: _Options) -> Laying:
    cards = []
    for option in node.taken:
        fruits = [FRUIT[int(np.flatnonzero(step == STEPS)[0])] for step in options.steps[option]]
        cells = zip([places[place] for place in options.places[option]], fruits, strict=True)
        cards.append(Laid(int(options.cards[option]), tuple(cells)))
    cost = float(exact[np.arange(len(exact)), node.shown].sum())
    return Laying(cost, tuple(sorted(cards)), node.shown)
