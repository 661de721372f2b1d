"""What is remembered from game to game."""

from __future__ import annotations

import datetime as dt

import pytest

from ledger import nights, shelf
from ledger.errors import EntryError, MissingError
from scoring.designs import Design
from scoring.errors import RulesError

KITE = {"name": "Kite", "points": 5, "outline": [[0, 0], [2, 0], [1, 1]]}


def test_a_design_is_kept_replaced_and_deleted(book):
    kite = shelf.save_design(book, KITE)
    assert isinstance(kite, Design)
    assert shelf.list_designs(book) == (kite,)
    better = shelf.save_design(book, kite.model_copy(update={"points": 7}))
    assert shelf.list_designs(book) == (better,)
    shelf.save_design(book, {**KITE, "name": "  Arrow\n"})
    assert [it.name for it in shelf.list_designs(book)] == ["Arrow", "Kite"]
    shelf.delete_design(book, "Kite")
    assert [it.name for it in shelf.list_designs(book)] == ["Arrow"]
    with pytest.raises(MissingError):
        shelf.delete_design(book, "Kite")


def test_a_night_keeps_its_designs_when_they_are_deleted(lite):
    shelf.save_design(lite, KITE)
    night = nights.start_night(lite, "espalier", rules={"designs": [KITE]})
    shelf.delete_design(lite, "Kite")
    assert nights.load_night(lite, night.id).rules["designs"][0]["name"] == "Kite"


@pytest.mark.parametrize("wrong", [{}, {**KITE, "name": "x" * 81}, {**KITE, "outline": []}, {**KITE, "x": 1}])
def test_what_is_no_design_is_refused(lite, wrong):
    with pytest.raises((RulesError, EntryError)):
        shelf.save_design(lite, wrong)
    assert shelf.list_designs(lite) == ()


def test_there_are_only_so_many_designs(lite, monkeypatch):
    monkeypatch.setattr(shelf, "MAX_DESIGNS", 1)
    shelf.save_design(lite, KITE)
    shelf.save_design(lite, KITE)
    with pytest.raises(EntryError, match="at most 1"):
        shelf.save_design(lite, {**KITE, "name": "Arrow"})


def test_goal_points_are_asked_once(book):
    assert shelf.goal_points(book) == (None, None, None)
    shelf.remember_goal_points(book, (5, 3, None))
    assert shelf.goal_points(book) == (5, 3, None)
    with pytest.raises(RulesError):
        shelf.remember_goal_points(book, ("five", 3, 1))
    assert shelf.goal_points(book) == (5, 3, None)


def test_anything_small_is_remembered_and_forgotten(book):
    assert shelf.recall(book, "language") is None
    shelf.remember(book, "language", {"code": "de"})
    shelf.remember(book, "language", {"code": "fr"})
    assert shelf.recall(book, "language") == {"code": "fr"}
    shelf.remember(book, "language", None)
    shelf.remember(book, "language", None)
    assert shelf.recall(book, "language") is None
    for key, value in (("x" * 81, {}), ("x", {"y": "z" * 30_000}), ("x", {"y": float("nan")})):
        with pytest.raises(EntryError):
            shelf.remember(book, key, value)


def test_the_logs_own_id_is_out_of_reach(lite):
    shelf.remember(lite, "ledger_id", {"id": "mine"})
    assert lite.photos.name != "mine"
    shelf.remember(lite, "ledger_id", None)
    from ledger.store import open_book

    again = open_book(home=lite.address.home)
    assert again.photos == lite.photos
    again.close()


def test_places_come_back_the_latest_first(book):
    for day, place in enumerate(("Hut", "Kitchen", "", "Hut", "Café")):
        nights.start_night(book, "orchard", place=place, date=dt.date(2026, 1, 9 - day))
    assert shelf.list_places(book) == ("Café", "Hut", "Kitchen")
