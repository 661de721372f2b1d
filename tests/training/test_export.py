"""Nets as files: small, and what training goes on from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training's dependencies are not installed")
pytest.importorskip("onnx", reason="training's dependencies are not installed")

import onnxruntime  # noqa: E402

from training import export  # noqa: E402
from training.nets import SpokeNet  # noqa: E402
from vision.look import PATCH  # noqa: E402


@pytest.mark.filterwarnings("ignore")
def test_an_exported_net_answers_as_the_trained_one_in_a_quarter_of_the_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch.manual_seed(0)
    net = SpokeNet()
    for layer in net.modules():
        if isinstance(layer, torch.nn.BatchNorm2d):  # as after some training: what is alike is stored once
            torch.nn.init.uniform_(layer.weight, 0.5, 1.5)
            torch.nn.init.normal_(layer.bias)
            torch.nn.init.normal_(layer.running_mean)
            torch.nn.init.uniform_(layer.running_var, 0.5, 1.5)
    torch.save(net.state_dict(), tmp_path / "spokes.pt")
    monkeypatch.setattr(export, "FOLDER", tmp_path)
    export.spokes(tmp_path / "spokes.pt")
    file = tmp_path / "spokes.onnx"
    assert file.stat().st_size < 0.3 * (tmp_path / "spokes.pt").stat().st_size
    kept = export.weights_of(file)
    for name, weight in net.state_dict().items():
        if not name.endswith("num_batches_tracked"):
            most = float(weight.abs().max())
            assert torch.allclose(kept[name], weight, atol=most / 250)
            assert "grid" not in name or torch.equal(kept[name], weight)
    pixels = np.random.default_rng(0).integers(0, 256, (3, PATCH, PATCH, 3), dtype=np.uint8)
    told = onnxruntime.InferenceSession(file).run(None, {"pixels": pixels})[0]
    net.load_state_dict(kept, strict=False)
    with torch.no_grad():
        same = net.eval()(torch.from_numpy(pixels).permute(0, 3, 1, 2).float() / 255)[0]
    assert np.allclose(told, same, atol=1e-4)
