"""What would make the next photo better: said in one line each, beside a reading that is still made."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from vision.observe import Advice, Quad
from vision.photo import Photo

DARK = 45.0
"""Mean luma of the layout, 0 to 255, below which a photo is too dark."""
BLURRED = 0.08
"""Mean squared Laplacian over luma variance, on tiles of 64 pixels, below which a photo is too soft."""
GLARE = 0.02
"""Share of the layout that is white in all channels."""
OBLIQUE = 0.6
"""Ratio of a tile's shorter to its longer side in the photo."""
EDGE = 0.008
"""Distance from the photo's edge, as a share of its width or height, within which a layout may be cut off."""


def advise(photo: Photo, outlines: Iterable[Quad]) -> tuple[Advice, ...]:
    """Advice on a photo whose layout is covered by `outlines`, in full-size pixels."""
    quads = np.array(list(outlines), np.float64)
    if not len(quads):
        return ()
    advice = [*_cut_off(photo, quads), *_oblique(quads)]
    luma, mask, white = _layout(photo, quads / photo.scale)
    inside = luma[mask]
    if inside.size and float(inside.mean()) < DARK:
        advice.append(Advice("dark", "The photo is dark: more light on the table makes it surer."))
    if inside.size and white > GLARE:
        advice.append(
            Advice("glare", "A lamp is mirrored in the tiles: move the phone or the lamp a little.")
        )
    if inside.size and _sharpness(luma, mask) < BLURRED:
        advice.append(
            Advice("blurred", "The photo is blurred: hold the phone still, or tap the tree to focus.")
        )
    return tuple(advice)


def _cut_off(photo: Photo, quads: npt.NDArray[np.float64]) -> Iterable[Advice]:
    low, high = quads.reshape(-1, 2).min(0), quads.reshape(-1, 2).max(0)
    size = np.array([photo.width, photo.height])
    near = EDGE * size
    sides = {
        "left": low[0] < near[0],
        "right": high[0] > size[0] - near[0],
        "upper": low[1] < near[1],
        "lower": high[1] > size[1] - near[1],
    }
    for side, cut in sides.items():
        if cut:
            yield Advice(
                "cut_off", f"The tree may be cut off at the {side} edge: take a step back, and all of it in."
            )


def _oblique(quads: npt.NDArray[np.float64]) -> Iterable[Advice]:
    sides = np.hypot(*np.moveaxis(quads - np.roll(quads, 1, 1), -1, 0))
    if float(np.median(sides.min(1) / sides.max(1))) < OBLIQUE:
        yield Advice("oblique", "The photo is taken very much from the side: hold the phone over the tree.")


def _layout(
    photo: Photo, quads: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_], float]:
    """-> luma and mask of the layout, reduced so that a tile measures 64 pixels, and the share of pure white."""
    import cv2

    side = float(np.median(np.hypot(*np.moveaxis(quads - np.roll(quads, 1, 1), -1, 0))))
    low = np.maximum(quads.reshape(-1, 2).min(0).astype(int), 0)
    high = quads.reshape(-1, 2).max(0).astype(int) + 1
    window = photo.pixels[low[1] : high[1], low[0] : high[0]]
    scale = min(64 / max(side, 1.0), 1.0)
    size = (max(round(window.shape[1] * scale), 1), max(round(window.shape[0] * scale), 1))
    small = cv2.resize(window, size, interpolation=cv2.INTER_AREA)
    mask = np.zeros(small.shape[:2], np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(mask, np.round((quad - low) * scale).astype(np.int32), 1)
    inside = mask.astype(bool)
    white = float((small.min(2) >= 252)[inside].mean()) if inside.any() else 0.0
    return cv2.cvtColor(small, cv2.COLOR_RGB2GRAY).astype(np.float32), inside, white


def _sharpness(luma: npt.NDArray[np.float32], mask: npt.NDArray[np.bool_]) -> float:
    """Mean squared Laplacian over the variance: how much of the contrast is in fine detail.

    Pech-Pacheco et al., Diatom autofocusing in brightfield microscopy, 2000, made free of contrast.
    """
    import cv2

    edges = cv2.Laplacian(luma, cv2.CV_32F)
    return float((edges[mask] ** 2).mean() / max(float(luma[mask].var()), 1.0))
