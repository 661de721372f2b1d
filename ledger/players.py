"""The names that are remembered."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from ledger.checks import clean, key_of, name_of
from ledger.errors import EntryError, MissingError
from ledger.models import PlayerRow, SeatRow
from ledger.records import Player
from ledger.rows import remembered, touch, whole_night
from ledger.store import Book, forget_for_good


def list_players(book: Book) -> tuple[Player, ...]:
    """All remembered players, those who play most first."""
    nights = func.count(SeatRow.id)
    query = (
        select(PlayerRow, nights)
        .outerjoin(SeatRow, SeatRow.player_id == PlayerRow.id)
        .group_by(PlayerRow.id)
        .order_by(nights.desc(), PlayerRow.name)
    )
    with book.read() as session:
        return tuple(Player(row.id, row.name, count) for row, count in session.execute(query))


def add_player_name(book: Book, name: str) -> Player:
    """Remember a name. Raises EntryError."""
    with book.write() as session:
        return record_of(session, remembered(session, name))


def find_player(book: Book, name: str) -> Player:
    """The player of a name, letters' case aside. Raises MissingError."""
    with book.read() as session:
        return record_of(session, row_of(session, name))


def rename_player(book: Book, player_id: str, name: str) -> Player:
    """Give a player another name, in all games.

    Raises EntryError when another player has it: two players are not made one by a name.
    """
    name = name_of(name)
    with book.write() as session:
        row = _by_id(session, player_id)
        other = session.scalars(select(PlayerRow).where(PlayerRow.key == key_of(name))).one_or_none()
        if other is not None and other.id != row.id:
            raise EntryError("twice", f"name: {name!r} is another player's; choose another one.", value=name)
        row.name, row.key = name, key_of(name)
        _touch_nights(session, row)
        record = record_of(session, row)
    forget_for_good(book)
    return record


def delete_player(book: Book, player_id: str) -> None:
    """Delete a player's name for good. The games stay, with a player without a name. Raises MissingError."""
    with book.write() as session:
        row = _by_id(session, player_id)
        _touch_nights(session, row)
        for seat in session.scalars(select(SeatRow).where(SeatRow.player_id == row.id)):
            seat.player_id = None
        session.flush()
        session.delete(row)
    forget_for_good(book)


def row_of(session: Session, name: str) -> PlayerRow:
    """The row of a name. Raises MissingError."""
    row = session.scalars(select(PlayerRow).where(PlayerRow.key == key_of(clean(name)))).one_or_none()
    if row is None:
        raise MissingError(
            "no_player", f"player {clean(name)[:40]!r}: the log does not know this name; see the list."
        )
    return row


def record_of(session: Session, row: PlayerRow) -> Player:
    """A player as a record."""
    nights = session.scalar(select(func.count()).where(SeatRow.player_id == row.id))
    return Player(row.id, row.name, nights or 0)


def _by_id(session: Session, player_id: str) -> PlayerRow:
    row = session.get(PlayerRow, player_id)
    if row is None:
        raise MissingError("no_player", "the log does not know this player; the name may have been deleted.")
    return row


def _touch_nights(session: Session, row: PlayerRow) -> None:
    """Other devices that show the player's games are to look again."""
    for night_id in session.scalars(select(SeatRow.night_id).where(SeatRow.player_id == row.id)).all():
        touch(whole_night(session, night_id))
