"""Fruit of one printing at a time on a few of its tiles: what the net that tells their kinds together learns from.

    python -m training.fruit_sets OUT.npz --sets 20000 --seed 100

The file holds `fruit`, uint8 (S, 12, 40, 40, 3) RGB, those of a set of one look in one photo, cut out as the reader
cuts them, and `kinds`, uint8 (S, 12), 0 to 2: lemon, lime, orange.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import numpy.typing as npt
import typer

from scoring.lattice import STEP
from training.camera import Camera, draw_sensor, draw_tint, expose, hold, light_field, saved
from training.film import meter, tone
from training.fruit import draw_fruit
from training.looks import KINDS, Look, draw_look
from training.noise import Image
from training.scenes import ART_SIDE, COLLAGED_FRUIT, THICKNESS
from training.stage import Stage, lay
from training.strokes import turned
from training.tiles import draw_tile
from training.tokens import FRUITS
from vision.colours import linear_light
from vision.espalier_fruit import fruit_picture

OF_SET = 12
ROWS, COLUMNS = 3, 4
"""How many tiles the fruit lie on."""
COARSEST, FINEST = 34.0, 200.0
"""The fewest and the most pixels that a tile's side takes in these photos."""
FILMED = 0.5
"""The share of photos with a phone's tone curve, as the second renderer has it."""
Pictures = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float64]


def draw_set(rng: np.random.Generator, group: str = "train") -> tuple[Pictures, npt.NDArray[np.uint8]]:
    """Fruit (12, 40, 40, 3) of one random look, in one random photo, and their kinds (12,)."""
    look = draw_look(rng, group)
    if group == "train" and rng.random() < COLLAGED_FRUIT:
        look = replace(look, fruit="collage")
    side = float(np.exp(rng.uniform(np.log(COARSEST), np.log(FINEST))))
    camera = _camera(rng, side)
    shade = rng.normal(0, 1, 2) * float(rng.uniform(0.1, 1.0))
    stage = Stage(rng, camera, _tiles(rng, look, camera), shade, look.edge_colour)
    spots = _spots(rng)
    kinds = rng.integers(0, len(FRUITS), OF_SET)
    for spot, kind in zip(spots, kinds, strict=True):
        sprite = draw_fruit(rng, look, FRUITS[kind], round(look.fruit_radius * 2 * ART_SIDE) + 8)
        turn = turned(float(rng.uniform(0, 2 * np.pi)))
        lay(stage, sprite, spot, turn, np.full(2, look.fruit_radius * 2), THICKNESS)
    shown = filmed(rng, stage.picture) if rng.random() < FILMED else expose(rng, stage.picture)
    tops = camera.project(spots, THICKNESS) + rng.normal(0, 0.03 * side, spots.shape)
    return np.array([fruit_picture(shown, at, side) for at in tops]), kinds.astype(np.uint8)


def _camera(rng: np.random.Generator, side: float) -> Camera:
    """A camera over the tiles that sees them about `side` pixels wide."""
    width, height = round((COLUMNS + 1) * side), round((ROWS + 1) * side)
    tilt = np.deg2rad(float(rng.choice([rng.uniform(0, 15), rng.uniform(0, 42)])))
    low, high = np.zeros(2), np.array([COLUMNS, ROWS], np.float64)
    bearing, focal = float(rng.uniform(-np.pi, np.pi)), 3.0 * width
    roll = float(rng.choice([0, np.pi])) + float(rng.normal(0, 0.2))
    return hold(low, high, width, height, float(tilt), roll, bearing, focal, 0.9, np.zeros(2))


def _tiles(rng: np.random.Generator, look: Look, camera: Camera) -> Image:
    """The picture of the tiles that the fruit lie on: one of them, in any turn, over and over."""
    branches = frozenset(rng.choice(list(STEP), int(rng.integers(2, 7)), replace=False).tolist())
    tile = draw_tile(rng, look, str(rng.choice(KINDS)), branches, ART_SIDE)
    rows = [
        np.concatenate([np.rot90(tile, int(rng.integers(4))) for _ in range(COLUMNS)], 1) for _ in range(ROWS)
    ]
    plane = camera.plane(THICKNESS) @ np.diag([1 / ART_SIDE, 1 / ART_SIDE, 1.0])
    return cv2.warpPerspective(
        np.concatenate(rows).astype(np.float32),
        plane,
        (camera.width, camera.height),
        borderMode=cv2.BORDER_REFLECT,
    )


def _spots(rng: np.random.Generator) -> Points:
    """Where the fruit lie, (12, 2) in tile sides: each about on a rim point of its own."""
    points = [
        (x / 2, y / 2) for x in range(1, 2 * COLUMNS) for y in range(1, 2 * ROWS) if not (x % 2 and y % 2)
    ]
    chosen = rng.choice(len(points), OF_SET, replace=False)
    spots: Points = np.array(points)[chosen] + rng.normal(0, 0.025, (OF_SET, 2))
    return spots


def filmed(rng: np.random.Generator, picture: Image) -> Pictures:
    """The picture as a phone with a tone curve saves it: linear light, exposure, roll-off, grain, JPEG."""
    height, width = picture.shape[:2]
    light, glare = light_field(rng, height, width)
    radiance = linear_light(picture.clip(0, 255) / 255) * cv2.resize(light, (width, height))
    radiance += cv2.resize(glare, (width, height)) / 255 * float(rng.uniform(0.3, 2.0))
    gain = meter(radiance) * float(np.exp(rng.normal(0, 0.45)))
    shown = tone(radiance, gain, draw_tint(rng, 0.07))
    sensor = draw_sensor(rng, height, width)
    return saved(shown, replace(sensor, gamma=float(rng.uniform(0.9, 1.15)), noise=sensor.noise / 2))


def main(
    out: Path,
    sets: Annotated[int, typer.Option(help="How many sets of twelve fruit.")] = 20_000,
    group: Annotated[str, typer.Option(help="Drawing methods: train or validation.")] = "train",
    seed: Annotated[int, typer.Option(help="Of all that is drawn by lot.")] = 100,
) -> None:
    """Draw the sets."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    fruit, kinds = zip(*(draw_set(rng, group) for _ in range(sets)), strict=True)
    np.savez(out, fruit=np.stack(fruit), kinds=np.stack(kinds))


if __name__ == "__main__":
    typer.run(main)
