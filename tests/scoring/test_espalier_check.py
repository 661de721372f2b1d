"""Each breach of the rules is named and placed; a legal tree has none; malformed input gets one line."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import espalier
from scoring.errors import PomonaError, RulesError, StateError
from scoring.parsing import parse_json
from tests.scoring.trees import DIRECTIONS, random_tree, tree

LEGAL = random_tree(4, 25, tokens=6, fruit=9)


def problems(state):
    return [(problem.code, [*problem.where]) for problem in espalier.check(espalier.parse_state(state))]


def test_a_legal_tree_has_no_problems():
    assert problems(LEGAL) == []


@given(st.integers(0, 10**6), st.integers(1, 25))
def test_no_random_legal_tree_has_problems(seed, size):
    assert problems(random_tree(seed, size)) == []


ROW = [(col, 0, "") for col in range(25)]

# Each single breach gives exactly its problem. RULES.md, "What can be checked on a finished tree".
BREACHES = {
    "two_pots": (
        tree((0, 0, ""), (1, 0, "")) | {"tiles": [
            {"col": 0, "row": 0, "kind": "pot", "branches": []},
            {"col": 1, "row": 0, "kind": "pot", "branches": []},
        ]},
        [(0, 0), (1, 0)],
    ),
    "no_pot": ({"game": "espalier", "tiles": [{"col": 0, "row": 0, "kind": "winter", "branches": []}]}, []),
    "disconnected": (tree((0, 0, ""), (1, 0, ""), (2, 1, ""), (5, 5, "")), [(2, 1), (5, 5)]),
    "too_many_tiles": (tree(*ROW, mulched=1), []),
    "token_off_tree": (tree((0, 0, ""), tokens=[(1, 0, "W", "graft")]), [(1, 0)]),
    "token_twice": (tree((0, 0, ""), tokens=[(0, 0, "W", "graft")] * 2), [(0, 0)]),
    "graft_and_prune": (tree((0, 0, "N"), tokens=[(0, 0, "N", "graft"), (0, 0, "N", "prune")]), [(0, 0)]),
    "graft_on_printed": (tree((0, 0, "N"), tokens=[(0, 0, "N", "graft")]), [(0, 0)]),
    "prune_on_nothing": (tree((0, 0, "N"), tokens=[(0, 0, "S", "prune")]), [(0, 0)]),
    "fruit_off_tree": (tree((0, 0, ""), fruit=[(3, 0, "W", "lime")]), [(3, 0)]),
    "fruit_on_same_point": (
        tree((0, 0, ""), (1, 0, ""), fruit=[(0, 0, "E", "lime"), (1, 0, "W", "lemon")]),
        [(0, 0), (1, 0)],
    ),
    "too_many_season_tiles": (
        {"game": "espalier", "tiles": [
            {"col": col, "row": 0, "kind": "winter" if col else "pot", "branches": []} for col in range(7)
        ]},
        [(col, 0) for col in range(1, 7)],
    ),
    "token_supply": (
        tree(*ROW[:8], tokens=[(col, 0, way, "graft") for col in range(8) for way in DIRECTIONS][:61]),
        [],
    ),
    "fruit_supply": (
        tree(*ROW, fruit=[(n, 0, way, "lime") for n in range(25) for way in ("N", "S")][:37]),
        [],
    ),
}  # fmt: skip


@pytest.mark.parametrize("code", BREACHES)
def test_each_single_breach_gives_exactly_its_problem(code):
    state, where = BREACHES[code]
    assert problems(state) == [(code, where)]
    assert espalier.score(espalier.parse_state(state)).total is not None  # "and the score is still shown"


def test_messages_are_one_line_and_name_the_place():
    for state, where in BREACHES.values():
        (problem,) = espalier.check(espalier.parse_state(state))
        assert "\n" not in problem.message
        if where:
            assert any(word in problem.message for word in ("pot", "column", "winter"))


def test_a_graft_on_a_printed_branch_and_a_prune_on_nothing_change_nothing():
    plain = tree((0, 0, "E NE"), (1, 0, "W NW"))
    odd = plain | tree(tokens=[(0, 0, "E", "graft"), (0, 0, "S", "prune")]) | {"tiles": plain["tiles"]}
    lines = [espalier.score(espalier.parse_state(state)).items for state in (plain, odd)]
    assert lines[0] == lines[1]


def test_tokens_on_missing_tiles_add_no_branch():
    state = tree((0, 0, ""), tokens=[(1, 0, "W", "graft")], fruit=[(0, 0, "E", "lemon")])
    assert espalier.score(espalier.parse_state(state)).line("lemon").count == 0


def test_three_fruit_on_a_point_are_one_problem():
    state = tree((0, 0, ""), fruit=[(0, 0, "E", "lime"), (1, 0, "W", "lime"), (0, 0, "E", "lemon")])
    assert problems(state) == [("fruit_on_same_point", [(0, 0), (1, 0)])]


# ------------------------------------------------------------------------------------------ malformed input

TILE = {"col": 0, "row": 0, "kind": "pot", "branches": ["N"]}


def state_with(**fields):
    return {"game": "espalier", "tiles": [TILE], **fields}


@pytest.mark.parametrize(
    ("data", "names"),
    [
        (None, ["state", "None", "object"]),
        ([], ["state", "list"]),
        ({}, ["game", "missing"]),
        ({"game": "espalier"}, ["tiles", "missing"]),
        (state_with(game="chess"), ["game", "'chess'", "'espalier'"]),
        (state_with(colour=1), ["colour", "1", "tiles, tokens, fruit, mulched"]),
        (state_with(tiles={}), ["tiles", "an object", "list"]),
        (state_with(tiles="x"), ["tiles", "'x'", "list"]),
        (state_with(tiles=[TILE | {"size": 3}]), ["tiles[0].size", "3", "col, row, kind, branches"]),
        (state_with(tiles=[TILE | {"col": "1"}]), ["tiles[0].col", "'1'", "whole number"]),
        (state_with(tiles=[TILE | {"col": True}]), ["tiles[0].col", "True", "whole number"]),
        (state_with(tiles=[TILE | {"col": 1.0}]), ["tiles[0].col", "1.0", "whole number"]),
        (state_with(tiles=[TILE | {"col": float("nan")}]), ["tiles[0].col", "nan", "whole number"]),
        (state_with(tiles=[TILE | {"col": float("inf")}]), ["tiles[0].col", "inf", "whole number"]),
        (state_with(tiles=[TILE | {"row": 10**9}]), ["tiles[0].row", "1000000000", "at most 500"]),
        (state_with(tiles=[TILE | {"row": -(10**5000)}]), ["tiles[0].row", "digits", "at least -500"]),
        (state_with(tiles=[TILE | {"kind": "rose"}]), ["tiles[0].kind", "'rose'", "'pot'", "'unknown'"]),
        (state_with(tiles=[TILE | {"branches": ["n"]}]), ["tiles[0].branches[0]", "'n'", "'NE'"]),
        (state_with(tiles=[TILE | {"branches": ["N", "N"]}]), ["tiles[0]", "N", "twice"]),
        (state_with(tiles=[TILE | {"branches": "N"}]), ["tiles[0].branches", "'N'", "list"]),
        (
            state_with(tiles=[TILE, TILE | {"branches": []}]),
            ["tiles[1]", "col 0, row 0", "one at each place"],
        ),
        (state_with(tokens=[{"col": 0}]), ["tokens[0].row", "missing"]),
        (
            state_with(tokens=[{"col": 0, "row": 0, "direction": "N", "side": "glue"}]),
            ["tokens[0].side", "'glue'", "'graft' or 'prune'"],
        ),
        (
            state_with(fruit=[{"col": 0, "row": 0, "at": "C", "kind": "lime"}]),
            ["fruit[0].at", "'C'", "'N'"],
        ),
        (
            state_with(fruit=[{"col": 0, "row": 0, "at": "N", "kind": "plum"}]),
            ["fruit[0].kind", "'plum'", "'lemon', 'lime' or 'orange'"],
        ),
        (state_with(mulched=-1), ["mulched", "-1", "at least 0"]),
        (state_with(mulched=None), ["mulched", "None", "whole number"]),
        (state_with(tiles=[TILE] * 100_000), ["tiles", "100000", "at most 20000"]),
        (state_with(tiles=[{"x" * 5000: 1}]), ["tiles[0]", "x…"]),
        (state_with(**{"a\nb": 1}), ["allowed fields"]),
    ],
)
def test_a_malformed_state_gets_one_line_with_field_value_and_what_is_allowed(data, names):
    with pytest.raises(StateError) as caught:
        espalier.parse_state(data)
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 400
    for name in names:
        assert name in message


@pytest.mark.parametrize(
    ("data", "names"),
    [
        ({"variant": "expert"}, ["variant", "'expert'", "'standard', 'novice' or 'apprentice'"]),
        ({"nested_shapes": 1}, ["nested_shapes", "1", "true or false"]),
        ({"enclosure": "some"}, ["enclosure", "'some'", "'all' or 'any'"]),
        ({"shapes": True}, ["shapes", "variant, nested_shapes, enclosure, designs"]),
        ({"goal_points": [1, 2]}, ["goal_points", "2", "at least 3"]),
        ({"goal_points": [1, 2, "x"]}, ["goal_points[2]", "'x'", "whole number"]),
        ({"goal_places": [0]}, ["goal_places[0]", "0", "at least 1"]),
        ({"designs": [{"name": "A", "points": 1}]}, ["designs[0].outline", "missing"]),
        (
            {"designs": [{"name": "A", "points": 1, "outline": [[0, 0], [1, 2], [2, 0]]}]},
            ["eight directions"],
        ),
        ({"designs": [{"name": "A", "points": 1, "outline": [[0, 0], [2, 0], [4, 0]]}]}, ["three corners"]),
        ({"designs": [{"name": "A", "points": 1, "outline": [[0, 0], [2, 0], [2, 0]]}]}, ["twice in a row"]),
        ({"designs": [{"name": "A", "points": 1, "outline": [[0, 0], [2, 2], [2, 0], [0, 2]]}]}, ["crosses"]),
        ({"designs": [{"name": "A", "points": 1, "outline": [[0, 0.5], [2, 2], [2, 0]]}]}, ["0.5"]),
        (
            {"designs": [{"name": " ", "points": 1, "outline": [[0, 0], [2, 0], [1, -1]]}]},
            ["designs[0].name"],
        ),
        (
            {"designs": [{"name": "A", "points": 1, "outline": [[0, 0], [2, 0], [1, -1]]}] * 2},
            ["'A'", "twice"],
        ),
        ({"designs": [{"name": "A", "points": 1, "outline": [[0, 0], [2, 0], [1, -1]]}] * 9}, ["at most 8"]),
    ],
)
def test_malformed_rules_get_one_line_as_well(data, names):
    with pytest.raises(RulesError) as caught:
        espalier.parse_rules(data)
    assert "\n" not in str(caught.value)
    for name in names:
        assert name in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[" * 100_000,
        '{"game": "espalier", "tiles": ' + "[" * 5000 + "]" * 5000 + "}",
        '{"game": "espalier", "tiles": [{"col": NaN, "row": 0, "kind": "pot", "branches": []}]}',
        '{"game": "espalier", "tiles": [{"col": 1e400, "row": 0, "kind": "pot", "branches": []}]}',
        '{"game": "espalier", "tiles": [{"col": '
        + "9" * 6000
        + ', "row": 0, "kind": "pot", "branches": []}]}',
        b"\xff\xfe\x00",
        "\x00",
    ],
)
def test_unreadable_json_is_an_error_of_one_line(text):
    with pytest.raises(PomonaError) as caught:
        espalier.parse_state(parse_json(text, StateError))
    assert "\n" not in str(caught.value)
    assert caught.value.code == "bad_state"


def test_too_long_a_text_is_refused_before_it_is_read():
    with pytest.raises(StateError, match="longer than"):
        parse_json(" " * (17 * 1024 * 1024), StateError)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=20,
)


@given(
    anything
    | st.fixed_dictionaries(
        {"game": st.just("espalier"), "tiles": anything},
        optional={"tokens": anything, "fruit": anything, "mulched": anything},
    )
)
def test_nothing_but_a_clear_error_comes_of_rubbish(data):
    try:
        state = espalier.parse_state(data)
    except StateError:
        return
    json.dumps(espalier.score(state).to_json())
