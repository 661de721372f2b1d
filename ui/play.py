"""The page on which a photo becomes a score: picture and sheet, doubts settled, rules switched."""

from __future__ import annotations

import logging

import streamlit as st

from scoring.errors import PomonaError
from ui import canvas, doubts, sheet, switches, text
from ui.samples import Sample, list_samples
from ui.table import Table, read_photo
from vision.games import GAMES
from vision.photo import MAX_BYTES

_log = logging.getLogger(__name__)


def show() -> None:
    """Lay out the page."""
    state = st.session_state
    _header()
    if wanted := state.pop("wanted", None):
        _read(*wanted)
    _message()
    if "table" in state:
        _board()
    _intake(list_samples(state["game"]), first="table" not in state)


def _header() -> None:
    with st.container(key="header", horizontal=True, vertical_alignment="center"):
        st.html(f'<h1 class="brand">{text.say("title")}</h1>')
        st.segmented_control(
            text.say("game"),
            [*GAMES],
            required=True,
            default=next(iter(GAMES)),
            format_func=lambda name: GAMES[name].title,
            key="game",
            label_visibility="collapsed",
        )


def _intake(samples: tuple[Sample, ...], first: bool) -> None:
    with st.container(key="intake"):
        if first:
            st.html(f'<p class="claim">{text.say("claim")}</p>')
        with st.container(key="upload"):
            st.file_uploader(
                text.say("photo" if first else "photo_new"),
                type=None,  # judged by content: phones give photos all sorts of names
                max_upload_size=MAX_BYTES // 2**20,
                help=text.say("photo_help", megabytes=MAX_BYTES // 2**20),
                key="photo",
                on_change=_uploaded,
            )
            st.html(f'<p class="how">{text.say("how")}</p>')
        if samples:
            st.html(f'<h2>{text.say("samples")}</h2><p class="how">{text.say("samples_note")}</p>')
            with st.container(key="sample"):
                for number, sample in enumerate(samples):
                    st.button(
                        text.plain(sample.title),
                        key=f"sample_{number}",
                        on_click=_sampled,
                        args=(sample,),
                        width="stretch",
                    )
    _style(samples)


def _style(samples: tuple[Sample, ...]) -> None:
    """What the style sheet cannot know: the texts and pictures on Streamlit's own widgets."""
    rules = [f'.st-key-photo {{ --choose: "{text.say("photo_choose")}" }}']
    for number, sample in enumerate(samples):
        rules.append(f'.st-key-sample_{number} button {{ --photo: url("{sample.thumbnail.url}") }}')
    st.html(f"<style>{' '.join(rules)}</style>")


def _uploaded() -> None:
    file = st.session_state["photo"]
    if file is not None:
        st.session_state["wanted"] = (file.getvalue(), file.name, None)


def _sampled(sample: Sample) -> None:
    st.session_state["wanted"] = (sample.path.read_bytes(), sample.path.name, sample.total)


def _read(data: bytes, name: str, truth: int | None) -> None:
    """Put a photo on the table. When that fails, what lies there stays and a message says why."""
    state = st.session_state
    state.pop("trouble", None)
    try:
        with st.spinner(text.say("reading")):
            state["table"] = read_photo(data, name, state["game"], truth)
    except PomonaError as error:
        state["trouble"] = str(error)
    except Exception:
        # A fault of ours. The page and what lies on the table outlive it; the terminal has the details.
        _log.exception("reading %r failed", name)
        state["trouble"] = text.say("broken", name=name)


def _message() -> None:
    state = st.session_state
    advice = state["table"].reading.seen.advice if "table" in state else ()
    if "trouble" not in state and not advice:
        return
    with st.container(key="message"):
        if "trouble" in state:
            st.error(text.plain(state["trouble"]), icon=":material/error:")
        else:
            for line in advice:
                st.info(text.plain(line.message), icon=":material/photo_camera:")


@st.fragment
def _board() -> None:
    """All that changes with a tap. A fragment: the rest of the page is left alone."""
    table: Table = st.session_state["table"]
    rules = switches.current(table.reading.game)
    verdict, overlay = table.judged(rules)
    with st.container(key="board"):
        left, right = st.columns([3, 2], gap="large")
        with left:
            canvas.show(table, verdict, overlay, on_tap=_tapped)
            doubts.show(table, verdict, overlay)
        with right:
            sheet.show_total(verdict, table.truth)
            sheet.show_lines(table, verdict, overlay)
            switches.show(table.reading.game)


def _tapped() -> None:
    table: Table = st.session_state["table"]
    table.lit = None
    table.focus = canvas.tapped()
