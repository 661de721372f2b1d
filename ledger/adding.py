"""A game that is over, written down at once: what `pomona log add` does."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ledger.errors import EntryError
from ledger.photos import take
from ledger.records import Night
from ledger.rows import saved
from ledger.steps import new_night, put_photo, put_state, seat_player
from ledger.store import Book, now


@dataclass(frozen=True, slots=True)
class Played:
    """What lay on the table at the end: a state, its photo if there is one, and what was read in it."""

    state: Mapping[str, Any]
    photo: bytes | None = None
    reading: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Guest:
    """A player, with the side of a board that all share."""

    name: str
    side: str | None = None


def add_night(
    book: Book,
    guests: Sequence[Guest],
    layouts: Sequence[Played],
    *,
    date: dt.date | None = None,
    place: str = "",
    note: str = "",
    rules: Any = None,
) -> Night:
    """Log a finished game in one transaction.

    Args:
        guests: the players in their order.
        layouts: one for each player in that order; or one for a board that all share.

    Raises EntryError, StateError, RulesError, PhotoError.
    """
    shared = len(layouts) == 1 and (len(guests) > 1 or any(guest.side for guest in guests))
    if not layouts or (not shared and len(layouts) != len(guests)):
        raise EntryError(
            "unequal",
            f"{len(guests)} players and {len(layouts)} layouts: give one for each player, or one for all.",
        )
    games = {str(layout.state.get("game")) for layout in layouts}
    if len(games) > 1:
        raise EntryError(
            "several_games", f"layouts of {' and '.join(sorted(games))}: log them as games of their own."
        )
    pictures = [None if layout.photo is None else take(layout.photo) for layout in layouts]
    row = new_night(games.pop(), date, place, note, rules)
    with book.write() as session:
        session.add(row)
        session.flush()
        seats = [seat_player(session, row, guest.name, guest.side).id for guest in guests]
        owners = [None] if shared else seats
        for seat_id, layout, picture in zip(owners, layouts, pictures, strict=True):
            if picture is not None:
                put_photo(book, session, row, seat_id, picture, layout.reading)
            put_state(row, seat_id, layout.state)
        row.ended = now()
        return saved(session, row)
