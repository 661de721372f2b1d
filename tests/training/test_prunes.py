"""Prune sides: whatever they show, it is no branch from end to end."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from training.glyphs import names
from training.looks import draw_look
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
