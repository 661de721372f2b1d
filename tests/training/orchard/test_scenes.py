"""Whole photos: the truth lies on what was drawn."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from scoring.orchard import parse_state, score
from training.orchard import dataset, real_dice, scenes
from training.orchard.dataset import PIPS, ROLES, draw_scene, make_shard
from training.orchard.faces import printed_face, value_of
from training.orchard.patches import WIDE, WIDE_MARGIN, outlined
from training.orchard.photos import truth_json
from training.orchard.scenes import compose
from training.orchard.truth import Truth, card_in_lattice
from vision.look import pyramid
from vision.orchard_look import DIE_MARGIN, PATCH, STANDING, cut

SIZE = (640, 480)
Photo = np.ndarray


def plain(seed: int, group: str = "train") -> tuple[Photo, Truth]:
    """A photo without the phone's doings: no light, no blur, no grain."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scenes, "expose", lambda _, picture: picture.clip(0, 255).astype(np.uint8))
        photos, truth = compose(np.random.default_rng(seed), group, *SIZE)
    return photos[0], truth


@pytest.fixture(scope="module")
def drawn() -> list[tuple[Photo, Truth]]:
    groups = ("train", "train", "train", "validation", "test")
    return [plain(seed, group) for seed, group in enumerate(groups)]


def inside(outline: np.ndarray, shrink: float = 0.8) -> np.ndarray:
    mask = np.zeros(SIZE[::-1], np.uint8)
    middle = outline.mean(0)
    cv2.fillConvexPoly(mask, np.round(middle + (outline - middle) * shrink).astype(np.int32), 1)
    return mask > 0


def test_a_die_looks_unlike_the_card_around_it(drawn: list[tuple[Photo, Truth]]) -> None:
    told = []
    for photo, truth in drawn:
        for die in truth.dice:
            if die.place is None:
                continue
            own = np.median(photo[inside(die.top)], 0)
            hull = cv2.convexHull(np.vstack([die.top, die.foot]).astype(np.float32))[:, 0]
            around = inside(hull, 2.0) & ~inside(hull, 1.4)
            told.append(np.abs(own - photo[around].mean(0)).max() > 20)
    assert len(told) > 30
    assert np.mean(told) > 0.9


def test_a_die_has_its_fruits_colour(drawn: list[tuple[Photo, Truth]]) -> None:
    """Red is redder than purple is, yellow greener than red, purple bluer than yellow."""
    for photo, truth in drawn:
        colours: dict[str, list[np.ndarray]] = {}
        for die in truth.dice:
            if die.place is not None:
                colours.setdefault(die.fruit, []).append(np.median(photo[inside(die.top)], 0))
        share = {fruit: np.mean(seen, 0) / np.mean(seen) for fruit, seen in colours.items()}
        if len(share) == 3:
            assert share["pear"][1] > share["apple"][1]
            assert share["plum"][2] > share["pear"][2]
            assert share["apple"][0] > share["plum"][0]


def test_every_piece_of_the_state_is_in_the_truth(drawn: list[tuple[Photo, Truth]]) -> None:
    for _, truth in drawn:
        layout = truth.layout
        dice = {die.place: die for die in truth.dice if die.place is not None}
        assert {place: die.value for place, die in dice.items()} == layout.dice
        assert all(die.fruit == layout.trees[place] for place, die in dice.items())
        assert {token.place for token in truth.rotten if token.place} == layout.rotten
        assert {tree.place: tree.fruit for tree in truth.trees if tree.place} == layout.trees
        assert [card.number for card in truth.cards if card.order is not None] == [
            c.number for c in layout.cards
        ]


def test_dice_stand_on_their_trees(drawn: list[tuple[Photo, Truth]]) -> None:
    for _, truth in drawn:
        trees = {tree.place: tree.outline for tree in truth.trees}
        for die in truth.dice:
            if die.place is not None:
                foot = die.foot.mean(0).astype(np.float32)
                assert cv2.pointPolygonTest(trees[die.place].astype(np.float32), foot.tolist(), False) > 0


def test_a_cards_trees_lie_on_it_in_their_order(drawn: list[tuple[Photo, Truth]]) -> None:
    for _, truth in drawn:
        for card in truth.cards:
            if card.order is None:
                continue
            laid = truth.layout.cards[card.order]
            wide, high = (3, 2) if laid.turn % 2 else (2, 3)
            matrix = cv2.getPerspectiveTransform(
                np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32),
                card_in_lattice(truth, card).astype(np.float32),
            )
            for tree in truth.trees:
                if tree.place in laid.trees() and card.order == len(truth.layout.cards) - 1:
                    spot = np.array([tree.place[0] - laid.col + 0.5, tree.place[1] - laid.row + 0.5, 1])
                    seen = matrix @ spot
                    side = np.hypot(*(tree.outline[1] - tree.outline[0]))
                    assert np.hypot(*(seen[:2] / seen[2] - tree.outline.mean(0))) < 0.2 * side


