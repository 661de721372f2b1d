"""Foreign things laid on patches of trees: where they may lie, and that they can be seen."""

from __future__ import annotations

import numpy as np
import pytest

from training.orchard import foreign
from vision.orchard_look import STANDING

NONE, DIE, ROTTEN = (STANDING.index(name) for name in ("none", "die", "rotten"))


@pytest.fixture
def everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreign, "PHOTO_SHARE", 1.0)


@pytest.mark.usefixtures("everywhere")
def test_foreign_things_lie_on_bare_trees_alone_and_show() -> None:
    rng = np.random.default_rng(3)
    trees = rng.integers(60, 120, (20, 4, 64, 64, 3), dtype=np.uint8)
    fruit = np.tile([1, 1, 1, -1], (20, 1))
    standing = np.tile([NONE, DIE, NONE, NONE], (20, 1))
    shown, told = foreign.with_foreign(rng, trees, fruit, standing)
    laid = told == ROTTEN
    assert (told[:, 1] == DIE).all()
    assert (told[:, 3] == NONE).all(), "no thing lies where there is no tree"
    assert laid[:, (0, 2)].any(1).all()
    assert (laid == (shown != trees).any((2, 3, 4))).all()
    middle = np.abs(shown.astype(int) - trees)[..., 24:40, 24:40, :].mean((2, 3, 4))
    assert np.median(middle[laid]) > 15
    rim = np.abs(shown.astype(int) - trees)[..., :4, :, :].mean((2, 3, 4))
    assert np.median(rim[laid]) < 3, "the tree's surroundings stay"


@pytest.mark.usefixtures("everywhere")
def test_photos_without_bare_trees_stay_as_they_are() -> None:
    trees = np.full((3, 2, 64, 64, 3), 90, np.uint8)
    standing = np.full((3, 2), DIE)
    shown, told = foreign.with_foreign(np.random.default_rng(0), trees, np.zeros((3, 2), int), standing)
    assert np.array_equal(shown, trees)
    assert np.array_equal(told, standing)


def test_as_many_photos_bear_foreign_things_as_is_said() -> None:
    trees = np.full((400, 1, 64, 64, 3), 90, np.uint8)
    bare = np.zeros((400, 1), int)
    _, told = foreign.with_foreign(np.random.default_rng(0), trees, bare, bare)
    assert (told == ROTTEN).mean() == pytest.approx(foreign.PHOTO_SHARE, abs=0.1)
