"""What can be tapped on a tree, and what a tap says."""

from collections import Counter
from dataclasses import replace

import pytest

from scoring import espalier
from tests.fakes import FakeGame, photo_bytes
from ui import cycle
from vision.doubts import find_doubts
from vision.games import GAMES
from vision.observe import Edit, Place, Reading, read
from vision.overlay import Lattice
from vision.photo import load_photo


@pytest.fixture
def reading(monkeypatch: pytest.MonkeyPatch) -> Reading:
    monkeypatch.setitem(GAMES, "espalier", FakeGame())
    return read(load_photo(photo_bytes()), "espalier")


def target(reading: Reading, name: str) -> cycle.Target:
    return next(it for it in cycle.targets(reading) if it.id == name)


def told(reading: Reading, *edits: Edit) -> Reading:
    return cycle.laid(reading, edits).corrected(edits)


def word(reading: Reading, name: str, value: object) -> Edit:
    edit = cycle.edit_of(cycle.targets(reading), name, value)
    assert edit is not None
    return edit


def test_every_place_of_the_tree_can_be_tapped_and_the_empty_ones_beside_it(reading: Reading):
    counts = Counter(it.tool for it in cycle.targets(reading))
    # Four tiles in a square: 8 branches each, 5 x 5 points less the four centres, 8 places around.
    assert counts == {"branch": 32, "token": 32, "fruit": 21, "tile": 12}


def test_what_is_there_is_the_value_of_its_target(reading: Reading):
    assert target(reading, "branch:0:0:N").value is True
    assert target(reading, "branch:0:0:S").value is False
    assert target(reading, "branch:0:0:E").value is True, "a graft counts as a branch"
    assert target(reading, "token:0:0:E").value == "graft"
    assert target(reading, "fruit:1:-1").value == "lemon"
    assert target(reading, "fruit:1:1").value == "none"
    assert target(reading, "tile:0:0").value is True
    assert target(reading, "tile:0:1").value is False


@pytest.mark.parametrize(
    ("name", "value", "change"),
    [
        ("branch:0:0:S", True, {"branch": 1}),
        ("branch:0:0:N", False, {"branch": -1}),
        ("token:0:0:E", "prune", {"graft": -1, "prune": 1}),
        ("token:0:0:S", "graft", {"graft": 1}),
        ("fruit:1:-1", "lime", {"lemon": -1, "lime": 1}),
        ("fruit:1:-1", "none", {"lemon": -1}),
        ("fruit:-1:1", "orange", {"orange": 1}),
        ("tile:0:1", True, {"tile": 1}),
        ("tile:1:-1", False, {"tile": -1}),
    ],
)
def test_a_word_changes_what_it_is_on_and_nothing_else(
    reading: Reading, name: str, value: object, change: dict[str, int]
):
    def counts(state: espalier.State) -> dict[str, int]:
        kinds = [token.side for token in state.tokens] + [fruit.kind for fruit in state.fruit]
        kinds += ["tile"] * len(state.tiles)
        if not name.startswith("tile"):
            kinds += ["branch"] * (sum(len(tile.branches) for tile in state.tiles))
        return {kind: kinds.count(kind) for kind in kinds}

    before, after = counts(reading.state), counts(told(reading, word(reading, name, value)).state)
    if value == "prune":
        change = {**change, "branch": 1}  # a prune lies on a printed branch
    kinds = {*before, *after}
    differences = {kind: after.get(kind, 0) - before.get(kind, 0) for kind in kinds}
    assert {kind: by for kind, by in differences.items() if by} == change
    assert target(told(reading, word(reading, name, value)), name).value == value


def test_a_new_tile_lies_beside_the_others_and_can_be_tapped_on(reading: Reading):
    more = told(reading, word(reading, "tile:2:0", True))
    (x, y), *_ = more.seen.grid[2, 0]
    assert (x, y) == pytest.approx(reading.seen.grid[1, 0][1])
    assert target(more, "branch:2:0:W").value is False
    assert target(more, "tile:3:0").value is False
    edits = (word(reading, "tile:2:0", True), word(more, "branch:2:0:W", True))
    assert target(told(reading, *edits), "branch:2:0:W").value is True


def test_a_tile_that_is_gone_takes_its_doubts_along(reading: Reading):
    less = told(reading, word(reading, "tile:1:0", False))
    assert (1, 0) not in less.seen.grid
    asked = {doubt.observation.place for doubt in find_doubts(less, espalier.Rules())}
    assert Place(1, 0, direction="N") not in asked
    assert Place(0, 0, direction="NW") in asked
    again = told(reading, word(reading, "tile:1:0", False), word(less, "tile:1:0", True))
    assert again.state == reading.state


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("branch:0:0:N", "lemon"),
        ("branch:0:0:N", 1),
        ("fruit:1:-1", True),
        ("branch:9:9:N", True),
        ("", None),
    ],
)
def test_a_tap_that_cannot_be_says_nothing(reading: Reading, name: str, value: object):
    assert cycle.edit_of(cycle.targets(reading), name, value) is None


def test_a_table_on_which_nothing_lies_has_nothing_to_tap(reading: Reading):
    from scoring import orchard

    seen = replace(reading.seen, grid={})
    state = orchard.parse_state({"game": "orchard", "cards": 1})
    assert cycle.targets(replace(reading, seen=seen, state=state)) == ()


def test_a_place_far_from_all_tiles_is_nowhere(reading: Reading):
    assert Lattice(reading.seen.grid, 1200, 900).beside((9, 9)) is None
