"""Few numbers fitted to many photos: weights of evidence, temperatures, biases."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

Array = npt.NDArray[np.float64]


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


def regressed(evidence: Array, there: npt.NDArray[np.bool_], pull: float) -> Array:
    """Logistic regression: the weights (K,) of evidence (N, K) that make what is there (N,) most likely.

    pull: how strongly they are held near zero.
    """
    seen, right = torch.from_numpy(evidence), torch.from_numpy(there).double()
    weights = torch.zeros(evidence.shape[1], dtype=torch.float64, requires_grad=True)

    def loss() -> Tensor:
        odds = seen @ weights
        return nn.functional.binary_cross_entropy_with_logits(odds, right) + pull * (weights**2).sum()

    minimise(loss, [weights])
    return np.asarray(weights.detach().numpy())
