"""The link and the code that hand a night over to BG Stats."""

from __future__ import annotations

import dataclasses
import datetime as dt
import json
from urllib.parse import unquote, urlsplit

import cv2
import numpy as np
import pytest
import zxingcpp

from ledger import nights
from ledger.adding import Guest, Played, add_night
from ledger.bgstats import ADDRESS, MAX_CODE, MAX_LINK, play_code, play_json, play_link
from ledger.errors import EntryError
from tests.fakes import TREE
from tests.ledger.makers import BOARDS, ORCHARD, full_night

NASTY = '"Ann" & <b>=1</b>?data=#%00 李'


def sent(link: str) -> dict:
    assert link.startswith(ADDRESS)
    assert urlsplit(link).fragment == ""
    return json.loads(unquote(urlsplit(link).query.removeprefix("data=")))


def test_the_link_says_all_that_the_app_asks_for(lite, fake_reader):
    night = full_night(lite, (NASTY, "Ben"))
    told = sent(play_link(night))
    assert told == play_json(night)
    assert set(told) >= {"sourceName", "sourcePlayId", "playDate", "durationMin", "comments", "location"}
    assert set(told["game"]) >= {"name", "highestWins", "noPoints"}
    assert told["playDate"] == night.ended.strftime("%Y-%m-%d %H:%M:%S")
    assert (told["durationMin"], told["location"], told["board"]) == (75, "Kitchen", "standard")
    assert [(it["name"], it["winner"], it["startPlayer"]) for it in told["players"]] == [
        (seat.label, seat.rank == 1, False) for seat in night.seats
    ]
    assert [it["score"] for it in told["players"]] == [str(seat.points) for seat in night.seats]
    assert "square" in told["comments"]
    assert told["comments"].endswith("late")


def test_a_game_without_points_says_so(lite):
    board, (first, _) = BOARDS["trellis"]
    told = play_json(add_night(lite, [Guest("Ann", first)], [Played(board)]))
    assert told["game"]["noPoints"] is True
    assert "score" not in told["players"][0]
    assert told["players"][0]["role"] == first
    assert f"flowers:{first} 1" in told["comments"]


def test_alone_nobody_wins(lite):
    assert play_json(add_night(lite, [Guest("Ann")], [Played(ORCHARD)]))["players"][0]["winner"] is False


def test_a_game_that_was_written_down_later_is_dated_on_its_day(lite):
    night = add_night(lite, [Guest("Ann")], [Played(ORCHARD)], date=dt.date(2026, 1, 2))
    assert play_json(night)["playDate"] == "2026-01-02 12:00:00"


def test_a_game_that_ended_after_midnight_keeps_its_end(lite):
    night = add_night(lite, [Guest("Ann")], [Played(ORCHARD)])
    late = dataclasses.replace(night, date=night.date - dt.timedelta(days=1))
    assert play_json(late)["playDate"] == night.ended.strftime("%Y-%m-%d %H:%M:%S")


def test_a_game_that_goes_on_can_be_handed_over(lite):
    night = nights.start_night(lite, "orchard", players=["Ann"], date=dt.date(2026, 1, 2))
    assert sent(play_link(night))["playDate"] == "2026-01-02 12:00:00"


def test_the_code_is_the_link(lite):
    night = add_night(lite, [Guest(NASTY), Guest("Ben")], [Played(TREE)] * 2)
    data = np.frombuffer(play_code(night, "png"), np.uint8)
    (code,) = zxingcpp.read_barcodes(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE))
    assert code.text == play_link(night, MAX_CODE)
    assert play_code(night).lstrip().startswith(b"<?xml")


def test_what_is_too_long_loses_the_breakdown_first(lite):
    guests = [Guest(f"{number} {'李' * 70}") for number in range(3)]
    night = add_night(lite, guests, [Played(ORCHARD)] * 3, note="x" * 1400)
    assert len(play_link(night)) <= MAX_LINK
    assert "comments" in sent(play_link(night))
    assert "comments" not in sent(play_link(night, MAX_CODE))
    with pytest.raises(EntryError, match="shorten"):
        play_link(night, 600)
