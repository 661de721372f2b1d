"""Names, places and notes as they are kept: plain text, whatever was typed, and nothing that hides or turns it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from ledger.errors import EntryError

MAX_NAME, MAX_PLACE, MAX_NOTE = 80, 120, 4000
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that turn the direction of all that follows them, beyond the end of a name. No name needs them."""


def clean(text: str, lines: bool = False) -> str:
    """A text without control characters and with single spaces; with `lines`, line breaks stay.

    What is no character at all (half of a pair, as broken input holds it) becomes a question mark in a box.
    """
    kept = (" " if _is_control(char) and not (lines and char == "\n") else char for char in text)
    whole = "".join(kept).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    parts = whole.split("\n") if lines else [whole]
    joined = "\n".join(" ".join(part.split()) for part in parts).strip()
    return unicodedata.normalize("NFC", joined)


def _is_control(char: str) -> bool:
    return unicodedata.category(char) == "Cc" or char in _TURNING


def short(text: str, what: str, most: int, lines: bool = False) -> str:
    """The cleaned text, refused when it is longer than `most` characters.

    Raises EntryError.
    """
    if not isinstance(text, str):
        raise EntryError("bad_text", f"{what}: a text is needed here.")
    if len(text) > 4 * most or len(cleaned := clean(text, lines)) > most:
        raise EntryError("too_long", f"{what}: {len(text)} characters are too many; use at most {most}.")
    return cleaned


def name_of(text: str) -> str:
    """A player's name as it is kept. Raises EntryError when it is empty or too long."""
    name = short(text, "name", MAX_NAME)
    if not any(char.isprintable() and not char.isspace() for char in name):
        raise EntryError("no_name", "name: it is empty; write at least one letter.")
    return name


def key_of(name: str) -> str:
    """What two writings of one name share: letters' case and width make no other player."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def labels(names: Iterable[str | None]) -> tuple[str, ...]:
    """A different label for each seat in its order: the name, or "Player 2" where it was deleted."""
    told = tuple(names)
    taken = {name for name in told if name}
    found: list[str] = []
    for number, name in enumerate(told, start=1):
        label = name or f"Player {number}"
        while not name and label in taken:
            label += "'"
        found.append(label)
        taken.add(label)
    return tuple(found)
