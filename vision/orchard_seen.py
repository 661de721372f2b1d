"""What was seen on each place of an orchard, as observations with probabilities that hold together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from scoring.orchard import TREES_ON_A_CARD
from vision.lattice import Cell
from vision.observe import Candidate, Observation, Pixel, Place, Value
from vision.orchard_alike import alike
from vision.orchard_box import stands, weigh
from vision.orchard_find import DIE_SCORE, ROTTEN_SCORE, TREE_SCORE
from vision.orchard_kind import FIXED, value_chances
from vision.orchard_look import COLOURS, FRUITS, PIPS, STANDING, Looks
from vision.orchard_places import Orchard

CARDS = 9
"""Cards in play."""
FLOOR = 1e-4
WORTH_SAYING = 0.0003
"""The least chance of a die or token on a place where none was seen, that is told."""
OF_DIE = np.array([-1.18, 1.24, 0.32, 0.72, -0.55])
OF_TOKEN = np.array([-0.84, 0.28, 0.16, 0.09, 0.78, -0.62])
"""What each piece of `evidence` tells of a die and of a token on a place, as log-odds against neither.

Logistic regression on photos of validation looks: `python -m training.orchard.standing`.
"""
OF_TREE = np.array([-2.08, 2.33, 0.29, -0.94])
"""What each piece of `tree_evidence` tells of a tree where nothing stands on one, fitted likewise."""
NO_HEAT = min(DIE_SCORE, ROTTEN_SCORE, TREE_SCORE)
"""The finder's heat where it saw nothing: it lists what is warmer."""
NO_CARD = (0.0, 4.0, -4.0, -6.0)
"""What is told to stand on a place that has no card to look at: only what looks like a die is one there."""
EMPTY = STANDING.index("empty")
RIM_WEIGHT, FLOOR_OF_FRUIT = 0.7, 0.02
"""How much the rim of a tree under a die tells of the die's colour, beside the die itself; it may be read wrongly."""
FAINT_TREE, NO_TREE = 0.65, 0.25
"""The finder's heat of a tree below which its place may be a hole between the cards, and where that is surest."""

Chances = npt.NDArray[np.float64]
Points = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """All evidence: what lies where, how it looks (dice on the orchard first, then the spare ones; trees by place), the
    colours where a token may lie on each tree, the chances (N, 3) that nothing, a die or a token stands on each place,
    the chance of each face to stand for 10 (best first), and full-size pixels to one working pixel."""

    orchard: Orchard
    looks: Looks
    drawn: Chances
    standing: Chances
    kinds: dict[int, float]
    scale: float

    @property
    def ten(self) -> int:
        """The face that stands for 10; 10 itself on the game's own dice."""
        return next(iter(self.kinds))


@dataclass(frozen=True, slots=True, eq=False)
class _Spot:
    """One place: the chances of no thing, a die and a token on it, of its tree's fruit, and of the die's readings."""

    standing: Chances
    fruit: Chances
    there: float
    die: Chances | None


def observations_of(sight: Sight) -> tuple[Observation, ...]:
    """An observation for the tree on each place, for each die and token, and for the face that stands for 10."""
    orchard = sight.orchard
    spots = {
        cell: _spot(sight, cell, index, sight.standing[index]) for index, cell in enumerate(orchard.quads)
    }
    laid = [cell for cell in orchard.dice if spots[cell].die is not None]
    visible = sum(spot.there for spot in spots.values())
    rotten = sum(spot.standing[2] > 0.5 for spot in spots.values())
    covered = round(TREES_ON_A_CARD * CARDS - visible)
    weighed = weigh([_readings(spots[cell]) for cell in laid], covered, int(rotten))
    read = dict(zip(laid, weighed, strict=True))
    return (
        _ten(sight),
        *(o for cell in orchard.quads for o in _on(sight, cell, spots[cell], read.get(cell))),
        *_rotten(sight, spots),
    )


