"""The known cards as a check on what was seen."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from scoring.orchard import layout, parse_state
from training.orchard.layouts import play
from vision.observe import Candidate, Observation, Place
from vision.orchard import assemble
from vision.orchard_cards import _likeliest, fit_cards

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
    _, cards = fit_cards(seen(STATE), assemble)
    assert len({card.card for card in cards}) == STATE["cards"]


@pytest.mark.parametrize("which", range(4))
def test_a_tree_that_no_cards_could_show_is_put_right_and_stays_a_doubt(which: int) -> None:
    index = bare(STATE)[which]
    observations, cards = fit_cards(misread(seen(STATE), index, 0.7), assemble)
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
    observations, cards = fit_cards(value_misread(whole, index, 10, 0.8), assemble)
    assert cards
    assert observations[index].value == whole[index].value
    assert observations[index].best.probability < 0.97


def test_many_trees_misread_are_put_right_together() -> None:
    """More at once than the likeliest readings change: they are found where no card can show what was read."""
    wrong = bare(STATE)[::3]
    observations = list(seen(STATE))
    for index in wrong:
        observations[index] = misread(observations, index, 0.9)[index]
    after, cards = fit_cards(observations, assemble)
    assert len(wrong) > 4
    assert cards
    assert [after[index].value for index in wrong] == [STATE["trees"][index]["fruit"] for index in wrong]
    assert all(after[index].best.probability < 0.97 for index in wrong)


def test_fewer_cards_than_nine_are_told() -> None:
    state = play(np.random.default_rng(5), cards=6).to_state()
    _, cards = fit_cards(seen(state), assemble)
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
    after, cards = fit_cards(before, assemble)
    assert not cards
    assert [o.value for o in after] == [o.value for o in before]
    assert all(
        a.best.probability < b.best.probability
        for a, b in zip(after, before, strict=True)
        if b.best.probability == 0.99
    )


def test_readings_are_tried_in_order_and_each_once() -> None:
    observations = [
        Observation("tree", Place(k, 0), (0, 0), (Candidate("pear", p), Candidate("plum", 1 - p)))
        for k, p in enumerate((0.6, 0.7, 0.8, 0.9))
    ]
    tried = list(_likeliest(observations))
    costs = [cost for cost, _ in tried]
    assert costs == sorted(costs)
    assert len({changes for _, changes in tried}) == len(tried) == 2**4


def test_what_the_cards_confirm_is_surer() -> None:
    before = seen(STATE)
    after, _ = fit_cards(before, assemble)
    index = bare(STATE)[0]
    assert after[index].best.probability > before[index].best.probability


def test_nothing_is_changed_where_nothing_was_unsure() -> None:
    index = bare(STATE)[0]
    observations = misread(seen(STATE), index, 1 - 1e-9)
    sure = [replace(o, candidates=(Candidate(o.value, 1.0),)) for o in observations]
    after, cards = fit_cards(sure, assemble)
    assert not cards
    assert [o.value for o in after] == [o.value for o in sure]
