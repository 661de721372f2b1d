"""What fruit are, told by their colours together: those of one kind are of one colour in a photo, whatever the light.

The look net sees each fruit alone. Under a warm lamp it takes a lemon for an orange, which the real orange beside it
shows to be none.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vision.locate import Found
from vision.look import Pixels
from vision.observe import Candidate, Observation, Pixel, Quad

KINDS = ("lemon", "lime", "orange")
HUES = np.array([99.0, 129.0, 60.0])
"""The mean hue of each kind, in degrees of CIELAB. This and the next are measured on photos of validation looks."""
OF_PHOTOS, OF_FRUIT = 12.0, 6.0
"""How far a kind's hue differs from photo to photo, and from fruit to fruit in one: standard deviations, in degrees."""
ODD = 0.05
"""How often a fruit's colour tells nothing: a reflection, a shadow, a leaf on it."""
ROUNDS = 3
REACH, RADIUS = 0.35, 0.11
"""In tile sides: how near to its rim point a fruit is looked for, and half the side of the square that is looked at."""
FLOOR = 1e-3
"""The least that the look net's word leaves to a kind."""

Numbers = npt.NDArray[np.float64]


def told_by_colour(
    observations: Sequence[Observation], grid: Sequence[Quad], pixels: Pixels, found: Found, scale: float
) -> list[Observation]:
    """The observations, those of fruit with the chances that their colours leave.

    grid: the tiles, in full-size pixels; pixels: the working photo, uint8 RGB; scale: full-size to one working pixel.
    """
    fruit = [k for k, seen in enumerate(observations) if seen.what == "fruit" and seen.value != "none"]
    side = float(np.mean([np.hypot(q[1][0] - q[0][0], q[1][1] - q[0][1]) for q in grid])) / scale
    hues = np.array([hue_at(pixels, _middle(observations[k].px, found, side, scale), side) for k in fruit])
    told = list(observations)
    chances = np.array([_of_kinds(observations[k]) for k in fruit]).reshape(-1, len(KINDS))
    for k, weighed in zip(fruit, given_hues(chances, hues), strict=True):
        told[k] = _with_kinds(observations[k], weighed)
    return told


def hue_at(pixels: Pixels, at: Numbers, side: float) -> float:
    """The hue in degrees of CIELAB about a place; side: that of a tile. Places and sizes in pixels."""
    import cv2

    radius = max(2, round(RADIUS * side))
    height, width = pixels.shape[:2]
    x, y = (int(np.clip(v, 0, end - 1)) for v, end in zip(at, (width, height), strict=True))
    part = pixels[max(0, y - radius) : y + radius + 1, max(0, x - radius) : x + radius + 1]
    _, green_red, blue_yellow = cv2.cvtColor(part, cv2.COLOR_RGB2LAB).reshape(-1, 3).mean(0) - 128
    return float(np.degrees(np.arctan2(blue_yellow, green_red)))


def given_hues(chances: Numbers, hues: Numbers) -> Numbers:
    """The chances (N, 3) of each fruit's kinds, given all fruit's hues (N,), in degrees.

    Each kind's mean hue in this photo is estimated from the other fruit, as sure as they are of that kind (Gaussian
    with a Gaussian prior of its mean; Murphy, Conjugate Bayesian analysis of the Gaussian distribution, 2007).
    """
    before = np.maximum(chances, FLOOR)
    before /= before.sum(1, keepdims=True)
    weighed = before
    for _ in range(ROUNDS):
        others = weighed.sum(0) - weighed
        steadiness = 1 / OF_PHOTOS**2 + others / OF_FRUIT**2
        sums = (weighed * hues[:, None]).sum(0) - weighed * hues[:, None]
        means = (HUES / OF_PHOTOS**2 + sums / OF_FRUIT**2) / steadiness
        spread = OF_FRUIT**2 + 1 / steadiness
        away = (hues[:, None] - means + 180) % 360 - 180
        likely = np.exp(-(away**2) / (2 * spread)) / np.sqrt(2 * np.pi * spread)
        weighed = before * ((1 - ODD) * likely + ODD / 180)
        weighed /= weighed.sum(1, keepdims=True)
    return weighed


def _middle(px: Pixel, found: Found, side: float, scale: float) -> Numbers:
    """Where the fruit on a rim point lies, in working pixels: players lay them there roughly."""
    point = np.array(px) / scale
    away = [float(np.hypot(*(spot.at - point))) for spot in found.fruit]
    nearest = int(np.argmin(away)) if away else -1
    return found.fruit[nearest].at if away and away[nearest] < REACH * side else point


def _of_kinds(seen: Observation) -> Numbers:
    chances = {candidate.value: candidate.probability for candidate in seen.candidates}
    return np.array([chances.get(kind, 0.0) for kind in KINDS])


def _with_kinds(seen: Observation, chances: Numbers) -> Observation:
    """The observation with other chances of the kinds, and the same chance of there being none."""
    none = [candidate for candidate in seen.candidates if candidate.value == "none"]
    rest = 1 - sum(candidate.probability for candidate in none)
    kinds = [Candidate(kind, rest * float(p)) for kind, p in zip(KINDS, chances, strict=True)]
    candidates = sorted([*none, *kinds], key=lambda candidate: -candidate.probability)
    return Observation(seen.what, seen.place, seen.px, tuple(candidates))
