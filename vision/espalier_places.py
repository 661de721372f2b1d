"""Which places of the lattice hold tiles: the finder's word, the look net's, and what lies around, taken together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.espalier_box import MOST_TILES
from vision.lattice import UNIT, Cell, Lattice, beside, project
from vision.locate import Found
from vision.look import Looks, Pixels, look_at, rectify
from vision.marked import Laid, extended
from vision.observe import side_of

Points = npt.NDArray[np.float64]

EMPTY = 5
"""The look net's class for a place without a tile; those before it are the kinds of tile."""
FAINT_TILE = 0.08
"""Heat of the finder from which a place beside the tree is looked at more closely."""
SURE_TILE = 0.75
"""Score from which a tile of the finder stays a tile, whatever the look net takes its printing for.

On photos of validation looks 98 % of the places beside a tree are scored lower, and 89 % of the tiles higher.
"""
DOUBTED_TILE = 0.6
"""The chance of a tile that only the finder believes in: it is kept, and players are asked."""
NUDGES = np.array([[x, y] for x in (-0.14, 0, 0.14) for y in (-0.14, 0, 0.14)])
"""Steps, in tile sides, by which a place is moved to find a tile that the finder did not see."""
KNOWN_TILE = 0.9999
"""The chance of a tile that a player marked."""
ENCLOSED = {3: 1.5, 4: 2.5}
"""Log-odds added to a place with so many tiles around it.

In simulated play 94 % of the places with three neighbours hold a tile, and 99 % of those with four (odds of 2.8 and
4.9 as logarithms, against 0.3 with two). About half of that is added, as both nets see some of the neighbours.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """The places that hold tiles.

    quads: corners (4, 2) in working pixels, clockwise from NW; looks: what each shows; chances: of being a tile.
    """

    quads: dict[Cell, Points]
    looks: dict[Cell, Looks]
    chances: dict[Cell, float]


def look_at_places(copies: list[Pixels], found: Found, lattice: Lattice) -> Places:
    """Look at the lattice's tiles and at places beside them that may hold one, for as long as there are more.

    copies: the photo's pyramid.
    """
    looker = _Looker(copies, found, lattice)
    looker.look([*lattice.tiles, *_worth_a_look(found, lattice, set(lattice.tiles))])
    while True:
        kept = looker.kept()
        more = [c for c in _worth_a_look(found, lattice, set(kept)) if c not in looker.odds]
        if not more:
            return looker.places(kept)
        looker.look(more)


def look_outward(copies: list[Pixels], found: Found, laid: Laid) -> tuple[Places, Lattice]:
    """Look at all places beside the known tiles, take those that are tiles, fit the view anew, and so on outward.

    -> the places that hold tiles, and the lattice that they make.
    """
    while True:
        lattice = laid.lattice
        looker = _Looker(copies, found, lattice, laid.known, laid.blind)
        around = {place for cell in lattice.tiles for place in beside(cell)} - set(lattice.tiles)
        around = {cell for cell in around if _in_photo(laid, cell, copies[0].shape)}
        if laid.within is not None:
            around = set(laid.within) - set(lattice.tiles)
        if laid.blind and around:
            looker.align(sorted(around))
        looker.look([*lattice.tiles, *sorted(around)])
        kept = looker.kept()
        if laid.within is not None or set(kept) <= set(lattice.tiles):
            return looker.places(kept), lattice
        quads = {**lattice.quads, **{cell: looker.quads[cell] for cell in kept if cell not in lattice.quads}}
        laid = extended(laid, found, quads, looker.aligned & set(kept))


def _in_photo(laid: Laid, cell: Cell, shape: tuple[int, ...]) -> bool:
    """Whether a place lies in the photo, at a size that the view can be trusted to put there."""
    quad = laid.lattice.quad_at(cell)
    x, y = quad.mean(0)
    marked = side_of(np.array([pixel for _, pixel in laid.taps]))
    return bool(0 <= x < shape[1] and 0 <= y < shape[0] and 0.25 < side_of(quad) / marked < 4)


class _Looker:
    """What was looked at so far, and how sure each place is to hold a tile.

    known: places that hold one for sure; blind: whether the finder's word counts for nothing in this photo.
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
        self.odds: dict[Cell, float] = {}

    def align(self, cells: list[Cell]) -> None:
        """Move places to where a tile lies, by the look net's word alone: it takes a tile out of line for none."""
        places = np.array([[cell] for cell in cells]) + NUDGES  # (cells, nudges, 2)
        quads = [[project(self.lattice.view, UNIT + place) for place in near] for near in places]
        seen = [look_at(np.stack([rectify(self.copies, q) for q in near]), thorough=False) for near in quads]
        chances = 1 - np.exp([looks.kinds[:, EMPTY] for looks in seen])
        for cell, near, chance in zip(cells, places, chances, strict=True):
            if chance.max() >= 0.5:
                middle = (chance[:, None] * near).sum(0) / chance.sum()
                self.quads[cell] = project(self.lattice.view, UNIT + middle)
                self.aligned.add(cell)

    def look(self, cells: list[Cell]) -> None:
        """Look at places."""
        quads = [self._quad(cell) for cell in cells]
        looks = look_at(np.stack([rectify(self.copies, quad) for quad in quads]))
        for index, (cell, quad) in enumerate(zip(cells, quads, strict=True)):
            tile = self.lattice.tiles.get(cell)
            heat = tile.score if tile else self.found.tile_heat(quad.mean(0), 0.2 * side_of(quad))
            self.quads[cell] = quad
            self.looks[cell] = Looks(looks.branches[index], looks.fruit[index], looks.kinds[index])
            looked = 1 - float(np.exp(looks.kinds[index, EMPTY]))
            self.odds[cell] = _both(looked if self.blind else heat, looked)

    def _quad(self, cell: Cell) -> Points:
        for known in (self.quads, self.lattice.quads):
            if cell in known:
                return known[cell]
        return self.lattice.quad_at(cell)

    def chances(self, kept: Iterable[Cell]) -> dict[Cell, float]:
        """The chance of each place to hold a tile, if those that are `kept` do."""
        there = set(kept)
        chances = {}
        for cell, odds in self.odds.items():
            around = sum(place in there for place in beside(cell))
            chance = float(1 / (1 + np.exp(-odds - ENCLOSED.get(around, 0.0))))
            tile = self.lattice.tiles.get(cell)
            # The look net knows only printings like those that it was taught: its "empty" can make a tile that the
            # finder is sure of a doubt, and no more.
            sure = tile is not None and tile.score > SURE_TILE
            chances[cell] = (
                KNOWN_TILE if cell in self.known else max(chance, DOUBTED_TILE) if sure else chance
            )
        return chances

    def kept(self) -> list[Cell]:
        """The places that hold tiles. A tile that is taken can enclose a place that was not, so it goes in rounds."""
        kept: list[Cell] = []
        while True:
            chances = self.chances(kept)
            grown = connected([cell for cell in self.odds if chances[cell] >= 0.5], self.known)
            if len(grown) <= len(kept):
                return self._within_the_box(grown, chances)
            kept = grown

    def _within_the_box(self, kept: list[Cell], chances: dict[Cell, float]) -> list[Cell]:
        """As many tiles as the box holds: the least sure that no other hangs on goes first."""
        while len(kept) > MOST_TILES:
            for cell in sorted(kept, key=chances.__getitem__):
                rest = [other for other in kept if other != cell]
                if len(connected(rest, self.known)) == len(rest):
                    break
            kept = rest
        return kept

    def places(self, kept: list[Cell]) -> Places:
        chances = self.chances(kept)
        return Places(
            {c: self.quads[c] for c in kept}, {c: self.looks[c] for c in kept}, {c: chances[c] for c in kept}
        )


