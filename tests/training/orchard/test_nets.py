"""What Orchard's nets learn: targets that the reader gives back, and questions asked only where known."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training's dependencies are not installed")
pytest.importorskip("onnx", reason="training's dependencies are not installed")

from training.orchard import finder, foreign, looker  # noqa: E402
from training.orchard.dataset import PIPS, ROLES  # noqa: E402
from training.orchard.nets import ANSWERS, DIE_NUMBERS, MAPS, OrchardFinder, OrchardLook  # noqa: E402
from training.orchard.patches import WIDE  # noqa: E402
from vision.locate import peaks, tile_at  # noqa: E402

SIDE = finder.CROP
DIE = np.array([[100, 80], [124, 88], [116, 112], [92, 104]], np.float32)
TREE = np.array([[200, 200], [250, 204], [246, 254], [196, 250]], np.float32)


def things(**roles: np.ndarray) -> finder.Things:
    count = len(roles)
    quads = np.array(list(roles.values()), np.float32).reshape(count, 4, 2)
    return {
        "quads": quads,
        "feet": quads + np.float32([6, -9]),
        "roles": np.array([ROLES.index(name) for name in roles], np.int8),
        "labels": np.array([[0, 1]] * count, np.int8),
        "exact": np.ones(count, np.int8),
    }


def test_the_reader_reads_back_what_the_finder_is_taught() -> None:
    heat, _, known, _ = finder.targets(things(die=DIE, tree=TREE), SIDE)
    for layer, first, quad in ((0, 0, DIE), (2, len(DIE_NUMBERS), TREE)):
        (y, x), *others = peaks(heat[layer], 0.5)
        assert not others
        tile = tile_at(known[first : first + 7, y, x], (x, y), 1.0, finder.STRIDE)
        np.testing.assert_allclose(tile.centre, quad.mean(0), atol=0.01)
        away = np.hypot(*(tile.corners[:, None] - quad[None]).transpose(2, 0, 1))
        assert away.min(1).max() < 0.1
    (y, x), *_ = peaks(heat[0], 0.5)
    tile = tile_at(known[:7, y, x], (x, y), 1.0, finder.STRIDE)
    np.testing.assert_allclose(known[7:9, y, x] * tile.size, [6, -9], atol=0.05)


def test_a_thing_that_can_barely_be_seen_is_asked_for_neither_way() -> None:
    heat, asked, _, _ = finder.targets(things(barely=DIE), SIDE)
    x, y = (DIE.mean(0) / finder.STRIDE).astype(int)
    assert heat.max() == 0
    assert asked[0, y, x] == 0
    assert asked.mean() > 0.95


def test_boxes_teach_where_dice_are_but_not_how_they_lie() -> None:
    of_boxes = things(spare_die=DIE)
    of_boxes["exact"][:] = 0
    heat, _, _, weight = finder.targets(of_boxes, SIDE)
    assert heat[0].max() > 0.9
    assert weight.max() == 0


@pytest.mark.parametrize("seed", range(6))
def test_windows_move_outlines_with_their_pixels(seed: int) -> None:
    photo = np.zeros((480, 640, 3), np.uint8)
    photo[84:108, 96:120] = 255
    square = np.array([[96, 84], [120, 84], [120, 108], [96, 108]], np.float32)
    window, moved = finder.varied(np.random.default_rng(seed), photo, things(die=square))
    ys, xs = np.nonzero(window[..., 1] > 100)
    if len(xs) and xs.min() > 0 and xs.max() < SIDE - 1 and ys.min() > 0 and ys.max() < SIDE - 1:
        middle = moved["quads"][0].mean(0)
        assert np.hypot(xs.mean() + 0.5 - middle[0], ys.mean() + 0.5 - middle[1]) < 2.5
        u = moved["quads"][0][1] - moved["quads"][0][0]
        v = moved["quads"][0][3] - moved["quads"][0][0]
        assert u[0] * v[1] - u[1] * v[0] > 0  # still clockwise


def test_the_finders_maps_are_where_the_reader_looks_for_them() -> None:
    assert [name.rpartition("_")[0] for name in MAPS[:3]] == ["die", "rotten", "tree"]
    assert list(MAPS[3:12]) == [f"die_{name}" for name in DIE_NUMBERS]
    with torch.no_grad():
        maps = OrchardFinder().eval()(torch.zeros(1, 3, 64, 96))
    assert maps.shape == (1, len(MAPS), 16, 24)


def test_the_look_net_answers_for_each_patch_whatever_others_are_filled_up() -> None:
    net = OrchardLook().eval()
    patches, trees = torch.rand(4, 3, 64, 64), torch.tensor([0, 0, 1, 1])
    there = torch.tensor([[True] * 4 + [False] * 2])
    filled = torch.cat([patches, torch.zeros(2, 3, 64, 64)])
    with torch.no_grad():
        alone = net(patches, trees)
        among = net(filled, torch.cat([trees, torch.zeros(2, dtype=torch.int64)]), there)[:4]
    assert alone.shape == (4, sum(ANSWERS.values()))
    torch.testing.assert_close(alone, among, atol=1e-4, rtol=1e-4)


def test_only_what_is_known_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "real-train.npz"
    np.savez(
        path,
        tops=np.zeros((2, WIDE, WIDE, 3), np.uint8),
        top_labels=np.array([[-1, PIPS.index(4), 1], [-1, PIPS.index(2), 1]], np.int8),
        top_photo=np.zeros(2, np.int32),
        trees=np.zeros((0, 64, 64, 3), np.uint8),
        tree_labels=np.zeros((0, 3), np.int8),
        tree_photo=np.zeros(0, np.int32),
    )
    (album,) = looker.load(path)
    assert album.marks.tolist() == [[-1, 3, 1, -1, -1], [-1, 1, 1, -1, -1]]
    logits = torch.zeros(2, sum(ANSWERS.values()), requires_grad=True)
    looker.loss_of(logits, torch.from_numpy(album.marks)).backward()
    asked = {name: bool(part.abs().sum() > 0) for name, part in looker.parts(logits.grad).items()}
    assert asked == {"colour": False, "pips": True, "ordinary": True, "fruit": False, "standing": False}


@pytest.fixture
def as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Photos are learned from in their own colours, with nothing laid on their trees."""
    monkeypatch.setattr(looker, "STRANGE", 0.0)
    monkeypatch.setattr(looker, "DYED", 0.0)
    monkeypatch.setattr(foreign, "PHOTO_SHARE", 0.0)


