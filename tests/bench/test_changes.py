"""A change moves what a photo shows to where it says, and changes its light as its name says."""

from __future__ import annotations

import numpy as np
import pytest

from bench.changes import CHANGES, moved, row
from bench.measures import Outcome

GEOMETRY = [
    name
    for name in CHANGES
    if any(word in name for word in ("turned", "afar", "lower", "pixels a side", "upside"))
]
RNG = np.random.default_rng(5)


def _dotted() -> tuple[np.ndarray, tuple[float, float]]:
    picture = np.full((900, 1200, 3), 40, np.uint8)
    picture[480:521, 680:721] = 250
    return picture, (700.0, 500.0)


@pytest.mark.parametrize("name", GEOMETRY)
def test_a_thing_is_where_the_truth_has_moved_to(name: str) -> None:
    picture, (x, y) = _dotted()
    changed, matrix = CHANGES[name](picture)
    truth = {
        "width": 400,
        "height": 300,
        "grid": {"tiles": [{"col": 0, "row": 0, "px": [[x, y]]}], "more": 1},
    }
    told = moved(truth, changed, matrix)
    ys, xs = np.nonzero(changed.mean(2) > 150)
    assert np.allclose(told["grid"]["tiles"][0]["px"][0], [xs.mean(), ys.mean()], atol=1.0)
    assert (told["height"], told["width"]) == changed.shape[:2]
    assert told["grid"]["more"] == 1
    assert truth["grid"]["tiles"][0]["px"] == [[x, y]]


@pytest.mark.parametrize("name", [name for name in CHANGES if name not in GEOMETRY])
def test_other_light_leaves_things_where_they_are(name: str) -> None:
    picture = RNG.integers(20, 200, (600, 800, 3)).astype(np.uint8)
    changed, matrix = CHANGES[name](picture)
    assert changed.shape == picture.shape
    assert changed.dtype == np.uint8
    assert np.array_equal(matrix, np.eye(3))
    assert (changed != picture).any() == (name != "as it was taken")


def test_less_light_is_darker_and_more_is_brighter() -> None:
    picture = RNG.integers(20, 200, (60, 80, 3)).astype(np.uint8)
    means = {name: CHANGES[name](picture)[0].mean() for name in CHANGES}
    assert means["less light, 12 %"] < means["less light, 40 %"] < picture.mean() < means["more light, 150 %"]
    assert (
        np.ptp(CHANGES["hardly any colour"](picture)[0].astype(int), 2).mean()
        < np.ptp(picture.astype(int), 2).mean() / 2
    )


def test_grain_is_the_same_each_time() -> None:
    picture = np.full((30, 30, 3), 90, np.uint8)
    assert np.array_equal(CHANGES["grain"](picture)[0], CHANGES["grain"](picture)[0])


def test_a_row_counts_photos_and_gives_intervals_of_many() -> None:
    right = Outcome("a", {}, first_error="none", score_right=True, in_range=True, doubts=2)
    wrong = Outcome("b", {}, first_error="tiles", wrong=3, wrong_doubted=1)
    assert row("few", [right, wrong]) == ("few", "2", "1", "1", "1", "1", "1 of 3", "1.0")
    assert row("many", [right, wrong] * 10)[2] == "10 (30%-70%)"
