"""What is looked at on a tree's lattice, and how sure each place is to hold a tile: the finder's word, the look net's,
and what lies around, taken together."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.espalier_box import MOST_TILES
from vision.lattice import UNIT, Cell, Lattice, beside, centre_of, connected, corner_pairs, fit_view, project
from vision.locate import Found
from vision.look import Looks, Pixels, look_at, rectify
from vision.observe import side_of

Points = npt.NDArray[np.float64]

EMPTY = 5
"""The look net's class for a place without a tile; those before it are the kinds of tile."""
FAINT_TILE = 0.08
"""Heat of the finder from which a place beside the tree is looked at more closely."""
GLANCED = 0.9
"""The look net's chance of a tile, at a glance, from which another place beside the tree is.

The finder does not see every tile of an unknown printing. Of 21,136 such places without a tile of 1,600 photos of looks
to learn from and of validation looks four are looked at, and none is taken for a tile.
"""
UNCLEAR = 0.1
"""Its chance from which a place that the finder put no tile on is moved to where one may lie: far from the tiles that
a lattice was fitted to it is off."""
SURE_TILE = 0.8
"""Score from which a tile of the finder stays a tile in a printing that the look net does not know.

Holes are scored up to 0.76 in 600 photos of validation looks and looks to learn from, but for one that the look net is
sure of too; real tiles of another game that the look net takes for none, 0.79 to 0.91.
"""
KNOWN_PRINTING = 0.998
"""The look net's usual chance of a tile, on those that the finder believes in, from which it knows the printing.

It is 0.9999 and more in 799 of 800 photos of validation looks and looks to learn from, in which the look net gives all
9,934 real tiles 0.97 and more, and ten of 13 holes that the finder takes for tiles less than 0.1. Photos of real tiles
of another game have 0.64 to 0.98, and tiles of 0.19 and more.
"""
LIKELY_TILE, NO_TILE = 0.65, 0.15
"""Score from which it stays one in an unknown printing unless the look net gives it less than this chance.

Of 69 holes that the finder takes for tiles in these photos eight are scored 0.65 and more; the look net gives four of
them 0.02 and less, and 0.54 and more to the others. Real tiles of another game have 0.18 and more.
"""
POSSIBLE_TILE, LIKELY = 0.01, 0.5
"""The chance of a tile from which players are asked about a place without one, and that from which it holds one."""
DOUBTED_TILE = 0.6
"""The chance of a tile that only the finder believes in: it is kept, and players are asked."""
NUDGES = np.array([[x, y] for x in (-0.14, 0, 0.14) for y in (-0.14, 0, 0.14)])
"""Steps, in tile sides, by which a place is moved to find a tile that the finder did not see."""
SHIFTS = 3
"""How often a place is moved at most."""
KNOWN_TILE = 0.9999
"""The chance of a tile that a player marked."""
LEAST = 1e-4
"""The least chance that is believed."""
ENCLOSING = 3
"""As many tiles around a place make it worth a look."""
OF_TILE = np.array([-1.79, 0.49, 1.02])
"""What each piece of `tile_evidence` tells of a tile on a place, as log-odds.

Logistic regression on photos of validation looks: `python -m training.tiles_told`.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """Places of the lattice.

    quads: corners (4, 2) in working pixels, clockwise from NW; looks: what each shows; chances: of being a tile.
    """

    quads: dict[Cell, Points]
    looks: dict[Cell, Looks]
    chances: dict[Cell, float]


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """A tree as it lies.

    found: what the finder marked in the photo; lattice: what it made of that; tiles: the places that hold the tree's
    tiles; possible: those beside them that may hold one; familiar: whether the look net knows the printing.
    """

    found: Found
    lattice: Lattice
    tiles: Places
    possible: Places
    familiar: bool

    @property
    def odds(self) -> float:
        """How much speaks for it, as the log-odds of all its tiles."""
        chances = np.array([*self.tiles.chances.values()])
        return float(np.log(chances / (1 - chances)).sum())


class Looker:
    """What was looked at so far, and how sure each place is to hold a tile.

    known: places that hold one for sure; blind: whether the finder's word counts for nothing in this photo. glances:
    the look net's chances of a tile on places seen in one way only; words: what the finder and the look net say of each
    place that was looked at, as chances of a tile; odds: what both say together.
    """

    def __init__(
        self,
        copies: list[Pixels],
        found: Found,
        lattice: Lattice,
        known: frozenset[Cell] = frozenset(),
        blind: bool = False,
    ) -> None:
        self.copies, self.found, self.lattice, self.known, self.blind = copies, found, lattice, known, blind
        self.quads: dict[Cell, Points] = {}
        self.aligned: set[Cell] = set()
        self.looks: dict[Cell, Looks] = {}
        self.glances: dict[Cell, float] = {}
        self.words: dict[Cell, tuple[float, float]] = {}
        self.odds: dict[Cell, float] = {}

    def align(self, cells: list[Cell]) -> None:
        """Move places to where a tile lies, by the look net's word alone: it takes a tile out of line for none.

        A mean shift (Comaniciu & Meer 2002).
        """
        for cell in cells:
            at = np.array(cell, np.float64)
            for _ in range(SHIFTS):
                near = at + NUDGES
                chance = self.at_a_glance([project(self.lattice.view, UNIT + place) for place in near])
                if chance.max() < LIKELY:
                    break
                at = (chance[:, None] * near).sum(0) / chance.sum()
                self.quads[cell] = project(self.lattice.view, UNIT + at)
                self.aligned.add(cell)

    def worth_a_look(self, there: set[Cell]) -> list[Cell]:
        """Places beside tiles, not looked at yet, that tiles enclose or where the finder or a glance saw something."""
        around = sorted({place for tile in there for place in beside(tile)} - there - set(self.odds))
        worth = [cell for cell in around if self._enclosed(cell, there) or self._heat(cell) >= FAINT_TILE]
        self._glance([cell for cell in around if cell not in (*worth, *self.glances)])
        return [cell for cell in around if cell in worth or self.glances.get(cell, 0.0) >= GLANCED]

    def _enclosed(self, cell: Cell, there: set[Cell]) -> bool:
        return sum(place in there for place in beside(cell)) >= ENCLOSING

    def _heat(self, cell: Cell) -> float:
        """The finder's highest chance of a tile's centre near the middle of a place."""
        quad = self._quad(cell)
        return self.found.tile_heat(quad.mean(0), 0.2 * side_of(quad))

    def _glance(self, cells: list[Cell]) -> None:
        """Ask the look net about places in one way, those in the photo, and once more where a tile may lie askew."""
        shape = self.copies[0].shape
        seen = [cell for cell in cells if middle_within(self._quad(cell), shape)]
        self._glance_at(seen)
        self._glance_at(self._moved([cell for cell in seen if UNCLEAR <= self.glances[cell] < GLANCED]))

    def _glance_at(self, cells: list[Cell]) -> None:
        if cells:
            chances = self.at_a_glance([self._quad(cell) for cell in cells])
            self.glances |= zip(cells, chances.tolist(), strict=True)

    def _moved(self, cells: list[Cell]) -> list[Cell]:
        """Move places to where tiles lie, each once. -> those that could be."""
        again = [cell for cell in cells if cell not in self.aligned]
        self.align(again)
        return [cell for cell in again if cell in self.aligned]

    def at_a_glance(self, quads: list[Points]) -> Points:
        """The look net's chance of a tile on each of some quadrilaterals, seen in one way, (N,)."""
        looks = look_at(np.stack([rectify(self.copies, quad) for quad in quads]), thorough=False)
        chances: Points = 1 - np.exp(looks.kinds[:, EMPTY])
        return chances

    def look(self, cells: list[Cell]) -> None:
        """Look at places, and once more at those of tiles that the finder did not place: they may lie askew.

        What is said of a place that was clear stays: the best of many places would always say more.
        """
        self._look_at(cells)
        unplaced = [cell for cell in cells if cell not in self.lattice.tiles]
        clear = {cell: self.words[cell] for cell in unplaced if self.words[cell][1] >= GLANCED}
        askew = self._moved([cell for cell in unplaced if self.words[cell][1] >= UNCLEAR])
        if askew:
            self._look_at(askew)
        for cell, words in clear.items():
            self._weigh(cell, words)
        if any(self.odds[cell] > 0 for cell in self.aligned.intersection(unplaced)):
            self._fit_view()

    def _fit_view(self) -> None:
        """Fit the view anew to the finder's tiles and to the middles of those that were moved to where they lie."""
        corners = corner_pairs(self.lattice.quads)
        middles = [
            (np.array(cell, np.float64), centre_of(self.quads[cell]))
            for cell in self.aligned
            if self.odds.get(cell, 0.0) > 0
        ]
        self.lattice = replace(self.lattice, view=fit_view([*corners, *middles * len(UNIT)]))
        # Where no tile was seen the places lie elsewhere now.
        self.glances.clear()
        empty = {cell for cell, odds in self.odds.items() if odds <= 0}
        for cell in empty - set(self.lattice.tiles) - self.aligned:
            del self.quads[cell], self.looks[cell], self.words[cell], self.odds[cell]

    def _look_at(self, cells: list[Cell]) -> None:
        quads = [self._quad(cell) for cell in cells]
        looks = look_at(np.stack([rectify(self.copies, quad) for quad in quads]))
        for index, (cell, quad) in enumerate(zip(cells, quads, strict=True)):
            tile = self.lattice.tiles.get(cell)
            heat = tile.score if tile else self._heat(cell)
            self.quads[cell] = quad
            self.looks[cell] = Looks(looks.branches[index], looks.fruit[index], looks.kinds[index])
            looked = 1 - float(np.exp(looks.kinds[index, EMPTY]))
            self._weigh(cell, (looked if self.blind else heat, looked))

    def _weigh(self, cell: Cell, words: tuple[float, float]) -> None:
        self.words[cell] = words
        self.odds[cell] = float(OF_TILE @ tile_evidence(*words))

    def _quad(self, cell: Cell) -> Points:
        for known in (self.quads, self.lattice.quads):
            if cell in known:
                return known[cell]
        return self.lattice.quad_at(cell)

    def chances(self) -> dict[Cell, float]:
        """The chance of each place to hold a tile."""
        chances = {cell: _chance(odds) for cell, odds in self.odds.items()}
        if not self._knows_printing():
            # Its "empty" can make a tile that the finder is sure of a doubt, and no more.
            for cell, tile in self.lattice.tiles.items():
                looked = self.words[cell][1]
                if tile.score > SURE_TILE or (tile.score > LIKELY_TILE and looked > NO_TILE):
                    chances[cell] = max(chances[cell], DOUBTED_TILE)
        chances |= dict.fromkeys(self.known & set(chances), KNOWN_TILE)
        return chances | self._joining(chances)

    def _knows_printing(self) -> bool:
        """Whether the look net takes the finder's tiles for tiles, as it does where they are like those it knows."""
        likely = [
            self.words[cell][1] for cell, tile in self.lattice.tiles.items() if tile.score > LIKELY_TILE
        ]
        return bool(likely) and float(np.median(likely)) >= KNOWN_PRINTING

    def _joining(self, chances: dict[Cell, float]) -> dict[Cell, float]:
        """Places that hold a tile because one beyond them does: a tree hangs together, so both do, or neither."""
        likely = {cell for cell, chance in chances.items() if chance >= LIKELY}
        tree = set(connected(likely, self.known))
        joining = {}
        for cell in set(chances) - likely:
            beyond = [self.odds[other] for other in beside(cell) if other in likely - tree]
            if beyond and not tree.isdisjoint(beside(cell)):
                joining[cell] = _chance(self.odds[cell] + sum(beyond))
        return joining

    def kept(self) -> list[Cell]:
        """The places that hold tiles."""
        chances = self.chances()
        return self._within_the_box(
            connected([cell for cell in self.odds if chances[cell] >= LIKELY], self.known), chances
        )

    def _within_the_box(self, kept: list[Cell], chances: dict[Cell, float]) -> list[Cell]:
        """As many tiles as the box holds: the least sure that no other hangs on goes first."""
        while len(kept) > MOST_TILES:
            for cell in sorted(kept, key=chances.__getitem__):
                rest = [other for other in kept if other != cell]
                if len(connected(rest, self.known)) == len(rest):
                    break
            kept = rest
        return kept

    def tree(self) -> Tree:
        """The places that hold tiles, and those beside them that may."""
        chances, kept = self.chances(), self.kept()
        near = {place for cell in kept for place in beside(cell)} & set(chances)
        possible = sorted(cell for cell in near if POSSIBLE_TILE <= chances[cell] < LIKELY)
        return Tree(
            self.found,
            self.lattice,
            self._places(kept, chances),
            self._places(possible, chances),
            self._knows_printing(),
        )

    def _places(self, cells: list[Cell], chances: dict[Cell, float]) -> Places:
        return Places(
            {c: self.quads[c] for c in cells},
            {c: self.looks[c] for c in cells},
            {c: chances[c] for c in cells},
        )


def _chance(odds: float) -> float:
    return float(1 / (1 + np.exp(-odds)))


def tile_evidence(heat: float, looked: float) -> Points:
    """What the nets tell of a tile on a place, (3,), in the order of `OF_TILE`: the finder's heat, and the look net's
    chance that there is one."""
    bounded = np.clip([heat, looked], LEAST, 1 - LEAST)
    return np.array([1.0, *np.log(bounded / (1 - bounded))])


def middle_within(quad: Points, shape: tuple[int, ...]) -> bool:
    """Whether the middle of a quadrilateral (4, 2) lies in a photo of some shape."""
    x, y = quad.mean(0)
    return bool(0 <= x < shape[1] and 0 <= y < shape[0])
