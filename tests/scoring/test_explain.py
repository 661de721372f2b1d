"""The sentences of Orchard, Trellis and Arbor II, and what nearly scores on the sheet of an Espalier tree."""

import json

from hypothesis import given

from scoring import arbor2, espalier, orchard, trellis
from tests.scoring.boards import (
    arbor2_boards,
    arbor2_state,
    orchard_state,
    orchards,
    tile,
    trellis_state,
    trellises,
)
from tests.scoring.trees import tree


def explained(game, data):
    state = game.parse_state(data)
    return game.explain(state, game.score(state))


def test_orchard():
    sheet = explained(orchard, orchard_state(dice=[(2, 1, "plum", 6), (0, 0, "pear", 1)], rotten=[(5, 5)]))
    assert sheet.line("die:plum").why == ("The plum die at column 2, row 1 shows 6: 6 points.",)
    assert sheet.line("die:pear").why == ("The pear die at column 0, row 0 shows 1: 1 point.",)
    assert sheet.line("rotten").why == ("A rotten fruit at column 5, row 5: minus 3 points.",)


def test_trellis():
    start, other = tile(0), tile(1, 1, 0)
    number = next(n for n, vine in enumerate(other["vines"]) if 3 in vine["sides"])
    start["vines"][0]["colour"] = other["vines"][number]["colour"]  # no tile of the box, but it blooms
    sheet = explained(trellis, trellis_state([start, other], [(0, 0, 0, "peach")]))
    assert sheet.line("flowers:peach").why == ("Peach has placed 1 flower and has 14 left.",)
    (bloom,) = sheet.details["missed_blooms"]
    colour = bloom["colour"]
    assert bloom["why"] == (
        f"The empty {colour} vine at q 1, r 0 is connected to a claimed {colour} vine and should have been "
        "claimed by peach."
    )


def test_arbor2():
    data = arbor2_state([(0, 0, "black", "tree")], roots=[(1, 0)], ancients=[(0, 0, "black")])
    assert explained(arbor2, data).line("glory:black").why == (
        "The tile at column 0, row 0 shares a side with the root at column 1, row 0: 1 glory.",
    )


@given(orchards)
def test_every_die_and_token_has_its_sentence(data):
    for line in explained(orchard, data).items:
        assert len(line.why) == line.count


@given(trellises)
def test_every_player_and_missed_bloom_has_its_sentence(data):
    sheet = explained(trellis, data)
    assert all(len(line.why) == 1 for line in sheet.items)
    assert all(bloom["why"] for bloom in sheet.details["missed_blooms"])


@given(arbor2_boards)
def test_every_tile_that_earns_glory_has_its_sentence(data):
    for line in explained(arbor2, data).items:
        assert len(line.why) == line.count


def test_near_misses_and_the_best_token_are_fields_of_the_sheet():
    state = espalier.parse_state(tree((0, 0, "E S"), (1, 0, "W S"), (0, 1, "E N"), (1, 1, "N")))
    sheet = espalier.with_near(espalier.score(state), state, most=3)
    data = sheet.to_json()
    assert [it["category"] for it in data["near"]] == ["square", "triangle", "triangle"]
    assert data["best_token"]["gain"] == 7
    assert list(data)[-1] == "warnings"
    assert json.loads(json.dumps(data)) == data


def test_no_best_token_is_said_as_none():
    state = espalier.parse_state(tree((0, 0, "")))
    assert espalier.with_near(espalier.score(state), state).to_json()["best_token"] is None
