"""The finder's answers become things in the photo, wherever and however large the net was shown them."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision import orchard_find
from vision.locate import SIZE_UNIT, STRIDE

RED, GREEN, BLUE = 0, 1, 2
TURN = (-1.0, 0.0)
"""u^2 v^2 of a square with upright sides: u = 1, v = i."""


class Blobs:
    """A net that takes red squares for dice, blue ones for tokens and green ones for trees."""

    def __init__(self) -> None:
        self.shown: list[tuple[int, ...]] = []

    def run(self, batch: npt.NDArray[np.uint8]) -> list[npt.NDArray[np.float32]]:
        self.shown.append(batch.shape)
        pixels = batch[0]
        maps = np.zeros((19, pixels.shape[0] // STRIDE, pixels.shape[1] // STRIDE), np.float32)
        maps[:3] = -6
        for channel, heat, first in ((RED, 0, 3), (BLUE, 1, None), (GREEN, 2, 12)):
            others = [c for c in range(3) if c != channel]
            mask = ((pixels[..., channel] > 150) & (pixels[..., others].max(-1) < 100)).astype(np.uint8)
            count, _, facts, middles = cv2.connectedComponentsWithStats(mask)
            for k in range(1, count):
                at = (middles[k] + 0.5) / STRIDE - 0.5
                x, y = np.round(at).astype(int)
                half = np.sqrt(facts[k, cv2.CC_STAT_AREA]) / 2
                maps[heat, y, x] = 2
                if first is not None:
                    code = [*(at - (x, y)), np.log(half / SIZE_UNIT), *TURN, 0, 0]
                    maps[first : first + 7, y, x] = code
                if channel == RED:
                    maps[10:12, y, x] = (0.0, 0.5)
        return [maps[None]]


@pytest.fixture
def net(monkeypatch: pytest.MonkeyPatch) -> Blobs:
    blobs = Blobs()
    monkeypatch.setattr(orchard_find, "open_model", lambda _: blobs)
    return blobs


def photo(width: int, height: int, *squares: tuple[int, int, int, int]) -> npt.NDArray[np.uint8]:
    """Grey, with squares (channel, x, y, side)."""
    pixels = np.full((height, width, 3), 60, np.uint8)
    for channel, x, y, side in squares:
        pixels[y : y + side, x : x + side] = 0
        pixels[y : y + side, x : x + side, channel] = 255
    return pixels


def test_things_lie_where_they_are_in_the_photo(net: Blobs) -> None:
    trees = [(GREEN, 100 + 60 * k, 120, 48) for k in range(5)]
    found = orchard_find.find_things(photo(640, 480, *trees, (RED, 400, 300, 24), (BLUE, 500, 60, 20)))
    (die,), (token,) = found.dice, found.rotten
    tree = min(found.trees, key=lambda tree: float(tree.centre[0]))
    np.testing.assert_allclose(tree.centre, (124, 144), atol=1)
    assert abs(tree.size - 48) < 2
    np.testing.assert_allclose(die.top.centre, (412, 312), atol=1)
    np.testing.assert_allclose(die.foot, (412, 324), atol=2)
    np.testing.assert_allclose(token.at, (510, 70), atol=2)
    assert len(net.shown) == 1


def test_small_trees_are_looked_at_again_enlarged(net: Blobs) -> None:
    squares = [(GREEN, 900 + 60 * c, 700 + 60 * r, 50) for c in range(4) for r in range(3)]
    found = orchard_find.find_things(photo(2000, 1500, *squares, (RED, 930, 720, 22), (RED, 150, 150, 30)))
    assert len(net.shown) == 2
    assert len(found.trees) >= 11
    sizes = [tree.size for tree in found.trees]
    assert abs(np.median(sizes) - 50) < 3
    # The die on the trees comes from the closer look, the one beside them from the first.
    centres = sorted((die.top.centre for die in found.dice), key=lambda at: at[0])
    np.testing.assert_allclose(centres[0], (165, 165), atol=3)
    np.testing.assert_allclose(centres[-1], (941, 731), atol=3)


def test_trees_that_are_smaller_when_enlarged_are_their_fruit(
    net: Blobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fruit_close_by(batch: npt.NDArray[np.uint8]) -> list[npt.NDArray[np.float32]]:
        (maps,) = Blobs.run(net, batch)
        if len(net.shown) > 1:
            maps[:, 14] -= np.log(2)
        return [maps]

    monkeypatch.setattr(net, "run", fruit_close_by)
    squares = [(GREEN, 900 + 60 * c, 700 + 60 * r, 50) for c in range(4) for r in range(3)]
    found = orchard_find.find_things(photo(2000, 1500, *squares))
    assert len(net.shown) == 2
    assert abs(np.median([tree.size for tree in found.trees]) - 50) < 5


def test_the_pattern_of_a_tablecloth_is_no_trees(net: Blobs) -> None:
    cards = [(GREEN, 900 + 130 * c, 600 + 130 * r, 110) for c in range(4) for r in range(3)]
    dots = [(GREEN, 60 + 60 * c, 60 + 60 * r, 24) for c in range(10) for r in range(4)]
    found = orchard_find.find_things(photo(1600, 1200, *cards, *dots))
    assert len(found.trees) == len(cards)
    assert len(net.shown) == 1  # cards so large need no closer look


def test_dice_alone_are_looked_at_from_afar_as_well(net: Blobs, monkeypatch: pytest.MonkeyPatch) -> None:
    die = (RED, 200, 120, 60)
    near = orchard_find.find_things(photo(640, 480, die))
    assert [max(shape) for shape in net.shown] == [640, orchard_find.COARSE_SIDE]
    np.testing.assert_allclose(near.dice[0].top.centre, (230, 150), atol=2)

    def sure_from_afar(batch: npt.NDArray[np.uint8]) -> list[npt.NDArray[np.float32]]:
        (maps,) = Blobs.run(net, batch)
        if batch.shape[2] > orchard_find.COARSE_SIDE:
            maps[:, 0] = -6
            maps[:, 0, 10, 20] = 0.1  # a pip
            maps[:, 6:8, 10, 20] = TURN
        return [maps]

    monkeypatch.setattr(net, "run", sure_from_afar)
    (seen,) = orchard_find.find_things(photo(640, 480, die)).dice
    np.testing.assert_allclose(seen.top.centre, (230, 150), atol=3)
    assert abs(seen.top.size - 60) < 4


def test_nothing_is_found_in_a_photo_of_nothing(net: Blobs) -> None:
    found = orchard_find.find_things(photo(640, 480))
    assert (found.dice, found.rotten, found.trees) == ((), (), ())


def test_upright_photos_are_not_padded_into_things(net: Blobs) -> None:
    found = orchard_find.find_things(photo(500, 640, (GREEN, 440, 560, 50)))
    (tree,) = found.trees
    np.testing.assert_allclose(tree.centre, (465, 585), atol=1)
