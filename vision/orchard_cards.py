"""The 18 known cards as a check: of all likely readings those are believed that cards could show.

What is seen of a place - its tree, a die, a token - tells how many cards show which fruit there: a die's value calls
for as many trees of its colour under it, a token for a tree of another fruit, a hole for none. So each place gets a
cost for each number of fruit, the cards are laid as they cost least (`vision.orchard_laying`), and each answer is
weighed by the layings that hold it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf

import numpy as np
import numpy.typing as npt

from scoring.orchard import COVERED_FOR, DICE_OF_A_COLOUR, FRUIT, TREES_ON_A_CARD
from scoring.orchard_cards import Laid
from vision.lattice import Cell
from vision.observe import Candidate, Observation, Value
from vision.orchard_laying import DEPTH, STEPS, Costs, Laying, lay_cards
from vision.orchard_seen import CARDS

MOST_CARDS = 18
FLOOR = 1e-4
"""The least chance of an answer that can be right."""
ONE_MORE, NO_ROOM = 0.9, 7.0
"""What each tree costs that is covered beyond those that a die or token needs, where the rules let it be, and where
they do not (negative logarithms): in played games none is in a half, one in a third, more seldom."""
MOST_MORE = 5
IMPOSSIBLE = 30.0
"""What costs most."""
TOO_DEAR, TOO_DEAR_FOR_POINTS = 28.0, 20.0
"""A laying that costs more than what was seen is none, nor is one that changes dice or tokens and costs more than the
latter: cards cannot lie like this. Of 600 photos of validation looks all that changed points for more were wrong, all
that changed trees alone right."""
OTHER_NUMBER = 5.0
"""What it costs that another number of cards is in play."""
DEAR = 5.0
"""What a laying costs that explains nearly all that was seen: of orchards of validation looks read with less, every
total was right."""
TRUST, TRUST_IN_DEAR = 0.95, 0.8
"""How much what the cards tell is believed, in such a laying and in a dearer one."""
DISTRUST = 0.6
"""The power to which chances are raised where cards can show no likely reading."""
CHANGED = 0.96
"""The chance of an answer that the cards forced is told as this at most: players are asked about it."""
UNSURE_OF = ("tree", "die", "rotten")
"""What may be misread."""

Chances = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Shows:
    """What may be on a place: a tree's fruit (none in a hole), a die's value (0 without one), a token on it or not.

    step: the cards that show fruit there, as the index in the table of a place; more: how many of these dice and tokens
    do not call for.
    """

    step: int
    fruit: str = "none"
    value: int = 0
    rotten: bool = False
    more: int = 0


@dataclass(frozen=True, slots=True)
class Fit:
    """What was seen, after the cards: the observations with the chances that these leave them, the cards as they lie
    (none where they cannot), and how much less likely than what was seen alone that is (a negative logarithm)."""

    observations: tuple[Observation, ...]
    cards: tuple[Laid, ...] = ()
    cost: float = inf


def fit_cards(observations: Sequence[Observation]) -> Fit:
    """Lay the 18 cards so that they show what was seen.

    The answers are those of the likeliest way to lay them; what it changes stays a doubt. Where there is none something
    is misread, though not known what: all is less sure then.
    """
    if not any(seen.what == "tree" for seen in observations):
        return Fit(tuple(observations))
    places = list(dict.fromkeys(seen.place.cell for seen in observations if seen.what in UNSURE_OF))
    told = _told(observations, places)
    layings = _layings(places, told)
    if not layings:
        return Fit(tuple(map(_less_sure, observations)))
    chances = dict(zip(places, _chances(told, layings), strict=True))
    ten = _ten(observations)
    trust = TRUST if layings[0].cost <= DEAR else TRUST_IN_DEAR
    fitted = tuple(
        _fitted(seen, chances[seen.place.cell], ten, trust) if seen.what in UNSURE_OF else seen
        for seen in observations
    )
    changed = {
        now.what for before, now in zip(observations, fitted, strict=True) if now.value != before.value
    }
    if layings[0].cost > TOO_DEAR_FOR_POINTS and changed & {"die", "rotten"}:
        return Fit(tuple(map(_less_sure, observations)))
    return Fit(fitted, layings[0].cards, layings[0].cost)


def _ten(observations: Sequence[Observation]) -> int:
    """The face that stands for 10."""
    return next((int(seen.value) for seen in observations if seen.what == "ten"), 10)


@lru_cache(maxsize=1)
def _all_shows() -> tuple[_Shows, ...]:
    """All that may be on a place."""
    shows = [_Shows(0)]
    for fruit, step in zip(FRUIT, STEPS.tolist(), strict=True):
        shows += [_Shows((1 + more) * step, fruit, more=more) for more in range(MOST_MORE + 1)]
        for value, covered in COVERED_FOR.items():
            most = DEPTH - 2 - covered if value == max(COVERED_FOR) else 0
            shows += [
                _Shows((1 + covered + more) * step, fruit, value, more=more) for more in range(most + 1)
            ]
        for below in STEPS.tolist():
            if below != step:
                shows += [
                    _Shows(step + (1 + more) * below, fruit, rotten=True, more=more)
                    for more in range(MOST_MORE + 1)
                ]
    return tuple(shows)


def _told(observations: Sequence[Observation], places: Sequence[Cell]) -> Costs:
    """What each of `_all_shows` costs on each place, (N, shows): negative logarithms of chances."""
    trees = np.full((len(places), len(FRUIT) + 1), IMPOSSIBLE)
    trees[:, -1] = 0.0
    dice = np.full((len(places), len(FRUIT), len(COVERED_FOR)), IMPOSSIBLE)
    no_die, token = np.zeros(len(places)), np.tile([0.0, IMPOSSIBLE], (len(places), 1))
    ten = _ten(observations)
    values, numbers = list(COVERED_FOR), {place: number for number, place in enumerate(places)}
    for seen in observations:
        if seen.what not in UNSURE_OF:
            continue
        at = numbers[seen.place.cell]
        chances = seen.chances
        if seen.what == "tree":
            trees[at] = _cost([chances.get(fruit, 0.0) for fruit in (*FRUIT, "none")])
        elif seen.what == "rotten":
            token[at] = _cost([chances.get(False, 0.0), chances.get(True, 0.0)])
        else:
            no_die[at] = _cost([chances.get("none", 0.0)])[0]
            for column, fruit in enumerate(FRUIT):
                faces = [chances.get(f"{fruit} {_face(value, ten)}", 0.0) for value in values]
                dice[at, column] = _cost(faces)
    room = _room(observations)
    costs = np.zeros((len(places), len(_all_shows())))
    for column, shows in enumerate(_all_shows()):
        grown = (*FRUIT, "none").index(shows.fruit)
        if shows.value:
            costs[:, column] = dice[:, grown, values.index(shows.value)] + token[:, 0]
        else:
            costs[:, column] = trees[:, grown] + no_die + token[:, int(shows.rotten)]
        bare = not shows.value and not shows.rotten
        costs[:, column] += shows.more * (NO_ROOM if bare and shows.fruit not in room else ONE_MORE)
    return np.minimum(costs, IMPOSSIBLE)


def _cost(chances: Sequence[float]) -> Chances:
    return np.asarray(-np.log(np.maximum(chances, FLOOR)), np.float64)


def _face(value: int, ten: int) -> int:
    """The face of a die that is worth a value."""
    return ten if value == max(COVERED_FOR) else value


def _room(observations: Sequence[Observation]) -> set[str]:
    """The fruit whose dice were all laid: "if you have no dice remaining of that colour then you do not place a die".

    A rotten token may have taken the place of one.
    """
    dice = Counter(str(seen.value).split()[0] for seen in observations if seen.what == "die")
    tokens = sum(seen.what == "rotten" and seen.value is True for seen in observations)
    return {fruit for fruit in FRUIT if dice[fruit] + tokens >= DICE_OF_A_COLOUR}


def _layings(places: Sequence[Cell], told: Costs) -> list[Laying]:
    """The likeliest ways for the cards in play to lie: nine, or another number where what is seen calls for it."""
    costs = np.full((len(places), DEPTH**3), np.inf)
    for column, shows in enumerate(_all_shows()):
        costs[:, shows.step] = -np.logaddexp(-costs[:, shows.step], -told[:, column])
    costs = np.minimum(costs, IMPOSSIBLE).reshape(-1, DEPTH, DEPTH, DEPTH)
    layings = lay_cards(places, costs, CARDS, TOO_DEAR)
    most = (layings[0].cost if layings else TOO_DEAR) - OTHER_NUMBER
    trees = sum(_trees(_all_shows()[k]) for k in told.argmin(1))
    for cards in (trees // TREES_ON_A_CARD, trees // TREES_ON_A_CARD + 1):
        others = lay_cards(places, costs, cards, most) if 1 <= cards <= MOST_CARDS and most > 0 else []
        if others:
            layings, most = others, others[0].cost
    return layings


def _trees(shows: _Shows) -> int:
    """How many cards' trees lie on a place."""
    return sum(shows.step // int(step) % DEPTH for step in STEPS)


def _chances(told: Costs, layings: Sequence[Laying]) -> Chances:
    """The chances of each of `_all_shows` on each place, (N, shows), by all layings."""
    steps = np.array([shows.step for shows in _all_shows()])
    weights = np.exp([layings[0].cost - laying.cost for laying in layings])
    chances = np.zeros(told.shape)
    for laying, weight in zip(layings, weights / weights.sum(), strict=True):
        shares = np.where(steps == laying.shown[:, None], np.exp(-told), 0.0)
        chances += weight * shares / np.maximum(shares.sum(1, keepdims=True), np.exp(-2 * IMPOSSIBLE))
    return chances


def _fitted(seen: Observation, chances: Chances, ten: int, trust: float) -> Observation:
    """An observation with the chances of its answers after those of all that may be on its place (shows,).

    trust: how much these are believed.
    """
    by_cards: Counter[Value] = Counter()
    for answer, chance in zip(_answers(seen.what, ten), chances.tolist(), strict=True):
        by_cards[answer] += chance
    before = seen.chances
    mixed = {
        value: trust * by_cards[value] + (1 - trust) * before.get(value, 0.0)
        for value in {**before, **by_cards}
        if value in before or by_cards[value] >= FLOOR
    }
    total = sum(mixed.values())
    ordered = sorted(mixed.items(), key=lambda answer: -answer[1])
    now = replace(seen, candidates=tuple(Candidate(value, chance / total) for value, chance in ordered))
    return now if now.value == seen.value else _doubted(now)


def _answers(what: str, ten: int) -> Iterator[Value]:
    """The answer to a question about a place by each of `_all_shows`."""
    for shows in _all_shows():
        if what == "tree":
            yield shows.fruit
        elif what == "rotten":
            yield shows.rotten
        else:
            yield f"{shows.fruit} {_face(shows.value, ten)}" if shows.value else "none"


def _less_sure(seen: Observation) -> Observation:
    """An observation of a photo in which something is known to be misread.

    What is taken to lie there is a doubt, and each place that may bear a tree.
    """
    if seen.what not in UNSURE_OF:
        return seen
    if (
        seen.what == "tree" and len(seen.candidates) == 1
    ):  # nothing speaks for a tree, and yet one may be missing
        others = [fruit for fruit in (*FRUIT, "none") if fruit != seen.value]
        return _doubted(replace(seen, candidates=(seen.best, *(Candidate(fruit, FLOOR) for fruit in others))))
    told = [c.probability**DISTRUST if c.probability else 0.0 for c in seen.candidates]
    total = sum(told)
    answers = zip(seen.candidates, told, strict=True)
    now = replace(seen, candidates=tuple(Candidate(c.value, chance / total) for c, chance in answers))
    nothing = seen.what != "tree" and seen.value in ("none", False)
    return now if nothing or len(told) == 1 else _doubted(now)


def _doubted(seen: Observation) -> Observation:
    """An observation whose answer the cards forced: no surer than that players are asked about it."""
    first, *others = seen.candidates
    chance = min(first.probability, CHANGED)
    share = (1 - chance) / max(1 - first.probability, 1e-9)
    rest = (Candidate(c.value, c.probability * share) for c in others)
    return replace(seen, candidates=(Candidate(first.value, chance), *rest))
