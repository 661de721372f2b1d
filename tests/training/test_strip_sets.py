"""Sets of strips to compare are drawn as the reader sees strips."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

pytest.importorskip("torch", reason="training's dependencies are not installed")

from scoring.lattice import STEP
from training.looks import draw_look
from training.scenes import ART_SIDE
from training.strip_sets import (
    EDGE,
    OF_A_SORT,
    SHAPE,
    SORTS,
    Taken,
    cut_out,
    draw_set,
    draw_taken,
    lay_on,
    main,
    photographed,
)
from vision.espalier_strips import ACROSS, ALONG, TILE


def test_a_set_is_drawn_by_its_seed_alone() -> None:
    one, again, other = (draw_set(np.random.default_rng(seed)) for seed in (4, 4, 5))
    assert one.shape == (len(SORTS), ACROSS, ALONG, 3)
    assert one.dtype == np.uint8
    assert (one == again).all()
    assert (one != other).any()


def test_a_set_holds_as_many_of_each_sort() -> None:
    assert {SORTS.count(sort) for sort in SORTS} == {OF_A_SORT}
    assert set(SORTS) == {"graft", "prune", "branch", "none"}


@pytest.mark.parametrize("direction", ["E", "NW"])
def test_a_branch_runs_to_the_right_through_the_picture(direction: str) -> None:
    rng = np.random.default_rng(2)
    look = draw_look(rng, "train")
    art = np.zeros((ART_SIDE, ART_SIDE, 3), np.float32)
    middle, (dx, dy) = ART_SIDE / 2, {"E": (1, 0), "NW": (-1, -1)}[direction]
    tip = (round(middle + dx * middle), round(middle + dy * middle))
    cv2.line(art, (round(middle), round(middle)), tip, (200, 200, 200), 12)
    seen = np.mean([cut_out(rng, look, art, direction, "summer") for _ in range(20)], 0).mean(2)
    assert seen.shape == SHAPE
    row = seen[:, EDGE : EDGE + 40].mean(1)
    assert abs(float((row * np.arange(len(row))).sum() / row.sum()) - (SHAPE[0] - 1) / 2) < 2
    assert row.max() > 3 * np.median(row)


GROUND = np.full((*SHAPE, 3), 90, np.float32)
CAREFUL = Taken(
    sloppy=0.0, lean=np.zeros(2), shade=np.zeros(2), depth=0.0, edge=np.array([255, 0, 0], np.float32)
)


def test_a_strip_lies_where_the_reader_looks_for_it() -> None:
    rng = np.random.default_rng(2)
    look = draw_look(rng, "train")
    laid = [
        lay_on(rng, look, GROUND, side, "summer", "E", draw_taken(rng, look))
        for side in ("graft", "prune")
        for _ in range(15)
    ]
    changed = np.abs(np.array(laid) - 90).mean((0, 3))
    assert changed.shape == SHAPE
    middle = SHAPE[0] // 2
    assert changed[middle - 4 : middle + 4, EDGE + 10 : EDGE + 40].mean() > 3 * changed[:4].mean()


@pytest.mark.parametrize("direction", ["E", "NW", "S"])
def test_a_photo_from_the_side_moves_a_strip_and_shows_its_edge(direction: str) -> None:
    look = replace(draw_look(np.random.default_rng(2), "train"), strip_height=0.08)
    ahead = np.array(STEP[direction]) / np.hypot(*STEP[direction])
    to_the_right = replace(CAREFUL, lean=0.8 * np.array([-ahead[1], ahead[0]]))
    above, aside = (
        lay_on(np.random.default_rng(4), look, GROUND, "prune", "summer", direction, taken)
        for taken in (CAREFUL, to_the_right)
    )
    rows = np.arange(SHAPE[0])
    middles = [
        float((rows * on).sum() / on.sum()) for on in (np.abs(p - 90).sum((1, 2)) for p in (above, aside))
    ]
    assert 0.02 * TILE < middles[1] - middles[0] < 0.08 * TILE

    def edged(picture: np.ndarray) -> int:
        return int(((picture[..., 0] > 195) & (picture[..., 1:].max(-1) < 10)).sum())

    assert edged(aside) > 50 > edged(above)


def test_a_photo_shows_its_strips_in_like_light() -> None:
    grey = [np.full((*SHAPE, 3), 120, np.float32) for _ in range(6)]
    rng = np.random.default_rng(7)
    means = [photographed(rng, grey).mean((1, 2, 3)) for _ in range(30)]
    assert np.mean([np.std(photo) for photo in means]) < 0.7 * np.std([photo.mean() for photo in means])


def test_sets_are_kept_in_a_file(tmp_path) -> None:
    threads = cv2.getNumThreads()
    main(tmp_path / "0.npz", sets=3, group="validation", seed=1)
    cv2.setNumThreads(threads)
    strips = np.load(tmp_path / "0.npz")["strips"]
    assert strips.shape == (3, len(SORTS), ACROSS, ALONG, 3)
    assert (strips[0] == draw_set(np.random.default_rng(1), "validation")).all()
