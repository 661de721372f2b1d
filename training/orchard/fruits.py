"""Apples, pears and plums as printed: outlines by families of drawing, filled by finishes. Also leaves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from training.noise import Colour
from training.strokes import SHIFT, fixed, turned, unit

Pixels = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float64]
Shapes = list[Points]

FAMILIES = {
    "train": ("polar", "ball", "wonky", "cut"),
    "validation": ("lumps",),
    "test": ("profile",),
}
FINISHES = {
    "train": ("flat", "outlined", "shaded", "glint", "two_tone", "dabbed", "ringed"),
    "validation": ("rimlit",),
    "test": ("crescent", "etched"),
}
TURN = np.linspace(0, 2 * np.pi, 28, endpoint=False)


def _circle(x: float, y: float, across: float, down: float | None = None) -> Points:
    down = across if down is None else down
    return np.column_stack([x + across * np.cos(TURN), y + down * np.sin(TURN)])


def _polar(kind: str, rng: np.random.Generator) -> Shapes:
    up = np.abs((TURN + np.pi / 2 + np.pi) % (2 * np.pi) - np.pi)  # how far from straight up
    down = np.pi - up
    if kind == "apple":
        radius = 1 - 0.3 * np.exp(-((up / 0.4) ** 2)) - 0.12 * np.exp(-((down / 0.35) ** 2))
    elif kind == "pear":
        radius = 0.82 - 0.2 * np.exp(-(((up - 0.95) / 0.5) ** 2)) + 0.38 * np.exp(-((up / 0.5) ** 2))
    else:
        radius = 0.86 + 0.12 * np.exp(-((up / 0.5) ** 2)) + 0.1 * np.exp(-((down / 0.5) ** 2))
    return [unit(TURN) * radius[:, None]]


def _ball(kind: str, rng: np.random.Generator) -> Shapes:
    return [_circle(0, 0, 0.9)]


def _wonky(kind: str, rng: np.random.Generator) -> Shapes:
    wave = sum(float(rng.normal(0, 0.08)) * np.cos(k * TURN + float(rng.uniform(0, 6))) for k in (2, 3, 5))
    tall = {"apple": 0.95, "pear": 1.25, "plum": 1.1}[kind]
    across = 0.8 * (1 - 0.25 * np.clip(-np.sin(TURN), 0, 1)) if kind == "pear" else 0.85
    return [np.column_stack([np.cos(TURN) * across, np.sin(TURN) * 0.8 * tall]) * (1 + wave)[:, None]]


def _cut(kind: str, rng: np.random.Generator) -> Shapes:
    """Cut with scissors: few straight edges."""
    outline = _polar(kind, rng)[0][:: int(rng.integers(3, 5))]
    return [outline + rng.normal(0, 0.04, outline.shape)]


def _lumps(kind: str, rng: np.random.Generator) -> Shapes:
    if kind == "apple":
        return [_circle(-0.32, 0, 0.6, 0.78), _circle(0.32, 0, 0.6, 0.78)]
    if kind == "pear":
        return [_circle(0, 0.32, 0.64), _circle(0, -0.42, 0.4, 0.5)]
    return [_circle(0, 0, 0.72, 0.94)]


def _profile(kind: str, rng: np.random.Generator) -> Shapes:
    """Half a silhouette from the top down, mirrored."""
    half = {
        "apple": [
            (0.0, -0.62),
            (0.3, -0.85),
            (0.72, -0.7),
            (0.9, -0.2),
            (0.72, 0.5),
            (0.36, 0.88),
            (0.0, 0.76),
        ],
        "pear": [
            (0.0, -1.0),
            (0.24, -0.92),
            (0.32, -0.45),
            (0.62, 0.1),
            (0.72, 0.5),
            (0.5, 0.88),
            (0.0, 0.95),
        ],
        "plum": [(0.0, -0.98), (0.42, -0.72), (0.7, -0.1), (0.66, 0.4), (0.4, 0.78), (0.0, 0.92)],
    }[kind]
    right = np.array(half, np.float64)
    return [np.vstack([right, right[-2:0:-1] * (-1, 1)])]


SILHOUETTES: dict[str, Callable[[str, np.random.Generator], Shapes]] = {
    "polar": _polar, "ball": _ball, "wonky": _wonky, "cut": _cut, "lumps": _lumps, "profile": _profile,
}  # fmt: skip


def placed(shapes: Shapes, at: npt.ArrayLike, radius: float, angle: float = 0.0) -> Shapes:
    """The shapes at a place in pixels, turned by `angle`."""
    turn = turned(angle) * radius
    return [shape @ turn.T + np.asarray(at, np.float64) for shape in shapes]


def fill(canvas: Pixels, shapes: Shapes, colour: object) -> None:
    for shape in shapes:
        cv2.fillPoly(canvas, [fixed(shape)], _ink(colour), cv2.LINE_AA, SHIFT)


def trace(canvas: Pixels, shapes: Shapes, colour: object, thick: int, closed: bool = True) -> None:
    cv2.polylines(canvas, [fixed(s) for s in shapes], closed, _ink(colour), thick, cv2.LINE_AA, SHIFT)


def _ink(colour: object) -> object:
    return colour if isinstance(colour, int) else np.asarray(colour, np.float64).clip(0, 255).tolist()


def leaf(length: float, width: float) -> Points:
    """A leaf from (0, 0) to (`length`, 0)."""
    at = np.linspace(0, 1, 7)
    half = width / 2 * np.sin(np.pi * at**0.8)
    return np.vstack([np.column_stack([at * length, half]), np.column_stack([at * length, -half])[-2:0:-1]])


# --- finishes -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Printed:
    """A fruit on a picture, filled with its colour; where it lies in pixels, and how it is turned."""

    rng: np.random.Generator
    picture: Pixels
    family: str
    kind: str
    shapes: Shapes
    colour: Colour
    at: Points
    radius: float
    angle: float

    @property
    def dark(self) -> Colour:
        return self.colour * 0.55

    @property
    def pale(self) -> Colour:
        return 255 - (255 - self.colour) * 0.45

    @property
    def thin(self) -> int:
        return max(1, round(self.radius * 0.16))

    def inner(self, dx: float, dy: float, size: float) -> Shapes:
        """A circle in it, in shares of its radius."""
        return placed([_circle(dx, dy, size)], self.at, self.radius)


def _outlined(fruit: Printed) -> None:
    trace(fruit.picture, fruit.shapes, fruit.dark * 0.6, fruit.thin)


def _shaded(fruit: Printed) -> None:
    for k, size in enumerate((0.75, 0.5, 0.28)):
        lighter = fruit.colour + (fruit.pale - fruit.colour) * (0.25 + 0.25 * k)
        fill(fruit.picture, fruit.inner(-0.1 * (k + 1), -0.1 * (k + 1), size), lighter)
    trace(fruit.picture, fruit.shapes, fruit.dark, 1)


def _glint(fruit: Printed) -> None:
    fill(fruit.picture, fruit.inner(-0.25, -0.25, 0.2), (250, 250, 250))


def _two_tone(fruit: Printed) -> None:
    right = fruit.at[0] * 0.45 + fruit.radius * 0.2
    fill(fruit.picture, [shape * (0.55, 1) + (right, 0) for shape in fruit.shapes], fruit.dark + 20)


def _dabbed(fruit: Printed) -> None:
    rng = fruit.rng
    for _ in range(5):
        fill(fruit.picture, fruit.inner(*rng.uniform(-0.5, 0.5, 2), 0.3), fruit.colour + rng.normal(0, 25, 3))


def _ringed(fruit: Printed) -> None:
    trace(fruit.picture, fruit.shapes, fruit.pale, fruit.thin)


def _rimlit(fruit: Printed) -> None:
    trace(fruit.picture, fruit.inner(0.05, 0.05, 0.62), fruit.pale, fruit.thin)


def _crescent(fruit: Printed) -> None:
    fill(fruit.picture, fruit.shapes, fruit.dark)
    lit = SILHOUETTES[fruit.family](fruit.kind, fruit.rng)
    fill(
        fruit.picture,
        placed(lit, fruit.at - fruit.radius * 0.16, fruit.radius * 0.8, fruit.angle),
        fruit.colour,
    )


def _etched(fruit: Printed) -> None:
    trace(fruit.picture, fruit.shapes, fruit.dark, fruit.thin)
    for x in (-0.3, 0.1, 0.45):
        stroke = placed([np.array([[x, -0.5], [x + 0.1, 0.5]])], fruit.at, fruit.radius, fruit.angle)
        trace(fruit.picture, stroke, fruit.dark, 1, closed=False)


FINISH: dict[str, Callable[[Printed], None]] = {
    "outlined": _outlined,
    "shaded": _shaded,
    "glint": _glint,
    "two_tone": _two_tone,
    "dabbed": _dabbed,
    "ringed": _ringed,
    "rimlit": _rimlit,
    "crescent": _crescent,
    "etched": _etched,
}
"""What is done to a fruit once it is filled; to a `flat` one nothing."""


def draw_fruit(
    rng: np.random.Generator,
    picture: Pixels,
    mask: Pixels,
    family: str,
    finish: str,
    kind: str,
    colour: Colour,
    at: npt.ArrayLike,
    radius: float,
    angle: float,
    stem: bool,
) -> None:
    """One printed fruit of about `radius` pixels on a picture and its mask."""
    shapes = placed(SILHOUETTES[family](kind, rng), at, radius, angle)
    tip = np.array([np.sin(angle), -np.cos(angle)]) * radius
    spot = np.asarray(at, np.float64)
    if stem:
        stalk = [np.array([spot + tip * 0.6, spot + tip * 1.35])]
        for canvas, ink in ((picture, (60, 40, 25)), (mask, 255)):
            trace(canvas, stalk, ink, max(1, round(radius * 0.2)), closed=False)
        if rng.random() < 0.5:
            green = placed([leaf(0.8, 0.4)], spot + tip * 1.0, radius, angle - 0.5)
            fill(picture, green, (70, 130, 50))
            fill(mask, green, 255)
    fill(mask, shapes, 255)
    fill(picture, shapes, colour)
    if finish in FINISH:
        FINISH[finish](Printed(rng, picture, family, kind, shapes, colour, spot, radius, angle))
