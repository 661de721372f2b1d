"""A game night as it is played: each call is saved, scored and ranked."""

from __future__ import annotations

import dataclasses
import datetime as dt

import pytest

from ledger import labels, nights
from ledger.errors import ChangedError, EntryError, MissingError
from ledger.photos import read_photo
from ledger.readings import restore
from scoring.errors import PomonaError, RulesError, StateError
from scoring.espalier import parse_state
from tests.fakes import TREE
from tests.ledger.makers import BOARDS, LAYOUTS, ORCHARD, TRELLIS, full_night, photo
from vision.games import GAMES


def test_a_night_is_there_again_as_it_was_answered(book, fake_reader):
    night = full_night(book)
    assert nights.load_night(book, night.id) == night
    assert (night.place, night.note, night.minutes) == ("Kitchen", "late", 75)
    assert [seat.label for seat in night.seats] == ["Ann", "Ben"]
    assert night.ended is not None
    assert night.date == dt.datetime.now().astimezone().date()


def test_the_sheet_is_the_games_own(book):
    night = nights.start_night(book, "espalier", players=["Ann"])
    night = nights.save_layout(book, night.id, night.seats[0].id, parse_state(TREE))
    (layout,) = night.layouts
    rules = GAMES["espalier"].rules
    assert layout.total == rules.score(parse_state(TREE)).total == night.seats[0].points
    assert layout.sheet == rules.explain(parse_state(TREE), rules.score(parse_state(TREE))).to_json()


def test_ranks_follow_points_and_ties_share_one(book):
    night = nights.start_night(book, "orchard", players=["Ann", "Ben", "Cem"])
    low = {**ORCHARD, "dice": [{**ORCHARD["dice"][0], "value": 1}]}
    for seat, state in zip(night.seats, (low, ORCHARD, ORCHARD), strict=True):
        assert all(it.rank is None for it in night.seats)
        night = nights.save_layout(book, night.id, seat.id, state)
    assert [(seat.points, seat.rank) for seat in night.seats] == [(1, 3), (6, 1), (6, 1)]
    assert [seat.name for seat in night.winners] == ["Ben", "Cem"]
    assert night.why == "Ben and Cem share the win with 6 points against 1 of Ann."


def test_a_tie_break_is_explained(book):
    night = nights.start_night(book, "orchard", players=["Ann", "Ben"])
    two = {
        **ORCHARD,
        "dice": [{**ORCHARD["dice"][0], "value": 3}, {**ORCHARD["dice"][0], "col": 1, "value": 3}],
    }
    night = nights.save_layout(book, night.id, night.seats[0].id, ORCHARD)
    night = nights.save_layout(book, night.id, night.seats[1].id, two)
    assert night.decided_by == "dice"
    assert "equal in points" in night.why


@pytest.mark.parametrize("game", LAYOUTS)
def test_each_game_with_a_layout_a_player(lite, game):
    night = nights.start_night(lite, game, players=["Ann"])
    night = nights.save_layout(lite, night.id, night.seats[0].id, LAYOUTS[game])
    assert night.seats[0].points == night.layouts[0].total


@pytest.mark.parametrize("game", BOARDS)
def test_each_game_with_a_board_for_all(lite, game):
    board, sides = BOARDS[game]
    night = nights.start_night(lite, game)
    for name, side in zip(("Ann", "Ben"), sides, strict=True):
        night = nights.add_player(lite, night.id, name, side=side)
    night = nights.save_layout(lite, night.id, None, board)
    assert night.layout(None).total is None
    assert [(seat.points, seat.rank) for seat in night.seats] == [(1, 1), (0, 2)]
    night = nights.save_layout(lite, night.id, None, board)
    assert len(night.layouts) == 1


