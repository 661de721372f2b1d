"""Limbs of any pattern: each runs along its whole path, and what is coloured apart lies on it."""

from dataclasses import replace

import numpy as np
import pytest

from training.branches import draw_branch
from training.kits import WIDEST
from training.looks import draw_look
from training.weaves import LEAST_EDGE, MOST_GAPS, any_weave, lay_weave, woven

SIDE, WIDE = 144, 14.0
PATH = np.column_stack([np.linspace(72, 143, 24), np.full(24, 72)]).astype(np.float32)
BOWED = np.column_stack([PATH[:, 0], 72 + 12 * np.sin(np.linspace(0, np.pi, 24))]).astype(np.float32)


def laid(seed: int, path: np.ndarray, wide: float = WIDE) -> tuple[np.ndarray, np.ndarray]:
    mask, inner = np.zeros((SIDE, SIDE), np.uint8), np.zeros((SIDE, SIDE), np.uint8)
    how = any_weave(np.random.default_rng(seed))
    lay_weave(how, mask, inner, path, np.full(len(path), wide, np.float32))
    return mask, inner


@pytest.mark.parametrize("seed", range(40))
def test_a_weave_runs_from_the_hub_to_the_rim_without_a_wide_gap(seed: int) -> None:
    mask, inner = laid(seed, PATH)
    drawn = np.concatenate([[True], (mask[:, 72:] > 100).any(0), [True]])
    assert np.diff(np.flatnonzero(drawn)).max() <= WIDE
    assert (inner <= mask).all()
    assert not mask[: 72 - round(WIDE / 2) - 3].any()
    assert not mask[72 + round(WIDE / 2) + 3 :].any()
    assert not mask[:, : 72 - round(WIDE / 2) - 3].any()


def test_weaves_leave_most_of_a_limb_where_it_is() -> None:
    shares = [(laid(seed, BOWED)[0][72:, 72:] > 127).sum() / (71 * WIDE) for seed in range(60)]
    assert min(shares) > LEAST_EDGE * (1 - MOST_GAPS)
    assert np.median(shares) > 0.75


def test_weaves_are_unlike_each_other() -> None:
    drawn = [np.concatenate([m[58:87, 72:], i[58:87, 72:]]) for m, i in (laid(s, PATH) for s in range(30))]
    apart = [np.abs(a.astype(int) - b).mean() for k, a in enumerate(drawn) for b in drawn[:k]]
    assert np.quantile(apart, 0.1) > 5
    assert np.median(apart) > 30


def test_all_branches_of_a_printing_are_woven_alike() -> None:
    look = replace(draw_look(np.random.default_rng(1)), branch="woven", width=0.1, taper=0.0, thorns=0.0)

    def drawn(seed: int, width: float) -> np.ndarray:
        mask, inner = np.zeros((SIDE, SIDE), np.uint8), np.zeros((SIDE, SIDE), np.uint8)
        rng = np.random.default_rng(seed)
        draw_branch(rng, replace(look, width=width), mask, inner, PATH, SIDE)
        return np.stack([mask, inner])

    assert (drawn(1, 0.1) == drawn(2, 0.1)).all()
    assert (drawn(1, 0.1) != drawn(1, 0.1001)).any()


@pytest.mark.parametrize("seed", range(30))
def test_a_woven_graft_runs_along_its_strip_and_leaves_a_little_of_it(seed: int) -> None:
    rng = np.random.default_rng(seed)
    look = replace(draw_look(rng), graft_width=WIDEST, graft_runs_off=True)
    picture = np.full((34, 96, 3), 90, np.float32)
    woven(rng, look, picture, np.full(3, 255, np.float32))
    changed = (np.abs(picture - 90) > 5).any(2)
    gaps = np.diff(np.flatnonzero(np.concatenate([[True], changed.any(0), [True]])))
    assert gaps.max() <= 34
    assert changed.mean() > 0.25
    assert not changed[0].all()
