"""Pictures of nothing: whatever shapes in whatever colours, for strips and branches unlike any drawn on purpose.

Nets that learned a few dozen drawings take others for bare branches. Shapes without a meaning leave them nothing to
hold on to but what all strips share (Tobin et al. 2017, "Domain randomization for transferring deep neural networks
from simulation to the real world").
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import cv2
import numpy as np

from training.glyphs import any_silhouette, stamp
from training.looks import Look
from training.noise import Colour, Image, banked_noise, blend, hsv, jittered, mixed
from training.paths import Path, Widths, ribbon, spaced
from training.strokes import SHIFT, Mask, blob, dot, ellipse, filled, fixed, line
from training.tokens import share

Paint = Callable[[], Colour]
"""The next colour of a collage."""

MOST_SHAPES = 8
ALIKE = 0.3
"""Share of collages in colours of the branches beside them."""
SOFT = 0.2
"""Share of collages whose shapes have no sharp edges, as mist and shadows."""
SILHOUETTES = 0.35
"""Share of shapes that are silhouettes of things."""
SHORT = 0.45
"""How much of a strip a line of a collage runs along at most: a longer one would be a branch."""


def any_colour(rng: np.random.Generator) -> Colour:
    return hsv(float(rng.random()), float(rng.uniform(0, 1)) ** 1.5, float(rng.uniform(0.05, 1)))


def paints(rng: np.random.Generator, branch: Colour) -> Paint:
    """What a collage is painted with: any colours or, in some, often those of the branches around, which tell nothing
    of a strip then."""
    alike = rng.random() < ALIKE

    def paint() -> Colour:
        return jittered(rng, branch, 25) if alike and rng.random() < 0.6 else any_colour(rng)

    return paint


def draw_collage(rng: np.random.Generator, picture: Image, paint: Paint) -> None:
    """Paint shapes over a strip's picture, in place."""
    wide, long = picture.shape[:2]
    kind = int(rng.integers(4))
    if kind == 1:
        picture[:] = paint()
    elif kind == 2:
        picture[:] = mixed(banked_noise(rng, (wide, long)), paint(), paint())
    elif kind == 3:
        _repeated(rng, picture, paint)
    blur = float(rng.uniform(0.03, 0.15)) * wide if rng.random() < SOFT else 0.0
    for _ in range(int(rng.integers(MOST_SHAPES + 1))):
        mask = np.zeros((wide, long), np.uint8)
        draw_shape(rng, mask)
        shown = cv2.GaussianBlur(share(mask), (0, 0), blur) if blur else share(mask)
        blend(picture, shown * float(rng.choice([1.0, rng.uniform(0.4, 1)])), paint())


def _repeated(rng: np.random.Generator, picture: Image, paint: Paint) -> None:
    """Stripes or checks, at any angle but along the strip."""
    wide, long = picture.shape[:2]
    ys, xs = np.mgrid[0:wide, 0:long].astype(np.float32) / wide
    angle = float(rng.uniform(0.35, np.pi - 0.35))
    period = float(rng.uniform(0.15, 1.2))
    waves = np.sin(2 * np.pi * (xs * np.sin(angle) + ys * np.cos(angle)) / period)
    if rng.random() < 0.4:
        waves *= np.sin(2 * np.pi * (xs * np.cos(angle) - ys * np.sin(angle)) / period)
    sharp = float(rng.uniform(1, 8))
    picture[:] = mixed((0.5 + sharp * waves / 2).clip(0, 1), paint(), paint())


# --- shapes without a meaning -------------------------------------------------------------------------------


def draw_shape(rng: np.random.Generator, mask: Mask) -> None:
    """Draw one of many into a mask; it runs along no more than about half of it."""
    if rng.random() < SILHOUETTES:
        _thing(rng, mask)
    else:
        SHAPES[int(rng.integers(len(SHAPES)))](rng, mask)


def _thing(rng: np.random.Generator, mask: Mask) -> None:
    """One thing or a few alike, up to twice as long as high or the other way round."""
    wide, long = mask.shape
    drawn = any_silhouette(rng)
    size = float(rng.uniform(0.25, 1.0)) * min(wide, long)
    stretch = 2 ** float(rng.uniform(-0.5, 0.5))
    angle = float(rng.choice([0, 0, 90, 180, 270, rng.uniform(0, 360)]))
    for _ in range(int(rng.choice([1, 1, 2, 3]))):
        stamp(mask, drawn, _place(rng, mask), (size * stretch, size / stretch), angle)


