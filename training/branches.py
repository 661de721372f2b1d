"""Branches: their paths from hub to rim, the shapes that styles give them, how they are coloured and finished."""

from __future__ import annotations

import cv2
import numpy as np

from scoring.lattice import STEP
from training.collage import stamped
from training.held_out.test import branches as test
from training.held_out.validation import branches as validation
from training.looks import Look
from training.noise import Colour, Field, Image, banked_noise, blend, luminance, value_noise
from training.paths import Path, Shape, Widths, fill, normals, ribbon
from training.scions import strands, weave
from training.strokes import SHIFT, Mask, dot, ellipse, fixed, line

EDGE, LANDING = 0.03, 0.3
"""How far branches keep from their tile's edges, as a share of its side, and over which last part of them ever less."""
APART = 0.2
"""How far branches keep from the rim points that they do not lead to, as a share of the tile's side."""


def rim_point(direction: str, side: int) -> Path:
    dx, dy = STEP[direction]
    return np.array([(dx + 1) / 2 * side, (dy + 1) / 2 * side], np.float32)


def branch_path(rng: np.random.Generator, look: Look, hub: Path, rim: Path, side: int) -> Path:
    """A wavy, bowed line from the hub to the rim.

    It is bowed no more than the tile has room for: one that left it, or passed another rim point, would seem to end
    there, and what is told of it would be wrong.
    """
    t = np.linspace(0, look.reach, 24, dtype=np.float32)
    along = rim - hub
    normal = np.array([-along[1], along[0]], np.float32) / max(float(np.hypot(*along)), 1e-6)
    bow = float(rng.normal(0, look.bow)) * np.sin(np.pi * t)
    phase, turns = float(rng.uniform(0, 6.3)), float(rng.uniform(1.0, 3.5))
    wave = look.wave * np.sin(phase + 2 * np.pi * turns * t) * np.sin(np.pi * t.clip(0, 1))
    straight, aside = hub + t[:, None] * along, ((bow + wave) * side)[:, None] * normal
    while not _has_room(straight + aside, t, rim, side):
        aside *= 0.7
    return (straight + aside).astype(np.float32)


def _has_room(path: Path, t: Path, rim: Path, side: int) -> bool:
    """Whether a path keeps from the tile's edges and from other rim points, give or take half a pixel."""
    points = [rim_point(direction, side) for direction in STEP]
    others = np.array([point for point in points if (point != rim).any()])
    from_edges = np.minimum(path, side - path).min(1) - EDGE * side * ((1 - t) / LANDING).clip(0, 1)
    from_others = np.linalg.norm(path[:, None] - others, axis=2).min() - APART * side
    return bool(min(from_edges.min(), from_others) > -0.5)


def _widths(rng: np.random.Generator, look: Look, path: Path, side: int) -> Widths:
    t = np.linspace(0, 1, len(path), dtype=np.float32)
    widths = look.width * side * (1 - look.taper * t)
    if look.branch in ("bumpy", "taper", "textured"):
        widths = widths * (1 + 0.35 * (rng.random(len(path), dtype=np.float32) - 0.5))
    return np.maximum(widths, 1.5).astype(np.float32)


# --- shapes -------------------------------------------------------------------------------------------------
# Each draws one branch into `mask`, and what is coloured apart into `inner`.


