"""A log for each test: in SQLite always, in PostgreSQL too where a server is installed."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.store import Book, open_book
from tests.fakes import FakeGame
from vision.games import GAMES

NO_SERVER = "no PostgreSQL server is installed: apt install postgresql"
NO_DRIVER = "no PostgreSQL driver is installed: pip install 'pomona[postgres]'"


@pytest.fixture(autouse=True)
def _own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test may touch the log of whoever runs it."""
    monkeypatch.setenv("POMONA_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("POMONA_DATABASE_URL", raising=False)


@pytest.fixture
def fake_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Espalier's reader without its nets."""
    monkeypatch.setitem(GAMES, "espalier", FakeGame())


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a PostgreSQL server of our own, without a database's name."""
    found = [
        *Path("/usr/lib/postgresql").glob("*/bin/initdb"),
        *map(Path, filter(None, [shutil.which("initdb")])),
    ]
    if not found:
        pytest.skip(NO_SERVER)
    pytest.importorskip("psycopg", reason=NO_DRIVER)
    tools = found[-1].parent
    # The server refuses to run as root; its package brings a user for it.
    user = {"user": "postgres", "group": "postgres"} if os.name == "posix" and os.geteuid() == 0 else {}
    folder = tmp_path_factory.mktemp("pg")
    base = tmp_path_factory.getbasetemp()
    # Each process of a run in several has a folder of its own in the run's.
    top = base.parents[1] if "PYTEST_XDIST_WORKER" in os.environ else base.parent
    for parent in (folder, *folder.parents):
        if user and parent.is_relative_to(top):
            parent.chmod(0o755)
    data = folder / "data"
    data.mkdir()
    if user:
        shutil.chown(data, **{"user": "postgres", "group": "postgres"})
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]

    def run(*words: str) -> None:
        subprocess.run(
            words,
            check=True,
            timeout=120,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            cwd="/",
            **user,
        )

    run(str(tools / "initdb"), "-D", str(data), "-A", "trust", "-U", "pomona", "-E", "UTF8", "--no-sync")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
    run(str(tools / "pg_ctl"), "-D", str(data), "-o", options, "-l", str(data / "log"), "-w", "start")
    try:
        yield f"postgresql://pomona@127.0.0.1:{port}"
    finally:
        run(str(tools / "pg_ctl"), "-D", str(data), "-m", "immediate", "-w", "stop")


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'log.sqlite3'}"
    address = request.getfixturevalue("server")
    import psycopg

    name = f"log_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"{address}/{name}"


@pytest.fixture
def book(url: str, tmp_path: Path) -> Iterator[Book]:
    """An open log, of each kind."""
    opened = open_book(url, tmp_path / "home")
    yield opened
    opened.close()


@pytest.fixture
def lite(tmp_path: Path) -> Iterator[Book]:
    """An open log in SQLite, for what does not depend on the kind."""
    opened = open_book(home=tmp_path / "home")
    yield opened
    opened.close()