def _place(rng: np.random.Generator, mask: Mask) -> tuple[float, float]:
    return float(rng.uniform(0, mask.shape[1])), float(rng.uniform(0, mask.shape[0]))


def _dots(rng: np.random.Generator, mask: Mask) -> None:
    size = float(rng.uniform(0.05, 0.3)) * len(mask)
    for _ in range(int(rng.integers(1, 9))):
        dot(mask, _place(rng, mask), size * float(rng.uniform(0.6, 1.4)))


def _ovals(rng: np.random.Generator, mask: Mask) -> None:
    for _ in range(int(rng.integers(1, 5))):
        axes = (float(rng.uniform(0.1, 0.7)) * len(mask), float(rng.uniform(0.05, 0.3)) * len(mask))
        ellipse(mask, _place(rng, mask), axes, float(rng.uniform(0, 180)))


def _patch(rng: np.random.Generator, mask: Mask) -> None:
    blob(rng, mask, _place(rng, mask), float(rng.uniform(0.2, 0.9)) * len(mask), int(rng.integers(3, 9)))


def _ring(rng: np.random.Generator, mask: Mask) -> None:
    thick = max(1, round(float(rng.uniform(0.04, 0.15)) * len(mask)))
    at = fixed(_place(rng, mask)).tolist()
    radius = round(float(rng.uniform(0.15, 0.5)) * len(mask) * (1 << SHIFT))
    cv2.circle(mask, at, radius, 255, thick, cv2.LINE_AA, SHIFT)


def _strokes(rng: np.random.Generator, mask: Mask) -> None:
    wide, long = mask.shape
    thick = max(1, round(float(rng.uniform(0.04, 0.2)) * wide))
    for _ in range(int(rng.integers(1, 7))):
        x, y = _place(rng, mask)
        reach = rng.uniform(-1, 1, 2) * (SHORT * long, wide)
        line(mask, (x, y), (x + float(reach[0]), y + float(reach[1])), thick)


def _letters(rng: np.random.Generator, mask: Mask) -> None:
    word = "".join(rng.choice(list("ABCDEFGHKMNPRSTXYZ0123456789&?!+x"), int(rng.integers(1, 5))))
    x, y = _place(rng, mask)
    size = float(rng.uniform(0.4, 0.9)) * len(mask) / 22
    face, thick = int(rng.choice([0, 2, 3, 4])), max(1, round(size * 2))
    cv2.putText(
        mask, word, (round(x - len(mask)), round(y + 0.4 * len(mask))), face, size, 255, thick, cv2.LINE_AA
    )


def _ends(rng: np.random.Generator, mask: Mask) -> None:
    """One end, both, or the middle in another colour."""
    long = mask.shape[1]
    cut = round(float(rng.uniform(0.08, 0.4)) * long)
    which = int(rng.integers(3))
    if which < 2:
        mask[:, :cut] = 255
    if which == 1:
        mask[:, -cut:] = 255
    if which == 2:
        mask[:, cut : long - cut] = 255


SHAPES: tuple[Callable[[np.random.Generator, Mask], None], ...] = (
    _dots, _ovals, _patch, _ring, _strokes, _letters, _ends,
)  # fmt: skip


# --- faces, grounds and branches of strips ------------------------------------------------------------------