def test_a_tree_under_a_die_is_hidden_more_than_a_bare_one(drawn: list[tuple[Photo, Truth]]) -> None:
    stood, bare = [], []
    for _, truth in drawn:
        for tree in truth.trees:
            if tree.place is not None:
                (stood if tree.place in truth.layout.dice else bare).append(tree.hidden)
    assert np.mean(stood) > np.mean(bare) + 0.1


def test_ordinary_dice_show_the_face_that_stands_for_ten() -> None:
    look = next(
        truth.look.dice for truth in (plain(seed)[1] for seed in range(20)) if truth.look.dice.ordinary
    )
    assert printed_face(look, 10) == look.ten_face
    assert value_of(look, look.ten_face) == 10
    assert [value_of(look, pips) for pips in (1, 3, 6)] == [1, 3, 6]
    assert sum(value_of(look, pips) is None for pips in range(1, 7)) == 2


def test_the_same_seed_gives_the_same_photo() -> None:
    first, second = (compose(np.random.default_rng(3), "test", 320, 240)[0][0] for _ in range(2))
    assert np.array_equal(first, second)


def test_small_dice_get_more_pixels() -> None:
    photos, truth = compose(np.random.default_rng(3), "train", 320, 240, die_px=500)
    assert photos[0].shape[:2] == (360, 480)
    assert (truth.camera.width, truth.camera.height) == (480, 360)


def test_the_truth_has_the_practice_photos_form(drawn: list[tuple[Photo, Truth]], shared: Path) -> None:
    known = json.loads((shared / "practice/orchard/practice-orchard-01.json").read_text("utf-8"))
    for photo, truth in drawn:
        facts = json.loads(json.dumps(truth_json(truth, "a.jpg", photo)))
        assert known.keys() - {"dice_map"} <= facts.keys()
        assert facts["total"] == score(parse_state(facts["state"])).total
        assert ("dice_map" in facts) == truth.look.dice.ordinary
        for name in ("cards", "trees", "dice", "rotten", "spare"):
            for thing in facts["grid"][name]:
                kind = thing.get("kind")
                like = [other for other in known["grid"][name] if other.get("kind") == kind]
                assert not like or like[0].keys() <= thing.keys()


def test_a_shard_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "DIE_PX", 0)
    with np.load(make_shard(tmp_path / "a.npz", 5, 2, "train")) as shard:
        count = len(shard["roles"])
        assert shard["photos"].shape == (2, 480, 640, 3)
        assert shard["quads"].shape == shard["feet"].shape == (count, 4, 2)
        assert shard["labels"].shape == (count, 2)
        assert set(shard["owner"]) == {0, 1}
        for name in ("top", "tree"):
            patches = shard[f"{name}s"]
            assert len(patches) == len(shard[f"{name}_labels"]) == len(shard[f"{name}_photo"]) > 0
            assert set(shard[f"{name}_photo"]) <= {0, 1, 2, 3}
        dice = shard["roles"] == ROLES.index("die")
        # The finder's list and the patches tell the same dice.
        assert set(shard["top_labels"][:, 1]) <= set(shard["labels"][dice | (shard["roles"] >= 6)][:, 1]) | {
            7
        }


def test_a_shard_for_the_finder_alone_has_its_photos_and_no_patches(tmp_path: Path) -> None:
    with np.load(make_shard(tmp_path / "a.npz", 5, 1, "train", patches=False)) as shard:
        assert shard["photos"].shape == (1, 480, 640, 3)
        assert np.count_nonzero(shard["roles"] == ROLES.index("die")) > 0
        inside = (shard["quads"].mean(1) > 0).all(1) & (shard["quads"].mean(1) < (640, 480)).all(1)
        assert inside.mean() > 0.8
        assert shard["tops"].shape == (0, WIDE, WIDE, 3)
        assert shard["trees"].shape == (0, PATCH, PATCH, 3)
        assert len(shard["top_labels"]) == len(shard["tree_labels"]) == 0


