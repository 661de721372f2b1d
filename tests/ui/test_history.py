"""The list of nights, players' figures, and the log out and in."""

import datetime as dt
import json

import pytest
from streamlit.testing.v1 import AppTest

from ledger.adding import Guest, Played, add_night
from ledger.exchange import export_json
from ledger.history import list_nights
from ledger.nights import delete_night
from ledger.store import Book
from tests.fakes import TREE
from tests.ui.pages import visit, words

HOSTILE = "<img src=x onerror=alert(1)> **bold**"


@pytest.fixture
def played(log: Book) -> list[str]:
    """Three nights: two of Ann and Ben, one of somebody with a strange name."""
    bare = {**TREE, "fruit": []}
    nights = [
        add_night(
            log,
            [Guest(name) for name in names],
            [Played(TREE), Played(bare)],
            date=dt.date(2026, 11, day),
            place=place,
        )
        for day, names, place in (
            (1, ("Ann", "Ben"), "Kitchen"),
            (5, ("Ben", "Ann"), ""),
            (9, (HOSTILE, "Ben"), HOSTILE),
        )
    ]
    return [night.id for night in nights]


def listed(page: AppTest) -> list[str]:
    return [link.proto.label for link in page.get("page_link") if "\n" in link.proto.label]


def test_an_empty_log_says_how_to_fill_it(page: AppTest):
    assert "Nothing is saved yet" in words(visit(page, "history"))


def test_nights_are_listed_the_latest_first(page: AppTest, played: list[str]):
    rows = listed(visit(page, "history"))
    assert [row.split(" · ")[0].strip("*") for row in rows] == ["9 Nov 2026", "5 Nov 2026", "1 Nov 2026"]
    assert "Kitchen" in rows[2]
    assert "Ann won" in rows[2]


def test_nights_are_found_by_player_and_date(page: AppTest, played: list[str]):
    visit(page, "history")
    page.selectbox(key="of_player").set_value("Ann").run()
    assert len(listed(page)) == 2
    page.date_input(key="of_dates").set_value((dt.date(2026, 11, 2), dt.date(2026, 11, 30))).run()
    assert not page.exception
    assert len(listed(page)) == 1
    page.selectbox(key="of_game").set_value("orchard").run()
    assert "No game is like that." in words(page)


def test_figures_are_those_of_the_log(page: AppTest, played: list[str]):
    said = words(visit(page, "history"))
    assert "<td>Ben</td><td>3</td><td>1 / 3</td>" in said


def test_names_and_places_are_text(page: AppTest, played: list[str]):
    visit(page, "history")
    assert "<img src=x" not in words(page)
    assert r"\<img" in listed(page)[0]
    assert r"\*\*bold" in listed(page)[0]


def test_a_log_comes_in(page: AppTest, log: Book, played: list[str]):
    copy = export_json(log, photos=True)
    for night in played:
        delete_night(log, night)
    visit(page, "history")
    page.file_uploader(key="import").set_value(("log.json", copy.encode(), "application/json")).run()
    assert not page.exception
    assert "3 games came in" in page.success[0].value
    assert {night.id for night in list_nights(log)} == set(played)


def test_what_is_no_log_is_said(page: AppTest, log: Book, played: list[str]):
    visit(page, "history")
    other = json.dumps({"milk": 1}).encode()
    page.file_uploader(key="import").set_value(("list.json", other, "application/json")).run()
    assert "no exported log" in page.error[0].value
    assert len(listed(page)) == 3
