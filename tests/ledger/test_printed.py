"""The printed sheet: all of a night on paper, whatever the names are."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from ledger import nights, photos
from ledger.adding import Guest, Played, add_night
from ledger.printed import export_pdf, overlay_jpeg
from tests.ledger.makers import BOARDS, ORCHARD, full_night, photo


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts stand in the file as they are, not compressed."""
    monkeypatch.setattr("reportlab.rl_config.pageCompression", 0)


def pages(pdf: bytes) -> int:
    return pdf.count(b"/Type /Page\n")


def test_it_holds_the_result_the_sheets_and_the_photos(lite, fake_reader):
    night = full_night(lite)
    pdf = export_pdf(lite, night)
    assert pdf.startswith(b"%PDF")
    for text in ("Espalier, ", "Kitchen", "(Ann)", "(Ben)", "Total", str(night.seats[0].points), "late"):
        assert text.encode() in pdf, text
    assert pdf.count(b"/Subtype /Image") == 1
    assert len(pdf) < 2_000_000


@pytest.mark.parametrize(
    "name",
    [
        "<b>Ann</b>",
        "&amp;",
        "<img src='file:///etc/passwd'/>",
        "</para>",
        "李小龍",
        "Ğüşö",
        "محمد",
        "🍋",
        "x" * 80,
    ],
)
def test_any_name_is_printed_as_text(lite, name):
    night = add_night(
        lite, [Guest(name), Guest("Ben")], [Played(ORCHARD)] * 2, place=name, note=f"{name}\n{name}"
    )
    pdf = export_pdf(lite, night)
    assert pages(pdf) == 1
    assert b"/Subtype /Image" not in pdf


def test_twenty_players_and_none(lite):
    night = add_night(lite, [Guest(f"P{number}") for number in range(20)], [Played(ORCHARD)] * 20)
    pdf = export_pdf(lite, night)
    assert all(f"(P{number})".encode() in pdf for number in range(20))
    export_pdf(lite, nights.start_night(lite, "orchard"))


@pytest.mark.parametrize("game", BOARDS)
def test_a_board_for_all(lite, game):
    board, sides = BOARDS[game]
    night = add_night(lite, [Guest("Ann", sides[0]), Guest("Ben", sides[1])], [Played(board, photo())])
    assert export_pdf(lite, night).count(b"/Subtype /Image") == 1


def test_a_photo_that_is_gone_leaves_a_line(lite, fake_reader):
    night = full_night(lite)
    for path in lite.photos.iterdir():
        path.unlink()
    pdf = export_pdf(lite, night)
    assert b"/Subtype /Image" not in pdf
    assert b"cannot be read" in pdf


def test_the_overlay_is_drawn_over_the_photo_that_was_read(lite, fake_reader):
    night = full_night(lite)
    (ref,) = night.layouts[0].photos
    drawn = pixels(overlay_jpeg(lite, night, night.layouts[0], ref))
    night = nights.set_reading(lite, night.id, night.seats[0].id, ref.hash, None)
    plain = pixels(overlay_jpeg(lite, night, night.layouts[0], night.layouts[0].photos[0]))
    kept = pixels(photos.read_photo(lite, ref.hash))
    assert plain.shape == kept.shape == drawn.shape
    assert np.abs(plain - kept).mean() < 3
    assert np.abs(drawn - kept).mean() > 3


def pixels(data: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"), np.float32)
