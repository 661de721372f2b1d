"""Names are remembered as text, and forgotten for good."""

from __future__ import annotations

import pytest

from ledger import nights, players
from ledger.errors import EntryError, MissingError

HOSTILE = [
    "<script>alert(1)</script>",
    "Robert'); DROP TABLE players;--",
    "[bold]x[/bold]",
    "**x** $\\LaTeX$ :smile:",
    "../../etc/passwd",
    "=cmd|' /C calc'!A0",
    "محمد",
    "é" * 80,
    "👩‍👩‍👧",
    "%s %d {0} \\",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_kept_as_it_was_written(book, name):
    night = nights.start_night(book, "orchard", players=[name])
    player = players.find_player(book, name)
    assert (player.name, night.seats[0].name) == (name, name)
    assert player.nights == 1


def test_who_plays_most_comes_first(book):
    for names in (["Ann", "Ben"], ["Ben"], ["Cem"]):
        nights.start_night(book, "orchard", players=names)
    nights.delete_night(book, nights.start_night(book, "orchard", players=["Dora"]).id)
    told = [(it.name, it.nights) for it in players.list_players(book)]
    assert told == [("Ben", 2), ("Ann", 1), ("Cem", 1), ("Dora", 0)]


def test_letters_case_width_and_spaces_make_no_other_player(book):
    for name in ("Ann Lee", "ann  lee ", "ＡＮＮ LEE"):
        nights.start_night(book, "orchard", players=[name])
    assert len(players.list_players(book)) == 1
    assert players.list_players(book)[0].name == "Ann Lee"


def test_a_deleted_name_leaves_the_games(book):
    night = nights.start_night(book, "orchard", players=["Ann", "Ben"])
    players.delete_player(book, night.seats[0].player_id)
    after = nights.load_night(book, night.id)
    gone = after.seats[0]
    assert (gone.name, gone.label, gone.player_id) == (None, "Player 1", None)
    assert after.revision > night.revision
    assert [it.name for it in players.list_players(book)] == ["Ben"]
    for call in (
        lambda: players.find_player(book, "Ann"),
        lambda: players.delete_player(book, night.seats[0].player_id),
    ):
        with pytest.raises(MissingError):
            call()
    nights.start_night(book, "orchard", players=["Ann"])
    assert players.find_player(book, "Ann").nights == 1


@pytest.mark.parametrize("name", ["\u200b", "\0", "\u202e", "x" * 81])
def test_what_is_no_name_is_refused(lite, name):
    with pytest.raises(EntryError, match=r"^name"):
        nights.start_night(lite, "orchard", players=[name])
    assert players.list_players(lite) == ()