def _worth_a_look(found: Found, lattice: Lattice, there: set[Cell]) -> list[Cell]:
    """Places beside tiles where the finder saw something, though not enough for a tile, or that tiles enclose."""
    worth = []
    around = {place for tile in there for place in beside(tile)}
    for cell in sorted(around - there):
        quad = lattice.quad_at(cell)
        enclosed = sum(place in there for place in beside(cell)) in ENCLOSED
        if enclosed or found.tile_heat(quad.mean(0), 0.2 * side_of(quad)) >= FAINT_TILE:
            worth.append(cell)
    return worth


def connected(cells: Iterable[Cell], known: frozenset[Cell] = frozenset()) -> list[Cell]:
    """The largest group of places that share sides, or the one with a known place; in the order given."""
    order = list(cells)
    left = set(order)
    best: set[Cell] = set()
    while left:
        group, waiting = set(), [left.pop()]
        while waiting:
            cell = waiting.pop()
            group.add(cell)
            near = set(beside(cell)) & left
            left -= near
            waiting += near
        best = max(best, group, key=lambda some: (len(known & some), len(some)))
    return [cell for cell in order if cell in best]


def _both(first: float, second: float) -> float:
    """The log-odds of two chances of the same thing made one: their mean, as the two are far from independent."""
    return float(np.mean([np.log(p / (1 - p)) for p in np.clip([first, second], 1e-4, 1 - 1e-4)]))
