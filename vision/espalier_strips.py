"""What lies on branches, told by all of a photo's together: what is of one sort is drawn alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import numpy.typing as npt

from scoring.lattice import DIRECTIONS, STEP
from vision.espalier_looker import Places
from vision.look import BRANCH, GRAFT, PRUNE, Pixels, cut
from vision.models import open_model

NET = "strips.onnx"
"""It sees what lies along a branch so that what is of one sort in a printing lies near to each other, whatever the
printing: graft sides, prune sides, bare branches, and no branch."""

TILE = 128
"""A tile's side in pixels of a strip's picture."""
ALONG, ACROSS = 56, 32
"""Width and height of the picture; the branch below would run to the right through its middle."""
START = 0.11
"""How far from the tile's middle the picture begins, in tile sides."""
LIKELY = 0.3
"""The chance of a token from which a branch is compared with the others."""
MOST = 12
"""As many strips are told together: 4,096 ways for them to lie."""
OPEN, MOST_OPEN = 0.0005, 24
"""The chance of a bare branch and of a token from which it is open which of both there is; the most that are told."""
EXAMPLE, EXAMPLES = 0.97, 3
"""The chance from which what a direction shows is an example of its class, and how many of each are compared with."""
SUREST, LIKEST, UNLIKE = 8.0, 4.0, 0.5
"""The look net's log-odds of a side count no further than this; those of a pair to show the same one, and of a strip to
be of an example's sort; and those against the latter, for a fruit before a strip makes it unlike all others."""

BRIGHT, WHITE = 90, 0.75
"""The percentile of a photo's strips from which a colour is white, and how bright that is made."""
LEAST_GAIN, MOST_GAIN = 0.3, 8.0
"""How much a colour is made darker and brighter at most."""

Array = npt.NDArray[np.float64]
Spot = tuple[tuple[int, int], int]
"""A place and the index of a direction there."""


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


@dataclass(frozen=True, slots=True)
class Tokens:
    """How bare branches are told from tokens, as the same command fits it: a strip is like an example by as much as its
    distance is less than `middle`, and that counts `trust` in log-odds."""

    trust: float
    middle: float


TOKENS = Tokens(trust=1.0, middle=3.0)
TOLD = Sides(alike=(-1.658, 4.806), trust=0.75, mean=4.0, spread=3.0, offset=3.0)


def tell_together(copies: list[Pixels], places: Places) -> Places:
    """The places with what lies on branches told by how each looks and by which others it looks like.

    copies: the photo's pyramid. The chance that a direction bears nothing stays as it is.
    """
    spots = worth_comparing(places)
    if len(spots) < 2:
        return places
    seen = embedded([strip_picture(copies, places.quads[cell], DIRECTIONS[k]) for cell, k in spots])
    logs = np.array([places.looks[cell].branches[k] for cell, k in spots])
    told = with_sides(with_tokens(logs, seen), seen)
    branches = {cell: looks.branches.copy() for cell, looks in places.looks.items()}
    for (cell, k), of_spot in zip(spots, told, strict=True):
        branches[cell][k] = of_spot
    looks = {cell: replace(of_tile, branches=branches[cell]) for cell, of_tile in places.looks.items()}
    return replace(places, looks=looks)


def worth_comparing(places: Places) -> list[Spot]:
    """Where tokens are likely, where it is open whether one lies on a branch, and the surest examples of all."""
    spots = [(cell, k) for cell in places.looks for k in range(len(DIRECTIONS))]
    logs = np.array([places.looks[cell].branches[k] for cell, k in spots]).reshape(-1, 4)
    chances = np.exp(logs)
    tokens = chances[:, [GRAFT, PRUNE]].sum(1)
    open_to = np.minimum(chances[:, BRANCH], tokens)
    chosen = [*_highest(tokens, LIKELY, MOST), *_highest(open_to, OPEN, MOST_OPEN)]
    if chosen:
        chosen += [index for examples in _examples(logs).values() for index in examples]
    return [spots[index] for index in dict.fromkeys(chosen)]


def _highest(values: Array, least: float, most: int) -> list[int]:
    """Where the highest values are, from the least on and as many as most."""
    return [int(index) for index in np.argsort(-values, kind="stable")[:most] if values[index] >= least]


