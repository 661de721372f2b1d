import json
from pathlib import Path

import pytest

from vision.errors import ModelError
from vision.models import FOLDER, open_model


def test_every_model_of_the_manifest_opens() -> None:
    names = json.loads((FOLDER / "manifest.json").read_text("utf-8"))
    assert set(names) >= {"finder.onnx", "look.onnx"}
    for name in names:
        assert open_model(name).session.get_outputs()


def test_a_missing_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"models/finder\.onnx"):
        open_model("finder.onnx", tmp_path)


def test_a_changed_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "finder.onnx").write_bytes(b"not a net")
    (tmp_path / "manifest.json").write_text(json.dumps({"finder.onnx": {"sha256": "0" * 64}}))
    with pytest.raises(ModelError, match="manifest"):
        open_model("finder.onnx", tmp_path)
