"""Hands lay tokens where they belong, more or less."""

from __future__ import annotations

import numpy as np
import pytest

from training.hands import ASKEW, lay_strip
from training.looks import draw_look

POSE = np.zeros(2), np.eye(2)
LOOK = draw_look(np.random.default_rng(3), "train")


def _laid(sloppy: float) -> tuple[np.ndarray, np.ndarray]:
    """Places (N, 2) and angles (N,) of tokens on an eastern branch."""
    laid = [lay_strip(np.random.default_rng(seed), LOOK, POSE, "E", sloppy) for seed in range(400)]
    return np.array([at for at, _ in laid]), np.array(
        [np.arctan2(turn[1, 0], turn[0, 0]) for _, turn in laid]
    )


def test_a_careful_hand_lays_tokens_along_the_branch() -> None:
    at, _ = _laid(0.0)
    assert np.allclose(at[:, 1], 0)
    assert at[:, 0].min() > 0


@pytest.mark.parametrize("sloppy", [0.02, 0.05])
def test_a_careless_one_lays_them_off_it_and_askew(sloppy: float) -> None:
    (careful, straight), (careless, askew) = _laid(0.0), _laid(sloppy)
    assert (careless - careful).std(0) == pytest.approx(sloppy, rel=0.15)
    turned = (askew - straight + np.pi) % (2 * np.pi) - np.pi
    assert turned.std() == pytest.approx(ASKEW * sloppy, rel=0.15)


def test_carelessness_changes_nothing_else_that_a_seed_draws() -> None:
    careful, careless = np.random.default_rng(8), np.random.default_rng(8)
    lay_strip(careful, LOOK, POSE, "NE")
    lay_strip(careless, LOOK, POSE, "NE", 0.05)
    assert careful.random() == careless.random()
