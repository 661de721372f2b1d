"""Each part of the photos is judged by what was fitted to the others."""

import pytest

from training.parts import PARTS, by_others, together


def test_no_photo_is_judged_by_what_it_was_fitted_to() -> None:
    photos = list(range(23))
    parts = by_others(photos, set)
    assert len(parts) == PARTS
    assert sorted(photo for part, _ in parts for photo in part) == photos
    for part, learned in parts:
        assert learned == set(photos) - set(part)


def test_verdicts_weigh_by_how_many_were_asked() -> None:
    wrong, likelihood, count = together([(1, 0.1, 10), (4, 0.4, 30)])
    assert (wrong, count) == (5, 40)
    assert likelihood == pytest.approx(0.325)
