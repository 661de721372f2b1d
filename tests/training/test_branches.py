"""Paths of branches: what is drawn must show what is told of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scoring.lattice import STEP
from training.branches import APART, branch_path, paint_branches, rim_point
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


def painted(*finishes: str) -> tuple[np.ndarray, np.ndarray]:
    """A bar painted on grey as a look's branches are, and where the bar is."""
    look = replace(
        draw_look(np.random.default_rng(1), "train"), branch="stroke", finishes=finishes, opacity=1.0,
        width=0.1, frame_colour=np.array([250, 0, 0], np.float32),
    )  # fmt: skip
    mask = np.zeros((SIDE, SIDE), np.uint8)
    mask[60:75] = 255
    picture = np.full((SIDE, SIDE, 3), 128, np.float32)
    paint_branches(
        np.random.default_rng(2), look, np.zeros(3, np.float32), picture, mask, np.zeros_like(mask)
    )
    return picture, mask > 0


def test_a_worn_branch_lacks_grains_but_less_than_half_of_it() -> None:
    picture, bar = painted("worn")
    left = (picture[bar] == 0).all(1)
    assert 0.5 < left.mean() < 0.97
    assert (picture[bar][~left] == 128).all()
    assert (picture[~bar] == 128).all()


def test_a_cased_branch_lies_on_a_band_of_another_colour() -> None:
    picture, bar = painted("cased")
    assert (picture[bar] == 0).all()
    red = (picture == [250, 0, 0]).all(2)
    rows = np.flatnonzero(red.all(1))
    assert rows.tolist() == [*range(54, 60), *range(75, 81)]
