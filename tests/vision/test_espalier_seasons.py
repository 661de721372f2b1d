"""Seasons are told by all grounds together: by usual colours, by how many tiles a season has, by how trees grow."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.espalier_seasons import KINDS, USUAL, given_grounds, ground, tell_seasons
from vision.look import PATCH, pyramid

LINE = [(col, 0) for col in range(13)]
"""A pot and twelve tiles in a row."""
WARM = np.array([0.35, -0.3])


def in_a_row(*seasons: str) -> list[int]:
    return [0, *(KINDS.index(season) for season in seasons)]


YEAR = in_a_row(*["winter"] * 5, *["spring"] * 6, "summer")


def named(kinds: list[int], grounds: np.ndarray) -> list[int]:
    return given_grounds(grounds, LINE[: len(kinds)], LINE[0]).argmax(1).tolist()


def scattered(grounds: np.ndarray, seed: int = 0) -> np.ndarray:
    return grounds + np.random.default_rng(seed).normal(0, 0.02, grounds.shape)


@pytest.mark.parametrize("lamp", [np.zeros(2), WARM, -WARM], ids=["daylight", "warm", "cold"])
def test_usual_colours_are_known_under_any_lamp(lamp: np.ndarray) -> None:
    assert named(YEAR, scattered(USUAL[YEAR] + lamp)) == YEAR


@pytest.mark.parametrize(
    ("before", "after", "told"), [(5, 0, "winter"), (0, 5, "summer")], ids=["before spring", "after spring"]
)
def test_a_ground_between_blue_and_green_is_of_the_season_whose_turn_it_was(
    before: int, after: int, told: str
) -> None:
    between = (USUAL[KINDS.index("winter")] + USUAL[KINDS.index("summer")]) / 2
    pink = USUAL[KINDS.index("spring")]
    grounds = scattered(np.array([USUAL[0], *[between] * before, *[pink] * 6, *[between] * after]))
    kinds = in_a_row(*[told] * before, *["spring"] * 6, *[told] * after)
    assert named(kinds, grounds) == kinds


def test_one_ground_for_all_seasons_tells_nothing() -> None:
    chances = given_grounds(scattered(np.zeros((13, 2))), LINE, LINE[0])
    assert (chances[0] == np.eye(5)[0]).all()
    assert np.allclose(chances[1:, 1:], 0.25)


@given(st.permutations(range(1, len(YEAR))), st.integers(0, 99))
def test_the_order_in_which_tiles_are_told_changes_nothing(order: list[int], seed: int) -> None:
    grounds = scattered(USUAL[YEAR], seed)
    told = given_grounds(grounds, LINE, LINE[0])
    moved = [0, *order]
    again = given_grounds(grounds[moved], [LINE[k] for k in moved], LINE[0])
    assert np.allclose(again, told[moved], atol=1e-6)


def test_branches_and_edges_do_not_change_a_ground() -> None:
    patch = np.full((PATCH, PATCH, 3), (150, 180, 210), np.uint8)
    plain = ground(patch)
    patch[: PATCH // 5] = (255, 0, 0)  # the table
    patch[PATCH // 2 - 12 : PATCH // 2 + 12] = (60, 40, 20)  # a branch
    assert np.allclose(ground(patch), plain)
    assert plain[0] < 0 < plain[1]


def test_tiles_of_a_photo_are_told_by_their_places_in_it() -> None:
    photo = np.full((200, 400, 3), (240, 235, 220), np.uint8)
    photo[:, 200:300] = (190, 215, 240)
    photo[:, 300:] = (240, 205, 225)
    quads = {
        (col, 0): np.array([[x, 50], [x + 100, 50], [x + 100, 150], [x, 150.0]])
        for col, x in enumerate((100, 200, 300))
    }
    chances = tell_seasons(pyramid(photo), quads, (0, 0))
    assert [KINDS[k] for k in chances.argmax(1)] == ["pot", "winter", "spring"]
