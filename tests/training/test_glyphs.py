"""Silhouettes of things: none of those that are held out, whole, and laid where and as large as they are asked for."""

from __future__ import annotations

import numpy as np
import pytest

from training import glyphs, methods


def test_there_are_thousands_and_none_is_held_out() -> None:
    assert len(glyphs.names()) > 4000
    held_out = {name for group in ("validation", "test") for name in methods.PRUNE_ICONS[group]}
    held_out |= {
        "scissors",
        "mushroom",
        "spider",
        "basket",
        "watering",
        "dice",
        "heart",
        "ribbon",
        "newspaper",
    }
    assert not {name for name in glyphs.names() if held_out & set(name.split("_"))}


@pytest.mark.parametrize("name", glyphs.names()[::150])
def test_a_silhouette_fills_its_picture(name: str) -> None:
    drawn = glyphs.silhouette(name)
    assert max(drawn.shape) <= glyphs.SIDE + 1
    assert drawn.max() > 200
    for edge in (drawn[0], drawn[-1], drawn[:, 0], drawn[:, -1]):
        assert edge.max() > 0


@pytest.mark.parametrize(("angle", "long", "high"), [(0, 30, 12), (90, 12, 30), (180, 30, 12)])
def test_it_is_laid_as_large_as_it_is_asked_for(angle: float, long: int, high: int) -> None:
    mask = np.zeros((60, 80), np.uint8)
    glyphs.stamp(mask, np.full((96, 64), 255, np.uint8), (40, 25), (30, 12), angle)
    ys, xs = np.nonzero(mask > 127)
    assert (np.ptp(xs) + 1, np.ptp(ys) + 1) == (pytest.approx(long, abs=1.5), pytest.approx(high, abs=1.5))
    assert (xs.mean(), ys.mean()) == (pytest.approx(40, abs=0.6), pytest.approx(25, abs=0.6))


def test_what_is_laid_leaves_what_was_there() -> None:
    mask = np.zeros((20, 20), np.uint8)
    mask[2, 2] = 200
    glyphs.stamp(mask, np.full((8, 8), 255, np.uint8), (12, 12), (6, 6), 0)
    assert mask[2, 2] == 200
    assert mask[12, 12] == 255
