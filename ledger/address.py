"""Where the log lies: the database and, beside it, the photos. Two environment variables move it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from ledger.errors import DatabaseError

HOME, DATABASE = "POMONA_HOME", "POMONA_DATABASE_URL"
FILE = "pomona.sqlite3"


@dataclass(frozen=True, slots=True)
class Address:
    """What to open: the address for SQLAlchemy, the SQLite file if it is one, and the folder for all else."""

    url: str
    file: Path | None
    home: Path

    def __str__(self) -> str:
        """For messages: never with a password."""
        return str(self.file) if self.file else _without_password(self.url)


def home() -> Path:
    """The folder of the player's data: POMONA_HOME, else the user's data folder."""
    if told := os.environ.get(HOME):
        return Path(told).expanduser()
    from platformdirs import user_data_path

    return user_data_path("pomona", appauthor=False)


def find(url: str | None = None, folder: Path | None = None) -> Address:
    """Where the log is, as given, as the environment says, or by default.

    Raises DatabaseError for an address that is of another kind than SQLite and PostgreSQL.
    """
    folder = folder or home()
    told = url or os.environ.get(DATABASE) or ""
    if not told:
        file = folder / FILE
        return Address(f"sqlite:///{file}", file, folder)
    kind, _, rest = told.partition(":")
    if kind in ("postgres", "postgresql", "postgresql+psycopg"):
        return Address(f"postgresql+psycopg:{rest}", None, folder)
    if kind == "sqlite" and rest.startswith("///") and len(rest) > 3 and rest != "///:memory:":
        file = Path(rest[3:].partition("?")[0])
        return Address(f"sqlite:///{file}", file, file.parent)
    raise DatabaseError(
        "bad_url",
        f"{DATABASE}: {_without_password(told)} cannot be used; "
        "write sqlite:////path/to/file.sqlite3 or postgresql://user:password@host/name.",
        about=DATABASE,
        value=_without_password(told),
    )


def _without_password(url: str) -> str:
    """The address with what stands before the @ left out: a password may hold anything, an @ too."""
    scheme, mark, rest = url.partition("://")
    host = rest.rpartition("@")[2]
    return f"{scheme}{mark}{host.partition('?')[0]}"
