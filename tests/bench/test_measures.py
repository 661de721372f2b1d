import copy
from typing import Any

import numpy as np
import pytest

from bench.measures import calibration_error, judge, wilson

TRUTH: dict[str, Any] = {
    "state": {
        "tiles": [
            {"col": 0, "row": 0, "kind": "pot", "branches": ["N", "E"]},
            {"col": 1, "row": 0, "kind": "winter", "branches": ["W", "S"]},
        ],
        "tokens": [{"col": 0, "row": 0, "direction": "S", "side": "graft"}],
        "fruit": [{"col": 0, "row": 0, "at": "E", "kind": "lemon"}],
    },
    "total": 2,
    "grid": {
        "tiles": [
            {"col": 0, "row": 0, "px": [[0, 0], [10, 0], [10, 10], [0, 10]]},
            {"col": 1, "row": 0, "px": [[10, 0], [20, 0], [20, 10], [10, 10]]},
        ]
    },
}


def reading(**changes: Any) -> dict[str, Any]:
    """A perfect reading, seen from the left: turned by a quarter and shifted."""
    told = {
        "state": {
            "tiles": [
                {"col": 5, "row": 5, "kind": "pot", "branches": ["E", "S"]},
                {"col": 5, "row": 6, "kind": "winter", "branches": ["N", "W"]},
            ],
            "tokens": [{"col": 5, "row": 5, "direction": "W", "side": "graft"}],
            "fruit": [{"col": 5, "row": 6, "at": "N", "kind": "lemon"}],
        },
        "grid": {
            "tiles": [
                {"col": 5, "row": 5, "px": [[0, 10], [0, 0], [10, 0], [10, 10]]},
                {"col": 5, "row": 6, "px": [[10, 10], [10, 0], [20, 0], [20, 10]]},
            ]
        },
        "score": {"total": 2},
        "score_range": {"low": 1, "high": 3},
        "doubts": [],
        "advice": [],
    }
    told.update(changes)
    return told


def test_a_perfect_reading_is_right_however_it_is_turned() -> None:
    outcome = judge("x", TRUTH, reading())
    assert (outcome.first_error, outcome.wrong, outcome.score_right, outcome.in_range) == (
        "none",
        0,
        True,
        True,
    )
    assert (outcome.branches_right, outcome.branches_all) == (16, 16)
    assert outcome.tokens.f1 == outcome.fruit.f1 == 1.0


def test_a_wrong_branch_is_counted_and_found_among_the_doubts() -> None:
    told = copy.deepcopy(reading())
    told["state"]["tiles"][0]["branches"] = ["E"]  # the one to the south, which is the truth's E, is missing
    outcome = judge("x", TRUTH, told)
    assert (outcome.first_error, outcome.branches_right, outcome.wrong, outcome.wrong_doubted) == (
        "branches",
        15,
        1,
        0,
    )
    told["doubts"] = [{"what": "branch", "where": {"col": 5, "row": 5, "direction": "S"}}]
    assert judge("x", TRUTH, told).wrong_doubted == 1


def test_a_wrong_fruit_is_one_wrong_thing() -> None:
    told = copy.deepcopy(reading())
    told["state"]["fruit"][0]["kind"] = "lime"
    outcome = judge("x", TRUTH, told)
    assert (outcome.first_error, outcome.wrong, outcome.fruit.f1) == ("fruit", 1, 0.0)


def test_a_token_on_its_other_side_is_one_wrong_thing_with_its_branch() -> None:
    told = copy.deepcopy(reading())
    (token,) = told["state"]["tokens"]
    token["side"] = {"graft": "prune", "prune": "graft"}[token["side"]]
    outcome = judge("x", TRUTH, told)
    assert (outcome.wrong, outcome.tokens.f1) == (1, 0.0)
    told["state"]["tokens"] = []
    assert judge("x", TRUTH, told).wrong == 1


def test_a_missed_tile_is_one_wrong_thing_beside_what_lay_on_it() -> None:
    told = copy.deepcopy(reading())
    told["state"]["tiles"] = [t for t in told["state"]["tiles"] if (t["col"], t["row"]) == (5, 5)]
    told["state"]["fruit"] = []  # it lay on that tile
    outcome = judge("x", TRUTH, told)
    assert (outcome.branches_right, outcome.wrong) == (8, 2)
    told["doubts"] = [{"what": "tile", "where": {"col": 5, "row": 6}}]
    assert judge("x", TRUTH, told).wrong_doubted == 1


def test_an_unread_photo_misses_everything() -> None:
    outcome = judge("x", TRUTH, None)
    assert outcome.wrong == 2 + len(TRUTH["state"]["tokens"]) + len(TRUTH["state"]["fruit"])
    assert (outcome.first_error, outcome.tiles.missed, outcome.branches_right) == ("unread", 2, 0)


def test_wilson_interval() -> None:
    # 8 of 10, from Wilson's formula by hand.
    assert wilson(8, 10) == pytest.approx((0.490, 0.943), abs=0.001)
    assert wilson(0, 0) == (0.0, 1.0)


def test_calibration_error_is_the_gap_between_chance_and_share() -> None:
    chances, right = np.full(100, 0.9), np.arange(100) < 70
    assert calibration_error(chances, right) == pytest.approx(0.2)


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
    assert judge("x", TRUTH, told).groups["advice"] == group
