"""From radiance to a picture: exposure, tone, white balance and lens of a phone. The sensor follows in `camera`."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from training.noise import Image

Points = npt.NDArray[np.float64]
KNEE = 0.62
"""Where the tone curve leaves its straight part, as a share of the film's range."""


def meter(radiance: npt.NDArray[np.float32]) -> float:
    """The gain that a phone's automatic exposure chooses: neither the whole too bright nor much of it burnt out."""
    light = radiance @ np.array([0.2126, 0.7152, 0.0722], np.float32)
    return float(min(0.34 / max(float(light.mean()), 1e-6), 0.8 / max(float(np.percentile(light, 96)), 1e-6)))


def tone(radiance: npt.NDArray[np.float32], gain: float, balance: npt.ArrayLike = (1.0, 1.0, 1.0)) -> Image:
    """Linear radiance (H, W, 3) as sRGB, 0 to 255, highlights rolled off softly; `balance` multiplies the channels."""
    light = np.maximum(radiance * np.asarray(balance, np.float32) * gain, 0)
    rolled = KNEE + (1 - KNEE) * (1 - np.exp(-(light - KNEE) / (1 - KNEE)))
    light = np.where(light < KNEE, light, rolled)
    srgb = np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 1e-9) ** (1 / 2.4) - 0.055)
    return (255 * srgb).astype(np.float32)


def vignette(radiance: npt.NDArray[np.float32], strength: float) -> npt.NDArray[np.float32]:
    """Less light towards the corners: 1 - `strength` of it is left there."""
    height, width = radiance.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    near = ((xs - width / 2) ** 2 + (ys - height / 2) ** 2) / (width**2 + height**2) * 4
    return (radiance * (1 - strength * near)[..., None]).astype(np.float32)


def bent(points: npt.ArrayLike, width: int, height: int, k1: float) -> Points:
    """Where points (N, 2) of a straight picture lie in that of a lens with radial distortion `k1`.

    Radii are shares of half the diagonal, and the picture's corners keep their places, so no border runs empty.
    """
    middle, half = np.array([width, height]) / 2, float(np.hypot(width, height)) / 2
    away = (np.asarray(points, np.float64) - middle) / half
    square = (away**2).sum(-1, keepdims=True)
    out: Points = middle + half * away * (1 + k1 * square) / (1 + k1)
    return out


def bend(picture: Image, k1: float) -> Image:
    """The picture as that lens sees it."""
    if k1 == 0:
        return picture
    height, width = picture.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    middle, half = np.array([width, height], np.float32) / 2, float(np.hypot(width, height)) / 2
    seen = (np.dstack([xs, ys]) + 0.5 - middle) / half
    straight = seen
    for _ in range(6):  # the straight radius for a bent one has no closed form, but is found in a few rounds
        straight = seen * (1 + k1) / (1 + k1 * (straight**2).sum(-1, keepdims=True))
    source = (middle + half * straight - 0.5).astype(np.float32)
    bent_picture: Image = cv2.remap(picture, source, None, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return bent_picture
