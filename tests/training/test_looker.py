"""What the nets that look at tiles are asked to learn."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training's dependencies are not installed")
pytest.importorskip("onnx", reason="training's dependencies are not installed")

from training import looker  # noqa: E402
from training.dataset import EMPTY  # noqa: E402
from training.loop import as_pictures, device_of, in_few_bits  # noqa: E402
from training.nets import LookNet  # noqa: E402
from training.stock import Stock  # noqa: E402
from vision.look import PATCH  # noqa: E402


def test_neither_branches_of_empty_places_nor_fruit_in_wrong_colours_cost_anything() -> None:
    sure = torch.full((2, 70), -20.0)
    sure[:, 0:64:4] = 20.0  # nothing anywhere
    sure[:, 64 + EMPTY] = 20.0
    labels = torch.zeros(2, 17, dtype=torch.long)
    labels[:, 16] = EMPTY
    labels[1, :8] = 1  # no branch is asked of an empty place
    true = torch.tensor([True, True])
    assert float(looker.loss_of((sure, sure), true, labels)) < 1e-6
    labels[1, 8] = 1  # a fruit on the rim of an empty place is
    assert float(looker.loss_of((sure, sure), true, labels)) > 1
    strange = torch.tensor([True, False])
    assert float(looker.loss_of((sure, sure), strange, labels)) < 1e-6  # but not where colours are wrong


def test_a_direction_costs_what_lies_in_it_and_on_its_rim_point() -> None:
    logits = torch.randn(3, 70)
    labels = torch.zeros(3, 17, dtype=torch.long)
    labels[1, 16] = EMPTY
    coloured = torch.tensor([True, True, False])
    told = looker.direction_losses(logits, coloured, labels)
    entropy = torch.nn.functional.cross_entropy
    branches = entropy(logits[:, :32].reshape(-1, 4), labels[:, :8].flatten(), reduction="none").reshape(3, 8)
    fruit = entropy(logits[:, 32:64].reshape(-1, 4), labels[:, 8:16].flatten(), reduction="none").reshape(
        3, 8
    )
    assert torch.allclose(told, torch.stack([branches[0] + fruit[0], fruit[1], branches[2]]))


def test_the_wrong_side_of_a_token_costs_once_more() -> None:
    unsure = torch.zeros(1, 70)
    labels = torch.zeros(1, 17, dtype=torch.long)
    labels[0, :4] = torch.arange(4)  # none, branch, graft, prune
    branches, _ = looker.by_direction(unsure, labels)
    one_of_four, one_of_two = np.log(4), np.log(2)
    assert branches[0, :4].tolist() == pytest.approx(
        [one_of_four, one_of_four, one_of_four + one_of_two, one_of_four + one_of_two]
    )


@pytest.mark.parametrize("kind", looker.NETS.values())
def test_on_another_device_nothing_is_mixed_with_what_lies_in_memory(kind: type[torch.nn.Module]) -> None:
    # Numbers of PyTorch's "meta" device have shapes only, and refuse to be reckoned with others, as a GPU's do.
    stock = Stock(40, "meta")
    stock.held = 40
    which = torch.zeros(40, dtype=torch.long, device="meta")
    (pictures,), marks = looker.batch_of(stock, which, np.random.default_rng(0))
    assert pictures.device.type == "meta"
    assert pictures.shape == (40, 3, PATCH, PATCH)
    net = kind().to("meta")
    assert device_of(net).type == "meta"
    loss = looker.told_to(stock)(net(pictures), *marks)
    assert loss.shape == ()
    assert loss.device.type == "meta"


def test_batches_hold_tiles_of_the_shards_and_what_they_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looker, "STRANGE", 0.0)
    monkeypatch.setattr(looker, "PASTED", 0.0)
    torch.manual_seed(0)
    for shard, shown in enumerate((40, 200)):
        patches = np.full((20, PATCH, PATCH, 3), shown, np.uint8)
        np.savez(tmp_path / f"train-{shard}.npz", patches=patches, labels=np.full((20, 17), shard, np.int8))
    stock = Stock(64)
    learned = looker.batches(tmp_path, stock, 16, np.random.default_rng(0))
    (pictures,), (true, marks, which) = next(learned)
    assert stock.held == 40
    assert pictures.shape == (16, 3, PATCH, PATCH)
    assert true.all()
    bright = pictures.mean((1, 2, 3))
    assert 0 < int((marks[:, 0] == 1).sum()) < 16
    assert bright[marks[:, 0] == 1].min() > bright[marks[:, 0] == 0].max()
    assert torch.equal(marks, stock.labels[which])


def test_the_stock_is_told_which_tiles_the_net_erred_on() -> None:
    stock = Stock(8, side=4)
    stock.take_in(np.zeros((8, 4, 4, 3), np.uint8), np.zeros((8, 17), np.int8))
    logits = torch.full((3, 70), -20.0)
    logits[:, 0:65:4] = 20.0  # nothing anywhere
    labels = torch.zeros(3, 17, dtype=torch.long)
    labels[1, 3] = 2
    labels[2, 8] = 1
    true = torch.tensor([True, True, False])
    loss = looker.told_to(stock)((logits, logits), true, labels, torch.tensor([5, 2, 7]))
    assert float(loss) == pytest.approx(float(looker.loss_of((logits, logits), true, labels)))
    assert stock.losses[5] < 1e-6
    assert stock.losses[2] > 10
    assert stock.losses[7] < 1e-6  # in wrong colours nothing is asked of fruit


def test_a_net_goes_on_learning_after_it_was_asked() -> None:
    net = LookNet()
    patches = np.random.default_rng(0).integers(0, 256, (3, PATCH, PATCH, 3), dtype=np.uint8)
    logits = looker.asked(net, patches)
    assert net.training
    with torch.no_grad(), in_few_bits(device_of(net)):
        assert torch.allclose(net.eval()(as_pictures(patches))[0].float(), logits, atol=0.05)


def test_a_patch_brightened_as_a_whole_is_seen_alike() -> None:
    net = LookNet().eval()
    patch = torch.rand(2, 3, PATCH, PATCH) * 0.5
    with torch.no_grad():
        assert torch.allclose(net(patch)[0], net(patch + 0.2)[0], atol=1e-3)


def test_the_full_size_is_seen_too() -> None:
    """A pattern that vanishes at half the size changes what is told."""
    torch.manual_seed(0)
    checks = (torch.arange(PATCH)[:, None] + torch.arange(PATCH)) % 2
    flat = torch.full((1, 3, PATCH, PATCH), 0.5)
    with torch.no_grad():
        plain, checked = LookNet()(torch.cat([flat, flat + 0.2 * (checks - 0.5)]))[0]
    assert not torch.allclose(plain, checked, atol=1e-3)
