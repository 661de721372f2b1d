"""What lies on the table is kept in the log as it goes: after each answer, so that a closed phone loses nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from ledger import nights
from ledger.errors import ChangedError
from ledger.labels import corrections_of, edits_of
from ledger.photos import hash_of, read_photo
from ledger.readings import restore
from ledger.records import Layout, Night, PhotoRef
from ledger.rows import SEASONS
from ui import byhand, switches, text, trouble
from ui.book import book, go_to, night_here, seat_here
from ui.table import Saved, Table, open_photo
from vision.games import GAMES
from vision.observe import Edit

TRIES = 5
"""How often a change is repeated when other devices come first."""


def begin(table: Table) -> None:
    """Start a night with what lies on the table: one player, whose name may follow."""
    with trouble.told():
        game = table.reading.game
        night = nights.start_night(book(), game, players=[""], rules=switches.current(game))
        place(table, night, night.seats[0].id)


def place(table: Table, night: Night, seat: str | None) -> None:
    """Lay a table before a player. Raises LedgerError."""
    photo = None
    if table.data:
        night = nights.add_photo(book(), night.id, seat, table.data, table.reading)
        photo = hash_of(table.data)
        for other in table.more:
            night = nights.add_photo(book(), night.id, seat, other.data)
    table.saved = Saved(night.id, seat, photo, night.revision)
    _note(table, night)
    _note(table, _write(table))
    go_to(night.id, seat)


def add_photo(table: Table, data: bytes) -> None:
    """Keep a further photo of the table, whose reading is now one of all its photos. Raises LedgerError."""
    saved = table.saved
    if saved is not None:
        nights.add_photo(book(), saved.night, saved.seat, data)
        keep_reading(table)


def keep_reading(table: Table) -> None:
    """Keep another reading of the table's photo. Raises LedgerError."""
    saved = table.saved
    if saved is not None:
        _note(table, nights.add_photo(book(), saved.night, saved.seat, table.data, table.reading))
        _note(table, _write(table))


def tell(table: Table, *edits: Edit) -> None:
    """Players' words.

    Like the changes below, told and kept in one go: Streamlit may end a run wherever it looks at the visit's state, as
    `trouble.told` does first, and nothing within looks at it.
    """
    with trouble.told():
        for edit in edits:
            table.tell(edit)
        _save(table, lambda told: [*told, *edits])


def undo(table: Table) -> None:
    """Take the last word back."""
    if table.told:
        with trouble.told():
            gone = table.edits[table.told - 1]
            table.undo()
            _save(table, lambda told: [edit for edit in told if edit != gone])


def redo(table: Table) -> None:
    """Tell a word again that was taken back."""
    if table.told < len(table.edits):
        with trouble.told():
            again = table.edits[table.told]
            table.redo()
            _save(table, lambda told: [*told, again])


def set_rules(table: Table, rules: Any) -> None:
    """Switch the rules of the table's night, if it has one."""
    if table.saved is not None:
        with trouble.told():
            _note(table, nights.set_rules(book(), table.saved.night, rules))


def open_table(night: Night, seat: str | None) -> Table | None:
    """What lies before a player, as the log has it; None where nothing does. Raises LedgerError."""
    layout = night.layout(seat)
    if layout is None or layout.state is None:
        return None
    read = [photo for photo in layout.photos if photo.reading is not None]
    if read:
        table = _with_photo(read[-1], layout, night.game)
    elif GAMES[night.game].can_be_entered:
        table = byhand.lay_out(GAMES[night.game].rules.parse_state(layout.state))
    else:
        return None
    table.saved = Saved(night.id, seat, read[-1].hash if read else None, night.revision)
    _note(table, night)
    return table


def _with_photo(photo: PhotoRef, layout: Layout, game: str) -> Table:
    unread = open_photo(read_photo(book(), photo.hash), text.say("photo"), game)
    # Photos without a reading of their own were read together with this one.
    more = [
        open_photo(read_photo(book(), it.hash), text.say("photo"), game)
        for it in layout.photos
        if it.reading is None
    ]
    reading = restore(photo.reading or {}, game, layout.state or {})
    edits = list(edits_of(layout.corrections, photo.hash))
    return Table(
        unread.photo, reading, unread.picture, data=unread.data, edits=edits, told=len(edits), more=more
    )


