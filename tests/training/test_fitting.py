"""Where a loss is least."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training is an extra")

from training.fitting import minimise, regressed  # noqa: E402


def test_weights_go_to_where_the_loss_is_least() -> None:
    first, second = (torch.zeros(2, dtype=torch.float64, requires_grad=True) for _ in range(2))
    wanted = torch.tensor([3.0, -2.0], dtype=torch.float64)
    minimise(lambda: ((first - wanted) ** 2).sum() + ((first + second) ** 4).sum(), [first, second])
    assert first.tolist() == pytest.approx(wanted.tolist(), abs=1e-3)
    assert second.tolist() == pytest.approx((-wanted).tolist(), abs=0.05)


def test_regression_gives_back_the_weights_that_made_what_is_there() -> None:
    rng = np.random.default_rng(2)
    evidence, true = rng.normal(0, 1, (4000, 2)), np.array([1.5, -0.5])
    there = rng.random(4000) < 1 / (1 + np.exp(-evidence @ true))
    assert regressed(evidence, there, 1e-5) == pytest.approx(true, abs=0.15)
    assert np.abs(regressed(evidence, there, 1.0)).max() < 0.3
