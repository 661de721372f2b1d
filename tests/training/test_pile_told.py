"""Counting the piles of photos."""

from __future__ import annotations

from training import pile_told
from vision.espalier_pile import OF_PILE


def test_photos_are_counted_by_what_is_seen_and_what_was_mulched() -> None:
    table = pile_told.tally([(0, 0), (0, 0), (1, 3), (9, 1)])
    assert table.shape == (len(OF_PILE), len(OF_PILE[0]))
    assert table[0, 0] == 2
    assert table[1, 3] == 1
    assert table.sum() == 3
