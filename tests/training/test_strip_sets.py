"""Sets of strips to compare are drawn as the reader sees strips."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

pytest.importorskip("torch", reason="training's dependencies are not installed")

from training.looks import draw_look
from training.strip_sets import EDGE, SHAPE, SIDES, draw_set, lay_on_tile, main, photographed
from vision.espalier_strips import ACROSS, ALONG


def test_a_set_is_drawn_by_its_seed_alone() -> None:
    one, again, other = (draw_set(np.random.default_rng(seed)) for seed in (4, 4, 5))
    assert one.shape == (len(SIDES), ACROSS, ALONG, 3)
    assert one.dtype == np.uint8
    assert (one == again).all()
    assert (one != other).any()


def test_the_strip_lies_where_the_reader_looks_for_it() -> None:
    rng = np.random.default_rng(2)
    look = draw_look(rng, "train")
    drawn = np.mean([lay_on_tile(rng, look, side, "summer") for side in SIDES for _ in range(10)], 0)
    varied = np.std([lay_on_tile(rng, look, "prune", "summer") for _ in range(30)], 0).mean(2)
    assert drawn.shape == (*SHAPE, 3)
    inside = varied[EDGE + 8 : EDGE + 16, EDGE + 10 : EDGE + 40]
    assert inside.mean() > varied[:4].mean()


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
    assert strips.shape == (3, 6, ACROSS, ALONG, 3)
    assert (strips[0] == draw_set(np.random.default_rng(1), "validation")).all()
