"""Branches: shapes, and how some of them are painted."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from training.held_out.drawing import aside, heading, limb, paint_both
from training.looks import Look
from training.noise import Colour, Field, Image, banked_noise, blend, dark, luminance, pale
from training.paths import Path, Widths, fill, normals, spaced
from training.strokes import SHIFT, Mask, dot, ellipse, filled, fixed, line

# --- shapes -------------------------------------------------------------------------------------------------
# Each draws one branch into `mask`, and what is coloured apart into `inner`.


def _linocut(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """Black, with short slivers gouged out along it."""
    limb(mask, path, (widths * rng.uniform(0.85, 1.15, len(widths))).astype(np.float32))
    wide = float(max(widths.mean(), 4))
    for at, way in zip(*spaced(path, 0.45 * wide), strict=True):
        start = at + aside(way) * float(rng.uniform(-0.3, 0.3)) * wide
        tip, thick = start + way * wide * float(rng.uniform(0.5, 1.1)), wide * float(rng.uniform(0.06, 0.11))
        sliver = [
            start,
            (start + tip) / 2 + aside(way) * thick,
            tip,
            (start + tip) / 2 - aside(way) * thick,
        ]
        filled(inner, sliver)
    np.minimum(inner, mask, out=inner)


def _stippled(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """Nothing but dots, thick where the branch is and thin at its edges."""
    wide = float(max(widths.mean(), 4))
    for at, way in zip(*spaced(path, 0.12 * wide), strict=True):
        for off in rng.normal(0, 0.24, 2).clip(-0.6, 0.6):
            size = wide * float(rng.uniform(0.09, 0.15))
            dot(inner if rng.random() < 0.3 else mask, at + aside(way) * off * wide, max(size, 0.8))


def _wash(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """A wet brush: see `_paint_wash`."""
    limb(mask, path, (widths * (1.1 + 0.3 * np.sin(np.linspace(0, 9, len(widths))))).astype(np.float32))


def _garland(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """Laurel: leaves in two rows that overlap, and no stem."""
    wide = float(max(widths.mean(), 6))
    for at, way in zip(*spaced(path, 0.72 * wide), strict=True):
        for flip, target in ((-1, mask), (1, inner)):
            middle = at + aside(way) * 0.3 * flip * wide
            ellipse(target, middle, (0.56 * wide, 0.19 * wide), heading(way) + flip * 38)


def _chain(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """Links, seen flat and on edge in turn."""
    wide = float(max(widths.mean(), 6))
    thick = max(1, round(0.26 * wide))
    for k, (at, way) in enumerate(zip(*spaced(path, 0.95 * wide), strict=True)):
        if k % 2:
            ellipse(inner, at, (0.72 * wide, 0.17 * wide), heading(way))
        else:
            axes = fixed((0.68 * wide, 0.42 * wide)).tolist()
            cv2.ellipse(mask, fixed(at).tolist(), axes, heading(way), 0, 360, 255, thick, cv2.LINE_AA, SHIFT)


def _grain(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """Fibres that run along the limb and part round knots."""
    limb(mask, path, widths)
    wide, across = float(widths.mean()), normals(path)
    thick = max(1, round(wide * 0.07))
    for off in (-0.32, -0.11, 0.11, 0.32):
        sway = off + 0.07 * np.sin(
            np.linspace(0, float(rng.uniform(4, 12)), len(path)) + float(rng.uniform(0, 6))
        )
        fibre = path + across * (sway * widths)[:, None]
        cv2.polylines(inner, [fixed(fibre)], False, 255, thick, cv2.LINE_AA, SHIFT)
    for k in rng.integers(4, len(path) - 4, 2):
        turn = heading(path[k + 1] - path[k])
        ellipse(inner, path[k], (0.42 * wide, 0.26 * wide), turn)
        cv2.ellipse(
            inner, fixed(path[k]).tolist(), fixed((0.26 * wide, 0.13 * wide)).tolist(), turn, 0, 360, 0, -1,
            cv2.LINE_AA, SHIFT,
        )  # fmt: skip
    np.minimum(inner, mask, out=inner)


def _thorny(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """A briar: hooked thorns to the left and to the right in turn."""
    limb(mask, path, widths * 0.75)
    wide = float(max(widths.mean(), 5))
    for k, (at, way) in enumerate(zip(*spaced(path, 0.95 * wide), strict=True)):
        out = aside(way) * (1 if k % 2 else -1) * wide
        thorn = [at - 0.4 * wide * way, at + out * 0.55 - 0.1 * wide * way, at + out + 0.45 * wide * way,
                 at + out * 0.4 + 0.25 * wide * way]  # fmt: skip
        if 0 < k < len(path):
            filled(mask, thorn)


def _zigzag(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """A trim as it is sewn on aprons."""
    wide = float(max(widths.mean(), 6))
    places, ways = spaced(path, 0.62 * wide)
    swing = np.where(np.arange(len(places)) % 2, 0.36, -0.36) * wide
    swing[[0, -1]] = 0
    bent = places + np.column_stack([-ways[:, 1], ways[:, 0]]) * swing[:, None]
    cv2.polylines(mask, [fixed(bent)], False, 255, max(2, round(0.46 * wide)), cv2.LINE_AA, SHIFT)


def _chequered(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """Two rows of checks in two tones."""
    limb(mask, path, widths)
    wide = float(max(widths.mean(), 4))
    places, ways = spaced(path, 0.55 * wide)
    for k in range(len(places) - 1):
        out = [aside(ways[j]) * (0.5 if k % 2 else -0.5) * wide for j in (k, k + 1)]
        check = [places[k], places[k + 1], places[k + 1] + out[1], places[k] + out[0]]
        filled(inner, check)
    np.minimum(inner, mask, out=inner)


def _beads(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """Beads on a string, large and small, each with a light on it."""
    wide = float(max(widths.mean(), 5))
    fill(mask, path, np.full(len(path), max(1.5, 0.22 * wide), np.float32))
    for k, at in enumerate(spaced(path, 0.85 * wide)[0]):
        size = (0.38 if k % 3 else 0.55) * wide
        dot(mask, at, size)
        dot(inner, at - 0.3 * size, 0.38 * size)


def _etched(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """Engraved: pale, with an outline, and short lines that shade one side."""
    limb(mask, path, widths)
    wide, across = float(max(widths.mean(), 4)), normals(path)
    thick = max(1, round(0.1 * wide))
    for way in (-0.5, 0.5):
        edge = path + across * (way * widths)[:, None]
        cv2.polylines(inner, [fixed(edge)], False, 255, thick, cv2.LINE_AA, SHIFT)
    for at, along in zip(*spaced(path, max(0.26 * wide, 2.2)), strict=True):
        out = aside(along) * wide
        line(inner, at + 0.5 * out, at - float(rng.uniform(0.0, 0.25)) * out + 0.3 * wide * along, thick)


SHAPES: dict[str, Callable[[np.random.Generator, Mask, Mask, Path, Widths], None]] = {
    "linocut": _linocut, "stippled": _stippled, "wash": _wash, "garland": _garland, "chain": _chain,
    "grain": _grain, "thorny": _thorny, "zigzag": _zigzag, "chequered": _chequered, "beads": _beads,
    "etched": _etched,
}  # fmt: skip


# --- colours ------------------------------------------------------------------------------------------------


def _paint_cuts(
    rng: np.random.Generator, look: Look, colour: Colour, picture: Image, field: Field, inside: Field
) -> None:
    """The ground shows in the cuts."""
    paper = picture.copy()
    blend(picture, field, colour)
    blend(picture, 0.8 * inside, paper)


def _paint_wash(
    rng: np.random.Generator, look: Look, colour: Colour, picture: Image, field: Field, inside: Field
) -> None:
    """Thin paint that has run to the edges and dried there."""
    deep = cv2.distanceTransform((field > 0.5).astype(np.uint8), cv2.DIST_L2, 3)
    reach = max(look.width * max(field.shape) * 0.16, 1.5)
    rim = field * (1 - (deep - reach).clip(0, reach) / reach)
    thin = 0.8 + 0.3 * (banked_noise(rng, field.shape) - 0.5)
    blend(picture, field * np.maximum(thin, 0.97 * rim), colour)


def _paint_lit(
    rng: np.random.Generator, look: Look, colour: Colour, picture: Image, field: Field, inside: Field
) -> None:
    blend(picture, field, colour)
    blend(picture, 0.75 * inside, pale(colour, 0.55) if luminance(colour) < 150 else dark(colour, 0.6))


def _paint_etched(
    rng: np.random.Generator, look: Look, colour: Colour, picture: Image, field: Field, inside: Field
) -> None:
    blend(picture, 0.68 * field, colour)
    blend(picture, inside, colour)


PAINTS: dict[str, Callable[[np.random.Generator, Look, Colour, Image, Field, Field], None]] = {
    "linocut": _paint_cuts, "wash": _paint_wash, "beads": _paint_lit, "etched": _paint_etched,
    **dict.fromkeys(("stippled", "garland", "chain", "grain", "chequered"), paint_both),
}  # fmt: skip
"""How what is not of one colour is painted."""
