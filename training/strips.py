"""Graft and prune tokens: a strip of card or wood, and the branch along a graft side."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from training.branches import paint_branches
from training.collage import any_colour, motif, strip_ground
from training.grounds import draw_ground
from training.held_out.test import grafts as test_grafts
from training.held_out.test import strips as test_strips
from training.held_out.validation import grafts as validation_grafts
from training.held_out.validation import strips as validation_strips
from training.kits import WIDEST
from training.looks import Look
from training.noise import Colour, Field, Image, blend, hsv, jittered, luminance, mixed, value_noise
from training.paths import Path, ribbon
from training.prunes import draw_prune
from training.scions import pieced
from training.strokes import Mask, dot, ellipse, filled, line, unit
from training.tokens import Sprite, share
from training.weaves import woven


def draw_strip(rng: np.random.Generator, look: Look, token: str, kind: str, long: int, wide: int) -> Sprite:
    """A graft or prune token, its long side along x: `long` x `wide` pixels."""
    ground = draw_ground(rng, look, kind, long)[:wide] if rng.random() < 0.4 else None
    picture = np.full((wide, long, 3), jittered(rng, look.strip_colour, 6), np.float32)
    if look.strip_ground != "mixed":
        GROUNDS[look.strip_ground](rng, look, kind, picture)
    elif token == "graft" and ground is not None:
        picture = ground.copy()
    if token == "graft":
        _graft(rng, look, kind, picture)
    else:
        draw_prune(rng, look, kind, picture)
    _frame(look, picture)
    return Sprite(picture.clip(0, 255), _shape(look, long, wide), look.strip_height)


CUT = {**validation_strips.OUTLINES, **test_strips.OUTLINES}
FRAMES = {**validation_strips.FRAMES, **test_strips.FRAMES}
GRAFTS = {"motif": motif, "woven": woven, "pieced": pieced, **validation_grafts.GRAFTS, **test_grafts.GRAFTS}
"""Cut-out outlines, frames and branches of graft sides that only held-out looks have; and those no two of
which are alike."""


# --- the strip itself ---------------------------------------------------------------------------------------


def _shape(look: Look, long: int, wide: int) -> Field:
    mask = np.zeros((wide, long), np.uint8)
    if look.strip_shape in CUT:
        CUT[look.strip_shape](mask)
        return share(mask)
    if look.strip_shape in OUTLINES:
        corners = np.array(OUTLINES[look.strip_shape]) * [long - 1, wide - 1]
        # The corners are of a strip's left half: its right half mirrors them.
        both = np.vstack([corners, [long - 1, 0] + corners[::-1] * [-1, 1]])
        filled(mask, both)
        if look.strip_shape == "tag":
            cv2.circle(mask, (round(0.08 * long), wide // 2), max(1, wide // 8), 0, -1, cv2.LINE_AA)
        return share(mask)
    curve = 1.0 if look.strip_shape == "pill" else min(look.corner_radius * 2, 0.4)
    radius = min(round(curve * wide), (wide - 1) // 2)
    cv2.rectangle(mask, (radius, 0), (long - radius - 1, wide - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (long - 1, wide - radius - 1), 255, -1)
    for x in (radius, long - radius - 1):
        for y in (radius, wide - radius - 1):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return share(mask)


OUTLINES = {
    "notched": [(0.5, 1), (0, 1), (0.07, 0.5), (0, 0), (0.5, 0)],
    "pointed": [(0.5, 1), (0.1, 1), (0, 0.5), (0.1, 0), (0.5, 0)],
    "waisted": [(0.5, 0.88), (0, 1), (0, 0), (0.5, 0.12)],
    "bellied": [(0.5, 1), (0, 0.84), (0, 0.16), (0.5, 0)],
    "tag": [(0.5, 1), (0.06, 1), (0, 0.7), (0, 0.3), (0.06, 0), (0.5, 0)],
}
"""From the middle of the lower side round the left end to the middle of the upper, in shares of the strip."""


def _frame(look: Look, picture: Image) -> None:
    if look.strip_frame == "none":
        return
    wide, long = picture.shape[:2]
    mask = np.zeros((wide, long), np.uint8)
    if look.strip_frame in FRAMES:
        FRAMES[look.strip_frame](mask)
        blend(picture, share(mask), look.frame_colour)
        return
    thick = max(1, wide // (6 if look.strip_frame == "band" else 12))
    inset = wide // 8 if look.strip_frame == "inset" else 0
    cv2.rectangle(mask, (inset, inset), (long - 1 - inset, wide - 1 - inset), 255, thick)
    blend(picture, share(mask), look.frame_colour)


def _plain(rng: np.random.Generator, look: Look, kind: str, picture: Image) -> None:
    """The strip's colour is there already."""


