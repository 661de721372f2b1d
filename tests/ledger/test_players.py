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
    player = players.add_player_name(book, name)
    night = nights.start_night(book, "orchard", players=[name])
    assert (player.name, night.seats[0].name) == (name, name)
    assert players.find_player(book, name).nights == 1


def test_who_plays_most_comes_first(book):
    for names in (["Ann", "Ben"], ["Ben"], ["Cem"]):
        nights.start_night(book, "orchard", players=names)
    players.add_player_name(book, "Dora")
    told = [(it.name, it.nights) for it in players.list_players(book)]
    assert told == [("Ben", 2), ("Ann", 1), ("Cem", 1), ("Dora", 0)]


def test_letters_case_width_and_spaces_make_no_other_player(book):
    ids = {players.add_player_name(book, name).id for name in ("Ann Lee", "ann  lee ", "ＡＮＮ LEE")}
    assert len(ids) == 1
    assert players.list_players(book)[0].name == "Ann Lee"


def test_a_player_is_renamed_in_all_games(book):
    night = nights.start_night(book, "orchard", players=["Ann", "Ben"])
    ann = night.seats[0]
    assert players.rename_player(book, ann.player_id, "Anna").name == "Anna"
    assert players.rename_player(book, ann.player_id, "ANNA").name == "ANNA"
    after = nights.load_night(book, night.id)
    assert after.seats[0].label == "ANNA"
    assert after.revision > night.revision
    with pytest.raises(EntryError, match="another player's"):
        players.rename_player(book, ann.player_id, "ben")
    with pytest.raises(MissingError):
        players.rename_player(book, "none", "Cem")


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
    assert players.add_player_name(book, "Ann").nights == 0


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "\0", "\u202e", "x" * 81, None, 3])
def test_what_is_no_name_is_refused(lite, name):
    with pytest.raises(EntryError, match=r"^name"):
        players.add_player_name(lite, name)
    assert players.list_players(lite) == ()