def prune_face(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """A prune side that shows a collage."""
    draw_collage(rng, picture, paints(rng, look.branch_colours[kind]))


def strip_ground(rng: np.random.Generator, look: Look, kind: str, picture: Image) -> None:
    """A strip's ground that is a faint collage."""
    plain = picture.copy()
    draw_collage(rng, picture, paints(rng, look.branch_colours[kind]))
    picture += (plain - picture) * float(rng.uniform(0.3, 0.95))


def motif(rng: np.random.Generator, look: Look, picture: Image, colour: Colour) -> None:
    """A graft's branch made of whatever repeats along the strip."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    thick = look.graft_width * len(picture)
    MOTIFS[int(rng.integers(len(MOTIFS)))](rng, mask, graft_line(rng, look, picture), thick)
    blend(picture, share(mask), colour)


def graft_line(rng: np.random.Generator, look: Look, picture: Image, swing: float = 0.1) -> Path:
    """The line along a strip that a graft's branch takes; swing: how far it leaves the middle, in strip widths."""
    wide, long = picture.shape[:2]
    end = -0.02 if look.graft_runs_off else 0.08
    xs = np.linspace(end, 1 - end, 24)
    waves = np.sin(xs * float(rng.uniform(3, 12)) + float(rng.uniform(0, 6)))
    ys = 0.5 + float(rng.uniform(0, swing)) * waves
    return np.column_stack([xs * long, ys * wide]).astype(np.float32)


def _rails(rng: np.random.Generator, mask: Mask, path: Path, thick: float) -> None:
    """Two or three lines side by side."""
    count = int(rng.integers(2, 4))
    for k in range(count):
        shift = ((k + 0.5) / count - 0.5) * thick * 1.3
        widths = np.full(len(path), max(1.5, 0.45 * thick / count * 1.6), np.float32)
        filled(mask, ribbon(path + np.array([0, shift], np.float32), widths))


def _beaded(rng: np.random.Generator, mask: Mask, path: Path, thick: float) -> None:
    size = max(1.5, thick * float(rng.uniform(0.35, 0.55)))
    places, _ = spaced(path, size * float(rng.uniform(1.1, 1.9)))
    for at in places:
        dot(mask, at, size)


def _zigzag(rng: np.random.Generator, mask: Mask, path: Path, thick: float) -> None:
    places, _ = spaced(path, thick * float(rng.uniform(0.5, 1.0)))
    places[::2, 1] -= 0.35 * thick
    places[1::2, 1] += 0.35 * thick
    width = max(1, round(0.35 * thick))
    for start, stop in pairwise(places):
        line(mask, start, stop, width)


def _scaled(rng: np.random.Generator, mask: Mask, path: Path, thick: float) -> None:
    """Overlapping ovals that point along the strip."""
    long, short = thick * float(rng.uniform(0.5, 0.9)), thick * float(rng.uniform(0.25, 0.5))
    places, _ = spaced(path, long * float(rng.uniform(0.8, 1.5)))
    tilt = float(rng.uniform(-25, 25))
    for at in places:
        ellipse(mask, (float(at[0]), float(at[1])), (long, short), tilt)


def _ragged(rng: np.random.Generator, mask: Mask, path: Path, thick: float) -> None:
    widths = (thick * rng.uniform(0.4, 1.5, len(path))).astype(np.float32)
    filled(mask, ribbon(path, widths))


MOTIFS: tuple[Callable[[np.random.Generator, Mask, Path, float], None], ...] = (
    _rails, _beaded, _zigzag, _scaled, _ragged,
)  # fmt: skip


# --- branches -----------------------------------------------------------------------------------------------


def stamped(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """A branch of one shape without a meaning, stamped again and again along its path."""
    size = max(6, round(float(widths.mean()) * float(rng.uniform(1.2, 2.0))))
    outer, mark = _stamp(rng, size), _stamp(rng, size)
    step = size * float(rng.uniform(0.4, 0.85))
    flips = rng.random() < 0.5
    places, along = spaced(path, step)
    for k, (at, (dx, dy)) in enumerate(zip(places.tolist(), along.tolist(), strict=True)):
        flip = -1.0 if flips and k % 2 else 1.0
        turn = np.array([[dx, -dy * flip], [dy, dx * flip]])
        move = np.column_stack([turn, np.array(at) - turn @ np.full(2, (size - 1) / 2)])
        for target, shape in ((mask, outer), (inner, mark)):
            np.maximum(target, cv2.warpAffine(shape, move, target.shape[::-1]), out=target)
    np.minimum(inner, mask, out=inner)


def _stamp(rng: np.random.Generator, size: int) -> Mask:
    """A small picture (size, size) that shows something, and not only at its ends."""
    mask = np.zeros((size, size), np.uint8)
    ellipse(
        mask,
        (size / 2, size / 2),
        (size * float(rng.uniform(0.3, 0.5)), size * float(rng.uniform(0.1, 0.35))),
        0,
    )
    for _ in range(int(rng.integers(1, 4))):
        draw_shape(rng, mask)
    return mask