def _as_tile(rng: np.random.Generator, look: Look, kind: str, picture: Image) -> None:
    picture[:] = draw_ground(rng, look, kind, picture.shape[1])[: len(picture)]


def _gradient(rng: np.random.Generator, look: Look, kind: str, picture: Image) -> None:
    field = np.linspace(0, 1, picture.shape[1], dtype=np.float32)[None].repeat(len(picture), 0)
    picture[:] = mixed(field, look.ground[kind][0], look.strip_colour)


def _wood(rng: np.random.Generator, look: Look, kind: str, picture: Image) -> None:
    wide, long = picture.shape[:2]
    tone = hsv(float(rng.uniform(0.07, 0.11)), 0.4, float(rng.uniform(0.65, 0.9)))
    picture[:] = tone * (0.88 + 0.2 * value_noise(rng, (wide, long), (wide / 2, 3))[..., None])


def _paper(rng: np.random.Generator, look: Look, kind: str, picture: Image) -> None:
    picture[:] = np.array([246, 240, 226], np.float32)
    picture += (value_noise(rng, picture.shape[:2], (6, 30))[..., None] - 0.5) * 10


GROUNDS: dict[str, Callable[[np.random.Generator, Look, str, Image], None]] = {
    "plain": _plain,
    "tile": _as_tile,
    "gradient": _gradient,
    "wood": _wood,
    "paper": _paper,
    "collage": strip_ground,
    **validation_strips.GROUNDS,
    **test_strips.GROUNDS,
}


# --- the branch on a graft side -----------------------------------------------------------------------------


def _graft(rng: np.random.Generator, look: Look, kind: str, picture: Image) -> None:
    if look.graft in GRAFTS:
        colour = look.branch_colours[kind] if look.graft_colour is None else look.graft_colour
        _stand_out(picture, colour, plainly=False)
        GRAFTS[look.graft](rng, look, picture, colour)
        EXTRAS[look.graft_extra](rng, look, kind, picture, colour)
        return
    wide, long = picture.shape[:2]
    if look.graft == "printed":
        xs = np.linspace(-0.02, 1.02, 20) if rng.random() < 0.7 else np.linspace(0.06, 0.94, 20)
        ys = 0.5 + 0.1 * np.sin(xs * float(rng.uniform(3, 12)) + float(rng.uniform(0, 6)))
        thick = min(max(look.width * long / look.strip_length, 0.22 * wide), 0.62 * wide)
    else:
        end = -0.02 if look.graft_runs_off else 0.09
        xs = np.linspace(end, 1 - end, 20)
        swing = float(rng.uniform(0.08, 0.16)) if look.graft in ("wavy", "twig") else 0.02
        ys = 0.5 + swing * np.sin(xs * float(rng.uniform(4, 12)) + float(rng.uniform(0, 6)))
        thick = max(
            min(look.graft_width, 0.45 if look.graft in ("knobbly", "wavy", "twig") else WIDEST) * wide, 2.5
        )
    path = np.column_stack([xs * long, ys * wide]).astype(np.float32)
    rough = 1.1 if look.graft == "knobbly" else 0.25
    widths = np.full(len(path), thick, np.float32) * (
        1 + rough * (rng.random(len(path), dtype=np.float32) - 0.5)
    )
    if look.graft == "tapered":
        widths = widths * np.linspace(1.3, 0.5, len(path), dtype=np.float32)
    mask = np.zeros((wide, long), np.uint8)
    inner = np.zeros((wide, long), np.uint8)
    filled(mask, ribbon(path, widths))
    filled(inner, ribbon(path, widths * 0.55))
    if look.graft != "printed" and not look.graft_runs_off:
        for k in (0, -1):
            dot(mask, path[k], float(widths[k]) / 2)
    colour = look.branch_colours[kind] if look.graft_colour is None else look.graft_colour
    _stand_out(picture, colour, look.graft == "printed")
    if look.graft == "printed":
        paint_branches(rng, look, colour, picture, mask, inner)
    else:
        _paint_own(rng, look, colour, picture, mask, inner, path)
    EXTRAS[look.graft_extra](rng, look, kind, picture, colour)


