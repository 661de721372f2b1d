"""Rotten-fruit tokens: flat ones as pictures with a mask; cubes are blocks, which `training.materials` draws."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from training.noise import Field, Image, banked_noise, blend
from training.orchard.fruits import SILHOUETTES, Points, fill, placed, trace
from training.orchard.looks import RottenLook
from training.strokes import Mask, around, blob, dot, ellipse, line, unit
from training.tokens import Sprite, share

SIDE = 96
MIDDLE = np.array([SIDE / 2, SIDE / 2])
CORNERS = {"tile": 4, "chip": 6, "octagon": 8, "wedge": 3}


def draw_token(rng: np.random.Generator, look: RottenLook) -> Sprite:
    """A flat token seen from above."""
    mask = _outline(rng, look.kind)
    picture: Image = np.full((SIDE, SIDE, 3), look.colour, np.float32)
    picture *= (0.85 + 0.3 * banked_noise(rng, (SIDE, SIDE)))[..., None]
    if look.kind in ("wood", "apple", "log"):
        _grain(rng, look, picture)
    if look.kind in SURFACES:
        SURFACES[look.kind](rng, look, picture, mask)
    if look.kind not in ("stone", "ring", "bead", "target"):
        _mark(rng, look, picture)
    return Sprite(picture, share(mask), look.height)


# --- what is cut out ----------------------------------------------------------------------------------------


def _outline(rng: np.random.Generator, kind: str) -> Mask:
    mask = np.zeros((SIDE, SIDE), np.uint8)
    if kind == "apple":
        fill(mask, placed(SILHOUETTES["polar"]("apple", rng), MIDDLE, SIDE * 0.46), 255)
    elif kind == "stone":
        blob(rng, mask, MIDDLE, SIDE * 0.48, 14)
        mask = cv2.threshold(cv2.GaussianBlur(mask, (0, 0), 5), 110, 255, cv2.THRESH_BINARY)[1].astype(
            np.uint8
        )
    elif kind in CORNERS:
        fill(mask, [MIDDLE + around(CORNERS[kind], np.pi / 4) * SIDE * 0.48], 255)
    elif kind == "log":
        cv2.ellipse(
            mask, (SIDE // 2, SIDE // 2), (45, round(45 * float(rng.uniform(0.75, 1)))), 0, 0, 360, 255, -1
        )
    elif kind in RIMS:
        fill(mask, placed([RIMS[kind]()], MIDDLE, SIDE * 0.47), 255)
    elif kind == "bar":
        high = round(SIDE * float(rng.uniform(0.2, 0.4)))
        cv2.rectangle(mask, (2, SIDE // 2 - high), (SIDE - 3, SIDE // 2 + high), 255, -1)
    else:
        dot(mask, MIDDLE, SIDE * 0.47)
        if kind == "ring":
            hole = np.zeros_like(mask)
            dot(hole, MIDDLE, SIDE * 0.2)
            mask -= np.minimum(mask, hole)
        if kind == "bitten":
            bite = np.zeros_like(mask)
            dot(bite, (SIDE * 0.95, SIDE * 0.3), SIDE * 0.22)
            mask -= np.minimum(mask, bite)
    return mask


def _round(radius: Callable[[Field], Field], narrow: float = 1.0) -> Points:
    """A rim, told by its radius at each angle."""
    angles = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    return np.column_stack([np.cos(angles), narrow * np.sin(angles)]) * radius(angles)[:, None]


RIMS: dict[str, Callable[[], Points]] = {
    "leaf": lambda: _round(lambda a: 0.55 + 0.45 * np.abs(np.cos(a)) ** 3, 0.9),
    "cap": lambda: _round(lambda a: 0.93 + 0.07 * np.cos(18 * a)),
    "bean": lambda: _round(lambda a: 0.9 - 0.35 * np.exp(-(((a - 1.5 * np.pi) / 0.5) ** 2)), 0.75),
    "drop": lambda: _round(lambda a: 0.6 + 0.4 * np.exp(-((np.minimum(a, 2 * np.pi - a) / 0.35) ** 2))),
    "shield": lambda: np.array(
        [[-0.8, -0.9], [0.8, -0.9], [0.8, 0.1], [0.45, 0.65], [0, 0.98], [-0.45, 0.65], [-0.8, 0.1]]
    ),
}


# --- what it is made of -------------------------------------------------------------------------------------


def _rim(rng: np.random.Generator, look: RottenLook, picture: Image, mask: Mask) -> None:
    rim = mask - cv2.erode(mask, np.ones((9, 9), np.uint8))
    blend(picture, share(rim) * 0.5, (look.colour * 1.5).clip(0, 255).astype(np.float32))


def _board(rng: np.random.Generator, look: RottenLook, picture: Image, mask: Mask) -> None:
    """Printed cardboard: its white core shows round the print."""
    rim = mask - cv2.erode(mask, np.ones((7, 7), np.uint8))
    blend(picture, share(rim), np.array([225, 218, 200], np.float32))


def _halves(rng: np.random.Generator, look: RottenLook, picture: Image, mask: Mask) -> None:
    half = np.zeros_like(mask)
    half[:, : round(SIDE * float(rng.uniform(0.3, 0.6)))] = 255
    blend(picture, share(half), (look.mark_colour * 0.5 + look.colour * 0.5).astype(np.float32))


def _rings(rng: np.random.Generator, look: RottenLook, picture: Image, mask: Mask) -> None:
    for across, colour in ((0.34, look.mark_colour), (0.22, look.colour), (0.1, look.mark_colour)):
        ring = np.zeros_like(mask)
        dot(ring, MIDDLE, SIDE * across)
        blend(picture, share(ring), colour)


def _gleam(rng: np.random.Generator, look: RottenLook, picture: Image, mask: Mask) -> None:
    """A glass bead: darker below, a bright spot above."""
    picture *= np.linspace(1.4, 0.6, SIDE, dtype=np.float32)[:, None, None]
    spot = np.zeros_like(mask)
    dot(spot, MIDDLE - SIDE * 0.15, SIDE * float(rng.uniform(0.06, 0.12)))
    blend(picture, cv2.GaussianBlur(share(spot), (0, 0), 2), np.full(3, 250, np.float32))


def _patches(rng: np.random.Generator, look: RottenLook, picture: Image, mask: Mask) -> None:
    """Quarters of two tones."""
    quarters = np.zeros_like(mask)
    quarters[: SIDE // 2, : SIDE // 2] = quarters[SIDE // 2 :, SIDE // 2 :] = 255
    blend(picture, share(quarters), (look.colour * 0.55).astype(np.float32))


SURFACES: dict[str, Callable[[np.random.Generator, RottenLook, Image, Mask], None]] = {
    "coin": _rim,
    "board": _board,
    "halves": _halves,
    "target": _rings,
    "bead": _gleam,
    "patched": _patches,
}


def _grain(rng: np.random.Generator, look: RottenLook, picture: Image) -> None:
    ys, xs = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    if look.kind == "log":
        far: Field = np.hypot(xs - SIDE / 2 + 6, ys - SIDE / 2) / 3.2
    else:
        far = ys / float(rng.uniform(2, 7)) + 3 * banked_noise(rng, (SIDE, SIDE))
    picture *= (0.9 + 0.12 * np.sin(far))[..., None]


def _wave(rng: np.random.Generator, bends: float) -> Points:
    at = np.linspace(-0.5, 0.5, 24)
    wave = np.column_stack([at, 0.2 * np.sin(at * 2 * np.pi * bends + float(rng.uniform(0, 6)))])
    return placed([wave], (SIDE / 2, SIDE / 2), SIDE, float(rng.uniform(0, 6.3)))[0]


# --- what is printed on it ----------------------------------------------------------------------------------


def _mark(rng: np.random.Generator, look: RottenLook, picture: Image) -> None:
    if look.mark == "worm":
        _worm(rng, look, picture)
        return
    mask = np.zeros((SIDE, SIDE), np.uint8)
    if look.mark in MARKS:
        MARKS[look.mark](rng, mask)
    blend(picture, share(mask), look.mark_colour)


def _worm(rng: np.random.Generator, look: RottenLook, picture: Image) -> None:
    """A worm, often in a hole of its own."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    path = _wave(rng, float(rng.uniform(1, 2)))
    if rng.random() < 0.6:
        trace(mask, [path], 255, round(SIDE * 0.17), closed=False)
        blend(picture, share(mask), look.colour * 0.5)
        mask[:] = 0
    trace(mask, [path], 255, round(SIDE * 0.12), closed=False)
    blend(picture, share(mask), look.mark_colour)
    if rng.random() < 0.6:
        eye = np.zeros_like(mask)
        dot(eye, path[0], SIDE * 0.025)
        blend(picture, share(eye), look.colour * 0.2)


