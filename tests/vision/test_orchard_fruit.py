"""A tree that looks like those of one fruit is of that fruit, whatever it was taken for by itself."""

from __future__ import annotations

import numpy as np
import pytest

from vision.look import log_softmax
from vision.orchard_alike import ANGLES, RING_WEIGHTS, RINGS
from vision.orchard_fruit import TRUST, fruit_together

RED, YELLOW, PURPLE = (45.0, 45.0, 30.0), (60.0, 5.0, 55.0), (35.0, 25.0, -30.0)


def drawn(*colours: tuple[float, float, float], seed: int = 0) -> np.ndarray:
    """Trees (N, 1, ANGLES, rings, 3) of one colour each, with some noise."""
    trees = np.array(colours)[:, None, None, None] + np.zeros((1, ANGLES, len(RINGS), 3))
    noisy: np.ndarray = (trees + np.random.default_rng(seed).normal(0, 2, trees.shape)) * RING_WEIGHTS
    return noisy


def told(*chances: tuple[float, float, float]) -> np.ndarray:
    logs: np.ndarray = np.log(np.array(chances))
    return logs


SURE = ((0.98, 0.01, 0.01), (0.01, 0.98, 0.01), (0.01, 0.01, 0.98))
TREES = drawn(*[RED] * 5, *[YELLOW] * 5, *[PURPLE] * 5)
TAKEN_FOR = told(*[SURE[0]] * 4, (0.4, 0.5, 0.1), *[SURE[1]] * 5, *[SURE[2]] * 5)
"""The fifth apple tree is taken for a pear tree."""


def test_a_tree_that_looks_like_the_apple_trees_is_one() -> None:
    fruit = fruit_together(TAKEN_FOR, TREES, np.ones(15))
    assert fruit.argmax(1).tolist() == [0] * 5 + [1] * 5 + [2] * 5
    assert np.exp(fruit[4, 0]) > 0.8
    assert np.allclose(np.exp(fruit).sum(1), 1)


def test_under_a_die_a_tree_is_told_by_its_look_alone() -> None:
    bare = np.ones(15)
    bare[4] = 0
    fruit = fruit_together(TAKEN_FOR, TREES, bare)
    assert np.allclose(fruit[4], log_softmax(TRUST * TAKEN_FOR[4:5])[0])


@pytest.mark.parametrize("bare", [np.zeros(15), np.ones(15)], ids=["all hidden", "all of one colour"])
def test_where_colours_tell_nothing_the_look_nets_answers_stay(bare: np.ndarray) -> None:
    fruit = fruit_together(TAKEN_FOR, drawn(*[RED] * 15), bare)
    assert fruit.argmax(1).tolist() == TAKEN_FOR.argmax(1).tolist()


def test_the_order_of_trees_does_not_matter() -> None:
    order = np.random.default_rng(1).permutation(15)
    fruit = fruit_together(TAKEN_FOR, TREES, np.ones(15))
    assert np.allclose(fruit_together(TAKEN_FOR[order], TREES[order], np.ones(15)), fruit[order])
