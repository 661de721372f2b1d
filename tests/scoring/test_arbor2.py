"""Arbor II: golden boards, each breach, properties, and a count written again from RULES.md, section 4."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import arbor2
from scoring.errors import StateError
from tests.scoring.boards import arbor2_boards
from tests.scoring.boards import arbor2_state as state


def sheet(data):
    return arbor2.score(arbor2.parse_state(data))


def codes(data):
    return [(it.code, [*it.where]) for it in arbor2.check(arbor2.parse_state(data))]


def row(owner, *columns, at=0, kind="tree"):
    return [(col, at, owner, kind) for col in columns]


def test_one_glory_for_every_forest_tile_that_shares_a_side_with_a_root_space():
    data = state(row("black", 0, 1, 2), roots=[(1, 1), (2, 1), (4, 0)], ancients=[(0, 0, "black")])
    result = sheet(data)
    assert result.total is None
    line = result.line("glory:black")
    assert (line.count, line.points_each, line.points) == (2, 1, 2)
    assert [piece.to_json() for piece in line.evidence] == [{"place": [1, 0]}, {"place": [2, 0]}]


def test_a_tile_beside_two_roots_counts_once_and_corners_do_not_count():
    data = state(row("black", 0, 1), roots=[(0, 1), (0, -1), (2, 1)], ancients=[(0, 0, "black")])
    assert sheet(data).line("glory:black").count == 1


def test_what_no_chain_of_own_tiles_joins_to_the_ancient_is_cut_off():
    tiles = [*row("black", 0, 2), *row("green", 1), *row("black", 3, kind="guardian")]
    data = state(tiles, roots=[(2, 1), (3, 1)], ancients=[(0, 0, "black"), (1, 0, "green")])
    details = sheet(data).details
    assert sheet(data).line("glory:black").count == 0
    assert details["forest"] == {"black": 1, "green": 1}
    assert details["cut_off"] == {"black": 2, "green": 0}
    assert details["cut_off_tiles"] == {"black": [[2, 0], [3, 0]], "green": []}
    assert details["cut_off_glory"] == {"black": 2, "green": 0}
    assert details["guardians"] == {"black": 0, "green": 0}


def test_most_manna_is_three_plus_the_connected_guardians_at_most_eight():
    for guardians in range(6):
        tiles = [*row("black", 0), *row("black", *range(1, guardians + 1), kind="guardian")]
        assert sheet(state(tiles, ancients=[(0, 0, "black")])).details["max_manna"] == {
            "black": 3 + guardians
        }
    too_many = [*row("black", 0), *row("black", *range(1, 7), kind="guardian")]
    assert sheet(state(too_many, ancients=[(0, 0, "black")])).details["max_manna"] == {"black": 8}


def test_the_target_is_a_setting():
    data = state(row("black", 0, 1), roots=[(0, 1), (1, 1)], ancients=[(0, 0, "black")])
    assert sheet(data).details["reached_target"] == []
    assert sheet(data | {"target": 2}).details["reached_target"] == ["black"]
    assert sheet(data | {"target": 3}).details["reached_target"] == []


BREACHES = {
    "tile_on_root": (state(row("black", 0, 1), roots=[(1, 0)], ancients=[(0, 0, "black")]), [(1, 0)]),
    "tree_supply": (
        state(row("black", *range(26)), ancients=[(0, 0, "black")]),
        [(col, 0) for col in range(26)],
    ),
    "guardian_supply": (
        state(row("black", *range(6), kind="guardian"), ancients=[(0, 0, "black")]),
        [(col, 0) for col in range(6)],
    ),
    "sage_supply": (
        state(row("black", 0, 1, kind="sage"), ancients=[(0, 0, "black")]),
        [(0, 0), (1, 0)],
    ),
    "no_ancient": (state(row("black", 0)), []),
    "two_ancients": (
        state(row("black", 0, 1), ancients=[(0, 0, "black"), (1, 0, "black")]),
        [(0, 0), (1, 0)],
    ),
    "ancient_off_tile": (state(row("black", 0), ancients=[(1, 0, "black")]), [(1, 0)]),
}


def test_a_legal_board_has_no_problems():
    tiles = [*row("black", 0, 1), *row("green", 5, kind="sage")]
    assert codes(state(tiles, roots=[(2, 0)], ancients=[(1, 0, "black"), (5, 0, "green")])) == []


@pytest.mark.parametrize("code", BREACHES)
def test_each_single_breach_gives_exactly_its_problem(code):
    data, where = BREACHES[code]
    assert codes(data) == [(code, where)]


def test_an_ancient_on_anothers_tile_stands_on_no_tile_of_its_own():
    data = state([*row("black", 0), *row("green", 1)], ancients=[(1, 0, "black"), (1, 0, "green")])
    assert codes(data) == [("ancient_off_tile", [(1, 0)])]


@pytest.mark.parametrize(
    ("change", "names"),
    [
        ({"tiles": [{"col": 0, "row": 0, "owner": "black", "kind": "bush"}]}, ["tiles[0].kind", "'bush'"]),
        ({"tiles": [{"col": 0, "row": 0, "owner": "", "kind": "tree"}]}, ["tiles[0].owner", "''"]),
        ({"tiles": [{"col": 0, "row": 0, "owner": "a", "kind": "tree"}] * 2}, ["tiles[1]", "col 0, row 0"]),
        ({"roots": [{"col": 0, "row": 0}] * 2}, ["roots[1]", "col 0, row 0"]),
        ({"target": 0}, ["target", "0", "at least 1"]),
        ({"goal": 0}, ["goal", "roots, tiles, ancients, target"]),
    ],
)
def test_a_malformed_state_gets_one_line(change, names):
    with pytest.raises(StateError) as caught:
        arbor2.parse_state(state() | change)
    assert "\n" not in str(caught.value)
    for name in names:
        assert name in str(caught.value)


# -------------------------------------------------------------------------------------------- properties


def brute(data):
    """Forest, glory, cut off, guardians of each player: grow the forest until nothing more joins."""
    found = {}
    tiles = {(it["col"], it["row"]): it for it in data["tiles"]}
    roots = {(it["col"], it["row"]) for it in data["roots"]}
    for owner in {it["owner"] for it in [*data["tiles"], *data["ancients"]]}:
        own = {place for place, it in tiles.items() if it["owner"] == owner}
        forest = {(it["col"], it["row"]) for it in data["ancients"] if it["owner"] == owner} & own
        while True:
            more = {a for a in own - forest if any(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for b in forest)}
            if not more:
                break
            forest |= more
        glory = {a for a in own if any(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for b in roots)}
        guardians = sum(tiles[place]["kind"] == "guardian" for place in forest)
        found[owner] = (len(glory & forest), len(forest), len(own - forest), len(glory - forest), guardians)
    return found


def counts(data):
    result = sheet(data)
    names = ("forest", "cut_off", "cut_off_glory", "guardians")
    return {
        owner: (result.line(f"glory:{owner}").count, *(result.details[name][owner] for name in names))
        for owner in result.details["forest"]
    }


def test_a_different_owner_for_each_tile_is_refused():
    """Each owner's forest is looked for on its own: thousands of them took most of a minute."""
    with pytest.raises(StateError, match="19000 different owners"):
        arbor2.parse_state(state([(n % 141, n // 141, f"p{n}", "tree") for n in range(19_000)]))


@given(arbor2_boards)
def test_the_brute_force_count_agrees(data):
    assert counts(data) == brute(data)


@given(arbor2_boards, st.integers(-50, 50), st.integers(-50, 50))
def test_moving_turning_and_mirroring_change_nothing(data, right, down):
    def moved(place):
        return data | {
            key: [it | place(it["col"], it["row"]) for it in data[key]]
            for key in ("tiles", "roots", "ancients")
        }

    for other in (
        moved(lambda col, row: {"col": col + right, "row": row + down}),
        moved(lambda col, row: {"col": -row, "row": col}),
        moved(lambda col, row: {"col": -col, "row": row}),
    ):
        assert counts(other) == counts(data)
        assert [code for code, _ in codes(other)] == [code for code, _ in codes(data)]


def test_the_practice_boards_are_legal(shared):
    for file in sorted((shared / "practice" / "arbor2").glob("*.json")):
        truth = json.loads(file.read_text(encoding="utf-8"))
        assert sheet(truth["state"]).warnings == (), file.name
