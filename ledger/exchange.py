"""The log as JSON, out and in. What comes in is all taken or, when anything in it is wrong, nothing.

    {"pomona_log": 1, "nights": […], "players": […], "designs": […], "remembered": {…}, "photos": {HASH: BASE64}}

Seats are named by their number around the table. Sheets are kept as they were agreed on that night, even where a later
Pomona would score otherwise. A night that the log has already is left as it is there.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from pydantic_core import from_json
from sqlalchemy import select
from sqlalchemy.orm import Session

from ledger import exchange_forms as forms
from ledger import scores
from ledger.checks import MAX_NAME, MAX_NOTE, refuse_unfit, short
from ledger.errors import DatabaseError, LogFileError
from ledger.models import DesignRow, DisputeRow, NightRow, PhotoRow, PlayerRow, SettingRow
from ledger.nights import load_night
from ledger.photos import Picture, keep, read_photo, sweep, take
from ledger.records import Correction, Layout, Night
from ledger.rows import goal_results, layout_row, remembered, rerank, write_sheet
from ledger.shelf import MAX_SETTING, OWN, list_designs
from ledger.steps import (
    checked_reading,
    link_photo,
    new_night,
    put_entry,
    put_goal,
    put_photo,
    seat_player,
    write_corrections,
)
from ledger.store import Book, new_id
from scoring.errors import PomonaError
from scoring.parsing import parse

MAX_BYTES = 512 * 2**20
MAX_SHEET = 16 * 2**20  # characters of JSON


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import brought: the nights' ids, those left as they were, photos, and photos without their bytes."""

    nights: tuple[str, ...]
    skipped: tuple[str, ...]
    photos: int
    photos_missing: int


def export_json(book: Book, nights: Sequence[str] | None = None, *, photos: bool = False) -> str:
    """Nights as JSON; without a choice all of them, with all names, designs and what else is remembered.

    photos: with their bytes. Without, they are only named by their hash.

    Raises MissingError.
    """
    with book.read() as session:
        known = tuple(session.scalars(select(NightRow.id).order_by(NightRow.started, NightRow.id)))
        players = tuple(session.scalars(select(PlayerRow.name).order_by(PlayerRow.added, PlayerRow.id)))
        own = select(SettingRow).where(SettingRow.key.startswith(OWN)).order_by(SettingRow.key)
        settings = {row.key.removeprefix(OWN): row.value for row in session.scalars(own)}
    records = [load_night(book, night) for night in (known if nights is None else nights)]
    told: dict[str, Any] = {"pomona_log": forms.FORM, "nights": [night_json(night) for night in records]}
    if nights is None:
        told["players"] = list(players)
        told["designs"] = [design.model_dump(mode="json") for design in list_designs(book)]
        told["remembered"] = settings
    if photos:
        told["photos"] = {it: base64.b64encode(read_photo(book, it)).decode() for it in _photos_of(records)}
    return json.dumps(told, ensure_ascii=True, allow_nan=False)


def night_json(night: Night) -> dict[str, Any]:
    """A night in the form of an exported log."""
    numbers = {seat.id: seat.number for seat in night.seats}
    return {
        "id": night.id,
        "game": night.game,
        "date": night.date.isoformat(),
        "place": night.place,
        "note": night.note,
        "rules": night.rules,
        "seats": [
            {"name": it.name, "side": it.side, "starts": it.starts, "points": it.points, "rank": it.rank}
            for it in night.seats
        ],
        "layouts": [_layout_json(layout, numbers) for layout in night.layouts],
        "goals": [
            {
                "season": goal.season,
                "goal": goal.goal,
                "entries": [
                    {
                        "seat": numbers[it.seat_id],
                        "tree": it.tree,
                        "measure": it.measure,
                        "place": it.place,
                        "photo": it.photo,
                    }
                    for it in goal.entries
                ],
            }
            for goal in night.goals
        ],
        "disputes": [
            {
                "seat": numbers[it.seat_id] if it.seat_id else None,
                "claim": it.claim,
                "answer": it.answer,
                "note": it.note,
                "made": it.made.isoformat(),
            }
            for it in night.disputes
        ],
        "started": night.started.isoformat(),
        "changed": night.changed.isoformat(),
        "ended": night.ended.isoformat() if night.ended else None,
        "minutes": night.minutes,
    }


