"""Branches of graft sides put together at random: pieces, strands, weaves; bound, marked, edged, strewn with things.

What all grafts share is that something runs from one end of the strip to the other. Nets that learned two dozen of them
hold on to how these were drawn, and take others for prune sides: here all else differs, and none are alike. Tools on
prune sides have shafts made so too (`training.implements`), and some tiles' branches are of strands.
"""

from __future__ import annotations

import cv2
import numpy as np

from training.collage import any_colour, draw_shape, graft_line
from training.looks import Look
from training.noise import Colour, Image, blend, dark, luminance, pale
from training.paths import Path, Shape, Widths, fill, normals, spaced
from training.strokes import Mask, ellipse, empty, filled, line
from training.tokens import share
from training.weaves import any_weave, lay_weave

MOST_COVERED = 0.4
"""How much of a limb the things strewn over it may cover."""


def pieced(rng: np.random.Generator, look: Look, picture: Image, colour: Colour) -> None:
    """A graft's branch, put together at random."""
    path = graft_line(rng, look, picture, swing=0.5 * (1 - look.graft_width))
    put_together(rng, picture, path, max(look.graft_width * len(picture), 3.0), colour)


def put_together(rng: np.random.Generator, picture: Image, path: Path, thick: float, colour: Colour) -> None:
    """Something long, about so many pixels thick, along a path."""
    widths = _widths(rng, path, thick)
    mask, inner = empty(picture), empty(picture)
    BODIES[int(rng.choice(len(BODIES), p=[0.5, 0.25, 0.25]))](rng, mask, inner, path, widths)
    if rng.random() < 0.3:
        edge = cv2.dilate(mask, np.ones((3, 3), np.uint8))
        blend(picture, share(edge), _other(rng, colour))
    blend(picture, share(mask), colour)
    blend(picture, share(inner), _other(rng, colour))
    if rng.random() < 0.35:
        _mark(rng, picture, mask, path, widths, _other(rng, colour))
    if rng.random() < 0.5:
        BINDINGS[int(rng.integers(len(BINDINGS)))](rng, picture, path, widths, _other(rng, colour))
    if rng.random() < 0.35:
        _strew(rng, picture, mask)


def _other(rng: np.random.Generator, colour: Colour) -> Colour:
    """A second colour: another tone of the same, or any."""
    if rng.random() < 0.35:
        return any_colour(rng)
    by = float(rng.uniform(0.2, 0.65))
    return dark(colour, 1 - by) if luminance(colour) > 120 else pale(colour, by)


def _widths(rng: np.random.Generator, path: Path, thick: float) -> Widths:
    """Even, growing thinner or thicker, or uneven."""
    lean, rough = (
        float(rng.choice([0.0, rng.uniform(-0.5, 0.5)])),
        float(rng.choice([0.0, rng.uniform(0, 0.5)])),
    )
    shares = 1 + lean * np.linspace(-1, 1, len(path)) - rough * rng.random(len(path))
    return np.maximum(thick * shares, 2.5).astype(np.float32)


# --- what runs along the strip ------------------------------------------------------------------------------


