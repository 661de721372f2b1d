"""What the finder missed: dice where the look net sees that one stands on a tree, and trees beside the orchard.

A small die in its own colour's tree, or in the dark, is hardly marked by the finder, which sees the whole photo in one
small picture. The look net sees each tree closely and knows that a die stands there, but not which: that is told by the
die's top, which is outlined from a guess. Trees that lie in the dark or are washed out it hardly marks either.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from vision.lattice import Cell
from vision.locate import Tile
from vision.orchard_find import Die
from vision.orchard_look import Pixels, look_at
from vision.orchard_outline import outline_guesses, same_die
from vision.orchard_places import Orchard, places_beside
from vision.orchard_seen import EMPTY

LIKELY = 0.15
"""The least chance of a die on a place where the finder saw none, at which it is looked for."""
SIDE_OF_DIE = 0.53
"""A die's side in sides of its tree (16 mm on 30 mm), where no die of the photo tells its size."""
NO_SCORE = 0.0
BARE, MOST_TREES = 0.5, 12
"""The chance that no tree grows on a place beside the orchard below which one does, and how many such places at most:
where they are more, the table resembles cards."""

Points = npt.NDArray[np.float64]


def with_unseen(copies: list[Pixels], orchard: Orchard, standing: Points) -> Orchard:
    """An orchard with the dice that the finder missed, or took for spare ones.

    copies: the photo's pyramid; standing: (N, 3) chances of nothing, a die and a token on each place.
    """
    chances = dict(zip(orchard.quads, standing[:, 1].tolist(), strict=True))
    cells = [cell for cell, chance in chances.items() if cell not in orchard.dice and chance >= LIKELY]
    cells.sort(key=lambda cell: -chances[cell])
    known = orchard.all_dice
    guesses = outline_guesses(copies, [_guess(orchard.quads[cell], known) for cell in cells], known)
    dice, spare = dict(orchard.dice), list(orchard.spare_dice)
    for cell, guess in zip(cells, guesses, strict=True):
        seen = next((die for die in (*dice.values(), *spare) if same_die(die, guess)), None)
        if seen is None:
            dice[cell] = guess
        elif seen in spare:
            spare.remove(seen)
            dice[cell] = seen
    return replace(orchard, dice=dice, spare_dice=tuple(spare))


def with_unseen_trees(copies: list[Pixels], orchard: Orchard) -> Orchard:
    """An orchard with the trees beside it that the finder missed, and those beside these.

    copies: the photo's pyramid.
    """
    wider = orchard
    looked: set[Cell] = set()
    while True:
        around = {cell: quad for cell, (quad, _) in places_beside(wider.quads).items() if cell not in looked}
        bare = _bare(copies, wider, list(around.values()))
        grown = {
            cell: quad for (cell, quad), chance in zip(around.items(), bare, strict=True) if chance < BARE
        }
        looked |= set(around)
        if not grown:
            return wider
        scores = wider.scores | dict.fromkeys(grown, NO_SCORE)
        wider = replace(wider, quads=wider.quads | grown, scores=scores)
        if len(wider.quads) > len(orchard.quads) + MOST_TREES:
            return orchard


def _bare(copies: list[Pixels], orchard: Orchard, around: list[Points]) -> Points:
    """The chances that no tree grows on some places around an orchard, corners (4, 2) each."""
    dice = [die.top.corners for die in orchard.all_dice]
    looks = look_at(copies, dice, [*orchard.quads.values(), *around])
    result: Points = np.exp(looks.standing[len(orchard.quads) :, EMPTY])
    return result


def _guess(tree: Points, known: tuple[Die, ...]) -> Die:
    """A die on the middle of a tree (4, 2): like the nearest one that was found."""
    foot = tree.mean(0)
    if not known:
        across, down = (tree[1] - tree[0]) / 2, (tree[3] - tree[0]) / 2
        return Die(Tile(foot, SIDE_OF_DIE * across, SIDE_OF_DIE * down, NO_SCORE), foot)
    like = min(known, key=lambda die: float(np.hypot(*(die.foot - foot))))
    top = replace(like.top, centre=foot + like.top.centre - like.foot, score=NO_SCORE)
    return Die(top, foot)
