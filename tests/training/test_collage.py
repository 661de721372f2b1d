"""Strips that nobody drew: a graft shows a branch from end to end, a prune side none."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from training.collage import draw_collage, motif, paints, stamped
from training.collage_fruit import fruit_body
from training.looks import Look, collaged, draw_look

LONG, WIDE = 96, 34
GREY, WHITE = np.full(3, 90, np.float32), np.full(3, 255, np.float32)


def look_of(seed: int) -> Look:
    rng = np.random.default_rng(seed)
    return collaged(rng, replace(draw_look(rng, "train"), graft_width=0.5, graft_runs_off=True))


@pytest.mark.parametrize("seed", range(20))
def test_a_motif_runs_along_the_strip_without_a_wide_gap(seed: int) -> None:
    picture = np.broadcast_to(GREY, (WIDE, LONG, 3)).copy()
    motif(np.random.default_rng(seed), look_of(seed), picture, WHITE)
    drawn = (picture[..., 0] > 170).any(0)
    gaps = np.diff(np.flatnonzero(np.concatenate([[True], drawn, [True]])))
    assert gaps.max() <= 0.3 * WIDE
    assert drawn.mean() > 0.6


def test_collages_are_unlike_each_other_and_stay_within_colours() -> None:
    pictures = []
    for seed in range(12):
        picture = np.broadcast_to(GREY, (WIDE, LONG, 3)).copy()
        rng = np.random.default_rng(seed)
        draw_collage(rng, picture, paints(rng, GREY))
        assert picture.min() >= 0
        assert picture.max() <= 255
        pictures.append(cv2.resize(picture, (12, 4), interpolation=cv2.INTER_AREA))
    apart = [np.abs(a - b).mean() for k, a in enumerate(pictures) for b in pictures[:k]]
    assert np.median(apart) > 30


def test_some_collages_are_in_the_colours_of_branches() -> None:
    shares = []
    for seed in range(200):
        paint = paints(np.random.default_rng(seed), WHITE)
        shares.append(np.mean([paint().min() > 170 for _ in range(20)]))
    assert 0.2 < np.mean(np.array(shares) > 0.3) < 0.4


def test_a_collaged_look_has_a_collage_or_a_tool_of_any_make_for_its_prune_side() -> None:
    grafts = {look_of(seed).graft for seed in range(20)}
    assert {look_of(seed).prune for seed in range(20)} == {"collage", "gadget"}
    assert "motif" in grafts
    assert len(grafts) > 1


@pytest.mark.parametrize("seed", range(20))
def test_a_stamped_branch_runs_from_the_hub_to_the_rim_without_a_wide_gap(seed: int) -> None:
    mask, inner = np.zeros((144, 144), np.uint8), np.zeros((144, 144), np.uint8)
    path = np.column_stack([np.linspace(72, 143, 24), np.full(24, 72)]).astype(np.float32)
    wide = 12.0
    stamped(np.random.default_rng(seed), mask, inner, path, np.full(24, wide, np.float32))
    drawn = np.concatenate([[True], (mask[:, 72:] > 128).any(0), [True]])
    assert np.diff(np.flatnonzero(drawn)).max() <= wide
    assert (inner <= mask).all()
    assert not mask[:48].any()
    assert not mask[:, :48].any()


def test_fruit_that_nobody_drew_have_their_own_outlines_and_keep_their_colour() -> None:
    orange = np.array([235.0, 130.0, 30.0], np.float32)
    outlines = []
    for seed in range(40):
        picture = np.broadcast_to(orange, (40, 40, 3)).copy()
        rng = np.random.default_rng(seed)
        mask, height, top = fruit_body(rng, draw_look(rng, "train"), "orange", orange, picture)
        assert 0.1 < mask.mean() <= 0.8
        assert 0 < height < 0.3
        assert 0.4 < top <= 1
        red, green, blue = picture[mask > 0.5].mean(0)
        assert red > green > blue
        outlines.append(mask > 0.5)
    alike = [(a == b).mean() for k, a in enumerate(outlines) for b in outlines[:k]]
    assert np.median(alike) < 0.9
