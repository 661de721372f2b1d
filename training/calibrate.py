"""Fits the temperature and the class biases of the look net on looks that training never saw.

    python -m training.calibrate DATA

DATA holds shards of the group "validation". The answers are those that ship: averaged over turns and mirrorings.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
import typer
from torch import Tensor, nn

from training.dataset import KIND_CLASSES
from training.export import describe
from training.fitting import minimise
from training.looker import load
from vision.look import WHOLE, look_at
from vision.models import FOLDER

AT_ONCE = 32
"""Patches that the net looks at together."""
Array = npt.NDArray[np.float64]


def fit(logs: Array, marks: npt.NDArray[np.int64], biased: bool) -> tuple[float, list[float], float, float]:
    """-> temperature, biases, and the mean negative log-likelihood before and after.

    logs: (N, K) log-probabilities at temperature 1 without biases; marks: (N,) the right classes; biased: whether
    the classes are as frequent in DATA as on players' tables, so that biases may be fitted to them.
    """
    seen, right = torch.from_numpy(logs), torch.from_numpy(marks)
    log_temperature = torch.zeros(1, dtype=torch.float64, requires_grad=True)
    bias = torch.zeros(logs.shape[1], dtype=torch.float64, requires_grad=True)

    def loss() -> Tensor:
        scaled = seen / log_temperature.exp() + bias
        # The pull keeps classes that the validation set hardly holds from running away.
        return nn.functional.cross_entropy(scaled, right) + 1e-4 * (bias**2).sum()

    before = float(loss().detach())
    minimise(loss, [log_temperature, *([bias] if biased else [])], steps=200)
    centred = (bias - bias.mean()).detach()
    return (
        float(log_temperature.detach().exp()),
        [round(float(b), 4) for b in centred],
        before,
        float(loss().detach()),
    )


def main(data: Path) -> None:
    """Calibrate models/look.onnx and write what was found into the manifest."""
    manifest = FOLDER / "manifest.json"
    facts = json.loads(manifest.read_text("utf-8"))[WHOLE]
    facts.pop("sha256")
    for what in facts["calibration"]:
        classes = len(facts["classes"][what])
        facts["calibration"][what] = {"temperature": 1.0, "bias": [0.0] * classes}
    describe(WHOLE, facts)
    shards = [load(path) for path in sorted(data.glob("validation-*.npz"))]
    marks = np.concatenate([labels for _, labels in shards]).astype(np.int64)
    looks = [
        look_at(patches[k : k + AT_ONCE]) for patches, _ in shards for k in range(0, len(patches), AT_ONCE)
    ]
    tile = marks[:, 16] != KIND_CLASSES.index("empty")
    asked = {
        "branch": (np.concatenate([s.branches for s in looks])[tile], marks[tile, :8]),
        "fruit": (np.concatenate([s.fruit for s in looks]), marks[:, 8:16]),
        "kind": (np.concatenate([s.kinds for s in looks]), marks[:, 16]),
    }
    for what, (logs, right) in asked.items():
        # Seasons are guesses, and empty places are as many as the data set was told to hold.
        biased = what != "kind"
        temperature, bias, before, after = fit(logs.reshape(-1, logs.shape[-1]), right.reshape(-1), biased)
        typer.echo(
            f"{what}: temperature {temperature:.3f}, bias {bias}, likelihood {before:.4f} -> {after:.4f}"
        )
        facts["calibration"][what] = {"temperature": round(temperature, 4), "bias": bias}
    describe(WHOLE, facts)


if __name__ == "__main__":
    typer.run(main)
