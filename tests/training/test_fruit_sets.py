"""Sets of fruit to name together are drawn as the reader sees fruit."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

pytest.importorskip("torch", reason="training's dependencies are not installed")

from training.fruit_sets import OF_SET, draw_set, filmed, main
from vision.colours import linear_light, log_chromaticity
from vision.espalier_fruit import PICTURE


def test_a_set_is_drawn_by_its_seed_alone() -> None:
    (one, kinds), (again, _), (other, _) = (draw_set(np.random.default_rng(seed)) for seed in (4, 4, 5))
    assert one.shape == (OF_SET, PICTURE, PICTURE, 3)
    assert one.dtype == kinds.dtype == np.uint8
    assert kinds.shape == (OF_SET,)
    assert (one == again).all()
    assert (one != other).any()


def test_each_fruit_lies_in_the_middle_of_its_picture_and_shows_its_kind() -> None:
    rng = np.random.default_rng(1)
    reds: dict[int, list[float]] = {0: [], 1: [], 2: []}
    differ = []
    for _ in range(25):
        fruit, kinds = draw_set(rng, "validation")
        light = linear_light(fruit / 255.0)
        middle = slice(PICTURE // 2 - 4, PICTURE // 2 + 4)
        for kind, (red, _) in zip(
            kinds, log_chromaticity(light[:, middle, middle].mean((1, 2))), strict=True
        ):
            reds[int(kind)].append(red)
        chroma = np.ptp(fruit.astype(float), axis=3).mean(0)
        differ.append(chroma[middle, middle].mean() / chroma[:4].mean())
    lemon, lime, orange = (float(np.median(reds[kind])) for kind in range(3))
    assert lime < lemon < orange
    assert np.mean(differ) > 1.1


def test_a_phone_with_a_tone_curve_fades_what_is_bright() -> None:
    dull, bright = (np.full((60, 80, 3), value, np.float32) for value in ([60, 40, 20], [250, 170, 85]))
    saturation = []
    for seed in range(12):
        shown = filmed(np.random.default_rng(seed), np.concatenate([dull, dull, bright]))
        colours = shown[[30, 150]].mean(1)
        saturation.append(np.ptp(colours, axis=1) / colours.max(1))
    assert shown.dtype == np.uint8
    assert np.mean([of_bright < of_dull for of_dull, of_bright in saturation]) > 0.7


def test_sets_are_kept_in_a_file(tmp_path) -> None:
    threads = cv2.getNumThreads()
    main(tmp_path / "0.npz", sets=3, group="validation", seed=1)
    cv2.setNumThreads(threads)
    kept = np.load(tmp_path / "0.npz")
    fruit, kinds = draw_set(np.random.default_rng(1), "validation")
    assert kept["fruit"].shape == (3, OF_SET, PICTURE, PICTURE, 3)
    assert (kept["fruit"][0] == fruit).all()
    assert (kept["kinds"][0] == kinds).all()
