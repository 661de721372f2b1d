"""What "train" looks add around their branches: caps, hub ornaments, twigs, birds ... None looks like a branch."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from training.looks import Look
from training.noise import Colour, Image, blend, hsv, jittered
from training.paths import Path, normals
from training.strokes import SHIFT, Mask, around, dot, ellipse, fixed, line, unit

SAFE = 0.15
"""Twigs and tendrils keep this far from the tile's edge, in tile sides."""


def _ink(picture: Image, mask: Mask, colour: Colour) -> None:
    """Lay the colour where the mask is; only the part that has any."""
    x, y, wide, high = cv2.boundingRect(mask)
    window = np.s_[y : y + high, x : x + wide]
    blend(picture[window], mask[window].astype(np.float32) / 255, colour)


def draw_caps(
    rng: np.random.Generator, look: Look, colour: Colour, picture: Image, paths: list[Path]
) -> None:
    """A bud, leaf, ring or knob at each rim end."""
    side = len(picture)
    size = side * max(look.width * (1 - look.taper), 0.03) * float(rng.uniform(0.6, 1.0))
    mask = np.zeros((side, side), np.uint8)
    for path in paths:
        at, back = path[-1], path[-1] - path[-4]
        turn = float(np.rad2deg(np.arctan2(back[1], back[0])))
        if look.cap == "leaf":
            ellipse(mask, at, (size * 1.8, size * 0.8), turn + float(rng.normal(0, 20)))
        elif look.cap == "bud":
            ellipse(mask, at, (size * 1.2, size * 0.9), turn)
        else:
            dot(mask, at, size)
    _ink(picture, mask, look.second if look.cap in ("ring", "knob") else look.leaf_colours["spring"])
    if look.cap == "ring":
        mask[:] = 0
        for path in paths:
            dot(mask, path[-1], size * 0.55)
        _ink(picture, mask, colour)


def draw_hub(
    rng: np.random.Generator, look: Look, colour: Colour, picture: Image, hub: npt.ArrayLike
) -> None:
    side = len(picture)
    size = side * float(rng.uniform(0.5, 1.0)) * max(look.width, 0.06)
    turn = float(rng.uniform(0, 6))
    mask = np.zeros((side, side), np.uint8)
    if look.hub == "whorl":
        count = int(rng.integers(5, 9))
        for k, at in enumerate(np.asarray(hub) + size * around(count, turn)):
            ellipse(mask, at, (size * 0.7, size * 0.3), float(np.rad2deg(turn)) + k * 360 / count)
    elif look.hub == "rosette":
        for at in np.asarray(hub) + size * 0.8 * around(6, turn):
            dot(mask, at, size * 0.5)
    else:
        dot(mask, hub, size)
    _ink(picture, mask, look.leaf_colours["summer"] if look.hub != "knot" else colour)
    if look.hub != "whorl":
        mask[:] = 0
        dot(mask, hub, size * 0.5)
        _ink(picture, mask, look.second)


# --- extras -------------------------------------------------------------------------------------------------
# Each draws into `mask` and answers the colour to lay there.


def _twigs(rng: np.random.Generator, look: Look, kind: str, mask: Mask, paths: list[Path]) -> Colour:
    side = len(mask)
    for path in paths:
        for k in rng.integers(5, 16, int(rng.integers(0, 4))):
            along = path[k + 1] - path[k]
            angle = np.arctan2(along[1], along[0]) + float(rng.choice([-1, 1]) * rng.uniform(0.5, 1.2))
            tip = path[k] + float(rng.uniform(0.07, 0.18)) * side * unit(angle)
            tip = tip.clip(SAFE * side, (1 - SAFE) * side)
            line(mask, path[k], tip, max(1, round(look.width * side * float(rng.uniform(0.15, 0.4)))))
    return look.branch_colours[kind]


