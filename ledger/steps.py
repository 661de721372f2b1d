"""The steps that change a night's rows, each within a transaction of its caller's."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import delete
from sqlalchemy.orm import Session

from ledger import scores
from ledger.checks import MAX_NAME, MAX_NOTE, MAX_PLACE, refuse_more, refuse_unfit, short
from ledger.errors import EntryError
from ledger.models import CorrectionRow, GoalEntryRow, GoalRow, LayoutPhotoRow, LayoutRow, NightRow, SeatRow
from ledger.photos import Picture, keep
from ledger.readings import check
from ledger.records import Correction
from ledger.rows import SEASONS, layout_row, remembered, rescore
from ledger.store import Book, new_id, now
from scoring.espalier_goals import GOALS
from scoring.parsing import shown

MAX_SEATS = 20
MAX_PHOTOS = 20  # of one layout
MAX_CORRECTIONS = 5000  # the same


def new_night(game: str, date: dt.date | None, place: str, note: str, rules: Any) -> NightRow:
    """The row of a new night."""
    row, moment = scores.game_row(game), now()
    return NightRow(
        id=new_id(),
        game=row.name,
        date=date or _today(),
        place=short(place, "place", MAX_PLACE),
        note=short(note, "note", MAX_NOTE, lines=True),
        rules=scores.checked_rules(row, {} if rules is None else rules),
        started=moment,
        changed=moment,
        ended=None,
        minutes=None,
        revision=0,
        seats=[],
        layouts=[],
        goals=[],
        disputes=[],
    )


def seat_player(
    session: Session, night: NightRow, name: str, side: str | None = None, starts: bool = False
) -> SeatRow:
    """Seat one more player."""
    refuse_more(len(night.seats) + 1, MAX_SEATS, "players")
    seat = SeatRow(id=new_id(), number=len(night.seats) + 1, player_id=None, side=None, starts=False)
    seat.points = seat.rank = None
    sit(session, night, seat, name)
    seat.side = side_of(night, side, seat)
    night.seats.append(seat)
    start(night, seat, starts)
    session.flush()
    return seat


def put_photo(
    book: Book,
    session: Session,
    night: NightRow,
    seat_id: str | None,
    picture: Picture,
    reading: Mapping[str, Any] | None,
) -> None:
    """Keep a photo with a layout."""
    told = checked_reading(night.game, reading)
    keep(book, session, [picture])
    link_photo(layout_row(night, seat_id), picture.hash, told)
    session.flush()


def link_photo(layout: LayoutRow, photo: str, reading: dict[str, Any] | None) -> None:
    """Let a layout refer to a photo that is kept."""
    for kept in layout.photos:
        if kept.photo_hash == photo:
            kept.reading = reading or kept.reading
            return
    refuse_more(len(layout.photos) + 1, MAX_PHOTOS, "photos")
    position = max((kept.position for kept in layout.photos), default=-1) + 1
    layout.photos.append(LayoutPhotoRow(photo_hash=photo, position=position, reading=reading))


def put_state(
    night: NightRow, seat_id: str | None, state: Any, corrections: Sequence[Correction] | None = None
) -> None:
    """Save and score a layout."""
    layout = layout_row(night, seat_id)
    layout.state = scores.checked_state(scores.game_row(night.game), state)
    if corrections is not None:
        write_corrections(layout, corrections)
    rescore(night, [layout])


def checked_reading(game: str, told: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """A reading as it is kept. Raises EntryError."""
    return None if told is None else check(told, game)


def sit(session: Session, night: NightRow, seat: SeatRow, name: str) -> None:
    """Let a player sit there; an empty name is a player without one. Raises EntryError."""
    if not name.strip():
        seat.player, seat.player_id = None, None
        return
    player = remembered(session, name)
    if any(other.player_id == player.id for other in night.seats if other is not seat):
        raise EntryError(
            "twice", f"name: {player.name!r} sits at the table already; use another name.", value=player.name
        )
    seat.player, seat.player_id = player, player.id


def side_of(night: NightRow, side: str | None, seat: SeatRow) -> str | None:
    """The side as it is kept, None for an empty one. Raises EntryError when another player has it."""
    told = short(side or "", "side", 20)
    if told and any(other.side == told for other in night.seats if other is not seat):
        raise EntryError("twice", f"side: {told!r} is another player's; choose another one.", value=told)
    return told or None


def start(night: NightRow, seat: SeatRow, starts: bool) -> None:
    """Say whether a player began; only one does."""
    for other in night.seats:
        other.starts = other.starts and not starts
    seat.starts = starts


def write_corrections(layout: LayoutRow, corrections: Sequence[Correction]) -> None:
    """Replace a layout's labelled examples. Raises EntryError for one on a photo that the layout does not have."""
    refuse_more(len(corrections), MAX_CORRECTIONS, "corrections")
    photos = {it.photo_hash for it in layout.photos}
    kept = {row.position: row for row in layout.corrections}
    rows = []
    for number, it in enumerate(corrections):
        if it.photo not in photos:
            raise EntryError(
                "no_photo", f"correction: the layout has no photo {it.photo[:12]!r}; add it first."
            )
        row = kept.get(number) or CorrectionRow(position=number, made=now())
        row.photo_hash = it.photo
        row.look = short(it.look, "look", MAX_NAME)
        row.what = short(it.what, "what", MAX_NAME)
        row.where = refuse_unfit(it.where, "where")
        row.seen = refuse_unfit({"value": it.seen, "confidence": it.confidence}, "seen")
        row.was = refuse_unfit({"value": it.was}, "was")
        rows.append(row)
    layout.corrections = rows


def put_goal(session: Session, night: NightRow, season: int, goal: str | None) -> None:
    """Set a season's goal."""
    if not scores.has_goals(scores.game_row(night.game)):
        raise EntryError(
            "no_goals",
            f"goals: {scores.game_row(night.game).title} has no garden goals.",
            game=scores.game_row(night.game).title,
        )
    if season not in range(1, SEASONS + 1):
        raise EntryError(
            "bad_season", f"season: {shown(season)} is not allowed; allowed: 1 to {SEASONS}.", bound=SEASONS
        )
    if goal is not None and goal not in GOALS:
        raise EntryError(
            "bad_goal", f"goal: {shown(goal)} is not known; allowed: {', '.join(GOALS)}.", value=goal
        )
    old = next((row for row in night.goals if row.season == season), None)
    if old is not None and old.goal != goal:
        session.execute(delete(GoalRow).where(GoalRow.night_id == night.id, GoalRow.season == season))
        session.expire(night, ["goals"])
    if goal is not None and (old is None or old.goal != goal):
        night.goals.append(GoalRow(season=season, goal=goal, entries=[]))
        session.flush()
        night.goals.sort(key=lambda row: row.season)


def put_entry(
    night: NightRow,
    goal: GoalRow,
    seat_id: str,
    tree: Any,
    measure: int | None,
    place: int | None,
    photo: str | None,
) -> None:
    """Add what a player brings; `rescore` then refuses what does not fit."""
    state = None if tree is None else scores.checked_state(scores.game_row(night.game), tree)
    goal.entries.append(
        GoalEntryRow(seat_id=seat_id, tree=state, measure=measure, place=place, photo_hash=photo)
    )


def _today() -> dt.date:
    """The date where the players are."""
    return now().astimezone().date()
