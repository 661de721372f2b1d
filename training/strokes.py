"""Strokes with ends between pixels, drawn into masks: uint8 (H, W), 0 to 255."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

SHIFT = 4
"""OpenCV's drawing takes whole numbers: a pixel is cut into 2^SHIFT parts."""
Mask = npt.NDArray[np.uint8]


def fixed(points: npt.ArrayLike) -> npt.NDArray[np.int32]:
    return np.round(np.asarray(points, np.float64) * (1 << SHIFT)).astype(np.int32)


def empty(picture: npt.NDArray[np.generic]) -> Mask:
    """A mask for a picture, with nothing drawn yet."""
    return np.zeros(picture.shape[:2], np.uint8)


def line(mask: Mask, start: npt.ArrayLike, end: npt.ArrayLike, thick: int) -> None:
    first, last = fixed(start), fixed(end)
    cv2.line(mask, first.tolist(), last.tolist(), 255, thick, cv2.LINE_AA, SHIFT)


def dot(mask: Mask, centre: npt.ArrayLike, radius: float) -> None:
    cv2.circle(
        mask, fixed(centre).tolist(), max(1, round(radius * (1 << SHIFT))), 255, -1, cv2.LINE_AA, SHIFT
    )


def ellipse(mask: Mask, centre: npt.ArrayLike, axes: tuple[float, float], angle: float) -> None:
    sizes = tuple(max(1, round(a * (1 << SHIFT))) for a in axes)
    cv2.ellipse(mask, fixed(centre).tolist(), sizes, angle, 0, 360, 255, -1, cv2.LINE_AA, SHIFT)


def filled(mask: Mask, points: npt.ArrayLike, value: int = 255) -> None:
    """A polygon with all that is within."""
    cv2.fillPoly(mask, [fixed(points)], value, cv2.LINE_AA, SHIFT)


def unit(angles: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Unit vectors (..., 2), x and y, at angles (...) in radians: clockwise from the right, for y grows downward."""
    return np.stack([np.cos(angles), np.sin(angles)], -1)


def turned(angle: float) -> npt.NDArray[np.float64]:
    """The matrix that turns by `angle` from x to y."""
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def around(count: int, turn: float = 0.0) -> npt.NDArray[np.float64]:
    """Places on the unit circle, evenly spaced, (count, 2)."""
    return unit(turn + np.arange(count) * 2 * np.pi / count)


def blob(rng: np.random.Generator, mask: Mask, centre: npt.ArrayLike, radius: float, corners: int) -> None:
    angles = np.sort(rng.uniform(0, 2 * np.pi, corners))
    radii = radius * rng.uniform(0.5, 1.0, corners)
    points = np.asarray(centre) + unit(angles) * radii[:, None]
    filled(mask, points)
