"""A die's top face from what a net says of it in the frame of its first outline."""

import numpy as np
import pytest

from vision.locate import Tile
from vision.orchard_find import Die
from vision.orchard_outline import FARTHEST, mended

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
