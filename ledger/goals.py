"""Garden goals: one a season, told by the trees at its end, by numbers, or by places. Totals follow at once."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete
from sqlalchemy.orm import Session

from ledger import scores
from ledger.errors import EntryError, MissingError
from ledger.models import GoalEntryRow, GoalRow, NightRow
from ledger.photos import keep, let_go, take
from ledger.records import Night
from ledger.rows import SEASONS, night_record, rescore, seat_row, touch, whole_night
from ledger.store import Book
from ledger.words import clean
from scoring.espalier_goals import GOALS
from scoring.parsing import shown


def set_goal(book: Book, night_id: str, season: int, goal: str | None) -> Night:
    """Say which goal is in play in a season, 1 to 4; another one than before, or None, takes away its entries.

    Raises EntryError for a goal that is none of `scoring.espalier_goals.GOALS`, and in games without goals.
    """
    with book.write() as session:
        night = whole_night(session, night_id)
        put_goal(session, night, season, goal)
        record = _done(session, night)
    let_go(book)
    return record


def save_goal_entry(
    book: Book,
    night_id: str,
    season: int,
    seat_id: str,
    *,
    tree: Any = None,
    measure: int | None = None,
    place: int | None = None,
    photo: bytes | None = None,
) -> Night:
    """Say what a player brings to a season's goal: exactly one of tree, measure and place. All of them None: nothing.

    Args:
        tree: the state at the season's end.
        measure: the number that the goal is about, as counted at the table.
        place: the place that the player took, 1 to 6.
        photo: the photo that the tree was read from.

    Raises RulesError when the entry is none, or of another kind than the other players' (places beside numbers).
    """
    picture = None if photo is None else take(photo)
    with book.write() as session:
        night = whole_night(session, night_id)
        row = _goal(night, season)
        seat_row(night, seat_id)
        row.entries = [entry for entry in row.entries if entry.seat_id != seat_id]
        session.flush()
        if picture is not None:
            keep(book, session, [picture])
        if not (tree is None and measure is None and place is None):
            put_entry(night, row, seat_id, tree, measure, place, picture.hash if picture else None)
        record = _done(session, night)
    let_go(book)
    return record


# --- steps that other modules of this package take within their own transaction ---------------------------


def put_goal(session: Session, night: NightRow, season: int, goal: str | None) -> None:
    """Set a season's goal."""
    if not scores.has_goals(scores.game_row(night.game)):
        raise EntryError("no_goals", f"goals: {scores.game_row(night.game).title} has no garden goals.")
    if season not in range(1, SEASONS + 1):
        raise EntryError("bad_season", f"season: {shown(season)} is not allowed; allowed: 1 to {SEASONS}.")
    if goal is not None and goal not in GOALS:
        raise EntryError("bad_goal", f"goal: {shown(goal)} is not known; allowed: {', '.join(GOALS)}.")
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


def _goal(night: NightRow, season: int) -> GoalRow:
    for row in night.goals:
        if row.season == season:
            return row
    raise MissingError("no_goal", f"season {clean(str(season))[:20]}: no goal is set; set it first.")


def _done(session: Session, night: NightRow) -> Night:
    rescore(night)
    touch(night)
    session.flush()
    return night_record(night)
