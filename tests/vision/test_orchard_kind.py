"""Which dice lie on the table, told from what they show."""

import numpy as np

from vision.orchard_kind import tell_kind, value_chances
from vision.orchard_look import PIPS, Looks


def looks(pips: list[int], ordinary: float, sure: float = 0.99) -> Looks:
    """Dice with these pips, each as likely ordinary as given."""
    seen = np.full((len(pips), len(PIPS)), (1 - sure) / (len(PIPS) - 1))
    for k, number in enumerate(pips):
        seen[k, PIPS.index(number)] = sure
    kinds = np.tile([1 - ordinary, ordinary], (len(pips), 1))
    none = np.zeros((0, 3))
    return Looks(np.zeros((len(pips), 5)), np.log(seen), np.log(kinds), none, none)


def all_laid(pips: list[int]) -> np.ndarray:
    return np.ones(len(pips), bool)


def test_dice_with_a_5_are_ordinary_ones() -> None:
    pips = [1, 3, 5, 1, 6]
    chances = tell_kind(looks(pips, 0.5), all_laid(pips))
    assert next(iter(chances)) == 5
    assert chances[5] > 0.95


def test_dice_with_ten_pips_are_the_games_own() -> None:
    pips = [1, 3, 10, 1]
    assert next(iter(tell_kind(looks(pips, 0.5), all_laid(pips)))) == 10


def test_without_a_5_or_a_10_their_looks_tell() -> None:
    pips = [1, 3, 6, 1]
    assert next(iter(tell_kind(looks(pips, 0.9), all_laid(pips)))) == 5
    assert next(iter(tell_kind(looks(pips, 0.1), all_laid(pips)))) == 10


def test_without_any_sign_both_kinds_stay_likely() -> None:
    assert max(tell_kind(looks([1, 3], 0.5), all_laid([1, 3])).values()) < 0.7


def test_fours_on_the_orchard_stand_for_ten_where_there_are_no_fives() -> None:
    pips = [1, 4, 4, 3, 4, 1]
    assert next(iter(tell_kind(looks(pips, 0.95), all_laid(pips)))) == 4


def test_ordinary_dice_beside_the_orchard_may_show_anything() -> None:
    pips = [1, 3, 5, 4, 2, 4]
    laid = np.array([True, True, True, False, False, False])
    assert next(iter(tell_kind(looks(pips, 0.95), laid))) == 5


def test_no_dice_tell_nothing() -> None:
    chances = tell_kind(looks([], 0.5), all_laid([]))
    assert abs(sum(chances.values()) - 1) < 1e-9


def test_a_value_is_one_of_four_and_the_face_for_ten_is_a_ten() -> None:
    chances = value_chances(looks([5, 1, 10], 0.5).pips, 5)
    assert chances.shape == (3, 4)
    assert chances.argmax(1).tolist()[:2] == [3, 0]
    np.testing.assert_allclose(chances.sum(1), 1)
