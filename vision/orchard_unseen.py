"""What the finder missed: dice where the look net sees that one stands on a tree, and trees beside the orchard.

A small die in its own colour's tree, or in the dark, is hardly marked by the finder, which sees the whole photo in one
small picture. The look net sees each tree closely and knows that a die stands there, but not which: that is told by the
die's top, which is outlined from a guess. Trees that lie in the dark or are washed out it hardly marks either.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from vision.lattice import Cell
from vision.locate import Tile
from vision.orchard_find import Die, Found
from vision.orchard_look import Pixels, look_at
from vision.orchard_outline import outline_guesses, same_die
from vision.orchard_places import STRAY_REACH, Orchard, away_from, places_beside
from vision.orchard_seen import EMPTY

LIKELY = 0.15
"""The least chance of a die on a place where the finder saw none, at which it is looked for."""
SIDE_OF_DIE = 0.53
"""A die's side in sides of its tree (16 mm on 30 mm), where no die of the photo tells its size."""
NO_SCORE = 0.0
BARE, MOST_TREES = 0.5, 12
"""The chance that no tree grows on a place beside the orchard below which one does, and how many such places at most:
where they are more, the table resembles cards."""
HARDLY_BARE = 0.99
"""The same for trees of which little is seen: washed out by glare, some were told to be none at up to 0.98."""
LEAST_BARE = 0.01
"""The least that this chance is believed to be."""

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


def with_unseen_trees(copies: list[Pixels], orchard: Orchard, most: int = MOST_TREES) -> Orchard:
    """An orchard with the trees beside it that the finder missed, and those beside these.

    copies: the photo's pyramid; most: where the look net sees more trees, the table resembles cards: none is one.
    """
    wider = orchard
    looked: set[Cell] = set()
    while True:
        around = {cell: quad for cell, quad in _beside(wider).items() if cell not in looked}
        chances = _bare(copies, wider, [*around.values()])
        grown = {cell: around[cell] for cell, bare in zip(around, chances, strict=True) if bare < BARE}
        looked |= set(around)
        if not grown:
            return wider
        wider = _grown(wider, grown)
        if len(wider.quads) > len(orchard.quads) + most:
            return orchard


def with_likely_trees(copies: list[Pixels], orchard: Orchard) -> Orchard:
    """An orchard with the places beside it on which a tree may grow, however little speaks for it, and beside these.

    copies: the photo's pyramid; orchard: with those that `with_unseen_trees` finds.
    """
    wider = orchard
    looked: set[Cell] = set()
    while True:
        around = {cell: quad for cell, quad in _beside(wider).items() if cell not in looked}
        bare = dict(zip(around, _bare(copies, wider, [*around.values()]).tolist(), strict=True))
        likely = [
            cell for cell in sorted(around, key=lambda cell: bare[cell]) if BARE <= bare[cell] < HARDLY_BARE
        ]
        room = len(orchard.quads) + MOST_TREES - len(wider.quads)
        looked |= set(around)
        if not likely or not room:
            return wider
        wider = _grown(wider, {cell: around[cell] for cell in likely[:room]})


def _grown(orchard: Orchard, more: dict[Cell, Points]) -> Orchard:
    scores = orchard.scores | dict.fromkeys(more, NO_SCORE)
    return replace(orchard, quads=orchard.quads | more, scores=scores)


def with_free_places(copies: list[Pixels], orchard: Orchard) -> Orchard:
    """An orchard with all places beside it in the photo, though the look net sees no tree there.

    copies: the photo's pyramid; orchard: with those that `with_unseen_trees` finds.
    """
    high, wide = copies[0].shape[:2]
    around = {
        cell: quad
        for cell, quad in _beside(orchard).items()
        if (quad.mean(0) > 0).all() and (quad.mean(0) < (wide, high)).all()
    }
    bare = _bare(copies, orchard, [*around.values()])
    free = {cell: quad for (cell, quad), none in zip(around.items(), bare, strict=True) if none >= BARE}
    return _grown(orchard, free)


def _beside(orchard: Orchard) -> dict[Cell, Points]:
    """The free places beside an orchard's trees, with their corners."""
    return {cell: quad for cell, (quad, _) in places_beside(orchard.quads).items()}


def seen_closely(copies: list[Pixels], orchard: Orchard, found: Found) -> Found:
    """What was found, without the trees that the look net takes for none: the finder marks patterns of the table too.

    orchard: what lies there as it was first laid: the look net sees all of a photo together.
    """
    bare = _bare(copies, orchard, [tree.corners for tree in found.trees])
    return replace(
        found, trees=tuple(tree for tree, none in zip(found.trees, bare, strict=True) if none < BARE)
    )


def cost_of_left_out(copies: list[Pixels], orchard: Orchard, trees: Sequence[Tile]) -> float:
    """What it costs that trees beside an orchard are none of its own: a sum of negative logarithms of chances.

    trees: those that the finder lists; besides, the look net is asked of the free places.
    """
    free = [*_beside(orchard).values()]
    away = away_from([tree.centre for tree in trees], orchard.quads).min(1, initial=np.inf)
    listed = [
        tree.corners for tree, far in zip(trees, away, strict=True) if STRAY_REACH[0] < far < STRAY_REACH[1]
    ]
    bare = _bare(copies, orchard, [*free, *listed])
    of_free, of_listed = (part[part < BARE] for part in np.split(bare, [len(free)]))
    if len(of_free) > MOST_TREES:
        of_free = of_free[:0]
    return float(-np.log(np.maximum(np.concatenate([of_free, of_listed]), LEAST_BARE)).sum())


def _bare(copies: list[Pixels], orchard: Orchard, around: list[Points]) -> Points:
    """The chances that no tree grows on some places around an orchard, corners (4, 2) each; one turn tells it."""
    dice = [die.top.corners for die in orchard.all_dice]
    looks = look_at(copies, dice, [*orchard.quads.values(), *around], turns=1)
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
