"""What a photo's truth says of each place that was looked at."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="training's dependencies are not installed")

from training.calibrate import fit, turned_as_tile, uncalibrated
from training.dataset import BRANCH_CLASSES, FRUIT_CLASSES, KIND_CLASSES
from vision.look import calibrated, log_softmax

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


def test_a_calibration_can_be_undone() -> None:
    logits = np.random.default_rng(1).normal(0, 3, (20, 8, 4))
    logs = calibrated(logits, temperature=1.3, bias=[0.4, -0.1, 0.2, -0.5])
    again = uncalibrated(logs, temperature=1.3, bias=[0.4, -0.1, 0.2, -0.5])
    assert np.allclose(log_softmax(again), log_softmax(logits))


def test_a_fit_finds_the_temperature_and_the_biases_that_answers_were_drawn_with() -> None:
    rng = np.random.default_rng(1)
    logits = rng.normal(0, 3, (20_000, 4))
    chances = np.exp(calibrated(logits, temperature=2.0, bias=[0.6, -0.2, 0.0, -0.4]))
    right = (chances.cumsum(1) < rng.random((len(logits), 1))).sum(1)
    temperature, bias, before, after = fit(logits, right, biased=True)
    assert temperature == pytest.approx(2.0, rel=0.05)
    assert bias == pytest.approx([0.6, -0.2, 0.0, -0.4], abs=0.08)
    assert after < before
