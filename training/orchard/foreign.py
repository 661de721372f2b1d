"""Foreign things laid on patches of trees as they are learned from: tokens of more kinds than could be drawn by hand.

A rotten token is whatever lies on a tree and is no die. What is laid here is cut out of any other patch of the batch,
in any shape, so that a net learns that something lies there rather than what tokens look like; two of a
photo's trees bear the same (after Yun et al. 2019, "CutMix", and Ghiasi et al. 2021, "Simple Copy-Paste").
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from training.orchard.fruits import Points, fill
from vision.orchard_look import STANDING, TREE_MARGIN

PHOTO_SHARE = 0.4
"""Photos on whose trees foreign things are laid."""
MOST = 2
"""Things a photo at most: the box holds two tokens."""
NONE, ROTTEN, EMPTY = (STANDING.index(name) for name in ("none", "rotten", "empty"))
ACROSS = (0.28, 0.75)
"""How wide a thing is, in sides of its tree."""
ASIDE = 0.1
"""How far from the tree's middle it lies (standard deviation), in sides of the tree."""
PLAIN_SHARE = 0.35
"""Things of one colour, with a grain of their own, instead of a part of another picture."""
FACED_SHARE = 0.3
"""Things that show a side besides their top."""
DARKER = (0.25, 1.3)
"""A thing's lightness against that of its photo's trees: rotten fruit are rather dark."""

Pixels = npt.NDArray[np.uint8]
Picture = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Thing:
    """A picture (S, S, 3), 0 to 255, and its rim around (0, 0), one tree side across."""

    picture: Picture
    rim: Points
    softness: float


def with_foreign(
    rng: np.random.Generator, trees: Pixels, fruit: npt.NDArray[np.int64], standing: npt.NDArray[np.int64]
) -> tuple[Pixels, npt.NDArray[np.int64]]:
    """Patches (photos, N, S, S, 3) and what stands on them (photos, N), with foreign things on some bare trees.

    fruit: of which kind each tree is, below 0 where there is none to be seen.
    """
    shown, told = trees.copy(), standing.copy()
    for photo in np.flatnonzero(rng.random(len(trees)) < PHOTO_SHARE):
        other = int(rng.integers(len(trees)))
        pictures = trees[other, np.isin(standing[other], (NONE, ROTTEN, EMPTY))]
        bare = rng.permutation(np.flatnonzero((standing[photo] == NONE) & (fruit[photo] >= 0)))
        bare = bare[: int(rng.integers(1, MOST + 1))]
        if not len(bare) or not len(pictures):
            continue
        thing = _thing(rng, trees[photo, bare], pictures)
        for index in bare:
            shown[photo, index] = _laid(rng, trees[photo, index], thing)
            told[photo, index] = ROTTEN
    return shown, told


def _thing(rng: np.random.Generator, under: Pixels, others: Pixels) -> Thing:
    """A thing to lie on some trees, perhaps cut out of some other patches, in the light of the trees."""
    side = under.shape[1]
    if rng.random() < PLAIN_SHARE:
        picture = np.full((side, side, 3), rng.uniform(20, 255, 3), np.float32)
        picture += cv2.GaussianBlur(
            rng.normal(0, rng.uniform(0, 60), (side, side, 1)).astype(np.float32), (0, 0), 1.5
        )[..., None]
        picture += (np.linspace(-1, 1, side, dtype=np.float32) * rng.uniform(-40, 40))[:, None, None]
    else:
        picture = others[int(rng.integers(len(others)))].astype(np.float32)
        zoom = float(rng.uniform(0.4, 1.0))
        edge = int(side * (1 - zoom) / 2)
        picture = cv2.resize(picture[edge : side - edge, edge : side - edge], (side, side))
        if rng.random() < 0.5:
            picture = picture[..., rng.permutation(3)]
    if rng.random() < FACED_SHARE:  # a block's top and a side of it
        picture[int(side * rng.uniform(0.4, 0.7)) :] *= float(rng.uniform(0.3, 0.8))
    light = float(under.mean()) / max(float(picture.mean()), 8.0) * float(rng.uniform(*DARKER))
    return Thing((picture * light).clip(0, 255).astype(np.float32), _rim(rng), float(rng.uniform(0.5, 1.6)))


def _rim(rng: np.random.Generator) -> Points:
    """A polygon, a block's outline or any round shape, as wide as a thing is."""
    wide = float(rng.uniform(*ACROSS)) / 2
    narrow = float(rng.choice([1.0, rng.uniform(0.45, 1.0)]))
    angles = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    if rng.random() < 0.5:
        corners = int(rng.integers(3, 9))
        angles = np.arange(corners) * 2 * np.pi / corners
    radius = np.ones(len(angles))
    if rng.random() < 0.5:
        waves = np.arange(2, 7)[:, None]
        bumps = rng.normal(0, 0.25, (5, 1)) / waves * np.cos(waves * angles + rng.uniform(0, 7, (5, 1)))
        radius = radius + bumps.sum(0)
    rim: Points = np.column_stack([np.cos(angles), narrow * np.sin(angles)]) * radius[:, None] * wide
    return rim


def _laid(rng: np.random.Generator, tree: Pixels, thing: Thing) -> Pixels:
    """A tree with the thing on it, turned anyhow, and its shadow."""
    side = len(tree)
    unit = side / (1 + 2 * TREE_MARGIN)
    turn = float(rng.uniform(0, 2 * np.pi))
    cos, sin = np.cos(turn), np.sin(turn)
    at = side / 2 + rng.normal(0, ASIDE * unit, 2)
    rim = thing.rim @ np.array([[cos, sin], [-sin, cos]]) * unit + at
    picture = cv2.warpAffine(
        thing.picture, cv2.getRotationMatrix2D((side / 2, side / 2), -np.degrees(turn), 1.0), (side, side),
        borderMode=cv2.BORDER_REFLECT,
    )  # fmt: skip
    shadow = _mask(side, rim + rng.normal(0, 0.05 * unit, 2), 2.5) * float(rng.uniform(0, 0.6))
    there = _mask(side, rim, thing.softness)
    seen = tree * (1 - shadow) * (1 - there) + cv2.GaussianBlur(picture, (0, 0), thing.softness) * there
    return np.asarray(seen.clip(0, 255), np.uint8)


def _mask(side: int, rim: Points, softness: float) -> Picture:
    """1 within a rim and 0 outside, (side, side, 1)."""
    mask = np.zeros((side, side), np.uint8)
    fill(mask, [rim], 255)
    return cv2.GaussianBlur(mask.astype(np.float32) / 255, (0, 0), softness)[..., None]
