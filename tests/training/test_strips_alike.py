"""What the likeness of strips tells of their sides is fitted to."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

pytest.importorskip("torch", reason="training's dependencies are not installed")

from scoring.lattice import DIRECTIONS
from training.strips_alike import Album, alone, fit, judged, side_at

TILE = np.array([[0.0, 0], [100, 0], [100, 100], [0, 100]])
TRUTH = {
    "grid": {"tiles": [{"col": 2, "row": 1, "px": TILE.tolist()}]},
    "state": {"tokens": [{"col": 2, "row": 1, "direction": "E", "side": "prune"}]},
}


def photos(count: int, offset: float = 0.0) -> list[Album]:
    """Photos in which distances tell which strips show the same side, and the look net little.

    offset: how far the net's word on all strips of a photo is off, standard deviation.
    """
    rng = np.random.default_rng(3)
    made = []
    for _ in range(count):
        there = rng.integers(0, 2, 5)
        pairs = [rng.normal(1 + 2 * (a != b), 0.5) for a, b in combinations(there, 2)]
        odds = rng.normal(2.0 * there - 1, 1.5) + rng.normal(0, offset)
        made.append((odds, np.array(pairs), there))
    return made


def test_likeness_that_tells_is_trusted() -> None:
    learned, held = photos(60), photos(120)[60:]
    told = fit(learned)
    weight, bias = told.alike
    assert weight < -1 < 1 < bias
    wrong, loss, count = judged(held, told)
    assert wrong < 0.6 * alone(held)[0]
    assert loss < 0.8 * alone(held)[1]
    assert count == alone(held)[2] == 300


def test_an_offset_that_all_of_a_photos_strips_share_is_found() -> None:
    assert fit(photos(60)).offset < fit(photos(60, offset=3.0)).offset


@pytest.mark.parametrize("quarters", range(4))
def test_the_side_is_found_however_the_lattice_is_turned(quarters: int) -> None:
    turned = np.roll(TILE, -quarters, 0) + 3
    sides = {DIRECTIONS[(k + 2 * quarters) % 8]: side_at(turned, k, TRUTH) for k in range(8)}
    assert sides.pop("E") == "prune"
    assert not any(sides.values())
    assert side_at(TILE + 200, 2, TRUTH) is None
