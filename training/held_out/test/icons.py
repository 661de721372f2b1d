"""Things in the garden on a prune side, each drawn into a mask round a centre within a radius."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from training.held_out.drawing import Points
from training.strokes import SHIFT, Mask, dot, ellipse, filled, fixed, line, unit


def _boot(mask: Mask, at: Points, size: float) -> None:
    shaft = [(-0.55, -1), (0.15, -1), (0.2, 0.25), (0.75, 0.4), (0.95, 0.75), (-0.6, 0.75)]
    filled(mask, at + size * np.array(shaft))
    filled(mask, at + size * np.array([(-0.65, 0.85), (1, 0.85), (1, 1), (-0.65, 1)]))


def _can(mask: Mask, at: Points, size: float) -> None:
    """A watering can from the side."""
    filled(mask, at + size * np.array([(-0.55, -0.3), (0.35, -0.3), (0.45, 0.85), (-0.6, 0.85)]))
    filled(mask, at + size * np.array([(0.3, 0.4), (0.85, -0.5), (0.98, -0.4), (0.42, 0.75)]))
    filled(mask, at + size * np.array([(0.72, -0.72), (1.2, -0.4), (1.1, -0.28), (0.66, -0.56)]))
    middle, axes = fixed(at - size * np.array([0.3, 0.3])).tolist(), fixed((0.6 * size, 0.6 * size)).tolist()
    cv2.ellipse(mask, middle, axes, 0, 120, 340, 255, max(1, round(size / 6)), cv2.LINE_AA, SHIFT)


def _snail(mask: Mask, at: Points, size: float) -> None:
    filled(
        mask, at + size * np.array([(-1, 0.85), (-0.7, 0.55), (0.5, 0.5), (0.7, -0.2), (1, 0), (0.85, 0.85)])
    )
    for x in (0.72, 0.98):
        line(mask, at + size * np.array([0.8, 0]), at + size * np.array([x, -0.55]), max(1, round(size / 9)))
    shell = at + size * np.array([-0.15, -0.05])
    dot(mask, shell, 0.68 * size)
    t = np.linspace(0.5, 3.6 * np.pi, 40)
    curl = shell + unit(t) * (np.linspace(0.06, 0.52, 40) * size)[:, None]
    cv2.polylines(mask, [fixed(curl)], False, 0, max(1, round(size / 9)), cv2.LINE_AA, SHIFT)


def _toadstool(mask: Mask, at: Points, size: float) -> None:
    filled(mask, at + size * np.array([(-0.25, 0), (0.25, 0), (0.35, 0.95), (-0.35, 0.95)]))
    ellipse(mask, at - np.array([0, 0.2 * size]), (0.95 * size, 0.7 * size), 0)
    under = fixed(at + np.array([[-1, 0.12], [-0.25, 0.12], [-0.25, 0.6], [-1, 0.6]]) * size)
    for flip in (1, -1):
        gap = (under - fixed(at)) * [flip, 1] + fixed(at)
        cv2.fillPoly(mask, [gap.astype(np.int32)], 0, cv2.LINE_AA, SHIFT)
    for x, y, radius in ((-0.45, -0.3, 0.15), (0.1, -0.55, 0.17), (0.5, -0.2, 0.13)):
        spot = fixed(at + size * np.array([x, y])).tolist()
        cv2.circle(mask, spot, round(radius * size * (1 << SHIFT)), 0, -1, cv2.LINE_AA, SHIFT)


def _shears(mask: Mask, at: Points, size: float) -> None:
    """Hedge shears, opened, on end."""
    for flip in (-1, 1):
        way = np.array([flip, 1])
        blade = np.array([(0.06, 0.12), (0.62, -1), (0.3, -0.95), (-0.14, 0)])
        filled(mask, at + size * blade * way)
        grip = np.array([(-0.05, 0), (0.5, 0.9)]) * way
        line(mask, at + size * grip[0], at + size * grip[1], max(1, round(size / 4.5)))


def _trug(mask: Mask, at: Points, size: float) -> None:
    """A shallow basket with a high handle."""
    filled(mask, at + size * np.array([(-1, 0.1), (1, 0.1), (0.7, 0.85), (-0.7, 0.85)]))
    for y in (0.35, 0.6):
        first, last = at + size * np.array([-0.9, y]), at + size * np.array([0.9, y])
        cv2.line(mask, fixed(first).tolist(), fixed(last).tolist(), 0, 1, cv2.LINE_AA, SHIFT)
    axes = fixed((0.75 * size, 0.95 * size)).tolist()
    cv2.ellipse(
        mask, fixed(at + np.array([0, 0.1 * size])).tolist(), axes, 0, 180, 360, 255, max(1, round(size / 6)),
        cv2.LINE_AA, SHIFT,
    )  # fmt: skip


ICONS: dict[str, Callable[[Mask, Points, float], None]] = {
    "boot": _boot, "can": _can, "snail": _snail, "toadstool": _toadstool, "shears": _shears, "trug": _trug,
}  # fmt: skip
