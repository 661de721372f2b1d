"""What can go wrong with the log, each with a remedy in its one-line message."""

from __future__ import annotations

from scoring.errors import PomonaError


class LedgerError(PomonaError):
    """Base of the log's errors; `code` names the reason for programs."""

    code = "ledger"

    def __init__(self, code: str, message: str, **facts: object) -> None:
        super().__init__(message, **facts)
        self.code = code


class EntryError(LedgerError):
    """Something that cannot be written down as it was given."""


class MissingError(LedgerError):
    """A night, player, photo or season that the log does not hold, or no longer."""


class ChangedError(LedgerError):
    """Somebody else changed the night in the meantime."""


class DatabaseError(LedgerError):
    """The database cannot be opened, read or written."""


class LogFileError(LedgerError):
    """A file to import that is no log of ours, or a damaged one."""
