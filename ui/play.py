"""The page on which a photo becomes a score: picture and sheet, doubts settled, rules switched."""

from __future__ import annotations

from concurrent.futures import Future
from functools import partial
from html import escape
from typing import Any

import streamlit as st

from ledger.records import Night, Seat
from ui import (
    agreed,
    byhand,
    canvas,
    dispute,
    doubts,
    held,
    how,
    keeping,
    readings,
    same,
    sheet,
    switches,
    text,
    trouble,
)
from ui.book import go_to, night_here, seat_here
from ui.samples import Sample, list_samples
from ui.table import Table, Unread, open_photo, read_photo
from vision.errors import OtherGameError, ReadingError
from vision.games import GAMES
from vision.observe import Quad
from vision.photo import MAX_BYTES

Whose = tuple[str, str | None] | None
"""A night and a seat in it, where a photo is read for one."""


def show() -> None:
    """Lay out the page."""
    state = st.session_state
    night = keeping.here()
    # Each part has its place, whether anything stands there or not: the browser makes anew what moves, and a photo that
    # was chosen in the part that is thrown away would go with it.
    message, seats, unread, board, intake = (st.container() for _ in range(5))
    with message:
        _message(night)
    game, whose = _game(night), _whose(night)
    with seats:
        if night is not None:
            _seats(night)
    with unread:
        if "unread" in state:
            _unread(state["unread"], whose)
    with board:
        if "table" in state:
            _board()
    with intake:
        if GAMES[game].reads_photos:
            _intake(game, whose, list_samples(game), first="table" not in state)
    if night is not None:
        keeping.follow(night.revision)


def choose_game() -> None:
    """The choice of game, for the head of the page."""
    key = held.key_of("game_choice", _game(None))

    def change() -> None:
        st.session_state["game_chosen"] = st.session_state[key]

    with st.container(key="game"):
        st.segmented_control(
            text.say("game"),
            [name for name, game in GAMES.items() if game.reads_photos],
            required=True,
            default=_game(None),
            format_func=lambda name: GAMES[name].title,
            key=key,
            on_change=change,
            label_visibility="collapsed",
        )


def _game(night: Night | None) -> str:
    """The game that photos are read as."""
    return night.game if night else st.session_state.get("game_chosen", next(iter(GAMES)))


def _seats(night: Night) -> None:
    """Whose layout is shown, in a game night."""
    seat = seat_here(night)
    names = {it.id: text.plain(_sitter(it)) for it in night.seats}

    with st.container(key="seats"):
        if seat is not None:
            key = held.key_of("sitter", seat.id)

            def change() -> None:
                go_to(night.id, st.session_state[key])

            st.segmented_control(
                text.say("players"),
                list(names),
                required=True,
                default=seat.id,
                format_func=names.__getitem__,
                key=key,
                on_change=change,
                label_visibility="collapsed",
            )
        st.html(f'<p class="how">{escape(text.say("saved_as_it_goes"))}</p>')


def _sitter(seat: Seat) -> str:
    name = text.seat(seat)
    return name if seat.points is None else f"{name} · {seat.points}"


def _whose(night: Night | None) -> Whose:
    """For whom a photo that is chosen now is read."""
    seat = seat_here(night) if night else None
    return (night.id, seat.id if seat else None) if night else None


