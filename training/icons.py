"""Icons of a prune side, each drawn into a mask round a centre within a radius."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from training.glyphs import silhouette, stamp_whole
from training.strokes import SHIFT, Mask, blob, dot, ellipse, filled, fixed, line, unit

Points = npt.NDArray[np.float64]
WORDS = ("CUT", "NO", "OFF", "STOP", "X", "0", "-1", "7", "?", "!")


def _poly(mask: Mask, at: Points, size: float, corners: list[tuple[float, float]], value: int = 255) -> None:
    points = at + size * np.array(corners)
    filled(mask, points, value)


def _axe(rng: np.random.Generator, mask: Mask, at: Points, size: float) -> None:
    line(mask, at + size * np.array([-0.6, 0.9]), at + size * np.array([0.3, -0.8]), max(1, round(size / 4)))
    _poly(mask, at, size, [(0, -0.5), (0.7, -1), (1, 0), (0.3, 0.1)])


def _stump(rng: np.random.Generator, mask: Mask, at: Points, size: float) -> None:
    _poly(mask, at, size, [(-0.6, -0.4), (0.6, -0.4), (0.8, 0.9), (-0.8, 0.9)])
    ring = np.zeros_like(mask)
    ellipse(ring, at - [0, 0.4 * size], (0.6 * size, 0.3 * size), 0)
    ellipse(mask, at - [0, 0.4 * size], (0.75 * size, 0.42 * size), 0)
    mask[ring > 128] = 90


def _knife(rng: np.random.Generator, mask: Mask, at: Points, size: float) -> None:
    _poly(mask, at, size, [(-1.8, -0.35), (0.4, -0.35), (0.4, 0.4), (-1.1, 0.4)])
    ellipse(mask, at + np.array([1.1 * size, 0]), (0.6 * size, 0.3 * size), 0)


def _hook(rng: np.random.Generator, mask: Mask, at: Points, size: float) -> None:
    thick = max(1, round(size / 3))
    axes = (round(0.6 * size), round(0.6 * size))
    cv2.ellipse(mask, np.round(at).astype(int).tolist(), axes, 0, -180, 90, 255, thick, cv2.LINE_AA)
    line(mask, at - [0.6 * size, 0], at + np.array([-0.6 * size, 0.9 * size]), thick)


def _arrow(rng: np.random.Generator, mask: Mask, at: Points, size: float) -> None:
    """Across the strip, off the tree."""
    way = float(rng.choice([-1, 1]))
    line(mask, at - [0, 0.9 * size * way], at + np.array([0, 0.3 * size * way]), max(1, round(size / 3)))
    _poly(mask, at, size, [(-0.7, 0.1 * way), (0.7, 0.1 * way), (0, way)])


def _minus(rng: np.random.Generator, mask: Mask, at: Points, size: float) -> None:
    """A minus left out of a disc."""
    dot(mask, at, size)
    _poly(mask, at, size, [(-0.6, -0.17), (0.6, -0.17), (0.6, 0.17), (-0.6, 0.17)], 0)


def _stop(rng: np.random.Generator, mask: Mask, at: Points, size: float) -> None:
    thick = max(1, round(size / 4))
    cv2.circle(mask, np.round(at).astype(int).tolist(), round(size * 0.8), 255, thick, cv2.LINE_AA)
    line(mask, at - 0.55 * size, at + 0.55 * size, thick)


def _skull(rng: np.random.Generator, mask: Mask, at: Points, size: float) -> None:
    dot(mask, at - [0, 0.15 * size], 0.75 * size)
    _poly(mask, at, size, [(-0.4, 0.3), (0.4, 0.3), (0.4, 0.95), (-0.4, 0.95)])
    for x in (-0.3, 0.3):
        cv2.circle(
            mask,
            np.round(at + np.array([x * size, -0.1 * size])).astype(int).tolist(),
            max(1, round(size / 5)),
            0,
            -1,
        )


def _blob(rng: np.random.Generator, mask: Mask, at: Points, size: float) -> None:
    blob(rng, mask, at, size * 1.2, int(rng.integers(5, 11)))


def _star(rng: np.random.Generator, mask: Mask, at: Points, size: float) -> None:
    tips = int(rng.integers(4, 9))
    angles = np.arange(2 * tips) * np.pi / tips
    radii = np.where(np.arange(2 * tips) % 2, 0.45, 1.0)
    _poly(mask, at, size, [(r * np.sin(a), -r * np.cos(a)) for a, r in zip(angles, radii, strict=True)])


def _word(rng: np.random.Generator, mask: Mask, at: Points, size: float) -> None:
    text, font = str(rng.choice(WORDS)), cv2.FONT_HERSHEY_SIMPLEX
    scale, thick = size / 13, max(1, round(size / 4))
    (wide, high), _ = cv2.getTextSize(text, font, scale, thick)
    foot = (round(at[0] - wide / 2), round(at[1] + high / 2))
    cv2.putText(mask, text, foot, font, scale, 255, thick, cv2.LINE_AA)


def _leaf(rng: np.random.Generator, mask: Mask, at: Points, size: float) -> None:
    angle = float(rng.uniform(30, 150))
    ellipse(mask, at, (size, size * 0.5), angle)
    way = unit(np.deg2rad(angle))
    first, last = fixed(at - way * size * 0.8), fixed(at + way * size * 0.8)
    cv2.line(mask, first.tolist(), last.tolist(), 0, 1, cv2.LINE_AA, SHIFT)


def _dust(rng: np.random.Generator, mask: Mask, at: Points, size: float) -> None:
    for _ in range(14):
        dot(mask, at + rng.normal(0, 0.5, 2) * size * [1.6, 1], size * float(rng.uniform(0.06, 0.2)))


def _drop(rng: np.random.Generator, mask: Mask, at: Points, size: float) -> None:
    dot(mask, at + np.array([0, 0.3 * size]), 0.6 * size)
    _poly(mask, at, size, [(-0.52, 0.05), (0, -1), (0.52, 0.05)])


ICONS: dict[str, Callable[[np.random.Generator, Mask, Points, float], None]] = {
    "axe": _axe,
    "stump": _stump,
    "knife": _knife,
    "hook": _hook,
    "arrow": _arrow,
    "minus": _minus,
    "stop": _stop,
    "skull": _skull,
    "blob": _blob,
    "star": _star,
    "word": _word,
    "leaf": _leaf,
    "dust": _dust,
    "drop": _drop,
}


def draw_icon(rng: np.random.Generator, name: str, mask: Mask, at: Points, size: float) -> None:
    """Draw one of those above, or one of `training.glyphs`, within a radius."""
    if name in ICONS:
        ICONS[name](rng, mask, at, size)
        return
    stamp_whole(mask, silhouette(name), (float(at[0]), float(at[1])), 2 * size)
