"""Further photos of what lies on the table: all are read together, so that one shows what another hides."""

from __future__ import annotations

from concurrent.futures import Future
from functools import partial

import streamlit as st

from scoring.errors import PomonaError
from ui import keeping, readings, switches, text, trouble
from ui.pictures import Picture
from ui.table import Table, Unread, open_photo
from vision.errors import MatchError
from vision.games import GAMES
from vision.observe import Reading, read_together
from vision.photo import MAX_BYTES


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
            readings.want(partial(add, table, file.getvalue(), file.name))

    with st.container(key="same"):
        st.file_uploader(
            text.of_game(table.reading.game, "photo_same"),
            type=None,
            max_upload_size=MAX_BYTES // 2**20,
            help=text.say("photo_same_help"),
            key=key,
            on_change=uploaded,
            disabled=readings.going(),
        )
        if table.more:
            st.html(f'<p class="how">{text.say("photos_together", count=1 + len(table.more))}</p>')


def add(table: Table, data: bytes, name: str) -> None:
    """Line up one more photo to be read together with those before it. What was mended stays."""
    game = table.reading.game
    with trouble.told(text.say("broken", name=name)):
        other = open_photo(data, name, game)
        photos = [table.photo, *(it.photo for it in table.more), other.photo]
        rules = switches.current(game)
        readings.ask(partial(read_together, photos, game, rules), partial(_finish, table.picture, other))


def _finish(picture: Picture, other: Unread, done: Future[Reading]) -> None:
    """Take over what all photos say together, if the first one still lies there."""
    table: Table | None = st.session_state.get("table")
    name = other.photo.name
    with trouble.told(text.say("broken", name=name)):
        try:
            reading = done.result()
        except MatchError as error:
            raise PomonaError(text.of_game(other.game, "same_not", name=name)) from error
        if table is not None and table.picture is picture:
            table.read_again(reading)
            table.more.append(other)
            keeping.add_photo(table, other.data)
