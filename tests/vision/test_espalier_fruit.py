"""What fruit are, told by their colours together."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.colours import DARK
from vision.espalier_fruit import (
    MEANS,
    PICTURE,
    both_words,
    colour_at,
    fruit_picture,
    given_colours,
    named_together,
    told_together,
)
from vision.locate import Found, Spot

GREY = 128
KINDS = ("lemon", "lime", "orange")


def one_hot(*names: str, sure: float = 0.98) -> np.ndarray:
    rest = (1 - sure) / 2
    return np.array([[sure if kind == name else rest for kind in KINDS] for name in names])


def painted(*fruit: tuple[tuple[int, int], float]) -> np.ndarray:
    """A grey photo, RGB, with discs of some hues in degrees of CIELAB."""
    lab = np.full((400, 400, 3), GREY, np.uint8)
    for (x, y), hue in fruit:
        a, b = 128 + 40 * np.cos(np.radians(hue)), 128 + 40 * np.sin(np.radians(hue))
        cv2.circle(lab, (x, y), 40, (150, round(a), round(b)), -1)
    return cv2.cvtColor(lab, cv2.COLOR_LAB2RGB)


def found(*spots: tuple[float, float]) -> Found:
    heat = np.zeros((1, 1), np.float32)
    return Found((), tuple(Spot(np.array(at), 0.9) for at in spots), (), np.zeros((0, 2)), heat, 1.0)


LEMON, LIME, ORANGE = MEANS
WARM = np.array([0.35, -0.3])
"""What a warm lamp adds to each colour."""


def test_a_fruit_of_the_colour_of_sure_lemons_is_a_lemon_though_it_was_taken_for_an_orange() -> None:
    chances = one_hot("lemon", "lemon", "lemon", "orange")
    chances[3] = [0.1, 0.0, 0.9]
    told = given_colours(chances, LEMON + WARM + [[0, 0.02], [0.02, 0], [-0.02, 0.01], [0, 0]])
    assert KINDS[told[3].argmax()] == "lemon"
    assert told[3, 0] > 5 * chances[3, 0]


def test_where_its_colour_speaks_against_what_was_said_of_a_fruit_it_is_not_sure() -> None:
    chances = one_hot("lemon", "lemon", "lemon", "orange")
    chances[3] = [0.4, 0.0, 0.6]
    told = given_colours(chances, LEMON + WARM + [[0, 0.02], [0.02, 0], [-0.02, 0.01], [0, 0]])
    assert KINDS[told[3].argmax()] == "lemon"
    assert told[3, KINDS.index("orange")] > 0.1
    assert (told[:3, 0] > 0.98).all()


def test_the_same_fruit_stays_an_orange_beside_oranges_of_its_colour() -> None:
    chances = one_hot("orange", "orange", "lemon", "orange")
    chances[3] = [0.1, 0.0, 0.9]
    told = given_colours(chances, np.array([ORANGE, ORANGE + 0.02, LEMON, ORANGE - 0.02]))
    assert KINDS[told[3].argmax()] == "orange"


def test_fruit_of_their_usual_colours_stay_what_they_are() -> None:
    assert (given_colours(one_hot(*KINDS), MEANS).argmax(1) == [0, 1, 2]).all()


def test_limes_that_were_taken_for_lemons_are_limes_where_the_lemons_lie_between_them_and_the_oranges() -> (
    None
):
    chances = one_hot("lime", "lemon", "lemon", "lemon", "orange", "orange", sure=0.9)
    told = given_colours(chances, np.array([LIME, LIME, LEMON, LEMON, ORANGE, ORANGE]) + WARM)
    assert [KINDS[k] for k in told.argmax(1)] == ["lime", "lime", "lemon", "lemon", "orange", "orange"]


@given(
    st.lists(
        st.tuples(st.sampled_from(range(3)), st.floats(-0.6, 0.6), st.floats(-0.6, 0.6)),
        min_size=1,
        max_size=12,
    ),
    st.randoms(use_true_random=False),
)
def test_chances_stay_chances_and_the_order_of_fruit_does_not_matter(seen, random) -> None:
    chances = one_hot(*(KINDS[kind] for kind, _, _ in seen))
    colours = np.array([MEANS[kind] + off for kind, *off in seen])
    told = given_colours(chances, colours)
    assert np.allclose(told.sum(1), 1)
    assert (told > 0).all()
    order = list(range(len(seen)))
    random.shuffle(order)
    assert np.allclose(given_colours(chances[order], colours[order]), told[order])


def test_both_words_count() -> None:
    undecided = np.log(np.full((1, 3), 1 / 3))
    assert both_words(one_hot("lime"), undecided).argmax() == KINDS.index("lime")
    against = both_words(one_hot("lime", sure=0.6), np.log(one_hot("orange", sure=0.99)))
    assert against.argmax() == KINDS.index("orange")
    assert np.isfinite(both_words(np.array([[0.0, 0.0, 1.0]]), undecided)).all()
    assert np.allclose(against.sum(1), 1)


def test_a_kind_that_is_named_too_often_counts_less() -> None:
    torn = np.array([[0.5, 0.0, 0.5]])
    undecided = np.log(np.full((1, 3), 1 / 3))
    assert both_words(torn, undecided, np.array([-0.5, 0.0, 0.5]))[0].argmax() == KINDS.index("orange")
    assert both_words(torn, undecided, np.array([0.5, 0.0, -0.5]))[0].argmax() == KINDS.index("lemon")
    even = both_words(torn, undecided, np.zeros(3))[0]
    assert even[0] == pytest.approx(even[2])


def test_a_picture_shows_the_fruit_in_its_middle_whatever_its_size() -> None:
    photo = painted(((120, 130), 60))
    for side in (130.0, 260.0):
        seen = fruit_picture(photo, np.array([120.0, 130.0]), side)
        assert seen.shape == (PICTURE, PICTURE, 3)
        assert np.ptp(seen[PICTURE // 2, PICTURE // 2].astype(int)) > 30
    assert np.ptp(fruit_picture(photo, np.array([120.0, 130.0]), 260.0)[0, 0].astype(int)) < 5
    assert fruit_picture(photo, np.array([-30.0, 390.0]), 130.0).shape == (PICTURE, PICTURE, 3)


def test_the_net_names_fruit_by_the_others_in_any_order() -> None:
    """Three greenish oranges alone could be anything; beside a lemon and a lime in the same light they are not."""
    photo = painted(((60, 60), 60), ((200, 60), 60), ((340, 60), 98), ((60, 200), 98), ((200, 200), 130))
    cast = (photo * np.array([0.75, 1.0, 0.7])).astype(np.uint8)
    places = np.array([[60.0, 60], [200, 60], [340, 60], [60, 200], [200, 200]])
    pictures = [fruit_picture(cast, at, 240) for at in places]
    named = named_together(pictures)
    assert [KINDS[k] for k in named.argmax(1)] == ["orange", "orange", "lemon", "lemon", "lime"]
    assert np.allclose(np.exp(named).sum(1), 1)
    assert np.allclose(named_together(pictures[::-1]), named[::-1], atol=1e-3)


@pytest.mark.parametrize("hue", [60.0, 99.0, 129.0])
def test_a_colour_is_that_of_the_disc(hue: float) -> None:
    photo = painted(((200, 200), hue))
    red, green, blue = (photo[200, 200] / 255.0) ** 2.2
    seen = colour_at(photo, np.array([200.0, 200.0]), 200)
    assert seen == pytest.approx(
        np.log([(red + DARK) / (green + DARK), (blue + DARK) / (green + DARK)]), abs=0.1
    )
    assert np.isfinite(colour_at(photo, np.array([-50.0, 900.0]), 200)).all()  # beyond the photo's edge


def test_another_light_moves_all_colours_alike() -> None:
    lit = np.array([1.0, 0.8, 0.6])
    moved = []
    for hue in (60.0, 99.0, 129.0):
        photo = painted(((200, 200), hue))
        under = (255 * ((photo / 255.0) ** 2.2 * lit) ** (1 / 2.2)).astype(np.uint8)
        at = np.array([200.0, 200.0])
        moved.append(colour_at(under, at, 200) - colour_at(photo, at, 200))
    assert np.ptp(moved, axis=0).max() < 0.12


def test_fruit_are_looked_at_where_they_lie_and_nothing_else_changes() -> None:
    photo = painted(((120, 120), 99), ((300, 300), 97), ((100, 300), 60))
    points = np.array([[100.0, 100.0], [300.0, 300.0], [100.0, 300.0], [200.0, 100.0]])
    before = np.array(  # nothing, a lemon, a lime, an orange
        [[0.04, 0.9, 0.0, 0.06], [0.1, 0.3, 0.0, 0.6], [0.01, 0.0, 0.0, 0.99], [0.9, 0.0, 0.1, 0.0]]
    )
    told = told_together(before, points, photo, found((120.0, 120.0)), 200)
    assert [("none", *KINDS)[k] for k in told.argmax(1)] == ["lemon", "lemon", "orange", "none"]
    assert told[3].tolist() == before[3].tolist()
    assert told[:, 0].tolist() == before[:, 0].tolist()
    assert np.allclose(told.sum(1), 1)


def test_of_two_spots_near_a_rim_point_the_nearer_is_its_fruit() -> None:
    photo = painted(((130, 100), 99), ((160, 100), 60))
    both = told_together(
        np.array([[0.0, 0.5, 0.0, 0.5]]),
        np.array([[100.0, 100.0]]),
        photo,
        found((160, 100), (115, 100)),
        200,
    )
    assert both[0].argmax() == 1


def test_a_tree_without_fruit_is_left_as_it_is() -> None:
    before = np.array([[1.0, 0.0, 0.0, 0.0]])
    told = told_together(before, np.array([[200.0, 100.0]]), painted(), found(), 200)
    assert told.tolist() == before.tolist()
