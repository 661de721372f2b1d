"""Fits the temperature and the class biases of the look net on fresh photos of two groups of looks.

    python -m training.photos SOME --group validation --count 200 --seed 5630000     (and 5640000)
    python -m training.photos MORE --group train --count 200 --seed 5970000     (and 5985000)
    python -m training.calibrate SOME... MORE...

What a class's bias is tells much of the looks that it is fitted to: on validation looks alone it is wrong for others
(decision 15). The answers are those that ship, on tiles as the reader cuts them: corners that it finds lie otherwise
than true ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import torch
import typer
from torch import Tensor, nn

from training.dataset import EMPTY, labels
from training.export import describe
from training.fitting import minimise
from training.layouts import Layout
from training.photos import trees
from training.tiles_told import MOST, lies_on, quarters_to, tile_on
from vision.espalier_places import look_everywhere
from vision.look import WHOLE, look_at, pyramid, rectify
from vision.models import open_model

Array = npt.NDArray[np.float64]
Marks = npt.NDArray[np.int64]
Places = tuple[npt.NDArray[np.uint8], Marks]
"""Patches (N, S, S, 3) of one photo's places, and what they show (N, 17), in the order of `training.dataset.labels`."""


def places_of(folders: Sequence[Path]) -> Iterator[Places]:
    """The places that are looked at in each photo, cut as the reader cuts them and turned as their tiles."""
    for photo, truth, found, lattice in trees(folders):
        if lies_on(lattice, photo.scale, truth) < MOST:
            continue
        copies = pyramid(photo.pixels)
        looker = look_everywhere(copies, found, lattice)
        quads, marks = zip(
            *(turned_as_tile(looker.quads[cell], photo.scale, truth) for cell in looker.odds), strict=True
        )
        yield np.stack([rectify(copies, quad) for quad in quads]), np.stack(marks)


def turned_as_tile(quad: Array, scale: float, truth: dict[str, Any]) -> tuple[Array, Marks]:
    """A place's corners (4, 2), the first at its tile's NW, and what lies there (17,); of empty places as they are.

    scale: full-size pixels to one pixel of the corners.
    """
    tile = tile_on(quad * scale, truth)
    if tile is None:
        return quad, np.array([0] * 16 + [EMPTY])
    quarters = quarters_to(quad, np.array(tile["px"]) / scale)
    marks = labels(Layout.from_state(truth["state"]), (tile["col"], tile["row"]))
    return np.roll(quad, quarters, 0), marks.astype(np.int64)


def fit(
    logits: Array, marks: npt.NDArray[np.int64], biased: bool, tempered: bool = True
) -> tuple[float, list[float], float, float]:
    """-> temperature, biases, and the mean negative log-likelihood before and after.

    logits: (N, K), uncalibrated; marks: (N,) the right classes; biased: whether
    the classes are as frequent in DATA as on players' tables, so that biases may be fitted to them;
    tempered: whether the temperature is fitted, too, or stays 1.
    """
    seen, right = torch.from_numpy(logits), torch.from_numpy(marks)
    log_temperature = torch.zeros(1, dtype=torch.float64, requires_grad=True)
    bias = torch.zeros(logits.shape[1], dtype=torch.float64, requires_grad=True)

    def loss() -> Tensor:
        scaled = seen / log_temperature.exp() + bias
        # The pull keeps classes that the validation set hardly holds from running away.
        return nn.functional.cross_entropy(scaled, right) + 1e-4 * (bias**2).sum()

    before = float(loss().detach())
    minimise(loss, [*([log_temperature] if tempered else []), *([bias] if biased else [])], steps=200)
    centred = (bias - bias.mean()).detach()
    return (
        float(log_temperature.detach().exp()),
        [round(float(b), 4) for b in centred],
        before,
        float(loss().detach()),
    )


def uncalibrated(logs: Array, temperature: float, bias: list[float]) -> Array:
    """The logits of which `vision.look.calibrated` makes these log-probabilities, but for a number each question."""
    return (logs - np.array(bias)) * temperature


def main(
    folders: Annotated[list[Path], typer.Argument(help="Folders of photos with truth.")],
) -> None:
    """Calibrate models/look.onnx and write what was found into the manifest."""
    facts = open_model(WHOLE).facts
    photos = list(places_of(folders))
    looks = [look_at(patches) for patches, _ in photos]
    marks = np.concatenate([shows for _, shows in photos])
    tile = marks[:, 16] != EMPTY
    asked = {
        "branch": (np.concatenate([s.branches for s in looks])[tile], marks[tile, :8]),
        "fruit": (np.concatenate([s.fruit for s in looks])[tile], marks[tile, 8:16]),
        "kind": (np.concatenate([s.kinds for s in looks]), marks[:, 16]),
    }
    found = {}
    for what, (logs, right) in asked.items():
        logits = uncalibrated(logs, **facts["calibration"][what])
        # Seasons are guesses.
        temperature, bias, before, after = fit(
            logits.reshape(-1, logits.shape[-1]), right.reshape(-1), biased=what != "kind"
        )
        typer.echo(
            f"{what}: temperature {temperature:.3f}, bias {bias}, likelihood {before:.4f} -> {after:.4f}"
        )
        found[what] = {"temperature": round(temperature, 4), "bias": bias}
    describe(WHOLE, {**facts, "calibration": found})


if __name__ == "__main__":
    typer.run(main)
