"""Which trees look like each other and like no other: a photo's two rotten tokens are of one kind.

A tree that looks a little like a token may be one; two that look like each other, and like none of the rest, are more
likely to be both, and a hole between the cards that was taken for a token is like nothing.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.lattice import project
from vision.observe import square_to_quad
from vision.orchard_look import Pixels, cut
from vision.orchard_places import Orchard

PATCH, MARGIN = 96, 0.25
"""Side of the picture in which a tree is drawn, and how much of its surroundings it shows, in sides of the tree."""
TREE = PATCH / (1 + 2 * MARGIN)
BLUR = 1.2
RINGS = np.array([2.0, 4.5, 7.0, 9.5, 12.0])
"""How far from a token's middle its colours are compared, in pixels of the picture."""
ANGLES = 16
RING_WEIGHTS = np.sqrt(RINGS / RINGS.sum() / ANGLES)[:, None]
"""So weighed, the squared differences of two drawings sum to a mean."""
STEP_ASIDE = 6.0
"""How far aside of where a token is taken to lie, the other's is looked for, in pixels of the picture."""
LIGHTNESS = 0.6
"""How much a difference in lightness counts beside one in colour: light changes over a table."""
LIKELIEST = 8
"""As many places, the likeliest to bear a token, are compared with all others."""
OF_PAIR = np.array([-0.48, -2.08, 1.32])
"""What `differences` tell of two places, as log-odds that both bear a token beside what is told of each alone.

Fitted with `vision.orchard_seen.OF_TOKEN`: `python -m training.orchard.standing`.
"""

Array = npt.NDArray[np.float64]
Pairs = npt.NDArray[np.int64]


def drawings(copies: list[Pixels], orchard: Orchard) -> Array:
    """The colours (N, places to look, ANGLES, rings, 3) around where a token lies, or may lie, on each tree.

    copies: the photo's pyramid. In CIELAB, lightness and rings weighed.
    """
    import cv2

    angles = np.arange(ANGLES) * 2 * np.pi / ANGLES
    circle = np.stack([np.cos(angles), np.sin(angles)], 1)
    aside = np.concatenate([np.zeros((1, 2)), circle[:: ANGLES // 8] * STEP_ASIDE])
    around = aside[:, None, None] + circle[:, None] * RINGS[:, None]
    weights = RING_WEIGHTS * (LIGHTNESS, 1.0, 1.0)
    drawn = np.zeros((len(orchard.quads), *around.shape[:-1], 3))
    for index, (cell, quad) in enumerate(orchard.quads.items()):
        picture = cv2.GaussianBlur(cut(copies, quad, (PATCH, PATCH), MARGIN), (0, 0), BLUR)
        lab = cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_RGB2LAB)
        spot = orchard.rotten.get(cell)
        at = _in_picture(quad, quad.mean(0) if spot is None else spot.at) + around.reshape(len(around), -1, 2)
        x, y = np.moveaxis(at.astype(np.float32), -1, 0)
        seen = cv2.remap(lab, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        drawn[index] = seen.reshape(*around.shape[:-1], 3) * weights
    return drawn


def ring_colours(drawn: Array) -> Array:
    """The mean colours (N, rings, 3) of each ring about the likeliest place of a token, lightness weighed."""
    colours: Array = drawn[:, 0].mean(1) / RING_WEIGHTS
    return colours


def _in_picture(quad: Array, spot: Array) -> Array:
    """Where a spot of the photo lies in the picture of a tree, not beyond the tree's rim."""
    inside = project(np.linalg.inv(square_to_quad(quad)), spot[None])[0]
    at: Array = inside.clip(0.05, 0.95) * TREE + (PATCH - TREE - 1) / 2
    return at


def differences(drawn: Array, token: Array, free: npt.NDArray[np.bool_]) -> tuple[Pairs, Array]:
    """The likeliest places two by two, (P, 2), and of each pair (P, 3): 1, how unlike they are, how unlike the rest.

    token: (N,) how likely a token lies on each place; free: (N,) whether no die stands there. Both are logarithms of
    colour differences; what is unlike the rest is the sum of both places' distances to what each is most like.
    """
    likely = np.argsort(-token, kind="stable")[:LIKELIEST]
    free = free.copy()
    free[likely] = True
    away = np.full((len(likely), len(drawn)), np.inf)
    for row, index in enumerate(likely.tolist()):
        away[row, free] = _apart(drawn[index, 0], drawn[free])
        away[row, index] = np.inf
    pairs, told = [], []
    for one, other in zip(*np.triu_indices(len(likely), 1), strict=True):
        both = likely[[one, other]]
        rest = np.delete(away[[one, other]], both, axis=1).min(1, initial=np.inf)
        if np.isfinite(rest).all():
            unlike = min(away[one, both[1]], away[other, both[0]])
            pairs.append(both)
            told.append((1.0, np.log(2 + unlike), np.log(2 + rest).sum()))
    return np.array(pairs, np.int64).reshape(-1, 2), np.array(told).reshape(-1, len(OF_PAIR))


def _apart(one: Array, others: Array) -> Array:
    """How unlike a drawing (ANGLES, rings, 3) is to N others, at any place to look and turned as fits best."""
    turned = np.array([np.roll(one, turn, 0).ravel() for turn in range(ANGLES)])
    flat = others.reshape(-1, turned.shape[1])
    squared = (turned**2).sum(1) + (flat**2).sum(1)[:, None] - 2 * flat @ turned.T
    least: Array = np.sqrt(squared.min(1).clip(0)).reshape(len(others), -1).min(1)
    return least


def alike(drawn: Array, token: Array, free: npt.NDArray[np.bool_]) -> Array:
    """Log-odds (N, N) that two places both bear a token, beside what is told of each alone; 0 of unlikely ones.

    token, free: as for `differences`.
    """
    pairs, told = differences(drawn, token, free)
    return both_ways(pairs, told @ OF_PAIR, len(drawn))


def both_ways(pairs: Pairs, odds: Array, places: int) -> Array:
    """Log-odds (P,) of pairs of places (P, 2) as a table (N, N), 0 where nothing is told."""
    table = np.zeros((places, places))
    one, other = pairs.T
    table[one, other] = table[other, one] = odds
    return table
