"""Light as rooms have it: windows, lamps, ceilings, the sun; and a room around that shines back."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from training.noise import fractal_noise
from training.raytrace import Bulb, Light, Panel, Room

Vector = npt.NDArray[np.float64]
LIGHTS = ("window", "sun", "lamp", "overhead", "evening")
DAY, SKY, WARM = np.array([1.0, 0.97, 0.92]), np.array([0.86, 0.95, 1.1]), np.array([1.28, 0.94, 0.58])


@dataclass(frozen=True, eq=False)
class Lighting:
    """The lights over a table, and the colour that a phone would take for white under them."""

    lights: tuple[Light, ...]
    white: Vector


def light_up(
    rng: np.random.Generator, kind: str, middle: Vector, angle: float, above: float = 0.0
) -> Lighting:
    """Light of a kind over the table's point `middle` (2,), coming from the direction `angle` (from x to y).

    Lamps hang higher than `above`, the camera's height in tile sides: none stands in the picture.
    """
    centre = np.append(middle, 0.0)
    way = np.array([np.cos(angle), np.sin(angle), 0.0])
    if kind == "window":
        lights = _window(rng, centre, way, SKY * float(rng.uniform(9, 13)))
        return Lighting((*lights, _room(rng, SKY * 0.5, DAY * 0.45, 0.5)), SKY)
    if kind == "sun":
        lights = _sun(centre, way, float(rng.uniform(0.6, 1.1)), DAY)
        return Lighting((*lights, _room(rng, SKY * 1.2, SKY * 0.6, 0.4)), DAY)
    if kind == "lamp":
        lights = _lamp(rng, centre, way, WARM, above)
        return Lighting((*lights, _room(rng, WARM * 0.16, WARM * 0.13, 0.6)), WARM)
    if kind == "overhead":
        lights = _ceiling(rng, centre, way, DAY)
        return Lighting((*lights, _room(rng, DAY * 0.34, DAY * 0.28, 0.5)), DAY)
    lights = (
        *_lamp(rng, centre, way, WARM, above),
        *_window(rng, centre, -way, np.array([0.5, 0.75, 1.25]) * 1.1),
    )
    return Lighting((*lights, _room(rng, WARM * 0.12, WARM * 0.1, 0.5)), 0.7 * WARM + 0.3 * SKY)


def _window(rng: np.random.Generator, centre: Vector, way: Vector, radiance: Vector) -> tuple[Light, ...]:
    """Panes with bars between them: what a glossy tile shows of a window."""
    side = np.array([-way[1], way[0], 0.0])
    place = centre + way * float(rng.uniform(17, 26)) + np.array([0, 0, float(rng.uniform(11, 17))])
    width, height = float(rng.uniform(7, 13)), float(rng.uniform(8, 12))
    columns, rows = int(rng.integers(2, 4)), int(rng.integers(1, 3))
    panes = []
    for column in range(columns):
        for row in range(rows):
            at = place + side * width * ((column + 0.5) / columns - 0.5) * 2
            at = at + np.array([0, 0, 1.0]) * height * ((row + 0.5) / rows - 0.5) * 2
            across, up = side * width / columns * 0.9, np.array([0, 0, 1.0]) * height / rows * 0.92
            panes.append(Panel(at, across, up, radiance))
    return tuple(panes)


def _sun(centre: Vector, way: Vector, height: float, tint: Vector) -> tuple[Light, ...]:
    """The sun, a little larger than it is, so that few samples find it."""
    up = np.array([0, 0, 1.0])
    away = way * np.cos(height) + up * np.sin(height)
    distance, radius = 300.0, 2.6
    return (Bulb(centre + away * distance, radius, tint * 9 * (distance / radius) ** 2 / np.pi),)


def _lamp(
    rng: np.random.Generator, centre: Vector, way: Vector, tint: Vector, above: float
) -> tuple[Light, ...]:
    aside, height = float(rng.uniform(5, 9)), float(rng.uniform(9, 14))
    radius = float(rng.uniform(0.7, 1.6))
    farther = max(1.0, (above + 2.0) / height)  # hung higher and aside by as much, it must shine the stronger
    at = centre + (way * aside + np.array([0, 0, height])) * farther
    return (Bulb(at, radius, tint * 190 / radius**2 * farther**2),)


def _ceiling(rng: np.random.Generator, centre: Vector, way: Vector, tint: Vector) -> tuple[Light, ...]:
    side = np.array([-way[1], way[0], 0.0])
    lights = []
    for k in range(int(rng.integers(1, 4))):
        at = centre + way * (float(rng.uniform(2, 6)) + 12 * k) + np.array([0, 0, 33.0])
        lights.append(Panel(at, side * float(rng.uniform(2, 8)), way * float(rng.uniform(1.5, 3)), tint * 26))
    return tuple(lights)


def _room(rng: np.random.Generator, above: Vector, around: Vector, contrast: float) -> Room:
    """Walls with patches of furniture, a lighter ceiling, a dark floor; half of it may be open to the light."""
    height, width = 64, 128
    blots = fractal_noise(rng, (height, width), 5, 4)
    elevation = np.linspace(1, -1, height)[:, None, None]
    walls = around * (1 - contrast + 2 * contrast * blots[..., None])
    ceiling = np.clip((elevation - 0.35) * 4, 0, 1)
    radiance = walls + ceiling * (above - walls)
    radiance = np.where(elevation < -0.1, 0.25 * around, radiance)
    radiance[:, -1] = radiance[:, 0]
    return Room(radiance.astype(np.float32))
