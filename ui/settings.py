"""What a visitor can set: the language. The browser is told of it, and so are the words on Streamlit's own widgets."""

from __future__ import annotations

import streamlit as st

from ui import held, text
from vision.photo import MAX_BYTES


def tell_browser() -> None:
    """Say to screen readers which language it is, and to the style sheet what Streamlit's own widgets say."""
    said = {
        "choose-file": text.say("file_choose"),
        "file-limit": text.say("file_limit", megabytes=MAX_BYTES // 2**20),
        "apply": text.say("apply"),
        "apply-lines": text.say("apply_lines"),
    }
    style = " ".join(f'--{name}: "{words}";' for name, words in said.items())
    st.html(
        f'<style>:root {{ {style} }}</style><script>document.documentElement.lang = "{text.language()}"</script>',
        unsafe_allow_javascript=True,
    )


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
