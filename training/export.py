"""Weights -> ONNX nets with card facts in the manifest.

python -m training.export finder WEIGHTS.pt
python -m training.export look WEIGHTS.pt
python -m training.export spokes WEIGHTS.pt
python -m training.export spokes-plain WEIGHTS.pt
python -m training.export strips WEIGHTS.pt
python -m training.export fruit-kinds WEIGHTS.pt
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import torch
import typer
from torch import Tensor, nn

from scoring.lattice import DIRECTIONS
from training.dataset import BRANCH_CLASSES, FRUIT_CLASSES, KIND_CLASSES
from training.efficientnet import padding
from training.nets import Finder, FruitNet, LookNet, PlainSpokeNet, SpokeNet, StripNet
from vision import espalier_fruit, espalier_strips
from vision.espalier_strips import ACROSS, ALONG
from vision.look import PATCH, PLAIN_SPOKES, SPOKES, WHOLE
from vision.models import FOLDER

app = typer.Typer(add_completion=False)
LARGE = 1000
"""Weights of at least so many numbers are stored in eight bits."""


class _FromPixels(nn.Module):
    """Takes pictures as they are in memory, uint8 (N, H, W, 3), and whatever else the net is given."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, pixels: Tensor, *others: Tensor) -> Tensor:
        return self.net(pixels.permute(0, 3, 1, 2).float() / 255, *others)  # type: ignore[no-any-return]


