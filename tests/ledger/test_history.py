"""Lists of nights, and figures that are checked by hand."""

from __future__ import annotations

import datetime as dt

import pytest

from ledger import nights
from ledger.errors import EntryError, MissingError
from ledger.history import list_figures, list_nights, margins, player_figures
from ledger.records import Night
from ledger.store import Book
from tests.fakes import TREE
from tests.ledger.makers import BOARDS, ORCHARD, full_night


def played(book: Book, day: int, **values: int | None) -> Night:
    """An Orchard night: who took which die; None is a player who has no layout yet."""
    night = nights.start_night(book, "orchard", players=values, date=dt.date(2026, 3, day))
    for seat, value in zip(night.seats, values.values(), strict=True):
        if value is not None:
            state = {**ORCHARD, "dice": [{**ORCHARD["dice"][0], "value": value}]}
            night = nights.save_layout(book, night.id, seat.id, state)
    return night


def test_the_latest_night_comes_first_and_each_choice_narrows(book):
    ids = [played(book, day, Ann=6, **more).id for day, more in ((2, {}), (9, {"Ben": 3}), (5, {"Cem": 1}))]
    tree = nights.start_night(book, "espalier", players=["Ben"], date=dt.date(2026, 3, 7), place="Hut").id
    newest = [ids[1], tree, ids[2], ids[0]]
    assert [it.id for it in list_nights(book)] == newest
    assert [it.id for it in list_nights(book, limit=2)] == newest[:2]
    assert [it.id for it in list_nights(book, player="BEN")] == [ids[1], tree]
    assert [it.id for it in list_nights(book, game="espalier")] == [tree]
    assert [it.id for it in list_nights(book, player="Ben", game="orchard")] == [ids[1]]
    between = list_nights(book, first=dt.date(2026, 3, 5), last=dt.date(2026, 3, 7))
    assert [it.id for it in between] == [tree, ids[2]]


def test_a_line_of_the_list_says_who_won_and_how_many_photos_there_are(book, fake_reader):
    night = full_night(book)
    (line,) = list_nights(book)
    assert (line.seats, line.winners, line.ended) == (night.seats, night.winners, night.ended)
    assert (line.place, line.photos) == ("Kitchen", 1)


def test_a_players_figures(book):
    played(book, 1, Ann=6, Ben=3)
    played(book, 2, Ann=1, Ben=10, Cem=3)
    played(book, 3, Ann=10)  # alone: no game that can be won
    played(book, 4, Ann=6, Ben=None)  # goes on
    ann = player_figures(book, "ann", "orchard")
    assert (ann.player.name, ann.game, ann.nights, ann.against, ann.wins) == ("Ann", "orchard", 3, 2, 1)
    assert (ann.average, ann.best, ann.worst) == (17 / 3, 10, 1)
    assert ann.margin == ((6 - 3) + (1 - 10)) / 2
    assert ann.categories == {"die:apple": 17 / 3, "die:pear": 0, "die:plum": 0, "rotten": 0}
    assert [it.player.name for it in list_figures(book, "orchard")] == ["Ann", "Ben", "Cem"]
    assert ann in list_figures(book, "orchard")


def test_who_never_played_to_a_score_has_no_figures(book):
    played(book, 1, Ann=None)
    ann = player_figures(book, "Ann", "orchard")
    assert (ann.nights, ann.average, ann.best, ann.margin, ann.categories) == (0, None, None, None, {})
    assert list_figures(book, "orchard") == ()
    assert list_figures(book, "espalier") == ()


def test_a_game_without_points_is_won_without_them(lite):
    board, (first, second) = BOARDS["trellis"]
    night = nights.start_night(lite, "trellis")
    nights.add_player(lite, night.id, "Ann", side=first)
    nights.add_player(lite, night.id, "Ben", side=second)
    nights.save_layout(lite, night.id, None, board)
    ann = player_figures(lite, "Ann", "trellis")
    assert (ann.wins, ann.average, ann.best, ann.margin) == (1, None, None, None)
    assert margins(lite, "trellis") == ()


def test_who_won_by_how_much(book):
    last = played(book, 9, Ann=6, Ben=3, Cem=1)
    tie = played(book, 2, Ann=6, Ben=6)
    played(book, 3, Ann=6)
    told = [
        (it.night, it.date.day, tuple(seat.label for seat in it.winners), it.points)
        for it in margins(book, "orchard")
    ]
    assert told == [(last.id, 9, ("Ann",), 3), (tie.id, 2, ("Ann", "Ben"), 0)]


def test_a_deleted_name_leaves_its_games_in_the_list(lite):
    from ledger.players import delete_player

    night = played(lite, 1, Ann=6, Ben=3)
    delete_player(lite, night.seats[0].player_id)
    assert [seat.label for seat in list_nights(lite)[0].seats] == ["Player 1", "Ben"]
    assert [it.player.name for it in list_figures(lite, "orchard")] == ["Ben"]
    assert [seat.label for seat in margins(lite, "orchard")[0].winners] == ["Player 1"]


def test_what_the_log_does_not_know_is_refused(lite):
    with pytest.raises(MissingError, match="does not know"):
        list_nights(lite, player="Nobody")
    with pytest.raises(MissingError):
        player_figures(lite, "Nobody", "orchard")
    for ask in (lambda: list_nights(lite, game="chess"), lambda: list_figures(lite, "chess")):
        with pytest.raises(EntryError, match="allowed: espalier"):
            ask()


def test_figures_of_a_whole_tree_follow_its_sheet(lite):
    night = nights.start_night(lite, "espalier", players=["Ann"])
    night = nights.save_layout(lite, night.id, night.seats[0].id, TREE)
    told = player_figures(lite, "Ann", "espalier").categories
    assert list(told) == [item["category"] for item in night.layouts[0].sheet["items"]]
    assert sum(told.values()) == night.layouts[0].total
