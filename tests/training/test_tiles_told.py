"""What finder and look net tell of a tile is fitted to."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="training's dependencies are not installed")

from training.tiles_told import Album, fit, holds_tile, judged
from vision.espalier_looker import tile_evidence

TRUE = np.array([-1.0, 0.4, 1.2])


def photos(count: int, seed: int = 0) -> list[Album]:
    """Photos whose places hold tiles with the odds that `TRUE` gives them."""
    rng = np.random.default_rng(seed)
    made = []
    for _ in range(count):
        told = np.array([tile_evidence(*rng.random(2)) for _ in range(20)])
        made.append((told, rng.random(20) < 1 / (1 + np.exp(-told @ TRUE))))
    return made


def test_the_weights_that_made_the_places_are_found() -> None:
    fitted = fit(photos(300))
    np.testing.assert_allclose(fitted, TRUE, atol=0.15)
    held = photos(50, seed=1)
    assert judged(held, fitted)[1] < judged(held, np.array([0.0, 0.5, 0.5]))[1]
    assert judged(held, fitted)[2] == 1000


def test_a_place_holds_the_tile_whose_middle_is_its_own() -> None:
    square = np.array([[0.0, 0], [100, 0], [100, 100], [0, 100]])
    truth = {"grid": {"tiles": [{"px": square.tolist()}]}}
    assert holds_tile(np.roll(square, 1, 0) + 20, truth)
    assert not holds_tile(square + np.array([100, 0]), truth)