def save(
    net: nn.Module,
    name: str,
    examples: dict[str, Tensor],
    axes: dict[str, dict[int, str]],
    outputs: list[str],
) -> None:
    """Write a net to models/NAME. examples: each input by its name, the pixels first; axes: those of any length."""
    path = FOLDER / name
    torch.onnx.export(
        _FromPixels(net).eval(), tuple(examples.values()), str(path), dynamo=False, input_names=[*examples],
        output_names=outputs, dynamic_axes=axes, opset_version=17,
        # As trained, so that training can go on from the file: the runtime folds what can be folded itself.
        training=torch.onnx.TrainingMode.PRESERVE, do_constant_folding=False,
    )  # fmt: skip
    pad_within(path)
    quarter(path)
    typer.echo(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB")


def pad_within(path: Path) -> None:
    """Have convolutions pad what they are given themselves, each side by its own amount, as PyTorch's cannot.

    Else the runtime brings pictures into another order and back again for it, and takes 1.7 times as long.
    """
    model = onnx.load(path)
    graph = model.graph
    for pad in [node for node in graph.node if node.op_type == "Pad"]:
        (conv,) = (node for node in graph.node if pad.output[0] in node.input)
        facts = {fact.name: fact for fact in conv.attribute}
        both = padding(facts["kernel_shape"].ints[0], facts["strides"].ints[0])
        facts["pads"].ints[:] = np.repeat(both, 2)  # above and left, then below and right
        conv.input[0] = pad.input[0]
    wanted = {output.name for output in graph.output}
    for node in reversed(list(graph.node)):
        if wanted.isdisjoint(node.output):
            graph.node.remove(node)  # what reckoned the amounts
        else:
            wanted |= set(node.input)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def quarter(path: Path) -> None:
    """Store the large weights as int8, each output channel in steps of its own: a quarter of the file.

    The runtime widens them once, when it opens the net.
    """
    model = onnx.load(path)
    widened = []
    for weight in list(model.graph.initializer):
        array = onnx.numpy_helper.to_array(weight)
        if not weight.name.endswith(".weight") or array.size < LARGE:
            continue
        name, rest = weight.name, tuple(range(1, array.ndim))
        steps = np.maximum(np.abs(array).max(rest, keepdims=True) / 127, 1e-12).astype(np.float32)
        weight.CopyFrom(onnx.numpy_helper.from_array(np.round(array / steps).astype(np.int8), f"{name}.int8"))
        model.graph.initializer.append(onnx.numpy_helper.from_array(steps, f"{name}.steps"))
        make = onnx.helper.make_node
        widened.append(make("Cast", [f"{name}.int8"], [f"{name}.wide"], to=onnx.TensorProto.FLOAT))
        widened.append(make("Mul", [f"{name}.wide", f"{name}.steps"], [name]))
    for node in reversed(widened):
        model.graph.node.insert(0, node)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def weights_of(path: Path) -> dict[str, Tensor]:
    """The weights that a net was exported with, to train on from: what `load_state_dict` takes."""
    stored = {w.name: onnx.numpy_helper.to_array(w) for w in onnx.load(path).graph.initializer}
    weights = {}
    for name, array in stored.items():
        if name.startswith("net.") and not name.endswith(".steps"):
            kept = name.removeprefix("net.").removesuffix(".half").removesuffix(".int8")
            steps = stored.get(f"net.{kept}.steps", np.float32(1))
            weights[kept] = torch.from_numpy(np.asarray(array.astype(np.float32) * steps))
    return weights


def describe(name: str, facts: dict[str, object]) -> None:
    """Write a net's entry of the manifest anew."""
    manifest = FOLDER / "manifest.json"
    entries = json.loads(manifest.read_text("utf-8")) if manifest.exists() else {}
    entries[name] = {"sha256": hashlib.sha256((FOLDER / name).read_bytes()).hexdigest(), **facts}
    manifest.write_text(json.dumps(entries, indent=1, sort_keys=True) + "\n", "utf-8")


@app.command()
def finder(weights: Path) -> None:
    """Export the finder."""
    net = Finder()
    net.load_state_dict(torch.load(weights))
    axes = {"pixels": {1: "height", 2: "width"}, "maps": {2: "rows", 3: "columns"}}
    save(net, "finder.onnx", {"pixels": torch.zeros(1, 480, 640, 3, dtype=torch.uint8)}, axes, ["maps"])
    maps = [
        "tile",
        "fruit",
        "strip",
        "corner",
        "dx",
        "dy",
        "log_size",
        "turn_re",
        "turn_im",
        "skew_re",
        "skew_im",
    ]
    describe("finder.onnx", {"input": ["uint8", 1, "32 m", "32 n", 3], "maps": maps})


@app.command()
def look(weights: Path) -> None:
    """Export the look net, uncalibrated: `training.calibrate` comes next."""
    _save_of_tiles(LookNet(), weights, WHOLE)
    classes = {"branch": BRANCH_CLASSES, "fruit": FRUIT_CLASSES, "kind": KIND_CLASSES}
    facts = {
        "input": ["uint8", "n", PATCH, PATCH, 3],
        "directions": list(DIRECTIONS),
        "classes": {what: list(names) for what, names in classes.items()},
        "calibration": {
            what: {"temperature": 1.0, "bias": [0.0] * len(names)} for what, names in classes.items()
        },
    }
    describe(WHOLE, facts)


@app.command()
def spokes(weights: Path) -> None:
    """Export the net of spokes that learned from photos; `training.calibrate` comes next."""
    _save_spokes(SpokeNet(), weights, SPOKES)


@app.command()
def spokes_plain(weights: Path) -> None:
    """Export the one that began from nothing; `training.calibrate` comes next."""
    _save_spokes(PlainSpokeNet(), weights, PLAIN_SPOKES)


@app.command()
def strips(weights: Path) -> None:
    """Export the net that compares strips; `training.strips_alike` comes next."""
    save_of_pictures(StripNet(), weights, espalier_strips.NET, (ACROSS, ALONG), "embedding")
    describe(espalier_strips.NET, {"input": ["uint8", "n", ACROSS, ALONG, 3]})


@app.command()
def fruit_kinds(weights: Path) -> None:
    """Export the net that names a photo's fruit; `training.fruit_alike` comes next."""
    side = espalier_fruit.PICTURE
    save_of_pictures(FruitNet(), weights, espalier_fruit.NET, (side, side), "logits")
    kinds = list(FRUIT_CLASSES[1:])
    describe(espalier_fruit.NET, {"input": ["uint8", "n", side, side, 3], "kinds": kinds})


def _save_spokes(net: nn.Module, weights: Path, name: str) -> None:
    _save_of_tiles(net, weights, name)
    describe(name, {"input": ["uint8", "n", PATCH, PATCH, 3], "directions": list(DIRECTIONS)})


def _save_of_tiles(net: nn.Module, weights: Path, name: str) -> None:
    save_of_pictures(net, weights, name, (PATCH, PATCH), "logits", "embedding")


def save_of_pictures(net: nn.Module, weights: Path, name: str, size: tuple[int, int], *outputs: str) -> None:
    """Write a net of any number of pictures, (height, width) each, with the weights of a run to models/NAME."""
    net.load_state_dict(torch.load(weights))
    axes = {each: {0: "pictures"} for each in ("pixels", *outputs)}
    save(net, name, {"pixels": torch.zeros(2, *size, 3, dtype=torch.uint8)}, axes, [*outputs])


if __name__ == "__main__":
    app()
