"""What the net that looks closer is asked to learn."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training's dependencies are not installed")
pytest.importorskip("onnx", reason="training's dependencies are not installed")

from training import closer, closeups  # noqa: E402
from training.dataset import BRANCH_CLASSES  # noqa: E402
from training.layouts import NAMES  # noqa: E402
from training.nets import CloseUpNet  # noqa: E402
from training.scenes import compose  # noqa: E402
from vision.espalier_closeups import ACROSS, ALONG  # noqa: E402

SEED = 9_700_003


@pytest.fixture(scope="module")
def shard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return closeups.make_shard(tmp_path_factory.mktemp("closeups") / "train-0000.npz", SEED, 2, "train")


def test_a_shard_holds_every_token_and_some_other_branches(shard: Path) -> None:
    with np.load(shard) as held:
        label, tile, direction = held["label"], held["tile"], held["direction"]
        assert held["closeups"].shape == (len(label), ACROSS, ALONG, 3)
        assert tile.max() < len(held["patches"]) == len(held["photo"])
        assert set(held["photo"]) == {0, 1, 2, 3}
    rng = np.random.default_rng(SEED)
    mixed = rng.random() < closeups.MIXED_SHARE
    _, truth = compose(rng, "train", closeups.WIDTH, closeups.HEIGHT, closeups.EXPOSURES, mixed)
    tokens = {
        (k, NAMES.index(d)): BRANCH_CLASSES.index(side)
        for k, cell in enumerate(truth.tiles)
        for (at, d), side in truth.layout.tokens.items()
        if at == cell
    }
    first = tile < len(truth.tiles)
    seen = {
        (int(t), int(d)): int(what)
        for t, d, what in zip(tile[first], direction[first], label[first], strict=True)
        if what in closeups.TOKENS
    }
    assert tokens == seen
    assert 0 < (~np.isin(label, closeups.TOKENS)).sum() < 8 * (tile.max() + 1) / 2


def test_held_out_scenes_keep_every_branch(tmp_path: Path) -> None:
    drawn = closeups.draw_scene(7_600_001, "validation")
    assert len(drawn["closeups"]) == 8 * len(drawn["patches"]) > 0
    assert drawn["direction"][:8] == list(range(8))


def test_photos_are_told_apart(shard: Path) -> None:
    albums = closer.load(shard)
    assert len(albums) == 4
    with np.load(shard) as held:
        assert sum(len(label) for _, label in albums) == len(held["label"])


def test_a_batch_shows_as_many_of_each_photo(shard: Path) -> None:
    (pictures,), (marks,) = next(closer.batches(shard.parent, 3, np.random.default_rng(2)))
    assert pictures.shape == (3 * closer.CLOSEUPS, 3, ACROSS, ALONG)
    assert marks.shape == (3 * closer.CLOSEUPS,)
    assert 0 <= float(pictures.min()) < float(pictures.max()) <= 1


def test_a_picture_that_is_not_moved_stays_as_it_is() -> None:
    pictures = torch.rand(2, 3, ACROSS, ALONG)
    assert torch.allclose(closer.slid(pictures, 0, 0, 0), pictures, atol=1e-5)


def test_a_turned_picture_keeps_its_shape() -> None:
    torch.manual_seed(4)
    pictures = torch.zeros(40, 3, ACROSS, ALONG)
    pictures[:, :, 27:37, 43:53] = 1  # a square in the middle
    turned = closer.slid(pictures, 0, 0.5, 0)
    wide, high = ((turned[:, 0] > 0.5).any(k).sum(1).float() for k in (1, 2))
    assert float(wide.max()) > 12
    assert torch.allclose(wide, high, atol=2)


def test_the_net_learns_what_lies_along_a_branch(shard: Path) -> None:
    torch.manual_seed(0)
    net = CloseUpNet()
    (pictures,), (marks,) = next(closer.batches(shard.parent, 4, np.random.default_rng(1)))
    tuner = torch.optim.AdamW(net.parameters(), lr=3e-3)
    losses = []
    for _ in range(25):
        loss = closer.loss_of(net(pictures), marks)
        tuner.zero_grad()
        loss.backward()
        tuner.step()
        losses.append(loss.item())
    assert losses[-1] < 0.3 * losses[0]
    assert "tokens" in closer.measure(net, closer.load(shard))
