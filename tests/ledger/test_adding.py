"""A finished game, written down at once or not at all."""

from __future__ import annotations

import datetime as dt
import json

import pytest

from ledger.adding import Guest, Played, add_night
from ledger.errors import EntryError
from ledger.history import list_nights
from ledger.nights import load_night
from ledger.players import list_players
from scoring.errors import PomonaError
from tests.fakes import TREE
from tests.ledger.makers import BOARDS, ORCHARD, TRELLIS, photo


def test_a_layout_a_player(book):
    guests = [Guest("Ann"), Guest("Ben")]
    day = dt.date(2026, 1, 2)
    night = add_night(
        book, guests, [Played(ORCHARD, photo()), Played(ORCHARD)], date=day, place="Hut", note="a"
    )
    assert load_night(book, night.id) == night
    assert (night.game, night.date, night.place, night.note) == ("orchard", day, "Hut", "a")
    assert night.ended is not None
    assert [(seat.label, seat.points, seat.rank) for seat in night.seats] == [("Ann", 6, 1), ("Ben", 6, 1)]
    assert [len(layout.photos) for layout in night.layouts] == [1, 0]


@pytest.mark.parametrize("game", BOARDS)
def test_a_board_for_all(lite, game):
    board, sides = BOARDS[game]
    guests = [Guest(name, side) for name, side in zip(("Ann", "Ben"), sides, strict=True)]
    night = add_night(lite, guests, [Played(board)])
    assert [layout.seat_id for layout in night.layouts] == [None]
    assert [seat.rank for seat in night.seats] == [1, 2]


ANN = Guest("Ann")
WRONG = {
    "nothing": ([], []),
    "nobody": ([], [Played(ORCHARD)]),
    "unequal": ([ANN, Guest("Ben"), Guest("Cem")], [Played(ORCHARD)] * 2),
    "two_games": ([ANN, Guest("Ben")], [Played(ORCHARD), Played(TREE)]),
    "no_game": ([ANN], [Played({})]),
    "same_name": ([ANN, Guest("ann")], [Played(ORCHARD)] * 2),
    "same_side": ([Guest("Ann", "peach"), Guest("Ben", "peach")], [Played(TRELLIS)]),
    "bad_state": ([ANN, Guest("Ben")], [Played(ORCHARD), Played({**ORCHARD, "cards": -1})]),
    "bad_photo": ([ANN], [Played(ORCHARD, b"not a photo")]),
    "bad_reading": ([ANN], [Played(ORCHARD, photo(), {"seen": 1})]),
}


@pytest.mark.parametrize(("guests", "layouts"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_refused_and_nothing_is_logged(lite, guests, layouts):
    with pytest.raises(PomonaError) as error:
        add_night(lite, guests, layouts)
    assert "\n" not in str(error.value)
    assert (list_nights(lite), list_players(lite)) == ((), ())
    assert not lite.photos.exists() or not [*lite.photos.iterdir()]


def test_rules_are_switched(lite):
    night = add_night(lite, [ANN], [Played(TREE)], rules=json.loads('{"variant": "novice"}'))
    assert night.rules["variant"] == "novice"
    with pytest.raises(PomonaError):
        add_night(lite, [ANN], [Played(TREE)], rules={"variant": "x"})
    with pytest.raises(EntryError, match="allowed"):
        add_night(lite, [ANN], [Played({"game": ["x"]})])
