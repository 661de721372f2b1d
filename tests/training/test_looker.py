"""What the look net is asked to learn."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training's dependencies are not installed")
pytest.importorskip("onnx", reason="training's dependencies are not installed")

from training import looker  # noqa: E402
from training.layouts import NAMES  # noqa: E402
from training.nets import LookNet  # noqa: E402
from vision.look import PATCH  # noqa: E402

AT = {
    "N": (0, 48),
    "NE": (0, 95),
    "E": (48, 95),
    "SE": (95, 95),
    "S": (95, 48),
    "SW": (95, 0),
    "W": (48, 0),
    "NW": (0, 0),
}
"""Row and column of a patch where a direction leads to."""


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_a_turned_patch_shows_what_its_turned_labels_say(name: str, quarters: int, mirrored: bool) -> None:
    patch, label = torch.zeros(1, 3, PATCH, PATCH), torch.zeros(1, 17)
    row, column = AT[name]
    patch[..., max(row - 3, 0) : row + 4, max(column - 3, 0) : column + 4] = 1
    label[0, NAMES.index(name)] = label[0, 8 + NAMES.index(name)] = 2
    patch, label = looker.turned(patch, label, quarters, mirrored)
    for of in (label[0, :8], label[0, 8:16]):
        row, column = AT[NAMES[int(of.argmax())]]
        assert of.sum() == 2
        assert patch[0, 0, row, column] == 1


def test_neither_filled_up_tiles_nor_branches_of_empty_places_cost_anything() -> None:
    sure = torch.full((3, 70), -20.0)
    sure[:, 0:64:4] = 20.0  # nothing anywhere
    sure[:, 64 + looker.KIND_EMPTY] = 20.0
    labels = torch.zeros(3, 17, dtype=torch.long)
    labels[:, 16] = looker.KIND_EMPTY
    labels[1, :8] = 1  # no branch is asked of an empty place
    labels[2] = 3  # filled up
    there = torch.tensor([[True, True, False]])
    assert float(looker.loss_of((sure, sure), there, there, labels)) < 1e-6
    labels[1, 8] = 1  # a fruit on the rim of an empty place is
    assert float(looker.loss_of((sure, sure), there, there, labels)) > 1
    strange = torch.zeros_like(there)
    assert (
        float(looker.loss_of((sure, sure), there, strange, labels)) < 1e-6
    )  # but not where colours are wrong


def test_only_strange_photos_have_swapped_colours() -> None:
    patches = torch.rand(4, 2, 3, 5, 5)
    strange = np.array([False, True, False, True])
    shown = looker.estranged(patches, strange, np.random.default_rng(1))
    assert torch.equal(shown[~strange], patches[~strange])
    for photo in (1, 3):
        assert not torch.equal(shown[photo], patches[photo])
        swapped = [patches[photo][:, list(order)] for order in permutations(range(3))]
        assert any(torch.allclose(shown[photo], s) or torch.allclose(shown[photo], 1 - s) for s in swapped)


def test_batches_are_made_of_whole_photos_tiles(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    photo = np.repeat(np.arange(4), (3, 20, 12, 1))
    labels = np.zeros((len(photo), 17), np.int8)
    labels[:, 16] = photo  # told apart by their kind
    np.savez(
        tmp_path / "train-0000.npz",
        patches=rng.integers(0, 256, (len(photo), PATCH, PATCH, 3), dtype=np.uint8),
        labels=labels, patch_photo=photo,
    )  # fmt: skip
    (pictures,), (there, true, marks) = next(looker.batches(tmp_path, 4, rng))
    assert pictures.shape == (4 * looker.TILES, 3, PATCH, PATCH)
    assert sorted(there.sum(1).tolist()) == [1, 3, looker.TILES, looker.TILES]
    assert not (true & ~there).any()
    for of_photo in marks.reshape(4, looker.TILES, 17):
        assert len(of_photo[:, 16].unique()) == 1


def test_a_patch_brightened_as_a_whole_is_seen_alike() -> None:
    net = LookNet().eval()
    patch = torch.rand(2, 3, PATCH, PATCH) * 0.5
    with torch.no_grad():
        assert torch.allclose(net(patch)[0], net(patch + 0.2)[0], atol=1e-3)
