"""Further photos of the same tree: read together, kept with the night, and refused when they show another one."""

from concurrent.futures import wait
from threading import Event

import pytest
from streamlit.testing.v1 import AppTest

from ledger.nights import load_night
from ledger.store import Book
from tests.fakes import FakeReader, photo_bytes
from tests.ui.pages import answers, words
from ui import readings
from ui.keeping import open_table
from ui.table import Table, open_photo, read_photo
from vision.errors import MatchError


@pytest.fixture
def read_page(page: AppTest) -> AppTest:
    return page.button(key="sample_0").click().run()


def another(page: AppTest, data: bytes) -> AppTest:
    table: Table = page.session_state["table"]
    key = f"photo_same_{table.picture.token}_{len(table.more)}"
    page.file_uploader(key=key).set_value(("side.png", data, "image/png")).run()
    assert not page.exception
    return page


def can_choose(page: AppTest) -> bool:
    (place,) = (it for it in page.file_uploader if "photo_same" in it.key)
    return not place.disabled


def test_one_more_photo_is_read_with_the_first_and_what_was_mended_stays(read_page: AppTest):
    answers(read_page)[0][1].click().run()
    table: Table = read_page.session_state["table"]
    told = list(table.edits)
    another(read_page, photo_bytes(form="PNG"))
    assert read_page.session_state["table"] is table
    assert table.edits == told
    assert len(table.more) == 1
    assert "2 photos are read together" in words(read_page)
    unsure = [it for it in table.reading.observations if it.best.probability < 0.9]
    assert len(unsure) < 3, "two photos are surer than one"


def test_a_photo_of_another_tree_is_refused_and_nothing_is_lost(
    read_page: AppTest, monkeypatch: pytest.MonkeyPatch
):
    def refuse(*_: object) -> None:
        raise MatchError("no_match", "…")

    monkeypatch.setattr(FakeReader, "combine", refuse)
    before = words(read_page)
    another(read_page, photo_bytes(form="PNG"))
    assert "does not show the same tree" in read_page.error[0].value
    assert not read_page.session_state["table"].more
    assert "strong>16<" in before


def test_all_photos_are_kept_with_the_night(read_page: AppTest, log: Book):
    read_page.button(key="save").click().run()
    another(read_page, photo_bytes(form="PNG"))
    night = load_night(log, read_page.query_params["night"])
    assert [photo.reading is None for photo in night.layouts[0].photos] == [False, True]
    opened = open_table(night, night.seats[0].id)
    assert opened is not None
    assert len(opened.more) == 1
    assert opened.reading.seen.observations == read_page.session_state["table"].reading.seen.observations


def test_photos_chosen_before_saving_are_kept_too(read_page: AppTest, log: Book):
    another(read_page, photo_bytes(form="PNG"))
    read_page.button(key="save").click().run()
    night = load_night(log, read_page.query_params["night"])
    assert len(night.layouts[0].photos) == 2


def test_rubbish_is_said(read_page: AppTest):
    another(read_page, b"no photo")
    assert "no picture" in read_page.error[0].value
    assert not read_page.session_state["table"].more


def test_no_third_photo_can_be_chosen_while_the_second_is_read(
    read_page: AppTest, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(readings, "FIRST_LOOK", 0)
    gate, combine = Event(), FakeReader.combine
    monkeypatch.setattr(FakeReader, "combine", lambda *given: gate.wait() and combine(*given))
    assert can_choose(read_page)
    another(read_page, photo_bytes(form="PNG"))
    read_page.run()
    assert not can_choose(read_page)
    gate.set()
    wait([read_page.session_state["turn"].future], 60)
    read_page.run()
    assert can_choose(read_page)
    assert len(read_page.session_state["table"].more) == 1


def test_a_photo_of_what_lies_there_no_longer_is_dropped(read_page: AppTest, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(readings, "FIRST_LOOK", 0)
    gate, combine = Event(), FakeReader.combine
    monkeypatch.setattr(FakeReader, "combine", lambda *given: gate.wait() and combine(*given))
    before: Table = read_page.session_state["table"]
    another(read_page, photo_bytes(form="PNG"))
    now = read_photo(open_photo(photo_bytes(), "now", "espalier"))
    read_page.session_state["table"] = now
    gate.set()
    wait([read_page.session_state["turn"].future], 60)
    read_page.run()
    assert not read_page.error
    assert (before.more, now.more) == ([], [])
