"""Dice that the finder missed are looked for where the look net says that one stands."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from vision import orchard_outline, orchard_unseen
from vision.locate import Tile
from vision.orchard_find import Die, Found
from vision.orchard_look import Looks
from vision.orchard_places import Orchard
from vision.orchard_unseen import (
    LEAST_BARE,
    LIKELY,
    SIDE_OF_DIE,
    cost_of_left_out,
    seen_closely,
    with_free_places,
    with_likely_trees,
    with_unseen,
)

LEAN = np.array([4.0, -9.0])
"""From a die's foot to the middle of its top."""


class AsTheyAre:
    """A net that finds every outline right."""

    def run(self, patches: npt.NDArray[np.uint8]) -> list[npt.NDArray[np.float32]]:
        return [np.tile(np.array([0, 0, 0, -1, 0, 0, 0], np.float32), (len(patches), 1))]


@pytest.fixture(autouse=True)
def outliner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orchard_outline, "open_model", lambda _: AsTheyAre())


def tree(x: float, y: float) -> npt.NDArray[np.float64]:
    return np.array([[x - 30, y - 30], [x + 30, y - 30], [x + 30, y + 30], [x - 30, y + 30]])


def die(x: float, y: float) -> Die:
    return Die(
        Tile(np.array([x, y]) + LEAN, np.array([13.0, 3.0]), np.array([-3.0, 13.0]), 0.9), np.array([x, y])
    )


PLACES = {(0, 0): tree(100, 100), (1, 0): tree(160, 100), (2, 0): tree(220, 100)}
LAID = Orchard(PLACES, dict.fromkeys(PLACES, 0.9), {(0, 0): die(101, 98)}, {}, (), ())
COPIES = [np.full((300, 400, 3), 90, np.uint8)]


def standing(*dice: float) -> npt.NDArray[np.float64]:
    chances = np.array(dice)
    return np.column_stack([1 - chances, chances, np.zeros(3)])


def test_a_die_is_laid_where_one_is_likely_and_none_was_found() -> None:
    dice = with_unseen(COPIES, LAID, standing(0.9, 0.1, 0.8)).dice
    assert set(dice) == {(0, 0), (2, 0)}
    guess = dice[(2, 0)]
    np.testing.assert_allclose(guess.foot, (220, 100))
    np.testing.assert_allclose(guess.top.centre, np.array([220, 100]) + LEAN)
    assert guess.top.size == pytest.approx(LAID.dice[(0, 0)].top.size)
    assert guess.top.score == 0


def test_where_none_is_likely_the_orchard_stays_as_it_is() -> None:
    seen = with_unseen(COPIES, LAID, standing(0.9, LIKELY / 2, LIKELY / 3))
    assert seen.dice == LAID.dice


def test_without_any_other_die_the_tree_tells_its_size() -> None:
    dice = with_unseen(COPIES, replace(LAID, dice={}), standing(0.0, 0.9, 0.0)).dice
    assert dice[(1, 0)].top.size == pytest.approx(60 * SIDE_OF_DIE)


def test_a_spare_die_that_stands_on_the_tree_is_laid_there() -> None:
    spare = die(175, 104)
    away = die(300, 250)
    seen = with_unseen(COPIES, replace(LAID, spare_dice=(away, spare)), standing(0.9, 0.9, 0.0))
    assert seen.dice[(1, 0)] is spare
    assert seen.spare_dice == (away,)


def test_a_die_that_has_a_place_is_not_laid_twice() -> None:
    laid = replace(LAID, dice={(0, 0): die(145, 100)})
    assert with_unseen(COPIES, laid, standing(0.9, 0.9, 0.0)).dice == laid.dice


class Emptiness:
    """A look net that tells how bare places are, by where they lie."""

    def __init__(self, bare: dict[tuple[float, float], float]) -> None:
        self.bare = bare

    def __call__(
        self, _copies: object, dice: object, trees: list[npt.NDArray[np.float64]], turns: int
    ) -> Looks:
        chances = np.array([self.bare.get(tuple(quad.mean(0)), 1 - 1e-6) for quad in trees])
        standing = np.log(np.column_stack([1 - chances, *np.full((2, len(trees)), 1e-9), chances]))
        return Looks(*np.zeros((4, 0, 1)), standing)


def leaf(x: float, y: float) -> Tile:
    return Tile(np.array([x, y], np.float64), np.array([30.0, 0.0]), np.array([0.0, 30.0]), 0.8)


@pytest.mark.parametrize(
    ("bare", "trees", "cost"),
    [
        ({}, [], 0.0),
        ({(280.0, 100.0): 0.1}, [], -np.log(0.1)),
        ({(280.0, 100.0): 0.9}, [], 0.0),
        ({(280.0, 100.0): 1e-9}, [], -np.log(LEAST_BARE)),
        ({(185.0, 160.0): 0.2}, [leaf(185, 160)], -np.log(0.2)),
        ({(185.0, 260.0): 0.2}, [leaf(185, 260)], 0.0),
    ],
    ids=["nothing", "beside", "hardly a tree", "surely a tree", "found askew", "found far away"],
)
def test_trees_that_are_left_out_cost_what_speaks_for_them(
    monkeypatch: pytest.MonkeyPatch, bare: dict[tuple[float, float], float], trees: list[Tile], cost: float
) -> None:
    monkeypatch.setattr(orchard_unseen, "look_at", Emptiness(bare))
    assert cost_of_left_out(COPIES, LAID, trees) == pytest.approx(cost)


def test_places_beside_on_which_a_tree_may_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orchard_unseen, "look_at", Emptiness({(280.0, 100.0): 0.95, (100.0, 160.0): 0.995}))
    assert set(with_likely_trees(COPIES, LAID).quads) == {*PLACES, (3, 0)}


def test_what_the_look_net_takes_for_none_is_no_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orchard_unseen, "look_at", Emptiness({(185.0, 160.0): 0.2, (300.0, 200.0): 0.8}))
    found = Found((), (), (leaf(185, 160), leaf(300, 200)))
    assert [tree.centre[0] for tree in seen_closely(COPIES, LAID, found).trees] == [185]


def test_all_places_in_the_photo_that_look_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orchard_unseen, "look_at", Emptiness({(280.0, 100.0): 0.1}))
    free = {(-1, 0), (0, -1), (1, -1), (2, -1), (0, 1), (1, 1), (2, 1)}
    assert set(with_free_places(COPIES, LAID).quads) == {*PLACES, *free}
    narrow = [COPIES[0][:150]]
    assert set(with_free_places(narrow, LAID).quads) == {*PLACES, (-1, 0), (0, -1), (1, -1), (2, -1)}