def _solid(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    fill(mask, path, widths)
    dot(mask, path[-1], float(widths[-1]) / 2)
    dot(mask, path[0], float(widths[0]) / 2)
    fill(inner, path, widths * 0.55)


def _segments(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    for k in range(0, len(path) - 3, 4):
        fill(mask, path[k : k + 4], widths[k : k + 4])
    fill(inner, path, widths * 0.55)


def _double(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    normal_shift = ribbon(path, widths * 0.7)
    thick = max(1, round(float(widths[0]) / 3))
    for half in (normal_shift[: len(path)], normal_shift[len(path) :]):
        cv2.polylines(mask, [fixed(half)], False, 255, thick, cv2.LINE_AA, SHIFT)
    fill(inner, path, widths * 0.55)


def _jagged(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    keep = np.unique([0, *rng.choice(np.arange(2, len(path) - 2), 5, replace=False), len(path) - 1])
    bent = path[keep] + normals(path)[keep] * (rng.normal(0, 0.45, len(keep)) * widths[keep])[:, None]
    bent[[0, -1]] = path[[0, -1]]
    _solid(rng, mask, inner, bent.astype(np.float32), widths[keep])


def _twisted(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    t = np.linspace(0, float(rng.uniform(2, 5)) * np.pi, len(path))
    swing = normals(path) * (np.sin(t) * widths * 0.27)[:, None]
    strand = np.maximum(widths * 0.6, 2).astype(np.float32)
    fill(mask, (path + swing).astype(np.float32), strand)
    fill(mask, (path - swing).astype(np.float32), strand)
    fill(inner, (path + swing).astype(np.float32), strand * 0.7)


def _bristle(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    fill(mask, path, widths * 0.7)
    across = normals(path)
    for _ in range(int(rng.integers(5, 10))):
        first, last = int(rng.integers(0, 4)), int(rng.integers(len(path) - 4, len(path) + 1))
        hair = path + across * (float(rng.uniform(-0.5, 0.5)) * widths)[:, None]
        thick = max(1, round(float(widths[0]) * float(rng.uniform(0.06, 0.2))))
        target = inner if rng.random() < 0.35 else mask
        cv2.polylines(target, [fixed(hair[first:last])], False, 255, thick, cv2.LINE_AA, SHIFT)


def _ticked(slant: float, gap: float) -> Shape:
    """Continuous, with marks of another shade across, `gap` branch widths apart."""

    def shape(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
        _solid(rng, mask, np.zeros_like(inner), path, widths)
        across, run = normals(path), np.column_stack([np.gradient(path[:, 0]), np.gradient(path[:, 1])])
        length = np.cumsum(np.hypot(*run.T))
        wide = float(widths.mean())
        thick = max(1, round(wide * 0.16))
        for at in np.arange(0.5, length[-1], max(gap * wide, 3.0)):
            k = int(np.searchsorted(length, at))
            half = across[k] * widths[k] / 2
            lean = run[k] / max(float(np.hypot(*run[k])), 1e-6) * widths[k] * slant / 2
            line(inner, path[k] - half - lean, path[k] + half + lean, thick)
        np.minimum(inner, mask, out=inner)

    return shape


def _spotted(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    _solid(rng, mask, np.zeros_like(inner), path, widths)
    for k in rng.integers(0, len(path), int(rng.integers(6, 22))):
        dot(inner, path[k] + rng.normal(0, 0.22, 2) * widths[k], float(rng.uniform(0.08, 0.2) * widths[k]))
    np.minimum(inner, mask, out=inner)


def _vine(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    stem = np.maximum(widths * 0.55, 3).astype(np.float32)
    fill(mask, path, stem)
    across = normals(path)
    for k in range(int(rng.integers(2, 5)), len(path) - 1, int(rng.integers(3, 6))):
        size = float(max(widths[k], 4)) * float(rng.uniform(0.4, 0.7))
        turn = float(np.rad2deg(np.arctan2(across[k, 1], across[k, 0])))
        for way in (-1, 1):
            at = path[k] + way * across[k] * (size + stem[k] / 2)
            ellipse(mask if rng.random() < 0.5 else inner, at, (size, size * 0.45), turn - way * 35)


def _two_tone(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    _solid(rng, mask, np.zeros_like(inner), path, widths)
    fill(inner, path + normals(path) * widths[:, None] / 4, widths / 2)


def _hairy(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    _solid(rng, mask, inner, path, widths)
    across = normals(path)
    for k in rng.integers(1, len(path) - 2, int(rng.integers(12, 40))):
        way = float(rng.choice([-1, 1])) * widths[k] * float(rng.uniform(0.7, 1.3))
        line(mask, path[k], path[k] + across[k] * way + rng.normal(0, 0.25, 2) * widths[k], 1)


def _root(rng: np.random.Generator, mask: Mask, inner: Mask, path: Path, widths: Widths) -> None:
    """The end forks: one arm ends at the rim point, the others before it."""
    _solid(rng, mask, inner, path, widths)
    across = normals(path)
    for way in (-1, 1):
        first, last = int(rng.integers(9, 13)), int(rng.integers(16, 20))
        away = np.linspace(0, float(rng.uniform(0.8, 1.6)), last - first) * way
        arm = path[first:last] + across[first:last] * (away * widths[first:last])[:, None]
        fill(mask, arm.astype(np.float32), widths[first:last] * np.linspace(0.7, 0.25, last - first))


MARKED = {
    "twisted": _twisted, "bristle": _bristle, "bamboo": _ticked(0.0, 1.7), "rope": _ticked(0.9, 0.55),
    "striped": _ticked(0.0, 0.6), "spotted": _spotted, "vine": _vine, "two_tone": _two_tone,
    "stamped": stamped,
}  # fmt: skip
"""Styles whose inner mask is painted in the look's second colour."""
ALIKE: dict[str, Shape] = {"woven": weave, "strands": strands}
"""Styles drawn at random, but all branches of a printing alike; the inner mask is painted as that of the others is."""
SHAPES: dict[str, Shape] = {
    **MARKED, "chalk": _solid, "segments": _segments, "double": _double, "jagged": _jagged, "hairy": _hairy,
    "root": _root, **validation.SHAPES, **test.SHAPES,
}  # fmt: skip
"""Styles that are not simply solid."""
PAINTS = {**validation.PAINTS, **test.PAINTS}
"""How those of the held-out styles that are not of one colour are painted."""


def draw_branch(rng: np.random.Generator, look: Look, mask: Mask, inner: Mask, path: Path, side: int) -> None:
    widths = _widths(rng, look, path, side)
    if look.branch in ALIKE:
        ALIKE[look.branch](np.random.default_rng(round(1e6 * look.width)), mask, inner, path, widths)
    else:
        SHAPES.get(look.branch, _solid)(rng, mask, inner, path, widths)
    for _ in range(rng.poisson(look.thorns)):
        at = path[int(rng.integers(4, len(path) - 2))]
        tip = at + rng.normal(0, 0.05, 2) * side
        line(mask, at, tip, max(1, round(side * 0.012)))


# --- colours ------------------------------------------------------------------------------------------------


def paint_branches(
    rng: np.random.Generator, look: Look, colour: Colour, picture: Image, mask: Mask, inner: Mask
) -> None:
    """Colour the masked branches the way that the look does; also used for the graft side of a token."""
    field = mask.astype(np.float32) / 255
    inside = inner.astype(np.float32) / 255
    before = picture.copy()
    for finish in look.finishes:
        UNDER.get(finish, _nothing)(look, colour, picture, field)
    _paint(rng, look, colour, picture, field, inside)
    for finish in look.finishes:
        OVER.get(finish, _nothing)(look, colour, picture, field)
    gone = 1 - look.opacity if "worn" not in look.finishes else 1 - look.opacity * _left(rng, field.shape)
    picture += np.asarray(gone * field)[..., None] * (before - picture)


def _paint(
    rng: np.random.Generator, look: Look, colour: Colour, picture: Image, field: Field, inside: Field
) -> None:
    if look.branch == "outlined":
        blend(picture, field, look.outline)
        blend(picture, inside, colour)
    elif look.branch == "shaded":
        blend(picture, field, colour)
        shifted = np.roll(inside, (-2, -2), (0, 1))
        blend(picture, shifted * 0.5, (colour * 0.5 + 110).clip(0, 255).astype(np.float32))
    elif look.branch == "chalk":
        # Fine grains: where large ones are missing, so is the branch.
        grain = cv2.GaussianBlur(rng.random(field.shape, dtype=np.float32), (0, 0), 0.8)
        blend(picture, field * (0.45 + 0.55 * (grain > 0.45)), colour)
    elif look.branch == "textured":
        grain = value_noise(rng, field.shape, (field.shape[0] / 5, field.shape[0] / 5))
        blend(picture, field, (colour + (grain[..., None] - 0.5) * 70).clip(0, 255).astype(np.float32))
    elif look.branch == "gradient":
        blend(picture, field, colour + _from_middle(field.shape)[..., None] * (look.second - colour))
    elif look.branch == "soft":
        blend(picture, cv2.GaussianBlur(field, (0, 0), 0.4 * look.width * min(field.shape) * 0.5), colour)
    elif look.branch in PAINTS:
        PAINTS[look.branch](rng, look, colour, picture, field, inside)
    else:
        blend(picture, field, colour)
        if look.branch in MARKED or look.branch in ALIKE:
            blend(picture, inside, look.second)


def _left(rng: np.random.Generator, shape: tuple[int, ...]) -> Field:
    """What dry paint has left of a branch: more than half, in grains of one size."""
    grain = cv2.GaussianBlur(rng.random(shape, dtype=np.float32), (0, 0), float(rng.uniform(0.5, 2.0)))
    least = np.quantile(grain, float(rng.uniform(0.05, 0.45)))
    return (grain > least).astype(np.float32)


def _from_middle(shape: tuple[int, ...]) -> Field:
    ys = np.linspace(-1, 1, shape[0], dtype=np.float32)[:, None]
    xs = np.linspace(-1, 1, shape[1], dtype=np.float32)
    return np.maximum(np.abs(ys), np.abs(xs))


# --- finishes, before the branches and after them -----------------------------------------------------------


def _nothing(look: Look, colour: Colour, picture: Image, field: Field) -> None:
    pass


def _grown(field: Field, share: float) -> Field:
    size = 2 * max(1, round(share * max(field.shape))) + 1
    return cv2.dilate(field, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))


def _soft(field: Field, share: float) -> Field:
    return cv2.GaussianBlur(field, (0, 0), max(0.5, share * max(field.shape)))


def _shadow(look: Look, colour: Colour, picture: Image, field: Field) -> None:
    by = max(1, round(0.02 * max(field.shape)))
    blend(picture, 0.55 * _soft(np.roll(field, (by, by), (0, 1)), 0.012), np.zeros(3, np.float32))


def _halo(look: Look, colour: Colour, picture: Image, field: Field) -> None:
    glow = np.full(3, 245 if luminance(colour) < 128 else 15, np.float32)
    blend(picture, 0.7 * _soft(_grown(field, 0.02), 0.015), glow)


def _outline(look: Look, colour: Colour, picture: Image, field: Field) -> None:
    blend(picture, _grown(field, 0.009), look.outline)


def _cased(look: Look, colour: Colour, picture: Image, field: Field) -> None:
    """On a band of another colour, as wide as half a branch at each side."""
    blend(picture, _grown(field, min(0.5 * look.width, 0.04)), look.frame_colour)


def _highlight(look: Look, colour: Colour, picture: Image, field: Field) -> None:
    by = max(1, round(0.012 * max(field.shape)))
    lit = (field - np.roll(field, (by, by), (0, 1))).clip(0, 1)
    blend(picture, 0.6 * lit * field, (colour * 0.4 + 150).clip(0, 255).astype(np.float32))


def _core(look: Look, colour: Colour, picture: Image, field: Field) -> None:
    """A seam of the second colour along the middle."""
    deep = cv2.distanceTransform((field > 0.5).astype(np.uint8), cv2.DIST_L2, 3)
    edge = max(float(deep.max()) * 0.55, 1.5)
    blend(picture, 0.8 * (deep - edge).clip(0, 1), look.second)


def _mottled(look: Look, colour: Colour, picture: Image, field: Field) -> None:
    grain = banked_noise(np.random.default_rng(round(float(colour.sum()))), field.shape)
    picture += (field * (grain - 0.5))[..., None] * 60
    np.clip(picture, 0, 255, out=picture)


UNDER = {"shadow": _shadow, "halo": _halo, "outline": _outline, "cased": _cased}
OVER = {"highlight": _highlight, "core": _core, "mottled": _mottled}
