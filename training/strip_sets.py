"""Graft and prune tokens of one printing at a time, drawn without a scene: what the net that compares them learns from.

    python -m training.strip_sets OUT.npz --sets 22000 --seed 100

The file holds `strips`, uint8 (S, 6, 24, 56, 3) RGB: of each set three graft and three prune sides of one look in one
photo, cut out as the reader cuts them.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import numpy.typing as npt
import typer

from training.camera import draw_sensor, draw_tint, saved
from training.grounds import draw_ground
from training.hands import lay_strip, turned
from training.looks import KINDS, Look, collaged, draw_look
from training.noise import Field, Image
from training.scenes import ART_SIDE
from training.strips import draw_strip
from vision.espalier_strips import ACROSS, ALONG, START, TILE

OF_A_SIDE = 3
SIDES = ("graft",) * OF_A_SIDE + ("prune",) * OF_A_SIDE
COLLAGED = 0.35
"""The share of sets with strips that nobody drew: see `training.collage`."""
EDGE = 16
"""Pixels drawn beyond each edge of the picture, so that blur and turns have something to take in."""
SHAPE = (ACROSS + 2 * EDGE, ALONG + 2 * EDGE)
COARSEST, FINEST = 55.0, 330.0
"""The fewest and the most pixels that a tile's side takes in these photos."""
POSE = np.zeros(2), np.eye(2)
"""Where the tile lies, and how it is turned, as in `training.hands.Poses`."""
Strips = npt.NDArray[np.uint8]


def draw_set(rng: np.random.Generator, group: str = "train") -> Strips:
    """A set of strips (6, 24, 56, 3) of one random look, in one random photo."""
    look = draw_look(rng, group)
    if group == "train" and rng.random() < COLLAGED:
        look = collaged(rng, look)
    few = rng.choice(KINDS, 2) if rng.random() < 0.7 else np.array(KINDS)
    return photographed(rng, [lay_on_tile(rng, look, side, str(rng.choice(few))) for side in SIDES])


def lay_on_tile(rng: np.random.Generator, look: Look, side: str, kind: str) -> Image:
    """A strip on the bare ground of a tile, where the reader would look for it, float32 (*SHAPE, 3)."""
    long, wide = round(look.strip_length * ART_SIDE), round(look.strip_width * ART_SIDE)
    strip = draw_strip(rng, look, side, kind, long, wide)
    at, _ = lay_strip(rng, look, POSE, str(rng.choice(["E", "SE"])))
    # The picture's x runs along the branch, whichever it is, and the reader finds the tile nearly in place.
    along = float(np.hypot(*at)) + float(rng.normal(0, 0.015))
    across = float(rng.normal(0, 0.015))
    middle = np.array([(along - START) * TILE, across * TILE + (ACROSS - 1) / 2]) + EDGE
    straight = turned(float(rng.normal(0, 0.065)) + np.pi * int(rng.integers(2)))
    matrix = straight * TILE / ART_SIDE * float(np.exp(rng.normal(0, 0.025)))
    placed = np.column_stack([matrix, middle - matrix @ np.array([(long - 1) / 2, (wide - 1) / 2])])
    size = SHAPE[::-1]
    picture = cv2.warpAffine(strip.picture, placed, size, borderMode=cv2.BORDER_REPLICATE)
    mask = cv2.warpAffine(strip.mask, placed, size)[..., None].clip(0, 1)
    shadow = cv2.GaussianBlur(np.roll(mask[..., 0], (1, 1), (0, 1)), (0, 0), 1.5)[..., None]
    ground = _ground(rng, look, kind) * (1 - 0.3 * shadow * (1 - mask))
    return np.asarray(ground * (1 - mask) + picture * mask, np.float32)


def _ground(rng: np.random.Generator, look: Look, kind: str) -> Image:
    """What lies around a strip: some of its tile's ground, or a plain colour of it, which is drawn faster."""
    if rng.random() < 0.35:
        whole = draw_ground(rng, look, kind, TILE)
        top, left = (int(rng.integers(0, TILE - side)) for side in SHAPE)
        return whole[top : top + SHAPE[0], left : left + SHAPE[1]].astype(np.float32)
    one, other = look.ground[kind]
    plain = np.empty((*SHAPE, 3), np.float32)
    plain[:] = one + (other - one) * float(rng.random())
    return plain


def photographed(rng: np.random.Generator, pictures: list[Image]) -> Strips:
    """The strips (N, 24, 56, 3) as one phone shows them, each where the table is a little lighter or darker."""
    side = float(np.exp(rng.uniform(np.log(COARSEST), np.log(FINEST))))
    sensor = draw_sensor(rng, *SHAPE)
    share = min(1.0, side / TILE)  # coarser photos are made smaller and enlarged again; finer ones blur less
    fine = min(1.0, TILE / side)
    sensor = replace(
        sensor,
        blur=sensor.blur * fine,
        noise=sensor.noise * fine,
        motion=sensor.motion if side < TILE else None,
    )
    tint = draw_tint(rng, 0.1)
    gain = float(np.exp(rng.normal(0, 0.4)))
    uneven = float(rng.choice([0.05, 0.15, 0.3]))
    size = (max(8, round(SHAPE[1] * share)), max(6, round(SHAPE[0] * share)))
    shown = []
    for picture in pictures:
        light = gain * np.exp(rng.normal(0, uneven)) * tint * (1 + rng.normal(0, 0.03, 3))
        lit = picture * (light * _field(rng)[..., None]).astype(np.float32)
        if rng.random() < 0.06:  # glare
            lit += float(rng.uniform(20, 150))
        small = cv2.resize(lit, size, interpolation=cv2.INTER_AREA)
        taken = saved(small, replace(sensor, grain_at=tuple(rng.integers(0, 1500, 2).tolist())))
        shown.append(cv2.resize(taken, SHAPE[::-1])[EDGE:-EDGE, EDGE:-EDGE])
    return np.array(shown, np.uint8)


def _field(rng: np.random.Generator) -> Field:
    """How light lies on a strip: a slope, and sometimes the edge of a shadow."""
    xs, ys = np.meshgrid(np.linspace(-0.5, 0.5, SHAPE[1]), np.linspace(-0.5, 0.5, SHAPE[0]))
    field = 1 + float(rng.normal(0, 0.12)) * xs + float(rng.normal(0, 0.12)) * ys
    if rng.random() < 0.12:
        way = turned(float(rng.uniform(0, 2 * np.pi)))[0]
        beyond = way[0] * xs + way[1] * ys - float(rng.uniform(-0.4, 0.4))
        field *= 1 - float(rng.uniform(0.15, 0.5)) / (1 + np.exp(-beyond * float(rng.uniform(10, 80))))
    return np.asarray(field, np.float32)


def main(
    out: Path,
    sets: Annotated[int, typer.Option(help="How many sets of six strips.")] = 22_000,
    group: Annotated[str, typer.Option(help="Drawing methods: train or validation.")] = "train",
    seed: Annotated[int, typer.Option(help="Of all that is drawn by lot.")] = 100,
) -> None:
    """Draw the sets, some 60 a second."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    np.savez(out, strips=np.stack([draw_set(rng, group) for _ in range(sets)]))


if __name__ == "__main__":
    typer.run(main)
