"""Things of the gardener's on a prune side, each drawn into a mask round a centre within a radius."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from training.strokes import SHIFT, Mask, dot, ellipse, filled, fixed, line

Points = npt.NDArray[np.float64]


def _poly(mask: Mask, at: Points, size: float, corners: npt.ArrayLike, value: int = 255) -> None:
    filled(mask, at + size * np.asarray(corners), value)


def _bucket(mask: Mask, at: Points, size: float) -> None:
    _poly(mask, at, size, [(-0.8, -0.3), (0.8, -0.3), (0.55, 1), (-0.55, 1)])
    axes = fixed((0.75 * size, 0.65 * size)).tolist()
    middle = fixed(at - [0, 0.3 * size]).tolist()
    cv2.ellipse(mask, middle, axes, 0, 180, 360, 255, max(1, round(size / 6)), cv2.LINE_AA, SHIFT)
    _poly(mask, at, size, [(-0.74, -0.05), (0.74, -0.05), (0.71, 0.1), (-0.71, 0.1)], 0)


def _glove(mask: Mask, at: Points, size: float) -> None:
    _poly(mask, at, size, [(-0.5, -0.1), (0.5, -0.1), (0.45, 0.6), (-0.45, 0.6)])
    for x, tip in ((-0.38, -0.75), (-0.13, -0.95), (0.13, -0.92), (0.38, -0.7)):
        line(mask, at + size * np.array([x, 0]), at + size * np.array([x, tip]), max(1, round(size * 0.21)))
    line(
        mask,
        at + size * np.array([0.4, 0.35]),
        at + size * np.array([0.85, -0.1]),
        max(1, round(size * 0.24)),
    )
    _poly(mask, at, size, [(-0.5, 0.7), (0.5, 0.7), (0.55, 1), (-0.55, 1)])


def _spade(mask: Mask, at: Points, size: float) -> None:
    thick = max(1, round(size / 6))
    line(mask, at + size * np.array([0, 0]), at + size * np.array([0, -0.9]), thick)
    line(mask, at + size * np.array([-0.35, -0.95]), at + size * np.array([0.35, -0.95]), thick)
    _poly(mask, at, size, [(-0.55, -0.1), (0.55, -0.1), (0.5, 0.55), (0, 1.05), (-0.5, 0.55)])


def _rake(mask: Mask, at: Points, size: float) -> None:
    thick = max(1, round(size / 6))
    line(mask, at - [0, 1.0 * size], at + np.array([0, 0.35 * size]), thick)
    line(mask, at + size * np.array([-1, 0.4]), at + size * np.array([1, 0.4]), thick)
    for x in np.linspace(-1, 1, 6):
        line(mask, at + size * np.array([x, 0.4]), at + size * np.array([x, 0.95]), max(1, thick - 1))


def _beetle(mask: Mask, at: Points, size: float) -> None:
    for y in (-0.35, 0.1, 0.55):
        line(mask, at + size * np.array([-0.95, y - 0.15]), at + size * np.array([0.95, y - 0.15]), 1)
    ellipse(mask, at + np.array([0, 0.15 * size]), (0.6 * size, 0.8 * size), 0)
    dot(mask, at - [0, 0.72 * size], 0.32 * size)
    first, last = fixed(at - [0, 0.5 * size]).tolist(), fixed(at + np.array([0, 0.9 * size])).tolist()
    cv2.line(mask, first, last, 0, max(1, round(size / 9)), cv2.LINE_AA, SHIFT)
    for x in (-0.28, 0.28):
        spot = fixed(at + size * np.array([x, 0.25])).tolist()
        cv2.circle(mask, spot, round(0.13 * size * (1 << SHIFT)), 0, -1, cv2.LINE_AA, SHIFT)


def _barrow(mask: Mask, at: Points, size: float) -> None:
    _poly(mask, at, size, [(-1.0, -0.6), (0.7, -0.6), (0.35, 0.3), (-0.6, 0.3)])
    dot(mask, at + size * np.array([-0.75, 0.65]), 0.34 * size)
    line(mask, at + size * np.array([-0.7, 0.55]), at + size * np.array([1.3, -0.1]), max(1, round(size / 7)))
    line(mask, at + size * np.array([0.3, 0.3]), at + size * np.array([0.5, 0.95]), max(1, round(size / 7)))


ICONS: dict[str, Callable[[Mask, Points, float], None]] = {
    "bucket": _bucket, "glove": _glove, "spade": _spade, "rake": _rake, "beetle": _beetle, "barrow": _barrow,
}  # fmt: skip
