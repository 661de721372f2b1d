"""The net of spokes learns from the directions that it errs on."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="training's dependencies are not installed")
pytest.importorskip("onnx", reason="training's dependencies are not installed")

from training import spokes  # noqa: E402
from training.dataset import EMPTY  # noqa: E402
from training.looker import direction_losses  # noqa: E402
from training.nets import SpokeNet  # noqa: E402
from training.spokes import LearningSpokes, loss_of  # noqa: E402
from vision.look import PATCH  # noqa: E402

TILES = 3


@pytest.fixture
def tiles() -> torch.Tensor:
    return torch.rand(TILES, 3, PATCH, PATCH, generator=torch.Generator().manual_seed(2))


def learning(directions: int) -> LearningSpokes:
    torch.manual_seed(0)
    net = LearningSpokes(directions)
    net.train()
    return net


def labels_of(logits: torch.Tensor) -> torch.Tensor:
    """Labels that say what the net says."""
    parts = [logits[:, k : k + 32].reshape(-1, 8, 4).argmax(2) for k in (0, 32)]
    return torch.cat([*parts, torch.zeros(len(logits), 1, dtype=torch.long)], 1)


def test_as_it_learns_it_is_the_net_that_ships(tiles: torch.Tensor) -> None:
    net = learning(4)
    shipped = SpokeNet()
    shipped.load_state_dict(net.state_dict())
    with torch.no_grad():
        assert torch.allclose(net(tiles)[0], shipped.eval()(tiles)[0], atol=1e-5)


def test_it_learns_from_the_directions_that_it_errs_on(
    tiles: torch.Tensor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spokes, "EASE", 1e-9)
    net = learning(2)
    with torch.no_grad():
        net.told.weight.mul_(1e5)  # sure of all that it says
        labels = labels_of(net(tiles)[0])
    labels[1, 3] = (labels[1, 3] + 1) % 4
    labels[2, 8 + 6] = (labels[2, 8 + 6] + 1) % 4
    logits, hard = net(tiles, torch.ones(TILES, dtype=torch.bool), labels)
    assert sorted(hard.tolist()) == [8 + 3, 16 + 6]
    loss = loss_of((logits, hard), torch.ones(TILES, dtype=torch.bool), labels)
    loss.backward()
    assert float(net.stem[0].weight.grad.abs().max()) > 0


def test_on_another_device_nothing_is_mixed_with_what_lies_in_memory() -> None:
    # As of the look net: PyTorch's "meta" device has shapes only, and refuses to be mixed with what has numbers.
    net = learning(8 * TILES).to("meta")
    marks = torch.ones(TILES, dtype=torch.bool), torch.zeros(TILES, 17, dtype=torch.long)
    logits, hard = net(torch.zeros(TILES, 3, PATCH, PATCH, device="meta"), *(m.to("meta") for m in marks))
    assert logits.shape == (TILES, 70)
    assert (logits.device.type, hard.device.type) == ("meta", "meta")


def test_hard_directions_leave_the_normalisation_as_it_was(tiles: torch.Tensor) -> None:
    net = learning(6)
    before = {name: value.clone() for name, value in net.state_dict().items() if "running" in name}
    net(tiles, torch.ones(TILES, dtype=torch.bool), torch.zeros(TILES, 17, dtype=torch.long))
    after = net.state_dict()
    assert before
    assert all(torch.equal(value, after[name]) for name, value in before.items())


def test_nothing_is_asked_of_fruit_in_wrong_colours_and_of_branches_on_empty_places() -> None:
    logits = torch.randn(3, 70)
    labels = torch.zeros(3, 17, dtype=torch.long)
    labels[1, 16] = EMPTY
    coloured = torch.tensor([True, True, False])
    told = direction_losses(logits, coloured, labels)
    entropy = torch.nn.functional.cross_entropy
    branches = entropy(logits[:, :32].reshape(-1, 4), labels[:, :8].flatten(), reduction="none").reshape(3, 8)
    fruit = entropy(logits[:, 32:64].reshape(-1, 4), labels[:, 8:16].flatten(), reduction="none").reshape(
        3, 8
    )
    assert torch.allclose(told, torch.stack([branches[0] + fruit[0], fruit[1], branches[2]]))


def test_a_shift_of_the_patch_moves_what_the_spokes_show() -> None:
    patch = torch.zeros(1, 3, PATCH, PATCH)
    patch[:, :, 40:60, 90:100] = 1  # on the spoke that runs up
    net = SpokeNet()
    still = net.along(patch)[0].mean(0)
    moved = net.along(patch, torch.tensor([[[1.0, 0, 0], [0, 1.0, 0.2]]]))[0].mean(0)
    assert abs(float(still.sum(0).argmax()) - float(moved.sum(0).argmax())) >= 5