def _examples(logs: Array) -> dict[int, list[int]]:
    """The surest of each class, by class, of log-probabilities (N, 4)."""
    return {kind: _highest(np.exp(logs[:, kind]), EXAMPLE, EXAMPLES) for kind in (BRANCH, GRAFT, PRUNE)}


def with_tokens(logs: Array, seen: Array, told: Tokens = TOKENS) -> Array:
    """Log-probabilities (N, 4) in which it is told anew whether tokens lie on branches, by what each looks like.

    seen: (N, D), as `embedded`. Which side a token would show stays as likely as it is.
    """
    likeness = np.zeros((len(logs), 4))
    for kind, examples in _examples(logs).items():
        for index in range(len(logs)):
            others = [example for example in examples if example != index]
            if others:
                far = ((seen[others] - seen[index]) ** 2).sum(1)
                likeness[index, kind] = np.clip(told.middle - far, -UNLIKE, LIKEST).mean()
    both = logs[:, [GRAFT, PRUNE]]
    token = np.logaddexp(*both.T)
    weighed = logs + told.trust * likeness
    odds = np.logaddexp(weighed[:, GRAFT], weighed[:, PRUNE]) - weighed[:, BRANCH]
    something = np.logaddexp(token, logs[:, BRANCH])
    new = something - np.logaddexp(0, -odds)
    beside: Array = np.column_stack(
        [logs[:, 0], something - np.logaddexp(0, odds), both + (new - token)[:, None]]
    )
    return beside


def with_sides(logs: Array, seen: Array, told: Sides = TOLD) -> Array:
    """Log-probabilities (N, 4) in which the sides of all likely tokens are told together.

    seen: (N, D), as `embedded`. Whether there is a token stays as likely as it is.
    """
    token = np.logaddexp(logs[:, GRAFT], logs[:, PRUNE])
    strips = _highest(np.exp(token), LIKELY, MOST)
    if len(strips) < 2:
        return logs
    odds = logs[strips, PRUNE] - logs[strips, GRAFT]
    chances = sides(odds, alikeness(distances(seen[strips]), told), told)
    beside = logs.copy()
    beside[np.ix_(strips, [GRAFT, PRUNE])] = token[strips, None] + np.log([1 - chances, chances]).T
    return beside


def strip_picture(copies: list[Pixels], quad: Array, direction: str) -> Pixels:
    """Where a strip lies, uint8 (ACROSS, ALONG, 3); quad: the tile's corners (4, 2), clockwise from NW."""
    along = np.array(STEP[direction]) / np.hypot(*STEP[direction])
    across = np.array([-along[1], along[0]])
    # The middles of pixels are at whole numbers: the branch runs between the two rows in the middle.
    corner = 0.5 + along * (0.5 / TILE + START) - across * (ACROSS - 1) / 2 / TILE
    to_unit = np.column_stack([[*along / TILE, 0], [*across / TILE, 0], [*corner, 1]])
    return cut(copies, quad, to_unit, TILE, (ALONG, ACROSS))


def evened(pictures: Pixels) -> Pixels:
    """One photo's strips, uint8 (N, H, W, 3), as under one lamp: in the dark all would look alike.

    Each colour's brightest is taken to be white (Land and McCann 1971, "Lightness and retinex theory").
    """
    bright = np.percentile(pictures, BRIGHT, (0, 1, 2))
    gains = np.clip(WHITE * 255 / np.maximum(bright, 1), LEAST_GAIN, MOST_GAIN)
    return np.asarray((pictures * gains.astype(np.float32)).clip(0, 255), np.uint8)


def embedded(pictures: Sequence[Pixels]) -> Array:
    """What the net says of a photo's strips, (N, D), on average over what lies left and right of the branch."""
    batch = evened(np.array(pictures))
    ways = (batch, np.ascontiguousarray(batch[:, ::-1]))
    seen: Array = np.mean([open_model(NET).run(way)[0] for way in ways], 0, np.float64)
    return seen


def distances(seen: Array) -> Array:
    """How far those of each pair of N lie apart, squared, (N (N - 1) / 2,), as `combinations` orders the pairs.

    seen: (N, D), as `embedded`.
    """
    first, second = np.triu_indices(len(seen), 1)
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
