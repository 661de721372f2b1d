"""A reading that was saved is the same reading again; one from outside is looked at first."""

from __future__ import annotations

import json

import pytest

from ledger.errors import EntryError
from ledger.readings import check, dump, from_report, restore
from tests.fakes import TREE
from tests.ledger.makers import photo
from vision import observe
from vision.games import GAMES
from vision.photo import load_photo
from vision.report import judge


@pytest.fixture
def reading(fake_reader: None):
    return observe.read(load_photo(photo()), "espalier")


def test_it_comes_back_as_it_was(reading):
    told = json.loads(json.dumps(dump(reading)))
    again = restore(told, "espalier", TREE, reading.file)
    assert again.seen == reading.seen
    assert again.state == GAMES["espalier"].rules.parse_state(TREE)
    assert judge(again, None).to_json()["doubts"] == judge(reading, None).to_json()["doubts"]
    assert check(told, "espalier") == told


def test_where_a_printed_report_has_the_tiles_they_are_kept(reading):
    report = json.loads(json.dumps(judge(reading, None).to_json()))
    told = from_report(report)
    assert restore(told, "espalier", TREE).seen.grid == reading.seen.grid
    assert len(restore(told, "espalier", TREE).seen.pieces) == len(reading.seen.pieces)


@pytest.mark.parametrize("report", [{}, {"photo": {}, "grid": {}}, {"photo": 1, "grid": []}])
def test_what_says_nothing_of_the_tiles_is_left_out(report):
    assert from_report(report) is None


@pytest.mark.parametrize(
    ("path", "to"),
    [
        (("seen",), None),
        (("seen",), []),
        (("seen", "observations"), 3),
        (("seen", "observations"), [{"what": "branch"}]),
        (("seen", "pieces"), [[]] * 100_001),
        (("seen", "grid"), [[[0, 0], [[0, 0]]]]),
        (("width",), "wide"),
        (("width",), 10**9),
        (("timing_ms",), {"look": "long"}),
    ],
)
def test_what_is_no_reading_is_refused(reading, path, to):
    told = at = json.loads(json.dumps(dump(reading)))
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = to
    with pytest.raises(EntryError, match=r"^reading") as error:
        check(told, "espalier")
    assert "\n" not in str(error.value)
