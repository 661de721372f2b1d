"""Branches put together at random: each runs along its strip, and none are alike."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from training.kits import WIDEST
from training.looks import Look, draw_look
from training.scions import BODIES, pieced

WIDE, LONG = 34, 96
WHITE = np.full(3, 255, np.float32)


def graft_look(rng: np.random.Generator, width: float) -> Look:
    return replace(draw_look(rng), graft="pieced", graft_width=width, graft_runs_off=True)


def laid(seed: int, width: float = 0.5) -> np.ndarray:
    rng = np.random.default_rng(seed)
    picture = np.full((WIDE, LONG, 3), 90, np.float32)
    pieced(rng, graft_look(rng, width), picture, WHITE)
    return picture


@pytest.mark.parametrize("seed", range(40))
def test_it_runs_from_one_end_of_its_strip_to_the_other(seed: int) -> None:
    changed = (np.abs(laid(seed) - 90) > 5).any(2).any(0)
    assert np.diff(np.flatnonzero(np.concatenate([[True], changed, [True]]))).max() <= WIDE / 2


@pytest.mark.parametrize("body", BODIES)
def test_whatever_it_is_made_of_stays_within_its_width(body) -> None:
    path = np.column_stack([np.linspace(-2, LONG + 2, 24), np.full(24, WIDE / 2)]).astype(np.float32)
    for seed in range(20):
        mask, inner = np.zeros((WIDE, LONG), np.uint8), np.zeros((WIDE, LONG), np.uint8)
        body(np.random.default_rng(seed), mask, inner, path, np.full(24, 12, np.float32))
        assert (inner <= mask).all()
        assert (mask > 127).any(0).mean() > 0.6
        assert not mask[: WIDE // 2 - 12].any()
        assert not mask[WIDE // 2 + 12 :].any()


def test_none_are_alike() -> None:
    drawn = [laid(seed, WIDEST) for seed in range(30)]
    apart = [np.abs(one - other).mean() for k, one in enumerate(drawn) for other in drawn[:k]]
    assert min(apart) > 8
