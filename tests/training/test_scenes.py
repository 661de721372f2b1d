"""Scenes whose tokens come from many printings."""

from dataclasses import fields, replace

import numpy as np
import pytest

from training import scenes
from training.looks import OF_STRIPS, draw_look, with_other_strips
from training.scenes import compose

SIZE = (640, 480)


def test_other_strips_leave_the_rest_of_a_look_alone() -> None:
    rng = np.random.default_rng(3)
    look = draw_look(rng, "train")
    other = with_other_strips(rng, look)
    assert other.strip_length != look.strip_length
    for field in fields(look):
        if field.name not in OF_STRIPS:
            assert getattr(other, field.name) is getattr(look, field.name)
    assert replace(other, **{name: getattr(look, name) for name in OF_STRIPS}).prune == look.prune


def test_a_mixed_scene_has_strips_of_several_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenes, "TOKENS_WANTED", (10,))
    sizes = []
    for mixed in (False, True):
        _, truth = compose(np.random.default_rng(11), "train", *SIZE, mixed=mixed)
        sides = [
            np.hypot(*(quad[1] - quad[0])) / np.sqrt(_area(quad))
            for _, quad, on_tree in truth.strips
            if on_tree
        ]
        assert len(sides) >= 3
        sizes.append(float(np.std(sides) / np.mean(sides)))
    assert sizes[1] > 1.5 * sizes[0]


def _area(quad: np.ndarray) -> float:
    x, y = quad.T
    return abs(float(x @ np.roll(y, 1) - y @ np.roll(x, 1))) / 2
