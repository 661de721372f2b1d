"""Fits how much the closer look at a branch counts beside the first one, on looks that training never saw.

    python -m training.calibrate_closeups DATA

DATA holds shards of `training.closeups` of the group "validation". The look net is calibrated first.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
import typer
from torch import Tensor, nn

from training.export import describe
from vision.espalier_closeups import NET, look_at_closeups, told, unsure
from vision.look import look_at
from vision.models import FOLDER

Array = npt.NDArray[np.float64]


def gather(data: Path) -> tuple[Array, Array, npt.NDArray[np.int64]]:
    """Of all branches that a closer look is worth: what the first look tells, and the closer one, (N, 4), and what is
    there (N,)."""
    first, closer, there = [], [], []
    for path in sorted(data.glob("validation-*.npz")):
        with np.load(path) as shard:
            looks = look_at(shard["patches"])
            seen = looks.branches[shard["tile"], shard["direction"]]
            asked = unsure(seen)
            first.append(seen[asked])
            closer.append(look_at_closeups(shard["closeups"][asked]))
            there.append(shard["label"][asked].astype(np.int64))
    return np.concatenate(first), np.concatenate(closer), np.concatenate(there)


def fit(first: Array, closer: Array, there: npt.NDArray[np.int64]) -> tuple[float, float, list[float]]:
    """Multinomial logistic regression -> the weight of either look, and a bias for each class."""
    weights = torch.tensor([0.5, 0.5], dtype=torch.float64, requires_grad=True)
    bias = torch.zeros(first.shape[1], dtype=torch.float64, requires_grad=True)
    tuner = torch.optim.LBFGS([weights, bias], max_iter=200, line_search_fn="strong_wolfe")
    looks, right = torch.from_numpy(np.stack([first, closer])), torch.from_numpy(there)

    def loss() -> Tensor:
        both = (weights[:, None, None] * looks).sum(0) + bias
        return nn.functional.cross_entropy(both, right) + 1e-4 * (bias**2).sum()

    def step() -> float:
        tuner.zero_grad()
        value = loss()
        value.backward()
        return float(value.detach())

    tuner.step(step)
    of_first, of_closer = (round(float(w), 4) for w in weights.detach())
    return of_first, of_closer, [round(float(b), 4) for b in (bias - bias.mean()).detach()]


def main(data: Path) -> None:
    """Fit the weights of models/closeup.onnx and write them into the manifest."""
    facts = json.loads((FOLDER / "manifest.json").read_text("utf-8"))[NET]
    facts.pop("sha256")
    first, closer, there = gather(data)
    of_first, of_closer, bias = fit(first, closer, there)
    facts["calibration"] = {"first": of_first, "closer": of_closer, "bias": bias}
    both = told(first, closer, facts["calibration"])
    for name, logs in (("the first look", first), ("both", both)):
        right = (logs.argmax(1) == there).mean()
        likelihood = -logs[np.arange(len(there)), there].mean()
        typer.echo(f"{len(there)} branches, {name}: right {right:.4f}, likelihood {likelihood:.4f}")
    describe(NET, facts)
    typer.echo(str(facts["calibration"]))


if __name__ == "__main__":
    typer.run(main)
