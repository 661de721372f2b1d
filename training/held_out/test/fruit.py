"""Fruit tokens: things of card, glass, wire and wool, and a photo."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from training.held_out.drawing import ROUND, Points, closed, cut, polar
from training.looks import Look
from training.noise import Colour, Field, Image, blend, dark, hsv, luminance, pale
from training.strokes import SHIFT, dot, ellipse, filled, fixed, line, unit
from training.tokens import disc, share

Body = tuple[Field, float, float]
"""Mask, height and the top's share of the foot, as in Sprite."""
WHITE = np.full(3, 255, np.float32)


def _disc(picture: Image, radius: float, at: tuple[float, float] = (0.5, 0.5)) -> Field:
    side = len(picture)
    return disc(side, np.array(at) * side, side * radius)


def _box(across: float, down: float, corner: float = 0.0) -> Points:
    """A rectangle's outline, (0, 0) in its middle, with round corners."""
    turns = np.linspace(0, np.pi / 2, 6)
    quarter = corner * unit(turns) + np.array([across - corner, down - corner])
    return np.vstack([quarter, quarter[::-1] * [-1, 1], -quarter, quarter[::-1] * [1, -1]])


def _rounded(picture: Image, colour: Colour, mask: Field, light: tuple[float, float]) -> None:
    """Shade what the mask covers as a ball lit from one side."""
    side = len(picture)
    ys, xs = np.mgrid[0:side, 0:side].astype(np.float32) / side - 0.5
    lit = np.exp(-((xs - light[0]) ** 2 + (ys - light[1]) ** 2) * 14)
    blend(picture, mask * (0.45 - 0.5 * lit).clip(0, 1), dark(colour, 0.35))
    blend(picture, mask * (lit**5) * 0.75, WHITE)


