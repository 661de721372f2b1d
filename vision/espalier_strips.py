"""Which side graft and prune tokens show, told by all of a photo's together: those of one side are drawn alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import numpy.typing as npt

from scoring.lattice import DIRECTIONS, STEP
from vision.espalier_places import Places
from vision.look import GRAFT, PRUNE, Pixels, cut
from vision.models import open_model

NET = "strips.onnx"
"""It sees strips so that those of one side of a printing lie near to each other, whatever the printing."""

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
SUREST, LIKEST = 8.0, 4.0
"""The look net's log-odds of a side count no further than this, nor those of a pair to show the same one."""

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sides:
    """How sides are told, as `python -m training.strips_alike` fits it on photos of looks of several groups.

    alike: log-odds that two strips show the same side, a weight of their distance and a bias; trust: how much that
    counts. The look net's log-odds of the prune side are taken to lie about `mean`, and of the graft side about
    -`mean`, as far as `spread` from it (standard deviation), and all of a printing's as far as `offset` beside that:
    whatever makes one of its tokens look like a graft, makes the others look so too.
    """

    alike: tuple[float, float]
    trust: float
    mean: float
    spread: float
    offset: float


TOLD = Sides(alike=(-1.858, 3.485), trust=0.5, mean=4.0, spread=3.0, offset=2.0)


def tell_together(copies: list[Pixels], places: Places) -> Places:
    """The places with the sides of all strips told by how each looks and by which others it looks like.

    copies: the photo's pyramid. The chance that a token lies on a branch stays as it is.
    """
    strips = likely_strips(places)
    if len(strips) < 2:
        return places
    pictures = [strip_picture(copies, places.quads[cell], DIRECTIONS[k]) for cell, k in strips]
    logs = np.array([places.looks[cell].branches[k, [GRAFT, PRUNE]] for cell, k in strips])
    chances = sides(logs[:, 1] - logs[:, 0], alikeness(distances(pictures)))
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


def distances(pictures: Sequence[Pixels]) -> Array:
    """How far the strips of each pair of N lie apart for the net, squared, whichever way round they lie.

    -> (N (N - 1) / 2,), as `combinations` orders the pairs.
    """
    batch = np.array(pictures)
    ways = (batch, batch[:, ::-1], batch[:, :, ::-1], batch[:, ::-1, ::-1])
    seen: Array = np.mean([open_model(NET).run(np.ascontiguousarray(way))[0] for way in ways], axis=0)
    first, second = np.triu_indices(len(batch), 1)
    apart: Array = ((seen[first] - seen[second]) ** 2).sum(1)
    return apart


def alikeness(apart: Array, told: Sides = TOLD) -> Array:
    """Log-odds (P,) that the strips of pairs show the same side, by their distances (P,)."""
    weight, bias = told.alike
    odds: Array = np.clip(apart * weight + bias, -LIKEST, LIKEST)
    return odds


def sides(prune: Array, alike: Array, told: Sides = TOLD) -> Array:
    """The chance of each of N strips to show its prune side, by counting all ways for them to lie.

    prune: (N,) log-odds that the look net gives; alike: (N (N - 1) / 2,) of each pair, as `combinations` orders them.
    With more strips, each pair counts less, as pairs are not independent.
    """
    count = len(prune)
    ways, same = _ways(count)
    beside = prune.clip(-SUREST, SUREST) - told.mean * (2 * ways - 1)
    # Normal, with variance `spread`^2 each and covariance `offset`^2 of any two (Sherman and Morrison 1950).
    common = told.offset**2 / (told.spread**2 + count * told.offset**2)
    odds = (common * beside.sum(1) ** 2 - (beside**2).sum(1)) / (2 * told.spread**2)
    odds += told.trust / np.sqrt(max(count - 1, 1)) * (alike @ same)
    weights = np.exp(odds - odds.max())
    chances: Array = np.clip(weights @ ways / weights.sum(), 1e-6, 1 - 1e-6)
    return chances


@cache
def _ways(count: int) -> tuple[Array, Array]:
    """All ways for strips to lie, (2^count, count), 1 where one shows its prune side, and of each pair where both lie
    alike, (count (count - 1) / 2, 2^count)."""
    ways = ((np.arange(2**count)[:, None] >> np.arange(count)) & 1).astype(np.float64)
    first, second = np.triu_indices(count, 1)
    return ways, (ways[:, first] == ways[:, second]).T.astype(np.float64)