def test_switching_a_rule_scores_all_again(book):
    night = nights.start_night(book, "espalier", players=["Ann"])
    night = nights.save_layout(book, night.id, night.seats[0].id, TREE)
    before = night.seats[0].points
    night = nights.set_rules(book, night.id, {"variant": "novice"})
    assert night.seats[0].points != before
    assert night.rules["variant"] == "novice"
    assert nights.set_rules(book, night.id, {}).seats[0].points == before


def test_a_device_that_looks_at_an_older_night_is_told(book):
    night = nights.start_night(book, "orchard", players=["Ann"])
    seat = night.seats[0].id
    newer = nights.save_layout(book, night.id, seat, ORCHARD, expecting=night.revision)
    assert nights.revision_of(book, night.id) == newer.revision > night.revision
    with pytest.raises(ChangedError, match="another device"):
        nights.save_layout(book, night.id, seat, ORCHARD, expecting=night.revision)


def test_what_is_said_about_a_night_can_be_changed(book):
    night = nights.start_night(book, "orchard", players=["Ann"])
    night = nights.describe_night(book, night.id, date=dt.date(2026, 2, 3), place="Hut", note="a\nb")
    assert (night.date, night.place, night.note) == (dt.date(2026, 2, 3), "Hut", "a\nb")
    assert nights.describe_night(book, night.id, place="").note == "a\nb"


def test_players_come_change_and_leave(book):
    night = nights.start_night(book, "orchard", players=["Ann", "Ben"])
    night = nights.add_player(book, night.id, "Cem", starts=True)
    night = nights.save_layout(book, night.id, night.seats[0].id, ORCHARD)
    night = nights.change_seat(book, night.id, night.seats[1].id, name="Dora", starts=True)
    assert [(seat.name, seat.starts) for seat in night.seats] == [
        ("Ann", False),
        ("Dora", True),
        ("Cem", False),
    ]
    night = nights.remove_player(book, night.id, night.seats[0].id)
    assert [(seat.name, seat.number) for seat in night.seats] == [("Dora", 1), ("Cem", 2)]
    assert night.layouts == ()


def test_a_player_sits_only_once_and_may_have_no_name(book):
    night = nights.start_night(book, "orchard", players=["Ann", ""])
    assert [(seat.name, seat.label) for seat in night.seats] == [("Ann", "Ann"), (None, "Player 2")]
    with pytest.raises(EntryError, match="sits at the table already"):
        nights.add_player(book, night.id, "ANN")


def test_a_photo_with_its_reading_opens_again(book, fake_reader):
    night = full_night(book)
    (kept,) = night.layouts[0].photos
    assert (kept.width, kept.height, kept.kind) == (1200, 900, "image/png")
    assert read_photo(book, kept.hash) == photo()
    reading = restore(kept.reading, night.game, night.layouts[0].state)
    assert len(reading.seen.grid) == len(TREE["tiles"])
    assert reading.state == parse_state(night.layouts[0].state)


def test_a_mended_reading_opens_again_with_its_answers(lite, fake_reader):
    night = full_night(lite)
    layout = night.layouts[0]
    (kept,) = layout.photos
    seen = restore(kept.reading, night.game, TREE)
    again = seen.corrected(labels.edits_of(layout.corrections, kept.hash))
    assert again.state == parse_state(layout.state) != seen.state


def test_the_same_photo_again_is_one_photo_with_the_newer_reading(book):
    night = nights.start_night(book, "espalier", players=["Ann"])
    seat = night.seats[0].id
    nights.add_photo(book, night.id, seat, photo())
    told = {"width": 4, "height": 3, "seen": {"grid": [[[0, 0], [[0, 0], [1, 0], [1, 1], [0, 1]]]]}}
    night = nights.add_photo(book, night.id, seat, photo(), told)
    (kept,) = night.layouts[0].photos
    assert kept.reading["width"] == 4
    night = nights.set_reading(book, night.id, seat, kept.hash, None)
    assert night.layouts[0].photos[0].reading is None


