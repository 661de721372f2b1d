"""Limbs of whatever pattern repeats along them: stripes, slants, checks, inlays, rungs, in any measure and any mix.

What `training.collage` is for shapes: nets that learned a few dozen limbs take others for patterns on the ground. A
pattern is told where along a limb and how far across it a pixel lies, so that there is no end of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from training.collage import any_colour, graft_line
from training.looks import Look
from training.noise import Colour, Field, Image, blend, dark, luminance, pale
from training.paths import Path, Widths, normals, spaced
from training.strokes import SHIFT, Mask, fixed
from training.tokens import share

Where = npt.NDArray[np.float32]
Pattern = Callable[[Where, Where], Field]
"""(along, in periods; across, -1 to 1) -> 1 where the pattern is, else 0."""

STEP = 1.5
"""Pixels from one place of a path to the next where pixels are told how far along it they lie."""
LEAST_PERIOD = 4.0
"""Pixels: finer patterns are lost in a photo."""
MOST_GAPS = 0.4
"""How much of a limb its gaps take at most: what shows of the ground alone is no branch."""
LEAST_EDGE = 0.45
"""How narrow a limb gets between its teeth, as a share of its width."""


@dataclass(frozen=True)
class Weave:
    """How a limb is drawn: its edge, what of it is of a second colour, and what of it is left out.

    period: limb widths. edge: (along) -> half the limb's width, as a share of its most.
    """

    period: float
    edge: Callable[[Where], Where]
    marks: Pattern
    gaps: Pattern


def any_weave(rng: np.random.Generator) -> Weave:
    """One of no end of weaves."""
    gapped = rng.random() < 0.35
    return Weave(
        period=float(np.exp(rng.uniform(np.log(0.35), np.log(2.5)))),
        edge=_any_edge(rng),
        marks=_any_pattern(rng) if rng.random() < 0.85 else _nowhere,
        gaps=_any_gaps(rng) if gapped else _nowhere,
    )


def woven(rng: np.random.Generator, look: Look, picture: Image, colour: Colour) -> None:
    """A graft's branch of any weave, up to nearly as wide as its strip."""
    mask, inner = np.zeros(picture.shape[:2], np.uint8), np.zeros(picture.shape[:2], np.uint8)
    path = graft_line(rng, look, picture, swing=0.5 * (1 - look.graft_width))
    widths = np.full(len(path), max(look.graft_width * len(picture), 3.0), np.float32)
    lay_weave(any_weave(rng), mask, inner, path, widths)
    shade = (
        dark(colour, float(rng.uniform(0.4, 0.8)))
        if luminance(colour) > 120
        else pale(colour, float(rng.uniform(0.2, 0.6)))
    )
    blend(picture, share(mask), colour)
    blend(picture, share(inner), shade if rng.random() < 0.6 else any_colour(rng))


def lay_weave(how: Weave, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """Draw a limb along a path: all of it into `mask`, what is of a second colour into `inner` too."""
    ys, xs, run, across = _near(mask.shape, path, widths)
    period = max(how.period * float(widths.mean()), LEAST_PERIOD)
    along = run / period
    there = np.abs(across) <= how.edge(along)
    drawn = (there & (how.gaps(along, across) == 0)).astype(np.float32)
    marked = drawn * how.marks(along, across)
    for target, field in ((mask, drawn), (inner, marked)):
        layer = np.zeros(mask.shape, np.float32)
        layer[ys, xs] = 255 * field
        # Drawn pixel by pixel: without that it would have steps that no print has.
        np.maximum(target, cv2.GaussianBlur(layer, (0, 0), 0.6).astype(np.uint8), out=target)
    np.minimum(inner, mask, out=inner)


def _near(
    shape: tuple[int, ...], path: Path, widths: Widths
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp], Where, Where]:
    """The pixels that a limb may cover: rows, columns, pixels along the path, half widths across it."""
    places, _ = spaced(path, STEP)
    reach = np.zeros(shape, np.uint8)
    thick = int(np.ceil(float(widths.max()))) + 2
    cv2.polylines(reach, [fixed(places)], False, 255, thick, cv2.LINE_8, SHIFT)
    ys, xs = np.nonzero(reach)
    pixels = np.column_stack([xs, ys]).astype(np.float32)
    nearest = np.linalg.norm(pixels[:, None] - places, axis=2).argmin(1)
    away = pixels - places[nearest]
    out = normals(places)[nearest]
    half = np.interp(nearest, np.linspace(0, len(places) - 1, len(widths)), widths) / 2
    run = nearest * STEP + away[:, 0] * out[:, 1] - away[:, 1] * out[:, 0]
    return ys, xs, run.astype(np.float32), ((away * out).sum(1) / half).astype(np.float32)


# --- edges --------------------------------------------------------------------------------------------------


