"""A short text form for states, to paste into a chat and back.

A text is a list of clauses, separated by semicolons or line breaks: first the game's name, then one clause for each
thing on the table. A clause that begins with a place, `COL,ROW` or `Q,R`, says what lies there; the others are
settings, `NAME NUMBER`. Letters' case and extra spaces do not matter. What each game writes is said in its module.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from scoring.errors import StateError
from scoring.parsing import shown

MAX_TEXT = 2 * 1024 * 1024
_PLACE = re.compile(r"(-?[0-9]{1,9}),(-?[0-9]{1,9})")
_NUMBER = re.compile(r"-?[0-9]{1,9}")


class Clause(NamedTuple):
    """A clause of a game's text: its place, None in a setting, and its words in lower case."""

    place: tuple[int, int] | None
    words: tuple[str, ...]
    text: str
    game: str

    def refuse(self, allowed: str) -> StateError:
        """The error for a clause that cannot be read."""
        message = f"text: {shown(self.text)} cannot be read; allowed: {allowed}"
        return StateError(message, reason="clause", value=self.text, game=self.game)

    def number(self, position: int, allowed: str) -> int:
        """The word at a position as a whole number.

        Raises:
            StateError: when there is no such word or it is no number.
        """
        if position >= len(self.words) or not _NUMBER.fullmatch(self.words[position]):
            raise self.refuse(allowed)
        return int(self.words[position])


def clauses(text: str, game: str) -> list[Clause]:
    """Split a text into its clauses, without the first one, the game's name.

    Raises:
        StateError: when the text is too long or is of another game.
    """
    if len(text) > MAX_TEXT:
        message = f"text: {len(text)} characters are too many; allowed: at most {MAX_TEXT}"
        raise StateError(message, reason="text_long", count=len(text), bound=MAX_TEXT)
    parts = [part.strip() for part in re.split(r"[;\n]", text)]
    name, *rest = [part for part in parts if part] or [""]
    if name.lower() != game:
        message = f"text: {shown(name)} is not allowed as the beginning; allowed: {game!r}"
        raise StateError(message, reason="beginning", value=name, game=game)
    return [_clause(part, game) for part in rest]


def _clause(text: str, game: str) -> Clause:
    words = text.lower().split()
    place = _PLACE.fullmatch(words[0])
    if place is None:
        return Clause(None, tuple(words), text, game)
    return Clause((int(place[1]), int(place[2])), tuple(words[1:]), text, game)


def join(game: str, parts: list[str]) -> str:
    """The text of a state, one clause after the other."""
    return "; ".join([game, *parts])


def collect(
    text: str, game: str, settings: tuple[str, ...], thing: Callable[[Clause], tuple[str, dict[str, Any]]]
) -> dict[str, Any]:
    """Read a text into a state in decoded JSON.

    Args:
        text: the text.
        game: the game's name.
        settings: the names of the settings that a state may have.
        thing: makes of a clause with a place the list that the thing belongs to, and the thing.

    Raises:
        StateError: names the clause and what is allowed.
    """
    data: dict[str, Any] = {"game": game}
    for clause in clauses(text, game):
        if clause.place is not None:
            name, value = thing(clause)
            data.setdefault(name, []).append(value)
        elif clause.words[0] in settings and len(clause.words) == 2:
            data[clause.words[0]] = clause.number(1, "a setting's name and a whole number")
        else:
            named = ", ".join(f"{name} NUMBER" for name in settings)
            raise clause.refuse(
                f"a place and what lies there, such as 0,1 …{', or ' + named if named else ''}"
            )
    return data
