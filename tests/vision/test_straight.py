"""The photo as if taken from straight above."""

import numpy as np
import pytest

from vision.observe import Quad, quad_point
from vision.photo import Photo
from vision.straight import MARGIN, straighten

SIZE = (1200, 900)
TABLE: Quad = ((380.0, 260.0), (800.0, 240.0), (900.0, 640.0), (300.0, 660.0))
"""A square of two by two tiles, seen from aside."""


@pytest.fixture
def grid() -> dict[tuple[int, int], Quad]:
    def corner(x: int, y: int) -> tuple[float, float]:
        return quad_point(TABLE, x / 2, y / 2)

    return {
        (col, row): (corner(col, row), corner(col + 1, row), corner(col + 1, row + 1), corner(col, row + 1))
        for col in range(2)
        for row in range(2)
    }


def photo(scale: int = 1) -> Photo:
    pixels = np.zeros((SIZE[1] // scale, SIZE[0] // scale, 3), np.uint8)
    pixels[:, :, 1] = np.linspace(0, 255, pixels.shape[0])[:, None]
    return Photo(pixels, *SIZE, "table.jpg")


def test_tiles_become_squares_of_one_size(grid: dict[tuple[int, int], Quad]):
    straight = straighten(photo(), grid)
    assert straight is not None
    sides = []
    for quad in grid.values():
        nw, ne, se, sw = (np.array(straight.point(corner)) for corner in quad)
        assert np.allclose(ne[1], nw[1], atol=0.5)
        assert np.allclose(sw[0], nw[0], atol=0.5)
        sides += [ne[0] - nw[0], se[0] - sw[0], sw[1] - nw[1]]
    assert np.ptp(sides) < 0.5
    assert straight.pixels.shape[1] == round((2 + 2 * MARGIN) * sides[0])


def test_what_lies_in_the_photo_lies_under_its_point(grid: dict[tuple[int, int], Quad]):
    for scale in (1, 2):
        straight = straighten(photo(scale), grid)
        assert straight is not None
        x, y = straight.point((600.0, 450.0))
        assert straight.pixels[round(y), round(x), 1] == pytest.approx(450 / 900 * 255, abs=3)


def test_nothing_to_go_by_is_no_picture(grid: dict[tuple[int, int], Quad]):
    assert straighten(photo(), {}) is None
    folded = {(0, 0): ((0.0, 0.0),) * 4}
    assert straighten(photo(), folded) is None
