"""What would make the next photo better: said in one line each, beside a reading that is still made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.observe import Advice, Quad, side_lengths
from vision.photo import Photo

DARK = 45.0
"""Mean luma of the layout, 0 to 255, below which a photo is too dark."""
BLURRED = 0.08
"""Mean squared Laplacian over luma variance, on tiles of 64 pixels, below which a photo is too soft."""
BRIGHT = 0.2
"""Share of most tiles that is white in all channels, from which a photo is too bright."""
GLARE = 0.05
"""How much more of a tile is white than of most, from which a lamp is mirrored in it."""
WHITE = 252
"""Least value of all channels, 0 to 255, of a pixel that is too bright to show anything."""
OBLIQUE = 0.6
"""Ratio of a tile's shorter to its longer side in the photo."""
EDGE = 0.008
"""Distance from the photo's edge, as a share of its width or height, within which a layout may be cut off."""


@dataclass(frozen=True, slots=True)
class Words:
    """What players call a layout, and one place of it."""

    layout: str = "tree"
    place: str = "tile"


TREE = Words()


def advise(photo: Photo, outlines: Iterable[Quad], words: Words = TREE) -> tuple[Advice, ...]:
    """Advice on a photo whose layout is covered by `outlines`, in full-size pixels."""
    quads = np.array(list(outlines), np.float64)
    if not len(quads):
        return ()
    advice = [*_cut_off(photo, quads, words), *_oblique(quads, words)]
    small, covers = _layout(photo, quads / photo.scale)
    luma, mask = small.mean(2, dtype=np.float32), (covers > 0)
    inside = luma[mask]
    if not inside.size:
        return tuple(advice)
    if float(inside.mean()) < DARK:
        advice.append(Advice("dark", "The photo is dark: more light on the table makes it surer."))
    advice += _too_white(small, covers, quads, words)
    if _sharpness(luma, mask) < BLURRED:
        advice.append(
            Advice(
                "blurred",
                f"The photo is blurred: hold the phone still, or tap the {words.layout} to focus.",
            )
        )
    return tuple(advice)


def _cut_off(photo: Photo, quads: npt.NDArray[np.float64], words: Words) -> Iterable[Advice]:
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
                "cut_off",
                f"The {words.layout} may be cut off at the {side} edge: take a step back, and all of it in.",
            )


def _oblique(quads: npt.NDArray[np.float64], words: Words) -> Iterable[Advice]:
    sides = side_lengths(quads)
    if float(np.median(sides.min(1) / sides.max(1))) < OBLIQUE:
        yield Advice(
            "oblique", f"The photo is taken very much from the side: hold the phone over the {words.layout}."
        )


def _too_white(
    small: npt.NDArray[np.uint8],
    covers: npt.NDArray[np.uint16],
    quads: npt.NDArray[np.float64],
    words: Words,
) -> Iterable[Advice]:
    """A photo that is too bright on the whole, or a tile with glare. small, covers: as from `_layout`."""
    white = small.min(2) >= WHITE
    count = len(quads) + 1
    shares = np.bincount(covers[white], minlength=count) / np.maximum(
        np.bincount(covers.ravel(), minlength=count), 1
    )
    usual = float(np.median(shares[1:]))
    worst = int(np.argmax(shares[1:]))
    if usual > BRIGHT:
        yield Advice(
            "bright",
            f"The photo is too bright: tap the {words.layout} to set the exposure, or use less light.",
        )
    elif shares[1 + worst] > (usual if len(quads) > 2 else 0.0) + GLARE:
        where = _whereabouts(quads.mean(1), worst, words)
        yield Advice("glare", f"A lamp is mirrored in the {where}: move the phone or the lamp a little.")


def _whereabouts(centres: npt.NDArray[np.float64], index: int, words: Words) -> str:
    """Where in the tree, as the photo shows it, one of its tiles lies."""
    low, high = centres.min(0), centres.max(0)
    across, down = ((centres[index] - low) / np.maximum(high - low, 1.0) * 2.999).astype(int).tolist()
    names = [("upper", "", "lower")[down], ("left", "", "right")[across]]
    where = " ".join(name for name in names if name) or "middle"
    return words.place if len(centres) == 1 else f"{words.place} at the {where} of the {words.layout}"


def _layout(
    photo: Photo, quads: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint16]]:
    """The layout, reduced so that a tile measures 64 pixels, and for each pixel which tile lies there, from 1 on."""
    import cv2

    side = float(np.median(side_lengths(quads)))
    low = np.maximum(quads.reshape(-1, 2).min(0).astype(int), 0)
    high = quads.reshape(-1, 2).max(0).astype(int) + 1
    window = photo.pixels[low[1] : high[1], low[0] : high[0]]
    scale = min(64 / max(side, 1.0), 1.0)
    size = (max(round(window.shape[1] * scale), 1), max(round(window.shape[0] * scale), 1))
    small = cv2.resize(window, size, interpolation=cv2.INTER_AREA)
    covers = np.zeros(small.shape[:2], np.uint16)
    for number, quad in enumerate(quads, 1):
        cv2.fillConvexPoly(covers, np.round((quad - low) * scale).astype(np.int32), number)
    return np.asarray(small, np.uint8), covers


def _sharpness(luma: npt.NDArray[np.float32], mask: npt.NDArray[np.bool_]) -> float:
    """Mean squared Laplacian over the variance: how much of the contrast is in fine detail.

    Pech-Pacheco et al., Diatom autofocusing in brightfield microscopy, 2000, made free of contrast.
    """
    import cv2

    edges = cv2.Laplacian(luma, cv2.CV_32F)
    return float((edges[mask] ** 2).mean() / max(float(luma[mask].var()), 1.0))
