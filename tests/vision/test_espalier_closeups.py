"""The closer look at branches: where it looks, what it asks about, and what it changes."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from scoring.lattice import DIRECTIONS, STEP
from vision import espalier_closeups
from vision.espalier_closeups import (
    ACROSS,
    ALONG,
    BEHIND,
    TILE,
    close_up,
    look_at_closeups,
    look_closer,
    told,
)
from vision.espalier_places import Places
from vision.look import Looks, Pixels, log_softmax, pyramid
from vision.observe import square_to_quad

QUAD = np.array([[300.0, 210], [560, 240], [590, 500], [280, 470]])
"""A tile in perspective."""
SURE, UNSURE = log_softmax(np.array([9.0, 0, 0, 0])), log_softmax(np.array([0.0, 1, 0, 0]))


def photo_of(direction: str) -> Pixels:
    """A tile with one branch, black on white, from its middle to its rim."""
    pixels = np.full((768, 1024, 3), 255, np.uint8)
    ends = np.array([[0.5, 0.5, 1], [*(0.5 + 0.5 * np.array(STEP[direction])), 1]]) @ square_to_quad(QUAD).T
    (x, y), (u, v) = np.round(ends[:, :2] / ends[:, 2:]).astype(int).tolist()
    cv2.line(pixels, (x, y), (u, v), (0, 0, 0), 9, cv2.LINE_AA)
    return pixels


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_branch_runs_to_the_right_through_the_middle(direction: str) -> None:
    shown = close_up(pyramid(photo_of(direction)), QUAD, direction).mean(2)
    assert shown.shape == (ACROSS, ALONG)
    dark = np.argwhere(shown < 100)
    length = 0.5 * np.hypot(*STEP[direction])
    assert dark[:, 0].mean() == pytest.approx((ACROSS - 1) / 2, abs=1)
    assert dark[:, 1].min() == pytest.approx(BEHIND * TILE, abs=4)
    assert dark[:, 1].max() == pytest.approx(min((BEHIND + length) * TILE, ALONG - 1), abs=5)


def test_what_lies_clockwise_of_a_branch_lies_below_it() -> None:
    for direction in DIRECTIONS:
        after = DIRECTIONS[(DIRECTIONS.index(direction) + 1) % 8]
        shown = close_up(pyramid(photo_of(after)), QUAD, direction).mean(2)
        assert np.argwhere(shown < 100)[:, 0].mean() > ACROSS / 2


def places_with(branches: npt.NDArray[np.float64]) -> Places:
    looks = Looks(branches, np.zeros((8, 4)), np.zeros(6))
    return Places({(0, 0): QUAD}, {(0, 0): looks}, {(0, 0): 1.0})


def test_sure_branches_are_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(espalier_closeups, "look_at_closeups", lambda closeups: pytest.fail("asked"))
    places = places_with(np.tile(SURE, (8, 1)))
    assert look_closer(pyramid(photo_of("N")), places) is places


def test_only_what_was_unsure_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def answer(closeups: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
        asked.append(len(closeups))
        return np.tile([0.0, 0, 0, 80], (len(closeups), 1))

    monkeypatch.setattr(espalier_closeups, "look_at_closeups", answer)
    branches = np.tile(SURE, (8, 1))
    branches[[2, 5]] = UNSURE
    before = branches.copy()
    seen = look_closer(pyramid(photo_of("N")), places_with(branches)).looks[(0, 0)].branches
    assert asked == [2]
    assert (branches == before).all()
    assert (seen.argmax(1) == [0, 0, 3, 0, 0, 3, 0, 0]).all()
    assert np.exp(seen).sum(1) == pytest.approx(np.ones(8))


def test_the_net_answers_alike_whichever_way_a_branch_is_mirrored() -> None:
    closeups = np.random.default_rng(0).integers(0, 256, (3, ACROSS, ALONG, 3)).astype(np.uint8)
    logits = look_at_closeups(closeups)
    assert logits.shape == (3, 4)
    assert logits == pytest.approx(look_at_closeups(closeups[:, ::-1]), abs=1e-4)


def test_two_looks_are_weighed() -> None:
    first, closer = UNSURE[None], log_softmax(np.array([[0.0, 0, 5, 0]]))
    alone = {"first": 1.0, "closer": 0.0, "bias": [0.0] * 4}
    assert told(first, closer, alone) == pytest.approx(first)
    assert told(first, closer, {**alone, "closer": 1.0}).argmax() == 2
    assert told(first, closer, {**alone, "bias": [0.0, 0, 0, 7]}).argmax() == 3