def import_json(book: Book, text: str | bytes, name: str = "the file") -> Imported:
    """Take over the nights of an exported log, in one transaction.

    Raises LogFileError, which names what is wrong; nothing is changed then.
    """
    log = _parsed(text, name)
    pictures = dict(_pictures(log, name))
    try:
        with book.write() as session:
            known = set(session.scalars(select(NightRow.id)))
            photos = set(session.scalars(select(PhotoRow.hash)))
            new = [night for night in log.nights if night.id not in known]
            missing = {it for night in new for it in _hashes(night)} - photos - set(pictures)
            for number, night in enumerate(new):
                with _named(f"{name}: nights[{number}] ({night.id})"):
                    _take_night(book, session, night, pictures, missing)
            with _named(name):
                _take_shelf(session, log)
            used = {it for night in new for it in _hashes(night)} & set(pictures)
    except BaseException:
        sweep(book)  # photos that were written for nothing
        raise
    skipped = tuple(night.id for night in log.nights if night.id in known)
    return Imported(tuple(night.id for night in new), skipped, len(used), len(missing))


def _parsed(text: str | bytes, name: str) -> forms.LogForm:
    if len(text) > MAX_BYTES:
        raise LogFileError(
            "too_large",
            f"{name}: more than the {MAX_BYTES // 2**20} MB that are read at once; export fewer games each time.",
            about=name,
            most=MAX_BYTES // 2**20,
        )
    try:
        data = from_json(text, allow_inf_nan=False)
    except ValueError as error:
        raise LogFileError("not_json", f"{name}: this is not readable JSON: {error}.", about=name) from None
    if not isinstance(data, dict) or "pomona_log" not in data:
        raise LogFileError(
            "not_a_log",
            f"{name}: this is no exported log; use a file that 'pomona log export' wrote.",
            about=name,
        )
    if isinstance(data["pomona_log"], int) and data["pomona_log"] > forms.FORM:
        raise LogFileError("newer", f"{name}: it was written by a newer Pomona; update this one.", about=name)
    with _named(name):
        return parse(forms.LogForm, data, "log", PomonaError)


def _pictures(log: forms.LogForm, name: str) -> Iterable[tuple[str, Picture]]:
    """Decode, look at and check the photos."""
    for photo, coded in log.photos.items():
        where = f"{name}: photo {photo[:12]}"
        try:
            data = base64.b64decode(coded, validate=True)
        except (binascii.Error, ValueError) as error:
            raise LogFileError(
                "bad_photo", f"{where}: its bytes are not in base64; export it again.", about=where
            ) from error
        with _named(where):
            picture = take(data, "photo")
        if picture.hash != photo:
            raise LogFileError(
                "bad_photo", f"{where}: its bytes are of another photo; export it again.", about=where
            )
        yield photo, picture


def _take_night(
    book: Book, session: Session, told: forms.NightForm, pictures: dict[str, Picture], missing: set[str]
) -> None:
    night = new_night(told.game, told.date, told.place, told.note, told.rules)
    night.id, night.started, night.changed = told.id, told.started, told.changed
    night.ended, night.minutes = told.ended, told.minutes
    session.add(night)
    session.flush()
    for it in told.seats:
        seat_player(session, night, it.name or "", it.side, it.starts)
    seats = {seat.number: seat.id for seat in night.seats}
    for layout in told.layouts:
        _take_layout(book, session, night, layout, seats.get(layout.seat or 0), pictures, missing)
    for goal in told.goals:
        put_goal(session, night, goal.season, goal.goal)
        row = next(it for it in night.goals if it.season == goal.season)
        for entry in goal.entries:
            photo = None if entry.photo in missing else entry.photo
            if photo in pictures:
                keep(book, session, [pictures[photo]])
            put_entry(night, row, seats[entry.seat], entry.tree, entry.measure, entry.place, photo)
    goal_results(night, {seat.id: seat.id for seat in night.seats})  # refuses what cannot be compared
    for dispute in told.disputes:
        night.disputes.append(
            DisputeRow(
                id=new_id(),
                seat_id=seats.get(dispute.seat or 0),
                claim=refuse_unfit(dispute.claim, "claim", MAX_SHEET),
                answer=refuse_unfit(dispute.answer, "answer", MAX_SHEET),
                note=short(dispute.note, "note", MAX_NOTE, lines=True),
                made=dispute.made,
            )
        )
    rerank(night)
    session.flush()


