"""How sure to be of found dice."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="training is an extra")
pytest.importorskip("onnx", reason="training is an extra")

from training.orchard.calibrate import ENOUGH_WRONG, of_found


def told(sure: float, right: int, wrong: int) -> tuple[np.ndarray, np.ndarray]:
    """Answers between two classes, all as sure, and the right ones."""
    logs = np.tile(np.log([sure, 1 - sure]), (right + wrong, 1))
    return logs, np.repeat([0, 1], [right, wrong])


def test_found_dice_are_believed_as_often_as_they_are_right() -> None:
    times, before, after = of_found(*told(0.999, right=90, wrong=10))
    assert after < before
    assert 1 / (1 + np.exp(-np.log(999) / times)) == pytest.approx(0.9, abs=0.001)


def test_hardly_any_wrong_die_tells_nothing_of_how_sure_to_be() -> None:
    times, before, after = of_found(*told(0.9, right=500, wrong=ENOUGH_WRONG - 1))
    assert (times, after) == (1.0, before)
