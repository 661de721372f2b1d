"""Which place of the orchard each die, token and tree belongs to: a loose lattice, for cards are laid by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision import locate
from vision.lattice import SIDES, UNIT, Cell, Lattice, Slack, aligned, beside, fit_lattice, left_over, project
from vision.locate import Spot, Tile
from vision.observe import side_lengths
from vision.orchard_find import Die, Found

LAID_BY_HAND = Slack(0.4, 28.0)
"""How far from where it should a tree may lie beside another card's: cards overlap, and lie askew on each other."""
FOOT_REACH = 0.5
"""How far from a tree's middle, in tree sides, a die that stands on it may have its foot."""
TOKEN_REACH = 0.55
HIDDEN_REACH = 0.3
"""The same where no tree was seen, beside two that were: a die or token hides it."""
HIDDEN_SCORE = 0.6
"""The least score of a die or token that is taken to hide a tree there."""
ENCLOSING = 3
"""As many trees around a free place make it one of the orchard: a hole, or a tree that something hides."""
SURE_THING = 0.4
"""The score from which a thing chooses its tree before those less sure: the side of a die may be taken for another."""
STRAY_SCORE = 0.5
"""The least score of a tree that is taken for one of the orchard though it fits no place of the lattice."""
STRAY_REACH = (0.55, 1.6)
"""How far from the nearest tree that has a place, in tree sides, it lies: nearer, a tree was listed twice."""
STRAY_SIZE = 1.2
"""How many times as large as that tree it is seen at most, or as small: four trees were taken for a large one."""
STRAY_BELIEF = 0.36
"""The score that it keeps: no more is believed of it than of a tree that hardly shows, so that players are asked."""

Points = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Orchard:
    """The lattice of an orchard, and what lies on it and beside it.

    quads: each tree's corners (4, 2) in working pixels, those that were not seen included; scores: how sure the finder
    is of each tree (0 where it saw none: a die or token hides it, or it is a hole between the cards). dice, rotten: on
    their places; the others lie beside the orchard.
    """

    quads: dict[Cell, Points]
    scores: dict[Cell, float]
    dice: dict[Cell, Die]
    rotten: dict[Cell, Spot]
    spare_dice: tuple[Die, ...]
    spare_rotten: tuple[Spot, ...]

    @property
    def all_dice(self) -> tuple[Die, ...]:
        """The dice on the orchard, then the spare ones: as they are looked at."""
        return (*self.dice.values(), *self.spare_dice)


def place_things(found: Found, slack: Slack = LAID_BY_HAND) -> Orchard | None:
    """Lay the lattice over the trees and put dice and tokens on it; None where there are no trees."""
    lattice = fit_lattice(
        locate.Found(found.trees, (), (), np.zeros((0, 2)), np.zeros((1, 1), np.float32), 1.0), slack
    )
    if lattice is None or len(lattice.tiles) < 2:
        return None
    trees = with_strays(lattice.tiles, found.trees)
    quads = {cell: tree.corners for cell, tree in trees.items()}
    gaps = enclosed(quads)
    quads |= gaps
    scores = {cell: tree.score for cell, tree in trees.items()} | dict.fromkeys(gaps, 0.0)
    dice, spare_dice = _put(
        [die.foot for die in found.dice],
        [die.top.score for die in found.dice],
        quads,
        scores,
        lattice,
        FOOT_REACH,
    )
    rotten, spare_rotten = _put(
        [spot.at for spot in found.rotten],
        [spot.score for spot in found.rotten],
        quads,
        scores,
        lattice,
        TOKEN_REACH,
    )
    return Orchard(
        quads,
        scores,
        {cell: found.dice[k] for cell, k in dice.items()},
        {cell: found.rotten[k] for cell, k in rotten.items()},
        tuple(found.dice[k] for k in spare_dice),
        tuple(found.rotten[k] for k in spare_rotten),
    )