def _intake(game: str, whose: Whose, samples: tuple[Sample, ...], first: bool) -> None:
    with st.container(key="intake"):
        claim = st.container()
        if first:
            claim.html(f'<p class="claim">{text.say("claim")}</p>')
        with st.container(key="upload"):
            st.file_uploader(
                text.say("photo" if first else "photo_new"),
                type=None,  # judged by content: phones give photos all sorts of names
                max_upload_size=MAX_BYTES // 2**20,
                help=text.say("photo_help", megabytes=MAX_BYTES // 2**20),
                key="photo",
                on_change=_uploaded,
                args=(game, whose),
            )
            if first:
                how.show()
            else:
                st.html(f'<p class="how">{text.say("how")}</p>')
                same.show(st.session_state["table"])
            if GAMES[game].can_be_entered:
                st.button(
                    text.say("by_hand"),
                    key="by_hand",
                    icon=":material/grid_on:",
                    on_click=_by_hand,
                    args=(game,),
                )
        if samples:
            st.html(f'<h2>{text.say("samples")}</h2><p class="how">{text.say("samples_note")}</p>')
            with st.container(key="sample"):
                for number, sample in enumerate(samples):
                    st.button(
                        text.plain(text.said("samples", sample.path.stem, sample.title)),
                        key=f"sample_{number}",
                        on_click=_sampled,
                        args=(sample, game, whose),
                        width="stretch",
                    )
    _style(samples)


def _style(samples: tuple[Sample, ...]) -> None:
    """What the style sheet cannot know: the texts and pictures on Streamlit's own widgets."""
    rules = [f'.st-key-upload {{ --choose: "{text.say("photo_choose")}" }}']
    for number, sample in enumerate(samples):
        rules.append(f'.st-key-sample_{number} button {{ --photo: url("{sample.thumbnail.url}") }}')
    st.html(f"<style>{' '.join(rules)}</style>")


def _uploaded(game: str, whose: Whose) -> None:
    file = st.session_state["photo"]
    if file is not None:
        readings.want(partial(_open, file.getvalue(), file.name, game, whose))


def _sampled(sample: Sample, game: str, whose: Whose) -> None:
    data = sample.path.read_bytes()
    readings.want(partial(_open, data, sample.path.name, game, whose, truth=sample.total))


def _by_hand(game: str) -> None:
    """Lay an empty sheet on the table, which no photo asked for before shall take away."""
    readings.cancel()
    with trouble.told():
        table = byhand.lay_out(GAMES[game].reader.BLANK)
        _put(table, night_here())


def _open(data: bytes, name: str, game: str, whose: Whose, truth: int | None = None) -> None:
    """Open a photo and line it up to be read. When it is none, what lies there stays and a message says why."""
    for left in ("unread", "elsewhere"):
        st.session_state.pop(left, None)
    with trouble.told(text.say("broken", name=name)):
        line_up(open_photo(data, name, game, truth), whose)


def line_up(photo: Unread, whose: Whose, corners: Quad | None = None) -> None:
    """Line a photo up to be read, from the corners that a player marked in it where they are given."""
    rules = switches.current(photo.game)
    readings.ask(partial(read_photo, photo, corners, rules), partial(_finish, photo, corners, whose))


def _finish(photo: Unread, corners: Quad | None, whose: Whose, done: Future[Table]) -> None:
    """Lay out what was read, where it was asked for. When it failed, what lies there stays and a message says why."""
    state, name = st.session_state, photo.photo.name
    with trouble.told(text.say("broken", name=name), forget="unread"):
        try:
            table = done.result()
        except ReadingError as error:
            # Kept, though it cannot be read: a player may mark where the tiles lie.
            if corners is None and GAMES[photo.game].can_be_marked:
                state["unread"] = photo
            if isinstance(error, OtherGameError):
                state["elsewhere"] = (error.game, photo.data, name)
            raise
        if other := next((it.game for it in table.reading.seen.advice if it.game), None):
            state["elsewhere"] = (other, photo.data, name)
        if whose is not None:
            go_to(*whose)
        _put(table, night_here())


def _put(table: Table, night: Night | None) -> None:
    """Lay a table out, and keep it where it belongs to a night."""
    st.session_state["table"] = table
    st.session_state.pop("unread", None)
    if night is not None:
        seat = seat_here(night)
        keeping.place(table, night, seat.id if seat else None)


def _message(night: Night | None) -> None:
    state = st.session_state
    advice = state["table"].reading.seen.advice if "table" in state else ()
    if not trouble.show() and advice:
        with st.container(key="message"):
            for line in text.advice(advice):
                st.info(text.plain(line), icon=":material/photo_camera:")
    if night is None and "elsewhere" in state:
        game = state["elsewhere"][0]
        st.button(
            text.say("switch_game", game=GAMES[game].title),
            key="switch_game",
            type="primary",
            icon=":material/swap_horiz:",
            on_click=_switch_game,
        )


def _switch_game() -> None:
    """Read the photo as the game that it shows."""
    state = st.session_state
    state["game_chosen"], data, name = state.pop("elsewhere")
    readings.want(partial(_open, data, name, state["game_chosen"], None))


def _unread(photo: Unread, whose: Whose) -> None:
    """A photo in which no layout was found, to mark one tile in it."""

    def marked() -> None:
        readings.want(partial(line_up, photo, whose, canvas.marked(canvas.KEY_UNREAD)))

    with st.container(key="unread"):
        canvas.show_unread(photo, on_mark=marked)


@st.fragment
def _board() -> None:
    """All that changes with a tap. A fragment: the rest of the page is left alone."""
    if readings.wanted() or trouble.is_new():
        st.rerun()  # a new reading, or a message, changes the whole page
    table: Table = st.session_state["table"]
    rules = _rules(table)
    with st.container(key="board"):
        left, right = st.columns([3, 2], gap="large")
        # The total first: it is what a tap waits for, and far sooner known than the doubts and the range.
        with right:
            span = sheet.show_total(table.total(rules), table.truth)
            _save(table)
        verdict, overlay = table.judged(rules)
        with span:
            sheet.show_range(verdict)
        with left:
            asked = dispute.light(table, verdict.reading, rules) if table.asking else None
            canvas.show(table, verdict, overlay, asked, on_tap=_tapped, on_mark=_marked, on_mend=answer)
            doubts.show(table, verdict, overlay)
            dispute.show(table, verdict, rules)
        with right:
            sheet.show_lines(table, verdict, overlay)
            agreed.show(table)
            switches.show(
                table.reading.game,
                verdict.reading.state,
                on_change=lambda: keeping.set_rules(table, _rules(table)),
            )


def _rules(table: Table) -> Any:
    """The rules as they are switched, with the places that the player took in the seasons' goals."""
    rules = switches.current(table.reading.game)
    places = table.saved.places if table.saved else ()
    return rules.model_copy(update={"goal_places": places}) if places else rules


def _save(table: Table) -> None:
    saved = table.saved is not None
    if st.button(
        text.say("saved" if saved else "save"),
        key="save",
        icon=":material/check:" if saved else ":material/bookmark_add:",
        disabled=saved,
    ):
        keeping.begin(table)
        st.rerun()  # now it is a night's page


def answer() -> None:
    """Answer the taps in the picture that nobody answered yet.

    Called when they come, and again by each run of a page: Streamlit ends what it does with them as soon as a player
    does something that changes the whole page.
    """
    table: Table | None = st.session_state.get("table")
    if table is None:
        return
    edits, answered = canvas.mended(table)
    if answered > table.answered:
        table.lit = table.focus = None
        if edits:
            keeping.tell(table, *edits)
        table.answered = answered


def _tapped() -> None:
    table: Table = st.session_state["table"]
    table.lit = None
    table.focus = canvas.tapped()


def _marked() -> None:
    table: Table = st.session_state["table"]
    whose = (table.saved.night, table.saved.seat) if table.saved else None
    readings.want(partial(line_up, table.unread, whose, canvas.marked(canvas.KEY)))