def standing_on(orchard: Orchard, looks: Looks, drawn: Chances) -> Chances:
    """The chances (N, 3) that nothing, a die or a token stands on each place."""
    odds = [_odds(orchard, looks, cell, index) for index, cell in enumerate(orchard.quads)]
    of_die, of_token = np.array(odds).T
    return stands(of_die, of_token, alike(drawn, *token_odds(of_die, of_token)))


def _odds(orchard: Orchard, looks: Looks, cell: Cell, index: int) -> tuple[float, float]:
    """The log-odds of a die and of a token on a place, by what is seen of it alone."""
    of_die, of_token = evidence(orchard, looks, cell, index)
    return float(OF_DIE @ of_die), float(OF_TOKEN @ of_token)


def token_odds(of_die: Chances, of_token: Chances) -> tuple[Chances, npt.NDArray[np.bool_]]:
    """The log-odds of a token on each place against all else, and whether no die is likely there."""
    return of_token - np.logaddexp(0, of_die), of_die < 0


def _spot(sight: Sight, cell: Cell, index: int, standing: Chances) -> _Spot:
    orchard, looks = sight.orchard, sight.looks
    fruit = np.exp(looks.fruit[index]) if orchard.scores else np.ones(len(FRUITS))
    readings = None
    if cell in orchard.dice:
        k = _number(orchard, cell)
        colours = np.exp(looks.colour[k])
        if orchard.scores:
            colour = (colours[:3] + colours[3] * fruit) * (fruit + FLOOR_OF_FRUIT) ** RIM_WEIGHT
        else:
            colour = colours[:3] + FLOOR
        values = value_chances(looks.pips[k : k + 1], sight.ten)[0]
        readings = np.outer(colour / colour.sum(), values)
    there = 0.0
    if orchard.scores:  # whatever stands on a place stands on a tree
        bare = 1 / (1 + np.exp(-OF_TREE @ tree_evidence(orchard, looks, cell, index)))
        there = float(1 - standing[0] * (1 - bare))
    return _Spot(standing, fruit / fruit.sum(), there, readings)


def _number(orchard: Orchard, cell: Cell) -> int:
    """Which of the orchard's dice lies on a place, as they were looked at."""
    return list(orchard.dice).index(cell)


def evidence(orchard: Orchard, looks: Looks, cell: Cell, index: int) -> tuple[Chances, Chances]:
    """What the nets tell of a place, for a die (5,) and for a token (6,), in the order of `OF_DIE` and `OF_TOKEN`.

    index: which of the orchard's places it is. Told are how warm the finder is for a die and a token, whether the
    colour is one of a die, what the look net takes to stand on the tree, where none grows too, and how faint the tree
    itself is, in tenths: a hole between the cards looks like a token that hides its tree, but the finder is warm for
    trees with tokens.
    """
    die, token = orchard.dice.get(cell), orchard.rotten.get(cell)
    of_die = _heat(die.top.score if die else 0.0)
    of_token = _heat(token.score if token else 0.0)
    # A tree that was not seen at all is hidden, or a hole, and not faint.
    tree = orchard.scores.get(cell) or FAINT_TREE
    faint = 10 * (FAINT_TREE - float(np.clip(tree, NO_TREE, FAINT_TREE)))
    coloured = 0.0
    if die:
        none = float(looks.colour[_number(orchard, cell), COLOURS.index("none")])
        coloured = _log_odds(float(-np.expm1(min(none, -FLOOR))))
    nothing, a_die, a_token, empty = looks.standing[index] if orchard.scores else NO_CARD
    nothing = np.logaddexp(nothing, empty)
    return (
        np.array([1.0, of_die, coloured, a_die - nothing, faint]),
        np.array([1.0, of_token, float(die is not None), -coloured, a_token - nothing, faint]),
    )


def tree_evidence(orchard: Orchard, looks: Looks, cell: Cell, index: int) -> Chances:
    """What the nets tell of a tree on a place, (4,), in the order of `OF_TREE`: how warm the finder is for it, whether
    it saw none at all, and whether the look net sees that nothing grows there."""
    heat = orchard.scores[cell]
    bare = _log_odds(float(np.exp(looks.standing[index, EMPTY])))
    return np.array([1.0, _heat(heat), float(heat == 0), bare])


