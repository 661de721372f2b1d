"""Opening the log, and what it does when that goes wrong."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ledger import nights
from ledger.address import find
from ledger.errors import DatabaseError
from ledger.history import list_nights
from ledger.store import open_book
from tests.ledger.makers import ORCHARD

ROOT = Path(__file__).parents[2]


def test_it_lies_where_the_environment_says(tmp_path, monkeypatch):
    monkeypatch.setenv("POMONA_HOME", str(tmp_path / "a b?c%d"))
    book = open_book()
    assert book.address.file == tmp_path / "a b?c%d" / "pomona.sqlite3"
    assert book.address.file.is_file()
    book.close()
    monkeypatch.setenv("POMONA_DATABASE_URL", f"sqlite:///{tmp_path / 'other.sqlite3'}")
    book = open_book()
    assert book.address.file == tmp_path / "other.sqlite3"
    assert book.photos.parent == tmp_path / "other.photos"
    book.close()


def test_by_default_it_lies_in_the_users_data_folder(monkeypatch):
    monkeypatch.delenv("POMONA_HOME")
    assert find().file.name == "pomona.sqlite3"
    assert find().home.name == "pomona"


def test_sqlite_writes_ahead_and_overwrites_what_is_deleted(lite):
    with lite.engine.connect() as connection:
        asked = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in (
            "journal_mode", "secure_delete", "foreign_keys", "synchronous",
        )}  # fmt: skip
    assert asked == {"journal_mode": "wal", "secure_delete": 1, "foreign_keys": 1, "synchronous": 2}


def test_it_opens_again_with_all_that_was_saved(url, tmp_path):
    for count in range(3):
        book = open_book(url, tmp_path / "home")
        assert len(list_nights(book)) == count
        nights.start_night(book, "orchard", players=["Ann"])
        book.close()


def test_eight_threads_write_at_once(book):
    """8 threads x 20 writes: none is refused, none is lost."""
    night_ids = [nights.start_night(book, "orchard", players=[f"P{number}"]).id for number in range(8)]
    shared = nights.start_night(book, "orchard").id

    def write(night_id: str) -> None:
        seat = nights.load_night(book, night_id).seats[0].id
        for number in range(10):
            nights.save_layout(book, night_id, seat, {**ORCHARD, "cards": 1 + number % 18})
            nights.describe_night(book, shared, note=f"{night_id} {number}")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, night_ids))
    for night_id in night_ids:
        night = nights.load_night(book, night_id)
        assert night.layouts[0].state["cards"] == 10
        assert night.revision == 10
    assert nights.revision_of(book, shared) == 8 * 10


def test_processes_that_open_a_new_log_at_once_all_can(url, tmp_path):
    """The tables are made once, whoever comes first."""
    code = (
        "from ledger import nights, store; book = store.open_book(); "
        "nights.start_night(book, 'orchard'); book.close()"
    )
    env = {**os.environ, "POMONA_DATABASE_URL": url, "POMONA_HOME": str(tmp_path / "home")}
    started = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-c", code], cwd=ROOT, env=env, stderr=subprocess.PIPE
        )
        for _ in range(3)
    ]
    told = [(it.communicate(timeout=120)[1], it.returncode) for it in started]
    assert told == [(b"", 0)] * 3
    book = open_book(url, tmp_path / "home")
    assert len(list_nights(book)) == 3
    book.close()


def refused(code: str, **where: object) -> str:
    with pytest.raises(DatabaseError) as told:
        open_book(**where)
    assert told.value.code == code
    assert "\n" not in str(told.value)
    return str(told.value)


def test_a_file_that_is_no_database_is_left_alone(tmp_path):
    path = tmp_path / "pomona.sqlite3"
    path.write_bytes(b"my holiday diary " * 400)
    assert "no log" in refused("not_a_log", home=tmp_path)
    assert path.read_bytes() == b"my holiday diary " * 400


def test_somebody_elses_database_is_left_alone(tmp_path):
    path = tmp_path / "pomona.sqlite3"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE players (x)")
    connection.close()
    refused("not_a_log", home=tmp_path)
    with sqlite3.connect(path) as connection:
        assert [row[0] for row in connection.execute("SELECT name FROM sqlite_master")] == ["players"]
    connection.close()


def test_a_log_of_a_newer_pomona_is_left_alone(url, tmp_path):
    book = open_book(url, tmp_path / "home")
    with book.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    book.close()
    assert "update Pomona" in refused("newer", url=url, home=tmp_path / "home")


def test_a_folder_that_is_a_file_is_named(tmp_path):
    (tmp_path / "home").write_text("")
    assert str(tmp_path / "home") in refused("cannot_open", home=tmp_path / "home")


@pytest.mark.parametrize(
    "url",
    ["mysql://u:pw@host/x", "sqlite://", "sqlite:///:memory:", "sqlite:///", "nonsense", "://pw@", "a:b:c"],
)
def test_other_databases_are_refused_and_no_password_is_told(url):
    assert "pw" not in refused("bad_url", url=url)


def test_a_server_that_does_not_answer_is_told_without_its_password():
    pytest.importorskip("psycopg", reason="pip install 'pomona[postgres]'")
    told = refused("unreachable", url="postgres://me:se%40cret@127.0.0.1:9/log?connect_timeout=2")
    assert "cret" not in told
    assert "127.0.0.1" in told


def test_a_missing_driver_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert "pomona[postgres]" in refused("no_driver", url="postgresql://127.0.0.1:9/log")


def test_a_busy_log_is_told(lite, monkeypatch):
    other = open_book(home=lite.address.home)
    monkeypatch.setattr("ledger.store.WAIT_S", 0)
    waiting = open_book(home=lite.address.home)
    with other.write(), pytest.raises(DatabaseError, match="try again") as told:
        nights.start_night(waiting, "orchard")
    assert told.value.code == "busy"
    nights.start_night(waiting, "orchard")
    waiting.close()
    other.close()


def test_an_error_within_a_call_undoes_all_of_it(book):
    def half() -> None:
        with book.write() as session:
            session.execute(nights.NightRow.__table__.delete())
            raise KeyError

    nights.start_night(book, "orchard")
    with pytest.raises(KeyError):
        half()
    assert len(list_nights(book)) == 1
