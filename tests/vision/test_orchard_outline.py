"""A die's top face from what a net says of it in the frame of its first outline."""

from dataclasses import replace

import numpy as np
import pytest

from vision.locate import Tile
from vision.orchard_find import Die
from vision.orchard_outline import FARTHEST, alike, apart, evenly, mended

AS_IT_IS = (0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0)
"""The code of a square in its own frame: half sides 1 and i, whose squares' product is -1 and whose sum is 0."""


def die(turn: float = 0.0) -> Die:
    across = 20 * np.array([np.cos(turn), np.sin(turn)])
    down = 20 * np.array([-np.sin(turn), np.cos(turn)])
    return Die(Tile(np.array([300.0, 200.0]), across, down, 0.9), np.array([310.0, 230.0]))


def same_corners(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether two outlines are the same, whichever corner is named first."""
    return any(np.allclose(np.roll(a, k, axis=0), b, atol=1e-6) for k in range(4))


@pytest.mark.parametrize("turn", [0.0, 0.4, 2.0])
def test_what_needs_no_mending_stays(turn: float) -> None:
    before = die(turn)
    after = mended(before, np.array(AS_IT_IS, np.float32))
    assert same_corners(after.top.corners, before.top.corners)


@pytest.mark.parametrize("turn", [0.0, 0.4, 2.0])
def test_a_top_is_moved_and_resized_in_the_frame_of_its_outline(turn: float) -> None:
    before = die(turn)
    code = np.array([0.5, -0.25, np.log(1.2), -1, 0, 0, 0], np.float32)
    top = mended(before, code).top
    assert np.allclose(top.centre, before.top.centre + 0.5 * before.top.across - 0.25 * before.top.down)
    assert top.size == pytest.approx(1.2 * before.top.size, rel=1e-5)


def test_the_foot_and_the_score_stay() -> None:
    after = mended(die(), np.array([0.3, 0.3, 0.1, -1, 0, 0, 0], np.float32))
    assert after.foot.tolist() == [310.0, 230.0]
    assert after.top.score == 0.9


@pytest.mark.parametrize(
    "code",
    [
        (FARTHEST + 0.1, 0, 0, -1, 0, 0, 0),
        (0, 0, 1.0, -1, 0, 0, 0),
        (0, 0, -1.0, -1, 0, 0, 0),
        (np.nan, 0, 0, -1, 0, 0, 0),
    ],
)
def test_a_wild_answer_changes_nothing(code: tuple[float, ...]) -> None:
    before = die()
    assert mended(before, np.array(code, np.float32)) is before


ASLANT = np.array([[900.0, 120, 300], [-60, 700, 200], [0.1, 0.45, 1.0]])
"""From a table, in sides of it, to a photo that was taken aslant."""


def seen(places: np.ndarray) -> np.ndarray:
    """Places on the table, (N, 2), in the photo."""
    across = np.column_stack([places, np.ones(len(places))]) @ ASLANT.T
    return across[:, :2] / across[:, 2:]


def dice_aslant(side: float = 0.03) -> tuple[Die, ...]:
    """Nine dice on the table, each turned otherwise."""
    made = []
    for k in range(9):
        turn, middle = 0.7 * k, np.array([0.1 + 0.35 * (k % 3), 0.1 + 0.3 * (k // 3)])
        u = side / 2 * np.array([np.cos(turn), np.sin(turn)])
        v = np.array([-u[1], u[0]])
        west, east, north, south = seen(np.array([middle - u, middle + u, middle - v, middle + v]))
        top = Tile(seen(middle[None])[0], (east - west) / 2, (south - north) / 2, 0.9)
        made.append(Die(top, top.centre))
    return tuple(made)


def unlike(one: Die, other: Die) -> float:
    """How far two outlines' half sides differ, as a share of them."""
    pairs = ((one.top.across, other.top.across), (one.top.down, other.top.down))
    return max(float(np.hypot(*(a - b)) / np.hypot(*b)) for a, b in pairs)


def test_well_outlined_dice_stay_nearly_as_they_are() -> None:
    dice = dice_aslant()
    sizes = [die.top.size for die in dice]
    assert max(sizes) > 1.5 * min(sizes)  # the photo is aslant indeed
    assert max(unlike(a, b) for a, b in zip(alike(dice), dice, strict=True)) < 0.04


@pytest.mark.parametrize("which", [0, 4, 8])
def test_a_die_outlined_with_its_side_gets_the_form_of_the_others(which: int) -> None:
    true = dice_aslant()
    top = true[which].top
    bad = replace(true[which], top=replace(top, down=1.8 * top.down))
    dice = alike((*true[:which], bad, *true[which + 1 :]))
    assert unlike(bad, true[which]) > 0.7
    assert unlike(dice[which], true[which]) < 0.1
    assert dice[which].top.centre is top.centre
    assert max(unlike(a, b) for k, (a, b) in enumerate(zip(dice, true, strict=True)) if k != which) < 0.06


def test_dice_of_several_sizes_and_few_dice_are_left_alone() -> None:
    mixed = dice_aslant(0.03)[:5] + dice_aslant(0.05)[5:]
    assert alike(mixed) is mixed
    few = dice_aslant()[:3]
    assert alike(few) is few


def test_what_changes_evenly_is_found_though_some_numbers_are_far_off() -> None:
    rng = np.random.default_rng(0)
    places = rng.uniform(0, 1000, (20, 2))
    right = np.column_stack([1 + places @ [0.001, -0.0004], places @ [-0.0002, 0.0001]])
    told = right.copy()
    told[[3, 11, 17]] += 2.0
    assert np.abs(evenly(places, told) - right).max() < 0.02


def beside(one: Die, by: float, score: float) -> Die:
    """Another die, so many of its sides to the right of one."""
    shift = np.array([by * one.top.size, 0])
    return Die(replace(one.top, centre=one.top.centre + shift, score=score), one.foot + shift)


def test_of_two_outlines_of_one_die_the_surer_stays() -> None:
    one = die()
    unsure, surer = beside(one, 0.4, 0.3), beside(one, 0.0, 0.8)
    assert apart((unsure, surer)) == (surer,)
    foot_alone = Die(beside(one, 0.9, 0.3).top, one.foot)
    assert apart((surer, foot_alone)) == (surer,)


def test_dice_that_touch_are_two() -> None:
    one = die()
    other = beside(one, 1.0, 0.5)
    assert apart((other, one)) == (one, other)
