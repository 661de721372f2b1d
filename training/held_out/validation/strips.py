"""The strips of graft and prune tokens: outlines, grounds and frames."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from training.looks import Look
from training.noise import Colour, Image, dark, hsv, luminance, mixed, pale, value_noise
from training.strokes import SHIFT, Mask, dot, filled, fixed, line

# --- outlines -----------------------------------------------------------------------------------------------
# Each fills a mask but for what is cut away.


def _scalloped(mask: Mask) -> None:
    """The edge of a postage stamp."""
    wide, long = mask.shape
    mask[:] = 255
    for size, others in ((long, (0, wide)), (wide, (0, long))):
        for at in np.linspace(0, size, max(3, round(size / (0.28 * wide))) + 1):
            for other in others:
                place = (at, other) if size == long else (other, at)
                cv2.circle(mask, fixed(place).tolist(), round(0.08 * wide * 16), 0, -1, cv2.LINE_AA, SHIFT)


def _slanted(mask: Mask) -> None:
    wide, long = mask.shape
    lean = 0.35 * wide
    corners = [(lean, 0), (long - 1, 0), (long - 1 - lean, wide - 1), (0, wide - 1)]
    filled(mask, corners)


def _ticket(mask: Mask) -> None:
    """Quarter circles bitten out of the corners."""
    wide, long = mask.shape
    mask[:] = 255
    for x in (0, long - 1):
        for y in (0, wide - 1):
            cv2.circle(mask, (x, y), round(0.3 * wide), 0, -1, cv2.LINE_AA)


def _stepped(mask: Mask) -> None:
    """A plate with a narrower tongue at each end."""
    wide, long = mask.shape
    low, high = round(0.2 * wide), round(0.8 * wide)
    mask[low:high] = 255
    mask[:, round(0.12 * long) : round(0.88 * long)] = 255


OUTLINES: dict[str, Callable[[Mask], None]] = {
    "scalloped": _scalloped, "slanted": _slanted, "ticket": _ticket, "stepped": _stepped,
}  # fmt: skip


# --- grounds ------------------------------------------------------------------------------------------------


def _linen(rng: np.random.Generator, look: Look, kind: str, picture: Image) -> None:
    """Cloth: threads of changing thickness, across and along."""
    wide, long = picture.shape[:2]
    threads = 0.5 * (rng.random((wide, 1)) + rng.random((1, long))) + 0.25 * rng.random((wide, long))
    picture *= (0.78 + 0.3 * threads[..., None]).astype(np.float32)


def _kraft(rng: np.random.Generator, look: Look, kind: str, picture: Image) -> None:
    """Brown board with fibres in it."""
    wide, long = picture.shape[:2]
    board: Colour = hsv(
        float(rng.uniform(0.07, 0.1)), float(rng.uniform(0.3, 0.45)), float(rng.uniform(0.6, 0.8))
    )
    picture[:] = board
    for tone in (dark(board, 0.7), pale(board, 0.4)):
        fibres = np.zeros((wide, long), np.uint8)
        for at in rng.uniform(0, 1, (14, 2)) * (long, wide):
            line(fibres, at, at + rng.normal(0, 0.12, 2) * wide, 1)
        picture += (fibres / np.float32(255))[..., None] * (tone - picture) * 0.7


def _slate(rng: np.random.Generator, look: Look, kind: str, picture: Image) -> None:
    """Split stone, nearly black."""
    wide, long = picture.shape[:2]
    stone = hsv(float(rng.uniform(0.5, 0.7)), float(rng.uniform(0.05, 0.25)), float(rng.uniform(0.2, 0.34)))
    picture[:] = stone
    layers = value_noise(rng, (wide, long), (wide / 6, long / 14)) - 0.5
    picture += (layers - np.roll(layers, 1, 0))[..., None] * 60 + layers[..., None] * 22


def _glow(rng: np.random.Generator, look: Look, kind: str, picture: Image) -> None:
    """Pale in the middle, deeper all round."""
    wide, long = picture.shape[:2]
    ys, xs = np.mgrid[0:wide, 0:long].astype(np.float32)
    away = np.hypot((xs / long - 0.5) * 2, ys / wide - 0.5)
    colour = look.strip_colour if luminance(look.strip_colour) > 90 else pale(look.strip_colour, 0.4)
    picture[:] = mixed(away.clip(0, 1), pale(colour, 0.45), dark(colour, 0.8))


GROUNDS: dict[str, Callable[[np.random.Generator, Look, str, Image], None]] = {
    "linen": _linen, "kraft": _kraft, "slate": _slate, "glow": _glow,
}  # fmt: skip


# --- frames -------------------------------------------------------------------------------------------------


def _unframed(mask: Mask) -> None:
    """No frame."""


def _dotted(mask: Mask) -> None:
    """A row of dots along each long side."""
    wide, long = mask.shape
    for x in np.arange(0.15 * wide, long, 0.3 * wide):
        for y in (0.12 * wide, 0.88 * wide):
            dot(mask, (x, y), 0.045 * wide)


def _ended(mask: Mask) -> None:
    """A bar across each end."""
    wide, long = mask.shape
    for x in (0.05 * long, 0.95 * long):
        line(mask, (x, 0), (x, wide), max(1, round(0.025 * long)))


def _cornered(mask: Mask) -> None:
    """Brackets in the corners, as in photo albums."""
    wide, long = mask.shape
    for x, along in ((0, 1), (long - 1, -1)):
        for y, across in ((0, 1), (wide - 1, -1)):
            corner = [(x, y), (x + along * 0.34 * wide, y), (x, y + across * 0.34 * wide)]
            filled(mask, corner)


FRAMES: dict[str, Callable[[Mask], None]] = {
    "unframed": _unframed, "dotted": _dotted, "ended": _ended, "cornered": _cornered,
}  # fmt: skip