@st.fragment(run_every=2)
def follow(revision: int) -> None:
    """Look now and then whether another device changed the night; the page is then drawn again.

    revision: the night as the page shows it.
    """
    table: Table | None = st.session_state.get("table")
    with trouble.told(anew=False):
        night = st.query_params.get("night")
        if night is None:
            return
        if table and table.saved and table.saved.night == night:
            revision = max(revision, table.saved.revision)
        if nights.revision_of(book(), night) == revision:
            return
    st.rerun()


def _refresh(table: Table, night: Night) -> None:
    """Take over what another device changed."""
    saved = table.saved
    if saved is None:
        return
    if _kept(night, saved) != saved.edits and (other := open_table(night, saved.seat)) is not None:
        other.lit, other.focus = table.lit, table.focus
        other.mending, other.flat = table.mending, table.flat
        # The browser has the picture already, and counts its taps on it.
        other.picture, other.answered = table.picture, table.answered
        st.session_state["table"] = other
    else:
        _note(table, night)
    switches.put(night.rules)


def _save(table: Table, repeat: Callable[[list[Edit]], list[Edit]]) -> None:
    """Save the table; where another device was first, `repeat` the change on what it left."""
    if table.saved is None:
        return
    for attempt in range(TRIES):
        try:
            _note(table, _write(table))
            return
        except ChangedError:
            if attempt == TRIES - 1:
                raise
        night = nights.load_night(book(), table.saved.night)
        theirs = _kept(night, table.saved)
        if theirs != table.saved.edits:
            table.edits = repeat(list(theirs))
            table.told = len(table.edits)
        _note(table, night)


def _write(table: Table) -> Night:
    saved = table.saved
    assert saved is not None
    edits = table.edits[: table.told]
    corrections = None
    if saved.photo is not None:
        own = corrections_of(table.laid(edits), edits, saved.photo)
        corrections = [*saved.others, *own]
    state = table.mended.state
    return nights.save_layout(
        book(), saved.night, saved.seat, state, corrections=corrections, expecting=saved.revision
    )


def _note(table: Table, night: Night) -> None:
    """Remember what the log has of the table."""
    saved = table.saved
    assert saved is not None
    layout = night.layout(saved.seat)
    saved.revision = night.revision
    saved.edits = _kept(night, saved)
    saved.others = tuple(it for it in layout.corrections if it.photo != saved.photo) if layout else ()
    saved.places = goal_places(night, saved.seat)


def _kept(night: Night, saved: Saved) -> Sequence[Edit]:
    layout: Layout | None = night.layout(saved.seat)
    return edits_of(layout.corrections, saved.photo or "") if layout else ()


def goal_places(night: Night, seat: str | None) -> tuple[int | None, ...]:
    """The places that a player took in the seasons' goals so far, in the seasons' order."""
    if not night.goals:
        return ()
    places = {goal.season: goal.places.get(seat or "") for goal in night.goals}
    return tuple(places.get(season) for season in range(1, SEASONS + 1))


def here() -> Night | None:
    """The night that the address names, with its table laid out; what is wrong with it is said."""
    if "night" not in st.query_params:
        return None
    with trouble.told(anew=False):
        night = night_here()
        if night is not None:
            _lay(night)
        return night
    return None


def _lay(night: Night) -> None:
    state = st.session_state
    seat = seat_here(night)
    name = seat.id if seat else None
    saved = state["table"].saved if "table" in state else None
    if saved is None or (saved.night, saved.seat) != (night.id, name):
        for left in ("table", "unread"):
            state.pop(left, None)
        switches.put(night.rules)
        table = open_table(night, name)
        if table is not None:
            state["table"] = table
    elif saved.revision != night.revision:
        _refresh(state["table"], night)
