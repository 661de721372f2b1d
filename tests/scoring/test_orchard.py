"""Orchard: golden orchards, each breach, properties, and a count written a second time from RULES.md, section 2."""

import json
import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import orchard
from scoring.errors import StateError
from tests.scoring.boards import orchard_state as state
from tests.scoring.boards import orchards, played_orchard


def sheet(*args, **fields):
    return orchard.score(orchard.parse_state(state(*args, **fields)))


def codes(*args, **fields):
    return [(it.code, [*it.where]) for it in orchard.check(orchard.parse_state(state(*args, **fields)))]


def test_the_score_is_the_sum_of_the_dice_less_three_for_each_rotten_token():
    result = sheet(dice=[(0, 0, "apple", 10), (1, 0, "apple", 3), (2, 0, "plum", 6)], rotten=[(5, 5)])
    assert result.total == 10 + 3 + 6 - 3
    assert [(line.category, line.count, line.points_each, line.points) for line in result.items] == [
        ("die:apple", 2, None, 13),
        ("die:pear", 0, None, 0),
        ("die:plum", 1, None, 6),
        ("rotten", 1, -3, -3),
    ]
    data = result.to_json()
    assert list(data) == ["game", "total", "items", "rating", "warnings"]
    assert data["items"][0]["evidence"][0] == {"place": [0, 0], "value": 10}


@pytest.mark.parametrize(
    ("total", "title"),
    [
        (-6, "Pal-tree"), (24, "Pal-tree"), (25, "Forget-apple"), (29, "Forget-apple"), (30, "Satisfac-tree"),
        (34, "Satisfac-tree"), (35, "Remark-apple"), (39, "Remark-apple"), (40, "Tree-mendous"),
        (44, "Tree-mendous"), (45, "Plum-believable"), (49, "Plum-believable"), (50, "Close to Pear-fect"),
        (54, "Close to Pear-fect"), (55, "Almost imposs-apple! (take a bough)"),
    ],
)  # fmt: skip
def test_the_rulebooks_eight_titles(total, title):
    assert orchard.rating(total) == title


LEGAL = {
    "trees": [(0, 0, "apple"), (1, 0, "pear"), (5, 5, "plum")],
    "dice": [(0, 0, "apple", 10), (1, 0, "pear", 3)],
    "rotten": [(5, 5)],
}

BREACHES = {
    "dice_supply": (
        {"dice": [(col, 0, "plum", 1) for col in range(6)]},
        [(col, 0) for col in range(6)],
    ),
    "rotten_supply": ({"rotten": [(0, 0), (1, 0), (2, 0)]}, [(0, 0), (1, 0), (2, 0)]),
    "two_on_tree": ({"dice": [(0, 0, "plum", 1)], "rotten": [(0, 0)]}, [(0, 0)]),
    "die_on_other_fruit": ({"trees": [(0, 0, "pear")], "dice": [(0, 0, "plum", 1)]}, [(0, 0)]),
    "too_many_of_a_fruit": (
        {"trees": [(col, 0, "pear") for col in range(3)], "cards": 1},
        [(0, 0), (1, 0), (2, 0)],
    ),
    # Two cards that overlap show eleven trees at most.
    "too_many_trees": (
        {"trees": [(col, 0, fruit) for col, fruit in enumerate(["pear", "plum", "apple"] * 4)], "cards": 2},
        [],
    ),
    # 12 trees on two cards; ten visible leave two covered, and a 6 needs three.
    "too_few_covered": (
        {
            "trees": [(col, 0, fruit) for col, fruit in enumerate(["pear", "plum", "apple"] * 3)],
            "dice": [(20, 0, "apple", 6)],
            "cards": 2,
        },
        [],
    ),
}


def test_a_legal_orchard_has_no_problems():
    assert codes(**LEGAL) == []


@pytest.mark.parametrize("code", BREACHES)
def test_each_single_breach_gives_exactly_its_problem(code):
    fields, where = BREACHES[code]
    assert codes(**fields) == [(code, where)]


@pytest.mark.parametrize(
    ("needed", "fields"),
    [
        (1, {"dice": [(0, 0, "plum", 1)]}),
        (2, {"dice": [(0, 0, "plum", 3)]}),
        (3, {"dice": [(0, 0, "plum", 6)]}),
        (4, {"dice": [(0, 0, "plum", 10)]}),
        (2, {"rotten": [(0, 0), (1, 0)]}),
    ],
)
def test_covered_trees_are_counted_by_what_the_dice_need(needed, fields):
    # "1 for a 1, 2 for a 3, 3 for a 6, 4 for a 10, 1 for a rotten token"; two cards have twelve trees.
    trees = [(col, 5, fruit) for col, fruit in enumerate(["plum", "pear", "apple"] * 4)]
    told = 12 - needed - sum(len(pieces) for pieces in fields.values())
    assert codes(trees=trees[:told], cards=2, **fields) == []
    one_more = codes(trees=trees[: told + 1], cards=2, **fields)
    assert one_more == [("too_few_covered" if needed > 1 else "too_many_trees", [])]


