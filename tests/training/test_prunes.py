"""Prune sides: whatever they show, it is no branch from end to end."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from training.glyphs import names
from training.looks import Look, draw_look
from training.prunes import FACES, LONGEST

LONG, WIDE = 96, 34


@pytest.mark.parametrize("name", ["axe", "knife", *names()[7::300]])
def test_a_thing_leaves_room_at_both_ends_of_its_strip(name: str) -> None:
    look = replace(draw_look(np.random.default_rng(0), "train"), prune_icon=name)
    for seed in range(5):
        picture = np.full((WIDE, LONG, 3), 128, np.float32)
        FACES["pictured"](np.random.default_rng(seed), look, "summer", picture, np.zeros(3, np.float32))
        drawn = (np.abs(picture - 128) > 30).any((0, 2))
        assert drawn.mean() > 0.1
        assert drawn.mean() <= LONGEST + 0.1  # a little more where it is turned
        assert not drawn[[0, -1]].any()


@pytest.mark.parametrize("name", ["handsaw", "secateurs", "billhook"])
def test_a_tool_has_a_handle_of_its_own_colour_at_one_end(name: str) -> None:
    ink = np.array([250, 20, 240], np.float32)
    for seed in range(6):
        look = draw_look(np.random.default_rng(seed), "train")
        picture = np.full((WIDE, LONG, 3), 128, np.float32)
        FACES[name](np.random.default_rng(seed), look, "summer", picture, ink)
        handle = np.abs(picture - ink).sum(2) < 60
        assert handle.sum() > 12
        assert handle.any(0).mean() < 0.6
        assert not handle[:, [0, -1]].any()


def test_a_printing_has_one_tool() -> None:
    one, other = (draw_look(np.random.default_rng(seed), "train") for seed in (1, 2))
    ink = np.array([250, 20, 240], np.float32)

    def handle(look: Look, seed: int) -> int:
        picture = np.full((WIDE, LONG, 3), 128, np.float32)
        FACES["handsaw"](np.random.default_rng(seed), look, "summer", picture, ink)
        return int((np.abs(picture - ink).sum(2) < 60).sum())

    sizes = [handle(look, seed) for look, seed in ((one, 1), (one, 2), (other, 3))]
    assert abs(sizes[0] - sizes[1]) < 0.2 * sizes[0] < abs(sizes[0] - sizes[2])


def test_a_tool_of_any_make_ends_before_its_strip_does() -> None:
    ink = np.array([250, 20, 240], np.float32)
    seen = []
    for seed in range(30):
        look = draw_look(np.random.default_rng(seed), "train")
        picture = np.full((WIDE, LONG, 3), 128, np.float32)
        FACES["gadget"](np.random.default_rng(seed), look, "summer", picture, ink)
        shaft = (np.abs(picture - ink).sum(2) < 60).any(0)
        assert shaft.mean() <= LONGEST + 0.05
        assert not shaft[[0, -1]].any()
        seen.append(shaft.mean())
    assert np.median(seen) > 0.2