@pytest.mark.usefixtures("as_they_are")
def test_a_batch_tells_dice_from_trees_and_what_is_there(tmp_path: Path) -> None:
    def unknown(albums: list[looker.Album]) -> list[np.ndarray]:
        return [album.losses for album in albums]

    np.savez(
        tmp_path / "train-0000.npz",
        tops=np.full((6, WIDE, WIDE, 3), 200, np.uint8),
        top_labels=np.array([[0, 1, 1]] * 6, np.int8),
        top_photo=np.array([0, 0, 1, 2, 3, 4], np.int32),
        trees=np.full((5, 64, 64, 3), 60, np.uint8),
        tree_labels=np.array([[2, 4, 0]] * 5, np.int8),
        tree_photo=np.arange(5, dtype=np.int32),
    )
    (pictures, trees, there), (marks,) = next(looker.batches(tmp_path, 2, np.random.default_rng(0), unknown))
    told = there.flatten()
    assert pictures.shape[2:] == (64, 64)
    assert there.any(1).all()
    assert (pictures[told & (trees == 0)].mean((1, 2, 3)) > pictures[told & (trees == 1)].mean()).all()
    assert (marks[told & (trees == 0)] == torch.tensor([0, 1, 1, -1, -1])).all()
    assert (marks[told & (trees == 1)] == torch.tensor([-1, -1, -1, 2, 0])).all()
    assert (marks[~told] == -1).all()


@pytest.mark.usefixtures("as_they_are")
def test_hard_photos_and_of_each_hard_patches_come_more_often(tmp_path: Path) -> None:
    photos, dice = 20, 20
    owner = np.repeat(np.arange(photos), dice).astype(np.int32)
    first = np.tile(np.arange(dice) == 0, photos)
    np.savez(
        tmp_path / "train-0000.npz",
        tops=np.zeros((photos * dice, WIDE, WIDE, 3), np.uint8),
        top_labels=np.stack([first, owner % 2, first], 1).astype(np.int8),
        top_photo=owner,
        trees=np.zeros((0, 64, 64, 3), np.uint8),
        tree_labels=np.zeros((0, 3), np.int8),
        tree_photo=np.zeros(0, np.int32),
    )

    def hardness(albums: list[looker.Album]) -> list[np.ndarray]:
        """Each odd photo's first die is hard."""
        return [
            2.0 * ((album.marks[:, 0] == 1) & (album.marks[:, 1] == 1)).astype(np.float32) for album in albums
        ]

    learned = looker.batches(tmp_path, 4, np.random.default_rng(0), hardness)
    marks = torch.cat([marks for _, (marks,) in (next(learned) for _ in range(20))])
    odd, even = marks[marks[:, 1] == 1], marks[marks[:, 1] == 0]
    assert len(odd) > 1.3 * len(even) > 0
    assert (odd[:, 0] == 1).float().mean() > 1.5 * (even[:, 0] == 1).float().mean()