# Card 1, and over its last row card 2 turned by 90 degrees. Both show a pear on the one tree where they meet.
TWO_CARDS = {
    "trees": [
        *[(0, 0, "plum"), (1, 0, "apple"), (0, 1, "apple"), (1, 1, "plum"), (0, 2, "pear")],
        *[(1, 2, "pear"), (2, 2, "apple"), (3, 2, "apple"), (1, 3, "pear"), (2, 3, "plum"), (3, 3, "plum")],
    ],
    "dice": [(1, 2, "pear", 1)],
    "cards": 2,
}


def test_known_cards_are_found_under_the_trees_that_show():
    cards = orchard.layout(orchard.parse_state(state(**TWO_CARDS)))
    assert {laid.card for laid in cards} == {1, 2}
    assert codes(**TWO_CARDS) == []


def test_the_cards_are_told_in_the_same_order_by_every_run():
    """Python hashes words anew in each run, and with them the order of a set of cells changes."""
    told = (
        f"from scoring import orchard; print(orchard.layout(orchard.parse_state({played_orchard(3)[0]!r})))"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", told],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in range(4)
    ]
    assert "Laid" in runs[0]
    assert len(set(runs)) == 1


@pytest.mark.parametrize("number", range(11))
def test_a_misread_tree_fits_no_known_cards(number):
    trees = list(TWO_CARDS["trees"])
    col, row, fruit = trees[number]
    trees[number] = (col, row, "apple" if fruit != "apple" else "pear")
    expected = "die_on_other_fruit" if (col, row) == (1, 2) else "no_known_cards"
    found = {code for code, _ in codes(**TWO_CARDS | {"trees": trees})}
    assert found & {expected, "too_many_of_a_fruit"}


def test_trees_that_were_not_told_leave_the_cards_open():
    some = TWO_CARDS | {"trees": TWO_CARDS["trees"][:-1]}
    assert orchard.layout(orchard.parse_state(state(**some))) == ()
    assert codes(**some) == []


def played(seed):
    return orchard.parse_state(played_orchard(seed)[0])


def left_over(state):
    return 54 - orchard.trees_told(state)


@given(st.integers(0, 10**6))
@settings(max_examples=40)
def test_cards_can_show_every_orchard_that_was_played_by_the_rules(seed):
    """Those too in which more trees are covered than dice and tokens need."""
    state = played(seed)
    assert left_over(state) >= 0
    assert orchard.layout(state, whole=True) is not None


def test_some_orchards_leave_trees_over_and_their_cards_are_told():
    some = [seen for seen in map(played, range(40)) if 1 <= left_over(seen) <= 3]
    assert len(some) > 5
    for seen in some:
        assert orchard.layout(seen) == ()
        laid = orchard.layout(seen, whole=True)
        shown = {cell for it in laid for cell in it.cells}
        assert {(tree.place, tree.fruit) for tree in seen.trees} <= shown


@pytest.mark.parametrize(("value", "other"), [(6, 10), (6, 3), (1, 3), (3, 1)])
def test_no_cards_can_show_a_die_that_was_misread(value, other):
    wrong = []
    for seen in map(played, range(60)):
        index = next((k for k, die in enumerate(seen.dice) if die.value == value), None)
        if index is not None:
            misread = seen.dice[index].model_copy(update={"value": other})
            dice = (*seen.dice[:index], misread, *seen.dice[index + 1 :])
            wrong.append(orchard.layout(seen.model_copy(update={"dice": dice}), whole=True))
    assert len(wrong) > 3
    assert sum(laid is None for laid in wrong) > 0.9 * len(wrong)


def test_no_cards_can_show_an_orchard_with_a_token_overlooked():
    spoiled = [seen for seen in map(played, range(40)) if seen.rotten]
    bare = [seen.model_copy(update={"rotten": seen.rotten[1:]}) for seen in spoiled]
    assert len(bare) > 10
    assert sum(orchard.layout(seen, whole=True) is None for seen in bare) > 0.9 * len(bare)


def test_more_cannot_be_covered_than_there_is():
    full = TWO_CARDS | {"dice": [(1, 2, "pear", 3)]}
    assert orchard.layout(orchard.parse_state(state(**full)), whole=True) is None
    assert orchard.layout(orchard.parse_state(state(**full))) == ()


