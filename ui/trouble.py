"""What goes wrong is said on the page in one line; what was there stays."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from scoring.errors import PomonaError
from ui import text

_log = logging.getLogger(__name__)


@contextmanager
def told(fault: str | None = None, forget: str | None = None, *, anew: bool = True) -> Iterator[None]:
    """Keep what goes wrong for `show`.

    fault: what is said when the fault is ours; forget: what the visit then no longer holds; anew: whether what was
    said before is over, as it is when a player does something.
    """
    state = st.session_state
    if anew:
        state.pop("trouble", None)
    try:
        yield
    except PomonaError as error:
        state["trouble"] = text.error(error)
    except Exception:
        # A fault of ours. The page and what lies on the table outlive it; the terminal has the details.
        fault = fault or text.say("fault")
        _log.exception("%s", fault)
        state["trouble"] = fault
        if forget is not None:
            state.pop(forget, None)


@contextmanager
def said() -> Iterator[None]:
    """Say at once what goes wrong with the log, in the place of what would stand there."""
    try:
        yield
    except PomonaError as error:
        st.error(text.plain(text.error(error)), icon=":material/error:")


def show() -> bool:
    """Say what went wrong last. -> whether anything did"""
    st.session_state["trouble_shown"] = st.session_state.get("trouble")
    if "trouble" not in st.session_state:
        return False
    with st.container(key="message"):
        st.error(text.plain(st.session_state["trouble"]), icon=":material/error:")
    return True


def is_new() -> bool:
    """Whether the page shows another message than it should, or none."""
    return st.session_state.get("trouble") != st.session_state.get("trouble_shown")
