"""Where the log lies, as it is told; no password is ever shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.address import find
from ledger.errors import DatabaseError


@pytest.mark.parametrize(
    ("told", "url"),
    [
        ("postgres://ann:pw@host:5432/log", "postgresql+psycopg://ann:pw@host:5432/log"),
        ("postgresql://host/log?sslmode=require", "postgresql+psycopg://host/log?sslmode=require"),
        ("postgresql+psycopg://host/log", "postgresql+psycopg://host/log"),
    ],
)
def test_a_server_is_asked_through_the_one_driver(told, url, tmp_path):
    found = find(told, tmp_path)
    assert (found.url, found.file, found.home) == (url, None, tmp_path)


def test_a_file_has_its_photos_beside_it(tmp_path):
    found = find(f"sqlite:///{tmp_path / 'games.db'}", Path("/elsewhere"))
    assert (found.file, found.home) == (tmp_path / "games.db", tmp_path)
    assert str(found) == str(tmp_path / "games.db")
    assert find("sqlite:///games.db").file == Path("games.db")


def test_the_folder_may_begin_with_a_tilde(monkeypatch):
    monkeypatch.setenv("POMONA_HOME", "~/games")
    assert find().home == Path.home() / "games"


@pytest.mark.parametrize("password", ["pw", "p@w", "p:w/pw", "pw?x=pw@"])
def test_no_password_is_shown(password):
    assert "pw" not in str(find(f"postgresql://ann:{password}@host/log?password=pw"))
    with pytest.raises(DatabaseError, match="write sqlite:") as error:
        find(f"mysql://ann:{password}@host/log")
    assert "pw" not in str(error.value).partition("; write")[0]
