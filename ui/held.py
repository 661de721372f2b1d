"""Widgets that show what is kept elsewhere: in the log, or with what lies on the table."""

from __future__ import annotations

import streamlit as st

from ui import text


def key_of(name: str, value: object) -> str:
    """The key for a widget that shows `value`, which is also given to it as its default.

    It is another key whenever the value was changed elsewhere than in the widget, so that the browser takes it for a
    new one. Setting the widget instead (`st.session_state[key] = value`) goes wrong when the page is interrupted by a
    quick tap: the browser may never hear of it, and tells with the next tap what the widget shows by itself.
    """
    state = st.session_state
    counted = f"{name}_renewed"
    times = state.get(counted, 0)
    if state.get(_key(name, times), value) != value:
        times += 1
        state[counted] = times
    return _key(name, times)


def _key(name: str, times: int) -> str:
    """In another language it is another one too: some widgets know their options by the words alone."""
    code = text.language()
    parts = (name, str(times) if times else "", code if code != text.FIRST else "")
    return "_".join(part for part in parts if part)