def test_a_layout_is_cleared_with_its_photos(book, fake_reader):
    night = full_night(book)
    night = nights.clear_layout(book, night.id, night.seats[0].id)
    assert night.layout(night.seats[0].id) is None
    assert night.seats[0].points is None
    assert len([*book.photos.iterdir()]) == 1  # the other player's, of the season's end


def test_a_deleted_night_is_gone_with_all_of_it(book, fake_reader):
    night, other = full_night(book), full_night(book, shade=10)
    nights.delete_night(book, night.id)
    with pytest.raises(MissingError):
        nights.load_night(book, night.id)
    assert nights.load_night(book, other.id) == other
    assert len(labels.list_corrections(book)) == 1
    assert len([*book.photos.iterdir()]) == 2


def test_the_beginning_of_an_id_is_enough(book):
    night = nights.start_night(book, "orchard")
    assert nights.find_night(book, night.id[:6]) == night.id
    # Of seventeen ids two begin alike.
    ids = [night.id, *(nights.start_night(book, "orchard").id for _ in range(16))]
    twice = next(it[0] for it in ids if sum(other[0] == it[0] for other in ids) > 1)
    with pytest.raises(EntryError, match="several"):
        nights.find_night(book, twice)
    for wrong in ("zz", "", "%", "_" * 16, "x" * 4000, "\0", "\ud800"):
        for find in (nights.find_night, nights.load_night):
            with pytest.raises(MissingError):
                find(book, wrong)


REFUSED = {
    "unknown_game": (lambda book, night: nights.start_night(book, "chess"), EntryError),
    "game_no_text": (lambda book, night: nights.start_night(book, ["espalier"]), EntryError),
    "bad_rules": (
        lambda book, night: nights.start_night(book, "orchard", rules={"variant": "x"}),
        RulesError,
    ),
    "long_place": (lambda book, night: nights.start_night(book, "orchard", place="x" * 121), EntryError),
    "long_name": (lambda book, night: nights.start_night(book, "orchard", players=["x" * 81]), EntryError),
    "too_many": (
        lambda book, night: nights.start_night(book, "orchard", players=map(str, range(21))),
        EntryError,
    ),
    "no_such_seat": (lambda book, night: nights.save_layout(book, night.id, "nobody", ORCHARD), MissingError),
    "other_game": (lambda book, night: nights.save_layout(book, night.id, None, TRELLIS), StateError),
    "bad_state": (
        lambda book, night: nights.save_layout(book, night.id, None, {"game": "orchard", "x": 1}),
        StateError,
    ),
    "no_night": (lambda book, night: nights.save_layout(book, "none", None, ORCHARD), MissingError),
    "no_photo": (lambda book, night: nights.add_photo(book, night.id, None, b"not a photo"), PomonaError),
    "bad_reading": (
        lambda book, night: nights.add_photo(book, night.id, None, photo(), {"seen": 3}),
        EntryError,
    ),
    "bad_minutes": (lambda book, night: nights.finish_night(book, night.id, -1), EntryError),
    "no_layout": (lambda book, night: nights.clear_layout(book, night.id, night.seats[0].id), MissingError),
    "no_such_photo": (lambda book, night: nights.remove_photo(book, night.id, None, "0" * 64), MissingError),
    "delete_none": (lambda book, night: nights.delete_night(book, "none"), MissingError),
    "revision_none": (lambda book, night: nights.revision_of(book, "none"), MissingError),
}


@pytest.mark.parametrize(("call", "error"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_logged_is_refused_in_a_line_and_changes_nothing(lite, call, error):
    night = nights.start_night(lite, "orchard", players=["Ann"])
    with pytest.raises(error) as told:
        call(lite, night)
    assert "\n" not in str(told.value)
    assert nights.load_night(lite, night.id) == night
    assert not lite.photos.exists() or not [*lite.photos.iterdir()]


def test_records_are_frozen(lite):
    night = nights.start_night(lite, "orchard")
    with pytest.raises(dataclasses.FrozenInstanceError):
        night.place = "elsewhere"
