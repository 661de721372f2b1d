import copy
from typing import Any

import pytest

from bench.orchard_measures import judge

TRUTH: dict[str, Any] = {
    "state": {
        "trees": [
            {"col": 0, "row": 0, "fruit": "apple"},
            {"col": 1, "row": 0, "fruit": "plum"},
            {"col": 2, "row": 0, "fruit": "pear"},
        ],
        "dice": [{"col": 1, "row": 0, "fruit": "plum", "value": 6}],
        "rotten": [{"col": 0, "row": 0}],
    },
    "total": 3,
    "conditions": {"light": "lamp", "tilt_deg": 12.0, "die_px": 24.0},
    "look": {"dice": "custom", "crowns": "clouds"},
    "grid": {
        "trees": [
            {"col": 0, "row": 0, "px": [[5, 5]]},
            {"col": 1, "row": 0, "px": [[15, 5]]},
            {"col": 2, "row": 0, "px": [[25, 5]]},
        ]
    },
}


def reading(**changes: Any) -> dict[str, Any]:
    """A perfect reading, seen from the left: turned by a quarter and shifted."""
    told = {
        "state": {
            "trees": [
                {"col": 4, "row": 7, "fruit": "apple"},
                {"col": 4, "row": 8, "fruit": "plum"},
                {"col": 4, "row": 9, "fruit": "pear"},
            ],
            "dice": [{"col": 4, "row": 8, "fruit": "plum", "value": 6}],
            "rotten": [{"col": 4, "row": 7}],
        },
        "grid": {
            "tiles": [
                {
                    "col": 4,
                    "row": 7 + k,
                    "px": [[10 * k, 0], [10 * k + 10, 0], [10 * k + 10, 10], [10 * k, 10]],
                }
                for k in range(3)
            ]
        },
        "score": {"total": 3},
        "score_range": {"low": 3, "high": 3},
        "doubts": [],
        "advice": [],
        "timing_ms": {"total": 100.0},
    }
    return copy.deepcopy({**told, **changes})


def test_a_perfect_reading_has_no_error() -> None:
    out = judge("photo", TRUTH, reading())
    assert out.first_error == "none"
    assert out.score_right
    assert out.in_range
    assert (out.found.f1, out.rotten.f1, out.trees.f1) == (1, 1, 1)
    assert (out.both, out.colours, out.values, out.wrong) == (1, 1, 1, 0)


def test_photos_are_grouped_by_their_conditions() -> None:
    groups = judge("photo", TRUTH, None).groups
    assert groups["light"] == "lamp"
    assert groups["tilt"] == "10-20 degrees"
    assert groups["die size"] == "from 20 px"
    assert groups["dice"] == "custom"


def test_a_wrong_value_that_was_doubted() -> None:
    told = reading(doubts=[{"where": {"col": 4, "row": 8}}], score={"total": 0})
    told["state"]["dice"][0]["value"] = 3
    out = judge("photo", TRUTH, told)
    assert out.first_error == "colours and values"
    assert (out.colours, out.values) == (1, 0)
    assert (out.wrong, out.wrong_doubted) == (1, 1)
    assert not out.score_right


def test_a_missed_die_and_an_invented_token() -> None:
    told = reading()
    told["state"]["dice"] = []
    told["state"]["rotten"].append({"col": 4, "row": 9})
    out = judge("photo", TRUTH, told)
    assert out.first_error == "dice"
    assert (out.found.missed, out.rotten.extra, out.wrong, out.wrong_doubted) == (1, 1, 2, 0)


def test_a_photo_that_was_not_read_misses_everything() -> None:
    out = judge("photo", TRUTH, None)
    assert out.first_error == "unread"
    assert (out.found.missed, out.rotten.missed, out.trees.missed) == (1, 1, 3)


@pytest.mark.parametrize(
    ("told", "group"),
    [
        (None, ""),
        (reading(), "no advice"),
        (reading(advice=[{"code": "dark", "message": "It is dark."}]), "asks for a better photo"),
    ],
    ids=["unread", "fine", "dark"],
)
def test_photos_are_grouped_by_whether_the_reader_asks_for_a_better_one(
    told: dict[str, Any] | None, group: str
) -> None:
    assert judge("photo", TRUTH, told).groups["advice"] == group
