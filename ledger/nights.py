"""A game night from its start to its result. Each call is one transaction, and answers with the night as it is then.

night = start_night(book, "espalier", players=["Ann", "Ben"])
night = add_photo(book, night.id, seat, data, reading)        # once for each photo
night = save_layout(book, night.id, seat, reading.state)      # after each mending
night = finish_night(book, night.id)
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, select

from ledger import scores
from ledger.checks import MAX_NOTE, MAX_PLACE, is_hex, short
from ledger.errors import EntryError, MissingError
from ledger.models import ID, LayoutPhotoRow, LayoutRow, NightRow, SeatRow
from ledger.photos import let_go, take
from ledger.readings import dump
from ledger.records import Correction, Night
from ledger.rows import (
    layout_row,
    night_record,
    rerank,
    rescore,
    saved,
    seat_row,
    whole_night,
)
from ledger.steps import (
    checked_reading,
    new_night,
    put_photo,
    put_state,
    seat_player,
    side_of,
    sit,
    start,
)
from ledger.store import Book, now

if TYPE_CHECKING:
    from vision.observe import Reading

MAX_MINUTES = 7 * 24 * 60


def start_night(
    book: Book,
    game: str,
    *,
    players: Iterable[str] = (),
    date: dt.date | None = None,
    place: str = "",
    note: str = "",
    rules: Any = None,
) -> Night:
    """Begin a game; the players' names are remembered.

    Args:
        players: names in the order around the table; an empty one is a player without a name.
        date: today by default.
        rules: the switches that are on, the game's `Rules` or JSON; all by default.

    Raises EntryError, RulesError, DatabaseError, as all calls here do for what they are given.
    """
    row = new_night(game, date, place, note, rules)
    with book.write() as session:
        session.add(row)
        session.flush()
        for name in players:
            seat_player(session, row, name)
        return night_record(row)


def load_night(book: Book, night_id: str) -> Night:
    """A night in full. Raises MissingError."""
    with book.read() as session:
        return night_record(whole_night(session, night_id))


def find_night(book: Book, beginning: str) -> str:
    """The id of the night that begins so, as people type it.

    Raises MissingError where there is none, EntryError where several begin so.
    """
    with book.read() as session:
        known = select(NightRow.id).where(NightRow.id.startswith(beginning)).limit(2)
        found = session.scalars(known).all() if is_hex(beginning, ID, whole=False) else []
        if len(found) > 1:
            raise EntryError("several", f"game {beginning!r}: several begin so; write more of it.")
        return found[0] if found else whole_night(session, beginning).id


def revision_of(book: Book, night_id: str) -> int:
    """How often a night was changed: what a device asks to learn that another one changed it. Raises MissingError."""
    with book.read() as session:
        found = session.scalar(select(NightRow.revision).where(NightRow.id == night_id))
    if found is None:
        raise MissingError("no_night", "the log does not hold this game; it may have been deleted.")
    return found


def describe_night(
    book: Book,
    night_id: str,
    *,
    date: dt.date | None = None,
    place: str | None = None,
    note: str | None = None,
) -> Night:
    """Change what is said about a night; what is None stays."""
    with book.write() as session:
        row = whole_night(session, night_id)
        row.date = row.date if date is None else date
        row.place = row.place if place is None else short(place, "place", MAX_PLACE)
        row.note = row.note if note is None else short(note, "note", MAX_NOTE, lines=True)
        return saved(session, row)


def set_rules(book: Book, night_id: str, rules: Any) -> Night:
    """Switch the rules of a night; all its layouts are scored again."""
    with book.write() as session:
        row = whole_night(session, night_id)
        row.rules = scores.checked_rules(scores.game_row(row.game), rules)
        rescore(row)
        return saved(session, row)


def add_player(
    book: Book, night_id: str, name: str, *, side: str | None = None, starts: bool = False
) -> Night:
    """Seat a player.

    side: the player's part of a board that all share: the flowers' colour in Trellis, the owner in Arbor II.
    """
    with book.write() as session:
        row = whole_night(session, night_id)
        seat_player(session, row, name, side, starts)
        rescore(row)
        return saved(session, row)


def change_seat(
    book: Book,
    night_id: str,
    seat_id: str,
    *,
    name: str | None = None,
    side: str | None = None,
    starts: bool | None = None,
) -> Night:
    """Let another player sit there, or change the side; what is None stays, an empty text takes it away."""
    with book.write() as session:
        row = whole_night(session, night_id)
        seat = seat_row(row, seat_id)
        if seat is None:
            raise EntryError("no_seat", "seat: say which one.")
        if name is not None:
            sit(session, row, seat, name)
        if side is not None:
            seat.side = side_of(row, side, seat)
        if starts is not None:
            start(row, seat, starts)
        rerank(row)
        return saved(session, row)


def remove_player(book: Book, night_id: str, seat_id: str) -> Night:
    """Take a player from the table, with the layout and all that belongs to it."""
    with book.write() as session:
        row = whole_night(session, night_id)
        seat_row(row, seat_id)
        session.execute(delete(SeatRow).where(SeatRow.night_id == night_id, SeatRow.id == seat_id))
        session.expire_all()
        row = whole_night(session, night_id)
        for number, seat in enumerate(row.seats, start=1):
            seat.number = number
        rescore(row)
        night = saved(session, row)
    let_go(book)
    return night


def add_photo(
    book: Book,
    night_id: str,
    seat_id: str | None,
    data: bytes,
    reading: Reading | Mapping[str, Any] | None = None,
) -> Night:
    """Keep a photo of a layout, with what was read in it. A photo that is there already takes the new reading.

    Args:
        seat_id: None for a board that all share.
        data: the file's bytes. Where it was taken is left out of what is kept.
        reading: the reading, or one in the form of `readings.dump`.

    Raises PhotoError when it is no picture that can be read.
    """
    picture = take(data)
    told = _reading_json(reading)
    with book.write() as session:
        row = whole_night(session, night_id)
        put_photo(book, session, row, seat_id, picture, told)
        return saved(session, row)


def set_reading(
    book: Book, night_id: str, seat_id: str | None, photo: str, reading: Reading | Mapping[str, Any] | None
) -> Night:
    """Replace what was read in a photo: read again, or with corners that a player marked. Raises MissingError."""
    told = _reading_json(reading)
    with book.write() as session:
        row = whole_night(session, night_id)
        for kept in layout_row(row, seat_id, make=False).photos:
            if kept.photo_hash == photo:
                kept.reading = checked_reading(row.game, told)
                return saved(session, row)
        raise MissingError("no_photo", f"photo {photo[:12]!r}: this player's layout does not have it.")


def remove_photo(book: Book, night_id: str, seat_id: str | None, photo: str) -> Night:
    """Take a photo from a layout, with its labelled examples; the state stays. Raises MissingError."""
    with book.write() as session:
        row = whole_night(session, night_id)
        layout = layout_row(row, seat_id, make=False)
        left = [kept for kept in layout.photos if kept.photo_hash != photo]
        if len(left) == len(layout.photos):
            raise MissingError("no_photo", f"photo {photo[:12]!r}: this player's layout does not have it.")
        session.execute(
            delete(LayoutPhotoRow).where(
                LayoutPhotoRow.layout_id == layout.id, LayoutPhotoRow.photo_hash == photo
            )
        )
        layout.corrections = [it for it in layout.corrections if it.photo_hash != photo]
        session.flush()
        session.refresh(layout, ["photos"])
        night = saved(session, row)
    let_go(book)
    return night


def save_layout(
    book: Book,
    night_id: str,
    seat_id: str | None,
    state: Any,
    *,
    corrections: Sequence[Correction] | None = None,
    expecting: int | None = None,
) -> Night:
    """Save what lies before a player, mended so far, and score it.

    Args:
        seat_id: None for a board that all share.
        state: the game's `State`, or its JSON.
        corrections: all labelled examples of this layout; None leaves those that are there.
        expecting: the revision that the caller looked at.

    Raises ChangedError when the night was changed since `expecting`.
    """
    with book.write() as session:
        row = whole_night(session, night_id, expecting)
        put_state(row, seat_id, state, corrections)
        return saved(session, row)


def clear_layout(book: Book, night_id: str, seat_id: str | None) -> Night:
    """Take away what was saved for a player, photos and all, to begin anew. Raises MissingError."""
    with book.write() as session:
        row = whole_night(session, night_id)
        layout = layout_row(row, seat_id, make=False)
        session.execute(delete(LayoutRow).where(LayoutRow.id == layout.id))
        session.expire_all()
        row = whole_night(session, night_id)
        rerank(row)
        night = saved(session, row)
    let_go(book)
    return night


def finish_night(book: Book, night_id: str, minutes: int | None = None) -> Night:
    """Say that the game is over, and how long it took if that was measured. It can still be changed."""
    if minutes is not None and not 0 <= minutes <= MAX_MINUTES:
        raise EntryError(
            "bad_minutes",
            f"minutes: {minutes} is not allowed; allowed: 0 to {MAX_MINUTES}.",
            bound=MAX_MINUTES,
        )
    with book.write() as session:
        row = whole_night(session, night_id)
        row.ended, row.minutes = row.ended or now(), row.minutes if minutes is None else minutes
        return saved(session, row)


def delete_night(book: Book, night_id: str) -> None:
    """Delete a game with all that belongs to it; its photos too, unless another game has them. Raises MissingError."""
    with book.write() as session:
        whole_night(session, night_id)
        session.execute(
            delete(NightRow).where(NightRow.id == night_id)
        )  # and the database all that belongs to it
    let_go(book)


def _reading_json(reading: Reading | Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    return reading if reading is None or isinstance(reading, Mapping) else dump(reading)