def _cross(rng: np.random.Generator, mask: Mask) -> None:
    for slope in (-1, 1):
        ends = MIDDLE + np.array([[-1, -slope], [1, slope]]) * SIDE * 0.24
        trace(mask, [ends], 255, round(SIDE * 0.1), closed=False)


def _skull(rng: np.random.Generator, mask: Mask) -> None:
    dot(mask, MIDDLE - (0, 7), SIDE * 0.23)
    cv2.rectangle(mask, (38, 52), (58, 70), 255, -1)
    for x in (-9, 9):
        cv2.circle(mask, (SIDE // 2 + x, SIDE // 2 - 8), 6, 0, -1)


def _blotches(rng: np.random.Generator, mask: Mask) -> None:
    for at in rng.uniform(0.2, 0.8, (9, 2)) * SIDE:
        blob(rng, mask, at, SIDE * 0.12, 8)


def _minus(rng: np.random.Generator, mask: Mask) -> None:
    cv2.putText(mask, "-3", (14, 66), cv2.FONT_HERSHEY_DUPLEX, 1.6, 255, 4, cv2.LINE_AA)


def _holes(rng: np.random.Generator, mask: Mask) -> None:
    for at in rng.uniform(0.25, 0.75, (4, 2)) * SIDE:
        dot(mask, at, SIDE * 0.07)


def _dots(rng: np.random.Generator, mask: Mask) -> None:
    """Mould in many small dots."""
    for at in rng.normal(0.5, 0.15, (30, 2)) * SIDE:
        dot(mask, at, SIDE * 0.025)


def _stripe(rng: np.random.Generator, mask: Mask) -> None:
    line(mask, (0.12 * SIDE, 0.88 * SIDE), (0.88 * SIDE, 0.12 * SIDE), round(SIDE * 0.14))


def _fly(rng: np.random.Generator, mask: Mask) -> None:
    ellipse(mask, MIDDLE, (SIDE * 0.06, SIDE * 0.16), 0)
    for way in (-1, 1):
        ellipse(mask, MIDDLE + np.array([way * SIDE * 0.14, -2]), (SIDE * 0.14, SIDE * 0.06), way * -35)


def _core(rng: np.random.Generator, mask: Mask) -> None:
    top = np.array([[-0.25, -0.35], [0.25, -0.35], [0.06, 0.0]])
    low = np.array([[0.25, 0.35], [-0.25, 0.35], [-0.06, 0.0]])
    fill(mask, placed([np.vstack([top, low])], MIDDLE, SIDE), 255)


def _bar(rng: np.random.Generator, mask: Mask) -> None:
    line(mask, (0.25 * SIDE, SIDE / 2), (0.75 * SIDE, SIDE / 2), round(SIDE * 0.16))


def _crescent(rng: np.random.Generator, mask: Mask) -> None:
    dot(mask, MIDDLE, SIDE * 0.26)
    shadow = np.zeros_like(mask)
    dot(shadow, MIDDLE + SIDE * 0.1, SIDE * 0.24)
    mask -= np.minimum(mask, shadow)


def _maggot(rng: np.random.Generator, mask: Mask) -> None:
    for at in _wave(rng, 0.5)[::4]:
        dot(mask, at, SIDE * 0.09)


def _spiral(rng: np.random.Generator, mask: Mask) -> None:
    angles = np.linspace(0, 5 * np.pi, 60)
    path = MIDDLE + unit(angles) * angles[:, None] * 2.0
    trace(mask, [path], 255, 4, closed=False)


MARKS: dict[str, Callable[[np.random.Generator, Mask], None]] = {
    "cross": _cross,
    "skull": _skull,
    "blotches": _blotches,
    "minus": _minus,
    "holes": _holes,
    "dots": _dots,
    "stripe": _stripe,
    "fly": _fly,
    "core": _core,
    "bar": _bar,
    "crescent": _crescent,
    "maggot": _maggot,
    "spiral": _spiral,
}
"""The others are tokens without a mark."""
