"""What the likeness of strips tells of their sides is fitted to."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

pytest.importorskip("torch", reason="training's dependencies are not installed")

from scoring.lattice import DIRECTIONS
from training.strips_alike import Album, fit, side_at, told
from vision.espalier_strips import ALIKE

TILE = np.array([[0.0, 0], [100, 0], [100, 100], [0, 100]])
TRUTH = {
    "grid": {"tiles": [{"col": 2, "row": 1, "px": TILE.tolist()}]},
    "state": {"tokens": [{"col": 2, "row": 1, "direction": "E", "side": "prune"}]},
}


def photos(count: int) -> list[Album]:
    """Photos in which one difference tells which strips show the same side, and the look net little."""
    rng = np.random.default_rng(3)
    made = []
    for _ in range(count):
        there = rng.integers(0, 2, 5)
        pairs = [
            [*rng.normal(0, 1, len(ALIKE) - 2), rng.normal(2 * (a == b), 0.5)]
            for a, b in combinations(there, 2)
        ]
        made.append((rng.normal(2.0 * there - 1, 1.5), np.array(pairs), there))
    return made


def test_likeness_that_tells_is_trusted() -> None:
    learned, held = photos(60), photos(120)[60:]
    alike, trust, cool = fit(learned)
    assert np.abs(alike[:-2]).max() < 0.5 < alike[-2]
    alone = told(held, (np.zeros(len(ALIKE)), 0.0, 1.0))
    together = told(held, (alike, trust, cool))
    assert together[0] < 0.6 * alone[0]
    assert together[1] < 0.8 * alone[1]
    assert together[2] == alone[2] == 300


@pytest.mark.parametrize("quarters", range(4))
def test_the_side_is_found_however_the_lattice_is_turned(quarters: int) -> None:
    turned = np.roll(TILE, -quarters, 0) + 3
    sides = {DIRECTIONS[(k + 2 * quarters) % 8]: side_at(turned, k, TRUTH) for k in range(8)}
    assert sides.pop("E") == "prune"
    assert not any(sides.values())
    assert side_at(TILE + 200, 2, TRUTH) is None
