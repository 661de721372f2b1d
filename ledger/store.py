"""The open log: one transaction a call, on SQLite (in WAL mode) or PostgreSQL.

Transactions that write come one after the other: on SQLite each takes its lock at once, for two that first read and
then write would otherwise refuse each other; on PostgreSQL each locks one table. What was committed is on the disk, and
what was deleted is overwritten.
"""

from __future__ import annotations

import datetime as dt
import json
import secrets
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.orm import Session

from ledger import migrations
from ledger.address import DATABASE, HOME, Address, find
from ledger.errors import DatabaseError
from ledger.models import ID, SettingRow

WAIT_S = 30
"""How long a call waits for others that write."""
_WRITES = "pomona_writes"
_LEDGER_ID = "ledger_id"
_UPGRADE_LOCK = 0x706F6D6F  # any number that all Pomonas share


@dataclass(frozen=True, slots=True)
class Book:
    """An open log. Threads may share it.

    photos: the folder of this log's photos; another log has another one.
    """

    address: Address
    engine: Engine
    photos: Path

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A session that only looks. Raises DatabaseError."""
        with _told(self.address), Session(self.engine) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A session whose changes are all on the disk when the block ends, or none of them. Raises DatabaseError."""
        engine = self.engine.execution_options(**{_WRITES: True})
        with _told(self.address), Session(engine, expire_on_commit=False) as session, session.begin():
            _lock(session)
            yield session

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()


def open_book(url: str | None = None, home: Path | None = None) -> Book:
    """Open the log, making or renewing its database where needed.

    Args:
        url: the database; by default POMONA_DATABASE_URL, and without that a SQLite file in `home`.
        home: the folder of the player's data; by default POMONA_HOME, and without that the user's data folder.

    Raises DatabaseError.
    """
    address = find(url, home)
    with _told(address):
        engine = _engine(address)
        try:
            if address.file is not None:
                _use_wal(engine)
            name = _renew(engine)
        except BaseException:
            engine.dispose()
            raise
    # By the log's own id: a new log at the place of one that was lost or moved never sweeps up its photos.
    beside = address.file.with_suffix(".photos") if address.file else address.home / "photos"
    book = Book(address, engine, beside / name)
    from ledger.photos import sweep

    sweep(book)
    return book


def new_id() -> str:
    """An id that nobody can guess."""
    return secrets.token_hex(ID // 2)


def now() -> dt.datetime:
    """This moment in UTC."""
    return dt.datetime.now(dt.UTC)


def forget_for_good(book: Book) -> None:
    """After a deletion: empty SQLite's journal, which still holds what was deleted."""
    if book.address.file is None:
        return
    with _told(book.address), book.engine.connect() as connection:
        # While somebody reads, this does nothing; the last one to close the file does it then.
        connection.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _engine(address: Address) -> Engine:
    options: dict[str, Any] = {"json_serializer": partial(json.dumps, ensure_ascii=True, allow_nan=False)}
    if address.file is None:
        return create_engine(address.url, pool_pre_ping=True, pool_timeout=WAIT_S, **options)
    try:
        address.file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseError(
            "cannot_open",
            f"{address.file.parent}: the folder cannot be made ({error.strerror}); "
            f"name another one in {HOME} or {DATABASE}.",
            about=address.file.parent,
        ) from error
    engine = create_engine(
        URL.create("sqlite", database=str(address.file)),  # a path may hold any character, a ? too
        connect_args={"timeout": WAIT_S},
        pool_size=16,
        max_overflow=48,
        pool_timeout=WAIT_S,
        **options,
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # `_begin` says when a transaction starts, not the driver
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute("PRAGMA synchronous = FULL")


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _use_wal(engine: Engine) -> None:
    """Readers do not wait for writers then. The file remembers it, so it is asked for until it is so."""
    end = time.monotonic() + WAIT_S
    while True:
        raw = engine.raw_connection()
        try:
            raw.cursor().execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            # This one pragma does not wait for others by itself.
            if "locked" not in str(error) or time.monotonic() > end:
                raise
            time.sleep(0.05)
        finally:
            raw.close()


def _renew(engine: Engine) -> str:
    """Bring the database to the newest form. -> the log's own id."""
    with engine.begin() as connection:
        done = migrations.current(connection) == migrations.HEAD
    if not done:
        with engine.execution_options(**{_WRITES: True}).begin() as connection:
            if connection.dialect.name != "sqlite":
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _UPGRADE_LOCK})
            migrations.upgrade(connection)
    with Session(engine) as session:
        row = session.get(SettingRow, _LEDGER_ID)
        if row is not None:
            return str(row.value["id"])
    with Session(engine.execution_options(**{_WRITES: True})) as session, session.begin():
        _lock(session)
        row = session.get(SettingRow, _LEDGER_ID)
        if row is None:
            row = SettingRow(key=_LEDGER_ID, value={"id": new_id()})
            session.add(row)
        return str(row.value["id"])


def _lock(session: Session) -> None:
    """Let nobody else write until this transaction ends: what is counted here would change meanwhile.

    On SQLite that holds anyway, since `_begin`. Readers wait for nobody.
    """
    if session.connection().dialect.name != "sqlite":
        session.execute(text("LOCK TABLE settings IN EXCLUSIVE MODE"))


@contextmanager
def _told(address: Address) -> Iterator[None]:
    """Turn the database's errors into one line that says what to do."""
    try:
        yield
    except NoSuchModuleError as error:
        raise DatabaseError(
            "bad_url", f"{DATABASE}: {address} cannot be used.", about=DATABASE, value=address
        ) from error
    except ModuleNotFoundError as error:
        if error.name != "psycopg":
            raise
        raise DatabaseError(
            "no_driver", "PostgreSQL needs an extra; install it with: pip install 'pomona[postgres]'."
        ) from error
    except (sqlite3.Error, SQLAlchemyError, UnicodeEncodeError) as error:
        raise _database_error(address, error) from error


def _database_error(address: Address, error: Exception) -> DatabaseError:
    if isinstance(error, PoolTimeoutError):
        return DatabaseError(
            "busy", f"{address}: too many ask at once; try again in a moment.", about=address
        )
    reason = str(error.orig if isinstance(error, DBAPIError) else error).strip() or type(error).__name__
    first = " ".join(reason.splitlines()[0].split())
    for part, code, remedy in _REMEDIES:
        if part in reason:
            return DatabaseError(code, f"{address}: {first}; {remedy}.", about=address)
    return DatabaseError(
        "database",
        f"{address}: {first}; see that it is there and may be written.",
        about=address,
        because=first,
    )


_REMEDIES = (
    ("is locked", "busy", "another program writes to it; try again in a moment"),
    ("not a database", "not_a_log", f"it is no log of Pomona's; move it away, or name another in {DATABASE}"),
    ("malformed", "damaged", "it is damaged; bring back a copy of it, or import an exported log"),
    ("disk is full", "full", "make room on the disk; what was saved before is kept"),
    ("unable to open", "cannot_open", "see that its folder is there and may be written"),
    ("readonly", "read_only", "see that the file and its folder may be written"),
    ("connection failed", "unreachable", f"see that the server runs and {DATABASE} is right"),
    (
        "already exists",
        "not_a_log",
        f"it holds tables of something else; name another database in {DATABASE}",
    ),
)
