"""Whatever comes in from outside, every game answers with a state or with one clear line; never late."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import arbor2, espalier, orchard, trellis
from scoring.errors import PomonaError, RulesError, StateError
from scoring.parsing import parse_json

GAMES = {"espalier": espalier, "orchard": orchard, "trellis": trellis, "arbor2": arbor2}
THING = {
    "espalier": ("tiles", {"col": 0, "row": 0, "kind": "winter", "branches": []}, "col"),
    "orchard": ("trees", {"col": 0, "row": 0, "fruit": "plum"}, "col"),
    "trellis": ("tiles", {"q": 0, "r": 0, "vines": [{"colour": "pink", "sides": [0]}]}, "q"),
    "arbor2": ("tiles", {"col": 0, "row": 0, "owner": "black", "kind": "tree"}, "col"),
}


def refused(name, data):
    with pytest.raises(StateError) as caught:
        GAMES[name].parse_state(data)
    assert len(str(caught.value)) < 500
    return str(caught.value)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("value", [math.nan, math.inf, 10**9, -(10**400), 1.5, "1", True, None, [], {}])
def test_what_is_no_coordinate_is_named(name, value):
    key, thing, axis = THING[name]
    assert f"{key}[0].{axis}" in refused(name, {"game": name, key: [thing | {axis: value}]})


@pytest.mark.parametrize("name", GAMES)
def test_a_hundred_thousand_things_are_too_many(name):
    key, thing, axis = THING[name]
    things = [thing | {axis: number % 900 - 450} for number in range(100_000)]
    assert "100000 entries" in refused(name, {"game": name, key: things})


@pytest.mark.parametrize("name", GAMES)
def test_two_things_at_one_place_are_named(name):
    key, thing, _ = THING[name]
    assert f"{key}[1]" in refused(name, {"game": name, key: [thing, thing]})


@pytest.mark.parametrize("name", GAMES)
def test_unknown_fields_are_named_at_every_depth(name):
    key, thing, _ = THING[name]
    assert "weather" in refused(name, {"game": name, key: [], "weather": 1})
    assert f"{key}[0].weather" in refused(name, {"game": name, key: [thing | {"weather": 1}]})
    with pytest.raises(RulesError, match="weather"):
        GAMES[name].parse_rules({"weather": 1})


@pytest.mark.parametrize("name", GAMES)
def test_a_state_of_another_game_is_refused(name):
    other = next(game for game in GAMES if game != name)
    assert f"'{name}'" in refused(name, {"game": other, THING[name][0]: []})


@pytest.mark.parametrize("name", GAMES)
def test_the_largest_boards_that_are_read_are_scored_in_time(name):
    key, thing, axis = THING[name]
    other = {"col": "row", "q": "r"}[axis]
    things = [thing | {axis: n % 140, other: n // 140} for n in range(19_600)]
    state = GAMES[name].parse_state({"game": name, key: things})
    json.dumps(GAMES[name].score(state).to_json())


@pytest.mark.parametrize("name", GAMES)
def test_deeply_nested_json_is_refused(name):
    key = THING[name][0]
    with pytest.raises(PomonaError):
        parse_json(f'{{"game": "{name}", "{key}": ' + "[" * 100_000, StateError)
    assert key in refused(name, {"game": name, key: [[[[[[]]]]]]})


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)


@given(st.sampled_from(sorted(GAMES)), st.data())
def test_rubbish_in_any_field_ends_in_one_clear_error(name, data):
    game = GAMES[name]
    fields = data.draw(
        st.dictionaries(st.sampled_from(sorted(game.State.model_fields)), anything, max_size=4)
    )
    try:
        state = game.parse_state(fields | {"game": name})
    except StateError as error:
        message = str(error)
    else:
        message = ""
        json.dumps(game.score(state).to_json())
    assert "\n" not in message
