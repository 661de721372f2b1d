"""A finder and a look net whose words are given."""

from collections.abc import Mapping

import numpy as np
import pytest

from vision import espalier_looker
from vision.lattice import UNIT, Cell, Lattice, project
from vision.locate import Found, Tile
from vision.look import PATCH, Looks

SIDE = 40.0
VIEW = np.array([[SIDE, 0, 200], [0, SIDE, 200], [0, 0, 1.0]])
COPIES = [np.zeros((480, 480, 3), np.uint8)]
FAINT = 0.3
"""What the look net gives a tile that it is shown out of line."""


def laid(scores: Mapping[Cell, float], heat: Mapping[Cell, float] | None = None) -> tuple[Found, Lattice]:
    """What a finder would see of tiles of given scores, and their lattice; heat: elsewhere."""
    across, down = np.array([SIDE / 2, 0]), np.array([0, SIDE / 2])
    tiles = {c: Tile(project(VIEW, np.array([c]))[0], across, down, s) for c, s in scores.items()}
    warm = np.full((120, 120), 0.01, np.float32)
    for cell, value in (heat or {}).items():
        x, y = project(VIEW, np.array([cell]))[0] / 4
        warm[int(y), int(x)] = value
    found = Found(tuple(tiles.values()), (), (), np.zeros((0, 2)), warm, 4.0)
    return found, Lattice(tiles, {c: project(VIEW, UNIT + c) for c in tiles}, VIEW)


def words(
    monkeypatch: pytest.MonkeyPatch,
    says_tile: Mapping[Cell, float],
    askew: Mapping[Cell, float] | None = None,
) -> list[Cell]:
    """Let the look net say its word on each place, and little on a place that is out of line.

    askew: how far to the right of their places tiles lie, in sides.
    -> the places that it was shown, which grow as it is asked.
    """
    shown: list[Cell] = []

    def rectify(_: object, quad: np.ndarray) -> np.ndarray:
        # The patch carries its place to the net: no picture is needed.
        at = (quad.mean(0) - 200) / SIDE
        col, row = (round(float(v)) for v in at)
        right = (askew or {}).get((col, row), 0.0)
        straight = float(np.abs(at - (col + right, row)).max()) < 0.1
        near = float(np.abs(at - (col + right, row)).max()) < 0.2
        return np.full((PATCH, PATCH, 3), (col + 100, row + 100, straight + near), np.uint8)

    def look_at(patches: np.ndarray, thorough: bool = True) -> Looks:
        kinds = np.zeros((len(patches), 6))
        for index, patch in enumerate(patches):
            col, row = (int(v) - 100 for v in patch[0, 0, :2])
            shown.append((col, row))
            seen = (0.001, FAINT, says_tile.get((col, row), 0.001))
            chance = seen[patch[0, 0, 2]] if (col, row) in says_tile else 0.001
            kinds[index] = [chance / 5] * 5 + [1 - chance]
        return Looks(np.zeros((len(patches), 8, 4)), np.zeros((len(patches), 8, 4)), np.log(kinds))

    monkeypatch.setattr(espalier_looker, "rectify", rectify)
    monkeypatch.setattr(espalier_looker, "look_at", look_at)
    return shown
