"""What a tile's branches are printed on: plain and patterned grounds, frames, icons, and scenery without branches."""

from __future__ import annotations

import cv2
import numpy as np

from training.held_out.test.grounds import PATTERNS as TEST
from training.held_out.validation.grounds import PATTERNS as VALIDATION
from training.looks import Look
from training.noise import Colour, Image, banked_noise, blend, hsv, jittered, mixed
from training.patterns import LEARNED, WARPABLE, warped
from training.strokes import SHIFT, Mask, blob, dot, filled, fixed, line, unit


def draw_ground(rng: np.random.Generator, look: Look, kind: str, side: int) -> Image:
    low, high = (jittered(rng, c, 3) for c in look.ground[kind])
    method = look.background
    base = mixed(banked_noise(rng, (side, side)), low, high)
    if method in ("flat", "gradient"):
        base[:] = (low + high) / 2
    if method == "gradient":
        angle = float(rng.uniform(0, 2 * np.pi))
        ys, xs = np.mgrid[0:side, 0:side].astype(np.float32) / side - 0.5
        base = mixed((0.5 + (xs * np.cos(angle) + ys * np.sin(angle)) * 0.8).clip(0, 1), low, high)
    for layer in (method, *look.layers):
        if layer in PATTERNS:
            _lay_pattern(rng, look, layer, base, high - low)
    if rng.random() < 0.3:
        base += (banked_noise(rng, (side, side))[..., None] - 0.5) * float(rng.uniform(5, 30))
    return base.clip(0, 255)


def _lay_pattern(rng: np.random.Generator, look: Look, pattern: str, base: Image, away: Colour) -> None:
    side = len(base)
    mask = np.zeros((side, side), np.uint8)
    PATTERNS[pattern](rng, mask, side)
    if look.warp and pattern in WARPABLE:
        mask = warped(rng, mask, look.warp)
    if look.bold and mask.mean() < 50:
        size = 1 + max(1, round(look.bold * side))
        mask = cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))
    if look.loud:
        ground = base.mean((0, 1))
        blend(base, mask.astype(np.float32) / 255, ground + look.loud * (look.ink - ground))
        return
    ink = (base.mean((0, 1)) + away * look.contrast * float(rng.choice([-1.4, 1.4]))).clip(0, 255)
    if rng.random() < 0.15:
        ink = hsv(float(rng.random()), 0.4, float(rng.uniform(0.2, 0.9)))
    strength = float(rng.uniform(0.25, 0.8))
    blend(base, mask.astype(np.float32) * (strength / 255), ink.astype(np.float32))


def _bricks(rng: np.random.Generator, mask: Mask, side: int) -> None:
    rows = int(rng.integers(4, 11))
    height = side / rows
    for row in range(rows + 1):
        line(mask, (0, row * height), (side, row * height), 1)
        offset = (row % 2) * height
        for x in np.arange(offset, side, 2 * height):
            line(mask, (x, row * height), (x, (row + 1) * height), 1)


def _wires(rng: np.random.Generator, mask: Mask, side: int) -> None:
    step = side / float(rng.uniform(2, 7))
    slant = float(rng.choice([0.0, 1.0]))
    thick = int(rng.integers(1, 4))
    for at in np.arange(-2 * side, 2 * side, step):
        line(mask, (at, 0), (at + slant * side, side), thick)
        if slant or rng.random() < 0.7:
            if slant:
                line(mask, (at, 0), (at - slant * side, side), thick)
            else:
                line(mask, (0, at), (side, at), thick)


def _planks(rng: np.random.Generator, mask: Mask, side: int) -> None:
    across = rng.random() < 0.5
    for at in np.arange(0, side, side / float(rng.uniform(2.5, 7))):
        line(
            mask,
            (0, at) if across else (at, 0),
            (side, at) if across else (at, side),
            int(rng.integers(1, 3)),
        )
        for _ in range(3):
            start = float(rng.uniform(0, side))
            end = start + float(rng.uniform(0.1, 0.5)) * side
            off = at + float(rng.uniform(0.02, 0.2)) * side
            line(mask, (start, off) if across else (off, start), (end, off) if across else (off, end), 1)


def _stripes(rng: np.random.Generator, mask: Mask, side: int) -> None:
    angle = float(rng.choice([0, np.pi / 4, np.pi / 2, rng.uniform(0, np.pi)]))
    step = side / float(rng.uniform(3, 12))
    direction = unit(angle) * side * 2
    normal = np.array([-np.sin(angle), np.cos(angle)])
    for at in np.arange(-2 * side, 2 * side, step):
        middle = normal * at + side / 2
        line(mask, middle - direction, middle + direction, max(1, round(step * 0.4)))


def _spots(rng: np.random.Generator, mask: Mask, side: int) -> None:
    for _ in range(int(rng.integers(6, 60))):
        dot(mask, rng.uniform(0, side, 2), float(rng.uniform(0.008, 0.05)) * side)


