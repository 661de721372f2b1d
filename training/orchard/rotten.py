"""Rotten-fruit tokens: flat ones as pictures with a mask; cubes are blocks, which `solids` draws."""

from __future__ import annotations

import cv2
import numpy as np

from training.noise import Field, Image, banked_noise, blend
from training.orchard.fruits import SILHOUETTES, Points, fill, placed, trace
from training.orchard.looks import RottenLook
from training.strokes import Mask, blob, dot
from training.tokens import Sprite, share

SIDE = 96
BLOCKS = {"cube": 1.0, "block": 0.7, "dark_cube": 1.0}
"""Kinds that are solid, and how tall they are in sides."""


def draw_token(rng: np.random.Generator, look: RottenLook) -> Sprite:
    """A flat token seen from above."""
    mask = _outline(rng, look.kind)
    picture: Image = np.empty((SIDE, SIDE, 3), np.float32)
    picture[:] = look.colour
    picture *= (0.85 + 0.3 * banked_noise(rng, (SIDE, SIDE)))[..., None]
    if look.kind in ("wood", "apple", "log"):
        _grain(rng, look, picture)
    if look.kind == "coin":
        rim = mask - cv2.erode(mask, np.ones((9, 9), np.uint8))
        blend(picture, share(rim) * 0.5, (look.colour * 1.5).clip(0, 255).astype(np.float32))
    if look.kind not in ("stone", "ring"):
        _mark(rng, look, picture)
    return Sprite(picture, share(mask), look.height)


def _outline(rng: np.random.Generator, kind: str) -> Mask:
    mask = np.zeros((SIDE, SIDE), np.uint8)
    middle = np.array([SIDE / 2, SIDE / 2])
    if kind == "apple":
        fill(mask, placed(SILHOUETTES["polar"]("apple", rng), middle, SIDE * 0.46), 255)
    elif kind == "stone":
        blob(rng, mask, middle, SIDE * 0.48, 14)
        mask = cv2.threshold(cv2.GaussianBlur(mask, (0, 0), 5), 110, 255, cv2.THRESH_BINARY)[1].astype(
            np.uint8
        )
    elif kind in ("tile", "chip"):
        corners = 4 if kind == "tile" else 6
        angles = np.arange(corners) * 2 * np.pi / corners + np.pi / 4
        fill(mask, [middle + np.column_stack([np.cos(angles), np.sin(angles)]) * SIDE * 0.48], 255)
    elif kind == "log":
        cv2.ellipse(
            mask, (SIDE // 2, SIDE // 2), (45, round(45 * float(rng.uniform(0.75, 1)))), 0, 0, 360, 255, -1
        )
    else:
        dot(mask, middle, SIDE * 0.47)
        if kind == "ring":
            hole = np.zeros_like(mask)
            dot(hole, middle, SIDE * 0.2)
            mask -= np.minimum(mask, hole)
    return mask


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


def _mark(rng: np.random.Generator, look: RottenLook, picture: Image) -> None:
    mask = np.zeros((SIDE, SIDE), np.uint8)
    middle, mark = np.array([SIDE / 2, SIDE / 2]), look.mark
    if mark == "worm":
        path = _wave(rng, float(rng.uniform(1, 2)))
        if rng.random() < 0.6:
            trace(mask, [path], 255, round(SIDE * 0.17), closed=False)
            blend(picture, share(mask), look.colour * 0.5)
            mask[:] = 0
        trace(mask, [path], 255, round(SIDE * 0.12), closed=False)
    elif mark == "cross":
        for slope in (-1, 1):
            ends = middle + np.array([[-1, -slope], [1, slope]]) * SIDE * 0.24
            trace(mask, [ends], 255, round(SIDE * 0.1), closed=False)
    elif mark == "skull":
        dot(mask, middle - (0, 7), SIDE * 0.23)
        cv2.rectangle(mask, (38, 52), (58, 70), 255, -1)
        for x in (-9, 9):
            cv2.circle(mask, (SIDE // 2 + x, SIDE // 2 - 8), 6, 0, -1)
    elif mark == "blotches":
        for at in rng.uniform(0.2, 0.8, (9, 2)) * SIDE:
            blob(rng, mask, at, SIDE * 0.12, 8)
    elif mark == "minus":
        cv2.putText(mask, "-3", (14, 66), cv2.FONT_HERSHEY_DUPLEX, 1.6, 255, 4, cv2.LINE_AA)
    elif mark == "holes":
        for at in rng.uniform(0.25, 0.75, (4, 2)) * SIDE:
            dot(mask, at, SIDE * 0.07)
    elif mark == "core":
        top, low = (
            np.array([[-0.25, -0.35], [0.25, -0.35], [0.06, 0.0]]),
            np.array([[0.25, 0.35], [-0.25, 0.35], [-0.06, 0.0]]),
        )
        fill(mask, placed([np.vstack([top, low])], middle, SIDE), 255)
    elif mark == "maggot":
        for at in _wave(rng, 0.5)[::4]:
            dot(mask, at, SIDE * 0.09)
    elif mark == "spiral":
        angles = np.linspace(0, 5 * np.pi, 60)
        path = middle + np.column_stack([np.cos(angles), np.sin(angles)]) * angles[:, None] * 2.0
        trace(mask, [path], 255, 4, closed=False)
    blend(picture, share(mask), look.mark_colour)
    if mark == "worm" and rng.random() < 0.6:
        eye = np.zeros_like(mask)
        dot(eye, path[0], SIDE * 0.025)
        blend(picture, share(eye), look.colour * 0.2)
