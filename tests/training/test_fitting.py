"""Where a loss is least."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="training is an extra")

from training.fitting import minimise  # noqa: E402


def test_weights_go_to_where_the_loss_is_least() -> None:
    first, second = (torch.zeros(2, dtype=torch.float64, requires_grad=True) for _ in range(2))
    wanted = torch.tensor([3.0, -2.0], dtype=torch.float64)
    minimise(lambda: ((first - wanted) ** 2).sum() + ((first + second) ** 4).sum(), [first, second])
    assert first.tolist() == pytest.approx(wanted.tolist(), abs=1e-3)
    assert second.tolist() == pytest.approx((-wanted).tolist(), abs=0.05)
