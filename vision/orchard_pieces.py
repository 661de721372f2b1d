"""The things that lie on the table: cards as far as they are known, dice and tokens on the orchard and beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from scoring.orchard_cards import Laid
from vision.lattice import Cell
from vision.observe import Observation, Piece, Quad, as_quad, side_lengths
from vision.orchard_kind import FIXED
from vision.orchard_look import COLOURS, PIPS
from vision.orchard_seen import Sight

COLOUR_OF = {"apple": "red", "pear": "yellow", "plum": "purple", "other": "other", "none": "other"}
LEAST_DIE, LEAST_TOKEN = 0.3, 0.4
"""The least chance of a thing beside the orchard that is told."""
TOKEN_SIDE = 0.55
"""Side of a token's outline, in tree sides: only its middle is known."""

Points = npt.NDArray[np.float64]


def pieces_of(
    sight: Sight, observations: Sequence[Observation], grid: Mapping[Cell, Quad], cards: Sequence[Laid]
) -> Iterator[Piece]:
    """Cards, dice and tokens."""

    def outline(seen: Observation) -> Quad:
        if seen.what == "rotten":
            return _token(sight, np.array(seen.px))
        cell = seen.place.cell
        die = sight.orchard.dice.get(cell)
        return grid[cell] if die is None else as_quad(die.top.corners * sight.scale)

    yield from pieces_on(observations, grid, cards, outline)
    yield from _spare(sight)


def pieces_on(
    observations: Sequence[Observation],
    grid: Mapping[Cell, Quad],
    cards: Sequence[Laid],
    outline: Callable[[Observation], Quad],
) -> Iterator[Piece]:
    """Cards, and the dice and tokens on them; outline: where each lies in the photo."""
    for card in cards:
        yield Piece("card", _around(card, grid), True, 0.95, {"card": card.card})
    for seen in observations:
        if seen.what == "die" and seen.value != "none":
            fruit, pips = str(seen.value).split()
            label = {"colour": COLOUR_OF[fruit], "pips": int(pips)}
            yield Piece("die", outline(seen), True, seen.best.probability, label)
        elif seen.what == "rotten" and seen.value is True:
            yield Piece("rotten", outline(seen), True, seen.best.probability)


def _spare(sight: Sight) -> Iterator[Piece]:
    """Dice and tokens that lie beside the orchard."""
    orchard, looks = sight.orchard, sight.looks
    faces = (*FIXED, 10) if sight.ten == 10 else tuple(range(1, 7))
    columns = [PIPS.index(face) for face in faces]
    for k, die in enumerate(orchard.spare_dice, len(orchard.dice)):
        colours = np.exp(looks.colour[k])
        chance = float(die.top.score * (1 - colours[4]))
        if chance < LEAST_DIE:
            continue
        label = {
            "colour": COLOUR_OF[COLOURS[int(np.argmax(colours[:4]))]],
            "pips": int(faces[int(np.argmax(looks.pips[k, columns]))]),
        }
        yield Piece("die", as_quad(die.top.corners * sight.scale), False, chance, label)
    for spot in orchard.spare_rotten:
        if spot.score >= LEAST_TOKEN:
            yield Piece("rotten", _token(sight, spot.at * sight.scale), False, spot.score)


def _token(sight: Sight, at: Points) -> Quad:
    quads = np.array(list(sight.orchard.quads.values())) * sight.scale
    side = float(np.median(side_lengths(quads)))
    return as_quad(at + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side * TOKEN_SIDE / 2)


def _around(card: Laid, grid: Mapping[Cell, Quad]) -> Quad:
    """A card's corners: those of its trees that lie farthest out."""
    cells = [place for place, _ in card.cells]
    (left, top), (right, bottom) = np.min(cells, 0), np.max(cells, 0)
    return (
        grid[(left, top)][0],
        grid[(right, top)][1],
        grid[(right, bottom)][2],
        grid[(left, bottom)][3],
    )
