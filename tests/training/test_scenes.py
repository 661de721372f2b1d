"""Scenes that are crowded with things of many printings."""

from dataclasses import fields, replace

import numpy as np
import pytest

from training.grounds import PATTERNS
from training.looks import OF_STRIPS, draw_look, with_strips_of
from training.methods import BACKGROUNDS
from training.scenes import MEETING, compose

SIZE = (640, 480)


def test_strips_of_another_printing_leave_the_rest_of_a_look_alone() -> None:
    rng = np.random.default_rng(3)
    look, other = draw_look(rng, "train"), draw_look(rng, "train")
    lent = with_strips_of(look, other)
    assert lent.strip_length == other.strip_length != look.strip_length
    for field in fields(look):
        if field.name not in OF_STRIPS:
            assert getattr(lent, field.name) is getattr(look, field.name)
    assert replace(lent, **{name: getattr(look, name) for name in OF_STRIPS}).prune == look.prune


def test_a_mixed_scene_holds_many_tokens_and_fruit_of_several_sizes() -> None:
    strips, fruit = {}, {}
    for mixed in (False, True):
        _, truth = compose(np.random.default_rng(1), "train", *SIZE, mixed=mixed)
        strips[mixed] = [_shape(quad) for _, quad, on_tree in truth.strips if on_tree]
        fruit[mixed] = [np.sqrt(_area(quad)) for _, quad, on_tree in truth.fruit if on_tree]
    assert len(strips[True]) > 2 * max(len(strips[False]), 5)
    assert _spread(strips[True]) > 1.5 * _spread(strips[False])
    assert _spread(fruit[True]) > 1.5 * _spread(fruit[False])


@pytest.mark.parametrize("name", MEETING)
@pytest.mark.parametrize("seed", range(5))
def test_lines_of_these_grounds_meet_about_the_middle(name: str, seed: int) -> None:
    mask = np.zeros((144, 144), np.uint8)
    PATTERNS[name](np.random.default_rng(seed), mask, 144)
    ys, xs = np.nonzero(mask)
    quarters = set(zip((xs < 72).tolist(), (ys < 72).tolist(), strict=True))
    assert name in BACKGROUNDS["train"]
    assert len(quarters) >= 3
    assert np.hypot(xs - 72, ys - 72).min() < 0.2 * 144


def test_tiles_of_a_mixed_scene_are_drawn_whatever_the_first_look_shows() -> None:
    seeds = (seed for seed in range(100) if draw_look(np.random.default_rng(seed), "train").art == "scenery")
    _, truth = compose(np.random.default_rng(next(seeds)), "train", *SIZE, mixed=True)
    assert truth.look.art == "branches"


def _shape(quad: np.ndarray) -> float:
    return float(np.hypot(*(quad[1] - quad[0])) / np.sqrt(_area(quad)))


def _spread(sizes: list[float]) -> float:
    return float(np.std(sizes) / np.mean(sizes))


def _area(quad: np.ndarray) -> float:
    x, y = quad.T
    return abs(float(x @ np.roll(y, 1) - y @ np.roll(x, 1))) / 2
