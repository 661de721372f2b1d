"""What a visitor can set: the language."""

from __future__ import annotations

import streamlit as st

from ui import held, text


def show() -> None:
    """A small button at the head of every page, and what opens from it."""
    with st.popover(text.say("settings"), icon=":material/translate:", key="settings"):
        key = held.key_of("language_choice", text.language())
        st.segmented_control(
            text.say("language"),
            list(text.LANGUAGES),
            required=True,
            default=text.language(),
            format_func=lambda code: text.LANGUAGES[code][0],
            key=key,
            on_change=lambda: text.choose_language(st.session_state[key]),
        )