def _heat(chance: float) -> float:
    """The finder's heat as log-odds."""
    return _log_odds(max(chance, NO_HEAT))


def _log_odds(chance: float) -> float:
    bounded = float(np.clip(chance, 0.0025, 0.9975))
    return float(np.log(bounded / (1 - bounded)))


def _readings(spot: _Spot) -> Chances:
    """(3, 4) chances of a die's colours and values; what is missing to 1 is that there is none."""
    assert spot.die is not None
    return spot.die * float(spot.standing[1])


def _on(sight: Sight, cell: Cell, spot: _Spot, read: Chances | None) -> Iterator[Observation]:
    place, px = Place(*cell), _pixel(sight, sight.orchard.quads[cell].mean(0))
    die = 0.0 if read is None else float(read.sum())
    if spot.there > 0:
        fruit = spot.fruit * (1 - die) + (0.0 if read is None else read.sum(1))
        chances = dict(zip(FRUITS, fruit * spot.there, strict=True))
        yield Observation("tree", place, px, _candidates({**chances, "none": 1 - spot.there}))
    if read is not None:
        faces = (*FIXED, sight.ten)
        answers: dict[Value, float] = {
            f"{fruit} {face}": float(read[i, j])
            for i, fruit in enumerate(FRUITS)
            for j, face in enumerate(faces)
        }
        top = sight.orchard.dice[cell].top.centre
        told = _candidates({**answers, "none": 1 - die})
        other_tens = _otherwise(sight, cell, read) if die > 0.5 else ()
        yield Observation("die", place, _pixel(sight, top), (*told, *other_tens))
    elif spot.standing[1] > WORTH_SAYING:
        chance = float(spot.standing[1])
        guessed = {f"{fruit} 1": chance * float(spot.fruit[i]) for i, fruit in enumerate(FRUITS)}
        yield Observation("die", place, px, _candidates({**guessed, "none": 1 - chance}))


def _otherwise(sight: Sight, cell: Cell, read: Chances) -> Iterator[Candidate]:
    """What a die is, should another face than is taken to be the 10 turn out to be it: no answer until then."""
    fruit = FRUITS[int(read.sum(1).argmax())]
    pips = sight.looks.pips[_number(sight.orchard, cell)]
    for face in sight.kinds:
        if face != sight.ten and pips[PIPS.index(face)] > pips[[PIPS.index(fixed) for fixed in FIXED]].max():
            yield Candidate(f"{fruit} {face}", 0.0)


def _rotten(sight: Sight, spots: dict[Cell, _Spot]) -> Iterator[Observation]:
    """The tokens, the likeliest first."""
    chances = {cell: float(spot.standing[2]) for cell, spot in spots.items()}
    for cell in sorted(chances, key=lambda cell: -chances[cell]):
        if chances[cell] > WORTH_SAYING:
            token = sight.orchard.rotten.get(cell)
            at = sight.orchard.quads[cell].mean(0) if token is None else token.at
            answers: dict[Value, float] = {True: chances[cell], False: 1 - chances[cell]}
            yield Observation("rotten", Place(*cell), _pixel(sight, at), _candidates(answers))


def _ten(sight: Sight) -> Observation:
    return Observation("ten", Place(), (0.0, 0.0), _candidates(dict(sight.kinds)))


def _candidates(chances: dict[Value, float] | dict[str, float] | dict[int, float]) -> tuple[Candidate, ...]:
    total = sum(chances.values())
    answers = sorted(chances.items(), key=lambda answer: -answer[1])
    return tuple(
        Candidate(value, chance / total)
        for n, (value, chance) in enumerate(answers)
        if n == 0 or chance / total >= FLOOR
    )


def _pixel(sight: Sight, at: Points) -> Pixel:
    return (float(at[0]) * sight.scale, float(at[1]) * sight.scale)
