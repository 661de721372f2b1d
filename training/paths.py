"""Lines of changing width, which branches are drawn along."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from training.strokes import Mask, filled

Path = npt.NDArray[np.float32]
"""float32 array of shape (N, 2): x and y in pixels."""
Widths = npt.NDArray[np.float32]
Shape = Callable[[np.random.Generator, Mask, Mask, Path, Widths], None]
"""Draws a branch along a path: all of it into the first mask, what is of a second colour into the second."""


def normals(path: Path) -> Path:
    """Unit vectors across the path."""
    tangent = np.gradient(path, axis=0)
    normal = np.column_stack([-tangent[:, 1], tangent[:, 0]])
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-6)
    return normal.astype(np.float32)


def ribbon(path: Path, widths: Widths) -> Path:
    """The outline of a line of changing width."""
    normal = normals(path)
    half = widths[:, None] / 2
    return np.vstack([path + normal * half, (path - normal * half)[::-1]]).astype(np.float32)


def fill(mask: Mask, path: Path, widths: Widths) -> None:
    filled(mask, ribbon(path, widths))


def spaced(path: npt.ArrayLike, step: float) -> tuple[Path, Path]:
    """Places along the path, `step` pixels apart, its ends among them, and the unit vectors along it there."""
    points = np.asarray(path, np.float32)
    run = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    at = np.linspace(0, run[-1], max(3, round(float(run[-1]) / step) + 1))
    places = np.column_stack([np.interp(at, run, points[:, k]) for k in (0, 1)]).astype(np.float32)
    across = normals(places)
    return places, np.column_stack([across[:, 1], -across[:, 0]]).astype(np.float32)
