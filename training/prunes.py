"""Prune sides: whatever hides a branch. Anything may be on them but a branch that runs from end to end."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from training.collage import any_colour, prune_face
from training.glyphs import stamp
from training.grounds import draw_ground
from training.held_out.test.prunes import FACES as TEST
from training.held_out.validation.prunes import FACES as VALIDATION
from training.icons import draw_icon
from training.implements import FACES as IMPLEMENTS
from training.implements import LONGEST
from training.looks import Look
from training.noise import Colour, Image, blend, jittered, mixed, value_noise
from training.strokes import Mask, dot, ellipse, filled, line
from training.tokens import share
from training.weaves import any_weave, lay_weave


def draw_prune(rng: np.random.Generator, look: Look, kind: str, picture: Image) -> None:
    """Paint a strip's prune side over its ground, in place."""
    wide, long = picture.shape[:2]
    ink = look.prune_colour
    if np.abs(picture.mean((0, 1)) - ink).sum() < 120:
        ink = (255 - ink).astype(np.float32)
    mask = np.zeros((wide, long), np.uint8)
    if look.prune in FACES:
        FACES[look.prune](rng, look, kind, picture, ink)
    else:
        MARKS[look.prune](rng, look, mask)
    blend(picture, share(mask), ink)
    if rng.random() < 0.2:
        dot(mask, (float(rng.uniform(0.2, 0.8)) * long, wide / 2), 0.25 * wide)
        blend(picture, share(mask) * 0.9, jittered(rng, ink, 40))


# --- drawn with one ink -------------------------------------------------------------------------------------


def _plain(rng: np.random.Generator, look: Look, mask: Mask) -> None:
    """The bare strip, or a plain wooden stick."""


def _strewn(rng: np.random.Generator, look: Look, mask: Mask) -> None:
    wide, long = mask.shape
    for _ in range(int(rng.integers(10, 40))):
        at = (float(rng.uniform(0, long)), float(rng.uniform(0, wide)))
        size = float(rng.uniform(0.06, 0.2)) * wide
        if look.prune == "flowers":
            dot(mask, at, size)
        elif look.prune == "leaves":
            ellipse(mask, at, (size * 1.6, size * 0.8), float(rng.uniform(0, 180)))
        else:
            line(mask, at, (at[0] + size, at[1] + size), 2)


def _saw(rng: np.random.Generator, look: Look, mask: Mask) -> None:
    """A blade with large teeth and a handle with a hole: without them it would be a branch along the strip."""
    wide, long = mask.shape
    teeth = np.linspace(0.06, 0.6, 11)
    low = np.column_stack([teeth * long, np.where(np.arange(11) % 2, 0.92, 0.62) * wide])
    blade = np.vstack([[0.06 * long, 0.4 * wide], low, [0.66 * long, 0.22 * wide]])
    filled(mask, blade)
    grip = (0.11 * long, 0.38 * wide)
    ellipse(mask, (0.76 * long, 0.5 * wide), grip, 0)
    hole = np.zeros_like(mask)
    ellipse(hole, (0.77 * long, 0.5 * wide), (grip[0] / 2, grip[1] / 2), 0)
    mask[hole > 0] = 0


