"""What lies beside the tree, and what it tells of how many tiles were mulched."""

from __future__ import annotations

import numpy as np
import pytest

from vision.espalier import DOUBTED
from vision.espalier_pile import OF_PILE, loose_tiles, tell_mulched
from vision.lattice import Lattice
from vision.locate import Found, Tile

SIDE = 50.0


def tile(x: float, y: float, score: float = 0.9) -> Tile:
    return Tile(np.array([x, y]), np.array([SIDE, 0]), np.array([0, SIDE]), score)


def beside(*tiles: Tile) -> int:
    """How many of some tiles are no part of a tree of two."""
    tree = {(0, 0): tile(100, 100), (1, 0): tile(150, 100)}
    found = Found((*tree.values(), *tiles), (), (), np.zeros((0, 2)), np.zeros((1, 1), np.float32), 1.0)
    return len(loose_tiles(found, Lattice(tree, {}, np.eye(3))))


def test_a_tile_is_beside_the_tree_where_it_lies_on_none_of_it_and_is_surely_one() -> None:
    assert beside() == 0
    assert beside(tile(400, 300)) == 1
    assert beside(tile(125, 110)) == 0  # between both tiles of the tree
    assert beside(tile(400, 300, 0.2)) == 0


@pytest.mark.parametrize("count", range(len(OF_PILE) + 3))
def test_the_number_of_mulched_tiles_is_a_question_when_some_lie_beside_the_tree(count: int) -> None:
    seen = tell_mulched([tile(1025, 1025)] * count, 2.0)
    chances = [c.probability for c in seen.candidates]
    assert chances == sorted(chances, reverse=True)
    assert sum(chances) == pytest.approx(1)
    assert (1 - chances[0] >= DOUBTED["mulched"]) == (count > 0)
    assert seen.px == (pytest.approx((2050, 2050)) if count else (0, 0))


def test_the_most_tiles_that_were_counted_on_photos_stand_for_more() -> None:
    most, more = (tell_mulched([tile(25, 25)] * count, 1.0) for count in (len(OF_PILE) - 1, len(OF_PILE) + 1))
    assert [c.value + 2 for c in most.candidates] == [c.value for c in more.candidates]
