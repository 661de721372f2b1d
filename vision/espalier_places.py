"""Which places hold a tree's tiles: its lattice is looked at, and beside it for as long as there are more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import numpy as np

from vision.espalier_box import MOST_TILES
from vision.espalier_locate import other_ways
from vision.espalier_looker import LIKELY, Looker, Tree, middle_within
from vision.espalier_pile import loose_tiles
from vision.lattice import Cell, Lattice, beside, fit_lattice
from vision.locate import Found
from vision.look import Pixels
from vision.marked import Laid, extended
from vision.observe import side_lengths, side_of

FEWEST_TILES = 2
"""One alone is no tree."""
SAME = 0.3
"""How far, in tile sides, two looks may see one tile apart, and by which factor (of its logarithm) in size."""


def look_for_tree(copies: list[Pixels], found: Found, lattice: Lattice) -> Tree:
    """The tree at a lattice, or where the look net does not know its tiles, at another whose tiles it knows.

    copies: the photo's pyramid. -> the tree; where none is found, what was looked at first.
    """
    first = _tree_near(copies, found, lattice)
    if first.familiar:
        return first
    others = [
        _tree_near(copies, seen, other)
        for seen, other in other_ways(copies[0])
        if other is not None and _lies_elsewhere(other, first)
    ]
    return max([first, *(tree for tree in others if tree.familiar)], key=lambda tree: tree.odds)


def _lies_elsewhere(lattice: Lattice, tree: Tree) -> bool:
    """Whether most of a lattice's tiles are not those of a tree: else another look tells no more, and less exactly."""
    quads = np.array([*tree.tiles.quads.values()]).reshape(-1, 4, 2)
    centres, sides = quads.mean(1), side_lengths(quads).mean(1)
    same = [
        bool(
            ((np.hypot(*(centres - t.centre).T) < SAME * t.size) & (abs(np.log(sides / t.size)) < SAME)).any()
        )
        for t in lattice.tiles.values()
    ]
    return float(np.mean(same)) < 0.5


def _tree_near(copies: list[Pixels], found: Found, lattice: Lattice) -> Tree:
    """Look at the lattice's tiles, and where they are no tree, at others: a mulched one may be the surest of all."""
    first = None
    for other in chain([lattice], _lattices_beside(found, lattice)):
        if _is_pattern(copies, found, other):
            continue
        tree = look_at_places(copies, found, other)
        if len(tree.tiles.quads) >= FEWEST_TILES:
            return tree
        first = first or tree
    return first or look_at_places(copies, found, lattice)


def _is_pattern(copies: list[Pixels], found: Found, lattice: Lattice) -> bool:
    """Whether a lattice is a tablecloth's: of more tiles than the box holds, most of which are none at a glance."""
    if len(lattice.tiles) <= MOST_TILES:
        return False
    chances = Looker(copies, found, lattice).at_a_glance([*lattice.quads.values()])
    return float(np.median(chances)) < LIKELY


def _lattices_beside(found: Found, lattice: Lattice) -> Iterator[Lattice]:
    """The lattices of the tiles that lie beside one, the likeliest first."""
    beside_it = replace(found, tiles=tuple(loose_tiles(found, lattice)))
    other = fit_lattice(beside_it)
    if other is not None:
        yield other
        yield from _lattices_beside(beside_it, other)


def look_at_places(copies: list[Pixels], found: Found, lattice: Lattice) -> Tree:
    """Look at the lattice's tiles and at places beside them that may hold one, for as long as there are more.

    copies: the photo's pyramid.
    """
    return look_everywhere(copies, found, lattice).tree()


def look_everywhere(copies: list[Pixels], found: Found, lattice: Lattice) -> Looker:
    """The same, with all that was looked at on the way."""
    looker = Looker(copies, found, lattice)
    looker.look([*lattice.tiles, *looker.worth_a_look(set(lattice.tiles))])
    while more := looker.worth_a_look(set(looker.kept())):
        looker.look(more)
    return looker


def look_outward(copies: list[Pixels], found: Found, laid: Laid) -> Tree:
    """Look at all places beside the known tiles, take those that are tiles, fit the view anew, and so on outward."""
    while True:
        lattice = laid.lattice
        looker = Looker(copies, found, lattice, laid.known, laid.blind)
        around = {place for cell in lattice.tiles for place in beside(cell)} - set(lattice.tiles)
        around = {cell for cell in around if _in_photo(laid, cell, copies[0].shape)}
        if laid.within is not None:
            around = set(laid.within) - set(lattice.tiles)
        if laid.blind:
            looker.align(sorted(around))
        looker.look([*lattice.tiles, *sorted(around)])
        kept = looker.kept()
        if laid.within is not None or set(kept) <= set(lattice.tiles):
            return looker.tree()
        quads = {**lattice.quads, **{cell: looker.quads[cell] for cell in kept if cell not in lattice.quads}}
        laid = extended(laid, found, quads, looker.aligned & set(kept))


def _in_photo(laid: Laid, cell: Cell, shape: tuple[int, ...]) -> bool:
    """Whether a place lies in the photo, at a size that the view can be trusted to put there."""
    quad = laid.lattice.quad_at(cell)
    marked = side_of(np.array([pixel for _, pixel in laid.taps]))
    return middle_within(quad, shape) and 0.25 < side_of(quad) / marked < 4
