"""What is cut out of a scene besides its tiles."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from training.dataset import empty_places
from training.scenes import Truth, compose


@pytest.fixture(scope="module")
def truth() -> Truth:
    return compose(np.random.default_rng(4), "train", 640, 480)[1]


def beside(cell: tuple[int, int], truth: Truth) -> int:
    col, row = cell
    return sum(
        near in truth.tiles for near in ((col + 1, row), (col - 1, row), (col, row + 1), (col, row - 1))
    )


def test_empty_places_lie_beside_tiles_and_on_none(truth: Truth) -> None:
    places = empty_places(np.random.default_rng(1), truth, 6)
    assert len({cell for cell, _ in places}) == 6
    for cell, quad in places:
        assert cell not in truth.tiles
        assert beside(cell, truth)
        middles = [np.mean(tile, 0) for tile in truth.tiles.values()]
        side = float(np.hypot(*(quad[1] - quad[0])))
        assert min(np.hypot(*(quad.mean(0) - middle)) for middle in middles) > 0.7 * side


def test_places_among_many_tiles_come_more_often(truth: Truth) -> None:
    rng = np.random.default_rng(2)
    times = Counter(cell for _ in range(300) for cell, _ in empty_places(rng, truth, 1))
    by_tiles: dict[int, list[int]] = {}
    for cell, count in times.items():
        by_tiles.setdefault(beside(cell, truth), []).append(count)
    means = [np.mean(by_tiles[tiles]) for tiles in sorted(by_tiles)]
    assert len(means) > 1
    assert all(few < many for few, many in pairwise(means))


def test_a_tree_has_no_more_empty_places_beside_it_than_there_are(truth: Truth) -> None:
    everywhere = empty_places(np.random.default_rng(3), truth, 10_000)
    assert len({cell for cell, _ in everywhere}) == len(everywhere) < 200