def with_strays(placed: dict[Cell, Tile], trees: Sequence[Tile]) -> dict[Cell, Tile]:
    """The trees that have a place, and sure ones beside them that fit none, each on the free place nearest to it.

    Where cards lie askew, or a tree is hidden, the lattice breaks off; dice on what lies beyond would not count.
    """
    grown = dict(placed)
    for tree in left_over(placed, trees):
        if tree.score < STRAY_SCORE:
            break
        away = away_from([tree.centre], {cell: other.corners for cell, other in grown.items()})[0]
        if not STRAY_REACH[0] < away.min() < STRAY_REACH[1]:
            continue
        cell = list(grown)[int(away.argmin())]
        if not 1 / STRAY_SIZE < tree.size / grown[cell].size < STRAY_SIZE:
            continue
        stray = aligned(tree, grown[cell])
        place = _free_place(grown, cell, stray)
        if place is not None:
            grown[place] = replace(stray, score=STRAY_BELIEF)
    return grown


def _free_place(placed: dict[Cell, Tile], cell: Cell, stray: Tile) -> Cell | None:
    """The free place around a tree's nearest to where a stray lies, in steps of both their sides."""
    tree = placed[cell]
    frame = np.column_stack([stray.across + tree.across, stray.down + tree.down])
    step = np.linalg.lstsq(frame, stray.centre - tree.centre)[0]
    around = [(cell[0] + dx, cell[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    free = [place for place in around if place not in placed]
    return min(free, key=lambda place: float(np.hypot(*(np.subtract(place, cell) - step))), default=None)


def enclosed(quads: Mapping[Cell, Points]) -> dict[Cell, Points]:
    """The free places that have trees on three sides or on all, with the corners that their neighbours tell them.

    Either a hole between the cards, or a tree that is hidden by what stands on it.
    """
    return {place: quad for place, (quad, trees) in places_beside(quads).items() if trees >= ENCLOSING}


def places_beside(quads: Mapping[Cell, Points]) -> dict[Cell, tuple[Points, int]]:
    """The free places beside trees: the corners (4, 2) that these tell them on average, and how many trees do."""
    told: dict[Cell, list[Points]] = {}
    for (col, row), quad in quads.items():
        across, down = (
            (quad[1] + quad[2] - quad[0] - quad[3]) / 2,
            (quad[2] + quad[3] - quad[0] - quad[1]) / 2,
        )
        for dx, dy in SIDES:
            told.setdefault((col + dx, row + dy), []).append(quad + dx * across + dy * down)
    return {
        place: (np.mean(moved, axis=0), len(moved)) for place, moved in told.items() if place not in quads
    }


def _put(
    spots: Sequence[Points],
    sureness: Sequence[float],
    quads: dict[Cell, Points],
    scores: dict[Cell, float],
    lattice: Lattice,
    reach: float,
) -> tuple[dict[Cell, int], list[int]]:
    """-> which thing stands on each place, and the things that stand on none; hidden trees are added to `quads`."""
    cells, away = list(quads), away_from(spots, quads)
    pairs = [
        (sureness[index] < SURE_THING, away[index, k], index, cells[k])
        for index, k in np.argwhere(away < reach).tolist()
    ]
    taken: dict[Cell, int] = {}
    placed: set[int] = set()
    for _, _, index, cell in sorted(pairs):
        if index not in placed and cell not in taken:
            taken[cell] = index
            placed.add(index)
    inverse = np.linalg.inv(lattice.view)
    for index, spot in enumerate(spots):
        if index in placed or sureness[index] < HIDDEN_SCORE:
            continue
        at = project(inverse, spot[None])[0]
        hidden = (round(float(at[0])), round(float(at[1])))
        around = sum(place in quads for place in beside(hidden))
        if hidden in quads or around < 2 or np.abs(at - hidden).max() > HIDDEN_REACH:
            continue
        quads[hidden] = project(lattice.view, UNIT + hidden)
        scores[hidden] = 0.0
        taken[hidden] = index
        placed.add(index)
    return taken, [index for index in range(len(spots)) if index not in placed]


def away_from(spots: Sequence[Points], quads: Mapping[Cell, Points]) -> Points:
    """How far each spot is from each tree's middle, in sides of the tree, (spots, trees)."""
    corners = np.array(list(quads.values())).reshape(-1, 4, 2)
    sides = side_lengths(corners).mean(1)
    away: Points = np.linalg.norm(np.array(spots).reshape(-1, 1, 2) - corners.mean(1), axis=2) / sides
    return away
