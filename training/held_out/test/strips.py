"""The strips of graft and prune tokens: outlines, grounds and frames."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from training.looks import Look
from training.noise import Image, blend, dark, hsv, luminance, pale
from training.strokes import SHIFT, Mask, dot, filled, fixed, line
from training.tokens import share

# --- outlines -----------------------------------------------------------------------------------------------
# Each fills a mask but for what is cut away.


def _toothed(mask: Mask) -> None:
    """Cut with pinking shears, all round."""
    wide, long = mask.shape
    deep = 0.1 * wide
    teeth = 2 * round(long / (0.28 * wide)) + 1
    xs = np.linspace(0, long - 1, teeth)
    edge = np.where(np.arange(teeth) % 2, 0.0, deep)
    foot = np.linspace(0, wide - 1, 9)
    end = np.where(np.arange(9) % 2, 0.0, deep)
    filled(
        mask,
        np.vstack(
            [
                np.column_stack([xs, edge]),
                np.column_stack([long - 1 - end, foot]),
                np.column_stack([xs, wide - 1 - edge])[::-1],
                np.column_stack([end, foot])[::-1],
            ]
        ),
    )


def _arched(mask: Mask) -> None:
    """Bent like a bridge: one long side bulges, the other gives way."""
    wide, long = mask.shape
    xs = np.linspace(0, long - 1, 30)
    rise = 0.2 * wide * (2 * xs / (long - 1) - 1) ** 2
    low = np.column_stack([xs, 0.8 * wide - 1 + rise])
    filled(mask, np.vstack([np.column_stack([xs, rise]), low[::-1]]))


def _wavy(mask: Mask) -> None:
    """Cut by hand along a wave."""
    wide, long = mask.shape
    xs = np.linspace(0, long - 1, 60)
    swell = 0.06 * wide * (1 + np.sin(xs / wide * 5.5))
    filled(mask, np.vstack([np.column_stack([xs, swell]), np.column_stack([xs, wide - 1 - swell])[::-1]]))


def _keyed(mask: Mask) -> None:
    """A round tab at one end, a round hole for it at the other."""
    wide, long = mask.shape
    mask[:, : round(long - 0.26 * wide)] = 255
    dot(mask, (long - 0.3 * wide, wide / 2), 0.28 * wide)
    cv2.circle(
        mask, fixed((0, wide / 2)).tolist(), round(0.24 * wide * (1 << SHIFT)), 0, -1, cv2.LINE_AA, SHIFT
    )


OUTLINES: dict[str, Callable[[Mask], None]] = {
    "toothed": _toothed, "arched": _arched, "wavy": _wavy, "keyed": _keyed,
}  # fmt: skip


# --- grounds ------------------------------------------------------------------------------------------------


def _cork(rng: np.random.Generator, look: Look, kind: str, picture: Image) -> None:
    """Pressed cork: grains of several browns."""
    wide, long = picture.shape[:2]
    tone = hsv(float(rng.uniform(0.07, 0.1)), float(rng.uniform(0.35, 0.5)), float(rng.uniform(0.7, 0.85)))
    picture[:] = tone
    for shade in (0.8, 1.12, 0.65):
        grains = np.zeros((wide, long), np.uint8)
        for at in rng.uniform(0, 1, (40, 2)) * (long, wide):
            dot(grains, at, float(rng.uniform(0.02, 0.05)) * wide)
        blend(picture, share(grains) * 0.8, tone * shade)


def _squared(rng: np.random.Generator, look: Look, kind: str, picture: Image) -> None:
    """Squared paper from an exercise book."""
    wide, long = picture.shape[:2]
    picture[:] = hsv(float(rng.uniform(0.1, 0.2)), 0.03, float(rng.uniform(0.93, 1.0)))
    grid, step = np.zeros((wide, long), np.uint8), wide / 7
    for at in np.arange(step / 2, long, step):
        line(grid, (at, 0), (at, wide), 1)
        if at < wide:
            line(grid, (0, at), (long, at), 1)
    blend(picture, share(grid) * 0.4, hsv(float(rng.uniform(0.5, 0.65)), 0.5, 0.75))


def _metal(rng: np.random.Generator, look: Look, kind: str, picture: Image) -> None:
    """Brushed tin with a slanting gleam."""
    wide, long = picture.shape[:2]
    tin = hsv(float(rng.choice([0.11, 0.58])), float(rng.uniform(0.05, 0.25)), float(rng.uniform(0.6, 0.8)))
    ys, xs = np.mgrid[0:wide, 0:long].astype(np.float32)
    gleam = np.cos((xs + 0.6 * ys) / long * 9 + float(rng.uniform(0, 6)))
    picture[:] = tin + (gleam * 28 + rng.normal(0, 7, (1, long)))[..., None]


def _dipped(rng: np.random.Generator, look: Look, kind: str, picture: Image) -> None:
    """Card whose ends were dipped into paint."""
    long = picture.shape[1]
    colour = look.strip_colour
    ends = dark(colour, 0.7) if luminance(colour) > 90 else pale(colour, 0.3)
    deep = round(0.16 * long)
    picture[:, :deep] = ends
    picture[:, -deep:] = ends


GROUNDS: dict[str, Callable[[np.random.Generator, Look, str, Image], None]] = {
    "cork": _cork, "squared": _squared, "metal": _metal, "dipped": _dipped,
}  # fmt: skip


# --- frames -------------------------------------------------------------------------------------------------


def _edgeless(mask: Mask) -> None:
    """No frame."""


def _tacked(mask: Mask) -> None:
    """A running stitch near the edge, all round."""
    wide, long = mask.shape
    inset, thick = 0.1 * wide, max(1, wide // 22)
    for x in np.arange(inset, long - inset, 0.26 * wide):
        for y in (inset, wide - inset):
            line(mask, (x, y), (min(x + 0.15 * wide, long - inset), y), thick)
    for y in np.arange(0.25 * wide, 0.75 * wide, 0.26 * wide):
        for x in (inset, long - inset):
            line(mask, (x, y), (x, y + 0.15 * wide), thick)


def _rippled(mask: Mask) -> None:
    """A small wave along each long side."""
    wide, long = mask.shape
    xs = np.linspace(0, long, 80)
    for level in (0.08, 0.92):
        wave = np.column_stack([xs, (level + 0.04 * np.sin(xs / wide * 20)) * wide])
        cv2.polylines(mask, [fixed(wave)], False, 255, max(1, wide // 26), cv2.LINE_AA, SHIFT)


def _wedged(mask: Mask) -> None:
    """A dark triangle at the middle of each end."""
    wide, long = mask.shape
    for x, along in ((0, 1), (long - 1, -1)):
        filled(mask, [(x, 0.3 * wide), (x + along * 0.2 * wide, 0.5 * wide), (x, 0.7 * wide)])


FRAMES: dict[str, Callable[[Mask], None]] = {
    "edgeless": _edgeless, "tacked": _tacked, "rippled": _rippled, "wedged": _wedged,
}  # fmt: skip
