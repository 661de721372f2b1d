"""The tiles beside the tree: a player's mulched ones, in a pile in which they hide each other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.lattice import Lattice
from vision.locate import Found, Tile
from vision.observe import Candidate, Observation, Place

LOOSE_SCORE = 0.4
"""The finder's score from which a tile beside the tree is one."""
OF_PILE = (
    (0.62, 0.10, 0.10, 0.08, 0.10),
    (0.17, 0.22, 0.20, 0.21, 0.20),
    (0.08, 0.09, 0.22, 0.29, 0.32),
    (0.25, 0.19, 0.12, 0.25, 0.19),
)
"""The chances of 0, 1, 2… mulched tiles where none, one, two, three are seen beside the tree: `training/pile_told.py`.

More may lie in the pile or outside of the photo than are seen; what lies there need not be mulched.
"""


def loose_tiles(found: Found, lattice: Lattice) -> list[Tile]:
    """The tiles that are no part of the tree."""
    placed = np.array([tile.centre for tile in lattice.tiles.values()]).reshape(-1, 2)
    loose = []
    for tile in found.tiles:
        nearest = float(np.hypot(*(placed - tile.centre).T).min())
        # Where four tiles meet, their corners are 0.71 of a side from each centre: no tile lies that near.
        if tile.score >= LOOSE_SCORE and nearest > 0.75 * tile.size:
            loose.append(tile)
    return loose


def tell_mulched(loose: Sequence[Tile], scale: float) -> Observation:
    """How many tiles were mulched, by those beside the tree; scale: full-size pixels to one working pixel."""
    beyond = max(0, len(loose) - len(OF_PILE) + 1)
    chances = OF_PILE[len(loose) - beyond]
    likeliest_first = sorted(range(len(chances)), key=lambda count: -chances[count])
    candidates = tuple(Candidate(count + beyond, chances[count]) for count in likeliest_first)
    x, y = np.mean([tile.centre for tile in loose], 0) * scale if loose else (0.0, 0.0)
    return Observation("mulched", Place(), (float(x), float(y)), candidates)
