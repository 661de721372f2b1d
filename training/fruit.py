"""Fruit tokens, seen from above: printed discs, chips, painted wood, gems and pawns."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from training.collage_fruit import fruit_body
from training.held_out.test.fruit import METHODS as TEST
from training.held_out.validation.fruit import METHODS as VALIDATION
from training.looks import Look
from training.noise import (
    Colour,
    Field,
    Image,
    banked_noise,
    blend,
    dark,
    hsv,
    jittered,
    luminance,
    pale,
    value_noise,
)  # fmt: skip
from training.strokes import SHIFT, around, dot, ellipse, filled, fixed, line, unit
from training.tokens import Sprite, disc, share

FLAT = 0.04
"""Height of a token cut from card, tile sides."""


def draw_fruit(rng: np.random.Generator, look: Look, kind: str, side: int) -> Sprite:
    """A fruit token that fills a square of `side` pixels."""
    colour = jittered(rng, look.fruit_colours[kind], 6)
    picture = np.full((side, side, 3), colour, np.float32)
    mask, height, top = METHODS[look.fruit](rng, look, kind, colour, picture)
    if rng.random() < 0.3:
        picture += (banked_noise(rng, (side, side))[..., None] - 0.5) * 30
    return Sprite(picture.clip(0, 255), mask, height * look.fruit_height, top)


Body = tuple[Field, float, float]
"""Mask, height and the top's share of the foot, as in Sprite."""
Method = Callable[[np.random.Generator, Look, str, Colour, Image], Body]


def _round(picture: Image, radius: float = 0.48) -> Field:
    side = len(picture)
    return disc(side, (side / 2, side / 2), side * radius)


def _polygon(side: int, corners: int, radius: float, turn: float = 0.0) -> Field:
    points = side / 2 + side * radius * around(corners, turn)
    mask = np.zeros((side, side), np.uint8)
    filled(mask, points)
    return share(mask)


# --- printed on a disc --------------------------------------------------------------------------------------


