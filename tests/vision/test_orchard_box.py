"""What the box and the covered trees allow, against all combinations counted out."""

from itertools import product

import numpy as np
import pytest

from scoring.orchard import COVERED_FOR, DICE_OF_A_COLOUR
from vision.orchard_box import ONE_TOO_MANY, VALUES, _plausible, weigh


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