def _tendrils(rng: np.random.Generator, look: Look, kind: str, mask: Mask, paths: list[Path]) -> Colour:
    side = len(mask)
    starts = [path[int(rng.integers(4, 18))] for path in paths for _ in range(2)]
    t = np.linspace(0, float(rng.uniform(6, 14)), 40)
    for start in [*starts, rng.uniform(0.2, 0.8, 2) * side]:
        turn, size = float(rng.uniform(0, 6)), float(rng.uniform(0.02, 0.05)) * side
        spread = size * np.linspace(1, 0.15, 40)[:, None]
        curl = unit(turn + t) * spread
        cv2.polylines(
            mask, [fixed(start + curl - curl[0])], False, 255, max(1, side // 110), cv2.LINE_AA, SHIFT
        )
    return look.branch_colours[kind] if rng.random() < 0.5 else look.leaf_colours[kind]


def _foliage(rng: np.random.Generator, look: Look, kind: str, mask: Mask, paths: list[Path]) -> Colour:
    """Leaves in pairs along the branches, beside them rather than on them."""
    side = len(mask)
    for path in paths:
        across = normals(path)
        for k in range(3, len(path), int(rng.integers(3, 8))):
            size = min(look.leaf_size, 0.032) * side * float(rng.uniform(0.7, 1.3))
            turn = float(np.rad2deg(np.arctan2(across[k, 1], across[k, 0])))
            for way in (-1, 1):
                at = path[k] + way * across[k] * (size + look.width * side * 0.4)
                ellipse(mask, at, (size * 1.3, size * 0.55), turn - way * 40)
    return look.leaf_colours[kind]


def _berries(rng: np.random.Generator, look: Look, kind: str, mask: Mask, paths: list[Path]) -> Colour:
    """Printed fruit: smaller than any token."""
    side = len(mask)
    radius = float(rng.uniform(0.015, 0.06)) * side
    for _ in range(int(rng.integers(2, 14))):
        path = paths[int(rng.integers(len(paths)))] if paths and rng.random() < 0.7 else None
        near = rng.uniform(0, side, 2) if path is None else path[int(rng.integers(len(path)))]
        dot(mask, near + rng.normal(0, 0.06, 2) * side, radius * float(rng.uniform(0.8, 1.2)))
    fruity = look.fruit_colours[str(rng.choice(list(look.fruit_colours)))]
    return fruity if rng.random() < 0.6 else look.leaf_colours[kind]


def _blossoms(rng: np.random.Generator, look: Look, kind: str, mask: Mask, paths: list[Path]) -> Colour:
    side = len(mask)
    for at in rng.uniform(0, side, (int(rng.integers(1, 5)), 2)):
        size, petals = float(rng.uniform(0.03, 0.09)) * side, int(rng.integers(4, 9))
        for petal in at + size * 0.7 * around(petals, float(rng.uniform(0, 6))):
            dot(mask, petal, size * 0.42)
    return look.leaf_colours[kind]


def _flyers(rng: np.random.Generator, look: Look, kind: str, mask: Mask, paths: list[Path]) -> Colour:
    """Birds and butterflies, as a body and two wings."""
    side = len(mask)
    for at in rng.uniform(0.08, 0.92, (int(rng.integers(1, 4)), 2)) * side:
        size, turn = float(rng.uniform(0.02, 0.06)) * side, float(rng.uniform(0, 360))
        ellipse(mask, at, (size, size * 0.3), turn)
        for way in (-55, 55):
            angle = np.deg2rad(turn + way)
            wing = at + size * 0.7 * unit(angle)
            ellipse(mask, wing, (size * 0.8, size * float(rng.uniform(0.25, 0.6))), turn + way)
    return look.frame_colour


def _vignette(rng: np.random.Generator, look: Look, kind: str, mask: Mask, paths: list[Path]) -> Colour:
    """A darker or paler edge, never so strong that it hides a branch."""
    ramp = np.abs(np.linspace(-1, 1, len(mask)))
    away = np.hypot(ramp, ramp[:, None]) if rng.random() < 0.5 else np.maximum(ramp, ramp[:, None])
    mask[:] = 255 * ((away - 0.6) * float(rng.uniform(0.3, 0.9))).clip(0, 0.4)
    return look.ground[kind][int(rng.integers(2))] * float(rng.uniform(0.3, 1.0))


def _numbers(rng: np.random.Generator, look: Look, kind: str, mask: Mask, paths: list[Path]) -> Colour:
    side = len(mask)
    at = (round(float(rng.choice([0.04, 0.78])) * side), round(float(rng.choice([0.16, 0.96])) * side))
    scale = side / 144 * float(rng.uniform(0.4, 0.9))
    font = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_COMPLEX]))
    cv2.putText(mask, str(rng.integers(100)), at, font, scale, 255, max(1, side // 110), cv2.LINE_AA)
    return look.frame_colour


def _panel(rng: np.random.Generator, look: Look, kind: str, mask: Mask, paths: list[Path]) -> Colour:
    """A round or square field behind everything, as cards have."""
    side = len(mask)
    half = float(rng.uniform(0.25, 0.45)) * side
    if rng.random() < 0.5:
        dot(mask, (side / 2, side / 2), half)
    else:
        low, high = round(side / 2 - half), round(side / 2 + half)
        cv2.rectangle(mask, (low, low), (high, high), 255, -1)
    mask //= 2
    return look.ground[kind][int(rng.integers(2))]


UNDER = {"panel": _panel, "vignette": _vignette, "blossoms": _blossoms, "twigs": _twigs, "numbers": _numbers}
OVER = {"foliage": _foliage, "berries": _berries, "flyers": _flyers, "tendrils": _tendrils}


def draw_extras(
    rng: np.random.Generator, look: Look, kind: str, picture: Image, paths: list[Path], over: bool
) -> None:
    """The extras that lie under the branches, or those over them."""
    table = OVER if over else UNDER
    for name in look.extras:
        if name not in table:
            continue
        mask = np.zeros(picture.shape[:2], np.uint8)
        colour = table[name](rng, look, kind, mask, paths)
        _ink(picture, mask, jittered(rng, colour, 8))
        if name in ("blossoms", "flyers") and rng.random() < 0.5:
            eroded = cv2.erode(mask, np.ones((3, 3), np.uint8), iterations=max(1, len(mask) // 96))
            _ink(picture, eroded, hsv(float(rng.random()), 0.5, float(rng.uniform(0.3, 1))))
