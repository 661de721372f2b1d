"""Four corners that a player marked -> trees of an orchard that are there for sure: those of a card, or one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from vision.lattice import UNIT, fit_view, project
from vision.locate import Tile
from vision.marked import likely_size
from vision.observe import side_lengths
from vision.orchard_find import Found

CARD = (2, 3)
"""Trees along the shorter and the longer side of a card."""
OBLONG = 1.2
"""How much longer than wide what was marked looks from which it is a card: a card is by 1.4, unless seen steeply."""
SAME = 0.5
"""How far, in sides, a tree that was found lies at most from a marked one to be the same."""
ALIKE = 1.6
"""How many times as large as the marked trees it is seen at most, or as small."""

Points = npt.NDArray[np.float64]


def with_marked(found: Found, quad: Points, size: tuple[int, int] | None) -> Found:
    """What was found, with the trees that a player marked for sure, and without what cannot lie beside these.

    quad: as of `vision.marked.marked_quad`; size: columns and rows of trees in it, None where that is to be found out.
    """
    columns, rows = size or _size(found, quad)
    ends = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]]) - 0.5
    view = fit_view(list(zip(ends, quad, strict=True)))
    cells = [(col, row) for col in range(columns) for row in range(rows)]
    marked = [_tree(project(view, UNIT + np.array(cell))) for cell in cells]
    if len(marked) > CARD[0] * CARD[1]:  # an orchard has holes, unless the finder saw nothing of it
        seen = [tree for tree in marked if any(_away([tree], other) < SAME for other in found.trees)]
        marked = seen or marked
    others = [
        tree for tree in found.trees if _away(marked, tree) > SAME and _alike(_nearest(marked, tree), tree)
    ]
    return replace(found, trees=(*marked, *others))


def _size(found: Found, quad: Points) -> tuple[int, int]:
    """The columns and rows of trees between marked corners: a card's, or one tree.

    The trees found there tell which; where none fits, the form does.
    """
    short, long = CARD
    upright, lying = (short, long), (long, short)
    told = likely_size(found.trees, quad, ((1, 1), upright, lying))
    if told != (1, 1):
        return told
    sides = side_lengths(quad)
    across, down = float(sides[1] + sides[3]), float(sides[0] + sides[2])
    if max(across, down) < OBLONG * min(across, down):
        return told
    return lying if across > down else upright


def _tree(quad: Points) -> Tile:
    a, b, c, d = quad
    return Tile(quad.mean(0), (b + c - a - d) / 4, (c + d - a - b) / 4, 1.0)


def _away(trees: list[Tile], tree: Tile) -> float:
    """How far a tree lies from the nearest of some, in sides of that."""
    near = _nearest(trees, tree)
    return float(np.hypot(*(near.centre - tree.centre))) / near.size


def _nearest(trees: list[Tile], tree: Tile) -> Tile:
    return min(trees, key=lambda other: float(np.hypot(*(other.centre - tree.centre))))


def _alike(tree: Tile, other: Tile) -> bool:
    return 1 / ALIKE < other.size / tree.size < ALIKE
