"""Branches: shapes, and how some of them are painted."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from training.held_out.drawing import apart, aside, limb, moved, paint_both
from training.looks import Look
from training.noise import Colour, Field, Image, blend, dark, luminance, pale
from training.paths import Path, Widths, fill, normals, spaced
from training.strokes import SHIFT, Mask, dot, filled, fixed, line

# --- shapes -------------------------------------------------------------------------------------------------
# Each draws one branch into `mask`, and what is coloured apart into `inner`.


def _pipe(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """A plumber's pipe: as thick at its end as at its root, with a coupling every so often."""
    wide = float(max(widths.mean(), 4))
    limb(mask, path, np.full(len(path), 0.85 * wide, np.float32))
    for at, way in zip(*spaced(path, 2.6 * wide), strict=True):
        along, out = 0.32 * wide * way, 0.6 * wide * aside(way)
        for target in (mask, inner):
            filled(target, [at - along - out, at + along - out, at + along + out, at - along + out])


def _neon(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """A glass tube with light in it: see `_paint_neon`."""
    wide = np.full(len(path), float(max(widths.mean(), 4)), np.float32)
    limb(mask, path, wide * 0.85)
    limb(inner, path, wide * 0.26)


def _misprint(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """A line drawing and its colour, which the press put beside it."""
    wide = float(max(widths.mean(), 4))
    limb(mask, (path + 0.28 * wide).astype(np.float32), widths * 0.95)
    across = normals(path)
    for way in (-0.5, 0.5):
        edge = path + across * (way * widths)[:, None]
        cv2.polylines(inner, [fixed(edge)], False, 255, max(1, round(0.13 * wide)), cv2.LINE_AA, SHIFT)


def _streamer(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """A flat paper streamer that turns over again and again: its back is of another colour."""
    wide = float(max(widths.mean(), 5))
    places, ways = spaced(path, 0.2 * wide)
    swing = np.cos(np.arange(len(places)) * 0.2 * np.pi / 2.2)
    breadth = (wide * np.maximum(np.abs(swing), 0.32)).astype(np.float32)
    for k in range(len(places) - 1):
        target = mask if swing[k] > 0 else inner
        out = [0.5 * breadth[j] * aside(ways[j]) for j in (k, k + 1)]
        lean = ways[k] * 0.25 * wide
        band = [places[k] - out[0] - lean, places[k + 1] - out[1] - lean, places[k + 1] + out[1] + lean,
                places[k] + out[0] + lean]  # fmt: skip
        filled(target, band)


def _pixels(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """Square blocks on a grid, as games had when screens were coarse."""
    cell = max(2, round(float(widths.mean()) * 0.4))
    high, wide = mask.shape
    solid, lit = np.zeros_like(mask), np.zeros_like(mask)
    limb(solid, path, np.maximum(widths, 2.2 * cell).astype(np.float32))
    limb(lit, (path - 0.25 * widths[:, None]).astype(np.float32), np.maximum(widths * 0.4, cell))
    for target, drawn, enough in ((mask, solid, 115), (inner, lit, 140)):
        grid = cv2.resize(drawn, (-(-wide // cell), -(-high // cell)), interpolation=cv2.INTER_AREA)
        blocks = ((grid > enough) * 255).astype(np.uint8).repeat(cell, 0).repeat(cell, 1)[:high, :wide]
        np.maximum(target, blocks, out=target)
    np.minimum(inner, mask, out=inner)


def _fishbone(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """Embroidered: stitches that lean outwards from the middle, one side in another thread."""
    wide = float(max(widths.mean(), 5))
    fill(mask, path, widths * 0.3)
    thick = max(1, round(0.15 * wide))
    for at, way in zip(*spaced(path, 0.26 * wide), strict=True):
        for flip, target in ((-1, mask), (1, inner)):
            tip = at + flip * 0.58 * wide * float(rng.uniform(0.9, 1.1)) * aside(way) + 0.4 * wide * way
            line(target, at - 0.2 * wide * way, tip, thick)


def _scraps(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """Scraps of paper in two colours, each glued over the end of the one before."""
    wide = float(max(widths.mean(), 5))
    places, ways = spaced(path, 1.5 * wide)
    for k, (at, way) in enumerate(zip(places, ways, strict=True)):
        turn = float(rng.normal(0, 0.16))
        along = way * np.cos(turn) + aside(way) * np.sin(turn)
        sizes = rng.uniform(0.42, 0.62, 4) * wide
        corners = [at + sx * 1.05 * wide * along + sy * size * aside(along)
                   for (sx, sy), size in zip(((-1, -1), (1, -1), (1, 1), (-1, 1)), sizes, strict=True)]  # fmt: skip
        filled(mask, corners)
        filled(inner, corners, 255 if k % 2 else 0)


def _scaly(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """A palm's trunk: broad scales, each over the foot of the next, and dark gaps between."""
    wide = float(max(widths.mean(), 5))
    places, ways = spaced(path, 0.5 * wide)
    for at, way in zip(places[::-1], ways[::-1], strict=True):
        out = aside(way) * wide
        scale = [at - 0.42 * out - 0.35 * wide * way, at - 0.62 * out + 0.3 * wide * way, at + 0.5 * wide * way,
                 at + 0.62 * out + 0.3 * wide * way, at + 0.42 * out - 0.35 * wide * way]  # fmt: skip
        filled(mask, scale)
        filled(inner, scale, 0)
        cv2.polylines(inner, [fixed(scale[1:4])], False, 255, max(1, round(0.14 * wide)), cv2.LINE_AA, SHIFT)


def _looped(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """One wire that goes on in loops, as a telephone's cord."""
    wide = float(max(widths.mean(), 6))
    places, ways = spaced(path, 0.07 * wide)
    t = np.arange(len(places)) * 0.07 * 2 * np.pi / 0.95
    across = np.column_stack([-ways[:, 1], ways[:, 0]])
    reach = 0.46 * wide
    loops = places + across * (np.sin(t) * reach)[:, None] + ways * ((np.cos(t) - 1) * reach)[:, None]
    cv2.polylines(mask, [fixed(loops)], False, 255, max(2, round(0.17 * wide)), cv2.LINE_AA, SHIFT)


def _knurled(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """A turned rod with a grip cut into it: lines that cross from edge to edge."""
    limb(mask, path, widths)
    wide = float(max(widths.mean(), 5))
    for at, way in zip(*spaced(path, max(0.5 * wide, 4.5)), strict=True):
        for flip in (-1, 1):
            half = 0.5 * wide * (aside(way) + flip * way)
            line(inner, at - half, at + half, max(1, round(0.11 * wide)))
    np.minimum(inner, mask, out=inner)


def _leaded(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """Stained glass: slanting panes between lead; see `_paint_leaded`."""
    limb(mask, path, widths * 1.1)
    wide = float(max(widths.mean(), 5))
    places, ways = spaced(path, 1.15 * wide)
    for k in range(len(places) - 1):
        lean = float(rng.uniform(-0.35, 0.35)) * wide * ways[k]
        first, last = places[k] + 0.12 * wide * ways[k], places[k + 1] - 0.12 * wide * ways[k + 1]
        out = [0.38 * wide * aside(ways[j]) for j in (k, k + 1)]
        # What is said of a pane's colour is half said here: the paint reads it off the mask.
        filled(inner, [first - out[0] + lean, last - out[1] + lean, last + out[1] - lean, first + out[0] - lean],
               255 if k % 2 else 150)  # fmt: skip


def _strap(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """A leather strap: sewn along both edges, with rivets in the middle."""
    limb(mask, path, widths * 1.05)
    wide, across = float(max(widths.mean(), 5)), normals(path)
    for way in (-0.36, 0.36):
        seam, along = spaced(path + across * (way * widths)[:, None], 0.42 * wide)
        for at, step in zip(seam, along, strict=True):
            line(inner, at, at + 0.2 * wide * step, max(1, round(0.1 * wide)))
    for at, _ in zip(*spaced(path, 1.7 * wide), strict=True):
        dot(inner, at, 0.17 * wide)
    np.minimum(inner, mask, out=inner)


SHAPES: dict[str, Callable[[np.random.Generator, Mask, Mask, Path, Widths], None]] = {
    "pipe": _pipe, "neon": _neon, "misprint": _misprint, "streamer": _streamer, "pixels": _pixels,
    "fishbone": _fishbone, "scraps": _scraps, "scaly": _scaly, "looped": _looped, "knurled": _knurled,
    "leaded": _leaded, "strap": _strap,
}  # fmt: skip


# --- colours ------------------------------------------------------------------------------------------------


def _paint_pipe(
    rng: np.random.Generator, look: Look, colour: Colour, picture: Image, field: Field, inside: Field
) -> None:
    """Polished: dark at the edges, a bright line along the middle; the couplings duller."""
    deep = cv2.distanceTransform((field > 0.5).astype(np.uint8), cv2.DIST_L2, 5)
    round_ = (deep / max(look.width * max(field.shape) * 0.42, 1.5)).clip(0, 1)
    glint = round_**4 * (0.5 if luminance(colour) < 150 else 0.25)
    tone = colour * (0.55 + 0.45 * round_)[..., None]
    tone += glint[..., None] * (255 - tone)
    blend(picture, field, tone.astype(np.float32))
    blend(picture, 0.7 * inside, apart(colour))


def _paint_neon(
    rng: np.random.Generator, look: Look, colour: Colour, picture: Image, field: Field, inside: Field
) -> None:
    size = max(look.width * max(field.shape), 3)
    glow = cv2.GaussianBlur(field, (0, 0), 0.55 * size)
    blend(picture, (0.9 * glow).clip(0, 1), colour)
    blend(picture, cv2.GaussianBlur(field, (0, 0), 0.09 * size), colour)
    blend(
        picture,
        0.9 * cv2.GaussianBlur(inside, (0, 0), 0.6),
        pale(colour, 0.6 if luminance(colour) < 128 else 0.85),
    )


def _paint_misprint(
    rng: np.random.Generator, look: Look, colour: Colour, picture: Image, field: Field, inside: Field
) -> None:
    blend(picture, 0.85 * field, colour)
    blend(picture, inside, look.second if luminance(colour) > 120 else dark(colour, 0.5))


def _paint_scaly(
    rng: np.random.Generator, look: Look, colour: Colour, picture: Image, field: Field, inside: Field
) -> None:
    blend(picture, field, colour)
    blend(picture, inside, dark(colour, 0.5) if luminance(colour) > 65 else pale(colour, 0.3))


def _paint_scraps(
    rng: np.random.Generator, look: Look, colour: Colour, picture: Image, field: Field, inside: Field
) -> None:
    """Each edge throws a little shadow."""
    by = max(1, round(0.012 * max(field.shape)))
    shadow = cv2.GaussianBlur(moved(field, by, by), (0, 0), 0.8 * by)
    blend(picture, 0.5 * shadow, np.zeros(3, np.float32))
    blend(picture, field, colour)
    blend(picture, inside, look.second)


def _paint_leaded(
    rng: np.random.Generator, look: Look, colour: Colour, picture: Image, field: Field, inside: Field
) -> None:
    """Lead round panes of two colours; on a dark ground the lead is pale."""
    lead = dark(colour, 0.3) if luminance(colour) < 150 else colour
    first, second = (colour, look.second) if luminance(colour) < 150 else (dark(colour, 0.88), look.second)
    blend(picture, field, lead)
    blend(picture, (inside > 0.3).astype(np.float32), pale(first, 0.12))
    blend(picture, (inside > 0.8).astype(np.float32), second)


PAINTS: dict[str, Callable[[np.random.Generator, Look, Colour, Image, Field, Field], None]] = {
    "pipe": _paint_pipe, "neon": _paint_neon, "misprint": _paint_misprint, "scraps": _paint_scraps,
    "leaded": _paint_leaded, **dict.fromkeys(("scaly", "knurled", "strap"), _paint_scaly),
    **dict.fromkeys(("streamer", "pixels", "fishbone"), paint_both),
}  # fmt: skip
"""How what is not of one colour is painted."""