def _disc(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    picture[:] = look.disc_colour
    _printed_fruit(rng, picture, kind, colour)
    return _round(picture), FLAT, 1.0


def _rim_disc(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    picture[:] = colour * 0.6
    blend(picture, _round(picture, 0.40), look.disc_colour)
    _printed_fruit(rng, picture, kind, colour)
    return _round(picture), FLAT, 1.0


def _ring(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    blend(picture, _round(picture, 0.36), look.disc_colour)
    _printed_fruit(rng, picture, kind, colour)
    return _round(picture), FLAT, 1.0


def _dark_rim(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """A thick rim of ink, a field of the fruit's colour, darker drawing on it."""
    picture[:] = look.outline * 0.6
    blend(picture, _round(picture, float(rng.uniform(0.36, 0.42))), colour)
    spots = np.zeros(picture.shape[:2], np.uint8)
    for _ in range(6):
        dot(spots, rng.uniform(0.3, 0.7, 2) * len(picture), len(picture) * 0.02)
    blend(picture, share(spots), dark(colour, 0.6))
    return _round(picture), FLAT, 1.0


def _cluster(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """Two or three of the fruit, hanging together."""
    side = len(picture)
    picture[:] = look.disc_colour
    count, turn = int(rng.integers(2, 4)), float(rng.uniform(0, 2 * np.pi))
    leaf = np.zeros((side, side), np.uint8)
    ellipse(leaf, (side / 2, side * 0.3), (0.16 * side, 0.06 * side), float(np.rad2deg(turn)))
    blend(picture, share(leaf), hsv(0.33, 0.8, 0.45))
    for k in range(count):
        angle = turn + k * 2 * np.pi / count
        at = side / 2 + side * 0.19 * unit(angle)
        size = 0.17 if kind == "lemon" else 0.19
        mask = np.zeros((side, side), np.uint8)
        ellipse(mask, at, (side * 0.2, side * size * (0.8 if kind == "lemon" else 1)), np.rad2deg(angle))
        blend(picture, cv2.dilate(share(mask), np.ones((3, 3))), dark(colour, 0.55))
        blend(picture, share(mask), colour)
    return _round(picture), FLAT, 1.0


def _letter(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """The fruit's initials; those who cannot read them go by the colour."""
    side = len(picture)
    text = {"lemon": "L", "lime": "Li", "orange": "O"}[kind]
    ink = dark(colour, 0.25) if luminance(colour) > 100 else pale(colour, 0.8)
    mask = np.zeros((side, side), np.uint8)
    scale, thick = side / 50, max(1, side // 14)
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    at = ((side - wide) // 2, (side + high) // 2)
    cv2.putText(mask, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, 255, thick, cv2.LINE_AA)
    blend(picture, share(mask), ink)
    return _round(picture), FLAT, 1.0


def _sticker(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """A fruit cut out with a white border."""
    side = len(picture)
    fruit = _fruit_mask(rng, kind, side, 0.36)
    border = max(3, round(side * 0.16)) | 1
    mask: Field = cv2.dilate(fruit, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (border, border)))
    picture[:] = float(rng.uniform(225, 255))
    blend(picture, fruit, colour)
    _fruit_details(rng, picture, kind, colour, 0.34)
    return mask, 0.02, 1.0


def _slice(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """A cut fruit: peel, pith and segments that let a little of the table through."""
    side = len(picture)
    blend(picture, _round(picture, 0.41), pale(colour, 0.75))
    count, turn = int(rng.integers(7, 11)), float(rng.uniform(0, 2))
    mask = _round(picture)
    for k in range(count):
        angles = turn + (k + np.array([0.12, 0.5, 0.88])) * 2 * np.pi / count
        tips = side / 2 + side * 0.37 * unit(angles)
        segment = np.zeros((side, side), np.uint8)
        filled(segment, [[side / 2] * 2, *tips])
        blend(picture, share(segment), pale(colour, 0.12))
        mask = mask - 0.25 * share(segment)
    return mask.clip(0, 1), 0.025, 1.0


def _coin(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """A ring pressed into painted metal, lit from one side."""
    side = len(picture)
    relief = np.zeros((side, side), np.uint8)
    middle, thick = fixed((side / 2, side / 2)).tolist(), max(1, side // 16)
    cv2.circle(relief, middle, round(side * 0.38) << SHIFT, 255, thick, cv2.LINE_AA, SHIFT)
    field = np.maximum(share(relief), 0.9 * _fruit_mask(rng, kind, side, 0.2))
    step = max(1, side // 30)
    lit = field - np.roll(field, (step, step), (0, 1))
    picture += lit[..., None] * float(rng.uniform(50, 110))
    return _round(picture), FLAT, 1.0


# --- chips and solid things ---------------------------------------------------------------------------------


def _flat(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    return _round(picture), FLAT, 1.0


def _hexagon(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    return _polygon(len(picture), 6, 0.48), FLAT, 1.0


def _cutout(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    mask = _fruit_mask(rng, kind, len(picture), 0.46)
    _fruit_details(rng, picture, kind, colour, 0.46)
    return mask, FLAT, 1.0


def _wooden(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """A thick silhouette of painted wood, its leaf and all."""
    side = len(picture)
    mask = _fruit_mask(rng, kind, side, 0.38)
    leaf = np.zeros((side, side), np.uint8)
    ellipse(leaf, (side * 0.6, side * 0.1), (side * 0.16, side * 0.08), -30)
    line(leaf, (side / 2, side * 0.2), (side / 2, side * 0.05), max(2, side // 12))
    picture *= 0.9 + 0.15 * value_noise(rng, (side, side), (3, side / 3))[..., None]
    if rng.random() < 0.5:
        blend(picture, share(leaf), hsv(0.33, 0.7, 0.4))
    return np.maximum(mask, share(leaf)), 0.08, 1.0


def _shaded(rng: np.random.Generator, colour: Colour, picture: Image) -> Field:
    side, centre = len(picture), np.array([len(picture) / 2] * 2)
    light = disc(side, centre + side * np.array([-0.12, -0.14]), side * 0.2)
    soft = cv2.GaussianBlur(light, (0, 0), side * 0.1)
    blend(picture, soft * float(rng.uniform(0.2, 0.9)), np.full(3, 255, np.float32))
    shade = cv2.GaussianBlur(disc(side, centre + side * 0.04, side * 0.36), (0, 0), side * 0.06)
    blend(picture, (1 - shade) * 0.5, dark(colour, 0.4))
    return _round(picture)


def _bead(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    # Not above 0.1: as high as a ball it would be one, and balls are held out.
    return _shaded(rng, colour, picture), 0.1 / max(look.fruit_height, 1.0), 1.0


def _ball(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    return _shaded(rng, colour, picture), 0.16, 1.0


def _cube(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    side = len(picture)
    mask = np.zeros((side, side), np.float32)
    low, high = round(side * 0.14), round(side * 0.86)
    mask[low:high, low:high] = 1.0
    return mask, 0.16, 1.0


def _chip(corners: int, radius: float, turn: float) -> Method:
    """A flat chip of that shape, with a line round its field or a fruit printed on it."""

    def drawn(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
        inside = _polygon(len(picture), corners, radius * 0.78, turn)
        if look.leaf_count % 3 == 0:
            blend(picture, inside, look.disc_colour)
            _printed_fruit(rng, picture, kind, colour)
        else:
            blend(picture, inside, pale(colour, 0.2))
        return _polygon(len(picture), corners, radius, turn), FLAT, 1.0

    return drawn


def _diamond(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """A narrow lozenge."""
    side = len(picture)
    mask = np.zeros((side, side), np.uint8)
    corners = [[0.5, 0.02], [0.8, 0.5], [0.5, 0.98], [0.2, 0.5]]
    filled(mask, np.array(corners) * side)
    picture[:, : side // 2] = pale(colour, float(rng.uniform(0, 0.3)))
    return share(mask), 0.05, 1.0


def _gem(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """Facets, each with a light of its own, round a flat table."""
    # All tokens of a printing are cut alike: their shape hangs on the look alone. So do a button's holes.
    side, corners = len(picture), (5, 10, 12)[look.leaf_count % 3]
    angles = np.arange(corners + 1) * 2 * np.pi / corners
    rim = side / 2 + side * 0.48 * unit(angles)
    for k in range(corners):
        facet = np.zeros((side, side), np.uint8)
        filled(facet, [rim[k], rim[k + 1], [side / 2] * 2])
        tone = float(rng.uniform(-0.5, 0.5))
        blend(picture, share(facet), pale(colour, tone) if tone > 0 else dark(colour, 1 + tone))
    blend(picture, _polygon(side, corners, 0.25), pale(colour, 0.2))
    return _polygon(side, corners, 0.48) * 0.95, 0.09, 0.85


def _button(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """A disc with two or four holes."""
    side = len(picture)
    mask = _round(picture)
    blend(picture, _round(picture, 0.4), dark(colour, 0.75))
    blend(picture, _round(picture, 0.37), colour)
    for angle in np.arange(0, 2 * np.pi, np.pi / (1 + look.leaf_count % 2)):
        at = side / 2 + side * 0.14 * unit(angle)
        mask = mask - disc(side, at, side * 0.065)
    return mask.clip(0, 1), FLAT, 1.0


def _acrylic(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """Coloured acrylic: what lies below shines through."""
    blend(picture, _round(picture) - _round(picture, 0.43), pale(colour, 0.4))
    return _round(picture) * float(rng.uniform(0.6, 0.85)), 0.05, 1.0


def _pillar(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """A tall cylinder: a flat top, lighter than its side."""
    blend(picture, _round(picture, 0.44), pale(colour, float(rng.uniform(0.1, 0.35))))
    return _round(picture), 0.16, 1.0


def _pawn(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """A cone with a small flat top."""
    blend(picture, _round(picture, 0.4), pale(colour, 0.25))
    return _round(picture), 0.17, 0.45


def _pom(rng: np.random.Generator, look: Look, kind: str, colour: Colour, picture: Image) -> Body:
    """A ball of wool: no outline, no shine."""
    side = len(picture)
    grain = rng.random((side, side), dtype=np.float32)
    soft = cv2.GaussianBlur(_round(picture, 0.42), (0, 0), side * 0.05)
    picture += (cv2.GaussianBlur(grain, (0, 0), 0.8)[..., None] - 0.5) * 110
    mask: Field = ((soft - 0.35 - 0.35 * (grain - 0.5)) * 4).clip(0, 1).astype(np.float32)
    return mask, 0.08, 0.9


METHODS: dict[str, Method] = {
    "disc": _disc,
    "rim_disc": _rim_disc,
    "ring": _ring,
    "dark_rim": _dark_rim,
    "cluster": _cluster,
    "letter": _letter,
    "sticker": _sticker,
    "slice": _slice,
    "coin": _coin,
    "flat": _flat,
    "hexagon": _hexagon,
    "cutout": _cutout,
    "wooden": _wooden,
    "cylinder": _bead,
    "bead": _bead,
    "ball": _ball,
    "cube": _cube,
    "square": _chip(4, 0.6, np.pi / 4),
    "triangle": _chip(3, 0.5, np.pi / 2),
    "diamond": _diamond,
    "gem": _gem,
    "button": _button,
    "acrylic": _acrylic,
    "pillar": _pillar,
    "pawn": _pawn,
    "pom": _pom,
    "collage": fruit_body,
    **VALIDATION,
    **TEST,
}


# --- the fruit itself ---------------------------------------------------------------------------------------


def _printed_fruit(rng: np.random.Generator, picture: Image, kind: str, colour: Colour) -> None:
    size = float(rng.uniform(0.22, 0.34))
    blend(picture, _fruit_mask(rng, kind, len(picture), size), colour)
    _fruit_details(rng, picture, kind, colour, size)


def _fruit_mask(rng: np.random.Generator, kind: str, side: int, size: float) -> Field:
    mask = np.zeros((side, side), np.uint8)
    centre = (side / 2, side / 2)
    if kind == "lemon":
        angle = float(rng.uniform(0, 180))
        ellipse(mask, centre, (size * side, size * side * float(rng.uniform(0.68, 0.9))), angle)
        tip = unit(np.deg2rad(angle)) * size * side
        dot(mask, np.asarray(centre) + tip, size * side * 0.22)
        dot(mask, np.asarray(centre) - tip, size * side * 0.22)
    else:
        dot(mask, centre, size * side)
    return share(mask)


def _fruit_details(rng: np.random.Generator, picture: Image, kind: str, colour: Colour, size: float) -> None:
    side = len(picture)
    centre: npt.NDArray[np.float64] = np.array([side / 2, side / 2])
    if rng.random() < (0.6 if kind == "lime" else 0.25):  # a slice with its segments
        pith = (colour * 0.4 + 150).clip(0, 255).astype(np.float32)
        blend(picture, disc(side, centre, size * side * 0.82), pith)
        spokes = np.zeros((side, side), np.uint8)
        for angle in np.arange(0, np.pi, np.pi / 4) + float(rng.uniform(0, 1)):
            tip = unit(angle) * size * side * 0.75
            line(spokes, centre - tip, centre + tip, max(1, side // 24))
        blend(picture, share(spokes) * 0.8, colour)
    if rng.random() < 0.5:  # a leaf
        leaf = np.zeros((side, side), np.uint8)
        angle = float(rng.uniform(0, 2 * np.pi))
        at = centre + unit(angle) * size * side
        ellipse(leaf, at, (0.1 * side, 0.045 * side), float(np.rad2deg(angle)) + 40)
        blend(picture, share(leaf), hsv(0.33, 0.8, float(rng.uniform(0.3, 0.6))))
