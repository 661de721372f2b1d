"""The database's form, step by step. Each step is one file in `versions`; `HEAD` is the newest.

A new step: change `models`, write `versions/000N_what.py`, set HEAD. A test fails where the two part.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from ledger.errors import DatabaseError

HEAD = "0002"
FOLDER = Path(__file__).parent


def current(connection: Connection) -> str | None:
    """The revision that a database has; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def upgrade(connection: Connection, to: str = "head") -> None:
    """Bring a database to the newest form, within the transaction that the connection is in.

    Raises DatabaseError when it was written by a newer Pomona.
    """
    # Both are slow to import, and most openings find nothing to do.
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    revision = current(connection)
    if revision is not None and revision not in known:
        raise DatabaseError(
            "newer", f"database: its form {revision!r} is of a newer Pomona than this one; update Pomona."
        )
    command.upgrade(config, to)
