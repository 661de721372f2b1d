"""Several photos of one tree: aligned in all turns, their evidence put together, another tree refused by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from scoring.espalier import parse_state
from scoring.lattice import DIRECTIONS
from tests.fakes import TREE, FakeGame, FakeReader
from vision.errors import MatchError
from vision.espalier_together import LIKENESS, branches_of, combine
from vision.games import GAMES
from vision.observe import Advice, Place, Seen, Value, read_together
from vision.photo import Photo
from vision.together import Move, find_move, together

Unsure = dict[tuple[str, Place], Sequence[tuple[Value, float]]]

OTHER: dict[str, Any] = {
    "game": "espalier",
    "tiles": [
        {"col": 0, "row": 0, "kind": "pot", "branches": ["S", "SW", "W"]},
        {"col": 1, "row": 0, "kind": "winter", "branches": ["NW", "N", "SE"]},
        {"col": 0, "row": 1, "kind": "winter", "branches": ["NW", "NE", "SE", "E"]},
    ],
    "tokens": [],
    "fruit": [],
}


def photo(name: str = "a.jpg", width: int = 1200) -> Photo:
    return Photo(np.arange(12, dtype=np.uint8).reshape(2, 2, 3) * 20, width, 900, name)


def moved(state: dict[str, Any], move: Move) -> dict[str, Any]:
    """A state as another photo has it, whose lattice lies on this one's by the opposite of `move`."""

    def place(thing: dict[str, Any]) -> dict[str, Any]:
        col, row = move.cell((thing["col"], thing["row"]))
        turned = {name: turn(thing[name]) for name in ("direction", "at") if name in thing}
        branches = {"branches": [turn(b) for b in thing["branches"]]} if "branches" in thing else {}
        return {**thing, "col": col, "row": row, **turned, **branches}

    def turn(direction: str) -> str:
        return DIRECTIONS[(DIRECTIONS.index(direction) + 2 * move.quarters) % 8]  # type: ignore[arg-type]

    return {**state, **{part: [place(t) for t in state[part]] for part in ("tiles", "tokens", "fruit")}}


def without(state: dict[str, Any], cell: tuple[int, int]) -> dict[str, Any]:
    tiles = [t for t in state["tiles"] if (t["col"], t["row"]) != cell]
    tokens = [t for t in state["tokens"] if (t["col"], t["row"]) != cell]
    return {**state, "tiles": tiles, "tokens": tokens}


def see(state: dict[str, Any] = TREE, unsure: Unsure | None = None) -> Seen:
    return FakeReader(state, unsure=unsure or {}).observe(photo())


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("shift", [(0, 0), (3, -2)])
def test_a_turned_and_shifted_lattice_is_laid_on_the_first(quarters: int, shift: tuple[int, int]) -> None:
    there = Move(quarters, shift)
    other = see(moved(TREE, there))
    back = find_move(branches_of(see()), branches_of(other), LIKENESS)
    assert back is not None
    assert {back.cell(cell) for cell in other.grid} == set(see().grid)
    both = combine([see(), other], [photo(), photo("b.jpg")])
    state = GAMES["espalier"].reader.assemble(both.observations)
    assert set(state.tiles) == set(GAMES["espalier"].reader.assemble(see().observations).tiles)
    assert {(f.kind, f.at) for f in state.fruit} == {("lemon", "NE")}
    assert set(state.tokens) == set(parse_state(TREE).tokens)


def test_two_that_agree_are_surer_than_one_and_less_sure_than_independent_ones() -> None:
    both = together([{True: 0.8, False: 0.2}, {True: 0.8, False: 0.2}])
    assert both[0].value is True
    assert 0.8 < both[0].probability < 0.64 / 0.68
    assert sum(c.probability for c in both) == pytest.approx(1)


def test_the_surer_photo_is_believed() -> None:
    assert together([{True: 0.6, False: 0.4}, {False: 0.97, True: 0.03}])[0].value is False


def test_no_photo_alone_has_the_last_word() -> None:
    said = [{"lemon": 1.0}, {"lime": 0.999, "lemon": 0.001}, {"lime": 0.999, "lemon": 0.001}]
    assert together(said)[0].value == "lime"


def test_one_photo_says_what_it_said() -> None:
    assert [(c.value, round(c.probability, 6)) for c in together([{True: 0.7, False: 0.3}])] == [
        (True, 0.7),
        (False, 0.3),
    ]