def test_more_rotten_tokens_than_the_box_holds_are_told_at_once():
    """Each of them doubles the ways to lay the cards: 54 would take for ever."""
    trees = [(5 * (n % 9), n // 9, orchard.FRUIT[n % 3]) for n in range(54)]
    rotten = [(col, row) for col, row, _ in trees]
    assert [code for code, _ in codes(cards=18, trees=trees, rotten=rotten)] == ["rotten_supply"]


@given(st.integers(0, 10**6))
@settings(max_examples=20)
def test_an_orchard_that_was_played_by_the_rules_has_no_problems(seed):
    data, total, cards = played_orchard(seed)
    result = orchard.score(orchard.parse_state(data))
    assert result.warnings == ()
    assert result.total == total
    laid = orchard.layout(orchard.parse_state(data))
    if laid:
        assert len({it.card for it in laid}) == len(cards)
        shown = {cell for it in laid for cell in it.cells}
        assert {((it["col"], it["row"]), it["fruit"]) for it in data["trees"]} <= shown


@pytest.mark.parametrize(
    ("change", "names"),
    [
        (
            {"trees": [{"col": 0, "row": 0, "fruit": "fig"}]},
            ["trees[0].fruit", "'fig'", "'apple', 'pear' or 'plum'"],
        ),
        (
            {"dice": [{"col": 0, "row": 0, "fruit": "plum", "value": 2}]},
            ["dice[0].value", "2", "1, 3, 6 or 10"],
        ),
        ({"dice": [{"col": 0, "row": 0, "fruit": "plum"}]}, ["dice[0].value", "missing"]),
        ({"cards": 19}, ["cards", "19", "at most 18"]),
        ({"trees": [{"col": 0, "row": 0, "fruit": "plum"}] * 2}, ["trees[1]", "col 0, row 0"]),
        ({"bees": 1}, ["bees", "cards, trees, dice, rotten"]),
    ],
)
def test_a_malformed_state_gets_one_line(change, names):
    with pytest.raises(StateError) as caught:
        orchard.parse_state(state() | change)
    assert "\n" not in str(caught.value)
    for name in names:
        assert name in str(caught.value)


# -------------------------------------------------------------------------------------------- properties


def brute(data):
    """The counts, from RULES.md: colour by colour, die by die."""
    counts = {"die:apple": [0, 0], "die:pear": [0, 0], "die:plum": [0, 0], "rotten": [0, 0]}
    for die in data["dice"]:
        counts["die:" + die["fruit"]][0] += 1
        counts["die:" + die["fruit"]][1] += die["value"]
    for _ in data["rotten"]:
        counts["rotten"][0] += 1
        counts["rotten"][1] -= 3
    return {category: tuple(pair) for category, pair in counts.items()}


def brute_covered(data):
    """How many trees the dice and tokens need covered, and how many the cards leave covered."""
    visible = {(it["col"], it["row"]) for key in ("trees", "dice", "rotten") for it in data[key]}
    needed = len(data["rotten"])
    for die in data["dice"]:
        value, step = die["value"], 0
        while value:
            value, step = {10: 6, 6: 3, 3: 1, 1: 0}[value], step + 1
        needed += step
    return needed, 6 * data["cards"] - len(visible)


@given(orchards)
def test_the_brute_force_count_agrees_and_sums_add_up(data):
    result = orchard.score(orchard.parse_state(data))
    assert {line.category: (line.count, line.points) for line in result.items} == brute(data)
    assert result.total == sum(points for _, points in brute(data).values())
    assert result.total == orchard.total(orchard.parse_state(data))
    needed, covered = brute_covered(data)
    codes = {problem.code for problem in result.warnings}
    if "too_few_covered" in codes:
        assert needed > covered
    elif not codes & {"too_many_trees", "too_many_of_a_fruit"}:
        assert needed <= covered


@given(orchards, st.integers(-50, 50), st.integers(-50, 50))
def test_moving_and_turning_change_nothing(data, right, down):
    def moved(place):
        return {
            key: [thing | place(thing["col"], thing["row"]) for thing in data[key]]
            for key in ("trees", "dice", "rotten")
        }

    expected = orchard.score(orchard.parse_state(data))
    shifted = data | moved(lambda col, row: {"col": col + right, "row": row + down})
    turned = data | moved(lambda col, row: {"col": -row, "row": col})
    for other in (shifted, turned):
        result = orchard.score(orchard.parse_state(other))
        assert result.total == expected.total
        assert result.details == expected.details
        assert [problem.code for problem in result.warnings] == [
            problem.code for problem in expected.warnings
        ]


def test_totals_of_the_practice_orchards(shared):
    files = sorted((shared / "practice" / "orchard").glob("*.json"))
    assert files
    for file in files:
        truth = json.loads(file.read_text(encoding="utf-8"))
        result = orchard.score(orchard.parse_state(truth["state"]))
        assert result.total == truth["total"], file.name
        assert result.warnings == (), file.name
