"""Branches along graft sides: each runs from one end of the strip to the other, or nearly so."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from training.branches import SHAPES, paint_branches
from training.held_out.drawing import apart, aside, beside, heading, moved, run_along, two_masks
from training.looks import Look
from training.noise import Colour, Image, blend, dark, hsv, luminance, pale
from training.paths import fill, spaced
from training.strokes import SHIFT, dot, ellipse, filled, fixed, line
from training.tokens import share


def _like_tile(rng: np.random.Generator, look: Look, picture: Image, colour: Colour) -> None:
    """In the shapes of the tiles' branches, which "test" looks have to themselves, but without a bend."""
    mask, inner = two_masks(picture)
    path, widths = run_along(rng, look, picture, 0.62)
    path[:, 1] = len(picture) / 2
    SHAPES[look.branch](rng, mask, inner, path, widths)
    paint_branches(rng, look, colour, picture, mask, inner)


def _halved(rng: np.random.Generator, look: Look, picture: Image, colour: Colour) -> None:
    """Sawn along its length: bark at both edges, pale wood, the pith in the middle."""
    mask, wood = two_masks(picture)
    pith, _ = two_masks(picture)
    path, widths = run_along(rng, look, picture, 0.62)
    widths = np.maximum(widths * rng.uniform(0.95, 1.08, len(widths)), 5).astype(np.float32)
    fill(mask, path, widths)
    fill(wood, path, widths * 0.5)
    fill(pith, path, widths * 0.12)
    blend(picture, share(mask), colour)
    blend(picture, share(wood), pale(colour, 0.45) if luminance(colour) < 120 else dark(colour, 0.75))
    blend(picture, share(pith), colour)


