"""Paths of branches: what is drawn must show what is told of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scoring.lattice import STEP
from training.branches import APART, branch_path, rim_point
from training.looks import draw_look

SIDE = 144
HUB = np.array([0.41, 0.6], np.float32) * SIDE


def path_of(seed: int, direction: str, bow: float, wave: float = 0.0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    look = replace(draw_look(rng, "train"), bow=bow, wave=wave, reach=1.0)
    return branch_path(rng, look, HUB, rim_point(direction, SIDE), SIDE)


@pytest.mark.parametrize("direction", STEP)
def test_a_branch_bowed_ever_so_much_ends_nowhere_but_at_its_rim_point(direction: str) -> None:
    others = np.array([rim_point(d, SIDE) for d in STEP if d != direction])
    bowed = 0
    for seed in range(60):
        path = path_of(seed, direction, bow=0.3, wave=0.03)
        assert path.min() > -1
        assert path.max() < SIDE + 1
        assert np.linalg.norm(path[:, None] - others, axis=2).min() > APART * SIDE - 1
        np.testing.assert_allclose(path[-1], rim_point(direction, SIDE), atol=0.1)
        chord = path[-1] - path[0]
        across = np.array([-chord[1], chord[0]]) / np.hypot(*chord)
        bowed += np.abs((path - path[0]) @ across).max() > 0.05 * SIDE
    assert bowed > 20  # it is not made straight for that


def test_a_branch_with_room_is_as_bowed_as_it_was_drawn() -> None:
    path = path_of(3, "N", bow=0.05)
    rng = np.random.default_rng(3)
    draw_look(rng, "train")
    bow = rng.normal(0, 0.05)
    middle = (path[11] + path[12]) / 2
    straight = (HUB + rim_point("N", SIDE)) / 2
    assert np.hypot(*(middle - straight)) == pytest.approx(abs(bow) * SIDE, rel=0.05)
