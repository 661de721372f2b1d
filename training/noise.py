"""Random fields and colours that every drawing method shares."""

from __future__ import annotations

import colorsys
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.float32]
"""float32 array of shape (H, W, 3), RGB, 0 to 255."""
Field = npt.NDArray[np.float32]
"""float32 array of shape (H, W), 0 to 1."""
Colour = npt.NDArray[np.float32]

BANK_SIDE = 512


def value_noise(rng: np.random.Generator, shape: tuple[int, int], cells: tuple[float, float]) -> Field:
    """Smooth noise with about `cells` (down, across) bumps over the picture."""
    down, across = (max(2, round(c) + 1) for c in cells)
    grid = rng.random((down, across), dtype=np.float32)
    return cv2.resize(grid, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC).clip(0, 1)


def fractal_noise(rng: np.random.Generator, shape: tuple[int, int], cells: float, octaves: int = 4) -> Field:
    """Sum of value noises, each twice as fine and half as strong."""
    total = np.zeros(shape, np.float32)
    weight = 0.0
    for octave in range(octaves):
        strength = 0.5**octave
        total += strength * value_noise(rng, shape, (cells * 2**octave,) * 2)
        weight += strength
    total /= weight
    low, high = float(total.min()), float(total.max())
    return (total - low) / max(high - low, 1e-6)


@cache
def _bank() -> tuple[Field, ...]:
    rng = np.random.default_rng(20)
    return tuple(fractal_noise(rng, (BANK_SIDE, BANK_SIDE), float(rng.uniform(2, 14))) for _ in range(48))


def banked_noise(rng: np.random.Generator, shape: tuple[int, int]) -> Field:
    """A random window of a ready-made fractal noise: much cheaper than a new one."""
    field = _bank()[int(rng.integers(len(_bank())))]
    if shape[0] > BANK_SIDE or shape[1] > BANK_SIDE:
        field = cv2.resize(field, (max(shape), max(shape)), interpolation=cv2.INTER_CUBIC)
    top = int(rng.integers(field.shape[0] - shape[0] + 1))
    left = int(rng.integers(field.shape[1] - shape[1] + 1))
    window = field[top : top + shape[0], left : left + shape[1]]
    return window[:: int(rng.choice([-1, 1])), :: int(rng.choice([-1, 1]))]


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """A colour from hue, saturation and value, each 0 to 1 (the hue wraps)."""
    red, green, blue = colorsys.hsv_to_rgb(hue % 1.0, min(max(saturation, 0), 1), min(max(value, 0), 1))
    return np.array([red, green, blue], np.float32) * 255


def jittered(rng: np.random.Generator, colour: Colour, amount: float) -> Colour:
    """The colour moved by a few units; `amount` is the standard deviation of 0 to 255."""
    moved: Colour = (colour + rng.normal(0, amount, 3)).clip(0, 255).astype(np.float32)
    return moved


def mixed(field: Field, low: Colour, high: Colour) -> Image:
    """A picture that runs from `low` where the field is 0 to `high` where it is 1."""
    return (low + field[..., None] * (high - low)).astype(np.float32)


def blend(picture: Image, mask: Field, colour: Colour | Image) -> None:
    """Lay a colour or a picture over `picture`, in place, where the mask is above 0."""
    picture += mask[..., None] * (colour - picture)


def luminance(colour: Colour) -> float:
    """Rec. 601 luma of a colour, 0 to 255."""
    return float(colour @ np.array([0.299, 0.587, 0.114], np.float32))


def pale(colour: Colour, by: float = 0.5) -> Colour:
    return (colour + (255 - colour) * by).astype(np.float32)


def dark(colour: Colour, to: float = 0.5) -> Colour:
    return (colour * to).astype(np.float32)
