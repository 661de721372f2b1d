"""What a photo's truth says of each place that was looked at."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="training's dependencies are not installed")

from training.calibrate import turned_as_tile
from training.dataset import BRANCH_CLASSES, FRUIT_CLASSES, KIND_CLASSES

STATE = {
    "tiles": [
        {"col": 0, "row": 0, "kind": "pot", "branches": ["N", "E"]},
        {"col": 1, "row": 0, "kind": "spring", "branches": ["W"]},
    ],
    "tokens": [
        {"col": 0, "row": 0, "direction": "E", "side": "prune"},
        {"col": 0, "row": 0, "direction": "SW", "side": "graft"},
    ],
    "fruit": [{"col": 1, "row": 0, "at": "W", "kind": "lime"}],
    "mulched": 0,
}
SQUARE = np.array([[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]])
AWAY, BELOW = np.array([10.4, 0.3]), np.array([0.0, 10.0])
TRUTH = {
    "state": STATE,
    "grid": {
        "tiles": [{"col": c, "row": 0, "px": (SQUARE + np.array([10.0 * c, 0])).tolist()} for c in (0, 1)]
    },
}


def test_a_tile_shows_its_branches_tokens_and_the_fruit_named_from_its_neighbour() -> None:
    _, marks = turned_as_tile(SQUARE, 1.0, TRUTH)
    assert [BRANCH_CLASSES[k] for k in marks[:8]] == [
        "branch", "none", "prune", "none", "none", "graft", "none", "none",
    ]  # fmt: skip
    assert [FRUIT_CLASSES[k] for k in marks[8:16]] == ["none", "none", "lime", *["none"] * 5]
    assert KIND_CLASSES[marks[16]] == "pot"


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_place_is_turned_as_its_tile(quarters: int, scale: float) -> None:
    seen = np.roll(SQUARE + AWAY, quarters, 0) / scale
    quad, marks = turned_as_tile(seen, scale, TRUTH)
    assert np.allclose(quad * scale, SQUARE + AWAY)
    assert KIND_CLASSES[marks[16]] == "spring"


def test_beside_the_tree_there_is_nothing() -> None:
    quad, marks = turned_as_tile(SQUARE + BELOW, 1.0, TRUTH)
    assert np.array_equal(quad, SQUARE + BELOW)
    assert not marks[:16].any()
    assert KIND_CLASSES[marks[16]] == "empty"
