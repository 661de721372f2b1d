"""What the next work learns from: disputes, and each correction as a labelled example."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, select

from ledger.errors import EntryError, MissingError
from ledger.models import CorrectionRow, DisputeRow, LayoutRow, NightRow
from ledger.parsing import refuse_unfit
from ledger.records import Correction, Dispute
from ledger.rows import correction_record, refuse_more, seat_row, touch, whole_night
from ledger.store import Book, forget_for_good, new_id
from ledger.times import now
from ledger.words import MAX_NAME, MAX_NOTE, short

if TYPE_CHECKING:
    from vision.observe import Edit, Reading

MAX_CORRECTIONS = 5000  # of one layout
MAX_DISPUTES = 500  # of one night
MAX_JSON = 100_000  # characters of a claim or an answer


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
        row.where = _fitting(it.where, "where")
        row.seen = _fitting({"value": it.seen, "confidence": it.confidence}, "seen")
        row.was = _fitting({"value": it.was}, "was")
        rows.append(row)
    layout.corrections = rows


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
            claim=_fitting(claim, "claim"),
            answer=_fitting(answer, "answer"),
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


def _fitting(data: Mapping[str, Any], what: str) -> dict[str, Any]:
    return refuse_unfit(dict(data), what, MAX_JSON)
