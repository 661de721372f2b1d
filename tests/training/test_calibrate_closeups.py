"""How much the closer look counts beside the first one."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="training's dependencies are not installed")
pytest.importorskip("onnx", reason="training's dependencies are not installed")

from training.calibrate_closeups import fit
from vision.espalier_closeups import told
from vision.look import log_softmax


def test_the_look_that_tells_more_counts_more() -> None:
    rng = np.random.default_rng(5)
    there = rng.integers(0, 4, 4000)
    true = np.eye(4)[there]
    first = log_softmax(0.5 * true + rng.normal(0, 1, true.shape))
    closer = 4 * true + rng.normal(0, 1, true.shape)
    of_first, of_closer, bias = fit(first, closer, there)
    assert of_closer > 2 * of_first > 0
    assert np.abs(bias).max() < 0.5
    both = told(first, closer, {"first": of_first, "closer": of_closer, "bias": bias})
    mean = [-logs[np.arange(len(there)), there].mean() for logs in (both, log_softmax(closer), first)]
    assert mean[0] < min(mean[1:])


def test_a_class_that_both_looks_overrate_is_pulled_down() -> None:
    rng = np.random.default_rng(6)
    there = rng.integers(0, 3, 3000)
    looks = 2 * np.eye(4)[there] + rng.normal(0, 1, (3000, 4)) + [0, 0, 0, 2]
    _, _, bias = fit(log_softmax(looks), looks, there)
    assert min(bias) == bias[3] < -1
