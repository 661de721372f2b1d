"""Few numbers fitted to many photos: weights of evidence, temperatures, biases."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
from torch import Tensor


def minimise(loss: Callable[[], Tensor], weights: Sequence[Tensor], steps: int = 300) -> None:
    """Move weights to where a smooth loss of them is least, by L-BFGS.

    weights: tensors that want gradients, changed in place; steps: at most so many.
    """
    tuner = torch.optim.LBFGS(weights, max_iter=steps, line_search_fn="strong_wolfe")

    def step() -> float:
        tuner.zero_grad()
        value = loss()
        value.backward()
        return float(value.detach())

    tuner.step(step)
