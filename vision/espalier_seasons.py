"""Which season each tile is of, told by the grounds of all tiles together.

A printing's seasons differ by the colours of their grounds, and no two printings by the same ones; but winter is
usually the blue one, spring the pink, summer the green and autumn the brown. And seasons follow each other: a player
lays all tiles of one before the next begins, wherever in the year the game does, each beside what lies there already.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from scoring.espalier_check import SEASON_TILES
from vision.colours import Numbers, Odd, Palette, linear_light, log_chromaticity, name_together, shares
from vision.lattice import Cell, connected
from vision.look import MARGIN, PATCH, Pixels, rectify

KINDS = ("pot", *SEASON_TILES)
"""The pot and the seasons, in the year's order."""
BOX = np.array([1, *SEASON_TILES.values()])
LAMP = 0.3
"""By how much (standard deviation) a lamp and a camera move the log-chromaticity of all that a photo shows."""
USUAL = np.array([[0.0, -0.15], [-0.35, 0.25], [0.3, 0.05], [-0.5, -0.4], [0.35, -0.4]])
"""The colours that grounds usually have: cream for the pot, then pale blue, pink, green and brown."""
USUALLY = (0.15, 0.25, 0.3, 0.25, 0.25)
"""How far (standard deviations) printings stray from these."""
ANY_COLOUR = (0.15, 0.4, 0.4, 0.4, 0.4)
"""The same where the colours mean nothing."""
OF_TILES = 0.06
"""How far the grounds of one season's tiles in one photo lie from each other."""
ODD = Odd(share=0.03, variance=4.0)
"""Tiles whose ground has another colour."""
ALIKE = 0.15
"""How far apart grounds lie at most that are taken for one season's at once."""
MOST_WAYS = 100
SKIPPED, APART, MISSING = 9.0, 1.5, 0.35
"""What a way to name the tiles loses (log): for a season without any between seasons that have some, for one whose
tiles do not hang together with those before it, and for each tile that a season before the last lacks, as it went to
the mulch pile."""
RIM = 0.05
"""As much of a tile is not looked at, on each side: its edge and what lies beside it."""


def _palette(means: Numbers, spreads: Sequence[float], share: float) -> Palette:
    of_photos = np.kron(np.ones((len(KINDS), len(KINDS))), np.eye(2) * LAMP**2)
    of_photos += np.diag(np.repeat(np.square(spreads), 2))
    return Palette(means, of_photos.astype(np.float64), share)


PALETTES = (_palette(USUAL, USUALLY, 0.7), _palette(np.zeros_like(USUAL), ANY_COLOUR, 0.3))


def tell_seasons(copies: list[Pixels], quads: Mapping[Cell, Numbers], pot: Cell) -> Numbers:
    """The chances (N, 5) that each tile is the pot, or of each season, in the order of `KINDS`.

    copies: the photo's pyramid; quads: each tile's corners (4, 2) in working pixels; pot: the place of the pot's tile.
    """
    grounds = np.array([ground(rectify(copies, quad)) for quad in quads.values()])
    return given_grounds(grounds, list(quads), pot)


def ground(patch: Pixels) -> Numbers:
    """The colour (2,) of a tile's ground, which most of its upright patch shows, uint8 (PATCH, PATCH, 3)."""
    edge = round(PATCH * (MARGIN + RIM) / (1 + 2 * MARGIN))
    colours = log_chromaticity(linear_light(patch[edge:-edge, edge:-edge].astype(np.float32) / 255))
    result: Numbers = np.median(colours.reshape(-1, 2), 0)
    return result


def given_grounds(grounds: Numbers, cells: Sequence[Cell], pot: Cell) -> Numbers:
    """The chances (N, 5) of N tiles' kinds, given the colours of their grounds (N, 2) and where they lie.

    Where more tiles are of one colour than a season has, colours tell nothing.
    """
    potted = cells.index(pot)
    others = [k for k in range(len(cells)) if k != potted]
    groups = [[potted], *([others[k] for k in group] for group in _alike(grounds[others]))]
    chances = np.full((len(groups), len(KINDS)), 1 / len(SEASON_TILES))
    chances[:, 0] = 0
    chances[0] = np.eye(len(KINDS))[0]
    colours = np.array([grounds[group].mean(0) for group in groups])
    sizes = np.array([len(group) for group in groups])
    ways = name_together(chances, colours, PALETTES, np.eye(2) * OF_TILES**2, ODD, MOST_WAYS, (sizes, BOX))
    places = [[cells[k] for k in group] for group in groups[1:]]
    told = chances
    if len(ways.logs):
        different, which = np.unique(ways.kinds[:, 1:], axis=0, return_inverse=True)
        orderly = np.array([_orderly(kinds, places, pot) for kinds in different])
        told = shares(ways, len(KINDS), orderly[which])
    return np.repeat(told, sizes, 0)[np.argsort(np.concatenate(groups))]


def _alike(grounds: Numbers) -> list[list[int]]:
    """Groups of tiles whose grounds (N, 2) lie no farther than `ALIKE` from each other (complete linkage)."""
    groups = [[k] for k in range(len(grounds))]
    apart = np.linalg.norm(grounds[:, None] - grounds, axis=2) + np.diag(np.full(len(grounds), np.inf))
    while len(groups) > 1 and apart.min() <= ALIKE:
        a, b = sorted(np.unravel_index(int(apart.argmin()), apart.shape))
        groups[a] += groups.pop(b)
        apart[a] = apart[:, a] = np.maximum(apart[a], apart[b])
        apart[a, a] = np.inf
        apart = np.delete(np.delete(apart, b, 0), b, 1)
    return groups


def _orderly(kinds: npt.NDArray[np.int64], groups: Sequence[Sequence[Cell]], pot: Cell) -> float:
    """How well a way to name groups of tiles agrees with how trees grow, as a logarithm, 0 for one that does."""
    laid: dict[int, list[Cell]] = {}
    for kind, group in zip(kinds.tolist(), groups, strict=True):
        laid.setdefault(kind, []).extend(group)
    return max(_grown([(first + k) % 4 + 1 for k in range(4)], laid, pot) for first in range(4))


def _grown(year: Sequence[int], laid: Mapping[int, Sequence[Cell]], pot: Cell) -> float:
    """The same for a year that begins with some season; laid: the tiles of each season that has any."""
    *past, last = year[: len(laid)]
    tree, lost = [pot], 0.0
    for season in (*past, last):
        tree += laid.get(season, [])
        lost += SKIPPED if season not in laid else APART * (len(connected(tree)) < len(tree))
    lost += MISSING * sum(BOX[season] - len(laid.get(season, ())) for season in past)
    return -float(lost)
