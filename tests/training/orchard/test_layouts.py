"""Orchards as players lay them."""

from __future__ import annotations

import numpy as np
import pytest

from scoring.orchard import check, parse_state, score
from training.orchard.layouts import VALUES, Laid, Layout, card_faces, play


def layouts(count: int = 25) -> list[Layout]:
    return [play(np.random.default_rng(seed)) for seed in range(count)]


def test_a_game_is_legal_and_scores() -> None:
    for layout in layouts():
        state = parse_state(layout.to_state())
        assert check(state) == ()
        assert score(state).total == sum(layout.dice.values()) - 3 * len(layout.rotten)


def test_nine_different_cards_are_in_play() -> None:
    for layout in layouts():
        numbers = [card.number for card in layout.cards]
        assert len(set(numbers)) == len(numbers) == 9


def test_the_uppermost_card_shows_its_tree() -> None:
    for layout in layouts():
        shown = {}
        for card in layout.cards:
            shown |= card.trees()
        assert shown == layout.trees


def test_dice_and_rotten_fruit_share_no_tree() -> None:
    for layout in layouts():
        assert not layout.rotten & layout.dice.keys()
        assert len(layout.rotten) <= 2


def test_a_die_tells_how_many_cards_lie_below() -> None:
    for layout in layouts():
        depth = dict.fromkeys(layout.trees, 0)
        for card in layout.cards:
            for place in card.trees():
                depth[place] += 1
        for place, value in layout.dice.items():
            assert VALUES.index(value) + 2 <= depth[place]


def test_all_values_come_up() -> None:
    assert {value for layout in layouts() for value in layout.dice.values()} == set(VALUES)


@pytest.mark.parametrize("turn", range(4))
def test_a_turned_card_keeps_its_neighbours(turn: int) -> None:
    places = Laid(3, turn, 4, 7).places()
    assert min(col for col, _ in places.values()) == 4
    assert min(row for _, row in places.values()) == 7
    # A quarter clockwise takes what lies to the right of a tree below it.
    across = np.subtract(places[1, 0], places[0, 0]).tolist()
    assert across == [[1, 0], [0, 1], [-1, 0], [0, -1]][turn]
    assert set(Laid(3, turn, 4, 7).trees().values()) == set(card_faces()[3].values())


def test_the_same_seed_plays_the_same_game() -> None:
    assert play(np.random.default_rng(5)) == play(np.random.default_rng(5))
