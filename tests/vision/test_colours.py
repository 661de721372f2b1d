"""Things named together by their colours: in any light, with odd ones, no more of a kind than the box holds."""

from __future__ import annotations

import numpy as np
import pytest

from vision.colours import (
    KNEE,
    Odd,
    Palette,
    before_roll_off,
    linear_light,
    log_chromaticity,
    name_together,
    shares,
)

KINDS = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
PALETTE = Palette(KINDS, np.kron(np.ones((3, 3)), np.eye(2) * 0.3) + np.eye(6) * 0.05)
CLOSE = np.eye(2) * 0.01
SELDOM = Odd(share=0.03, variance=4.0)


def named(colours: np.ndarray, chances: np.ndarray | None = None) -> list[int]:
    said = np.full((len(colours), 3), 1 / 3) if chances is None else chances
    return shares(name_together(said, colours, [PALETTE], CLOSE, SELDOM, 200), 3).argmax(1).tolist()


@pytest.mark.parametrize("lamp", [(0.0, 0.0), (0.5, -0.4), (-0.4, 0.5)])
def test_things_are_named_by_how_their_colours_lie_to_each_other(lamp: tuple[float, float]) -> None:
    kinds = [0, 1, 2, 2, 1, 0]
    assert named(KINDS[kinds] + lamp) == kinds


def test_one_odd_colour_does_not_move_its_kind() -> None:
    chances = np.eye(3)[[0, 0, 1, 1, 2, 2, 0]] * 0.8 + 0.2 / 3
    colours = np.vstack([KINDS[[0, 0, 1, 1, 2, 2]], [[3.0, 3.0]]])
    assert named(colours, chances) == [0, 0, 1, 1, 2, 2, 0]


def test_a_thing_that_mirrors_a_lamp_is_of_the_kind_that_fades_to_its_colour() -> None:
    kinds = np.array([[-3.0, -3.0], [0.0, -2.0], [2.0, 0.0]])
    palette = Palette(kinds, np.eye(6) * 0.05)
    faded = np.log(0.3 * np.exp(kinds[0]) + 0.7)  # where seven tenths of the light are the lamp's
    said = np.vstack([np.eye(3) * 0.98 + 0.01, [0.35, 0.4, 0.25]])

    def told(odd: Odd) -> np.ndarray:
        return shares(name_together(said, np.vstack([kinds, faded]), [palette], CLOSE, odd, 200), 3)[3]

    assert told(Odd(share=0.12, variance=1.0)).argmax() == 1
    assert told(Odd(share=0.06, variance=1.0, veiled=0.06)).argmax() == 0


def test_no_more_things_are_of_a_kind_than_the_box_holds() -> None:
    anything = np.full((5, 3), 1 / 3)
    colours = KINDS[[0, 0, 0, 1, 2]]
    free = name_together(anything, colours, [PALETTE], CLOSE, SELDOM, 200)
    assert ((free.kinds == 0).sum(1) == 3).any()
    sizes, most = np.ones(5, np.int64), np.array([2, 2, 2])
    boxed = name_together(anything, colours, [PALETTE], CLOSE, SELDOM, 200, (sizes, most))
    assert max((boxed.kinds == kind).sum(1).max() for kind in range(3)) == 2


def test_a_thing_of_more_pieces_than_the_box_holds_of_any_kind_has_no_name() -> None:
    one = name_together(
        np.full((1, 3), 1 / 3), KINDS[:1], [PALETTE], CLOSE, SELDOM, 9, (np.array([3]), np.array([2, 2, 2]))
    )
    assert len(one.logs) == 0


def test_another_light_moves_all_log_chromaticities_alike() -> None:
    paints = np.random.default_rng(0).uniform(0.2, 0.8, (50, 3))
    moved = log_chromaticity(paints * [1.3, 1.0, 0.6] * 0.7) - log_chromaticity(paints)
    assert np.ptp(moved, axis=0).max() < 0.1
    assert np.allclose(log_chromaticity(np.array([0.5, 0.5, 0.5])), 0)


def test_light_is_linear() -> None:
    levels = np.array([0, 10, 128, 255], np.uint8)
    assert np.allclose(linear_light(levels / np.float32(255)), [0, 0.00304, 0.2159, 1], atol=1e-3)


def test_what_a_tone_curve_rolled_off_is_undone_and_the_rest_stays() -> None:
    light = np.array([0.0, 0.2, KNEE, 0.7, 0.9, 1.2])
    shown = np.where(light > KNEE, KNEE + (1 - KNEE) * (1 - np.exp(-(light - KNEE) / (1 - KNEE))), light)
    assert np.allclose(before_roll_off(shown), light)
    assert np.isfinite(before_roll_off(np.array([1.0, 1.01]))).all()
    assert (np.diff(before_roll_off(np.linspace(0, 1, 200))) >= 0).all()