def test_a_dies_wide_patch_holds_the_one_that_the_reader_cuts() -> None:
    photo = np.random.default_rng(0).integers(0, 255, (400, 400, 3)).astype(np.uint8)
    top = np.array([[180.0, 180], [220, 180], [220, 220], [180, 220]])
    wide, near = (
        cut(pyramid(photo), top, (side, side), margin)
        for side, margin in ((WIDE, WIDE_MARGIN), (PATCH, DIE_MARGIN))
    )
    assert np.array_equal(outlined(wide[None])[0], near)


def test_scenes_to_learn_from_may_hold_more_rotten_tokens_than_the_rules_allow() -> None:
    counts = [
        len(
            [
                token
                for token in compose(np.random.default_rng(seed), "train", *SIZE, spoiled=5)[1].rotten
                if token.place
            ]
        )
        for seed in range(6)
    ]
    assert 2 < max(counts) <= 7


def test_a_seed_gives_the_same_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "DIE_PX", 0)
    first, second = draw_scene(9, "validation"), draw_scene(9, "validation")
    assert np.array_equal(first["photo"], second["photo"])
    assert first["top_labels"] == second["top_labels"]
    assert all(np.array_equal(a, b) for a, b in zip(first["tops"], second["tops"], strict=True))


def test_empty_places_lie_beside_trees_and_on_none(drawn: list[tuple[Photo, Truth]]) -> None:
    for _, truth in drawn:
        laid = np.array([tree.outline.mean(0) for tree in truth.trees if tree.place])
        every = np.array([tree.outline.mean(0) for tree in truth.trees])
        places = list(islice(dataset.empty_places(np.random.default_rng(1), truth), 5))
        assert len(places) == 5
        for place in places:
            side = np.hypot(*(place[1] - place[0]))
            assert np.hypot(*(laid - place.mean(0)).T).min() < 1.5 * side
            assert np.hypot(*(every - place.mean(0)).T).min() > 0.6 * side


def test_an_empty_places_patch_asks_for_no_fruit() -> None:
    told = [mark for seed in (9, 10) for mark in draw_scene(seed, "train")["tree_labels"]]
    empty = [mark for mark in told if mark[:2] == (-1, -1)]
    assert len(empty) >= dataset.EMPTY_PLACES
    assert {STANDING[standing] for _, _, standing in empty} == {"empty"}


@pytest.fixture
def photographs(tmp_path: Path) -> Path:
    """A folder of nine grey photographs, each with a red square that is said to be a die."""
    facts = {}
    for k in range(9):
        picture = np.full((640, 640, 3), 180, np.uint8)
        picture[500:540, 100:140] = (0, 0, 255)  # OpenCV writes blue first
        cv2.imwrite(str(tmp_path / f"{k}.png"), picture)
        facts[f"{k}.png"] = [{"value": 1 + k % 6, "box": [100, 500, 140, 540]}]
    (tmp_path / "labels.json").write_text(json.dumps(facts), "utf-8")
    return tmp_path


def test_real_dice_are_split_by_photograph() -> None:
    parts = real_dice.split([f"{k:03d}" for k in range(200)])
    assert len(parts["test"]) >= 60
    assert not set(parts["train"]) & set(parts["test"])
    assert max(parts["train"]) < min(parts["test"])


def test_real_dice_are_packed_like_drawn_ones(photographs: Path) -> None:
    loaded = real_dice.load(photographs, "train")
    assert [photograph.name for photograph in loaded] == [f"{k}.png" for k in range(6)]
    shard = real_dice.pack(loaded)
    assert [PIPS[label] for label in shard["labels"][:, 1]] == [1, 2, 3, 4, 5, 6]
    assert shard["photos"].shape == (6, 480, 640, 3)
    for index, quad in enumerate(shard["quads"]):
        x, y = quad.mean(0).round().astype(int)
        assert shard["photos"][index, y, x].tolist() == [255, 0, 0]
        assert shard["tops"][index, WIDE // 2, WIDE // 2].tolist() == [255, 0, 0]
    assert not shard["exact"].any()


def test_drawn_and_real_shards_have_the_same_arrays(photographs: Path, tmp_path: Path) -> None:
    real = real_dice.pack(real_dice.load(photographs, "test"))
    drawn = dataset.pack([draw_scene(9, "train")])
    assert real.keys() == drawn.keys()
    for name, array in real.items():
        assert array.dtype == drawn[name].dtype
        assert array.shape[1:] == drawn[name].shape[1:]


def test_a_missing_photograph_is_named(photographs: Path) -> None:
    (photographs / "2.png").unlink()
    with pytest.raises(FileNotFoundError, match=r"2\.png"):
        real_dice.load(photographs, "train")