def _needled(rng: np.random.Generator, look: Look, picture: Image, colour: Colour) -> None:
    """A twig of pine: needles all along both sides."""
    path, widths = run_along(rng, look, picture, 0.3)
    wide = len(picture)
    stem, needles = two_masks(picture)
    fill(stem, path, np.maximum(widths * 0.7, 3).astype(np.float32))
    for at, way in zip(*spaced(path, max(0.09 * wide, 2)), strict=True):
        for flip in (-1, 1):
            tip = at + (0.28 * way + flip * aside(way) * float(rng.uniform(0.26, 0.36))) * wide
            line(needles, at, tip, max(1, wide // 26))
    blend(picture, share(needles), apart(colour))
    blend(picture, share(stem), colour)


def _sewn(rng: np.random.Generator, look: Look, picture: Image, colour: Colour) -> None:
    """Cut from cloth and sewn on with long stitches over its edges."""
    path, widths = run_along(rng, look, picture, 0.55)
    wide = len(picture)
    mask, thread = two_masks(picture)
    fill(mask, path, np.maximum(widths, 5).astype(np.float32))
    thick = max(1, wide // 20)
    for at, way in zip(*spaced(path, 0.2 * wide), strict=True):
        for flip in (-0.5, 0.5):
            edge = at + flip * aside(way) * float(widths[0])
            line(
                thread, edge - flip * 0.22 * wide * aside(way), edge + flip * 0.12 * wide * aside(way), thick
            )
    blend(picture, share(mask), colour)
    blend(picture, share(thread), hsv(0.12, 0.3, 0.95) if luminance(colour) < 130 else dark(colour, 0.35))


def _lobed(rng: np.random.Generator, look: Look, picture: Image, colour: Colour) -> None:
    """Printed with half a potato: one lobe beside the other, each over the edge of the last."""
    path, widths = run_along(rng, look, picture, 0.5)
    size = float(max(widths[0], 5))
    for k, (at, way) in enumerate(zip(*spaced(path, 0.75 * size), strict=True)):
        lobe, _ = two_masks(picture)
        axes = (0.62 * size, 0.5 * size * float(rng.uniform(0.85, 1.1)))
        ellipse(lobe, at, axes, heading(way) + 14 * (-1) ** k)
        blend(picture, share(lobe), apart(colour) if k % 2 else colour)


def _carved(rng: np.random.Generator, look: Look, picture: Image, colour: Colour) -> None:
    """Carved into the strip and inked: the upper edge in shadow, the lower in the light."""
    path, widths = run_along(rng, look, picture, 0.5)
    wide = len(picture)
    groove, _ = two_masks(picture)
    fill(
        groove,
        path,
        np.maximum(widths * (1 + 0.12 * np.sin(np.linspace(0, 20, len(widths)))), 4).astype(np.float32),
    )
    by = max(1, round(0.09 * wide))
    field = share(groove)
    blend(picture, (moved(field, 0, by) - field).clip(0, 1) * 0.8, np.full(3, 255, np.float32))
    blend(picture, field, colour)
    shaded = field * (1 - moved(field, 0, by))
    blend(picture, shaded * 0.6, np.zeros(3, np.float32))


def _splinted(rng: np.random.Generator, look: Look, picture: Image, colour: Colour) -> None:
    """A plain limb with a metal plate screwed over the middle of it, narrower than the limb."""
    path, widths = run_along(rng, look, picture, 0.6)
    long = picture.shape[1]
    mask, plate = two_masks(picture)
    screws, _ = two_masks(picture)
    widths = np.maximum(widths, 5).astype(np.float32)
    fill(mask, path, widths)
    half, reach = 0.17 * long, 0.3 * float(widths[0])
    middle = path[len(path) // 2]
    filled(plate, middle + np.array([(-half, -reach), (half, -reach), (half, reach), (-half, reach)]))
    for x in (-0.8, -0.4, 0.4, 0.8):
        dot(screws, middle + np.array([x * half, 0]), 0.5 * reach)
    steel = np.full(3, 205 if luminance(colour) < 130 else 95, np.float32)
    blend(picture, share(mask), colour)
    blend(picture, share(plate), steel)
    blend(picture, share(screws), steel * 0.45)


GRAFTS: dict[str, Callable[[np.random.Generator, Look, Image, Colour], None]] = {
    "like_tile": _like_tile, "halved": _halved, "needled": _needled, "sewn": _sewn, "lobed": _lobed,
    "carved": _carved, "splinted": _splinted,
}  # fmt: skip


# --- beside the branch --------------------------------------------------------------------------------------


def _alone(rng: np.random.Generator, look: Look, kind: str, picture: Image, colour: Colour) -> None:
    """The branch alone."""


def _catkins(rng: np.random.Generator, look: Look, kind: str, picture: Image, colour: Colour) -> None:
    """Short tassels that hang from the branch."""
    wide = len(picture)
    mask, _ = two_masks(picture)
    for _ in range(int(rng.integers(2, 5))):
        at = beside(rng, picture, 0.0)
        for k in range(4):
            dot(mask, at + np.array([0.02 * k, 0.2 + 0.08 * k]) * wide, (0.075 - 0.01 * k) * wide)
    blend(picture, share(mask), look.leaf_colours[kind])


def _bees(rng: np.random.Generator, look: Look, kind: str, picture: Image, colour: Colour) -> None:
    wide = len(picture)
    for _ in range(int(rng.integers(1, 4))):
        at, turn = beside(rng, picture, 0.33), float(rng.uniform(-30, 30))
        for place, axes, shade in (
            ((-0.02, -0.09), (0.05, 0.09), hsv(0.55, 0.1, 1.0)),
            ((0.0, 0.0), (0.12, 0.07), hsv(0.13, 0.8, 0.95)),
            ((0.03, 0.0), (0.025, 0.065), hsv(0.1, 0.6, 0.15)),
            ((-0.05, 0.0), (0.025, 0.06), hsv(0.1, 0.6, 0.15)),
        ):
            part, _ = two_masks(picture)
            ellipse(part, at + np.array(place) * wide, (axes[0] * wide, axes[1] * wide), turn)
            blend(picture, share(part), shade)


def _ticked(rng: np.random.Generator, look: Look, kind: str, picture: Image, colour: Colour) -> None:
    """A tick in a corner: this one joins."""
    wide, long = picture.shape[:2]
    mask, _ = two_masks(picture)
    tick = np.array([0.88 * long, 0.2 * wide]) + np.array([(-0.14, 0.0), (-0.04, 0.1), (0.14, -0.12)]) * wide
    cv2.polylines(mask, [fixed(tick)], False, 255, max(1, wide // 14), cv2.LINE_AA, SHIFT)
    blend(picture, share(mask), look.prune_colour)


EXTRAS: dict[str, Callable[[np.random.Generator, Look, str, Image, Colour], None]] = {
    "alone": _alone, "catkins": _catkins, "bees": _bees, "ticked": _ticked,
}  # fmt: skip
