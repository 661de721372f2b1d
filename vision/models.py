"""The trained nets: found by name in the manifest, checked against their sums, opened once."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.errors import ModelError

FOLDER = Path(__file__).parents[1] / "models"
THREADS = 2


@dataclass(frozen=True, eq=False)
class Model:
    """An opened net and what its manifest entry says of it (labels, input size, temperatures)."""

    session: Any
    facts: dict[str, Any]

    def run(self, batch: npt.NDArray[Any]) -> list[npt.NDArray[np.float32]]:
        """All outputs for one batch, in the net's order."""
        name = self.session.get_inputs()[0].name
        outputs: list[npt.NDArray[np.float32]] = self.session.run(None, {name: batch})
        return outputs


@cache
def open_model(name: str, folder: Path = FOLDER) -> Model:
    """Open `models/NAME`, once a process.

    Raises ModelError when the file or its manifest entry is missing, or its sum is another.
    """
    import onnxruntime

    path = folder / name
    try:
        facts = json.loads((folder / "manifest.json").read_text("utf-8"))[name]
        data = path.read_bytes()
    except (OSError, KeyError, ValueError) as error:
        raise ModelError(
            "no_model",
            f"models/{name} or its entry in models/manifest.json is missing; install Pomona again.",
            about=f"models/{name}",
        ) from error
    if hashlib.sha256(data).hexdigest() != facts["sha256"]:
        raise ModelError(
            "changed_model",
            f"models/{name} is not the file that the manifest names; install Pomona again.",
            about=f"models/{name}",
        )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    return Model(session, facts)