def _stand_out(picture: Image, colour: Colour, plainly: bool) -> None:
    """A drawing must stand out from its strip: give way where the ground comes too near to it."""
    mean = picture.mean((0, 1))
    if plainly:
        if np.abs(mean - colour).sum() < 130:
            picture[:] = np.where(colour.mean() > 128, colour * 0.2, 255 - (255 - colour) * 0.3)
    elif abs(luminance(mean) - luminance(colour)) < 75:
        if luminance(colour) > 120:
            picture *= 0.3
        else:
            picture += (255 - picture) * 0.75


def _paint_own(
    rng: np.random.Generator, look: Look, colour: Colour, picture: Image, mask: Mask, inner: Mask, path: Path
) -> None:
    """A branch drawn otherwise than those on the tiles."""
    wide = len(picture)
    if look.graft == "twig":  # side shoots
        for k in (5, 9, 14):
            tip = path[k] + [0.3 * wide, (0.4 if k % 2 else -0.4) * wide]
            line(mask, path[k], tip, max(1, round(0.12 * wide)))
    if look.graft == "outlined":
        edge = cv2.dilate(share(mask), np.ones((3, 3)))
        blend(picture, edge, (colour * 0.35).astype(np.float32))
        blend(picture, share(inner), (colour * 0.7 + 76).astype(np.float32))
        return
    blend(picture, share(mask), colour)
    if look.graft == "two_tone":
        # The second tone goes away from the middle, not towards the ground.
        light = (colour * 0.78 if luminance(colour) > 120 else colour + (255 - colour) * 0.25).astype(
            np.float32
        )
        blend(picture, share(np.minimum(mask, np.roll(inner, -max(1, wide // 10), 0))), light)
    elif look.graft == "textured":
        grain = value_noise(rng, mask.shape, (wide / 2, mask.shape[1] / 8))
        blend(picture, share(mask) * (grain > 0.6), (colour * 0.6).astype(np.float32))


def _beside(rng: np.random.Generator, picture: Image, share_across: float) -> npt.NDArray[np.float64]:
    """A place above or below the branch."""
    wide, long = picture.shape[:2]
    side = float(rng.choice([-1, 1])) * share_across
    return np.array([float(rng.uniform(0.08, 0.92)) * long, (0.5 + side) * wide])


def _none(rng: np.random.Generator, look: Look, kind: str, picture: Image, colour: Colour) -> None:
    """Nothing but the branch."""


def _few_leaves(rng: np.random.Generator, look: Look, kind: str, picture: Image, colour: Colour) -> None:
    wide, long = picture.shape[:2]
    for _ in range(int(rng.choice([0, 0, 2, 5]))):
        leaf = np.zeros((wide, long), np.uint8)
        at = (float(rng.uniform(0, long)), float(rng.uniform(0, wide)))
        ellipse(leaf, at, (0.14 * wide, 0.07 * wide), float(rng.uniform(0, 180)))
        blend(picture, share(leaf), look.leaf_colours[kind])


def _leaves(rng: np.random.Generator, look: Look, kind: str, picture: Image, colour: Colour) -> None:
    leaf = np.zeros(picture.shape[:2], np.uint8)
    for _ in range(int(rng.integers(3, 9))):
        size = float(rng.uniform(0.12, 0.22)) * len(picture)
        ellipse(leaf, _beside(rng, picture, 0.28), (size, size / 2), float(rng.uniform(20, 160)))
    blend(picture, share(leaf), look.leaf_colours[kind])


def _buds(rng: np.random.Generator, look: Look, kind: str, picture: Image, colour: Colour) -> None:
    bud = np.zeros(picture.shape[:2], np.uint8)
    for _ in range(int(rng.integers(2, 7))):
        dot(bud, _beside(rng, picture, 0.2), 0.1 * len(picture))
    blend(picture, share(bud), look.leaf_colours[kind])


def _blossoms(rng: np.random.Generator, look: Look, kind: str, picture: Image, colour: Colour) -> None:
    petals = np.zeros(picture.shape[:2], np.uint8)
    hearts = np.zeros(picture.shape[:2], np.uint8)
    for _ in range(int(rng.integers(2, 6))):
        at, size = _beside(rng, picture, float(rng.uniform(0.1, 0.32))), 0.1 * len(picture)
        for angle in np.arange(5) * 2 * np.pi / 5:
            dot(petals, at + size * unit(angle), 0.7 * size)
        dot(hearts, at, 0.6 * size)
    blend(picture, share(petals), hsv(float(rng.uniform(0.85, 1.0)), float(rng.uniform(0, 0.5)), 1.0))
    blend(picture, share(hearts), hsv(0.14, 0.8, 0.95))


def _bandage(rng: np.random.Generator, look: Look, kind: str, picture: Image, colour: Colour) -> None:
    """What a gardener winds round a graft; the branch goes on at both sides of it."""
    wide, long = picture.shape[:2]
    mask = np.zeros((wide, long), np.uint8)
    half = float(rng.uniform(0.05, 0.1)) * long
    reach = min(0.5, look.graft_width * 0.75) * wide
    low = (round(long / 2 - half), round(wide / 2 - reach))
    high = (round(long / 2 + half), round(wide / 2 + reach))
    cv2.rectangle(mask, low, high, 255, -1)
    cloth = np.full(3, 235, np.float32) if luminance(colour) < 140 else hsv(0.02, 0.6, 0.6)
    blend(picture, share(mask), cloth)
    turns = np.zeros((wide, long), np.uint8)
    for x in np.linspace(low[0], high[0], 4):
        line(turns, (x, low[1]), (x + 0.15 * wide, high[1]), 1)
    blend(picture, share(np.minimum(turns, mask)) * 0.6, (cloth * 0.5).astype(np.float32))


def _ties(rng: np.random.Generator, look: Look, kind: str, picture: Image, colour: Colour) -> None:
    """Bands across the branch, a few or many, as wide as it or as the strip, straight or slanting."""
    wide, long = picture.shape[:2]
    mask = np.zeros((wide, long), np.uint8)
    count = int(rng.integers(1, 7))
    first, last = np.sort(rng.uniform(0.05, 0.95, 2))
    thick = max(1, round(float(rng.uniform(0.04, 0.2)) * wide))
    reach = min(float(rng.uniform(0.9, 1.6)) * look.graft_width / 2, 0.5) * wide
    lean = float(rng.choice([0.0, rng.uniform(-0.25, 0.25)])) * wide
    for x in np.linspace(first, last, count) * long:
        line(mask, (x - lean, wide / 2 - reach), (x + lean, wide / 2 + reach), thick)
    blend(picture, share(mask), any_colour(rng))


def _arrows(rng: np.random.Generator, look: Look, kind: str, picture: Image, colour: Colour) -> None:
    """An arrow head near each end, to say where the branch goes on."""
    wide, long = picture.shape[:2]
    mask = np.zeros((wide, long), np.uint8)
    for x, way in ((0.1, -1), (0.9, 1)):
        tip = np.array([x * long + way * 0.2 * wide, wide / 2])
        back = tip[0] - way * 0.35 * wide
        corners = np.array([tip, [back, 0.18 * wide], [back, 0.82 * wide]])
        filled(mask, corners)
    blend(picture, share(mask), look.leaf_colours[kind])


def _plus(rng: np.random.Generator, look: Look, kind: str, picture: Image, colour: Colour) -> None:
    """A small plus in a corner."""
    wide, long = picture.shape[:2]
    mask = np.zeros((wide, long), np.uint8)
    at, arm = np.array([0.14 * long, 0.2 * wide]), 0.14 * wide
    for way in ([arm, 0], [0, arm]):
        line(mask, at - way, at + way, max(1, wide // 12))
    blend(picture, share(mask), look.prune_colour)


EXTRAS: dict[str, Callable[[np.random.Generator, Look, str, Image, Colour], None]] = {
    "none": _none,
    "few leaves": _few_leaves,
    "leaves": _leaves,
    "buds": _buds,
    "blossoms": _blossoms,
    "bandage": _bandage,
    "arrows": _arrows,
    "plus": _plus,
    "ties": _ties,
    **validation_grafts.EXTRAS,
    **test_grafts.EXTRAS,
}
