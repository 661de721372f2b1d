"""Weights of Orchard's nets -> ONNX nets with card facts in the manifest.

python -m training.orchard.export finder WEIGHTS.pt
python -m training.orchard.export outline WEIGHTS.pt
python -m training.orchard.export look WEIGHTS.pt
"""

from __future__ import annotations

from pathlib import Path

import torch
import typer

from training.export import describe, save, save_of_pictures
from training.orchard.nets import ANSWERS, CODE, MAPS, OrchardFinder, OrchardLook, Outliner
from vision.orchard_look import COLOURS, FRUITS, PATCH, PIPS, STANDING

CLASSES: dict[str, list[str]] = {
    "colour": list(COLOURS),
    "pips": [str(number) for number in PIPS],
    "ordinary": ["custom", "ordinary"],
    "fruit": list(FRUITS),
    "standing": list(STANDING),
}
app = typer.Typer(add_completion=False)


@app.command()
def finder(weights: Path) -> None:
    """Export the finder."""
    net = OrchardFinder()
    net.load_state_dict(torch.load(weights))
    axes = {"pixels": {1: "height", 2: "width"}, "maps": {2: "rows", 3: "columns"}}
    examples = {"pixels": torch.zeros(1, 480, 640, 3, dtype=torch.uint8)}
    save(net, "orchard_finder.onnx", examples, axes, ["maps"])
    describe("orchard_finder.onnx", {"input": ["uint8", 1, "32 m", "32 n", 3], "maps": list(MAPS)})


@app.command()
def outline(weights: Path) -> None:
    """Export the net that outlines dice anew."""
    save_of_pictures(Outliner(), weights, "orchard_outline.onnx", (PATCH, PATCH), "code")
    describe("orchard_outline.onnx", {"input": ["uint8", "n", PATCH, PATCH, 3], "code": list(CODE)})


@app.command()
def look(weights: Path) -> None:
    """Export the look net, uncalibrated: `training.orchard.calibrate` comes next."""
    net = OrchardLook()
    net.load_state_dict(torch.load(weights))
    # Which patches are those of trees, 1, and of dice, 0.
    examples = {"pixels": torch.zeros(2, PATCH, PATCH, 3, dtype=torch.uint8), "trees": torch.tensor([0, 1])}
    axes = {name: {0: "patches"} for name in (*examples, "logits")}
    save(net, "orchard_look.onnx", examples, axes, ["logits"])
    facts: dict[str, object] = {
        "input": ["uint8", "n", PATCH, PATCH, 3],
        "classes": CLASSES,
        "calibration": {
            name: {"temperature": 1.0, "bias": [0.0] * len(answers)} for name, answers in CLASSES.items()
        },
    }
    describe("orchard_look.onnx", facts)


assert {name: len(answers) for name, answers in CLASSES.items()} == ANSWERS

if __name__ == "__main__":
    app()
