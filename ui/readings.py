"""Readings wait their turn in one line for all visitors: a few at a time, and no page stands still meanwhile.

A visit has one reading in the line at most. It says what is read (`ask`), and what is then done with it; the page on
which it is when that is over takes it up (`take`). What a player chose is opened first, which takes a while: that is
said as well (`want`), so that it is not lost where Streamlit ends a run meanwhile.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from html import escape
from threading import Lock
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui import text

AT_ONCE = 2
"""How many photos are read at the same time, so that a second visitor need not wait for the first."""
LOOK = 0.3
"""Seconds between two looks whether a reading is done."""
FIRST_LOOK = 0.2
"""Seconds that a page waits for a reading before it is whole: a quick one is then shown without another look."""

_WANTED, _TURN, _OVER = "wanted", "turn", "readings_over"

Finish = Callable[[Future[Any]], None]


class Line:
    """The line: first come, first read."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._pool = ThreadPoolExecutor(at_once, thread_name_prefix="reading")
        self._asked: list[Future[Any]] = []
        self._lock = Lock()

    def add(self, work: Callable[[], Any]) -> Future[Any]:
        """Put a reading at the end of the line. It may not ask who the visitor is: it runs in no visit."""
        with self._lock:
            future = self._pool.submit(_read, work)
            self._asked.append(future)
        future.add_done_callback(self._end)
        return future

    def before(self, future: Future[Any]) -> int:
        """How many readings are asked for and not done before one that waits; 0 once it has begun."""
        with self._lock:
            waits = future in self._asked and not future.running()
            return self._asked.index(future) if waits else 0

    def _end(self, future: Future[Any]) -> None:
        with self._lock:
            self._asked.remove(future)


def _read(work: Callable[[], Any]) -> Any:
    """Read, once the photos are gone that nobody holds any longer: only a search finds what visits leave behind."""
    gc.collect()
    return work()


@st.cache_resource(show_spinner=False)
def line() -> Line:
    """The one line of this server."""
    return Line()


@dataclass(frozen=True, slots=True)
class Turn:
    """A visit's place in the line, and what is done when it was its turn."""

    future: Future[Any]
    finish: Finish


def ask(work: Callable[[], Any], finish: Finish) -> None:
    """Line up a reading. `finish` is called in a run of a page, with what came of it; an earlier one is dropped."""
    cancel()
    st.session_state[_TURN] = Turn(line().add(work), finish)


def want(opening: Callable[[], None]) -> None:
    """Have what a player chose opened and lined up by this run of a page, or by the next where this one is ended."""
    st.session_state[_WANTED] = opening


def wanted() -> bool:
    """Whether something is still to be opened."""
    return _WANTED in st.session_state


def going() -> bool:
    """Whether the visit has a reading that is not over: asking for another one would drop it."""
    return _TURN in st.session_state


def take() -> None:
    """Open what the visit wants to be read, and take up its reading, if it is over."""
    opening: Callable[[], None] | None = st.session_state.get(_WANTED)
    if opening is not None:
        opening()
        st.session_state.pop(_WANTED, None)
    turn: Turn | None = st.session_state.get(_TURN)
    if turn is not None and turn.future.done():
        _leave()
        turn.finish(turn.future)


def cancel() -> None:
    """Drop the visit's reading, if there is one. What has begun goes on to its end, and nobody looks at it."""
    if turn := _leave():
        turn.future.cancel()


def show(at: DeltaGenerator) -> None:
    """Say that a reading goes on, and how many come before it; it can be cancelled."""
    turn: Turn | None = st.session_state.get(_TURN)
    if turn is not None:
        with at:
            _follow()
        wait([turn.future], FIRST_LOOK)
        if turn.future.done():
            st.rerun()


@st.fragment(run_every=LOOK)
def _follow() -> None:
    turn: Turn | None = st.session_state.get(_TURN)
    if turn is None or turn.future.done():
        st.rerun()
    with st.container(key="reading", horizontal=True, vertical_alignment="center"):
        before = line().before(turn.future)
        told = text.count("readings_before", before) if before else text.say("reading")
        st.html(f'<p class="reading" role="status">{escape(told)}</p>')
        st.button(text.say("reading_cancel"), key="reading_cancel", icon=":material/close:", on_click=cancel)


def _leave() -> Turn | None:
    """The visit waits no longer. -> what it waited for"""
    state = st.session_state
    turn: Turn | None = state.pop(_TURN, None)
    if turn is not None:
        state[_OVER] = over() + 1
    return turn


def over() -> int:
    """How many of the visit's readings are over: a picture that waits for one learns from it that it came."""
    return st.session_state.get(_OVER, 0)
