"""The reading's JSON, to the letter of the contract."""

import json

from scoring import espalier
from tests.fakes import TREE, FakeGame, FakeReader
from vision.errors import PhotoError
from vision.games import GAMES
from vision.observe import Advice, read
from vision.report import Verdict, error_json, judge

DIRECTIONS = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"}


def test_every_part_of_the_contract_is_there(verdict: Verdict):
    told = verdict.to_json()
    assert set(told) == {
        "state", "score", "doubts", "score_range", "grid", "pieces", "advice", "timing_ms", "photo",
    }  # fmt: skip
    assert json.loads(json.dumps(told)) == told


def test_the_state_can_be_scored_again(verdict: Verdict):
    told = verdict.to_json()
    state = espalier.parse_state(told["state"])
    assert espalier.score(state).to_json() == told["score"]


def test_the_state_is_the_one_that_was_seen(verdict: Verdict):
    told = verdict.to_json()["state"]
    assert told["game"] == "espalier"
    assert {(t["col"], t["row"], t["kind"], *sorted(t["branches"])) for t in told["tiles"]} == {
        (t["col"], t["row"], t["kind"], *sorted(t["branches"])) for t in TREE["tiles"]
    }
    assert len(told["fruit"]) == 1
    assert told["mulched"] == 0


def test_doubts_name_one_thing_each(verdict: Verdict):
    for doubt in verdict.to_json()["doubts"]:
        assert set(doubt) == {"what", "where", "seen", "confidence", "alternatives", "points_at_stake"}
        where = doubt["where"]
        assert set(where) == {"col", "row", "px", "at" if doubt["what"] == "fruit" else "direction"}
        assert (where.get("at") or where["direction"]) in DIRECTIONS
        assert len(where["px"]) == 2
        assert doubt["alternatives"][0].keys() == {"value", "confidence"}
        assert 0 < doubt["confidence"] < 1


def test_a_branch_that_was_seen_or_not_is_told_as_true_or_false(verdict: Verdict):
    doubt = next(d for d in verdict.to_json()["doubts"] if d["what"] == "branch")
    assert doubt["seen"] is True
    assert doubt["alternatives"][0]["value"] is False


def test_the_range_is_whole_points(verdict: Verdict):
    span = verdict.to_json()["score_range"]
    assert isinstance(span["low"], int)
    assert isinstance(span["high"], int)
    assert span["level"] == 0.95


def test_the_grid_gives_each_tile_four_corners_clockwise_from_north_west(verdict: Verdict):
    tiles = verdict.to_json()["grid"]["tiles"]
    assert {(t["col"], t["row"]) for t in tiles} == {(0, 0), (0, -1), (1, -1), (1, 0)}
    for tile in tiles:
        nw, ne, se, sw = tile["px"]
        assert nw[0] < ne[0]
        assert nw[1] == ne[1]
        assert se[1] > ne[1]
        assert sw == [nw[0], se[1]]


def test_pieces_have_an_outline_and_a_label(verdict: Verdict):
    for piece in verdict.to_json()["pieces"]:
        assert set(piece) == {"kind", "outline", "in_layout", "confidence", "label"}


def test_the_photo_and_the_times_are_told(verdict: Verdict):
    told = verdict.to_json()
    assert told["photo"] == {"file": "tree.jpg", "width": 1200, "height": 900}
    assert told["timing_ms"]["total"] > 0


def test_advice_stands_beside_the_reading(photo, monkeypatch):
    advice = Advice("dark", "It is dark; turn on a lamp.")
    monkeypatch.setitem(GAMES, "espalier", FakeGame(FakeReader(advice=(advice,))))
    told = judge(read(photo, "espalier"), espalier.Rules()).to_json()
    assert told["advice"] == [{"code": "dark", "message": "It is dark; turn on a lamp."}]


def test_an_unread_photo_has_an_error_in_the_place_of_a_reading():
    error = PhotoError("empty", "a.jpg: the file is empty; take or choose the photo again.")
    assert error_json("a.jpg", error) == {
        "photo": {"file": "a.jpg"},
        "error": {"code": "empty", "message": "a.jpg: the file is empty; take or choose the photo again."},
    }
