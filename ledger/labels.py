"""What the next work learns from: disputes, and each correction as a labelled example."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, select

from ledger.checks import MAX_NOTE, refuse_more, refuse_unfit, short
from ledger.errors import MissingError
from ledger.models import CorrectionRow, DisputeRow, LayoutRow, NightRow
from ledger.records import Correction, Dispute
from ledger.rows import correction_record, seat_row, touch, whole_night
from ledger.store import Book, forget_for_good, new_id, now

if TYPE_CHECKING:
    from vision.observe import Edit, Reading

MAX_DISPUTES = 500  # of one night


def corrections_of(
    reading: Reading, edits: Iterable[Edit], photo: str, look: str = ""
) -> tuple[Correction, ...]:
    """Players' words on a reading as labelled examples, for `nights.save_layout`.

    What a player confirmed is one too: `seen` and `was` are equal then. Of two words on one thing the last one counts.

    Args:
        reading: as it was seen, before any edit.
        photo: the hash of the photo that it was seen in.
        look: the copy of the game, as the players call it.
    """
    observed = {(it.what, it.place): it for it in reading.observations}
    found = {}
    for edit in edits:
        seen = observed.get((edit.what, edit.place))
        px = seen.px if seen else reading.pixel(edit.place)
        found[edit.what, edit.place] = Correction(
            photo=photo,
            what=edit.what,
            where={**edit.place.to_json(), "px": [round(px[0], 1), round(px[1], 1)]},
            seen=seen.value if seen else None,
            was=edit.value,
            confidence=round(seen.best.probability, 4) if seen else None,
            look=look,
        )
    return tuple(found.values())


def edits_of(corrections: Iterable[Correction], photo: str) -> tuple[Edit, ...]:
    """The players' words on one photo's reading once more, for `Reading.corrected`: what `corrections_of` was told."""
    from vision.observe import Edit, Place

    names = [field.name for field in fields(Place)]
    return tuple(
        Edit(it.what, Place(**{name: it.where[name] for name in names if name in it.where}), it.was)
        for it in corrections
        if it.photo == photo
    )


def list_corrections(
    book: Book, *, game: str | None = None, look: str | None = None
) -> tuple[Correction, ...]:
    """All labelled examples, the oldest first."""
    query = (
        select(CorrectionRow)
        .join(LayoutRow, LayoutRow.id == CorrectionRow.layout_id)
        .join(NightRow, NightRow.id == LayoutRow.night_id)
        .order_by(NightRow.started, LayoutRow.id, CorrectionRow.position)
    )
    if game is not None:
        query = query.where(NightRow.game == game)
    if look is not None:
        query = query.where(CorrectionRow.look == look)
    with book.read() as session:
        return tuple(correction_record(row) for row in session.scalars(query))


def save_dispute(
    book: Book,
    night_id: str,
    claim: Mapping[str, Any],
    answer: Mapping[str, Any],
    *,
    seat_id: str | None = None,
    note: str = "",
) -> Dispute:
    """Keep a question that came up with what the rules said.

    Args:
        claim: what was asked, such as `{"outline": [[0, 0], …]}`.
        answer: what was found, such as what `scoring.espalier.judge_outline` says, as JSON.
        seat_id: whose layout it is about; None for all.

    Raises MissingError, EntryError.
    """
    with book.write() as session:
        night = whole_night(session, night_id)
        refuse_more(len(night.disputes) + 1, MAX_DISPUTES, "disputes")
        seat_row(night, seat_id)
        row = DisputeRow(
            id=new_id(),
            night_id=night.id,
            seat_id=seat_id,
            claim=refuse_unfit(claim, "claim"),
            answer=refuse_unfit(answer, "answer"),
            note=short(note, "note", MAX_NOTE, lines=True),
            made=now(),
        )
        night.disputes.append(row)
        touch(night)
        return Dispute(row.id, row.seat_id, row.claim, row.answer, row.note, row.made)


def delete_dispute(book: Book, night_id: str, dispute_id: str) -> None:
    """Delete a dispute. Raises MissingError."""
    with book.write() as session:
        night = whole_night(session, night_id)
        if all(row.id != dispute_id for row in night.disputes):
            raise MissingError("no_dispute", "this dispute is not in the log; it may have been deleted.")
        session.execute(delete(DisputeRow).where(DisputeRow.id == dispute_id))
        touch(night)
    forget_for_good(book)
