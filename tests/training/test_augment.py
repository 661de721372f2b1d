"""Pictures to learn from are changed, and what they show is told with them."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training's dependencies are not installed")

from scoring.lattice import DIRECTIONS  # noqa: E402
from training import augment  # noqa: E402

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
@pytest.mark.parametrize("name", DIRECTIONS)
def test_a_turned_patch_shows_what_its_turned_labels_say(name: str, quarters: int, mirrored: bool) -> None:
    patch, label = torch.zeros(1, 3, 96, 96), torch.zeros(1, 17)
    row, column = AT[name]
    patch[..., max(row - 3, 0) : row + 4, max(column - 3, 0) : column + 4] = 1
    label[0, DIRECTIONS.index(name)] = label[0, 8 + DIRECTIONS.index(name)] = 2
    patch, label = augment.turned(patch, label, quarters, mirrored)
    for of in (label[0, :8], label[0, 8:16]):
        row, column = AT[DIRECTIONS[int(of.argmax())]]
        assert of.sum() == 2
        assert patch[0, 0, row, column] == 1


def test_pictures_in_bad_light_are_burnt_out_or_dark_and_the_rest_stay() -> None:
    torch.manual_seed(1)
    pictures = torch.rand(400, 3, 8, 8)
    shown = augment.badly_lit(pictures, share=0.5)
    changed = (shown != pictures).flatten(1).any(1)
    assert 150 < int(changed.sum()) < 250
    lost = changed & ((shown == 1).flatten(1).float().mean(1) > 0.2)
    few_shades = torch.tensor([len(picture.unique()) < 100 for picture in shown])
    assert lost.any()
    assert (changed & few_shades & (shown.mean((1, 2, 3)) < 0.2)).any()
    assert shown.min() >= 0
    assert shown.max() <= 1
    assert torch.equal(augment.badly_lit(pictures, share=0.0), pictures)


def test_only_strange_tiles_have_swapped_colours() -> None:
    patches = torch.rand(4, 3, 5, 5)
    strange = torch.tensor([False, True, False, True])
    shown = augment.estranged(patches, strange, np.random.default_rng(1), augment.in_wrong_colours)
    assert torch.equal(shown[~strange], patches[~strange])
    for tile in (1, 3):
        assert not torch.equal(shown[tile], patches[tile])
        swapped = [patches[tile][list(order)] for order in permutations(range(3))]
        assert any(torch.allclose(shown[tile], s) or torch.allclose(shown[tile], 1 - s) for s in swapped)


def test_patches_are_bent_a_little_each_its_own_way(monkeypatch: pytest.MonkeyPatch) -> None:
    torch.manual_seed(1)
    maps = augment.bent(200)
    still = torch.eye(2, 3).expand(200, 2, 3)
    assert 0.01 < float((maps - still).std()) < 0.05
    assert maps.unique(dim=0).shape[0] == 200
    for name in ("SHIFT", "STRETCH", "TURN"):
        monkeypatch.setattr(augment, name, 0.0)
    assert torch.allclose(augment.bent(2), still[:2])


def test_a_warped_patch_goes_where_its_map_says() -> None:
    patch = torch.zeros(1, 3, 96, 96)
    patch[..., 40:50, 20:30] = 1
    still = torch.eye(2, 3)[None]
    assert torch.allclose(augment.warped(patch, still), patch, atol=1e-4)
    right = still.clone()
    right[0, 0, 2] = -2 * 24 / 96  # what is shown lies 24 pixels further left in the patch
    assert torch.allclose(augment.warped(patch, right)[..., 44:70], patch[..., 20:46], atol=1e-4)


def test_what_is_pasted_is_told_and_all_else_stays() -> None:
    """Each tile is of one colour and shows the same in all directions: each direction must go with its colour."""
    tiles = 12
    kinds = torch.tensor([0, 5, *[2] * (tiles - 2)])
    alike = torch.arange(tiles) % 2 == 0
    labels = torch.cat([torch.arange(tiles)[:, None].expand(-1, 16), kinds[:, None]], 1)
    patches = torch.arange(tiles)[:, None, None, None].expand(-1, 3, 96, 96).float()
    torch.manual_seed(0)
    shown, told = augment.pasted(patches, labels, alike, 1.0)
    assert torch.equal(told[:, 16], kinds)
    assert torch.equal(told[:2], labels[:2])  # the pot's tile and the empty place
    assert torch.equal(shown[:2], patches[:2])
    givers = told[2:, :16] % 2 == torch.arange(2, tiles)[:, None] % 2
    assert givers.all()
    assert (told[:, :8] == told[:, 8:16]).all()
    assert ((told[2:, :8] != labels[2:, :8]).sum(1) <= augment.MOST_PASTED).all()
    assert (told[2:, :8] != labels[2:, :8]).any(1).sum() >= 6
    for tile in range(tiles):
        assert (shown[tile, :, 44:52, 44:52] == tile).all()  # the middle is its own
        for way, name in enumerate(DIRECTIONS):
            row, column = AT[name]
            assert shown[tile, 0, row, column] == told[tile, way]


def test_pictures_printed_otherwise_keep_their_shapes_in_two_tones() -> None:
    """A light bar on a dark ground that grows lighter from left to right: its edges are where they were."""
    picture = torch.linspace(0.1, 0.3, 96).expand(1, 3, 96, 96).clone()
    picture[..., 40:56, 20:76] += 0.5
    for seed in range(30):
        shown = augment.reprinted(picture, np.random.default_rng(seed))
        assert shown.shape == picture.shape
        assert shown.min() >= 0
        assert shown.max() <= 1
        steps = (shown[0, :, 1:] - shown[0, :, :-1]).abs().sum(0)[:, 30:66].mean(1)
        assert steps[30:64].max() > 3 * steps[:20].max()


def test_each_pixel_is_smoothed_over_those_around_it() -> None:
    picture = torch.rand(2, 1, 9, 12)
    smoothed = augment._smoothed(picture, 3)
    assert smoothed.shape == picture.shape
    assert smoothed[1, 0, 4, 5] == pytest.approx(float(picture[1, 0, 1:8, 2:9].mean()), abs=1e-5)
    assert smoothed[0, 0, 0, 11] == pytest.approx(float(picture[0, 0, :4, 8:].mean()), abs=1e-5)


def test_printings_of_the_same_picture_differ() -> None:
    torch.manual_seed(2)
    picture = torch.rand(1, 3, 24, 24).repeat_interleave(4, 2).repeat_interleave(4, 3)
    shown = [augment.reprinted(picture, np.random.default_rng(seed)) for seed in range(12)]
    apart = [float((a - b).abs().mean()) for k, a in enumerate(shown) for b in shown[:k]]
    assert min(apart) > 0.02
