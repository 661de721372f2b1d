"""A closer look at the branches that the first look was not sure of: along each one, at twice the size.

Where a whole tile is looked at, a strip on a branch is a few pixels wide: what is drawn on it can hardly be told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from scoring.lattice import DIRECTIONS, STEP
from vision.espalier_places import Places
from vision.look import Pixels, cut, log_softmax
from vision.models import open_model

NET = "closeup.onnx"
ALONG, ACROSS = 96, 64
"""Width and height of a close-up in pixels; the branch runs to the right through its middle."""
TILE = 128
"""A tile's side in pixels of a close-up."""
BEHIND = 0.08
"""How far behind the tile's middle a close-up begins, in tile sides."""
UNSURE = 0.001
"""The chance of another answer from which a branch is looked at more closely."""

Logs = npt.NDArray[np.float64]


def close_up(copies: list[Pixels], quad: npt.NDArray[np.float64], direction: str) -> Pixels:
    """The close-up of one branch, uint8 (ACROSS, ALONG, 3).

    copies: the photo's pyramid; quad: the tile's corners (4, 2) in pixels of the first copy, clockwise from NW.
    """
    along = np.array(STEP[direction]) / np.hypot(*STEP[direction])
    across = np.array([-along[1], along[0]])
    # The middles of pixels are at whole numbers: the branch runs between the two rows in the middle.
    start = 0.5 + along * (0.5 / TILE - BEHIND) - across * (ACROSS - 1) / 2 / TILE
    to_unit = np.column_stack([[*along / TILE, 0], [*across / TILE, 0], [*start, 1]])
    return cut(copies, quad, to_unit, TILE, (ALONG, ACROSS))


def look_closer(copies: list[Pixels], places: Places) -> Places:
    """The places with what a closer look tells of branches that are not sure."""
    asked = [
        (cell, int(k)) for cell, looks in places.looks.items() for k in np.flatnonzero(unsure(looks.branches))
    ]
    if not asked:
        return places
    closeups = np.stack([close_up(copies, places.quads[cell], DIRECTIONS[k]) for cell, k in asked])
    first = np.array([places.looks[cell].branches[k] for cell, k in asked])
    both = told(first, look_at_closeups(closeups), open_model(NET).facts["calibration"])
    branches = {cell: looks.branches.copy() for cell, looks in places.looks.items()}
    for (cell, k), logs in zip(asked, both, strict=True):
        branches[cell][k] = logs
    looks = {cell: replace(seen, branches=branches[cell]) for cell, seen in places.looks.items()}
    return replace(places, looks=looks)


def unsure(branches: Logs) -> npt.NDArray[np.bool_]:
    """Which branches a closer look is worth; branches: log-probabilities (..., 4)."""
    return np.asarray(branches.max(-1) < np.log1p(-UNSURE))


def look_at_closeups(closeups: npt.NDArray[np.uint8]) -> Logs:
    """Ask the net about close-ups, uint8 (N, ACROSS, ALONG, 3), as they are and mirrored -> logits (N, 4)."""
    model = open_model(NET)
    both = np.concatenate([closeups, closeups[:, ::-1]])
    logits = model.run(both)[0].astype(np.float64)
    mean: Logs = logits.reshape(2, len(closeups), -1).mean(0)
    return mean


def told(first: Logs, closer: Logs, weights: Mapping[str, Any]) -> Logs:
    """What both looks tell: log-probabilities (N, 4) of the first and logits (N, 4) of the closer one, weighed.

    weights: "first", "closer" and "bias", fitted on looks that training never saw (`training.calibrate_closeups`).
    """
    return log_softmax(weights["first"] * first + weights["closer"] * closer + np.array(weights["bias"]))
