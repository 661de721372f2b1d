"""A night in columns, and as CSV that no spreadsheet runs."""

from __future__ import annotations

import csv
import io

import pytest

from ledger.adding import Guest, Played, add_night
from ledger.scorepad import HEADER, columns, export_csv, label_of
from tests.fakes import TREE
from tests.ledger.makers import BOARDS, ORCHARD, full_night


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_a_row_an_item(lite, fake_reader):
    night = full_night(lite)
    other = add_night(lite, [Guest("Ann")], [Played(ORCHARD)])
    text = export_csv([night, other])
    assert text.splitlines()[0] == ",".join(HEADER)
    told = rows(text)
    sheets = [(night, layout) for night in (night, other) for layout in night.layouts]
    assert len(told) == sum(len(layout.sheet["items"]) for _, layout in sheets)
    for night, layout in sheets:
        seat = night.seat(layout.seat_id)
        own = [row for row in told if (row["night"], row["player"]) == (night.id, seat.label)]
        assert sum(int(row["points"]) for row in own) == layout.total == int(own[0]["total"])
        assert [row["category"] for row in own] == [item["category"] for item in layout.sheet["items"]]
        assert {row["rank"] for row in own} == {str(seat.rank)}


def test_a_board_for_all_names_each_side(lite):
    board, (first, second) = BOARDS["trellis"]
    night = add_night(lite, [Guest("Ann", first), Guest("Ben", second)], [Played(board)])
    told = rows(export_csv([night]))
    assert ("Ann", first, f"flowers:{first}", "1") in [
        (row["player"], row["side"], row["category"], row["count"]) for row in told
    ]
    assert columns(night)[night.seats[0].id] == {"flowers": "1"}


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@A1", " =1", "\u3000=1", "＝1", '="x",A1\r\n=2'])
def test_no_name_is_a_formula(lite, name):
    night = add_night(lite, [Guest(name)], [Played(ORCHARD)], place=name)
    for row in rows(export_csv([night])):
        assert row["player"].startswith("'")
        assert row["place"].startswith("'")
        assert row["player"][1:] == night.seats[0].name


def test_columns_are_the_sheets(lite):
    night = add_night(lite, [Guest("Ann")], [Played(TREE)])
    column = columns(night)[night.seats[0].id]
    items = {it["category"]: it for it in night.layouts[0].sheet["items"]}
    assert list(column) == list(items)
    assert column["lemon"] == f"{items['lemon']['points']} ({items['lemon']['count']})"
    assert column["lime"] == "–"
    assert (label_of("design:Red_House"), label_of("fruit_set")) == ("Red House", "fruit set")
