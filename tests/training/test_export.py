"""Nets as files: small, and what training goes on from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training's dependencies are not installed")
onnx = pytest.importorskip("onnx", reason="training's dependencies are not installed")

import onnxruntime  # noqa: E402

from training import export  # noqa: E402
from training.nets import FruitNet, LookNet, PlainSpokeNet, SpokeNet, StripNet  # noqa: E402
from vision.espalier_fruit import PICTURE  # noqa: E402
from vision.espalier_strips import ACROSS, ALONG  # noqa: E402
from vision.look import PATCH  # noqa: E402


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("kind", "name"), [(LookNet, "look"), (SpokeNet, "spokes"), (PlainSpokeNet, "spokes_plain")]
)
def test_an_exported_net_answers_as_the_trained_one_in_a_quarter_of_the_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: type[torch.nn.Module], name: str
) -> None:
    torch.manual_seed(0)
    net = kind()
    for layer in net.modules():
        if isinstance(layer, torch.nn.BatchNorm2d):  # as after some training: what is alike is stored once
            torch.nn.init.uniform_(layer.weight, 0.5, 1.5)
            torch.nn.init.normal_(layer.bias)
            torch.nn.init.normal_(layer.running_mean)
            torch.nn.init.uniform_(layer.running_var, 0.5, 1.5)
    torch.save(net.state_dict(), tmp_path / "net.pt")
    monkeypatch.setattr(export, "FOLDER", tmp_path)
    getattr(export, name)(tmp_path / "net.pt")
    file = tmp_path / f"{name}.onnx"
    assert file.stat().st_size < 0.3 * (tmp_path / "net.pt").stat().st_size
    kept = export.weights_of(file)
    for layer, weight in net.state_dict().items():
        if not layer.endswith("num_batches_tracked"):
            most = float(weight.abs().max())
            assert torch.allclose(kept[layer], weight, atol=most / 250)
            assert layer not in ("ahead", "aside") or torch.equal(kept[layer], weight)
    pixels = np.random.default_rng(0).integers(0, 256, (3, PATCH, PATCH, 3), dtype=np.uint8)
    told = onnxruntime.InferenceSession(file).run(None, {"pixels": pixels})[0]
    net.load_state_dict(kept, strict=False)
    with torch.no_grad():
        same = net.eval()(torch.from_numpy(pixels).permute(0, 3, 1, 2).float() / 255)[0]
    assert np.allclose(told, same, atol=1e-4)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("kind", "name", "size", "numbers", "off"),
    [(StripNet, "strips", (ACROSS, ALONG), 64, 0.02), (FruitNet, "fruit_kinds", (PICTURE, PICTURE), 3, 0.03)],
)
def test_the_nets_that_see_all_of_a_photo_answer_as_trained_however_much_that_is(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kind: type[torch.nn.Module],
    name: str,
    size: tuple[int, int],
    numbers: int,
    off: float,
) -> None:
    torch.manual_seed(1)
    net = kind()
    torch.save(net.state_dict(), tmp_path / "net.pt")
    monkeypatch.setattr(export, "FOLDER", tmp_path)
    getattr(export, name)(tmp_path / "net.pt")
    session = onnxruntime.InferenceSession(tmp_path / f"{name}.onnx")
    for count in (1, 5, 7):
        pixels = np.random.default_rng(0).integers(0, 256, (count, *size, 3), dtype=np.uint8)
        told = session.run(None, {"pixels": pixels})[0]
        with torch.no_grad():
            same = net.eval()(torch.from_numpy(pixels).permute(0, 3, 1, 2).float() / 255)
        assert told.shape == (count, numbers)
        assert np.allclose(told, same, atol=off * float(same.abs().max()))


@pytest.mark.filterwarnings("ignore")
def test_convolutions_pad_what_they_are_given_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch.save(LookNet().state_dict(), tmp_path / "net.pt")
    monkeypatch.setattr(export, "FOLDER", tmp_path)
    export.look(tmp_path / "net.pt")
    nodes = onnx.load(tmp_path / "look.onnx").graph.node
    kinds = {node.op_type for node in nodes}
    assert "Conv" in kinds
    assert not kinds & {"Pad", "Slice", "Concat"}