def _cross(rng: np.random.Generator, look: Look, mask: Mask) -> None:
    wide, long = mask.shape
    for sign in (1, -1):
        middle, reach = np.array([long / 2, wide / 2]), np.array([0.35 * wide, 0.35 * wide * sign])
        line(mask, middle - reach, middle + reach, max(2, wide // 6))


def _bars(rng: np.random.Generator, look: Look, mask: Mask) -> None:
    wide, long = mask.shape
    for x in np.linspace(0.1, 0.9, 6):
        line(mask, (x * long, 0), (x * long, wide), max(1, wide // 8))


def _scissors(rng: np.random.Generator, look: Look, mask: Mask) -> None:
    wide, long = mask.shape
    for sign in (1, -1):
        high, low = wide * (0.5 + 0.25 * sign), wide * (0.5 - 0.2 * sign)
        line(mask, (0.3 * long, high), (0.8 * long, low), max(2, wide // 8))
        dot(mask, (0.25 * long, high), 0.14 * wide)


def _icons(count: int) -> Callable[[np.random.Generator, Look, Mask], None]:
    """The look's icon, so many times in a row."""

    def drawn(rng: np.random.Generator, look: Look, mask: Mask) -> None:
        wide, long = mask.shape
        size = (0.4 if count == 1 else 0.32) * wide
        for k in range(count):
            at = np.array([(k + 1) / (count + 1) * long, wide / 2])
            draw_icon(rng, look.prune_icon, mask, at, size)

    return drawn


def _dashes(rng: np.random.Generator, look: Look, mask: Mask) -> None:
    """An outline to cut along."""
    wide, long = mask.shape
    inset, thick = max(2, wide // 5), max(1, wide // 9)
    cv2.rectangle(mask, (inset, inset), (long - 1 - inset, wide - 1 - inset), 255, thick)
    dash = max(4, wide // 3)
    mask[:, np.arange(long) % dash < dash // 3] = 0


def _framed(rng: np.random.Generator, look: Look, mask: Mask) -> None:
    """Nothing, well framed."""
    wide, long = mask.shape
    cv2.rectangle(mask, (0, 0), (long - 1, wide - 1), 255, max(2, wide // 4))


def _tape(rng: np.random.Generator, look: Look, mask: Mask) -> None:
    """Slanting stripes, as on barrier tape."""
    wide, long = mask.shape
    pitch = wide * float(rng.uniform(0.6, 1.2))
    for x in np.arange(-wide, long + wide, pitch):
        corners = [(x, wide), (x + pitch / 2, wide), (x + wide + pitch / 2, 0), (x + wide, 0)]
        filled(mask, corners)


def _chevrons(rng: np.random.Generator, look: Look, mask: Mask) -> None:
    wide, long = mask.shape
    for x in np.arange(0, long, wide * float(rng.uniform(0.5, 1.0))):
        for y in (0, wide):
            line(mask, (x, y), (x + wide / 2, wide / 2), max(1, wide // 8))


def _lattice(rng: np.random.Generator, look: Look, mask: Mask) -> None:
    """A garden fence of crossed laths."""
    wide, long = mask.shape
    for x in np.arange(-wide, long + wide, wide * float(rng.uniform(0.4, 0.8))):
        line(mask, (x, 0), (x + wide, wide), max(1, wide // 10))
        line(mask, (x + wide, 0), (x, wide), max(1, wide // 10))


def _bricks(rng: np.random.Generator, look: Look, mask: Mask) -> None:
    wide, long = mask.shape
    rows = int(rng.integers(3, 5))
    for row in range(rows):
        y, step = row * wide / rows, 2.2 * wide / rows
        line(mask, (0, y), (long, y), 1)
        for x in np.arange((row % 2) * step / 2, long, step):
            line(mask, (x, y), (x, y + wide / rows), 1)


MARKS: dict[str, Callable[[np.random.Generator, Look, Mask], None]] = {
    "plain": _plain,
    "leaves": _strewn,
    "flowers": _strewn,
    "pattern": _strewn,
    "saw": _saw,
    "cross": _cross,
    "bars": _bars,
    "scissors": _scissors,
    "icon": _icons(1),
    "two_icons": _icons(2),
    "icon_row": _icons(4),
    "dashes": _dashes,
    "framed": _framed,
    "tape": _tape,
    "chevrons": _chevrons,
    "lattice": _lattice,
    "bricks": _bricks,
}


# --- painted all over ---------------------------------------------------------------------------------------


def _background(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    picture[:] = draw_ground(rng, look, kind, picture.shape[1])[: len(picture)]


def _vignette(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """The tile's own ground, darker towards the strip's rim."""
    _background(rng, look, kind, picture, ink)
    down, across = (np.linspace(-1, 1, size, dtype=np.float32) for size in picture.shape[:2])
    far = np.maximum(np.abs(down[:, None]) ** 3, np.abs(across[None]) ** 8)
    picture *= 1 - 0.6 * far[..., None]


def _split(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """Two colours, parted by a slanting line."""
    wide, long = picture.shape[:2]
    mask = np.zeros((wide, long), np.uint8)
    top, foot = rng.uniform(0.3, 0.7, 2) * long
    filled(mask, [(0, 0), (top, 0), (foot, wide), (0, wide)])
    blend(picture, share(mask), ink)


def _gradient(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    field = np.linspace(0, 1, picture.shape[1], dtype=np.float32)[None].repeat(len(picture), 0)
    picture[:] = mixed(field, look.strip_colour, ink)


def _noise(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """Soil, gravel or felt."""
    wide, long = picture.shape[:2]
    cells = float(rng.uniform(3, 10))
    field = value_noise(rng, (wide, long), (cells, cells * long / wide))
    blend(picture, field * float(rng.uniform(0.3, 1.0)), ink)


def _wood(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """A sawn plank: grain from side to side, nothing on it."""
    wide, long = picture.shape[:2]
    grain = value_noise(rng, (wide, long), (wide / 2, 3))
    picture *= 0.82 + 0.3 * grain[..., None]


def _broken(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """A branch that was cut: two stubs, and a wide gap where its middle was."""
    wide, long = picture.shape[:2]
    mask, inner = np.zeros((wide, long), np.uint8), np.zeros((wide, long), np.uint8)
    half = wide * float(rng.uniform(0.1, 0.4))
    how = any_weave(rng) if rng.random() < 0.5 else None
    for end, way in ((0.0, 1), (1.0, -1)):
        start, stop = end * long, (end + way * float(rng.uniform(0.12, 0.25))) * long
        if how:
            path = np.linspace((start, wide / 2), (stop, wide / 2), 8, dtype=np.float32)
            lay_weave(how, mask, inner, path, np.full(8, 2 * half, np.float32))
            continue
        stub = [
            (start, wide / 2 - half), (stop, wide / 2 - half), (stop - way * half, wide / 2),
            (stop + way * half, wide / 2 + half), (start, wide / 2 + half),
        ]  # fmt: skip
        filled(mask, stub)
    colour = look.branch_colours[kind] if look.graft_colour is None else look.graft_colour
    near = np.abs(picture.mean((0, 1)) - colour).sum() < 130
    blend(picture, share(mask), ink if near else colour)
    blend(picture, share(inner), look.second)


def _pictured(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """A thing as large as the strip has room for, drawn out along it but never as long, some filled with colour."""
    wide, long = picture.shape[:2]
    drawn = np.zeros((wide, wide), np.uint8)
    draw_icon(rng, look.prune_icon, drawn, np.full(2, wide / 2), 0.48 * wide)
    if rng.random() < 0.5:
        drawn = np.rot90(drawn, int(rng.integers(4)))
    mask = np.zeros((wide, long), np.uint8)
    high = float(rng.uniform(0.7, 1.1)) * wide
    length = min(high * float(rng.uniform(1, 2.5)), LONGEST * long)
    turn = float(rng.choice([0, 0, rng.normal(0, 12)]))
    stamp(mask, drawn, (float(rng.uniform(0.42, 0.58)) * long, wide / 2), (length, high), turn)
    if rng.random() < 0.5:
        body = np.zeros_like(mask)
        outlines, _ = cv2.findContours(
            (mask > 127).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
        )
        cv2.drawContours(body, outlines, -1, 255, -1)
        blend(picture, share(body), any_colour(rng))
    blend(picture, share(mask), ink)


FACES: dict[str, Callable[[np.random.Generator, Look, str, Image, Colour], None]] = {
    "background": _background,
    "vignette": _vignette,
    "split": _split,
    "gradient": _gradient,
    "noise": _noise,
    "wood": _wood,
    "broken": _broken,
    "collage": prune_face,
    "pictured": _pictured,
    **IMPLEMENTS,
    **VALIDATION,
    **TEST,
}
