"""A night as a scorepad, a column a player, for screen and paper; and as CSV, a row a line of each sheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from ledger.records import Json, Layout, Night, Seat

HEADER = (
    "game",
    "date",
    "place",
    "night",
    "player",
    "side",
    "category",
    "count",
    "points_each",
    "points",
    "total",
    "rank",
)  # fmt: skip
_FORMULA = "=+-@\t\r\n＝＋－＠"
"""How a cell begins that some spreadsheets run."""


def export_csv(nights: Iterable[Night]) -> str:
    """A header, then a row an item. Texts that a spreadsheet would run as a formula begin with an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(HEADER)
    for night in nights:
        for row in _rows(night):
            writer.writerow([_harmless(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue()


def columns(night: Night) -> dict[str, dict[str, str]]:
    """The night as a scorepad: for each seat its points by category; "4 (2)" are four points for two things.

    Where a game's sheet has no total, the number of things is what counts.
    """
    found: dict[str, dict[str, str]] = {seat.id: {} for seat in night.seats}
    for layout in night.layouts:
        for item in layout.sheet["items"] if layout.sheet else ():
            seat = _seat_of(night, layout, item["category"])
            if seat is not None:
                name = item["category"] if layout.seat_id else item["category"].partition(":")[0]
                found[seat.id][name] = _worth(layout, item)
    return found


def label_of(category: str) -> str:
    """What a line of the sheet is called where there is no language to choose."""
    return category.removeprefix("design:").replace("_", " ")


def _worth(layout: Layout, item: Json) -> str:
    if layout.total is None:
        return str(item["count"])
    return f"{item['points']} ({item['count']})" if item["count"] else "–"


def _harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.lstrip(" \u00a0\u3000").startswith(tuple(_FORMULA)) else text


def _rows(night: Night) -> Iterator[tuple[str | int | None, ...]]:
    about = (night.game, night.date.isoformat(), night.place, night.id)
    for layout in night.layouts:
        for item in layout.sheet["items"] if layout.sheet else ():
            seat = _seat_of(night, layout, item["category"])
            yield (
                *about,
                seat.label if seat else "",
                (seat.side or "") if seat else "",
                item["category"],
                item["count"],
                item["points_each"],
                item["points"],
                layout.total,
                seat.rank if seat else None,
            )


def _seat_of(night: Night, layout: Layout, category: str) -> Seat | None:
    """Whose line it is: the layout's player's, or on a shared board the one's whose side it names."""
    if layout.seat_id is not None:
        return night.seat(layout.seat_id)
    side = category.partition(":")[2]
    return next((seat for seat in night.seats if side and seat.side == side), None)
