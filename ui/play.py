"""The page on which a photo becomes a score: picture and sheet, doubts settled, rules switched."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from scoring.errors import PomonaError
from ui import canvas, doubts, sheet, switches, text
from ui.samples import Sample, list_samples
from ui.table import Table, Unread, open_photo, read_photo
from vision.games import GAMES
from vision.observe import Quad
from vision.photo import MAX_BYTES

_log = logging.getLogger(__name__)


def show() -> None:
    """Lay out the page."""
    state = st.session_state
    _header()
    if wanted := state.pop("wanted", None):
        _read(*wanted)
    if marked := state.pop("marked", None):
        _read_on(*marked)
    _message()
    if "unread" in state:
        _unread(state["unread"])
    if "table" in state:
        _board()
    _intake(list_samples(state["game"]), first="table" not in state)


def _header() -> None:
    with st.container(key="header", horizontal=True, vertical_alignment="center"):
        st.html(f'<h1 class="brand">{text.say("title")}</h1>')
        st.segmented_control(
            text.say("game"),
            [name for name, game in GAMES.items() if game.reads_photos],
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
    state.pop("unread", None)
    with _trouble_told(name):
        photo = open_photo(data, name, state["game"], truth)
        # Kept while it cannot be read: a player may mark where the tiles lie.
        if GAMES[photo.game].can_be_marked:
            state["unread"] = photo
        state["table"] = read_photo(photo)
        state.pop("unread", None)


def _read_on(photo: Unread, corners: Quad) -> None:
    """Read a photo again from the corners that a player marked in it."""
    # Counted for the picture, which waits for an answer even when that leaves all as it was.
    st.session_state["attempts"] = st.session_state.get("attempts", 0) + 1
    with _trouble_told(photo.photo.name):
        st.session_state["table"] = read_photo(photo, corners)
        st.session_state.pop("unread", None)


@contextmanager
def _trouble_told(name: str) -> Iterator[None]:
    """Show that a photo is being read; keep what goes wrong for the message."""
    state = st.session_state
    state.pop("trouble", None)
    try:
        with st.spinner(text.say("reading")):
            yield
    except PomonaError as error:
        state["trouble"] = str(error)
    except Exception:
        # A fault of ours. The page and what lies on the table outlive it; the terminal has the details.
        _log.exception("reading %r failed", name)
        state["trouble"] = text.say("broken", name=name)
        state.pop("unread", None)


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


def _unread(photo: Unread) -> None:
    """A photo in which no layout was found, to mark one tile in it."""
    with st.container(key="unread"):
        canvas.show_unread(photo, on_mark=_marked_unread)


@st.fragment
def _board() -> None:
    """All that changes with a tap. A fragment: the rest of the page is left alone."""
    if "marked" in st.session_state:
        st.rerun()  # a new reading changes the whole page
    table: Table = st.session_state["table"]
    rules = switches.current(table.reading.game)
    verdict, overlay = table.judged(rules)
    with st.container(key="board"):
        left, right = st.columns([3, 2], gap="large")
        with left:
            canvas.show(table, verdict, overlay, on_tap=_tapped, on_mark=_marked)
            doubts.show(table, verdict, overlay)
        with right:
            sheet.show_total(verdict, table.truth)
            sheet.show_lines(table, verdict, overlay)
            switches.show(table.reading.game)


def _tapped() -> None:
    table: Table = st.session_state["table"]
    table.lit = None
    table.focus = canvas.tapped()


def _marked() -> None:
    table: Table = st.session_state["table"]
    st.session_state["marked"] = (table.unread, canvas.marked(canvas.KEY))


def _marked_unread() -> None:
    st.session_state["marked"] = (st.session_state["unread"], canvas.marked(canvas.KEY_UNREAD))