def _any_edge(rng: np.random.Generator) -> Callable[[Where], Where]:
    deep = float(rng.uniform(0.1, 1 - LEAST_EDGE))
    turns = int(rng.integers(1, 3))
    waves: tuple[Callable[[Where], Where], ...] = (
        lambda u: np.zeros_like(u),
        lambda u: 0.5 - 0.5 * np.cos(2 * np.pi * u),  # bumps
        lambda u: u % 1.0,  # saw teeth
        lambda u: (u % 1.0 < 0.5).astype(np.float32),  # battlements
        lambda u: np.abs(np.sin(np.pi * u)),  # scallops
    )
    wave = waves[int(rng.choice(len(waves), p=[0.4, 0.15, 0.15, 0.15, 0.15]))]
    return lambda u: 1 - deep * wave(u * turns)


# --- patterns -----------------------------------------------------------------------------------------------


def _nowhere(along: Where, across: Where) -> Field:
    return np.zeros_like(along)


def _any_pattern(rng: np.random.Generator) -> Pattern:
    one = _one(rng)
    if rng.random() < 0.6:
        return one
    other = _one(rng)
    mixes: tuple[Pattern, ...] = (
        lambda u, v: np.maximum(one(u, v), other(u, v)),
        lambda u, v: one(u, v) * other(u, v),
        lambda u, v: np.abs(one(u, v) - other(u, v)),
    )
    return mixes[int(rng.integers(len(mixes)))]


def _one(rng: np.random.Generator) -> Pattern:
    return KINDS[int(rng.integers(len(KINDS)))](rng)


def _any_gaps(rng: np.random.Generator) -> Pattern:
    """A pattern that leaves enough of a limb."""
    u, v = np.meshgrid(np.linspace(0, 6, 240, dtype=np.float32), np.linspace(-1, 1, 24, dtype=np.float32))
    for _ in range(20):
        pattern = _any_pattern(rng)
        if pattern(u, v).mean() <= MOST_GAPS:
            return pattern
    return _nowhere


def _slants(rng: np.random.Generator) -> Pattern:
    """Stripes across, or slanting, or meeting in the middle."""
    slant = float(rng.choice([0.0, rng.uniform(-1.2, 1.2)]))
    meeting = rng.random() < 0.5
    part = float(rng.uniform(0.12, 0.6))
    return lambda u, v: ((u + slant * (np.abs(v) if meeting else v)) % 1.0 < part).astype(np.float32)


def _lines(rng: np.random.Generator) -> Pattern:
    """Lines along the limb."""
    count, shift, part = float(rng.uniform(0.5, 2.5)), float(rng.random()), float(rng.uniform(0.15, 0.5))
    return lambda u, v: ((v * count + shift) % 1.0 < part).astype(np.float32)


def _rim(rng: np.random.Generator) -> Pattern:
    """Its two edges, or one."""
    inside, both = float(rng.uniform(0.45, 0.85)), rng.random() < 0.7
    return lambda u, v: ((np.abs(v) if both else v) > inside).astype(np.float32)


def _inlays(rng: np.random.Generator) -> Pattern:
    """Discs, lozenges or blocks in a row, full or as rings, in one file or in two."""
    power = float(rng.choice([1.0, 2.0, 2.0, 8.0]))
    long, wide = float(rng.uniform(0.2, 0.48)), float(rng.uniform(0.25, 0.85))
    hole = float(rng.choice([0.0, 0.0, rng.uniform(0.3, 0.75)]))
    aside = float(rng.choice([0.0, rng.uniform(0.2, 0.5)]))

    def pattern(u: Where, v: Where) -> Field:
        row = np.floor(u)
        middle = np.where(row % 2 == 0, aside, -aside)
        away = (np.abs(u - row - 0.5) / long) ** power + (np.abs(v - middle) / wide) ** power
        return ((away < 1) & (away >= hole**power)).astype(np.float32)

    return pattern


def _winding(rng: np.random.Generator) -> Pattern:
    """A line that swings from edge to edge, or two that cross."""
    swing, thick = float(rng.uniform(0.3, 0.8)), float(rng.uniform(0.12, 0.4))
    crossed = rng.random() < 0.5

    def pattern(u: Where, v: Where) -> Field:
        line = swing * np.sin(2 * np.pi * u)
        near = np.abs(v - line) < thick
        return (near | (crossed & (np.abs(v + line) < thick))).astype(np.float32)

    return pattern


def _blots(rng: np.random.Generator) -> Pattern:
    """Irregular blots: waves in a few directions, summed."""
    ways = rng.normal(0, 1, (5, 2)) * [0.8, 1.5]
    shifts = rng.uniform(0, 1, 5)
    enough = float(rng.uniform(0.0, 1.5))

    def pattern(u: Where, v: Where) -> Field:
        waves = [np.sin(2 * np.pi * (a * u + b * v + c)) for (a, b), c in zip(ways, shifts, strict=True)]
        return (np.sum(waves, 0) > enough).astype(np.float32)

    return pattern


KINDS: tuple[Callable[[np.random.Generator], Pattern], ...] = (
    _slants, _lines, _rim, _inlays, _winding, _blots,
)  # fmt: skip
