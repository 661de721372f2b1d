"""Which side graft and prune tokens show, told by all of a photo's together: those of one side are drawn alike."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import numpy.typing as npt

from scoring.lattice import DIRECTIONS, STEP
from vision.espalier_places import Places
from vision.look import GRAFT, PRUNE, Pixels, cut

TILE = 128
"""A tile's side in pixels of a strip's picture."""
ALONG, ACROSS = 56, 24
"""Width and height of the picture; the branch below would run to the right through its middle."""
START = 0.11
"""How far from the tile's middle the picture begins, in tile sides."""
LIKELY = 0.3
"""The chance of a token from which a branch is compared with the others."""
MOST = 12
"""As many strips are told together: 4,096 ways for them to lie."""
SUREST = 8.0
"""The look net's log-odds of a side count no further than this."""

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sides:
    """How sides are told, as `python -m training.strips_alike` fits it on photos of looks of several groups.

    alike: log-odds that two strips show the same side, a weight for each of `differences` and a bias; trust: how much
    that counts. The look net's log-odds of the prune side are taken to lie about `mean`, and of the graft side about
    -`mean`, as far as `spread` from it (standard deviation), and all of a printing's as far as `offset` beside that:
    whatever makes one of its tokens look like a graft, makes the others look so too.
    """

    alike: tuple[float, ...]
    trust: float
    mean: float
    spread: float
    offset: float


TOLD = Sides(alike=(-0.331, 0.012, -1.144, 3.702, 2.689), trust=0.75, mean=5.0, spread=3.0, offset=3.0)


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """What a strip looks like, in CIELAB: its mean (3,), across (ACROSS, 3) and as a small picture (6, 14, 3)."""

    mean: Array
    across: Array
    small: Array


def tell_together(copies: list[Pixels], places: Places) -> Places:
    """The places with the sides of all strips told by how each looks and by which others it looks like.

    copies: the photo's pyramid. The chance that a token lies on a branch stays as it is.
    """
    strips = likely_strips(places)
    if len(strips) < 2:
        return places
    drawings = [drawing(strip_picture(copies, places.quads[cell], DIRECTIONS[k])) for cell, k in strips]
    logs = np.array([places.looks[cell].branches[k, [GRAFT, PRUNE]] for cell, k in strips])
    alike = np.array([alikeness(one, other) for one, other in combinations(drawings, 2)])
    chances = sides(logs[:, 1] - logs[:, 0], alike)
    branches = {cell: looks.branches.copy() for cell, looks in places.looks.items()}
    for (cell, k), prune, seen in zip(strips, chances, logs, strict=True):
        branches[cell][k, [GRAFT, PRUNE]] = np.logaddexp(*seen) + np.log([1 - prune, prune])
    looks = {cell: replace(seen, branches=branches[cell]) for cell, seen in places.looks.items()}
    return replace(places, looks=looks)


def likely_strips(places: Places) -> list[tuple[tuple[int, int], int]]:
    """The branches, by place and index of direction, that are likely to bear a token; the likeliest `MOST`."""
    chances = {
        (cell, k): float(np.exp(looks.branches[k, [GRAFT, PRUNE]]).sum())
        for cell, looks in places.looks.items()
        for k in range(len(DIRECTIONS))
    }
    likely = [strip for strip, chance in chances.items() if chance >= LIKELY]
    return sorted(likely, key=lambda strip: -chances[strip])[:MOST]


def strip_picture(copies: list[Pixels], quad: Array, direction: str) -> Pixels:
    """Where a strip lies, uint8 (ACROSS, ALONG, 3); quad: the tile's corners (4, 2), clockwise from NW."""
    along = np.array(STEP[direction]) / np.hypot(*STEP[direction])
    across = np.array([-along[1], along[0]])
    # The middles of pixels are at whole numbers: the branch runs between the two rows in the middle.
    corner = 0.5 + along * (0.5 / TILE + START) - across * (ACROSS - 1) / 2 / TILE
    to_unit = np.column_stack([[*along / TILE, 0], [*across / TILE, 0], [*corner, 1]])
    return cut(copies, quad, to_unit, TILE, (ALONG, ACROSS))


def drawing(picture: Pixels) -> Drawing:
    """What can be compared of a strip's picture."""
    import cv2

    lab = cv2.cvtColor(picture, cv2.COLOR_RGB2LAB).astype(np.float64)
    small = np.asarray(cv2.resize(lab, (14, 6), interpolation=cv2.INTER_AREA), np.float64)
    return Drawing(lab.mean((0, 1)), lab.mean(1), small)


def differences(one: Drawing, other: Drawing) -> Array:
    """How two strips differ, either way round: in tint, lightness, across, and how alike their drawings run."""
    apart = one.mean - other.mean
    across = min(np.abs(one.across - turned).mean() for turned in (other.across, other.across[::-1]))
    ways = (other.small, other.small[::-1], other.small[:, ::-1], other.small[::-1, ::-1])
    logs = np.log(2 + np.array([np.hypot(*apart[1:]), abs(apart[0]), across]))
    return np.array([*logs, max(_correlation(one.small, turned) for turned in ways)])


def _correlation(one: Array, other: Array) -> float:
    one, other = one - one.mean((0, 1)), other - other.mean((0, 1))
    return float((one * other).sum() / np.sqrt((one**2).sum() * (other**2).sum() + 1e-6))


def alikeness(one: Drawing, other: Drawing) -> float:
    """Log-odds that two strips show the same side."""
    return float(differences(one, other) @ TOLD.alike[:-1] + TOLD.alike[-1])


def sides(prune: Array, alike: Array, told: Sides = TOLD) -> Array:
    """The chance of each of N strips to show its prune side, by counting all ways for them to lie.

    prune: (N,) log-odds that the look net gives; alike: (N (N - 1) / 2,) of each pair, as `combinations` orders them.
    With more strips, each pair counts less, as pairs are not independent.
    """
    count = len(prune)
    ways = (np.arange(2**count)[:, None] >> np.arange(count)) & 1
    same = np.array([ways[:, i] == ways[:, j] for i, j in combinations(range(count), 2)])
    beside = prune.clip(-SUREST, SUREST) - told.mean * (2 * ways - 1)
    # Normal, with variance `spread`^2 each and covariance `offset`^2 of any two (Sherman and Morrison 1950).
    common = told.offset**2 / (told.spread**2 + count * told.offset**2)
    odds = (common * beside.sum(1) ** 2 - (beside**2).sum(1)) / (2 * told.spread**2)
    odds += told.trust / np.sqrt(max(count - 1, 1)) * (alike @ same)
    weights = np.exp(odds - odds.max())
    chances: Array = np.clip(weights @ ways / weights.sum(), 1e-6, 1 - 1e-6)
    return chances
