"""How hands lay things down: never quite straight, never quite in place. Shared by both renderers."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from scoring.lattice import STEP
from training.layouts import Cell, Layout
from training.looks import Look
from training.strokes import turned

Points = npt.NDArray[np.float64]
Poses = dict[Cell, tuple[Points, Points]]
"""For each tile its centre (2,) in tile sides and its turn (2, 2)."""


def lay_tiles(rng: np.random.Generator, layout: Layout, gap: float, mess: float) -> Poses:
    """Tiles with `gap` between them, off their places by about `mess`, and turned the more the messier."""
    poses = {}
    for cell in layout.kinds:
        centre = np.array(cell, np.float64) * (1 + gap) + rng.normal(0, mess, 2).clip(-0.03, 0.03)
        turn = turned(np.deg2rad(float(rng.normal(0, 0.9)) * mess / 0.018))
        poses[cell] = (centre, turn)
    return poses


ASKEW = 2.7
"""How many radians a token is turned, for each tile side that it lies off its place."""
SLOPPIEST = 0.05
"""How far tokens lie off their places at most, in tile sides (standard deviation)."""


def any_sloppiness(rng: np.random.Generator) -> float:
    """How far one table's tokens lie off their places, as `lay_strip` takes it: mostly a little."""
    return SLOPPIEST * float(rng.random()) ** 2


def lay_strip(
    rng: np.random.Generator, look: Look, pose: tuple[Points, Points], direction: str, sloppy: float = 0.0
) -> tuple[Points, Points]:
    """(centre, turn) of a graft or prune token on a branch's place, either way round.

    sloppy: how far it lies off that place (standard deviation, in tile sides), beside what no care prevents.
    """
    centre, turn = pose
    way = np.array(STEP[direction], np.float64)
    reach = float(np.hypot(*way)) / 2
    way /= np.hypot(*way)
    along = min(look.strip_offset * (1.15 if reach > 0.6 else 1.0), reach - look.strip_length * 0.4)
    at = centre + turn @ (way * (along + float(rng.normal(0, 0.02))))
    angle = np.arctan2(way[1], way[0]) + float(rng.normal(0, 0.06)) + np.pi * int(rng.integers(2))
    # Drawn apart from all else, so that a seed's photo differs in this alone.
    (apart,) = rng.spawn(1)
    at = at + turn @ apart.normal(0, sloppy, 2)
    return at, turn @ turned(angle + float(apart.normal(0, ASKEW * sloppy)))


def lay_fruit(rng: np.random.Generator, point: Cell, poses: Poses) -> Points:
    """Where a fruit comes to lie that belongs on a rim point: about where the tiles that meet there say it is."""
    near = [
        centre + turn @ ((np.array(point) - 2 * np.array(cell)) / 2)
        for cell, (centre, turn) in poses.items()
        if max(abs(point[0] - 2 * cell[0]), abs(point[1] - 2 * cell[1])) == 1
    ]
    spot: Points = np.mean(near, 0) + rng.normal(0, 0.025, 2)
    return spot