def _pieces(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """One limb of up to five pieces in two tones by turns, cut straight or to a slant."""
    fill(mask, path, widths)
    wide, long = mask.shape
    cuts = np.sort(rng.uniform(0.1, 0.9, int(rng.integers(5))))
    slants = rng.uniform(-0.7, 0.7, len(cuts)) * wide
    ends = [*(cuts * long), long + wide]
    for k in range(0, len(cuts), 2):
        slant, other = slants[k], slants[k + 1] if k + 1 < len(cuts) else 0.0
        piece = [
            (ends[k] - slant, 0),
            (ends[k + 1] - other, 0),
            (ends[k + 1] + other, wide),
            (ends[k] + slant, wide),
        ]
        filled(inner, piece)
    np.minimum(inner, mask, out=inner)


def strands(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """Two to four strands, side by side or wound round each other."""
    count, across = int(rng.integers(2, 5)), normals(path)
    twist = float(rng.choice([0.0, rng.uniform(4, 25)]))
    along = np.linspace(0, 1, len(path))
    for k in range(count):
        aside = (k + 0.5) / count - 0.5 if not twist else 0.4 * np.sin(twist * along + 2 * np.pi * k / count)
        strand = (path + across * (aside * widths)[:, None]).astype(np.float32)
        thin = np.maximum(widths * float(rng.uniform(0.7, 1.1)) / count, 1.5).astype(np.float32)
        fill(mask if k % 2 == 0 else inner, strand, thin)
    np.maximum(mask, inner, out=mask)


def weave(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """A limb of any pattern that repeats along it."""
    lay_weave(any_weave(rng), mask, inner, path, widths)


BODIES: tuple[Shape, ...] = (_pieces, strands, weave)


# --- what is done to it -------------------------------------------------------------------------------------


def _mark(
    rng: np.random.Generator, picture: Image, limb: Mask, path: Path, widths: Widths, colour: Colour
) -> None:
    """One shape with three to six corners again and again along it, always the same way round."""
    size = float(widths.mean()) * float(rng.uniform(0.25, 0.6))
    corners = rng.uniform(-1, 1, (int(rng.integers(3, 7)), 2)) * size
    places, ways = spaced(path, max(size * float(rng.uniform(1.2, 3.5)), 3.0))
    marks = empty(picture)
    for at, (dx, dy) in zip(places, ways, strict=True):
        filled(marks, at + corners @ np.array([[dx, dy], [-dy, dx]]))
    blend(picture, share(np.minimum(marks, limb)), colour)


def _turns(rng: np.random.Generator, picture: Image, path: Path, widths: Widths, colour: Colour) -> None:
    """Twine wound round it in one place, close or wide."""
    count, apart = int(rng.integers(2, 9)), float(rng.uniform(0.1, 0.4)) * len(picture)
    thick, lean = max(1, round(float(rng.uniform(0.04, 0.14)) * len(picture))), float(rng.uniform(-0.3, 0.3))
    at, way = _somewhere(rng, path)
    out, reach = np.array([-way[1], way[0]]), float(rng.uniform(0.5, 0.8) * widths.mean())
    mask = empty(picture)
    for k in range(count):
        middle = at + way * (k - (count - 1) / 2) * apart
        line(mask, middle - (out + way * lean) * reach, middle + (out + way * lean) * reach, thick)
    blend(picture, share(mask), colour)


def _sleeve(rng: np.random.Generator, picture: Image, path: Path, widths: Widths, colour: Colour) -> None:
    """A piece of cloth, tape or pipe round it."""
    at, way = _somewhere(rng, path)
    out = np.array([-way[1], way[0]]) * float(rng.uniform(0.5, 0.8) * widths.mean())
    half = way * float(rng.uniform(0.1, 0.6)) * len(picture)
    mask = empty(picture)
    corners = [at - half - out, at + half - out, at + half + out, at - half + out]
    filled(mask, corners)
    blend(picture, share(mask), colour)


def _knots(rng: np.random.Generator, picture: Image, path: Path, widths: Widths, colour: Colour) -> None:
    """Up to four knots, burls or beads on it, some with an edge."""
    edged = rng.random() < 0.5
    for _ in range(int(rng.integers(1, 5))):
        at, _ = _somewhere(rng, path)
        axes = widths.mean() * rng.uniform(0.25, 0.8, 2)
        mask = empty(picture)
        ellipse(mask, at, (float(axes[0]), float(axes[1])), float(rng.uniform(0, 180)))
        if edged:
            blend(picture, share(cv2.dilate(mask, np.ones((3, 3), np.uint8))), dark(colour, 0.4))
        blend(picture, share(mask), colour)


BINDINGS = (_turns, _sleeve, _knots)


def _somewhere(rng: np.random.Generator, path: Path) -> tuple[Path, Path]:
    """A place on a path, mostly about its middle, and the way on from there."""
    places, ways = spaced(path, 2.0)
    share_along = 0.5 + float(rng.normal(0, 0.05)) if rng.random() < 0.6 else float(rng.uniform(0.1, 0.9))
    k = round(share_along * (len(places) - 1))
    return places[k], ways[k]


def _strew(rng: np.random.Generator, picture: Image, limb: Mask) -> None:
    """Things over and beside it."""
    for _ in range(int(rng.integers(1, 5))):
        mask = empty(picture)
        draw_shape(rng, mask)
        if (np.minimum(mask, limb) > 127).sum() <= MOST_COVERED * (limb > 127).sum():
            blend(picture, share(mask) * float(rng.uniform(0.5, 1)), any_colour(rng))
