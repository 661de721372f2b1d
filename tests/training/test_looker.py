"""What the look net is asked to learn."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training's dependencies are not installed")
pytest.importorskip("onnx", reason="training's dependencies are not installed")

from training import looker  # noqa: E402
from training.dataset import EMPTY  # noqa: E402
from training.loop import as_pictures, device_of  # noqa: E402
from training.nets import LookNet  # noqa: E402
from vision.look import HALF, PATCH  # noqa: E402


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


def test_hard_tiles_are_learned_from_more_often_and_easy_ones_now_and_then() -> None:
    rng = np.random.default_rng(0)
    losses = np.zeros(100, np.float32)
    losses[:20] = 1.5
    losses[0] = 60.0  # nobody can read it: no more often than other hard ones
    drawn = np.bincount(
        np.concatenate([looker.worth_learning(losses, rng) for _ in range(200)]), minlength=100
    )
    assert drawn.sum() == 200 * 40
    assert drawn[:20].min() > 2 * drawn[20:].max()
    assert drawn[20:].min() > 0
    alike = looker.worth_learning(np.zeros(3, np.float32), rng)
    assert len(set(alike.tolist())) == 2


def test_on_another_device_nothing_is_mixed_with_what_lies_in_memory() -> None:
    # Numbers of PyTorch's "meta" device have shapes only, and refuse to be reckoned with others, as a GPU's do.
    tile = (np.zeros((HALF, HALF, 3), np.uint8), np.zeros(17, np.int8))
    (pictures,), (true, marks) = looker._batch([tile] * 40, np.random.default_rng(0), "meta")
    assert pictures.device.type == "meta"
    assert pictures.shape == (40, 3, HALF, HALF)
    net = LookNet().to("meta")
    assert device_of(net).type == "meta"
    loss = looker.loss_of(net(pictures), true.to("meta"), marks.to("meta"))
    assert loss.shape == ()
    assert loss.device.type == "meta"


@pytest.mark.parametrize("side", [HALF, PATCH])
def test_batches_hold_the_tiles_that_are_worth_learning(tmp_path: Path, side: int) -> None:
    rng = np.random.default_rng(0)
    labels = np.zeros((40, 17), np.int8)
    labels[::2, :8] = 1
    patches = rng.integers(0, 256, (40, PATCH, PATCH, 3), dtype=np.uint8)
    np.savez(tmp_path / "train-0000.npz", patches=patches, labels=labels)
    (pictures,), (true, marks) = next(
        looker.batches(
            tmp_path, 16, rng, lambda _, tiles: 1e6 * (tiles[1][:, 0] == 0).astype(np.float32), side
        )
    )
    assert pictures.shape == (16, 3, side, side)
    assert true.shape == (16,)
    assert int((marks[:, 0] == 0).sum()) >= 12


def test_a_net_finds_those_tiles_hard_that_it_errs_on() -> None:
    torch.manual_seed(0)
    net = LookNet()
    patches = np.random.default_rng(0).integers(0, 256, (6, HALF, HALF, 3), dtype=np.uint8)
    with torch.no_grad():
        logits = net.eval()(as_pictures(patches))[0]
    told = torch.cat(
        [logits[:, :32].reshape(-1, 8, 4).argmax(2), logits[:, 32:64].reshape(-1, 8, 4).argmax(2)], 1
    )
    labels = torch.cat([told, torch.zeros(6, 1, dtype=torch.long)], 1)
    labels[3, :8] = (labels[3, :8] + 2) % 4
    hard = looker.hardness_by(net)((patches, labels.numpy().astype(np.int8)))
    assert int(hard.argmax()) == 3
    assert net.training  # it goes on learning


def test_a_patch_brightened_as_a_whole_is_seen_alike() -> None:
    net = LookNet().eval()
    patch = torch.rand(2, 3, HALF, HALF) * 0.5
    with torch.no_grad():
        assert torch.allclose(net(patch)[0], net(patch + 0.2)[0], atol=1e-3)
