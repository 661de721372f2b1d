"""What fruit are, told by their colours together: those of one kind are of one colour in a photo, whatever the light.

The look net sees each fruit alone. Under a warm lamp it takes a lemon for an orange, which the real orange beside it
shows to be none.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.locate import Found
from vision.look import Pixels

HUES = np.array([99.0, 129.0, 60.0])
"""The mean hue of lemons, limes and oranges, in degrees of CIELAB.

This and the next are measured on photos of validation looks.
"""
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


def told_by_colour(chances: Numbers, points: Numbers, pixels: Pixels, found: Found, side: float) -> Numbers:
    """The chances of what lies on rim points, as far as the colours of all fruit change them.

    chances: (N, 4), of nothing, a lemon, a lime and an orange; points: (N, 2), and side, that of a tile, in working
    pixels; pixels: the working photo, uint8 RGB. The chances of nothing stay.
    """
    told = chances.copy()
    fruit = np.flatnonzero(chances.argmax(1) > 0)
    hues = np.array([hue_at(pixels, _middle(points[k], found, side), side) for k in fruit])
    told[fruit, 1:] = given_hues(chances[fruit, 1:], hues) * (1 - chances[fruit, :1])
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


def _middle(point: Numbers, found: Found, side: float) -> Numbers:
    """Where the fruit on a rim point lies, in working pixels: players lay them there roughly."""
    spots = np.array([spot.at for spot in found.fruit]).reshape(-1, 2)
    near = spots[np.hypot(*(spots - point).T) < REACH * side]
    return min([*near], key=lambda at: float(np.hypot(*(at - point))), default=point)
