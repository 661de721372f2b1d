"""Dice and tokens find their places on a lattice as loose as hands lay it."""

from dataclasses import replace

import numpy as np
import pytest

from vision.locate import Spot, Tile
from vision.orchard_find import Die, Found
from vision.orchard_places import STRAY_BELIEF, place_things, with_strays

SIDE = 60.0
CELLS = [(c, r) for c in range(4) for r in range(3)]


def view(at: tuple[float, float], turn: float = 0.5) -> np.ndarray:
    """Where a place of the orchard is seen: turned, and a little in perspective."""
    cos, sin = np.cos(turn), np.sin(turn)
    x, y = np.array([[cos, -sin], [sin, cos]]) @ np.array(at) * SIDE
    depth = 1 + 0.0004 * y
    return np.array([500 + x / depth, 400 + y / depth])


def tree(cell: tuple[float, float], score: float = 0.9) -> Tile:
    a, b = view((cell[0] + 0.5, cell[1])), view((cell[0] - 0.5, cell[1]))
    c, d = view((cell[0], cell[1] + 0.5)), view((cell[0], cell[1] - 0.5))
    return Tile(view(cell), (a - b) / 2, (c - d) / 2, score)


def die(cell: tuple[float, float], score: float = 0.9) -> Die:
    """A die whose top leans away from its foot, as it is seen from the side."""
    foot = view(cell)
    top = Tile(foot + np.array([14, -18]), np.array([12.0, 3]), np.array([-3.0, 12]), score)
    return Die(top, foot)


def found(trees: list[Tile], dice: list[Die] | None = None, rotten: list[Spot] | None = None) -> Found:
    return Found(tuple(dice or ()), tuple(rotten or ()), tuple(trees))


def test_every_tree_has_its_place() -> None:
    orchard = place_things(found([tree(cell) for cell in CELLS]))
    assert orchard is not None
    assert len(orchard.quads) == len(CELLS)
    columns = {c for c, _ in orchard.quads}
    assert max(columns) - min(columns) == 3


def test_a_die_stands_where_its_foot_is() -> None:
    on = die((2, 1))
    orchard = place_things(found([tree(cell) for cell in CELLS], [on]))
    assert orchard is not None
    (cell,) = orchard.dice
    assert np.hypot(*(orchard.quads[cell].mean(0) - view((2, 1)))) < 4


def test_a_die_that_hides_its_tree_has_a_place_all_the_same() -> None:
    trees = [tree(cell) for cell in CELLS if cell != (1, 1)]
    orchard = place_things(found(trees, [die((1, 1))]))
    assert orchard is not None
    (cell,) = orchard.dice
    assert orchard.scores[cell] == 0
    assert len(orchard.quads) == len(CELLS)


def test_a_token_that_is_hardly_seen_lies_on_a_hidden_tree_where_trees_are_all_around() -> None:
    token = Spot(view((1.2, 1)), 0.25)
    orchard = place_things(found([tree(cell) for cell in CELLS if cell != (1, 1)], rotten=[token]))
    assert orchard is not None
    (cell,) = orchard.rotten
    assert orchard.scores[cell] == 0
    assert np.hypot(*(orchard.quads[cell].mean(0) - view((1, 1)))) < 4


def test_a_hole_between_cards_is_a_place_without_a_tree() -> None:
    orchard = place_things(found([tree(cell) for cell in CELLS if cell != (1, 1)]))
    assert orchard is not None
    assert len(orchard.quads) == len(orchard.scores) == len(CELLS)
    assert list(orchard.scores.values()).count(0.0) == 1


def test_a_token_beside_the_cards_hides_no_tree() -> None:
    orchard = place_things(
        found([tree(cell) for cell in CELLS if cell != (0, 0)], rotten=[Spot(view((0, 0)), 0.25)])
    )
    assert orchard is not None
    assert not orchard.rotten


def test_what_lies_beside_is_spare() -> None:
    trees = [tree(cell) for cell in CELLS]
    orchard = place_things(found(trees, [die((8, 1)), die((1, 4.7))], [Spot(view((-3, 0)), 0.9)]))
    assert orchard is not None
    assert not orchard.dice
    assert not orchard.rotten
    assert (len(orchard.spare_dice), len(orchard.spare_rotten)) == (2, 1)


