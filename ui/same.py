"""Further photos of what lies on the table: all are read together, so that one shows what another hides."""

from __future__ import annotations

import streamlit as st

from scoring.errors import PomonaError
from ui import keeping, text
from ui.table import Table, open_photo
from vision.errors import MatchError
from vision.games import GAMES
from vision.observe import read_together
from vision.photo import MAX_BYTES

WANTED = "wanted_same"
"""Where a chosen photo waits until the page is drawn."""


def can_be(table: Table) -> bool:
    """Whether further photos of this table can be read."""
    return bool(table.data) and GAMES[table.reading.game].can_be_combined


def show(table: Table) -> None:
    """The place for one more photo."""
    if not can_be(table):
        return
    # Another one for each photo: the last one's name would stand there.
    key = f"photo_same_{table.picture.token}_{len(table.more)}"

    def uploaded() -> None:
        file = st.session_state[key]
        if file is not None:
            st.session_state[WANTED] = (file.getvalue(), file.name)

    with st.container(key="same"):
        st.file_uploader(
            text.say("photo_same"),
            type=None,
            max_upload_size=MAX_BYTES // 2**20,
            help=text.say("photo_same_help"),
            key=key,
            on_change=uploaded,
        )
        if table.more:
            st.html(f'<p class="how">{text.say("photos_together", count=1 + len(table.more))}</p>')


def add(table: Table, data: bytes, name: str) -> None:
    """Read one more photo together with those before it. What was mended stays.

    Raises PomonaError when it cannot be read, or shows something else.
    """
    other = open_photo(data, name, table.reading.game)
    photos = [table.photo, *(it.photo for it in table.more), other.photo]
    try:
        reading = read_together(photos, table.reading.game)
    except MatchError as error:
        raise PomonaError(text.say("same_not", name=name)) from error
    table.read_again(reading)
    table.more.append(other)
    keeping.add_photo(table, data)
