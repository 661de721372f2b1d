"""Fruit and graft/prune tokens, seen from above: pictures with a mask, ready to be laid on the table."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from training.grounds import draw_ground
from training.looks import Look
from training.noise import Colour, Field, Image, banked_noise, blend, hsv, jittered
from training.strokes import SHIFT, dot, ellipse, fixed, line
from training.tiles import paint_branches, ribbon

FRUITS = ("lemon", "lime", "orange")


@dataclass(frozen=True, eq=False)
class Sprite:
    """A flat thing on the table.

    picture: float32 (H, W, 3); mask: float32 (H, W), 0 to 1; height: how far it stands off the table,
    in tile sides, for its shadow and its visible edge.
    """

    picture: Image
    mask: Field
    height: float


def draw_fruit(rng: np.random.Generator, look: Look, kind: str, side: int) -> Sprite:
    """A fruit token that fills a square of `side` pixels."""
    colour = jittered(rng, look.fruit_colours[kind], 6)
    centre = np.array([side / 2, side / 2])
    full = _disc(side, centre, side * 0.48)
    picture = np.empty((side, side, 3), np.float32)
    picture[:] = look.disc_colour
    style = look.fruit
    height = 0.04
    if style in ("disc", "rim_disc", "ring"):
        if style == "rim_disc":
            picture[:] = colour * 0.6
            blend(picture, _disc(side, centre, side * 0.40), look.disc_colour)
        elif style == "ring":
            picture[:] = colour
            blend(picture, _disc(side, centre, side * 0.36), look.disc_colour)
        _printed_fruit(rng, picture, kind, colour, side)
        mask = full
    elif style in ("flat", "hexagon"):
        picture[:] = colour
        mask = full if style == "flat" else _hexagon(side)
    elif style == "cutout":
        picture[:] = colour
        mask = _fruit_mask(rng, kind, side, 0.46)
        _fruit_details(rng, picture, kind, colour, side, 0.46)
    elif style in ("cylinder", "bead", "ball"):
        picture[:] = colour
        mask = full
        light = _disc(side, centre + side * np.array([-0.12, -0.14]), side * 0.2)
        soft = cv2.GaussianBlur(light, (0, 0), side * 0.1)
        blend(picture, soft * float(rng.uniform(0.2, 0.9)), np.full(3, 255, np.float32))
        shade = cv2.GaussianBlur(_disc(side, centre + side * 0.04, side * 0.36), (0, 0), side * 0.06)
        blend(picture, (1 - shade) * 0.5, (colour * 0.4).astype(np.float32))
        height = {"cylinder": 0.1, "bead": 0.1, "ball": 0.16}[style]
    else:  # a cube
        picture[:] = colour
        mask = np.zeros((side, side), np.float32)
        low, high = round(side * 0.14), round(side * 0.86)
        mask[low:high, low:high] = 1.0
        height = 0.16
    if rng.random() < 0.3:
        picture += (banked_noise(rng, (side, side))[..., None] - 0.5) * 30
    return Sprite(picture.clip(0, 255), mask, height)


def _printed_fruit(rng: np.random.Generator, picture: Image, kind: str, colour: Colour, side: int) -> None:
    size = float(rng.uniform(0.22, 0.34))
    blend(picture, _fruit_mask(rng, kind, side, size), colour)
    _fruit_details(rng, picture, kind, colour, side, size)


def _fruit_mask(rng: np.random.Generator, kind: str, side: int, size: float) -> Field:
    mask = np.zeros((side, side), np.uint8)
    centre = (side / 2, side / 2)
    if kind == "lemon":
        angle = float(rng.uniform(0, 180))
        ellipse(mask, centre, (size * side, size * side * float(rng.uniform(0.68, 0.9))), angle)
        tip = np.array([np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))]) * size * side
        dot(mask, np.asarray(centre) + tip, size * side * 0.22)
        dot(mask, np.asarray(centre) - tip, size * side * 0.22)
    else:
        dot(mask, centre, size * side)
    return mask.astype(np.float32) / 255


def _fruit_details(
    rng: np.random.Generator, picture: Image, kind: str, colour: Colour, side: int, size: float
) -> None:
    centre = np.array([side / 2, side / 2])
    if rng.random() < (0.6 if kind == "lime" else 0.25):  # a slice with its segments
        blend(
            picture,
            _disc(side, centre, size * side * 0.82),
            (colour * 0.4 + 150).clip(0, 255).astype(np.float32),
        )
        spokes = np.zeros((side, side), np.uint8)
        for angle in np.arange(0, np.pi, np.pi / 4) + float(rng.uniform(0, 1)):
            tip = np.array([np.cos(angle), np.sin(angle)]) * size * side * 0.75
            line(spokes, centre - tip, centre + tip, max(1, side // 24))
        blend(picture, spokes.astype(np.float32) / 255 * 0.8, colour)
    if rng.random() < 0.5:  # a leaf
        leaf = np.zeros((side, side), np.uint8)
        angle = float(rng.uniform(0, 2 * np.pi))
        at = centre + np.array([np.cos(angle), np.sin(angle)]) * size * side
        ellipse(leaf, at, (0.1 * side, 0.045 * side), float(np.rad2deg(angle)) + 40)
        blend(picture, leaf.astype(np.float32) / 255, hsv(0.33, 0.8, float(rng.uniform(0.3, 0.6))))


def _disc(side: int, centre: npt.ArrayLike, radius: float) -> Field:
    mask = np.zeros((side, side), np.uint8)
    dot(mask, centre, radius)
    return mask.astype(np.float32) / 255


def _hexagon(side: int) -> Field:
    angles = np.arange(6) * np.pi / 3
    points = side / 2 + side * 0.48 * np.column_stack([np.cos(angles), np.sin(angles)])
    mask = np.zeros((side, side), np.uint8)
    cv2.fillPoly(mask, [fixed(points)], 255, cv2.LINE_AA, SHIFT)
    return mask.astype(np.float32) / 255


def draw_strip(rng: np.random.Generator, look: Look, token: str, kind: str, long: int, wide: int) -> Sprite:
    """A graft or prune token, its long side along x: `long` x `wide` pixels."""
    ground = draw_ground(rng, look, kind, long)[:wide] if rng.random() < 0.4 else None
    picture = np.empty((wide, long, 3), np.float32)
    picture[:] = jittered(rng, look.strip_colour, 6)
    if token == "graft":
        if ground is not None:
            picture = ground.copy()
        _graft(rng, look, kind, picture)
    else:
        _prune(rng, look, kind, picture)
    mask = np.zeros((wide, long), np.uint8)
    radius = round(min(look.corner_radius * 2, 0.4) * wide)
    cv2.rectangle(mask, (radius, 0), (long - radius - 1, wide - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (long - 1, wide - radius - 1), 255, -1)
    for x in (radius, long - radius - 1):
        for y in (radius, wide - radius - 1):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return Sprite(picture.clip(0, 255), mask.astype(np.float32) / 255, 0.03)


def _graft(rng: np.random.Generator, look: Look, kind: str, picture: Image) -> None:
    wide, long = picture.shape[:2]
    xs = np.linspace(-0.02, 1.02, 20) if rng.random() < 0.7 else np.linspace(0.06, 0.94, 20)
    ys = 0.5 + 0.1 * np.sin(xs * float(rng.uniform(3, 12)) + float(rng.uniform(0, 6)))
    path = np.column_stack([xs * long, ys * wide]).astype(np.float32)
    thick = min(max(look.width * long / look.strip_length, 0.22 * wide), 0.62 * wide)
    widths = np.full(len(path), thick, np.float32) * (
        1 + 0.25 * (rng.random(len(path), dtype=np.float32) - 0.5)
    )
    mask = np.zeros((wide, long), np.uint8)
    inner = np.zeros((wide, long), np.uint8)
    cv2.fillPoly(mask, [fixed(ribbon(path, widths))], 255, cv2.LINE_AA, SHIFT)
    cv2.fillPoly(inner, [fixed(ribbon(path, widths * 0.55))], 255, cv2.LINE_AA, SHIFT)
    colour = look.branch_colours[kind]
    near = np.abs(picture.mean((0, 1)) - colour).sum() < 130
    if near:  # the drawing must stand out from its strip
        picture[:] = np.where(colour.mean() > 128, colour * 0.2, 255 - (255 - colour) * 0.3)
    paint_branches(rng, look, colour, picture, mask, inner)
    for _ in range(int(rng.choice([0, 0, 2, 5]))):
        leaf = np.zeros((wide, long), np.uint8)
        at = (float(rng.uniform(0, long)), float(rng.uniform(0, wide)))
        ellipse(leaf, at, (0.14 * wide, 0.07 * wide), float(rng.uniform(0, 180)))
        blend(picture, leaf.astype(np.float32) / 255, look.leaf_colours[kind])


def _prune(rng: np.random.Generator, look: Look, kind: str, picture: Image) -> None:
    wide, long = picture.shape[:2]
    ink = look.prune_colour
    if np.abs(picture.mean((0, 1)) - ink).sum() < 120:
        ink = (255 - ink).astype(np.float32)
    mask = np.zeros((wide, long), np.uint8)
    method = look.prune
    if method == "background":
        picture[:] = draw_ground(rng, look, kind, long)[:wide]
    elif method in ("leaves", "flowers", "pattern"):
        for _ in range(int(rng.integers(10, 40))):
            at = (float(rng.uniform(0, long)), float(rng.uniform(0, wide)))
            size = float(rng.uniform(0.06, 0.2)) * wide
            if method == "flowers":
                dot(mask, at, size)
            elif method == "leaves":
                ellipse(mask, at, (size * 1.6, size * 0.8), float(rng.uniform(0, 180)))
            else:
                line(mask, at, (at[0] + size, at[1] + size), 2)
    elif method == "saw":
        teeth = np.linspace(0.12, 0.7, 12)
        low = np.column_stack([teeth * long, np.where(np.arange(12) % 2, 0.72, 0.6) * wide])
        blade = np.vstack([[0.12 * long, 0.4 * wide], low, [0.7 * long, 0.35 * wide]])
        cv2.fillPoly(mask, [fixed(blade)], 255, cv2.LINE_AA, SHIFT)
        ellipse(mask, (0.8 * long, 0.5 * wide), (0.1 * long, 0.22 * wide), 0)
    elif method == "cross":
        for sign in (1, -1):
            middle, reach = np.array([long / 2, wide / 2]), np.array([0.35 * wide, 0.35 * wide * sign])
            line(mask, middle - reach, middle + reach, max(2, wide // 6))
    elif method == "bars":
        for x in np.linspace(0.1, 0.9, 6):
            line(mask, (x * long, 0), (x * long, wide), max(1, wide // 8))
    elif method == "scissors":
        for sign in (1, -1):
            line(
                mask,
                (0.3 * long, wide * (0.5 + 0.25 * sign)),
                (0.8 * long, wide * (0.5 - 0.2 * sign)),
                max(2, wide // 8),
            )
            dot(mask, (0.25 * long, wide * (0.5 + 0.25 * sign)), 0.14 * wide)
    blend(picture, mask.astype(np.float32) / 255, ink)
    if rng.random() < 0.2:
        dot(mask, (float(rng.uniform(0.2, 0.8)) * long, wide / 2), 0.25 * wide)
        blend(picture, mask.astype(np.float32) / 255 * 0.9, jittered(rng, ink, 40))
