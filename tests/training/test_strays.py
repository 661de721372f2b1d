"""Things that stand on a tree: where they may, and what of it they hide."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from training.camera import hold
from training.hands import Poses
from training.layouts import Layout
from training.stage import Stage
from training.strays import (
    CLEAR_OF_RIM,
    CLEAR_OF_TOKENS,
    TOKENS_AT,
    Solid,
    any_strays,
    draw_solids,
    fruit_cube,
    strew,
)
from training.strokes import turned

GREY = 128.0
TREE = Layout(
    {(0, 0): "pot", (1, 0): "summer"},
    {(0, 0): frozenset("E"), (1, 0): frozenset()},
    {((0, 0), "E"): "graft"},
    {},
    0,
)
POSES: Poses = {(0, 0): (np.zeros(2), np.eye(2)), (1, 0): (np.array([1.0, 0.0]), turned(0.02))}


def stage(seed: int = 0, tilt: float = 40.0) -> Stage:
    low, high = np.array([-0.6, -0.6]), np.array([1.6, 0.6])
    camera = hold(low, high, 480, 360, np.deg2rad(tilt), 0.0, np.pi / 2, 400.0, 0.9, np.zeros(2))
    picture = np.full((360, 480, 3), GREY, np.float32)
    return Stage(np.random.default_rng(seed), camera, picture, np.zeros(2), np.zeros(3, np.float32))


def cube(at: tuple[float, float], colour: tuple[int, int, int]) -> Solid:
    solid = fruit_cube(np.random.default_rng(1), 0.15, np.array(colour, np.float32), np.array(at), 0.0)
    return replace(solid, material="matt")


def blue(table: Stage) -> int:
    """Pixels of a blue thing."""
    return int((table.picture[..., 2] > table.picture[..., 0] + 40).sum())


def test_strays_lie_where_neither_fruit_nor_tokens_do() -> None:
    solids = [solid for seed in range(20) for solid in strew(stage(seed), TREE, POSES, 8.0, 0.03)]
    at = np.array([solid.block.centre for solid in solids])
    rim = np.array(list(product((-0.5, 0.0, 0.5, 1.0, 1.5), (-0.5, 0.0, 0.5))))
    rim = rim[(rim != [0, 0]).any(1) & (rim != [1, 0]).any(1)]
    assert len(at) > 20
    assert np.hypot(*(at[:, None] - rim).transpose(2, 0, 1)).min() > CLEAR_OF_RIM - 0.02
    assert np.hypot(*(at - [TOKENS_AT, 0]).T).min() > CLEAR_OF_TOKENS
    assert {bool(x > 0.5) for x in at[:, 0]} == {False, True}


def test_flat_strays_are_drawn_at_once_and_blocks_later() -> None:
    table = stage(3)
    solids = strew(table, TREE, POSES, 8.0, 0.03)
    flat = table.picture.copy()
    assert (flat != GREY).any()
    draw_solids(table, solids)
    assert (table.picture != flat).any()


def test_a_table_without_strays_stays_as_it_is() -> None:
    table = stage()
    assert strew(table, TREE, POSES, 0.0, 0.03) == []
    draw_solids(table, [])
    assert (table.picture == GREY).all()


@pytest.mark.parametrize("order", [1, -1])
def test_the_nearer_block_hides_the_farther_one(order: int) -> None:
    """The camera is tilted towards +y, so that blocks hide what is at less y, in whatever order they were laid."""
    table = stage()
    near, far = cube((0.5, 0.12), (240, 20, 20)), cube((0.5, -0.12), (20, 20, 240))
    draw_solids(table, [near, far][::order])
    (x, y), *_ = table.camera.project([near.block.centre], near.block.top)
    red = table.picture[round(y), round(x)]
    assert red[0] > red[2] + 40
    alone = stage()
    draw_solids(alone, [far])
    assert 0 < blue(table) < 0.9 * blue(alone)


def test_tables_have_few_strays_mostly() -> None:
    rng = np.random.default_rng(0)
    drawn = [any_strays(rng) for _ in range(500)]
    assert 0.08 < np.mean(drawn) < 0.25
    assert np.median(drawn) < np.mean(drawn)
