"""What players agreed on about their dice: a photo is read again once they say it, and what was mended stays."""

from __future__ import annotations

from concurrent.futures import Future
from functools import partial

import streamlit as st

from ui import held, keeping, readings, switches, text, trouble
from ui.pictures import Picture
from ui.table import Table
from vision.games import GAMES
from vision.observe import Reading, read

BY_PHOTO = 0
"""The choice to leave it to the photo."""
FACES = (BY_PHOTO, 5, 4, 2)


def show(table: Table) -> None:
    """The choice of the face that stands for 10, where the game's dice may be ordinary ones."""
    game = table.reading.game
    if "ten_face" not in GAMES[game].rules.Rules.model_fields:
        return
    value = switches.current(game).ten_face or BY_PHOTO
    key = held.key_of("ten_face", value)

    def changed() -> None:
        switches.switch(game, "ten_face", st.session_state[key] or None)
        keeping.set_rules(table, switches.current(game))
        if table.data:
            readings.want(partial(_line_up, table))

    with st.container(key="agreed"):
        st.segmented_control(
            text.say("ten_face"),
            FACES,
            required=True,
            default=value,
            format_func=lambda face: str(face) if face else text.say("ten_by_photo"),
            help=text.say("ten_face_help"),
            key=key,
            on_change=changed,
            disabled=readings.going(),
        )


def _line_up(table: Table) -> None:
    """Line the photo up to be read again."""
    game = table.reading.game
    again = partial(read, table.photo, game, rules=switches.current(game))
    readings.ask(again, partial(_finish, table.picture))


def _finish(picture: Picture, done: Future[Reading]) -> None:
    """Take over what the photo says under what was agreed on, if it still lies there."""
    table: Table | None = st.session_state.get("table")
    with trouble.told():
        reading = done.result()
        if table is not None and table.picture is picture:
            table.read_again(reading)
            keeping.keep_reading(table)