def _take_layout(
    book: Book,
    session: Session,
    night: NightRow,
    told: forms.LayoutForm,
    seat_id: str | None,
    pictures: dict[str, Picture],
    missing: set[str],
) -> None:
    layout = layout_row(night, seat_id)
    if (told.state is None) != (told.sheet is None):
        raise LogFileError(
            "bad_layout",
            "layouts: a state and its sheet go together; one of them is missing.",
            about="layouts",
        )
    if told.state is not None and told.sheet is not None:
        layout.state = scores.checked_state(scores.game_row(night.game), told.state)
        if told.sheet.game != night.game:
            raise LogFileError(
                "bad_sheet",
                f"sheet: {told.sheet.game[:40]!r} is not the game of this night.",
                about="sheet",
                value=told.sheet.game[:40],
            )
        sheet = told.sheet.model_dump(mode="json", exclude_unset=True)
        write_sheet(layout, refuse_unfit(sheet, "sheet", MAX_SHEET))
    session.flush()
    for photo in told.photos:
        if photo.hash in missing:
            continue
        if photo.hash in pictures:
            put_photo(book, session, night, seat_id, pictures[photo.hash], photo.reading)
        else:
            link_photo(layout, photo.hash, checked_reading(night.game, photo.reading))
    write_corrections(
        layout,
        [
            Correction(
                it.photo,
                it.what,
                it.where.model_dump(exclude_unset=True),
                it.seen,
                it.was,
                it.confidence,
                it.look,
            )
            for it in told.corrections
            if it.photo not in missing
        ],
    )
    session.flush()


def _take_shelf(session: Session, log: forms.LogForm) -> None:
    """Names, designs and what else is remembered; what is there already stays."""
    for name in log.players:
        remembered(session, name)
    for design in log.designs:
        if session.get(DesignRow, design.name) is None:
            session.add(
                DesignRow(name=short(design.name, "name", MAX_NAME), design=design.model_dump(mode="json"))
            )
    for key, value in log.remembered.items():
        kept = OWN + short(key, "key", MAX_NAME)
        if session.get(SettingRow, kept) is None:
            session.add(SettingRow(key=kept, value=refuse_unfit(value, key, MAX_SETTING)))
    session.flush()


def _layout_json(layout: Layout, numbers: dict[str, int]) -> dict[str, Any]:
    return {
        "seat": numbers[layout.seat_id] if layout.seat_id else None,
        "state": layout.state,
        "sheet": layout.sheet,
        "photos": [{"hash": it.hash, "reading": it.reading} for it in layout.photos],
        "corrections": [
            {
                "photo": it.photo,
                "what": it.what,
                "where": it.where,
                "seen": it.seen,
                "was": it.was,
                "confidence": it.confidence,
                "look": it.look,
            }
            for it in layout.corrections
        ],
    }


def _photos_of(nights: Iterable[Night]) -> dict[str, None]:
    """The hashes of all photos, each once, in the order in which they come."""
    found: dict[str, None] = {}
    for night in nights:
        found.update(dict.fromkeys(it.hash for layout in night.layouts for it in layout.photos))
        found.update(dict.fromkeys(it.photo for goal in night.goals for it in goal.entries if it.photo))
    return found


def _hashes(night: forms.NightForm) -> set[str]:
    return {
        *(photo.hash for layout in night.layouts for photo in layout.photos),
        *(entry.photo for goal in night.goals for entry in goal.entries if entry.photo),
        *(it.photo for layout in night.layouts for it in layout.corrections),
    }


@contextmanager
def _named(where: str) -> Iterator[None]:
    """Say in which part of the file something is wrong."""
    try:
        yield
    except DatabaseError:
        raise
    except PomonaError as error:
        about = ": ".join(str(it) for it in (where, error.facts.get("about")) if it)
        raise LogFileError(error.code, f"{where}: {error}", **{**error.facts, "about": about}) from error
