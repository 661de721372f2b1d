"""From a player's four taps to trees that are there for sure."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.test_lattice import seen_tile, view
from vision.lattice import Cell, project
from vision.locate import Tile
from vision.orchard_find import Found
from vision.orchard_marked import with_marked
from vision.orchard_places import place_things

MATRIX = view(30, 14)
CELLS = [(col, row) for col in range(4) for row in range(3)]
CARD = [(col, row) for col in range(1, 4) for row in range(2)]
"""Three trees wide, two high, its upper left tree on (1, 0)."""


def found(*trees: Tile) -> Found:
    return Found((), (), trees)


def around(first: Cell, last: Cell) -> np.ndarray:
    """The corners of the trees from one to another."""
    (left, upper), (right, lower) = np.array(first) - 0.5, np.array(last) + 0.5
    return project(MATRIX, np.array([[left, upper], [right, upper], [right, lower], [left, lower]]))


def tree(cell: tuple[float, float]) -> Tile:
    return seen_tile(MATRIX, cell)


def places(told: Found) -> set[Cell]:
    orchard = place_things(told)
    assert orchard is not None
    return set(orchard.quads)


@pytest.mark.parametrize("taps", [around((1, 0), (3, 1)), around((0, 0), (1, 2))], ids=["lying", "upright"])
def test_a_card_that_was_missed_is_there_for_sure(taps: np.ndarray) -> None:
    told = with_marked(found(), taps, None)
    assert [tile.score for tile in told.trees] == [1.0] * 6
    assert len(places(told)) == 6


def test_the_trees_that_were_found_join_those_of_the_card() -> None:
    told = with_marked(found(*map(tree, CELLS)), around((1, 0), (3, 1)), None)
    assert len(told.trees) == len(CELLS)
    assert len(places(told)) == len(CELLS)


def test_where_the_card_lies_aslant_the_trees_on_it_tell_its_columns() -> None:
    """Seen as steeply as this, a card looks as high as it is wide."""
    steep = np.diag([1, 1.5, 1]) @ MATRIX
    flat = [Tile(t.centre * [1, 1.5], t.across * [1, 1.5], t.down * [1, 1.5], 0.9) for t in map(tree, CARD)]
    corners = around((1, 0), (3, 1)) * [1, 1.5]
    assert np.allclose(project(steep, np.array([[1.0, 0.0]])), flat[0].centre, atol=1)
    assert len(with_marked(found(*flat), corners, None).trees) == 6


def test_one_tree_may_be_marked_too() -> None:
    others = [tree(cell) for cell in CELLS if cell != (1, 1)]
    told = with_marked(found(*others), around((1, 1), (1, 1)), None)
    assert sum(tile.score == 1 for tile in told.trees) == 1
    assert len(places(told)) == len(CELLS)


def test_fruit_taken_for_trees_are_none_beside_a_marked_card() -> None:
    fruit = [
        Tile(tree((1, 0)).centre + np.array([k, 0.0]), np.array([9.0, 0]), np.array([0, 9.0]), 0.9)
        for k in (-90, 90)
    ]
    told = with_marked(found(*fruit), around((1, 0), (3, 1)), None)
    assert all(tile.score == 1 for tile in told.trees)


def test_of_a_marked_orchard_only_the_trees_that_were_found_count() -> None:
    there = [cell for cell in CELLS if cell != (3, 2)]
    told = with_marked(found(*map(tree, there)), around((0, 0), (3, 2)), (4, 3))
    assert len(told.trees) == len(there)
    assert len(places(told)) == len(there)


def test_of_a_marked_orchard_of_which_nothing_was_found_every_place_is_looked_at() -> None:
    assert len(with_marked(found(), around((0, 0), (3, 2)), (4, 3)).trees) == len(CELLS)
