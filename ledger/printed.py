"""A night as a PDF to print: the result, all sheets side by side as on a scorepad, each photo with what was seen."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ledger.fonts import markup
from ledger.photos import read_photo
from ledger.readings import restore
from ledger.records import Layout, Night, PhotoRef
from ledger.scorepad import columns
from ledger.scores import sheet_of
from ledger.store import Book
from ledger.words import ENGLISH, Words
from scoring.errors import PomonaError
from vision.games import GAMES

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

MARGIN = 42.0  # points, 72 to an inch
PHOTO_HEIGHT = 330.0
A_PAGE = 6  # players' columns side by side
_LINE, _PALE = "#b8b2a4", "#f3efe4"


def export_pdf(book: Book, night: Night, words: Words = ENGLISH) -> bytes:
    """The sheets of a night on A4 pages. A photo that cannot be read is left out, with a line that says so."""
    from reportlab.lib.pagesizes import A4
    from reportlab.platypus import SimpleDocTemplate

    out = io.BytesIO()
    title = f"{GAMES[night.game].title}, {night.date.isoformat()}"
    page = SimpleDocTemplate(
        out,
        pagesize=A4,
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=MARGIN,
        bottomMargin=MARGIN,
        title=title,
        author="Pomona",
        creator="Pomona",
    )
    width = A4[0] - 2 * MARGIN
    page.build(
        [*_head(night, title, words), *_scorepad(night, width, words), *_pictures(book, night, width, words)]
    )
    return out.getvalue()


def overlay_jpeg(book: Book, night: Night, layout: Layout, photo: PhotoRef, words: Words = ENGLISH) -> bytes:
    """A photo of a layout as a JPEG, with all that was seen drawn on it where it was read.

    Raises LedgerError when the photo is gone, PhotoError when it cannot be decoded.
    """
    from vision.overlay import make_overlay
    from vision.paint import jpeg, paint
    from vision.photo import load_photo

    picture = load_photo(read_photo(book, photo.hash), "photo")
    if photo.reading is None or layout.state is None or layout.sheet is None:
        from vision.overlay import Overlay

        plain = Overlay(picture.width, picture.height, (0.0, 0.0, 1.0, 1.0), 1.0, (), {})
        return jpeg(paint(picture, plain))
    reading = restore(photo.reading, night.game, layout.state)
    return jpeg(paint(picture, make_overlay(reading, sheet_of(layout.sheet), ()), words.letters))


def _head(night: Night, title: str, words: Words) -> Iterator[Flowable]:
    yield _text(title, 18, after=4)
    if night.place:
        yield _text(night.place, 11)
    for line in (words.why(night), *night.note.split("\n")):
        if line:
            yield _text(line, 11)
    yield _text(" ", 6)


def _scorepad(night: Night, width: float, words: Words) -> Iterator[Flowable]:
    """A row a category, a column a player; more than A_PAGE players take a further table."""
    from reportlab.lib.colors import HexColor
    from reportlab.platypus import Spacer, Table

    told = columns(night)
    for first in range(0, max(len(night.seats), 1), A_PAGE):
        seats = night.seats[first : first + A_PAGE]
        shown = [told[seat.id] for seat in seats]
        categories = list(dict.fromkeys(name for column in shown for name in column))
        rows = [["", *(words.seat(seat) for seat in seats)]]
        rows += [
            [_capital(words.category(name)), *(column.get(name, "") for column in shown)]
            for name in categories
        ]
        rows.append([words.total, *("" if seat.points is None else str(seat.points) for seat in seats)])
        rows.append([words.rank, *("" if seat.rank is None else str(seat.rank) for seat in seats)])
        cells = [[_text(cell, 10) for cell in row] for row in rows]
        share = (width - 130) / max(len(seats), 1)
        table = Table(cells, colWidths=[130, *[min(share, 150)] * len(seats)], repeatRows=1, hAlign="LEFT")
        table.setStyle(
            [
                ("GRID", (0, 0), (-1, -1), 0.5, HexColor(_LINE)),
                ("BACKGROUND", (0, 0), (-1, 0), HexColor(_PALE)),
                ("BACKGROUND", (0, -2), (-1, -1), HexColor(_PALE)),
                ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ]
        )
        yield table
        yield Spacer(1, 14)


def _pictures(book: Book, night: Night, width: float, words: Words) -> Iterator[Flowable]:
    from reportlab.platypus import Image, KeepTogether

    for layout in night.layouts:
        label = words.seat(night.seat(layout.seat_id)) if layout.seat_id else GAMES[night.game].title
        for photo in layout.photos:
            heading = _text(label, 12, after=4)
            try:
                data = overlay_jpeg(book, night, layout, photo, words)
            except PomonaError as error:
                yield KeepTogether([heading, _text(words.error(error), 9)])
                continue
            scale = min(width / photo.width, PHOTO_HEIGHT / photo.height)
            picture = Image(io.BytesIO(data), photo.width * scale, photo.height * scale, hAlign="LEFT")
            yield KeepTogether([heading, picture, _text(" ", 8)])


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _text(text: str, size: float, after: float = 0.0) -> Flowable:
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Paragraph

    # Words without spaces, as in Chinese or a very long name, are broken where the column ends.
    style = ParagraphStyle("text", fontSize=size, leading=size * 1.3, spaceAfter=after, splitLongWords=True)
    made: Any = Paragraph(markup(text), style)
    return made