def _strokes(rng: np.random.Generator, mask: Mask, side: int) -> None:
    for _ in range(int(rng.integers(8, 40))):
        start = rng.uniform(0, side, 2)
        end = start + rng.normal(0, 0.15, 2) * side
        line(mask, start, end, int(rng.integers(1, max(2, side // 24))))


def _hills(rng: np.random.Generator, mask: Mask, side: int) -> None:
    xs = np.linspace(0, side, 24)
    for _ in range(int(rng.integers(1, 3))):
        level = float(rng.uniform(0.35, 0.8)) * side
        ys = level + np.sin(xs / side * float(rng.uniform(3, 9)) + float(rng.uniform(0, 6))) * 0.08 * side
        outline = np.vstack([np.column_stack([xs, ys]), [[side, side], [0, side]]])
        filled(mask, outline)


def _rays(rng: np.random.Generator, mask: Mask, side: int) -> None:
    centre = rng.uniform(0.2, 0.8, 2) * side
    count = int(rng.integers(8, 20))
    for k in range(count):
        angles = np.array([k, k + 0.45]) * 2 * np.pi / count
        tips = centre + 2 * side * unit(angles)
        filled(mask, np.vstack([centre, tips]))


def _waves(rng: np.random.Generator, mask: Mask, side: int) -> None:
    xs = np.linspace(0, side, 40)
    period = float(rng.uniform(8, 25))
    for at in np.arange(0, side, side / float(rng.uniform(4, 10))):
        ys = at + np.sin(xs / side * period) * 0.03 * side
        cv2.polylines(
            mask, [fixed(np.column_stack([xs, ys]))], False, 255, int(rng.integers(1, 4)), cv2.LINE_AA, SHIFT
        )


def _checks(rng: np.random.Generator, mask: Mask, side: int) -> None:
    step = max(4, side // int(rng.integers(4, 11)))
    ys, xs = np.mgrid[0:side, 0:side] // step
    mask[(xs + ys) % 2 == 0] = 255


def _hatching(rng: np.random.Generator, mask: Mask, side: int) -> None:
    for _ in range(int(rng.integers(40, 120))):
        start = rng.uniform(0, side, 2)
        line(mask, start, start + np.array([0.06, -0.06]) * side, 1)


def _mosaic(rng: np.random.Generator, mask: Mask, side: int) -> None:
    cells = int(rng.integers(5, 12))
    mask[:] = cv2.resize(
        (rng.random((cells, cells)) * 255).astype(np.uint8), (side, side), interpolation=cv2.INTER_NEAREST
    )


PATTERNS = {
    "bricks": _bricks, "wires": _wires, "planks": _planks, "stripes": _stripes, "spots": _spots,
    "strokes": _strokes, "hills": _hills, "rays": _rays, "waves": _waves, "checks": _checks,
    "hatching": _hatching, "mosaic": _mosaic, **LEARNED, **VALIDATION, **TEST,
}  # fmt: skip


def draw_frame(look: Look, picture: Image, side: int) -> None:
    if look.frame == "none":
        return
    mask = np.zeros((side, side), np.uint8)
    insets = {"line": (0.05,), "band": (0.015,), "double": (0.03, 0.07)}[look.frame]
    thick = max(1, round(side * (0.03 if look.frame == "band" else 0.01)))
    for inset in insets:
        low, high = round(inset * side), round((1 - inset) * side)
        cv2.rectangle(mask, (low, low), (high, high), 255, thick, cv2.LINE_AA)
    blend(picture, mask.astype(np.float32) / 255, look.frame_colour)


def draw_corner_icon(rng: np.random.Generator, look: Look, picture: Image, side: int) -> None:
    mask = np.zeros((side, side), np.uint8)
    corner = np.array([rng.choice([0.13, 0.87]), rng.choice([0.13, 0.87])]) * side
    blob(rng, mask, corner, 0.05 * side, int(rng.integers(3, 8)))
    blend(picture, mask.astype(np.float32) / 255, look.frame_colour)


def draw_scenery(rng: np.random.Generator, picture: Image, side: int) -> None:
    """Art that has nothing to do with branches: the finder of tiles must not lean on them."""
    for _ in range(int(rng.integers(2, 7))):
        mask = np.zeros((side, side), np.uint8)
        blob(
            rng, mask, rng.uniform(0, side, 2), float(rng.uniform(0.08, 0.5)) * side, int(rng.integers(3, 12))
        )
        colour = hsv(float(rng.random()), float(rng.uniform(0, 0.9)), float(rng.uniform(0.1, 1)))
        blend(picture, mask.astype(np.float32) / 255, colour)
    mask = np.zeros((side, side), np.uint8)
    for _ in range(int(rng.integers(0, 25))):
        start = rng.uniform(0, side, 2)
        line(mask, start, start + rng.normal(0, 0.08, 2) * side, int(rng.integers(1, 4)))
    blend(
        picture, mask.astype(np.float32) / 255, hsv(float(rng.random()), 0.3, float(rng.choice([0.1, 0.95])))
    )
