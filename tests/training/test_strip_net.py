"""The net that compares strips learns which of a set are of one sort."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training's dependencies are not installed")

from training.nets import StripNet  # noqa: E402
from training.strip_net import NEAR, OF_PAIRS, PAIRS, SAME, batches, changed, main, unlike  # noqa: E402
from training.strip_sets import SORTS  # noqa: E402
from vision.espalier_strips import ACROSS, ALONG  # noqa: E402


def sets(count: int) -> np.ndarray:
    """Grafts with a line along them, prunes with one across, bare branches with a thick one, and nothing, in colours
    that change from set to set."""
    rng = np.random.default_rng(0)
    drawn = rng.integers(60, 190, (count, 1, 1, 1, 3)) + np.zeros((count, len(SORTS), ACROSS, ALONG, 3))
    drawn[:, :3, 10:14] = rng.integers(0, 256, (count, 1, 1, 1, 3))
    drawn[:, 3:6, :, 26:30] = rng.integers(0, 256, (count, 1, 1, 1, 3))
    drawn[:, 6:9, 4:20] = rng.integers(0, 256, (count, 1, 1, 1, 3))
    return (drawn + rng.normal(0, 3, drawn.shape)).clip(0, 255).astype(np.uint8)


def test_near_strips_of_one_sort_and_far_ones_of_others_cost_least() -> None:
    apart = 3.0 * torch.eye(64)[[0] * 3 + [1] * 3 + [2] * 3 + [3] * 3]
    mixed = apart[[0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11]]
    assert unlike(apart) < 0.2 < unlike(torch.zeros(12, 64)) < unlike(mixed)
    assert SAME.sum() == 12
    assert len(PAIRS) == 66
    assert NEAR > 0


def test_sides_count_most() -> None:
    weight = {
        tuple(SORTS[k] for k in pair): float(count) for pair, count in zip(PAIRS, OF_PAIRS, strict=True)
    }
    assert max(weight, key=weight.__getitem__) == ("graft", "prune")
    assert weight["graft", "none"] < weight["prune", "branch"] < weight["graft", "graft"]


def test_changes_keep_what_tells_the_sorts() -> None:
    chosen = sets(8)
    pictures = changed(chosen, np.random.default_rng(1))
    assert pictures.shape == (8, len(SORTS), 3, ACROSS, ALONG)
    rows, columns = pictures.std(4).mean((2, 3)), pictures.std(3).mean((2, 3))
    assert (rows[:, 3:6] > rows[:, :3]).float().mean() > 0.8
    assert (columns[:, :3] > columns[:, 3:6]).float().mean() > 0.8


def test_it_learns() -> None:
    torch.manual_seed(0)
    net = StripNet()
    tuner = torch.optim.AdamW(net.parameters(), 2e-3)
    for (pictures,), _ in islice(batches(sets(40), 8, np.random.default_rng(1)), 25):
        loss = unlike(net(pictures))
        tuner.zero_grad()
        loss.backward()
        tuner.step()
    fresh = sets(60)[40:]
    assert (fresh[0] != sets(40)[0]).any()
    with torch.no_grad():
        seen = net.eval()(torch.from_numpy(fresh).flatten(0, 1).permute(0, 3, 1, 2) / 255)
    assert unlike(seen) < 0.7 * unlike(torch.zeros(12, 64))


def test_the_weights_are_saved(tmp_path) -> None:
    np.savez(tmp_path / "0.npz", strips=sets(64))
    threads = torch.get_num_threads()
    main(tmp_path, tmp_path / "net.pt", minutes=0.001, threads=1)
    torch.set_num_threads(threads)
    StripNet().load_state_dict(torch.load(tmp_path / "net.pt"))
