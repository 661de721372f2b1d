"""Fits the temperatures of Orchard's look net on looks that training never saw.

    python -m training.orchard.calibrate DATA

DATA holds shards of the group "validation". The answers are those that ship: all patches of a photo together, averaged
over quarter turns. No biases: the data set holds rare faces more often than players' tables do.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import typer

from training.calibrate import fit
from training.export import describe
from training.orchard.looker import COLUMNS, load
from vision.models import FOLDER
from vision.orchard_look import QUESTIONS, answers

NAME = "orchard_look.onnx"


def main(data: Path) -> None:
    """Calibrate models/orchard_look.onnx and write what was found into the manifest."""
    facts = json.loads((FOLDER / "manifest.json").read_text("utf-8"))[NAME]
    facts.pop("sha256")
    for name, classes in facts["classes"].items():
        facts["calibration"][name] = {"temperature": 1.0, "bias": [0.0] * len(classes)}
    describe(NAME, facts)
    albums = [album for path in sorted(data.glob("validation-*.npz")) for album in load(path)]
    seen = [answers(album.patches, int((album.trees == 0).sum())) for album in albums]
    for name in QUESTIONS:
        of_trees = int(name in QUESTIONS[3:])
        logs = np.concatenate([getattr(looks, name) for looks in seen])
        marks = np.concatenate([album.marks[album.trees == of_trees, COLUMNS[name]] for album in albums])
        asked = marks >= 0
        right = float((logs.argmax(1) == marks)[asked].mean())
        temperature, _, before, after = fit(logs[asked], marks[asked], biased=False)
        typer.echo(
            f"{name}: right {right:.4f}, temperature {temperature:.3f}, likelihood {before:.4f} -> {after:.4f}"
        )
        facts["calibration"][name]["temperature"] = round(temperature, 4)
    describe(NAME, facts)


if __name__ == "__main__":
    typer.run(main)