def _mesh(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """Fruit in a net as shops sell it, with a clip at the top."""
    side = len(picture)
    for at in ((0.36, 0.6), (0.64, 0.6), (0.5, 0.38)):
        blend(picture, _disc(picture, 0.2, at), dark(colour, 0.7))
        blend(picture, _disc(picture, 0.17, at), colour)
    net = np.zeros((side, side), np.uint8)
    for k in np.linspace(-0.7, 0.7, 8):
        line(net, ((0.5 + k) * side, side * 0.05), ((0.5 + k - 0.4) * side, side), max(1, side // 45))
        line(net, ((0.5 + k) * side, side * 0.05), ((0.5 + k + 0.4) * side, side), max(1, side // 45))
    blend(picture, share(net), pale(colour, 0.75) if kind != "lemon" else hsv(0.02, 0.7, 0.75))
    bag = cut(side, polar(0.4 + 0.03 * np.cos(3 * ROUND)) + np.array([0, 0.05]))
    clip = cut(side, [(-0.05, -0.3), (-0.16, -0.49), (0.16, -0.49), (0.05, -0.3)])
    blend(picture, clip, hsv(0.58, 0.5, 0.6))
    return np.maximum(bag, clip), 0.1, 0.95


def _drop(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """A drop of glass with a point."""
    side = len(picture)
    t = ROUND
    shape = np.column_stack([0.36 * np.sin(t) * np.sin(t / 2) ** 1.2, -0.47 * np.cos(t)])
    mask = cut(side, shape * [1.12, 1])
    blend(picture, mask - cut(side, shape * 0.84 + [0, 0.03]), dark(colour, 0.6))
    glint = np.zeros((side, side), np.uint8)
    ellipse(glint, (0.38 * side, 0.6 * side), (0.04 * side, 0.13 * side), 12)
    blend(picture, share(glint) * 0.85, WHITE)
    return mask, 0.07, 0.95


def _calyx(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """A fruit from above: the five green leaves that it hung by."""
    side = len(picture)
    shape = 0.455 + 0.02 * np.cos(5 * ROUND)
    _rounded(picture, colour, cut(side, polar(shape)), (-0.14, -0.16))
    leaves = np.where(np.arange(120) % 24 < 12, np.arange(120) % 12, 12 - np.arange(120) % 12) / 12
    star = 0.08 + 0.17 * leaves**1.5
    green = hsv(0.33, 0.75, 0.32)
    blend(picture, cut(side, polar(star)), green)
    blend(picture, _disc(picture, 0.05), hsv(0.12, 0.5, 0.45))
    return cut(side, polar(shape)), 0.12, 0.95


def _die(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """A square tile with round corners, and pips: one for a lemon, two for a lime, three for an orange."""
    side = len(picture)
    ink = WHITE if luminance(colour) < 150 else dark(colour, 0.25)
    places = {"lemon": [0.0], "lime": [-0.18, 0.18], "orange": [-0.22, 0.0, 0.22]}[kind]
    blend(picture, cut(side, _box(0.42, 0.42, 0.12)) - cut(side, _box(0.37, 0.37, 0.1)), dark(colour, 0.75))
    for at in places:
        blend(picture, _disc(picture, 0.085, (0.5 + at, 0.5 + at)), ink)
    return cut(side, _box(0.43, 0.43, 0.12)), 0.09, 1.0


def _crate(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """A box of thin wood, full of fruit."""
    side = len(picture)
    wood = hsv(0.09, 0.4, 0.72)
    picture[:] = dark(wood, 0.3)
    for x in (0.27, 0.5, 0.73):
        for y in (0.29, 0.5, 0.71):
            blend(picture, _disc(picture, 0.135, (x, y)), dark(colour, 0.72))
            blend(picture, _disc(picture, 0.115, (x - 0.01, y - 0.01)), colour)
    for edge in (-0.41, 0.41):
        for box in (_box(0.45, 0.055) + np.array([0, edge * 0.92]), _box(0.05, 0.43) + np.array([edge, 0])):
            blend(picture, cut(side, box), wood)
            seam = np.zeros((side, side), np.uint8)
            closed(seam, (box + 0.5) * side, 1)
            blend(picture, share(seam) * 0.7, dark(wood, 0.5))
    return cut(side, _box(0.44, 0.42)), 0.11, 1.0


def _photo(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """A card with a photo of the fruit: pores, a shine, and its shadow on white."""
    side = len(picture)
    picture[:] = 246
    shadow = cv2.GaussianBlur(
        cut(side, polar(np.full(120, 0.3)) * [1.1, 0.5] + [0.06, 0.26]), (0, 0), side / 22
    )
    blend(picture, 0.6 * shadow, np.full(3, 70, np.float32))
    long = 1.12 if kind == "lemon" else 1.0
    fruit = cut(side, polar(np.full(120, 0.335)) * [long, 1 / long])
    blend(picture, fruit, colour)
    _rounded(picture, colour, fruit, (-0.12, -0.13))
    pores = cv2.GaussianBlur(rng.random((side, side), dtype=np.float32), (0, 0), 0.7) - 0.5
    picture += (fruit * pores)[..., None] * 45
    return cut(side, _box(0.42, 0.42, 0.05)), 0.03, 1.0


def _cabochon(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """An oval stone in a setting of beaded gold."""
    side = len(picture)
    oval = polar(np.full(120, 0.5)) * [0.96, 0.74]
    gold = hsv(0.115, 0.55, 0.72) if kind != "lemon" else hsv(0.07, 0.55, 0.45)
    picture[:] = gold
    for at in polar(np.full(22, 0.46)) * [0.95, 0.7] + 0.5:
        blend(picture, disc(side, at * side, 0.035 * side), pale(gold, 0.5))
    blend(picture, cut(side, oval * 0.82), dark(colour, 0.75))
    blend(picture, cut(side, oval * 0.76), colour)
    blend(picture, cut(side, oval * [0.3, 0.2] + [-0.1, -0.12]) * 0.8, WHITE)
    return cut(side, oval), 0.06, 0.95


def _jar(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """A jar of marmalade, with a label and a chequered cloth over its lid."""
    side = len(picture)
    glass, cloth = _box(0.36, 0.33, 0.1) + np.array([0, 0.14]), _box(0.3, 0.13, 0.04) + np.array([0, -0.31])
    frill = np.array([(-0.38, -0.14), (-0.27, -0.26), (0.27, -0.26), (0.38, -0.14)])
    blend(picture, cut(side, _box(0.05, 0.3) + np.array([-0.27, 0.14])) * 0.5, WHITE)
    blend(
        picture, cut(side, _box(0.19, 0.12) + np.array([0.03, 0.17])), np.array([250, 244, 230], np.float32)
    )
    blend(picture, _disc(picture, 0.075, (0.53, 0.67)), dark(colour, 0.8))
    lid = np.maximum(cut(side, cloth), cut(side, frill))
    ink = hsv(0.98, 0.6, 0.7) if kind != "orange" else hsv(0.6, 0.6, 0.6)
    ys, xs = np.mgrid[0:side, 0:side] * 14 // side
    blend(picture, lid, WHITE)
    blend(picture, lid * ((xs + ys) % 2), ink)
    return np.maximum(cut(side, glass), lid), 0.07, 1.0


def _yarn(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """A ball of wool: bundles of thread wound over one another, and a loose end."""
    side = len(picture)
    picture[:] = dark(colour, 0.8)
    for turn in (20, 80, 140, -25):
        for reach in np.linspace(0.08, 0.34, 5):
            threads = np.zeros((side, side), np.uint8)
            cv2.ellipse(
                threads, fixed((0.5 * side, 0.5 * side)).tolist(), fixed((0.44 * side, reach * side)).tolist(),
                turn, 150, 330, 255, max(1, side // 24), cv2.LINE_AA, SHIFT,
            )  # fmt: skip
            tone = float(rng.uniform(-0.25, 0.3))
            blend(picture, share(threads), pale(colour, tone) if tone > 0 else dark(colour, 1 + tone))
    end = np.zeros((side, side), np.uint8)
    tail = np.array([(0.7, 0.8), (0.85, 0.93), (0.97, 0.9)]) * side
    cv2.polylines(end, [fixed(tail)], False, 255, max(2, side // 18), cv2.LINE_AA, SHIFT)
    return np.maximum(_disc(picture, 0.44), share(end)), 0.12, 0.9


def _peeled(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """Peel in one long curl: a spiral of card with pith at its edge."""
    side = len(picture)
    t = np.linspace(0, 4.6 * np.pi, 160)
    curl = unit(t) * np.linspace(0.06, 0.4, 160)[:, None]
    mask = np.zeros((side, side), np.uint8)
    cv2.polylines(
        mask, [fixed((curl + 0.5) * side)], False, 255, max(3, round(0.15 * side)), cv2.LINE_AA, SHIFT
    )
    pith = np.zeros((side, side), np.uint8)
    rim = (curl * 1.17 + 0.5) * side
    cv2.polylines(pith, [fixed(rim)], False, 255, max(1, round(0.035 * side)), cv2.LINE_AA, SHIFT)
    blend(picture, share(pith), pale(colour, 0.8))
    dot(mask, (side / 2, side / 2), 0.08 * side)
    return share(mask), 0.05, 1.0


def _shield(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """A coat of arms: a bend of another tone across a field, a pale rim."""
    side = len(picture)
    t = np.linspace(0, np.pi / 2, 12)
    flank = np.column_stack([0.42 * np.cos(t) ** 0.8, 0.02 + 0.45 * np.sin(t)])
    shape = np.vstack([[(0.42, -0.43)], flank, flank[::-1] * [-1, 1], [(-0.42, -0.43)]])
    field = cut(side, shape * 0.86)
    picture[:] = pale(colour, 0.8) if kind != "lemon" else dark(colour, 0.3)
    blend(picture, field, colour)
    bend = np.zeros((side, side), np.uint8)
    filled(bend, np.array([(0, 0.1), (0.2, 0), (1, 0.8), (0.85, 1)]) * side)
    blend(picture, field * share(bend), dark(colour, 0.6))
    return cut(side, shape), 0.045, 1.0


METHODS: dict[str, Callable[[np.random.Generator, Look, str, Colour, Image], Body]] = {
    "mesh": _mesh, "drop": _drop, "calyx": _calyx, "die": _die, "crate": _crate, "photo": _photo,
    "cabochon": _cabochon, "jar": _jar, "yarn": _yarn, "peeled": _peeled, "shield": _shield,
}  # fmt: skip
