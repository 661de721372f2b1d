"""What the likeness of strips tells of their sides is fitted to."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="training's dependencies are not installed")

from scoring.lattice import DIRECTIONS
from training.strips_alike import Album, alone, fit, judged, judged_tokens, what_lies_at
from vision.espalier_strips import Tokens
from vision.look import BRANCH, GRAFT, PRUNE, log_softmax

TILE = np.array([[0.0, 0], [100, 0], [100, 100], [0, 100]])
TRUTH = {
    "grid": {"tiles": [{"col": 2, "row": 1, "px": TILE.tolist()}]},
    "state": {
        "tiles": [{"col": 2, "row": 1, "branches": ["E", "SW"]}],
        "tokens": [{"col": 2, "row": 1, "direction": "E", "side": "prune"}],
    },
}


def photos(count: int, offset: float = 0.0, seed: int = 3) -> list[Album]:
    """Photos in which what is of one sort lies near to each other, and of which the look net tells little.

    offset: how far the net's word on all sides of a photo is off, standard deviation.
    """
    rng = np.random.default_rng(seed)
    made = []
    for _ in range(count):
        there = np.array([BRANCH] * 4 + [GRAFT, GRAFT, PRUNE, PRUNE, PRUNE])
        seen = 1.6 * np.eye(4)[there] + rng.normal(0, 0.35, (len(there), 4))
        side = rng.normal(2.0 * (there == PRUNE) - 1, 1.5) + rng.normal(0, offset)
        token = rng.normal(5.0 * (there >= GRAFT) - 2.5, 2.5)
        logits = np.column_stack([np.full(len(there), -9.0), -token, -side / 2, side / 2])
        made.append((log_softmax(logits), seen, there))
    return made


def test_likeness_that_tells_is_trusted() -> None:
    learned, held = photos(60), photos(60, seed=4)
    tokens, told = fit(learned)
    weight, bias = told.alike
    assert weight < 0 < bias
    wrong, loss, count = judged(held, (tokens, told))
    assert wrong < 0.6 * alone(held)[0]
    assert loss < 0.8 * alone(held)[1]
    assert count == alone(held)[2] == 300


def test_what_looks_like_sure_branches_is_one() -> None:
    held = photos(60, seed=4)
    tokens, _ = fit(photos(60))
    wrong, loss, count = judged_tokens(held, tokens)
    before, loss_before, _ = judged_tokens(held, Tokens(0.0, 0.0))
    assert wrong < 0.6 * before
    assert loss < 0.7 * loss_before
    assert count == 60 * 9


def test_an_offset_that_all_of_a_photos_strips_share_is_found() -> None:
    assert fit(photos(60))[1].offset < fit(photos(60, offset=3.0))[1].offset


@pytest.mark.parametrize("quarters", range(4))
def test_what_lies_there_is_found_however_the_lattice_is_turned(quarters: int) -> None:
    turned = np.roll(TILE, -quarters, 0) + 3
    there = {DIRECTIONS[(k + 2 * quarters) % 8]: what_lies_at(turned, k, TRUTH) for k in range(8)}
    assert there.pop("E") == "prune"
    assert there.pop("SW") == "branch"
    assert set(there.values()) == {"none"}
    assert what_lies_at(TILE + 200, 2, TRUTH) is None
