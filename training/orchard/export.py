"""Weights of Orchard's nets -> ONNX nets with card facts in the manifest.

python -m training.orchard.export finder WEIGHTS.pt
python -m training.orchard.export outline WEIGHTS.pt
python -m training.orchard.export look WEIGHTS.pt
"""

from __future__ import annotations

from pathlib import Path

import torch
import typer
from torch import Tensor, nn

from training.export import describe, halve, save
from training.orchard.nets import ANSWERS, CODE, MAPS, OrchardFinder, OrchardLook, Outliner
from vision.models import FOLDER
from vision.orchard_look import COLOURS, FRUITS, PATCH, PIPS, STANDING

CLASSES: dict[str, list[str]] = {
    "colour": list(COLOURS),
    "pips": [str(number) for number in PIPS],
    "ordinary": ["custom", "ordinary"],
    "fruit": list(FRUITS),
    "standing": list(STANDING),
}
app = typer.Typer(add_completion=False)


class _FromPixels(nn.Module):
    """Takes patches as they are in memory, uint8 (N, 64, 64, 3), and int64 (N,), 1 for those of trees."""

    def __init__(self, net: OrchardLook) -> None:
        super().__init__()
        self.net = net

    def forward(self, pixels: Tensor, trees: Tensor) -> Tensor:
        return self.net(pixels.permute(0, 3, 1, 2).float() / 255, trees)  # type: ignore[no-any-return]


@app.command()
def finder(weights: Path) -> None:
    """Export the finder."""
    net = OrchardFinder()
    net.load_state_dict(torch.load(weights))
    axes = {"pixels": {1: "height", 2: "width"}, "maps": {2: "rows", 3: "columns"}}
    save(net, "orchard_finder.onnx", torch.zeros(1, 480, 640, 3, dtype=torch.uint8), axes, ["maps"])
    describe("orchard_finder.onnx", {"input": ["uint8", 1, "32 m", "32 n", 3], "maps": list(MAPS)})


@app.command()
def outline(weights: Path) -> None:
    """Export the net that outlines dice anew."""
    net = Outliner()
    net.load_state_dict(torch.load(weights))
    axes = {"pixels": {0: "dice"}, "code": {0: "dice"}}
    save(net, "orchard_outline.onnx", torch.zeros(2, PATCH, PATCH, 3, dtype=torch.uint8), axes, ["code"])
    describe("orchard_outline.onnx", {"input": ["uint8", "n", PATCH, PATCH, 3], "code": list(CODE)})


@app.command()
def look(weights: Path) -> None:
    """Export the look net, uncalibrated: `training.orchard.calibrate` comes next."""
    net = OrchardLook()
    net.load_state_dict(torch.load(weights))
    path = FOLDER / "orchard_look.onnx"
    example = (torch.zeros(2, PATCH, PATCH, 3, dtype=torch.uint8), torch.tensor([0, 1]))
    torch.onnx.export(
        _FromPixels(net).eval(), example, str(path), dynamo=False, input_names=["pixels", "trees"],
        output_names=["logits"], opset_version=17,
        dynamic_axes={"pixels": {0: "patches"}, "trees": {0: "patches"}, "logits": {0: "patches"}},
        # As trained, so that training can go on from the file.
        training=torch.onnx.TrainingMode.PRESERVE, do_constant_folding=False,
    )  # fmt: skip
    halve(path)
    typer.echo(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB")
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
