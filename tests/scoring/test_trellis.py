"""Trellis: golden boards, each breach, properties, and bloom rules written a second time from RULES.md, section 3."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import trellis
from scoring.errors import StateError
from tests.scoring.boards import HEX_STEPS as STEPS
from tests.scoring.boards import PLAYERS, TRELLIS_BOX, tile, trellises
from tests.scoring.boards import trellis_state as state


def sheet(data, **rules):
    return trellis.score(trellis.parse_state(data), trellis.parse_rules(rules))


def codes(data):
    return [(it.code, [*it.where]) for it in trellis.check(trellis.parse_state(data))]


def vine_of(a_tile, side):
    """(number, colour) of the vine that touches a side."""
    return next((n, vine["colour"]) for n, vine in enumerate(a_tile["vines"]) if side in vine["sides"])


def same_colour_pair():
    """The starting tile, and a tile to its side 0 whose vine there is purple as well."""
    for number in range(1, 61):
        for turn in range(6):
            other = tile(number, 1, 0, turn)
            if vine_of(other, 3)[1] == "purple":
                return other
    raise AssertionError


START = tile(0)
PURPLE = same_colour_pair()


def test_the_box_holds_61_different_tiles_in_six_turns():
    # "61 hexagonal tiles, all different"
    assert len(TRELLIS_BOX) == 61
    assert set(trellis.known_tiles().values()) == set(range(61))
    assert len(trellis.known_tiles()) == 61 * 6


def test_each_player_gets_the_flowers_placed_and_left():
    # "Result: flowers placed and left for each player; whoever has placed all 15 wins."
    data = state([START], [(0, 0, 0, "peach"), (0, 0, 1, "white"), (0, 0, 2, "white")])
    result = sheet(data)
    assert result.total is None
    assert [(line.category, line.count) for line in result.items] == [
        ("flowers:peach", 1),
        ("flowers:white", 2),
    ]
    assert result.details["left"] == {"peach": 14, "white": 13}
    assert result.details["winners"] == []
    assert result.to_json()["items"][0]["evidence"] == [{"tile": [0, 0], "vine": 0}]


def test_players_without_a_flower_are_listed_when_they_are_named():
    result = sheet(state([START]), players=["teal", "peach"])
    assert [(line.category, line.count) for line in result.items] == [
        ("flowers:peach", 0),
        ("flowers:teal", 0),
    ]


def test_fifteen_flowers_win():
    row = [START] + [tile(n, n, 0) for n in range(1, 5)]
    names = [(it["q"], it["r"], vine) for it in row for vine in range(len(it["vines"]))]
    assert sheet(state(row, [(*name, "teal") for name in names[:15]])).details["winners"] == ["teal"]
    assert sheet(state(row, [(*name, "teal") for name in names[:14]])).details["winners"] == []


def test_an_empty_vine_next_to_a_claimed_one_of_its_colour_is_a_missed_bloom():
    number, _ = vine_of(PURPLE, 3)
    claimed = state([START, PURPLE], [(0, 0, 0, "peach")])
    assert sheet(claimed).details["missed_blooms"] == [
        {"tile": [1, 0], "vine": number, "colour": "purple", "players": ["peach"]}
    ]
    other_way = state([START, PURPLE], [(1, 0, number, "white")])
    assert sheet(other_way).details["missed_blooms"] == [
        {"tile": [0, 0], "vine": 0, "colour": "purple", "players": ["white"]}
    ]
    both = state([START, PURPLE], [(0, 0, 0, "peach"), (1, 0, number, "white")])
    assert sheet(both).details["missed_blooms"] == []


def test_vines_of_other_colours_connect_but_do_not_bloom():
    # "Bloom: an empty vine connected to a claimed vine of the same colour"
    other = next(tile(1, 1, 0, turn) for turn in range(6) if vine_of(tile(1, 1, 0, turn), 3)[1] != "purple")
    assert sheet(state([START, other], [(0, 0, 0, "peach")])).details["missed_blooms"] == []


LEGAL = state([START, PURPLE], [(0, 0, 0, "peach")])
CROSSED = {
    "q": 1,
    "r": 0,
    "vines": [{"colour": "pink", "sides": [0, 1]}, {"colour": "pink", "sides": [2, 3]}],
}

BREACHES = {
    "unknown_tile": (state([START, CROSSED]), [(1, 0)]),
    "tile_twice": (state([START, tile(1, 1, 0), tile(1, 2, 0, turn=2)]), [(1, 0), (2, 0)]),
    "no_starting_tile": (state([tile(1), tile(2, 1, 0)]), []),
    "disconnected": (state([START, tile(1, 1, 0), tile(2, 1, 1), tile(3, 5, 5)]), [(5, 5)]),
    "flower_without_vine": (state([START], [(3, 0, 0, "teal")]), [(3, 0)]),
    "two_flowers_on_vine": (state([START], [(0, 0, 0, "teal"), (0, 0, 0, "white")]), [(0, 0)]),
    "flower_supply": (
        state(
            [START, *(tile(n, n, 0) for n in range(1, 5))],
            [(0, 0, vine, "teal") for vine in range(6)]
            + [(q, 0, vine, "teal") for q in range(1, 5) for vine in range(3)][:10],
        ),
        [],
    ),
}


def test_a_legal_board_has_no_problems():
    assert codes(LEGAL) == []


@pytest.mark.parametrize("code", BREACHES)
def test_each_single_breach_gives_exactly_its_problem(code):
    data, where = BREACHES[code]
    assert codes(data) == [(code, where)]


def test_a_tile_with_the_wrong_vine_number_has_no_such_vine():
    assert codes(state([START, PURPLE], [(1, 0, 3, "teal")])) == [("flower_without_vine", [(1, 0)])]


@pytest.mark.parametrize(
    ("change", "names"),
    [
        ({"tiles": [START, START]}, ["tiles[1]", "q 0, r 0"]),
        ({"tiles": [START | {"vines": []}]}, ["tiles[0].vines", "at least 1"]),
        (
            {"tiles": [START | {"vines": [{"colour": "red", "sides": [0]}]}]},
            ["tiles[0].vines[0].colour", "'red'"],
        ),
        ({"tiles": [START | {"vines": [{"colour": "pink", "sides": [6]}]}]}, ["sides[0]", "6", "at most 5"]),
        (
            {"flowers": [{"q": 0, "r": 0, "vine": 0, "player": "red"}]},
            ["flowers[0].player", "'red'", "'teal'"],
        ),
        (
            {"flowers": [{"q": 0, "r": 0, "vine": -1, "player": "teal"}]},
            ["flowers[0].vine", "-1", "at least 0"],
        ),
    ],
)
def test_a_malformed_state_gets_one_line(change, names):
    with pytest.raises(StateError) as caught:
        trellis.parse_state(state([START]) | change)
    assert "\n" not in str(caught.value)
    for name in names:
        assert name in str(caught.value)


# -------------------------------------------------------------------------------------------- properties


def turned(data):
    """By 60 degrees clockwise."""
    return data | {
        "tiles": [
            {
                "q": -it["r"],
                "r": it["q"] + it["r"],
                "vines": [
                    vine | {"sides": [(side + 1) % 6 for side in vine["sides"]]} for vine in it["vines"]
                ],
            }
            for it in data["tiles"]
        ],
        "flowers": [it | {"q": -it["r"], "r": it["q"] + it["r"]} for it in data["flowers"]],
    }


def brute_blooms(data):
    """Missed blooms from RULES.md: every pair of vines, each pair of sides."""
    vines = [
        ((it["q"], it["r"]), number, vine) for it in data["tiles"] for number, vine in enumerate(it["vines"])
    ]
    claimed = {}
    for flower in data["flowers"]:
        claimed.setdefault(((flower["q"], flower["r"]), flower["vine"]), set()).add(flower["player"])
    found = {}
    for place, number, vine in vines:
        for beyond, other_number, other in vines:
            touching = any(
                (place[0] + STEPS[side][0], place[1] + STEPS[side][1]) == beyond
                and (beyond[0] + STEPS[across][0], beyond[1] + STEPS[across][1]) == place
                for side in vine["sides"]
                for across in other["sides"]
            )
            empty, taken = (place, number) not in claimed, claimed.get((beyond, other_number), set())
            if touching and empty and taken and vine["colour"] == other["colour"]:
                found.setdefault((place, number), set()).update(taken)
    return found


@given(trellises)
def test_the_brute_force_count_agrees_and_legal_boards_have_no_problems(data):
    result = sheet(data)
    assert result.warnings == ()
    assert {line.category: line.count for line in result.items} == {
        f"flowers:{player}": count
        for player in PLAYERS
        if (count := sum(flower["player"] == player for flower in data["flowers"]))
    }
    blooms = {(tuple(it["tile"]), it["vine"]): set(it["players"]) for it in result.details["missed_blooms"]}
    assert blooms == brute_blooms(data)


@given(trellises, st.integers(-50, 50), st.integers(-50, 50))
def test_moving_and_turning_change_nothing(data, right, down):
    def outcome(some):
        result = sheet(some)
        blooms = sorted((it["colour"], it["players"]) for it in result.details["missed_blooms"])
        counts = [(line.category, line.count) for line in result.items]
        return counts, blooms, result.details["winners"], [it.code for it in result.warnings]

    shifted = data | {
        key: [it | {"q": it["q"] + right, "r": it["r"] + down} for it in data[key]]
        for key in ("tiles", "flowers")
    }
    assert outcome(shifted) == outcome(data)
    assert outcome(turned(data)) == outcome(data)


def test_the_practice_boards_are_legal(shared):
    for file in sorted((shared / "practice" / "trellis").glob("*.json")):
        truth = json.loads(file.read_text(encoding="utf-8"))
        assert sheet(truth["state"]).warnings == (), file.name
