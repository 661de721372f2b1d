"""Fruit of any outline, with anything on them: what `training.collage` is for strips. Their colour alone tells them."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from training.collage import any_colour, draw_shape
from training.looks import Look
from training.noise import Colour, Field, Image, blend, dark, pale
from training.strokes import Mask, dot, ellipse, filled, unit
from training.tokens import share

MOST_SHAPES = 3
MOST_COVERED = 0.3
"""How much of a fruit a shape of a strange colour may cover: its own has to be seen."""
CARD = 0.04
"""Height of fruit cut from card, tile sides."""


def fruit_body(
    rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image
) -> tuple[Field, float, float]:
    """A fruit that nobody drew: its mask, its height and the top's share of the foot, as in Sprite."""
    side = len(picture)
    mask = np.zeros((side, side), np.uint8)
    OUTLINES[int(rng.integers(len(OUTLINES)))](rng, mask)
    for _ in range(int(rng.integers(MOST_SHAPES + 1))):
        shape = np.zeros((side, side), np.uint8)
        draw_shape(rng, shape)
        strange = (
            rng.random() < 0.3 and share(np.minimum(shape, mask)).sum() < MOST_COVERED * share(mask).sum()
        )
        blend(
            picture,
            share(shape) * float(rng.uniform(0.4, 1)),
            any_colour(rng) if strange else _shade(rng, colour),
        )
    if rng.random() < 0.4:
        _edge(rng, picture, mask, colour)
    if rng.random() < 0.5:
        _light(rng, picture)
    if rng.random() < 0.4:
        return share(mask), CARD, 1.0
    return share(mask), float(rng.uniform(0.04, 0.22)), float(rng.choice([1.0, rng.uniform(0.5, 1)]))


def _shade(rng: np.random.Generator, colour: Colour) -> Colour:
    """The fruit's colour, darker or paler."""
    return (
        dark(colour, float(rng.uniform(0.4, 1)))
        if rng.random() < 0.5
        else pale(colour, float(rng.uniform(0, 0.8)))
    )


def _edge(rng: np.random.Generator, picture: Image, mask: Mask, colour: Colour) -> None:
    thick = 2 * max(1, round(float(rng.uniform(0.02, 0.07)) * len(mask))) + 1
    inside = cv2.erode(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (thick, thick)), borderValue=0)
    ink = np.full(3, float(rng.choice([15, 245])), np.float32)
    blend(picture, share(mask - inside), ink if rng.random() < 0.6 else _shade(rng, colour))


def _light(rng: np.random.Generator, picture: Image) -> None:
    """Light from one side, or from above on something round."""
    ys, xs = np.mgrid[-1 : 1 : len(picture) * 1j, -1 : 1 : len(picture) * 1j].astype(np.float32)
    angle, strength = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.1, 0.5))
    slope = xs * np.cos(angle) + ys * np.sin(angle)
    fall = (
        slope
        if rng.random() < 0.5
        else 0.5 - ((xs - 0.4 * np.cos(angle)) ** 2 + (ys - 0.4 * np.sin(angle)) ** 2)
    )
    picture *= (1 + strength * fall.clip(-1, 1))[..., None]


# --- outlines -----------------------------------------------------------------------------------------------


def _waved(rng: np.random.Generator, mask: Mask) -> None:
    """Round, with waves along its rim: from an egg to a gear."""
    angles = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    rim = 1 + float(rng.uniform(0, 0.3)) * np.cos(
        int(rng.integers(2, 11)) * angles + float(rng.uniform(0, 6.3))
    )
    rim = rim + float(rng.uniform(0, 0.15)) * np.cos(2 * angles + float(rng.uniform(0, 6.3)))
    rim *= 0.48 / rim.max()
    filled(mask, len(mask) * (0.5 + rim[:, None] * unit(angles)))


def _cornered(rng: np.random.Generator, mask: Mask) -> None:
    """Corners at any angles and distances."""
    corners = int(rng.integers(3, 11))
    angles = (np.arange(corners) + rng.uniform(-0.25, 0.25, corners)) * 2 * np.pi / corners
    reach = rng.uniform(float(rng.uniform(0.2, 0.46)), 0.48, corners)
    filled(mask, len(mask) * (0.5 + reach[:, None] * unit(angles)))


def _holed(rng: np.random.Generator, mask: Mask) -> None:
    """A disc with holes in it."""
    side = len(mask)
    dot(mask, (side / 2, side / 2), side * 0.48)
    hole = np.zeros_like(mask)
    count = int(rng.integers(1, 5))
    for k in range(count):
        turn, away = 2 * np.pi * k / count, (0.0 if count == 1 else 0.24)
        at = side * (0.5 + away * unit(turn))
        dot(hole, at, side * float(rng.uniform(0.05, 0.22 if count == 1 else 0.12)))
    mask -= np.minimum(mask, hole)


def _cut(rng: np.random.Generator, mask: Mask) -> None:
    """A part of a disc or of an oval."""
    side = len(mask)
    ellipse(
        mask,
        (side / 2, side / 2),
        (0.48 * side, float(rng.uniform(0.3, 0.48)) * side),
        float(rng.uniform(0, 180)),
    )
    if rng.random() < 0.5:
        mask[: round(float(rng.uniform(0.2, 0.5)) * side)] = 0
    else:
        mask[: side // 2, : side // 2] = 0


def _heaped(rng: np.random.Generator, mask: Mask) -> None:
    """A few ovals that overlap."""
    side = len(mask)
    for _ in range(int(rng.integers(2, 5))):
        at = side * (0.5 + rng.uniform(-0.2, 0.2, 2))
        axes = (float(rng.uniform(0.15, 0.3)) * side, float(rng.uniform(0.08, 0.25)) * side)
        ellipse(mask, at, axes, float(rng.uniform(0, 180)))


OUTLINES: tuple[Callable[[np.random.Generator, Mask], None], ...] = (_waved, _cornered, _holed, _cut, _heaped)
