"""What comes from outside, as it is kept or refused: texts, JSON that is kept as it came, how many of a thing.

A name, a place or a note is plain text, whatever was typed, and nothing in it hides or turns what follows.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from ledger.errors import EntryError

MAX_NAME, MAX_PLACE, MAX_NOTE = 80, 120, 4000
MAX_JSON = 100_000  # characters
_DIGITS = frozenset("0123456789abcdef")
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
        raise EntryError(
            "too_long",
            f"{what}: {len(text)} characters are too many; use at most {most}.",
            count=len(text),
            bound=most,
        )
    return cleaned


def name_of(text: str) -> str:
    """A player's name as it is kept. Raises EntryError when it is empty or too long."""
    name = short(text, "name", MAX_NAME)
    if not any(char.isprintable() and not char.isspace() for char in name):
        raise EntryError("no_name", "name: it is empty; write at least one letter.")
    return name


def is_hex(text: object, length: int, *, whole: bool = True) -> bool:
    """Whether a text has the form of an id or a hash of that length, or may be the beginning of one."""
    right = isinstance(text, str) and (len(text) == length or (0 < len(text) < length and not whole))
    return right and set(str(text)) <= _DIGITS


def key_of(name: str) -> str:
    """What two writings of one name share: letters' case and width make no other player."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def seat_labels(names: Iterable[str | None]) -> tuple[str, ...]:
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


def refuse_unfit(data: Mapping[str, Any], what: str, most: int = MAX_JSON) -> dict[str, Any]:
    """The data as JSON gives it back.

    Raises EntryError for what JSON cannot say (an infinite number, other objects) and for more than `most` characters.
    """
    try:
        text = json.dumps(dict(data), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise EntryError(
            "not_json", f"{what}: it cannot be written as JSON ({str(error)[:100]}).", about=what
        ) from error
    if len(text) > most:
        raise EntryError(
            "too_long",
            f"{what}: {len(text)} characters of JSON are too many; allowed: at most {most}.",
            count=len(text),
            bound=most,
        )
    told: dict[str, Any] = json.loads(text)
    return told


def refuse_more(count: int, most: int, what: str) -> None:
    """Raises EntryError when there are more than `most`."""
    if count > most:
        raise EntryError(
            "too_many", f"{what}: {count} are too many; allowed: at most {most}.", count=count, bound=most
        )
