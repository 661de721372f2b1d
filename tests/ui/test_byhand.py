"""Layouts entered by hand on a drawn sheet: nothing lies there at first, and there is always room for more."""

import pytest

from scoring import espalier, orchard
from tests.fake_orchard import ORCHARD, fake_orchard
from tests.fakes import TREE, FakeGame
from ui import cycle
from ui.byhand import lay_out
from ui.table import Table
from vision.games import GAMES


@pytest.fixture(autouse=True)
def _games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "espalier", FakeGame())
    monkeypatch.setitem(GAMES, "orchard", fake_orchard())


def tap(table: Table, name: str, value: object) -> None:
    edit = cycle.edit_of(cycle.targets(table.mended), name, value)
    assert edit is not None, name
    table.tell(edit)


def places(table: Table, tool: str) -> set[tuple[int, int]]:
    return {it.place.cell for it in cycle.targets(table.mended) if it.tool == tool}


def test_a_tree_on_a_sheet_is_the_same_tree():
    state = espalier.parse_state(TREE)
    again = lay_out(state).mended.corrected(()).state
    tiles = {tile.place: (tile.kind, frozenset(tile.branches)) for tile in again.tiles}
    assert tiles == {tile.place: (tile.kind, frozenset(tile.branches)) for tile in state.tiles}
    assert espalier.score(again) == espalier.score(state)


def test_an_orchard_on_a_sheet_is_the_same_orchard():
    state = orchard.parse_state(ORCHARD)
    again = lay_out(state).mended.corrected(()).state
    assert {*again.trees} == {*state.trees}
    assert (again.cards, again.dice, again.rotten) == (state.cards, state.dice, state.rotten)


def test_a_prune_token_stays_on_its_branch():
    state = espalier.parse_state(
        {**TREE, "tokens": [{"col": 0, "row": 0, "direction": "N", "side": "prune"}]}
    )
    again = lay_out(state).mended.corrected(()).state
    assert espalier.score(again) == espalier.score(state)
    assert "N" in next(tile for tile in again.tiles if tile.place == (0, 0)).branches


def test_an_empty_orchard_has_room_for_dice_tokens_and_trees_and_no_points():
    table = lay_out(GAMES["orchard"].reader.BLANK)
    assert table.mended.state == orchard.parse_state({"game": "orchard"})
    assert table.total(orchard.Rules()) == 0
    assert places(table, "colour") == places(table, "rotten") == places(table, "tree")
    assert len(places(table, "colour")) > 30
    assert not places(table, "value"), "there is no die yet"


def test_an_orchard_entered_by_hand_is_scored_as_it_grows():
    table, rules = lay_out(GAMES["orchard"].reader.BLANK), orchard.Rules()
    tap(table, "colour:2:2", "apple")
    tap(table, "value:2:2", 10)
    assert table.total(rules) == 10
    tap(table, "rotten:3:2", True)
    tap(table, "tree:4:2", "plum")
    assert table.total(rules) == 7
    state = table.mended.state
    assert [(die.place, die.fruit, die.value) for die in state.dice] == [((2, 2), "apple", 10)]
    assert {tree.place: tree.fruit for tree in state.trees} == {(2, 2): "apple", (4, 2): "plum"}
    verdict, _ = table.judged(rules)
    assert (verdict.range.low, verdict.range.high) == (7, 7), "what is entered by hand is in no doubt"
    assert verdict.doubts == ()


@pytest.mark.parametrize(
    ("tool", "value"), [("colour", "plum"), ("rotten", True), ("tree", "pear")], ids=["die", "token", "tree"]
)
def test_the_sheet_of_an_orchard_grows_with_what_is_laid_at_its_edge(tool: str, value: object):
    table = lay_out(GAMES["orchard"].reader.BLANK)
    left = min(col for col, _ in places(table, tool))
    tap(table, f"{tool}:{left}:1", value)
    assert (left - 1, 1) in places(table, tool)
    again = lay_out(table.mended.state)
    assert again.mended.state == table.mended.state, "as it is opened from the log"
    assert (left - 1, 1) in places(again, tool)
