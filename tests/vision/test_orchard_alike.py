"""Two rotten tokens of a kind look like each other, whichever way they lie, and like no tree."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.locate import Spot
from vision.orchard_alike import ANGLES, LIKELIEST, OF_PAIR, alike, differences, drawings
from vision.orchard_places import Orchard

SIDE = 80
GREY, GREEN, BROWN, BLUE = (150, 150, 140), (40, 120, 40), (90, 60, 30), (40, 60, 200)
Quads = dict[tuple[int, int], np.ndarray]


def orchard_of(places: int, rotten: dict[tuple[int, int], Spot] | None = None) -> Orchard:
    """Trees in a row, edge to edge."""
    corners = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float64)
    quads: Quads = {(k, 0): corners + np.array([20 + k * SIDE, 20]) for k in range(places)}
    return Orchard(quads, dict.fromkeys(quads, 0.9), {}, rotten or {}, (), ())


def photo_of(orchard: Orchard) -> np.ndarray:
    """A round green crown with differing fruit on each place."""
    wide = 40 + SIDE * len(orchard.quads)
    photo = np.full((40 + SIDE, wide, 3), GREY, np.uint8)
    rng = np.random.default_rng(3)
    for quad in orchard.quads.values():
        middle = quad.mean(0)
        cv2.circle(photo, middle.astype(int).tolist(), 32, GREEN, -1)
        fruit = rng.choice([[200, 40, 40], [220, 200, 60], [120, 60, 160]])
        for angle in np.arange(5) * 1.2566:
            at = middle + 20 * np.array([np.cos(angle), np.sin(angle)])
            cv2.circle(photo, at.astype(int).tolist(), 5, fruit.tolist(), -1)
    return photo


def lay_token(photo: np.ndarray, at: np.ndarray, turn: float, colours: tuple = (BROWN, BLUE)) -> None:
    """A square piece of wood, half of it painted."""
    way = np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-way[1], way[0]])
    square = [at + 15 * (a * way + b * across) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    half = [at + 15 * (a * way + b * across) for a, b in ((-1, -1), (0, -1), (0, 1), (-1, 1))]
    for shape, colour in ((square, colours[0]), (half, colours[1])):
        cv2.fillPoly(photo, [np.round(shape).astype(np.int32)], colour)


def middle(orchard: Orchard, place: int) -> np.ndarray:
    return orchard.quads[(place, 0)].mean(0)


def pair_odds(photo: np.ndarray, orchard: Orchard, token: np.ndarray) -> np.ndarray:
    return alike(drawings([photo], orchard), token, np.ones(len(token), bool))


def test_two_tokens_turned_otherwise_are_alike_and_a_token_and_a_tree_are_not() -> None:
    orchard = orchard_of(6)
    photo = photo_of(orchard)
    lay_token(photo, middle(orchard, 1), 0.3)
    lay_token(photo, middle(orchard, 4), 2.6)
    told = pair_odds(photo, orchard, np.array([-4.0, 2.0, -4.0, -4.0, 0.0, -4.0]))
    assert told[1, 4] == told.max() > 2
    assert max(told[1, 0], told[1, 2], told[4, 5]) < told[1, 4] - 2
    assert np.array_equal(told, told.T)


def test_a_token_beside_its_trees_middle_is_found_where_the_finder_saw_it_or_near_the_middle() -> None:
    orchard = orchard_of(6)
    photo = photo_of(orchard)
    far, near = middle(orchard, 1) + np.array([18, 10]), middle(orchard, 4) + np.array([6, 0])
    lay_token(photo, far, 0.3)
    lay_token(photo, near, 1.3)
    token = np.array([-4.0, 2.0, -4.0, -4.0, 0.0, -4.0])
    lost = pair_odds(photo, orchard, token)[1, 4]
    seen = pair_odds(photo, orchard_of(6, {(1, 0): Spot(far, 0.9)}), token)[1, 4]
    assert seen > lost + 1


def test_a_hole_in_other_colours_than_the_token_is_far_less_alike() -> None:
    orchard = orchard_of(6)
    photo = photo_of(orchard)
    lay_token(photo, middle(orchard, 1), 0.3)
    token = np.array([-4.0, 2.0, -4.0, -4.0, 0.0, -4.0])
    told = []
    for colours in ((BROWN, BLUE), ((230, 220, 210), (235, 225, 215))):
        lay_token(photo, middle(orchard, 4), 0.3, colours)
        told.append(pair_odds(photo, orchard, token)[1, 4])
    assert told[1] < told[0] - 3


def test_trees_that_look_like_all_others_are_not_taken_for_tokens_by_being_alike() -> None:
    orchard = orchard_of(6)
    photo = np.full((40 + SIDE, 40 + 6 * SIDE, 3), GREY, np.uint8)
    for place in range(6):
        cv2.circle(photo, middle(orchard, place).astype(int).tolist(), 32, GREEN, -1)
    assert pair_odds(photo, orchard, np.zeros(6)).max() < 1


def test_only_the_likeliest_places_are_compared_and_dice_are_no_trees_to_be_like() -> None:
    orchard = orchard_of(12)
    drawn = drawings([photo_of(orchard)], orchard)
    token = np.arange(12.0)
    pairs, seen = differences(drawn, token, np.ones(12, bool))
    assert len(pairs) == len(seen) == LIKELIEST * (LIKELIEST - 1) // 2
    assert pairs.min() == 12 - LIKELIEST
    # Where dice stand on all but three places, these three have nothing else to be like than each other.
    few = np.array([False] * 9 + [True] * 3)
    free = differences(drawn[9:], token[9:], few[9:])[1]
    assert len(free) == 3


@pytest.mark.parametrize("places", [0, 1, 2])
def test_too_few_places_tell_nothing(places: int) -> None:
    orchard = orchard_of(places)
    told = pair_odds(photo_of(orchard_of(2)), orchard, np.zeros(places))
    assert told.shape == (places, places)
    assert not told.any()


def test_a_quarter_turn_of_the_photo_changes_no_likeness() -> None:
    """Rings are compared at all turns: what is told does not depend on which corner a tree's outline begins at."""
    orchard = orchard_of(5)
    photo = photo_of(orchard)
    lay_token(photo, middle(orchard, 1), 0.4)
    lay_token(photo, middle(orchard, 3), 1.9)
    rolled = Orchard({c: np.roll(q, 1, 0) for c, q in orchard.quads.items()}, orchard.scores, {}, {}, (), ())
    token, free = np.array([-4.0, 2.0, -4.0, 0.0, -4.0]), np.ones(5, bool)
    one, other = (differences(drawings([photo], o), token, free)[1] for o in (orchard, rolled))
    np.testing.assert_allclose(one, other, atol=0.08)
    assert ANGLES % 4 == 0
    assert len(OF_PAIR) == one.shape[1]
