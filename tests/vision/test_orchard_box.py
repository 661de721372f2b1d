"""What the box and the covered trees allow, against all combinations counted out."""

from itertools import product

import numpy as np
import pytest

from scoring.orchard import COVERED_FOR, DICE_OF_A_COLOUR
from vision.orchard_box import ONE_TOO_MANY, VALUES, _plausible, stands, weigh


def die(colour: int, value: int, sure: float = 0.98) -> np.ndarray:
    """A die that is read as a colour and a value index, with a little chance for all else."""
    chances = np.full((3, 4), 0.01 / 11)
    chances[colour, value] = sure
    return chances


def counted_out(dice: list[np.ndarray], covered: int, rotten: int) -> list[np.ndarray]:
    """The same by going through every combination."""
    options = [(*np.ndindex(3, 4), (3, 0)) for _ in dice]
    shares = [np.zeros((4, 4)) for _ in dice]
    for combination in product(*options):
        chance = 1.0
        for chances, (colour, value) in zip(dice, combination, strict=True):
            chance *= chances[colour, value] if colour < 3 else 1 - chances.sum()
        for colour in range(3):
            beyond = max(0, sum(c == colour for c, _ in combination) - DICE_OF_A_COLOUR)
            chance *= ONE_TOO_MANY**beyond
        need = sum(COVERED_FOR[VALUES[value]] for colour, value in combination if colour < 3)
        chance *= _plausible(covered - rotten - need)
        for share, at in zip(shares, combination, strict=True):
            share[at] += chance
    return [share[:3] / share.sum() for share in shares]


def laid_out(die: np.ndarray, token: np.ndarray, alike: np.ndarray) -> np.ndarray:
    """What stands on each place, by going through all ways to lay two tokens at most."""
    shares = np.zeros((len(die), 3))
    for things in product(range(3), repeat=len(die)):
        if things.count(2) <= 2:
            odds = sum((0.0, die[k], token[k])[thing] for k, thing in enumerate(things))
            odds += alike[tuple(np.flatnonzero(np.array(things) == 2))] if things.count(2) == 2 else 0.0
            shares[np.arange(len(die)), things] += np.exp(odds)
    return shares / shares.sum(1, keepdims=True)


def test_what_stands_where_is_that_of_all_ways_to_lay_two_tokens_at_most() -> None:
    rng = np.random.default_rng(5)
    die, token = rng.normal(0, 2, (2, 6))
    alike = rng.normal(0, 2, (6, 6))
    alike += alike.T
    np.testing.assert_allclose(stands(die, token), laid_out(die, token, np.zeros((6, 6))), rtol=1e-9)
    np.testing.assert_allclose(stands(die, token, alike), laid_out(die, token, alike), rtol=1e-9)


def test_two_places_that_are_alike_are_both_tokens_and_one_that_is_like_none_is_not() -> None:
    token, alike = np.array([1.0, -1.0, 1.0, -6.0]), np.zeros((4, 4))
    alike[0, 1] = alike[1, 0] = 4.0
    alike[[0, 1], 2] = alike[2, [0, 1]] = -2.0
    told = stands(np.full(4, -8.0), token, alike)[:, 2]
    assert min(told[:2]) > 0.8 > 0.2 > told[2]


def test_a_look_in_which_every_tree_resembles_a_token_has_none_that_is_likely() -> None:
    like_a_token = np.full(12, 1.5)
    assert stands(np.full(12, -8.0), like_a_token)[:, 2].max() < 0.25
    stand_out = np.where(np.arange(12) < 2, 1.5, -8.0)
    assert stands(np.full(12, -8.0), stand_out)[:2, 2].min() > 0.75


def test_the_two_likeliest_of_three_sure_tokens_stay_and_the_third_is_doubted() -> None:
    tokens = stands(np.full(5, -8.0), np.array([40.0, 40.0, 12.0, -8.0, -8.0]))[:, 2]
    assert tokens[:2].min() > 0.9
    assert 0.01 < tokens[2] < 0.2


def test_what_stands_there_is_told_of_no_place_and_of_sure_ones_too() -> None:
    assert stands(np.zeros(0), np.zeros(0)).shape == (0, 3)
    sure = stands(np.array([400.0, -400.0, -400.0]), np.array([-400.0, 400.0, -400.0]))
    np.testing.assert_allclose(sure, [[0, 1, 0], [0, 0, 1], [1, 0, 0]], atol=1e-5)


def test_chances_are_those_of_all_combinations_counted_out() -> None:
    rng = np.random.default_rng(3)
    dice = [rng.dirichlet(np.ones(13))[:12].reshape(3, 4) for _ in range(3)]
    for seen, real in zip(weigh(dice, 7, 1), counted_out(dice, 7, 1), strict=True):
        np.testing.assert_allclose(seen, real, rtol=1e-9)


def test_of_six_dice_of_a_colour_the_least_sure_is_taken_for_another_colour() -> None:
    dice = [die(0, 0) for _ in range(5)]
    unsure = die(0, 0, 0.6)
    unsure[1, 0] = 0.35
    read = weigh([*dice, unsure], 20, 0)
    assert read[5][1, 0] > 0.7
    assert all(chances[0, 0] > 0.9 for chances in read[:5])


def test_six_dice_that_are_surely_of_one_colour_stay_so_that_players_are_told() -> None:
    dice = [die(0, 0, 0.99999) * (1 - 1e-9) for _ in range(6)]
    for chances in dice:
        chances[chances < 0.5] = 1e-7
    assert all(chances[0, 0] > 0.9 for chances in weigh(dice, 6, 0))


def test_dice_that_need_more_covered_trees_than_there_are_were_misread() -> None:
    unsure = die(1, 3, 0.55)
    unsure[1, 2] = 0.42  # a 6 instead of a 10
    read = weigh([die(0, 2), unsure], COVERED_FOR[6] * 2, 0)[1]
    assert read[1, 2] > read[1, 3]


def test_no_dice_have_no_chances() -> None:
    assert weigh([], 10, 0) == []


@pytest.mark.parametrize("left", [-5, -1, 0, 1, 7])
def test_no_number_of_covered_trees_is_impossible(left: int) -> None:
    assert _plausible(left) > 0
