"""Table tops and the flat clutter that lies on them, drawn as seen from above."""

from __future__ import annotations

import cv2
import numpy as np

from training.noise import Image, banked_noise, blend, hsv, jittered, mixed, value_noise
from training.strokes import Mask, blob, line

TABLES = ("wood", "cloth", "stone", "plain", "patterned")


def draw_table(rng: np.random.Generator, kind: str, side: int) -> Image:
    """A square of table top, float32 of shape (side, side, 3)."""
    picture: Image = {
        "wood": _wood, "cloth": _cloth, "stone": _stone, "plain": _plain, "patterned": _patterned,
    }[kind](rng, side)  # fmt: skip
    return picture.clip(0, 255)


def _wood(rng: np.random.Generator, side: int) -> Image:
    tone = hsv(float(rng.uniform(0.03, 0.12)), float(rng.uniform(0.1, 0.75)), float(rng.uniform(0.15, 0.95)))
    grain = value_noise(rng, (side, side), (float(rng.uniform(60, 220)), float(rng.uniform(2, 8))))
    broad = value_noise(rng, (side, side), (float(rng.uniform(5, 18)), float(rng.uniform(1, 4))))
    field = 0.6 * grain + 0.4 * broad
    depth = float(rng.uniform(0.1, 0.45))
    picture = mixed(field, tone * (1 - depth), np.minimum(tone * (1 + depth), 255))
    if rng.random() < 0.6:  # planks
        edges = np.cumsum(rng.uniform(0.06, 0.25, 16)) * side
        start = 0.0
        for edge in edges[edges < side]:
            picture[int(start) : int(edge)] *= float(rng.uniform(0.88, 1.12))
            picture[int(edge) : int(edge) + max(1, side // 300)] *= float(rng.uniform(0.4, 0.8))
            start = edge
    return picture if rng.random() < 0.5 else np.ascontiguousarray(picture.transpose(1, 0, 2))


def _cloth(rng: np.random.Generator, side: int) -> Image:
    first = hsv(float(rng.random()), float(rng.uniform(0, 0.9)), float(rng.uniform(0.3, 1)))
    second = hsv(float(rng.random()), float(rng.uniform(0, 0.5)), float(rng.uniform(0.6, 1)))
    step = side / float(rng.uniform(6, 40))
    ys, xs = np.mgrid[0:side, 0:side].astype(np.float32)
    down, across = (ys // step) % 2, (xs // step) % 2
    style = rng.random()
    field = (down + across) / 2 if style < 0.5 else (down if style < 0.8 else np.abs(down - across))
    picture = mixed(field.astype(np.float32), second, first)
    weave = ((xs + ys) % 4 < 2).astype(np.float32)
    return picture * (0.92 + 0.08 * weave[..., None])


def _stone(rng: np.random.Generator, side: int) -> Image:
    tone = hsv(float(rng.random()), float(rng.uniform(0, 0.15)), float(rng.uniform(0.1, 0.95)))
    picture = mixed(banked_noise(rng, (side, side)), tone * 0.9, np.minimum(tone * 1.1, 255))
    grains = rng.random((side // 2, side // 2), dtype=np.float32)
    speckle = cv2.resize((grains > float(rng.uniform(0.8, 0.99))).astype(np.float32), (side, side))
    blend(picture, speckle * float(rng.uniform(0.1, 0.8)), jittered(rng, 255 - tone, 40).clip(0, 255))
    if rng.random() < 0.4:
        veins = np.abs(banked_noise(rng, (side, side)) - 0.5) < 0.012
        blend(picture, veins.astype(np.float32) * 0.4, (255 - tone).astype(np.float32))
    return picture


def _plain(rng: np.random.Generator, side: int) -> Image:
    tone = hsv(float(rng.random()), float(rng.uniform(0, 0.9)), float(rng.uniform(0.03, 1)))
    return mixed(banked_noise(rng, (side, side)), tone * 0.94, np.minimum(tone * 1.06, 255))


def _patterned(rng: np.random.Generator, side: int) -> Image:
    picture = _plain(rng, side)
    for _ in range(int(rng.integers(1, 4))):
        mask = np.zeros((side, side), np.uint8)
        for _ in range(int(rng.integers(10, 120))):
            if rng.random() < 0.6:
                blob(
                    rng,
                    mask,
                    rng.uniform(0, side, 2),
                    float(rng.uniform(0.005, 0.05)) * side,
                    int(rng.integers(3, 9)),
                )
            else:
                start = rng.uniform(0, side, 2)
                line(mask, start, start + rng.normal(0, 0.06, 2) * side, int(rng.integers(1, 8)))
        colour = hsv(float(rng.random()), float(rng.uniform(0, 0.9)), float(rng.uniform(0.1, 1)))
        blend(picture, mask.astype(np.float32) / 255, colour)
    return picture


def draw_sheet(rng: np.random.Generator, high: int, wide: int) -> Image:
    """A score pad, reference card or rule page: paper with lines, cells and blocks of text."""
    colour = hsv(float(rng.random()), float(rng.uniform(0, 0.3)), float(rng.uniform(0.7, 1)))
    picture = np.full((high, wide, 3), colour, np.float32)
    mask = np.zeros((high, wide), np.uint8)
    if rng.random() < 0.6:
        for y in np.linspace(0.1, 0.95, int(rng.integers(4, 14))) * high:
            line(mask, (0.06 * wide, y), (0.94 * wide, y), 1)
        for x in np.linspace(0.06, 0.94, int(rng.integers(2, 8))) * wide:
            line(mask, (x, 0.1 * high), (x, 0.95 * high), 1)
    for _ in range(int(rng.integers(0, 40))):
        at = rng.uniform(0.05, 0.9, 2) * (wide, high)
        end = (at[0] + float(rng.uniform(0.02, 0.2)) * wide, at[1])
        line(mask, at, end, int(rng.integers(1, 5)))
    blend(picture, mask.astype(np.float32) / 255, hsv(float(rng.random()), 0.3, float(rng.uniform(0, 0.5))))
    for _ in range(int(rng.integers(0, 4))):
        spot: Mask = np.zeros((high, wide), np.uint8)
        blob(rng, spot, rng.uniform(0, 1, 2) * (wide, high), float(rng.uniform(0.05, 0.3)) * wide, 7)
        blend(
            picture, spot.astype(np.float32) / 255, hsv(float(rng.random()), 0.7, float(rng.uniform(0.3, 1)))
        )
    return picture
