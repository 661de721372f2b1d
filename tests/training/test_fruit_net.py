"""The net that names a photo's fruit learns to do it by all of them."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training's dependencies are not installed")

from training.fruit_net import batches, changed, main, unlike  # noqa: E402
from training.fruit_sets import OF_SET  # noqa: E402
from training.nets import FruitNet  # noqa: E402
from vision.espalier_fruit import PICTURE  # noqa: E402

COLOURS = np.array([[200, 180, 40], [90, 160, 50], [220, 120, 40]])


def sets(count: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Plain fruit under lights that differ from photo to photo by as much as the kinds do."""
    rng = np.random.default_rng(seed)
    kinds = rng.integers(0, 3, (count, OF_SET)).astype(np.uint8)
    light = np.exp(rng.normal(0, 0.3, (count, 1, 3)))
    plain = (COLOURS[kinds] * light)[:, :, None, None] + rng.normal(
        0, 3, (count, OF_SET, PICTURE, PICTURE, 1)
    )
    return plain.clip(0, 255).astype(np.uint8), kinds


def test_batches_hold_photos_of_as_many_fruit_each() -> None:
    drawn = sets(200)
    counts = set()
    for ((pictures, photos), (answers,)), _ in zip(
        batches(drawn, np.random.default_rng(1)), range(12), strict=False
    ):
        count = len(answers) // int(photos)
        assert pictures.shape == (len(answers), 3, PICTURE, PICTURE)
        assert count * int(photos) == len(answers) <= 512
        counts.add(count)
    assert len(counts) > 4
    assert max(counts) <= OF_SET


def test_changes_keep_each_fruit_and_all_of_a_photo_in_one_light() -> None:
    fruit, _ = sets(6)
    before = fruit.mean((2, 3)) / 255
    after = changed(fruit, np.random.default_rng(1)).mean((3, 4)).numpy()
    assert after.shape == before.shape
    moved = np.log(after + 0.01) - np.log(before + 0.01)
    assert moved.std(1).mean() < 0.08
    assert np.abs(moved).max() < 0.8


def test_some_photos_are_shown_burnt_out() -> None:
    fruit = np.full((200, 2, 8, 8, 3), 150, np.uint8)
    brighter = changed(fruit, np.random.default_rng(1)).mean((1, 2, 3, 4)).numpy() / (150 / 255)
    assert 0.1 < (brighter > 1.25).mean() < 0.3
    assert (brighter > 0.75).all()


def test_it_learns_to_name_fruit_by_the_others() -> None:
    torch.manual_seed(0)
    net = FruitNet()
    tuner = torch.optim.AdamW(net.parameters(), 2e-3)
    for given, (answers,) in islice(batches(sets(300), np.random.default_rng(1)), 60):
        loss = unlike(net(*given), answers)
        tuner.zero_grad()
        loss.backward()
        tuner.step()
    fruit, kinds = sets(20, seed=5)
    pictures = torch.from_numpy(fruit).permute(0, 1, 4, 2, 3) / 255
    net.eval()
    with torch.no_grad():
        together = torch.stack([net(photo) for photo in pictures]).argmax(2).numpy()
        as_one = net(pictures.flatten(0, 1), torch.tensor(20)).reshape(20, OF_SET, 3).argmax(2).numpy()
        alone = (
            net(pictures.flatten(0, 1), torch.tensor(20 * OF_SET)).reshape(20, OF_SET, 3).argmax(2).numpy()
        )
    assert (together == as_one).mean() > 0.99
    assert (together == kinds).mean() > 0.9 > (alone == kinds).mean()


def test_the_weights_are_saved(tmp_path) -> None:
    fruit, kinds = sets(64)
    np.savez(tmp_path / "0.npz", fruit=fruit, kinds=kinds)
    threads = torch.get_num_threads()
    main(tmp_path, tmp_path / "net.pt", minutes=0.001, threads=1)
    torch.set_num_threads(threads)
    FruitNet().load_state_dict(torch.load(tmp_path / "net.pt"))
