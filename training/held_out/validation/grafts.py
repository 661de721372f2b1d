"""Branches along graft sides: each runs from one end of the strip to the other, or nearly so."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from training.branches import SHAPES, paint_branches
from training.held_out.drawing import apart, beside, run_along, two_masks
from training.looks import Look
from training.noise import Colour, Image, blend, dark, fractal_noise, hsv, luminance
from training.paths import fill, normals, spaced
from training.strokes import SHIFT, dot, ellipse, filled, fixed, line, unit
from training.tokens import share


def _as_tile(rng: np.random.Generator, look: Look, picture: Image, colour: Colour) -> None:
    """As the branches on the tiles are drawn."""
    mask, inner = two_masks(picture)
    path, widths = run_along(rng, look, picture)
    SHAPES[look.branch](rng, mask, inner, path, widths)
    paint_branches(rng, look, colour, picture, mask, inner)


def _corded(rng: np.random.Generator, look: Look, picture: Image, colour: Colour) -> None:
    """Two cords with a knot tied in the middle."""
    path, widths = run_along(rng, look, picture, 0.45)
    across = normals(path)
    mask, inner = two_masks(picture)
    for way in (-1, 1):
        cord = (path + across * (way * 0.29 * widths)[:, None]).astype(np.float32)
        fill(mask if way < 0 else inner, cord, widths * 0.5)
    middle = path[len(path) // 2]
    blend(picture, share(mask), colour)
    blend(picture, share(inner), apart(colour))
    for k, lean in enumerate((-50, 50, 0)):
        knot, _ = two_masks(picture)
        size = float(widths[0])
        ellipse(knot, middle, (0.75 * size, 0.34 * size), lean + 90 * (k == 2))
        blend(picture, share(cv2.dilate(knot, np.ones((3, 3), np.uint8))), dark(colour, 0.4))
        blend(picture, share(knot), colour if k % 2 else apart(colour))


def _sprout(rng: np.random.Generator, look: Look, picture: Image, colour: Colour) -> None:
    """A green shoot with a pair of leaves every so often."""
    path, widths = run_along(rng, look, picture, 0.3)
    wide = len(picture)
    mask, leaves = two_masks(picture)
    fill(mask, path, np.maximum(widths * 0.75, 3).astype(np.float32))
    places, ways = spaced(path, 0.75 * wide)
    for at, way in zip(places[:-1], ways[:-1], strict=True):
        for flip in (-1, 1):
            turn = np.arctan2(way[1], way[0]) + flip * 0.85
            out = unit(turn)
            ellipse(leaves, at + out * 0.27 * wide, (0.24 * wide, 0.1 * wide), float(np.rad2deg(turn)))
    blend(picture, share(leaves), apart(colour))
    blend(picture, share(mask), colour)


def _bark(rng: np.random.Generator, look: Look, picture: Image, colour: Colour) -> None:
    """As in a photo: furrowed bark, lit from above."""
    wide, long = picture.shape[:2]
    path, widths = run_along(rng, look, picture, 0.6)
    mask, _ = two_masks(picture)
    fill(mask, path, np.maximum(widths * rng.uniform(0.9, 1.15, len(widths)), 4).astype(np.float32))
    rough = cv2.resize(fractal_noise(rng, (long, long), 9.0), (long, wide), interpolation=cv2.INTER_AREA)
    furrows = 0.5 + 0.9 * cv2.resize(rough[:, : max(2, long // 3)], (long, wide))
    ys = (np.arange(wide, dtype=np.float32) - wide / 2) / max(float(widths[0]), 1)
    light = np.sqrt((1 - (ys + 0.15) ** 2 * 2.2).clip(0.12, 1))
    tone = 1.15 if luminance(colour) < 150 else 0.95
    lit = colour * (tone * furrows * light[:, None])[..., None]
    blend(picture, share(mask), lit.clip(0, 255).astype(np.float32))


def _inlaid(rng: np.random.Generator, look: Look, picture: Image, colour: Colour) -> None:
    """A plain bar with darts of another tone let into it."""
    path, widths = run_along(rng, look, picture, 0.6)
    mask, inner = two_masks(picture)
    fill(mask, path, widths)
    places, ways = spaced(path, max(0.8 * float(widths[0]), 4))
    for at, way in zip(places, ways, strict=True):
        out = np.array([-way[1], way[0]])
        dart = [at - out * 0.3 * widths[0], at + way * 0.55 * widths[0], at + out * 0.3 * widths[0],
                at + way * 0.2 * widths[0]]  # fmt: skip
        filled(inner, dart)
    blend(picture, share(mask), colour)
    blend(picture, share(np.minimum(mask, inner)), apart(colour))


def _spliced(rng: np.random.Generator, look: Look, picture: Image, colour: Colour) -> None:
    """As in a gardening book: two pieces cut to a slant, put together and bound with twine."""
    wide, long = picture.shape[:2]
    path, widths = run_along(rng, look, picture, 0.55)
    mask, inner = two_masks(picture)
    fill(mask, path, widths)
    slant = 0.35 * wide
    half = [(long / 2 - slant, 0), (2 * long, 0), (2 * long, wide), (long / 2 + slant, wide)]
    filled(inner, half)
    blend(picture, share(mask), colour)
    blend(picture, share(np.minimum(mask, inner)), apart(colour))
    twine, _ = two_masks(picture)
    for x in np.linspace(-0.35, 0.35, 5) * wide + long / 2:
        reach = 0.58 * float(widths[0])
        line(
            twine,
            (x - 0.05 * wide, wide / 2 - reach),
            (x + 0.05 * wide, wide / 2 + reach),
            max(1, wide // 14),
        )
    blend(picture, share(twine), hsv(0.1, 0.25, 0.95) if luminance(colour) < 130 else hsv(0.07, 0.6, 0.3))


GRAFTS: dict[str, Callable[[np.random.Generator, Look, Image, Colour], None]] = {
    "as_tile": _as_tile, "corded": _corded, "sprout": _sprout, "bark": _bark, "inlaid": _inlaid,
    "spliced": _spliced,
}  # fmt: skip


# --- beside the branch --------------------------------------------------------------------------------------


def _bare(rng: np.random.Generator, look: Look, kind: str, picture: Image, colour: Colour) -> None:
    """The branch alone."""


def _cherries(rng: np.random.Generator, look: Look, kind: str, picture: Image, colour: Colour) -> None:
    """Small fruit in pairs on stalks."""
    wide = len(picture)
    stalks, fruit = two_masks(picture)
    for _ in range(int(rng.integers(1, 4))):
        at = beside(rng, picture, 0.34)
        for way in (-1, 1):
            hung = at + np.array([0.1 * way, 0.06]) * wide
            line(stalks, [at[0], wide / 2], hung, 1)
            dot(fruit, hung, 0.085 * wide)
    blend(picture, share(stalks), colour)
    blend(picture, share(fruit), look.leaf_colours[kind])


def _coils(rng: np.random.Generator, look: Look, kind: str, picture: Image, colour: Colour) -> None:
    wide = len(picture)
    t = np.linspace(0, 9, 30)
    mask, _ = two_masks(picture)
    for _ in range(int(rng.integers(1, 4))):
        reach = 0.13 * wide * np.linspace(1, 0.2, 30)[:, None]
        coil = beside(rng, picture, 0.33) + unit(t) * reach
        cv2.polylines(mask, [fixed(coil)], False, 255, max(1, wide // 24), cv2.LINE_AA, SHIFT)
    blend(picture, share(mask), colour)


def _sparks(rng: np.random.Generator, look: Look, kind: str, picture: Image, colour: Colour) -> None:
    """Short lines round the middle: something new grows here."""
    wide, long = picture.shape[:2]
    mask, _ = two_masks(picture)
    for angle in (-2.2, -1.57, -0.94, 0.94, 1.57, 2.2):
        way = unit(angle)
        middle = np.array([long / 2, wide / 2])
        line(mask, middle + way * 0.37 * wide, middle + way * 0.48 * wide, max(1, wide // 16))
    blend(picture, share(mask), look.prune_colour)


EXTRAS: dict[str, Callable[[np.random.Generator, Look, str, Image, Colour], None]] = {
    "bare": _bare, "cherries": _cherries, "coils": _coils, "sparks": _sparks,
}  # fmt: skip
