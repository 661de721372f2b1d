"""Strips that nobody drew: a graft shows a branch from end to end, a prune side none."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from training.collage import draw_collage, motif
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
        draw_collage(np.random.default_rng(seed), picture)
        assert picture.min() >= 0
        assert picture.max() <= 255
        pictures.append(cv2.resize(picture, (12, 4), interpolation=cv2.INTER_AREA))
    apart = [np.abs(a - b).mean() for k, a in enumerate(pictures) for b in pictures[:k]]
    assert np.median(apart) > 30


def test_a_collaged_look_has_a_collage_for_its_prune_side() -> None:
    grafts = {look_of(seed).graft for seed in range(20)}
    assert {look_of(seed).prune for seed in range(20)} == {"collage"}
    assert "motif" in grafts
    assert len(grafts) > 1
