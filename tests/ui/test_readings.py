"""The line of readings: a few at a time, in order; a visit sees its place in it, and can leave."""

from collections.abc import Iterator
from concurrent.futures import wait
from threading import Event
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from ledger.nights import load_night, start_night
from ledger.store import Book
from tests.fakes import FakeReader, photo_bytes
from tests.ui.pages import visit, words
from ui import play, readings
from ui.readings import Line
from ui.table import Unread


@pytest.fixture
def gate() -> Iterator[Event]:
    """What slow readings wait for."""
    gate = Event()
    yield gate
    gate.set()


def busy(line: Line, gate: Event) -> None:
    """Keep as many readings under way as there can be at once."""
    started = [Event() for _ in range(readings.AT_ONCE)]
    for event in started:
        line.add(lambda event=event: (event.set(), gate.wait()))
    assert all(event.wait(60) for event in started)


def test_a_second_reading_does_not_wait_for_the_first(gate: Event):
    line = Line(at_once=2)
    line.add(gate.wait)
    assert line.add(lambda: "read").result(60) == "read"


def test_more_wait_in_the_order_in_which_they_came(gate: Event):
    line = Line()
    busy(line, gate)
    came: list[int] = []
    waiting = [line.add(lambda number=number: came.append(number)) for number in range(3)]
    assert [line.before(it) for it in waiting] == [readings.AT_ONCE + number for number in range(3)]
    gate.set()
    wait(waiting, 60)
    assert sorted(came) == [0, 1, 2]
    assert [line.before(it) for it in waiting] == [0, 0, 0]


def test_one_that_leaves_the_line_is_not_read_and_lets_the_others_move_up(gate: Event):
    line = Line()
    busy(line, gate)
    read: list[str] = []
    first, second = line.add(lambda: read.append("first")), line.add(lambda: read.append("second"))
    assert first.cancel()
    assert line.before(second) == readings.AT_ONCE
    gate.set()
    wait([second], 60)
    assert read == ["second"]


def test_a_reading_that_fails_leaves_the_line_too(gate: Event):
    line = Line(at_once=1)
    failing = line.add(lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        failing.result(60)
    line.add(gate.wait)
    assert line.before(line.add(gate.wait)) == 1


@pytest.fixture
def slow(page: AppTest, gate: Event, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    """The page while other visitors' readings keep the line busy."""
    monkeypatch.setattr(readings, "FIRST_LOOK", 0)
    busy(readings.line(), gate)
    return page


def ended(page: AppTest) -> AppTest:
    """The page once its reading is over, as the browser finds out by looking again."""
    if "turn" in page.session_state:
        wait([page.session_state["turn"].future], 60)
    page.run()
    assert not page.exception
    assert "turn" not in page.session_state
    return page


def test_the_page_tells_how_many_come_first_and_then_shows_the_reading(slow: AppTest, gate: Event):
    slow.button(key="sample_0").click().run()
    assert "2 readings before yours" in words(slow)
    assert "table" not in slow.session_state
    gate.set()
    ended(slow)
    assert 'class="total"' in words(slow)
    assert "before yours" not in words(slow)


def test_cancelling_gives_the_page_back_and_the_photo_is_not_read(
    slow: AppTest, gate: Event, monkeypatch: pytest.MonkeyPatch
):
    read: list[str] = []
    monkeypatch.setattr(FakeReader, "observe", lambda self, photo: read.append(photo.name))
    slow.file_uploader(key="photo").set_value(("mine.jpg", photo_bytes(), "image/jpeg")).run()
    slow.button(key="reading_cancel").click().run()
    assert "before yours" not in words(slow)
    assert not slow.error
    gate.set()
    readings.line().add(lambda: None).result(60)  # the line has moved past its place
    slow.run()
    assert "table" not in slow.session_state
    assert read == []


def test_what_is_asked_for_last_counts(slow: AppTest, gate: Event):
    slow.file_uploader(key="photo").set_value(("first.jpg", photo_bytes(), "image/jpeg")).run()
    slow.button(key="sample_0").click().run()
    gate.set()
    assert ended(slow).session_state["table"].photo.name == "a-tree.jpg"
    slow.button(key="sample_1").click().run()
    slow.button(key="by_hand").click().run()
    assert ended(slow).session_state["table"].photo.name == "sheet"


def test_a_reading_goes_to_the_player_for_whom_it_was_asked(slow: AppTest, gate: Event, log: Book):
    night = start_night(log, "espalier", players=["Ann", "Ben"])
    ann, ben = (seat.id for seat in night.seats)
    visit(slow, "score", night=night.id, seat=ann)
    slow.button(key="sample_0").click().run()
    visit(slow, "score", night=night.id, seat=ben)
    gate.set()
    ended(slow)
    assert slow.query_params["seat"] == ann
    seats = load_night(log, night.id).seats
    assert [seat.points is None for seat in seats] == [False, True]


def test_a_photo_is_opened_by_the_next_run_where_a_run_is_ended_meanwhile(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
):
    """Streamlit ends a run when a player does something else, such as choose another page."""
    opened: list[str] = []
    open_photo = play.open_photo

    def ended_first(data: bytes, name: str, *more: Any) -> Unread:
        opened.append(name)
        if len(opened) == 1:
            st.stop()
        return open_photo(data, name, *more)

    monkeypatch.setattr(play, "open_photo", ended_first)
    page.file_uploader(key="photo").set_value(("mine.jpg", photo_bytes(), "image/jpeg")).run()
    assert "table" not in page.session_state
    page.run()
    assert opened == ["mine.jpg", "mine.jpg"]
    assert page.session_state["table"].photo.name == "mine.jpg"
    page.run()
    assert opened == ["mine.jpg", "mine.jpg"]
