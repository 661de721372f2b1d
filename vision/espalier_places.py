"""Which places of the lattice hold tiles: the finder's word, the look net's, and what lies around, taken together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.lattice import SIDES, Cell, Lattice
from vision.locate import Found
from vision.look import Looks, Pixels, look_at, rectify

Points = npt.NDArray[np.float64]

EMPTY = 5
"""The look net's class for a place without a tile; those before it are the kinds of tile."""
FAINT_TILE = 0.08
"""Heat of the finder from which a place beside the tree is looked at more closely."""
SURE_TILE = 0.6
"""Score from which a tile of the finder stays a tile, whatever the look net takes its printing for."""
DOUBTED_TILE = 0.6
"""The chance of a tile that only the finder believes in: it is kept, and players are asked."""
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


class _Looker:
    """What was looked at so far, and how sure each place is to hold a tile."""

    def __init__(self, copies: list[Pixels], found: Found, lattice: Lattice) -> None:
        self.copies, self.found, self.lattice = copies, found, lattice
        self.quads: dict[Cell, Points] = {}
        self.looks: dict[Cell, Looks] = {}
        self.odds: dict[Cell, float] = {}

    def look(self, cells: list[Cell]) -> None:
        quads = [self.lattice.quads[c] if c in self.lattice.quads else self.lattice.quad_at(c) for c in cells]
        looks = look_at(np.stack([rectify(self.copies, quad) for quad in quads]))
        for index, (cell, quad) in enumerate(zip(cells, quads, strict=True)):
            tile = self.lattice.tiles.get(cell)
            heat = tile.score if tile else self.found.tile_heat(quad.mean(0), 0.2 * side_of(quad))
            self.quads[cell] = quad
            self.looks[cell] = Looks(looks.branches[index], looks.fruit[index], looks.kinds[index])
            self.odds[cell] = _both(heat, 1 - float(np.exp(looks.kinds[index, EMPTY])))

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
            chances[cell] = max(chance, DOUBTED_TILE) if sure else chance
        return chances

    def kept(self) -> list[Cell]:
        """The places that hold tiles. A tile that is taken can enclose a place that was not, so it goes in rounds."""
        kept: list[Cell] = []
        while True:
            chances = self.chances(kept)
            grown = connected([cell for cell in self.odds if chances[cell] >= 0.5])
            if len(grown) <= len(kept):
                return grown
            kept = grown

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


def beside(cell: Cell) -> list[Cell]:
    """The four places that share a side with one."""
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in SIDES]


def connected(cells: Iterable[Cell]) -> list[Cell]:
    """The largest group of places that share sides, in the order given."""
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
        best = max(best, group, key=len)
    return [cell for cell in order if cell in best]


def side_of(quad: Points) -> float:
    """The mean side of a quadrilateral (4, 2)."""
    return float(np.hypot(*(quad - np.roll(quad, 1, 0)).T).mean())


def _both(first: float, second: float) -> float:
    """The log-odds of two chances of the same thing made one: their mean, as the two are far from independent."""
    return float(np.mean([np.log(p / (1 - p)) for p in np.clip([first, second], 1e-4, 1 - 1e-4)]))
