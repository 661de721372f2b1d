"""Between rows and records: a night loaded whole, its sheets and ranks worked out anew when something changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from ledger import scores
from ledger.checks import clean, is_hex, key_of, name_of, seat_labels
from ledger.errors import ChangedError, MissingError
from ledger.models import (
    ID,
    CorrectionRow,
    DisputeRow,
    GoalEntryRow,
    GoalRow,
    LayoutPhotoRow,
    LayoutRow,
    LineRow,
    NightRow,
    PlayerRow,
    SeatRow,
)
from ledger.records import Correction, Dispute, GoalEntry, Layout, Night, PhotoRef, SeasonGoal, Seat
from ledger.store import new_id, now
from scoring.espalier_goals import GoalResult, award, parse_season
from scoring.result import Result

SEASONS = 4
Value = TypeVar("Value")
_WHOLE = (
    selectinload(NightRow.seats).selectinload(SeatRow.player),
    selectinload(NightRow.layouts).options(
        selectinload(LayoutRow.lines),
        selectinload(LayoutRow.corrections),
        selectinload(LayoutRow.photos).selectinload(LayoutPhotoRow.photo),
    ),
    selectinload(NightRow.goals).selectinload(GoalRow.entries),
    selectinload(NightRow.disputes),
)


def whole_night(session: Session, night_id: str, expecting: int | None = None) -> NightRow:
    """A night with all that belongs to it.

    Raises MissingError; ChangedError when it is no longer at the revision that the caller expects.
    """
    query = select(NightRow).where(NightRow.id == night_id).options(*_WHOLE)
    # What is no id is not asked for: PostgreSQL takes not every text.
    row = session.scalars(query).one_or_none() if is_hex(night_id, ID) else None
    if row is None:
        raise MissingError(
            "no_night", f"game {clean(str(night_id))[:40]!r}: the log does not hold it; see the list."
        )
    if expecting is not None and row.revision != expecting:
        raise ChangedError(
            "changed",
            "this game was changed on another device in the meantime; look at it again, then repeat.",
        )
    return row


def seat_row(night: NightRow, seat_id: str | None) -> SeatRow | None:
    """A seat of the night; None stands for the board that all share. Raises MissingError."""
    if seat_id is None:
        return None
    for seat in night.seats:
        if seat.id == seat_id:
            return seat
    raise MissingError("no_seat", "this player is not at the table of this game; see its players.")


def layout_row(night: NightRow, seat_id: str | None, *, make: bool = True) -> LayoutRow:
    """The layout of a seat, made where there is none yet. Raises MissingError."""
    seat = seat_row(night, seat_id)
    for layout in night.layouts:
        if layout.seat_id == seat_id:
            return layout
    if not make:
        raise MissingError("no_layout", "nothing is saved for this player yet.")
    row = LayoutRow(
        id=new_id(),
        night_id=night.id,
        seat_id=seat.id if seat else None,
        state=None,
        sheet=None,
        total=None,
        saved=now(),
        lines=[],
        photos=[],
        corrections=[],
    )
    night.layouts.append(row)
    return row


def remembered(session: Session, name: str) -> PlayerRow:
    """The player of a name, remembered from now on. Raises EntryError."""
    name = name_of(name)
    row = session.scalars(select(PlayerRow).where(PlayerRow.key == key_of(name))).one_or_none()
    if row is None:
        row = PlayerRow(id=new_id(), name=name, key=key_of(name), added=now())
        session.add(row)
        session.flush()
    return row


# --- scores ---------------------------------------------------------------------------------------------


def goal_results(night: NightRow, names: dict[str, str]) -> dict[int, GoalResult]:
    """For each season whose goal all seats have an entry for, who takes which place; players by `names[seat]`.

    Raises RulesError when entries of different kinds stand beside each other.
    """
    results = {}
    for row in night.goals:
        season = parse_season(
            {"goal": row.goal, "players": {names[it.seat_id]: _entry_json(it) for it in row.entries}}
        ) if row.entries else None  # fmt: skip
        if season is not None and len(row.entries) == len(night.seats):
            results[row.season] = award(season)
    return results


def rescore(night: NightRow, layouts: Iterable[LayoutRow] | None = None) -> None:
    """Work out the sheets of layouts (by default of all), and every seat's rank."""
    game = scores.game_row(night.game)
    own = {seat.id: seat.id for seat in night.seats}
    results = goal_results(night, own)
    for layout in night.layouts if layouts is None else layouts:
        if layout.state is not None:
            rules = dict(night.rules)
            if night.goals:
                rules[scores.GOAL_PLACES] = [
                    results[season].places.get(layout.seat_id or "") if season in results else None
                    for season in range(1, SEASONS + 1)
                ]
            write_sheet(layout, scores.score(game, layout.state, rules).to_json())
    rerank(night)


def write_sheet(layout: LayoutRow, sheet: dict[str, Any]) -> None:
    """Set a layout's sheet, and its lines for history."""
    layout.sheet, layout.total, layout.saved = sheet, sheet["total"], now()
    kept = {line.position: line for line in layout.lines}
    layout.lines = [
        _line(kept.get(number) or LineRow(position=number), item)
        for number, item in enumerate(sheet["items"])
    ]


