"""Garden goals: one a season, told by the trees at its end, by numbers, or by places. Totals follow at once."""

from __future__ import annotations

from typing import Any

from ledger.checks import clean
from ledger.errors import MissingError
from ledger.models import GoalRow, NightRow
from ledger.photos import keep, let_go, take
from ledger.records import Night
from ledger.rows import rescore, saved, seat_row, whole_night
from ledger.steps import put_entry, put_goal
from ledger.store import Book


def set_goal(book: Book, night_id: str, season: int, goal: str | None) -> Night:
    """Say which goal is in play in a season, 1 to 4; another one than before, or None, takes away its entries.

    Raises EntryError for a goal that is none of `scoring.espalier_goals.GOALS`, and in games without goals.
    """
    with book.write() as session:
        night = whole_night(session, night_id)
        put_goal(session, night, season, goal)
        rescore(night)
        record = saved(session, night)
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
        rescore(night)
        record = saved(session, night)
    let_go(book)
    return record


def _goal(night: NightRow, season: int) -> GoalRow:
    for row in night.goals:
        if row.season == season:
            return row
    raise MissingError("no_goal", f"season {clean(str(season))[:20]}: no goal is set; set it first.")
