"""What the finder is asked to learn."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training's dependencies are not installed")
pytest.importorskip("onnx", reason="training's dependencies are not installed")

from training import finder  # noqa: E402
from training.finder import FRUIT, LAYOUT, STRIDE, STRIP, frame_code, stamp, targets  # noqa: E402

SURE = 0.93
"""The heat from which `training.finder.loss_of` asks for a thing."""


@pytest.mark.parametrize(("role", "layer"), [(LAYOUT, 0), (FRUIT, 1), (STRIP, 2)])
@pytest.mark.parametrize("side", [6.0, 20.0, 60.0])
@pytest.mark.parametrize("x", [100.0, 101.0, 102.0, 103.0])
def test_everything_has_a_cell_that_counts_as_sure(role: int, layer: int, side: float, x: float) -> None:
    quad = square(x, 82.0, side)
    heat, _, _ = targets(quad[None], np.array([role], np.int8), 160, 240)
    sure = np.argwhere(heat[layer] > SURE)
    assert len(sure) >= 1
    assert np.abs((sure[:, ::-1] + 0.5) * STRIDE - (x, 82.0)).max() <= STRIDE


def test_each_corner_of_a_tile_in_the_layout_has_a_sure_cell() -> None:
    heat, _, _ = targets(square(102.0, 82.0, 32.0)[None], np.array([LAYOUT], np.int8), 160, 240)
    assert (heat[3] > SURE).sum() == 4


def test_a_thing_outside_the_photo_asks_for_no_sure_cell() -> None:
    layer = np.zeros((10, 10), np.float32)
    stamp(layer, np.array([-1.2, 4.0]), 1.0)
    assert 0 < layer.max() < SURE


def test_the_way_to_a_tile_and_its_shape_are_asked_about_its_middle() -> None:
    quad = square(103.0, 81.0, 40.0)
    _, known, weight = targets(quad[None], np.array([LAYOUT], np.int8), 160, 240)
    rows, columns = np.nonzero(weight)
    assert weight.sum() == pytest.approx(1)
    assert (columns + known[0, rows, columns] + 0.5) * STRIDE == pytest.approx(103.0)
    assert (rows + known[1, rows, columns] + 0.5) * STRIDE == pytest.approx(81.0)
    assert known[2:, rows, columns] == pytest.approx(np.tile(frame_code(quad)[:, None], len(rows)))


def test_cells_away_from_all_things_are_asked_for_nothing() -> None:
    seen = torch.full((1, finder.FINDER_CHANNELS, 8, 8), -20.0)
    blank = torch.zeros(1, 4, 8, 8), torch.zeros(1, 7, 8, 8), torch.zeros(1, 8, 8)
    assert float(finder.loss_of(seen, *blank)) < 1e-6


def square(x: float, y: float, side: float) -> np.ndarray:
    half = side / 2
    return np.array(
        [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]], np.float32
    )
