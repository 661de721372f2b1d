"""What the app says: every text by its name, in the language of the visitor."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from ledger.errors import DatabaseError
from ledger.records import Seat
from scoring.errors import PomonaError
from scoring.parsing import shown
from scoring.sheet import Problem
from ui import text_english, text_german, text_german_rules, text_german_said
from vision.observe import Advice, Place
from vision.overlay import LETTERS

LANGUAGES = {"en": ("English", text_english.TEXTS), "de": ("Deutsch", text_german.TEXTS)}
"""By their codes: what speakers call them, and their texts."""

SAID = {"de": {**text_german_said.SAID, **text_german_rules.SAID}}
"""By the languages' codes: what the parts below the pages say in English, by its kind and code."""

FIRST = "en"
"""The language for everyone whose own is not there."""

Made = TypeVar("Made")
_SPOKEN: ContextVar[str | None] = ContextVar("spoken", default=None)
"""The language of what is made in nobody's visit."""


def language() -> str:
    """The code of the visitor's language: as chosen, else as the address or the browser says."""
    if spoken := _SPOKEN.get():
        return spoken
    if get_script_run_ctx(suppress_warning=True) is None:
        return FIRST
    wanted = (st.session_state.get("language"), st.query_params.get("lang"), (st.context.locale or "")[:2])
    return next((code for code in wanted if code in LANGUAGES), FIRST)


def choose_language(code: str) -> None:
    """Say everything in this language from now on; the address remembers it."""
    st.session_state["language"] = st.query_params["lang"] = code


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Say everything within in this language."""
    token = _SPOKEN.set(code)
    try:
        yield
    finally:
        _SPOKEN.reset(token)


def as_spoken_now(make: Callable[[], Made]) -> Callable[[], Made]:
    """The same in the language of now: a file is made when it is asked for, and by then nobody's visit goes on."""
    code = language()

    def made() -> Made:
        with speaking(code):
            return make()

    return made


def say(name: str, /, **values: object) -> str:
    """The text of a name; dots lead into groups, such as "things.branch"."""
    found = lookup(name)
    if found is None:
        raise KeyError(name)
    return found.format(**values) if values else found


def of_game(game: str, name: str, /, **values: object) -> str:
    """The text of a name in a game's own words, such as "of_game.orchard.photo_same", where it has some."""
    own = f"of_game.{game}.{name}"
    return say(name if lookup(own) is None else own, **values)


def lookup(name: str) -> str | None:
    """The text of a name, or None where there is none."""
    found: object = LANGUAGES[language()][1]
    for step in name.split("."):
        found = found.get(step) if isinstance(found, dict) else None
    return found if isinstance(found, str) else None


def count(name: str, how_many: int, /, **values: object) -> str:
    """A text that depends on a number: the groups hold "one", "many" and perhaps "none"."""
    form = "one" if abs(how_many) == 1 else "many"
    if how_many == 0 and lookup(f"{name}.none"):
        form = "none"
    return say(f"{name}.{form}", **{"count": how_many, **values})


def answer(what: str, value: object) -> str:
    """What a player calls one reading of a thing."""
    whole = lookup(f"answers.{what}:{value}") or lookup(f"things.{value}")
    return whole or " ".join(lookup(f"things.{word}") or word for word in str(value).split())


def category(name: str) -> str:
    """What a line of the sheet is called; a design is called by its own name."""
    return lookup(f"categories.{name}") or design(name.removeprefix("design:"))


def design(name: str) -> str:
    """What a difficult design is called: the rulebook's have names in each language."""
    return said("designs", name, name)


def place(at: Place) -> str:
    """Where a thing is. Columns and rows are counted from the pot."""
    if at.col is None or at.row is None:
        return say("where_pile")
    side = at.direction or at.at
    if side is None:
        return say("where", col=at.col, row=at.row)
    return say("where_side", col=at.col, row=at.row, side=lookup(f"sides.{side}") or side)


def letters() -> dict[str, str]:
    """What is written on each thing in a picture, beside its colour."""
    return {name: said("letters", name, letter) for name, letter in LETTERS.items()}


def is_translated() -> bool:
    """Whether what the other parts say in English is to be said otherwise."""
    return language() in SAID


def said(kind: str, code: str, message: str, **facts: object) -> str:
    """What another part of Pomona says, in the visitor's language where it is there, else as it is."""
    line = SAID.get(language(), {}).get(kind, {}).get(code)
    return message if line is None else line.format(**facts)


def error(it: PomonaError) -> str:
    """What went wrong, and with which file or field."""
    told = _refused(it.facts) if "reason" in it.facts else _failed(it)
    if not told or not is_translated():
        return str(it)
    about = it.facts.get("about")
    return f"{about}: {told}" if about else told


def _failed(it: PomonaError) -> str:
    kind = "database" if isinstance(it, DatabaseError) else "errors"
    return said(kind, it.code, "", **_filled(it.facts))


def _refused(facts: Mapping[str, object]) -> str:
    """What is wrong with a field, or with what was typed."""
    filled = _filled(facts)
    return said("refused", str(facts["reason"]), "", **filled) or said("refused", "other", "", **filled)


def _filled(facts: Mapping[str, object]) -> dict[str, object]:
    """The facts as a line shows them."""
    filled = dict(facts)
    if "value" in facts:
        filled["value"] = _value(facts["value"])
    if "game" in facts:
        filled.setdefault("allowed", said("clauses", str(facts["game"]), ""))
    return filled


def _value(value: object) -> str:
    """A refused value, whatever it is."""
    if isinstance(value, Mapping):
        return said("values", "object", shown(value))
    if isinstance(value, list | tuple):
        return said("values", "list", shown(value), count=len(value))
    return shown(value)


def advice(given: Sequence[Advice]) -> list[str]:
    """What would make the next photo better, each line once."""
    return list(dict.fromkeys(said("advice", it.code, it.message) for it in given))


def problem(it: Problem) -> str:
    """What the rules say against a layout, and where."""
    told = said("problems", it.code, it.message, about=category(it.about))
    if told == it.message:  # it says by itself where
        return told
    where = "; ".join(place(Place(col, row)) for col, row in it.where)
    return f"{told} ({where})" if where else told


def seat(it: Seat) -> str:
    """What a player is called: by name, else by the seat."""
    return it.name or say("player_number", number=it.number)


def day(date: dt.date) -> str:
    """A date as people write it."""
    return say("day", day=date.day, month=say("months").split()[date.month - 1], year=date.year)


def number(value: float, form: str) -> str:
    """A number as people write it. form: as Python's `format` takes it."""
    return format(value, form).replace(".", say("decimal"))


def listed(names: Sequence[str]) -> str:
    """Names one after the other."""
    return say("and").join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def plain(text: str) -> str:
    """A name from outside for a place where markup is understood: it is shown as it stands."""
    return "".join(f"\\{c}" if c in r"\`*_{}[]()<>#+-.!|~:$&" else c for c in text)
