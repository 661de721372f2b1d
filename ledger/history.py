"""What was played: lists of nights, a player's figures, who won by how much."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session, selectinload

from ledger.checks import key_of
from ledger.models import LayoutPhotoRow, LayoutRow, LineRow, NightRow, PlayerRow, SeatRow
from ledger.players import record_of, row_of
from ledger.records import Figures, Margin, Summary
from ledger.rows import seat_records
from ledger.scores import game_row
from ledger.store import Book

_SEATED = selectinload(NightRow.seats).selectinload(SeatRow.player)
_LATEST_FIRST = (NightRow.date.desc(), NightRow.started.desc(), NightRow.id)


def list_nights(
    book: Book,
    *,
    player: str | None = None,
    game: str | None = None,
    first: dt.date | None = None,
    last: dt.date | None = None,
    limit: int | None = None,
) -> tuple[Summary, ...]:
    """The nights, the latest first: of a player by name, of a game, from a first to a last date.

    Raises MissingError for an unknown player, EntryError for an unknown game.
    """
    query = select(NightRow).options(_SEATED).order_by(*_LATEST_FIRST)
    with book.read() as session:
        if player is not None:
            seats = select(SeatRow.night_id).where(SeatRow.player_id == row_of(session, player).id)
            query = query.where(NightRow.id.in_(seats))
        if game is not None:
            query = query.where(NightRow.game == game_row(game).name)
        if first is not None:
            query = query.where(NightRow.date >= first)
        if last is not None:
            query = query.where(NightRow.date <= last)
        nights = session.scalars(query.limit(limit)).all()
        photos = _photo_counts(session)
        return tuple(
            Summary(
                id=night.id,
                game=night.game,
                date=night.date,
                place=night.place,
                seats=seat_records(night.seats),
                ended=night.ended,
                photos=photos.get(night.id, 0),
            )
            for night in nights
        )


def player_figures(book: Book, player: str, game: str) -> Figures:
    """A player's figures in one game, over the nights in which every player has a score.

    Raises MissingError for an unknown player, EntryError for an unknown game.
    """
    with book.read() as session:
        return _figures(session, row_of(session, player), game, _scored(session, game))


def list_figures(book: Book, game: str) -> tuple[Figures, ...]:
    """The figures of all remembered players who played a game to a score, those who won most first."""
    with book.read() as session:
        nights = _scored(session, game)
        players = {seat.player for night, _ in nights for seat in night.seats if seat.player}
        found = [_figures(session, player, game, nights) for player in players]
    return tuple(sorted(found, key=lambda it: (-it.wins, -it.nights, key_of(it.player.name))))


def margins(book: Book, game: str) -> tuple[Margin, ...]:
    """Who won each night by how much, the latest first; nights alone, and without points, are left out."""
    with book.read() as session:
        return tuple(
            Margin(
                night.id,
                night.date,
                tuple(seat for seat in seat_records(night.seats) if seat.rank == 1),
                _lead(night.seats),
            )
            for night, in_points in _scored(session, game)
            if in_points and len(night.seats) > 1
        )


def _scored(session: Session, game: str) -> list[tuple[NightRow, bool]]:
    """The nights in which every player has a score, and whether it is in points.

    Where a game's sheets have no totals, what players are ranked by are no points.
    """
    name = game_row(game).name
    query = select(NightRow).options(_SEATED).where(NightRow.game == name).order_by(*_LATEST_FIRST)
    totals = select(LayoutRow.night_id).where(LayoutRow.total.is_not(None)).distinct()
    in_points = set(session.scalars(totals))
    nights = (it for it in session.scalars(query) if it.seats and all(seat.rank for seat in it.seats))
    return [(night, night.id in in_points) for night in nights]


def _figures(
    session: Session, player: PlayerRow, game: str, nights: Sequence[tuple[NightRow, bool]]
) -> Figures:
    own = [
        (night, seat, in_points)
        for night, in_points in nights
        for seat in night.seats
        if seat.player_id == player.id
    ]
    points = [seat.points for _, seat, in_points in own if in_points and seat.points is not None]
    against = [it for it in own if len(it[0].seats) > 1]
    leads = [_to_the_best(night, seat) for night, seat, in_points in against if in_points]
    return Figures(
        player=record_of(session, player),
        game=game,
        nights=len(own),
        against=len(against),
        wins=sum(seat.rank == 1 for _, seat, _ in against),
        average=sum(points) / len(points) if points else None,
        best=max(points, default=None),
        worst=min(points, default=None),
        margin=sum(leads) / len(leads) if leads else None,
        categories=_means(session, [seat.id for _, seat, _ in own]),
    )


def _to_the_best(night: NightRow, seat: SeatRow) -> int:
    others = [other.points or 0 for other in night.seats if other is not seat]
    return (seat.points or 0) - max(others)


def _lead(seats: Sequence[SeatRow]) -> int:
    winners = [seat.points or 0 for seat in seats if seat.rank == 1]
    others = [seat.points or 0 for seat in seats if seat.rank != 1]
    return max(winners) - max(others) if others else 0


def _means(session: Session, seats: Sequence[str]) -> dict[str, float]:
    """Mean points a layout by category, in the sheet's order."""
    if not seats:
        return {}
    own = select(LayoutRow.id).where(LayoutRow.seat_id.in_(seats))
    layouts = session.scalar(select(func.count()).where(LayoutRow.id.in_(own))) or 1
    query = (
        select(LineRow.category, func.sum(LineRow.points))
        .where(LineRow.layout_id.in_(own))
        .group_by(LineRow.category)
        .order_by(func.min(LineRow.position), LineRow.category)
    )
    return {row[0]: int(row[1]) / layouts for row in session.execute(query)}


def _photo_counts(session: Session) -> dict[str, int]:
    query = (
        select(LayoutRow.night_id, func.count())
        .join(LayoutPhotoRow, LayoutPhotoRow.layout_id == LayoutRow.id)
        .group_by(LayoutRow.night_id)
    )
    return {row[0]: row[1] for row in session.execute(query)}