def test_of_photos_in_wrong_colours_nothing_is_asked_that_colours_tell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looker, "STRANGE", 1.0)
    np.savez(
        tmp_path / "train-0000.npz",
        tops=np.full((6, WIDE, WIDE, 3), 200, np.uint8),
        top_labels=np.array([[0, 1, 1]] * 6, np.int8),
        top_photo=np.arange(6, dtype=np.int32),
        trees=np.full((6, 64, 64, 3), 60, np.uint8),
        tree_labels=np.array([[2, 4, 0]] * 6, np.int8),
        tree_photo=np.arange(6, dtype=np.int32),
    )
    learned = looker.batches(
        tmp_path, 2, np.random.default_rng(0), lambda albums: [album.losses for album in albums]
    )
    (_, trees, there), (marks,) = next(learned)
    told = there.flatten()
    assert (marks[:, (looker.COLUMNS["colour"], looker.COLUMNS["fruit"])] == -1).all()
    assert (marks[told & (trees == 0), looker.COLUMNS["pips"]] == 1).all()
    assert (marks[told & (trees == 1), looker.COLUMNS["standing"]] >= 0).all()


def brightened(effect: Callable[[torch.Tensor], torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
    """What light an effect adds to dull dice of 200 photos, and which photos it touches."""
    torch.manual_seed(0)
    dull = torch.full((200, 3, 3, 64, 64), 0.3)
    brighter = effect(dull) - dull
    return brighter, brighter.amax((1, 2, 3, 4)) > 0.02


def test_a_lamp_is_mirrored_on_dice_of_some_photos() -> None:
    brighter, lit = brightened(looker.mirroring)
    assert 0.15 < lit.float().mean() < 0.45
    assert float(brighter.amin()) >= 0
    assert float(brighter[lit].mean()) < 0.2, "most of a die's top stays as it was"


def test_dice_of_some_photos_mirror_thin_lines() -> None:
    brighter, lit = brightened(looker.streaked)
    assert 0.1 < lit.float().mean() < 0.4
    assert float(brighter.amin()) >= 0
    assert float(brighter.amax()) <= 0.7, "light goes to white, and no further"
    assert float((brighter[lit] > 0.02).float().mean()) < 0.2, "most of a die's top stays as it was"


def test_dyed_dice_show_their_pips_in_two_other_colours() -> None:
    torch.manual_seed(0)
    dice = torch.full((4, 3, 64, 64), 0.8)
    dice[:, :, 28:36, 28:36] = 0.1  # a pip
    dice[0] = 1 - dice[0]  # a light one on a dark die
    seen = [looker.dyed(dice) for _ in range(200)]
    for dyed in seen:
        pip, body = dyed[:, :, 32, 32], dyed[:, :, 22, 22]
        assert ((pip - body).norm(dim=1) > 0.05).all(), "no pip is lost"
        assert 0 <= float(dyed.min()) <= float(dyed.max()) <= 1
    contrasts = torch.stack([(dyed.mean(1)[1, 32, 32] - dyed.mean(1)[1, 22, 22]) for dyed in seen])
    assert (contrasts > 0.05).any()
    assert (contrasts < -0.05).any(), "light pips on dark dice become dark ones on light dice at times"
    assert (contrasts.abs() < 0.05).any(), "some pips are as light as their dice"


def test_a_net_errs_on_each_patch_of_a_photo_by_its_own_loss() -> None:
    marks = np.array([[0, 1, 1, -1, -1], [-1, -1, -1, 2, 0]])
    album = looker.Album(
        np.zeros((1, WIDE, WIDE, 3), np.uint8),
        np.zeros((1, 64, 64, 3), np.uint8),
        marks,
        np.zeros(2, np.float32),
    )
    net = OrchardLook()
    (losses,) = looker.hardness_by(net)([album])
    (logits,) = looker.asked(net, [album])
    assert losses.shape == (2,)
    assert losses.sum() == pytest.approx(float(looker.loss_of(logits, torch.from_numpy(marks))), rel=1e-3)
    assert net.training
