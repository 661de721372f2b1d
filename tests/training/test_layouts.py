"""Layouts with tokens and fruit wherever there is room."""

import numpy as np
import pytest

from scoring.espalier import parse_state
from scoring.espalier_check import check
from scoring.lattice import DIRECTIONS, rim_point
from training.layouts import MOST_CROWDED, Layout, crowded, grow


@pytest.mark.parametrize("seed", range(5))
def test_a_crowded_layout_holds_what_can_lie_there(seed: int) -> None:
    rng = np.random.default_rng(seed)
    played = grow(rng)
    layout = crowded(rng, played)
    assert layout.branches == played.branches
    for (cell, direction), side in layout.tokens.items():
        assert side == ("prune" if direction in layout.branches[cell] else "graft")
        index = DIRECTIONS.index(direction)
        assert not any((cell, DIRECTIONS[(index + step) % 8]) in layout.tokens for step in (-1, 1))
    for cell in layout.kinds:
        assert sum(place == cell for place, _ in layout.tokens) <= MOST_CROWDED
    assert set(layout.fruit) <= {rim_point(cell, d) for cell in layout.kinds for d in DIRECTIONS}
    codes = {problem.code for problem in check(parse_state(layout.to_state()))}
    assert not codes & {"graft_and_prune", "token_twice", "graft_on_printed", "prune_on_nothing"}


def test_it_holds_many_more_than_players_lay() -> None:
    rng = np.random.default_rng(9)
    trees = [grow(rng) for _ in range(20)]
    many = [crowded(rng, tree) for tree in trees]
    for things in ("tokens", "fruit"):
        assert sum(len(getattr(t, things)) for t in many) > 3 * sum(len(getattr(t, things)) for t in trees)


@pytest.mark.parametrize("seed", range(5))
def test_a_layout_comes_back_from_its_state(seed: int) -> None:
    layout = grow(np.random.default_rng(seed))
    assert Layout.from_state(layout.to_state()) == layout
