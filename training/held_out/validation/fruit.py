"""Fruit tokens: what is cut, moulded and sewn otherwise than the chips that nets learn."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from training.held_out.drawing import ROUND, cut, polar
from training.looks import Look
from training.noise import Colour, Field, Image, blend, dark, hsv, pale
from training.strokes import SHIFT, dot, ellipse, fixed, line, unit
from training.tokens import disc, share

Body = tuple[Field, float, float]
"""Mask, height and the top's share of the foot, as in Sprite."""


def _disc(picture: Image, radius: float) -> Field:
    side = len(picture)
    return disc(side, (side / 2, side / 2), side * radius)


def _flower(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """Moulded petals round a button."""
    petals = 5 + look.leaf_count % 2
    shape = 0.37 + 0.11 * np.cos(petals * ROUND)
    blend(picture, cut(len(picture), polar(shape * 0.8)), pale(colour, 0.2))
    blend(picture, _disc(picture, 0.16), dark(colour, 0.6))
    return cut(len(picture), polar(shape)), 0.06, 0.95


def _heart(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    across = 16 * np.sin(ROUND) ** 3
    down = 13 * np.cos(ROUND) - 5 * np.cos(2 * ROUND) - 2 * np.cos(3 * ROUND) - np.cos(4 * ROUND)
    shape = np.column_stack([across, -down - 2.5]) / 34
    picture[:] = dark(colour, 0.72)
    blend(picture, cut(len(picture), shape * 0.8), colour)
    return cut(len(picture), shape * 0.98), 0.05, 1.0


def _star(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """A cut star fruit: blunt arms, a pip in each."""
    side, arms = len(picture), 5
    reach = np.where(np.arange(2 * arms) % 2, 0.27, 0.49)
    mask = cv2.GaussianBlur(cut(side, polar(reach)), (0, 0), side / 30)
    blend(picture, cut(side, polar(reach * 0.72)), pale(colour, 0.35))
    for at in polar(np.full(arms, 0.17)):
        blend(picture, disc(side, (at + 0.5) * side, side * 0.035), dark(colour, 0.45))
    return ((mask - 0.35) * 5).clip(0, 1).astype(np.float32), 0.04, 1.0


def _stitched(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """Felt with a running stitch along its rim and a leaf sewn on."""
    side = len(picture)
    picture += (
        cv2.GaussianBlur(rng.random((side, side), dtype=np.float32), (0, 0), 1.1)[..., None] - 0.5
    ) * 60
    thread = np.zeros((side, side), np.uint8)
    for angle in np.arange(0, 360, 30):
        axes = (round(0.39 * side), round(0.39 * side))
        cv2.ellipse(
            thread, (side // 2, side // 2), axes, 0, angle, angle + 17, 255, max(1, side // 18), cv2.LINE_AA
        )
    blend(picture, share(thread), pale(colour, 0.85))
    leaf = np.zeros((side, side), np.uint8)
    ellipse(leaf, (side / 2, side / 2), (0.2 * side, 0.09 * side), 35)
    blend(picture, share(leaf), hsv(0.36, 0.7, 0.35))
    return cut(side, polar(0.47 + rng.normal(0, 0.006, 120))), 0.05, 1.0


def _torus(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """A thick ring: the table or the tile shows in its middle."""
    side = len(picture)
    ys, xs = np.mgrid[0:side, 0:side].astype(np.float32) / side - 0.5
    away = np.abs(np.hypot(xs, ys) - 0.33) / 0.16
    blend(picture, (away.clip(0, 1) ** 2 * 0.55).astype(np.float32), dark(colour, 0.35))
    lit = np.exp(-(away**2) * 12) * (0.5 - (xs + ys)).clip(0, 1)
    blend(picture, (lit * 0.7).astype(np.float32), np.full(3, 255, np.float32))
    return _disc(picture, 0.48) - _disc(picture, 0.18), 0.07, 1.0


def _cap(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """A bottle's crown cap: a crimped skirt round a pressed field."""
    side, teeth = len(picture), 17
    reach = 0.45 + 0.035 * np.cos(teeth * ROUND)
    picture[:] = dark(colour, 0.65)
    for angle in np.arange(teeth) * 2 * np.pi / teeth:
        tip = np.array([np.sin(angle), -np.cos(angle)])
        spoke = np.zeros((side, side), np.uint8)
        line(spoke, (0.5 + tip * 0.36) * side, (0.5 + tip * 0.48) * side, max(1, side // 26))
        blend(picture, share(spoke) * 0.8, pale(colour, 0.35))
    blend(picture, _disc(picture, 0.35), colour)
    blend(picture, _disc(picture, 0.2), pale(colour, 0.7))
    blend(picture, _disc(picture, 0.14), colour)
    return cut(side, polar(reach)), 0.05, 1.0


def _wedge(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """Half a slice: rind, pith and flesh."""
    side = len(picture)
    turns = np.linspace(0, np.pi, 40)
    half = np.column_stack([np.cos(turns), np.sin(turns) - 0.42])
    picture[:] = dark(colour, 0.85)
    blend(picture, cut(side, half * [0.42, 0.42] - [0, 0.02]), pale(colour, 0.8))
    for k in range(4):
        part = np.linspace(k + 0.1, k + 0.9, 6) * np.pi / 4
        flesh = np.vstack([[0, 0], unit(part) * 0.36]) - [0, 0.18]
        blend(picture, cut(side, flesh), colour)
    return cut(side, half * 0.49), 0.06, 1.0


def _barrel(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """Staves and hoops, lying on its side."""
    side = len(picture)
    x = np.linspace(-0.45, 0.45, 20)
    bulge = 0.36 - 0.6 * x**2
    shape = np.vstack([np.column_stack([x, -bulge]), np.column_stack([x, bulge])[::-1]])
    lines = np.zeros((side, side), np.uint8)
    for level in (-0.5, 0.0, 0.5):
        stave = (np.column_stack([x, bulge * level]) + 0.5) * side
        cv2.polylines(lines, [fixed(stave)], False, 255, max(1, side // 40), cv2.LINE_AA, SHIFT)
    blend(picture, share(lines) * 0.6, dark(colour, 0.5))
    for at in (0.2, 0.8):
        hoop = np.zeros((side, side), np.uint8)
        line(hoop, (at * side, 0), (at * side, side), max(2, side // 14))
        blend(picture, share(hoop), dark(colour, 0.3))
    return cut(side, shape), 0.12, 0.9


def _quartered(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """A disc in four fields, two of the fruit's colour and two pale ones with a small fruit."""
    side = len(picture)
    for across, down in ((-1, 1), (1, -1)):
        blend(
            picture,
            cut(side, np.array([[0, 0], [across, 0], [across, down], [0, down]])),
            pale(colour, 0.78),
        )
        blend(picture, disc(side, (0.5 + 0.19 * np.array([across, down])) * side, 0.1 * side), colour)
        spot = np.zeros((side, side), np.uint8)
        dot(spot, (0.5 - 0.19 * np.array([across, -down])) * side, 0.08 * side)
        blend(picture, share(spot), pale(colour, 0.78))
    return _disc(picture, 0.48), 0.04, 1.0


METHODS: dict[str, Callable[[np.random.Generator, Look, str, Colour, Image], Body]] = {
    "flower": _flower, "heart": _heart, "star": _star, "stitched": _stitched, "torus": _torus, "cap": _cap,
    "wedge": _wedge, "barrel": _barrel, "quartered": _quartered,
}  # fmt: skip
