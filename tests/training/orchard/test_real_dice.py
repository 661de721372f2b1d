"""Photographs of real dice, as they are packed to learn from."""

from types import SimpleNamespace

import numpy as np
import pytest

from training.orchard import real_dice
from training.orchard.patches import WIDE
from training.orchard.real_dice import Photograph, outline, outlines, pack
from vision.errors import LayoutError
from vision.look import pyramid
from vision.orchard_find import Die, Tile

BOXES = np.array([[100.0, 100, 160, 160], [300, 200, 360, 260]])
TURNED = Tile(np.array([131.0, 128.0]), np.array([14.0, 14]), np.array([-14.0, 14]), 0.9)
"""A top that lies askew in the first box."""


@pytest.fixture
def photograph(monkeypatch: pytest.MonkeyPatch) -> Photograph:
    """Two dice, of which the reader finds the first."""
    found = SimpleNamespace(all_dice=(Die(TURNED, TURNED.centre),))
    monkeypatch.setattr(real_dice, "locate", lambda *_: found)
    pixels = np.full((480, 640, 3), 90, np.uint8)
    pixels[128, 131] = 255
    return Photograph("dice.jpg", pixels, BOXES, (3, 5))


def test_tops_are_outlined_as_the_reader_does_and_by_their_box_where_it_misses_one(
    photograph: Photograph,
) -> None:
    first, second = outlines(photograph, pyramid(photograph.pixels))
    np.testing.assert_array_equal(first, TURNED.corners)
    np.testing.assert_array_equal(second, outline(BOXES[1]))


def test_where_the_reader_finds_nothing_boxes_serve(
    photograph: Photograph, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(*_: object) -> None:
        raise LayoutError("no_orchard", "nothing")

    monkeypatch.setattr(real_dice, "locate", nothing)
    np.testing.assert_array_equal(
        outlines(photograph, pyramid(photograph.pixels)), [outline(box) for box in BOXES]
    )


def test_packed_tops_show_the_outlined_die_in_their_middle(photograph: Photograph) -> None:
    shard = pack([photograph])
    assert shard["tops"].shape == (2, WIDE, WIDE, 3)
    assert shard["top_labels"][:, 0].tolist() == [-1, -1]
    brightest = np.unravel_index(shard["tops"][0].max(2).argmax(), (WIDE, WIDE))
    np.testing.assert_allclose(brightest, WIDE / 2, atol=2)
    assert len(shard["quads"]) == 2
