"""What the app says: every text by its name, in the language of the visitor."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from ledger.errors import DatabaseError
from ledger.records import Seat
from scoring.errors import PomonaError
from scoring.sheet import Problem
from ui import text_english, text_german, text_german_said
from vision.observe import Advice, Place

LANGUAGES = {"en": ("English", text_english.TEXTS), "de": ("Deutsch", text_german.TEXTS)}
"""By their codes: what speakers call them, and their texts."""

SAID = {"de": text_german_said.SAID}
"""By the languages' codes: what the parts below the pages say in English, by its kind and code."""

FIRST = "en"
"""The language for everyone whose own is not there."""


def language() -> str:
    """The code of the visitor's language: as chosen, else as the address or the browser says."""
    if get_script_run_ctx(suppress_warning=True) is None:
        return FIRST
    wanted = (st.session_state.get("language"), st.query_params.get("lang"), (st.context.locale or "")[:2])
    return next((code for code in wanted if code in LANGUAGES), FIRST)


def choose_language(code: str) -> None:
    """Say everything in this language from now on; the address remembers it."""
    st.session_state["language"] = st.query_params["lang"] = code


def say(name: str, /, **values: object) -> str:
    """The text of a name; dots lead into groups, such as "things.branch"."""
    found = lookup(name)
    if found is None:
        raise KeyError(name)
    return found.format(**values) if values else found


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
    return lookup(f"categories.{name}") or name.removeprefix("design:")


def place(at: Place) -> str:
    """Where a thing is. Columns and rows are counted from the pot."""
    if at.col is None or at.row is None:
        return say("where_pile")
    side = at.direction or at.at
    if side is None:
        return say("where", col=at.col, row=at.row)
    return say("where_side", col=at.col, row=at.row, side=lookup(f"sides.{side}") or side)


def said(kind: str, code: str, message: str) -> str:
    """What another part of Pomona says, in the visitor's language where it is there, else as it is."""
    return SAID.get(language(), {}).get(kind, {}).get(code, message)


def error(it: PomonaError) -> str:
    """What went wrong."""
    return said("database" if isinstance(it, DatabaseError) else "errors", it.code, str(it))


def advice(given: Sequence[Advice]) -> list[str]:
    """What would make the next photo better, each line once."""
    return list(dict.fromkeys(said("advice", it.code, it.message) for it in given))


def problem(it: Problem) -> str:
    """What the rules say against a layout, and where."""
    told = said("problems", it.code, it.message)
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


def listed(names: Sequence[str]) -> str:
    """Names one after the other."""
    return say("and").join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def plain(text: str) -> str:
    """A name from outside for a place where markup is understood: it is shown as it stands."""
    return "".join(f"\\{c}" if c in r"\`*_{}[]()<>#+-.!|~:$&" else c for c in text)
