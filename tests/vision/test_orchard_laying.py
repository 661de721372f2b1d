"""Cards are laid so that they cost least."""

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.orchard import FRUIT
from training.orchard.layouts import Layout, play
from vision.lattice import Cell
from vision.orchard_laying import DEPTH, STEPS, lay_cards

MOST = 20.0


def shown_by(layout: Layout) -> dict[Cell, int]:
    """How many cards show each fruit on each place, as the index in its table."""
    shown: dict[Cell, int] = {}
    for card in layout.cards:
        for place, fruit in card.trees().items():
            shown[place] = shown.get(place, 0) + int(STEPS[FRUIT.index(fruit)])
    return shown


def told(shown: dict[Cell, int], otherwise: float = 6.0) -> npt.NDArray[np.float64]:
    """What is shown on each place costs nothing, all else as much."""
    costs = np.full((len(shown), DEPTH**3), otherwise)
    costs[np.arange(len(shown)), list(shown.values())] = 0.0
    return costs.reshape(-1, DEPTH, DEPTH, DEPTH)


@given(st.integers(0, 10**6))
@settings(max_examples=20)
def test_the_cards_of_a_game_are_laid_again(seed: int) -> None:
    layout = play(np.random.default_rng(seed))
    shown = shown_by(layout)
    layings = lay_cards(list(shown), told(shown), len(layout.cards), MOST)
    assert layings[0].cost == 0
    assert layings[0].shown.tolist() == list(shown.values())
    assert len({card.card for card in layings[0].cards}) == len(layout.cards)
    assert {place for card in layings[0].cards for place, _ in card.cells} == set(shown)


@pytest.mark.parametrize("seed", range(6))
def test_layings_come_in_order_each_once_and_at_their_cost(seed: int) -> None:
    layout = play(np.random.default_rng(seed))
    shown = shown_by(layout)
    costs = told(shown, 1.0)
    layings = lay_cards(list(shown), costs, len(layout.cards), MOST)
    told_costs = [laying.cost for laying in layings]
    assert told_costs == sorted(told_costs)
    assert len({laying.cards for laying in layings}) == len(layings)
    for laying in layings:
        told_anew = dict.fromkeys(shown, 0)
        for card in laying.cards:
            for place, fruit in card.cells:
                told_anew[place] += int(STEPS[FRUIT.index(fruit)])
        assert laying.shown.tolist() == list(told_anew.values())
        assert laying.cost == pytest.approx(
            costs.reshape(len(shown), -1)[np.arange(len(shown)), laying.shown].sum()
        )


@given(st.integers(0, 10**6), st.integers(1, 3))
@settings(max_examples=10)
def test_a_turned_table_costs_the_same(seed: int, quarters: int) -> None:
    rng = np.random.default_rng(seed)
    layout = play(rng)
    shown = shown_by(layout)
    costs = told(shown) + rng.uniform(0, 0.2, (len(shown), DEPTH, DEPTH, DEPTH))
    turned = list(shown)
    for _ in range(quarters):
        turned = [(-row, col) for col, row in turned]
    as_it_lies = lay_cards(list(shown), costs, len(layout.cards), MOST)[0]
    after = lay_cards(turned, costs, len(layout.cards), MOST)[0]
    assert after.cost == pytest.approx(as_it_lies.cost)
    assert after.shown.tolist() == as_it_lies.shown.tolist()


def test_a_place_that_was_misread_is_found() -> None:
    layout = play(np.random.default_rng(3))
    shown = shown_by(layout)
    place = next(place for place, step in shown.items() if step in STEPS)
    wrong = shown | {place: int(next(step for step in STEPS if step != shown[place]))}
    laying = lay_cards(list(shown), told(wrong), len(layout.cards), MOST)[0]
    assert laying.cost == 6.0
    assert (laying.shown != list(wrong.values())).sum() == 1


def test_what_costs_too_much_is_no_laying() -> None:
    layout = play(np.random.default_rng(3))
    shown = shown_by(layout)
    assert lay_cards(list(shown), told(shown), len(layout.cards) - 1, 5.0) == []
    assert lay_cards([(0, 0), (1, 0)], told({(0, 0): 1, (1, 0): 1}), 1, MOST) == []