def test_what_one_photo_doubts_another_settles() -> None:
    at = Place(1, 0, direction="N")
    unsure = see(unsure={("branch", at): [(False, 0.6), (True, 0.4)]})
    both = combine([unsure, see()], [photo(), photo("b.jpg")])
    seen = next(o for o in both.observations if o.what == "branch" and o.place == at)
    assert seen.value is True
    assert seen.best.probability > 0.97
    assert seen.px == next(o for o in unsure.observations if o.place == at).px


def test_a_tile_that_only_another_photo_shows_lies_where_the_view_puts_it() -> None:
    first = see(without(TREE, (1, -1)))
    both = combine([first, see()], [photo(), photo("b.jpg")])
    assert set(both.grid) == set(see().grid)
    # Right of (0, -1) and above (1, 0), and as large as they are.
    above, left = np.array(both.grid[(1, 0)]), np.array(both.grid[(0, -1)])
    expected = np.column_stack([above[:, 0], left[:, 1]])
    assert np.array(both.grid[(1, -1)]) == pytest.approx(expected, abs=0.5)
    branch = next(o for o in both.observations if o.place == Place(1, -1, direction="S"))
    middle, south = np.array(both.grid[(1, -1)]).mean(0), expected[2:].mean(0)
    assert branch.px == pytest.approx((middle + south) / 2, abs=0.5)


def test_a_doubtful_tile_that_another_photo_does_not_show_is_none_and_players_are_asked() -> None:
    doubted: Unsure = {("tile", Place(1, -1)): [(True, 0.6), (False, 0.4)]}
    both = combine([see(unsure=doubted), see(without(TREE, (1, -1)))], [photo(), photo("b.jpg")])
    assert (1, -1) not in both.grid
    assert (1, -1) not in {tile.place for tile in GAMES["espalier"].reader.assemble(both.observations).tiles}
    (asked,) = (o for o in both.observations if o.what == "tile" and o.place.tile == (1, -1))
    assert asked.value is False
    assert all(piece.outline != see().grid[1, -1] for piece in both.pieces)


def test_a_photo_that_thought_of_a_tile_says_how_likely_it_was() -> None:
    """Not that it was silent about the place, as one in which nothing is seen there."""
    unlikely: Unsure = {("tile", Place(1, -1)): [(False, 0.97), (True, 0.03)]}
    both = combine([see(unsure=unlikely), see()], [photo(), photo("b.jpg")])
    (asked,) = (o for o in both.observations if o.what == "tile" and o.place.tile == (1, -1))
    said = [{False: 0.97, True: 0.03}, {True: 0.9995}]
    assert asked.candidates == together(said)


def test_a_photo_that_ends_before_a_tile_says_nothing_on_it() -> None:
    # Seen with the least certainty in the first; in the second photo its place lies beyond the right edge.
    doubted: Unsure = {("tile", Place(1, -1)): [(True, 0.6), (False, 0.4)]}
    other = see(without(TREE, (1, -1)))
    edge = max(x for quad in other.grid.values() for x, _ in quad)
    narrow = photo("b.jpg", width=int(edge - 0.6 * (edge - 600)))
    assert (1, -1) in combine([see(unsure=doubted), other], [photo(), narrow]).grid


def test_another_tree_is_refused_by_name() -> None:
    with pytest.raises(MatchError, match=r"^other\.jpg: it does not show the tree of a\.jpg") as caught:
        combine([see(), see(), see(OTHER)], [photo(), photo("b.jpg"), photo("other.jpg")])
    assert caught.value.code == "no_match"


def test_advice_counts_when_all_photos_need_it() -> None:
    dark, glare = Advice("dark", "More light."), Advice("glare", "Move the lamp.")
    first, second = (replace(see(), advice=advice) for advice in ((dark, glare), (dark,)))
    assert combine([first, second], [photo(), photo("b.jpg")]).advice == (dark,)


def test_the_reading_is_one_on_the_first_photo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "espalier", FakeGame())
    reading = read_together([photo(), photo("b.jpg")], "espalier")
    assert (reading.file, reading.width) == ("a.jpg", 1200)
    assert len(reading.state.tiles) == len(TREE["tiles"])
    assert reading.timing_ms["look"] == 4.0  # two photos at 2 ms each
