"""The known cards as a check on what was seen."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.orchard import layout, parse_state, trees_told
from training.orchard.layouts import play
from vision.observe import Candidate, Observation, Place
from vision.orchard import assemble
from vision.orchard_cards import DEAR, fit_cards

FRUITS = ("apple", "pear", "plum")


def closed_orchard() -> dict[str, Any]:
    """A played orchard that leaves nothing open: its cards can be told."""
    for seed in range(50):
        state = play(np.random.default_rng(seed)).to_state()
        if layout(parse_state(state)):
            return state
    raise AssertionError("no orchard of fifty can be told")


STATE = closed_orchard()


def seen(state: dict[str, Any]) -> tuple[Observation, ...]:
    found = []
    for tree in state["trees"]:
        others = [Candidate(fruit, 0.02) for fruit in FRUITS if fruit != tree["fruit"]]
        place = Place(tree["col"], tree["row"])
        found.append(Observation("tree", place, (0, 0), (Candidate(tree["fruit"], 0.96), *others)))
    for die in state["dice"]:
        answers = (Candidate(f"{die['fruit']} {die['value']}", 0.999), Candidate("none", 0.001))
        found.append(Observation("die", Place(die["col"], die["row"]), (0, 0), answers))
    for token in state["rotten"]:
        answers = (Candidate(True, 0.999), Candidate(False, 0.001))
        found.append(Observation("rotten", Place(token["col"], token["row"]), (0, 0), answers))
    return tuple(found)


def bare(state: dict[str, Any]) -> list[int]:
    """Indices of the trees without a die or token."""
    stood = {(t["col"], t["row"]) for t in (*state["dice"], *state["rotten"])}
    return [k for k, t in enumerate(state["trees"]) if (t["col"], t["row"]) not in stood]


def misread(observations: Sequence[Observation], index: int, chance: float) -> list[Observation]:
    """The tree at an index taken for another fruit with a chance."""
    right = str(observations[index].value)
    wrong = next(fruit for fruit in FRUITS if fruit != right)
    candidates = (Candidate(wrong, chance), Candidate(right, 1 - chance))
    return [
        *observations[:index], replace(observations[index], candidates=candidates), *observations[index + 1 :],
    ]  # fmt: skip


def test_assembled_as_it_was_seen() -> None:
    assert assemble(seen(STATE)).model_dump(mode="json") == parse_state(STATE).model_dump(mode="json")


def test_cards_are_told() -> None:
    cards = fit_cards(seen(STATE)).cards
    assert len({card.card for card in cards}) == STATE["cards"]


@pytest.mark.parametrize("which", range(4))
def test_a_tree_that_no_cards_could_show_is_put_right_and_stays_a_doubt(which: int) -> None:
    index = bare(STATE)[which]
    fit = fit_cards(misread(seen(STATE), index, 0.7))
    observations, cards = fit.observations, fit.cards
    assert cards
    assert observations[index].value == STATE["trees"][index]["fruit"]
    assert observations[index].best.probability < 0.97


def value_misread(
    observations: Sequence[Observation], index: int, value: int, chance: float
) -> list[Observation]:
    """The die at an index taken to show another value with a chance."""
    right = str(observations[index].value)
    candidates = (Candidate(f"{right.split()[0]} {value}", chance), Candidate(right, 1 - chance))
    return [
        *observations[:index], replace(observations[index], candidates=candidates), *observations[index + 1 :],
    ]  # fmt: skip


def test_a_value_that_the_covered_trees_do_not_allow_is_put_right() -> None:
    whole = seen(STATE)
    index = next(k for k, o in enumerate(whole) if o.what == "die" and str(o.value).endswith((" 6", " 3")))
    fit = fit_cards(value_misread(whole, index, 10, 0.8))
    observations, cards = fit.observations, fit.cards
    assert cards
    assert observations[index].value == whole[index].value
    assert observations[index].best.probability < 0.97


def test_many_trees_misread_are_put_right_together() -> None:
    """More at once than the likeliest readings change: they are found where no card can show what was read."""
    wrong = bare(STATE)[::3]
    observations = list(seen(STATE))
    for index in wrong:
        observations[index] = misread(observations, index, 0.9)[index]
    fit = fit_cards(observations)
    after, cards = fit.observations, fit.cards
    assert len(wrong) > 4
    assert cards
    assert [after[index].value for index in wrong] == [STATE["trees"][index]["fruit"] for index in wrong]
    assert all(after[index].best.probability < 0.97 for index in wrong)


def test_fewer_cards_than_nine_are_told() -> None:
    state = play(np.random.default_rng(5), cards=6).to_state()
    cards = fit_cards(seen(state)).cards
    assert len(cards) == 6


def test_where_no_cards_fit_all_is_less_sure() -> None:
    before = list(seen(STATE))
    for index in bare(STATE)[:4]:
        before[index] = misread(before, index, 1 - 1e-9)[index]
    before = [
        o
        if o.best.probability > 0.99
        else replace(o, candidates=(Candidate(o.value, 0.99), Candidate("none", 0.01)))
        for o in before
    ]
    fit = fit_cards(before)
    after, cards = fit.observations, fit.cards
    assert not cards
    assert [o.value for o in after] == [o.value for o in before]
    assert all(
        a.best.probability < b.best.probability
        for a, b in zip(after, before, strict=True)
        if b.best.probability == 0.99
    )


def test_what_the_cards_confirm_is_surer() -> None:
    before = seen(STATE)
    after = fit_cards(before).observations
    index = bare(STATE)[0]
    assert after[index].best.probability > before[index].best.probability


def test_a_tree_that_seemed_sure_is_put_right_where_cards_can_lie_no_other_way() -> None:
    index = bare(STATE)[0]
    sure = [replace(o, candidates=(Candidate(o.value, 1.0),)) for o in misread(seen(STATE), index, 1 - 1e-9)]
    fit = fit_cards(sure)
    assert fit.cost > DEAR
    assert fit.observations[index].value == STATE["trees"][index]["fruit"]
    assert fit.observations[index].best.probability < 0.97
    assert [o.value for k, o in enumerate(fit.observations) if k != index] == [
        o.value for k, o in enumerate(sure) if k != index
    ]


def test_points_are_not_changed_where_the_cards_can_hardly_lie() -> None:
    """Two values that are surely told: rather than both, something else was misread."""
    before = list(seen(STATE))
    dice = [k for k, o in enumerate(before) if o.what == "die"]
    for index in dice[:3]:
        right = str(before[index].value)
        other = next(value for value in (1, 3, 6, 10) if not right.endswith(f" {value}"))
        before[index] = value_misread(before, index, other, 1 - 1e-9)[index]
    fit = fit_cards(before)
    assert fit.cards == ()
    assert fit.cost == inf
    assert [fit.observations[k].value for k in dice] == [before[k].value for k in dice]


@given(st.integers(0, 10**6))
@settings(max_examples=15)
def test_every_orchard_that_was_played_fits_at_no_great_cost(seed: int) -> None:
    """Those too in which more trees are covered than dice and tokens need, and games that ended early."""
    state = play(np.random.default_rng(seed)).to_state()
    fit = fit_cards(seen(state))
    assert len({card.card for card in fit.cards}) == state["cards"]
    assert fit.cost <= 2 * DEAR
    assert assemble(fit.observations).model_dump(exclude={"cards"}) == parse_state(state).model_dump(
        exclude={"cards"}
    )


def test_a_game_that_ended_early_keeps_its_number_of_cards() -> None:
    """Nine cards could be made of what eight show, by misreading several things."""
    state = play(np.random.default_rng(2), cards=8).to_state()
    assert len(fit_cards(seen(state)).cards) == 8


def test_dice_without_trees_are_left_as_they_are() -> None:
    dice = tuple(o for o in seen(STATE) if o.what == "die")
    assert fit_cards(dice).observations == dice
    assert fit_cards(()).observations == ()


def test_so_many_cards_are_in_play_as_a_misread_die_leaves_open() -> None:
    """What a 10 that was taken for a 1 leaves untold makes five cards look like four and a half."""
    played = (play(np.random.default_rng(seed), cards=5).to_state() for seed in range(200))
    state = next(
        told
        for told in played
        if trees_told(parse_state(told)) == 30 and any(die["value"] == 10 for die in told["dice"])
    )
    observations = seen(state)
    index = next(k for k, o in enumerate(observations) if o.what == "die" and str(o.value).endswith(" 10"))
    fit = fit_cards(value_misread(observations, index, 1, 0.8))
    assert len(fit.cards) == 5
    assert fit.observations[index].value == observations[index].value