def test_one_die_a_tree() -> None:
    trees = [tree(cell) for cell in CELLS]
    orchard = place_things(found(trees, [die((1, 1)), die((1.2, 1.1))]))
    assert orchard is not None
    assert len(orchard.dice) == 1
    assert len(orchard.spare_dice) == 1


def test_a_sure_die_takes_its_tree_before_an_unsure_one_that_lies_nearer() -> None:
    trees = [tree(cell) for cell in CELLS]
    sure, unsure = die((1.25, 1.1), score=0.8), die((1, 1), score=0.25)
    orchard = place_things(found(trees, [unsure, sure]))
    assert orchard is not None
    assert list(orchard.dice.values()) == [sure]
    assert orchard.spare_dice == (unsure,)


def test_a_token_lies_on_the_nearest_tree() -> None:
    orchard = place_things(found([tree(cell) for cell in CELLS], [], [Spot(view((0.2, 1.9)), 0.8)]))
    assert orchard is not None
    (cell,) = orchard.rotten
    assert np.hypot(*(orchard.quads[cell].mean(0) - view((0, 2)))) < 4


def test_without_trees_there_is_no_lattice() -> None:
    assert place_things(found([], [die((0, 0))])) is None


def test_a_sure_tree_that_lies_askew_has_the_nearest_place_and_is_doubted() -> None:
    askew = (4.3, 1.45)
    orchard = place_things(found([*(tree(cell) for cell in CELLS), tree(askew)], [die(askew)]))
    assert orchard is not None
    assert len(orchard.quads) == len(CELLS) + 1
    (cell,) = orchard.dice
    assert orchard.scores[cell] == STRAY_BELIEF
    assert np.hypot(*(orchard.quads[cell].mean(0) - view(askew))) < 1
    right_of_it = next(c for c, quad in orchard.quads.items() if np.hypot(*(quad.mean(0) - view((3, 1)))) < 4)
    assert np.hypot(*np.subtract(cell, right_of_it)) == 1
    assert orchard.spare_dice == ()


@pytest.mark.parametrize(
    ("stray", "score"),
    [((3.4, 1.1), 0.9), ((5.8, 1.0), 0.9), ((4.3, 1.45), 0.4)],
    ids=["listed twice", "too far off", "not sure"],
)
def test_a_tree_beside_the_orchard_has_no_place(stray: tuple[float, float], score: float) -> None:
    orchard = place_things(found([*(tree(cell) for cell in CELLS), tree(stray, score)]))
    assert orchard is not None
    assert len(orchard.quads) == len(CELLS)


def test_a_pattern_beside_the_orchard_has_no_place() -> None:
    """Spots of a tablecloth were taken for trees a ninth as large, each of which led to the next."""
    spots = [
        replace(tree((3.7 + step / 8, 1.0)), across=np.array([3.0, 0]), down=np.array([0, 3.0]))
        for step in range(9)
    ]
    orchard = place_things(found([*(tree(cell) for cell in CELLS), *spots]))
    assert orchard is not None
    assert set(orchard.scores.values()) == {0.9}
    assert len(orchard.quads) == len(CELLS)


def test_four_trees_taken_for_one_have_no_place() -> None:
    large = tree((4.45, 1.5))
    large = replace(large, across=1.35 * large.across, down=1.35 * large.down)
    orchard = place_things(found([*(tree(cell) for cell in CELLS), large]))
    assert orchard is not None
    assert len(orchard.quads) == len(CELLS)


def test_two_strays_share_no_place() -> None:
    strays = [(4.35, 1.45), (4.4, 0.45)]
    orchard = place_things(found([tree(cell) for cell in [*CELLS, *strays]]))
    assert orchard is not None
    assert len(orchard.quads) == len(CELLS) + 2


def test_a_tree_seen_as_its_mirror_image_does_no_harm() -> None:
    """Its sides and those of the tree beside it then span no plane."""
    across, down = np.array([30.0, 0]), np.array([0, 30.0])
    placed = {(0, 0): Tile(np.zeros(2), across, down, 0.9)}
    grown = with_strays(placed, [Tile(np.array([70.0, 5]), across, -down, 0.9)])
    assert set(grown) == {(0, 0), (1, 0)}