def _line(row: LineRow, item: dict[str, Any]) -> LineRow:
    row.category, row.count = clean(item["category"]), item["count"]
    row.points_each, row.points = item["points_each"], item["points"]
    return row


def rerank(night: NightRow) -> None:
    """Set each seat's points and rank."""
    told = _sittings(night, [seat.id for seat in night.seats])
    result = scores.ranked(scores.game_row(night.game), told)
    places = {it.player: it.place for it in result.standings} if result else {}
    for seat, sitting in zip(night.seats, told, strict=True):
        own = scores.measures(scores.game_row(night.game), sitting)
        seat.points, seat.rank = own[0].value if own else None, places.get(seat.id)


def saved(session: Session, night: NightRow) -> Night:
    """Note that the night was changed, and write it down. -> what it is then"""
    touch(night)
    session.flush()
    return night_record(night)


def touch(night: NightRow) -> None:
    """Note that the night was changed."""
    night.revision += 1
    night.changed = now()


def _sittings(night: NightRow, names: Sequence[str]) -> list[scores.Sitting]:
    sheets = {layout.seat_id: layout.sheet for layout in night.layouts}
    found = []
    for seat, name in zip(night.seats, names, strict=True):
        own, shared = sheets.get(seat.id), sheets.get(None) if seat.side else None
        told = own or shared
        found.append(
            scores.Sitting(name, None if own else seat.side, scores.sheet_of(told) if told else None)
        )
    return found


def _entry_json(row: GoalEntryRow) -> dict[str, Any]:
    told = {"tree": row.tree, "measure": row.measure, "place": row.place}
    return {name: value for name, value in told.items() if value is not None}


# --- records --------------------------------------------------------------------------------------------


def night_record(night: NightRow) -> Night:
    """A whole night as a record."""
    names = seat_labels(seat.player.name if seat.player else None for seat in night.seats)
    by_seat = {seat.id: name for seat, name in zip(night.seats, names, strict=True)}
    result = scores.ranked(scores.game_row(night.game), _sittings(night, names))
    results = goal_results(night, by_seat)
    order = {seat.id: seat.number for seat in night.seats}
    return Night(
        id=night.id,
        game=night.game,
        date=night.date,
        place=night.place,
        note=night.note,
        rules=night.rules,
        seats=seat_records(night.seats),
        layouts=tuple(
            _layout(layout) for layout in sorted(night.layouts, key=lambda it: order.get(it.seat_id or "", 0))
        ),
        goals=tuple(_goal(goal, results.get(goal.season), by_seat) for goal in night.goals),
        disputes=tuple(_dispute(row) for row in night.disputes),
        started=night.started,
        changed=night.changed,
        ended=night.ended,
        minutes=night.minutes,
        decided_by=result.decided_by if result else None,
        why=_why(result),
        result=result,
        revision=night.revision,
    )


def seat_records(seats: Sequence[SeatRow]) -> tuple[Seat, ...]:
    """A night's seats as records, in their order."""
    names = seat_labels(seat.player.name if seat.player else None for seat in seats)
    return tuple(
        Seat(
            id=seat.id,
            number=seat.number,
            player_id=seat.player_id,
            name=seat.player.name if seat.player else None,
            label=label,
            side=seat.side,
            starts=seat.starts,
            points=seat.points,
            rank=seat.rank,
        )
        for seat, label in zip(seats, names, strict=True)
    )


def correction_record(row: CorrectionRow) -> Correction:
    """A labelled example as a record."""
    return Correction(
        photo=row.photo_hash,
        what=row.what,
        where=row.where,
        seen=row.seen["value"],
        was=row.was["value"],
        confidence=row.seen.get("confidence"),
        look=row.look,
    )


def _why(result: Result | None) -> str | None:
    return result.why if result and len(result.standings) > 1 else None


def _layout(row: LayoutRow) -> Layout:
    return Layout(
        seat_id=row.seat_id,
        state=row.state,
        sheet=row.sheet,
        total=row.total,
        photos=tuple(
            PhotoRef(it.photo_hash, it.photo.kind, it.photo.width, it.photo.height, it.reading)
            for it in row.photos
        ),
        corrections=tuple(correction_record(it) for it in row.corrections),
    )


def _goal(row: GoalRow, result: GoalResult | None, names: dict[str, str]) -> SeasonGoal:
    seats = {name: seat for seat, name in names.items()}
    order = list(names)
    entries = sorted(row.entries, key=lambda entry: order.index(entry.seat_id))
    return SeasonGoal(
        season=row.season,
        goal=row.goal,
        entries=tuple(GoalEntry(it.seat_id, it.tree, it.measure, it.place, it.photo_hash) for it in entries),
        places=_by_seat(result.places, seats) if result else {},
        measures=_by_seat(result.measures, seats) if result else {},
        why=_by_seat(result.why, seats) if result else {},
    )


def _by_seat(told: Mapping[str, Value], seats: Mapping[str, str]) -> dict[str, Value]:
    """What was told by name."""
    return {seats[name]: value for name, value in told.items()}


def _dispute(row: DisputeRow) -> Dispute:
    return Dispute(row.id, row.seat_id, row.claim, row.answer, row.note, row.made)
