"""What lies on the branches of a photo is told together."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from scoring.lattice import DIRECTIONS, STEP
from vision.espalier_looker import Places
from vision.espalier_strips import (
    ACROSS,
    ALONG,
    EXAMPLES,
    LIKEST,
    MOST,
    MOST_OPEN,
    START,
    TILE,
    TOLD,
    UNLIKE,
    Sides,
    Tokens,
    alikeness,
    distances,
    embedded,
    evened,
    sides,
    strip_picture,
    tell_together,
    with_sides,
    with_tokens,
    worth_comparing,
)
from vision.look import BRANCH, GRAFT, PRUNE, Looks, Pixels, log_softmax, pyramid

QUAD = np.array([[200.0, 200], [500, 200], [500, 500], [200, 500]])
ORANGE, BLUE = (230, 120, 20), (30, 60, 200)


def photo_of(strips: dict[str, tuple[int, int, int]]) -> Pixels:
    """A tile with strips, each with a dark line along it or across it by its colour."""
    pixels = np.full((700, 700, 3), 235, np.uint8)
    for direction, colour in strips.items():
        way = np.array(STEP[direction]) / np.hypot(*STEP[direction])
        ends = [tuple(np.round(350 + 300 * way * far).astype(int).tolist()) for far in (0.15, 0.5)]
        cv2.line(pixels, *ends, colour, 40)
        if colour == ORANGE:
            cv2.line(pixels, *ends, (20, 10, 0), 10)
    return pixels


def seen(prune: dict[str, float]) -> Places:
    """Places of one tile whose look is unsure of the sides: the chance of prune by direction, no other branch."""
    chances = np.tile([0.97, 0.01, 0.01, 0.01], (8, 1))
    for direction, chance in prune.items():
        chances[DIRECTIONS.index(direction)] = [0.01, 0.01, 0.98 * (1 - chance), 0.98 * chance]
    looks = Looks(np.log(chances), np.zeros((8, 4)), np.zeros(6))
    return Places({(0, 0): QUAD}, {(0, 0): looks}, {(0, 0): 1.0})


def branches(places: Places) -> npt.NDArray[np.float64]:
    return places.looks[(0, 0)].branches


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_picture_shows_the_strip_lengthwise(direction: str) -> None:
    shown = strip_picture(pyramid(photo_of({direction: BLUE})), QUAD, direction).astype(float)
    assert shown.shape == (ACROSS, ALONG, 3)
    blue = shown[..., 2] - shown[..., 0] > 80
    assert blue[8:16, round((0.18 - START) * TILE) : round((0.45 - START) * TILE)].all()
    assert not blue[[0, -1]].any()


def test_a_doubtful_strip_is_told_by_those_that_look_like_it() -> None:
    colours = {"N": BLUE, "E": BLUE, "S": BLUE, "W": ORANGE, "SE": ORANGE}
    before = seen({"N": 0.99, "E": 0.98, "S": 0.4, "W": 0.02, "SE": 0.01})
    after = branches(tell_together(pyramid(photo_of(colours)), before))
    assert after[DIRECTIONS.index("S")].argmax() == PRUNE
    assert branches(before)[DIRECTIONS.index("S")].argmax() == GRAFT
    for direction in ("W", "SE"):
        assert after[DIRECTIONS.index(direction)].argmax() == GRAFT


def test_whether_there_is_a_token_is_left_alone_where_nothing_shows_what_one_looks_like() -> None:
    before = seen({"N": 0.9, "E": 0.3, "W": 0.5})
    after = tell_together(pyramid(photo_of({"N": BLUE, "E": BLUE, "W": ORANGE})), before)
    assert np.exp(branches(after)).sum(1) == pytest.approx(np.exp(branches(before)).sum(1))
    assert branches(after)[:, :GRAFT] == pytest.approx(branches(before)[:, :GRAFT])
    untouched = [k for k, name in enumerate(DIRECTIONS) if name not in "NEW"]
    assert (branches(after)[untouched] == branches(before)[untouched]).all()


def test_a_strip_that_looks_like_the_sure_tokens_is_one() -> None:
    """Blue tokens, bare orange branches: one of each is taken for the other, and seen to be none."""
    colours = {"N": BLUE, "E": BLUE, "NE": BLUE, "S": ORANGE, "W": ORANGE, "SW": ORANGE}
    sure = {"N": PRUNE, "E": PRUNE, "S": BRANCH, "W": BRANCH}
    chances = np.full((8, 4), 1e-5)
    for k, name in enumerate(DIRECTIONS):
        chances[k, sure.get(name, 0)] = 1
    chances[DIRECTIONS.index("NE")] = [0.01, 0.7, 0.05, 0.24]
    chances[DIRECTIONS.index("SW")] = [0.01, 0.3, 0.09, 0.6]
    looks = Looks(np.log(chances / chances.sum(1, keepdims=True)), np.zeros((8, 4)), np.zeros(6))
    before = Places({(0, 0): QUAD}, {(0, 0): looks}, {(0, 0): 1.0})
    after = branches(tell_together(pyramid(photo_of(colours)), before))
    assert after[DIRECTIONS.index("NE")].argmax() == PRUNE
    assert after[DIRECTIONS.index("SW")].argmax() == BRANCH
    for name, kind in sure.items():
        assert after[DIRECTIONS.index(name)].argmax() == kind
    assert np.exp(after).sum(1) == pytest.approx(1)
    assert after[:, 0] == pytest.approx(branches(before)[:, 0])


def test_likeness_moves_chances_between_branch_and_token_alone() -> None:
    rng = np.random.default_rng(0)
    logs = log_softmax(np.vstack([rng.normal(0, 1, (4, 4)), 9 * np.eye(4)[[BRANCH, GRAFT, PRUNE]]]))
    apart = np.concatenate([rng.normal(0, 1, (4, 3)), 3 * np.eye(3)])
    told = with_tokens(logs, apart)
    assert np.exp(told).sum(1) == pytest.approx(1)
    assert told[:, 0] == pytest.approx(logs[:, 0])
    assert told[:, PRUNE] - told[:, GRAFT] == pytest.approx(logs[:, PRUNE] - logs[:, GRAFT])
    assert np.abs(told - logs).max() > 0.1
    assert with_tokens(logs, apart, Tokens(trust=0.0, middle=3.0)) == pytest.approx(logs)


def test_a_strip_unlike_all_examples_may_still_be_of_their_sort() -> None:
    """A branch with a fruit before it, of which the look net is unsure, beside three sure ones."""
    branch, open_to = [0.0, 9, 0, 0], [0.0, 2, 2, 0]
    logs = log_softmax(np.array([open_to, branch, branch, branch]))
    told = with_tokens(logs, np.array([[9.0, 9], [0, 0], [0, 0.1], [0.1, 0]]), Tokens(trust=1.0, middle=3.0))
    lost = (logs[0, BRANCH] - logs[0, GRAFT]) - (told[0, BRANCH] - told[0, GRAFT])
    assert 0 < lost <= UNLIKE + 1e-9


def test_sides_are_told_of_likely_tokens_alone() -> None:
    logs = log_softmax(np.array([[0.0, 0, 1, 4], [0, 0, 4, 0], [0, 0, 1.5, 2], [9, 0, 0, 1]]))
    like = np.array([[0.0, 0], [5, 0], [5, 0.1], [5, 0]])
    told = with_sides(logs, like)
    assert told[2].argmax() == GRAFT
    assert (told[3] == logs[3]).all()
    assert told[:, :GRAFT] == pytest.approx(logs[:, :GRAFT])
    assert (with_sides(logs[[0, 3]], like[[0, 3]]) == logs[[0, 3]]).all()


def test_a_strip_alone_is_left_alone() -> None:
    before = seen({"N": 0.7})
    after = tell_together(pyramid(photo_of({"N": BLUE})), before)
    assert branches(after) == pytest.approx(branches(before))


def test_where_nothing_is_open_nothing_is_compared() -> None:
    looks = Looks(log_softmax(np.tile([0.0, 20, 0, 0], (8, 1))), np.zeros((8, 4)), np.zeros(6))
    places = Places({(0, 0): QUAD}, {(0, 0): looks}, {(0, 0): 1.0})
    assert worth_comparing(places) == []
    assert tell_together(pyramid(photo_of({"N": BLUE})), places) is places


def test_no_more_strips_are_compared_than_can_be_counted() -> None:
    cells = [(col, 0) for col in range(3)]

    def comparing(*logits: float) -> int:
        looks = Looks(log_softmax(np.tile(np.array(logits), (8, 1))), np.zeros((8, 4)), np.zeros(6))
        places = Places(dict.fromkeys(cells, QUAD), dict.fromkeys(cells, looks), dict.fromkeys(cells, 1.0))
        return len(worth_comparing(places))

    assert comparing(0, -20, 3, 3) == MOST
    assert comparing(0, 2, -1, -1) == MOST_OPEN
    assert comparing(-20, -20, 20, -20) == MOST
    assert EXAMPLES < MOST


def test_strips_that_look_the_same_lie_nearer_than_those_that_do_not() -> None:
    colours = {"N": BLUE, "E": BLUE, "W": ORANGE}
    copies = pyramid(photo_of(colours))
    pictures = [strip_picture(copies, QUAD, direction) for direction in colours]
    same, *others = distances(embedded(pictures))
    assert 2 * same < min(others)
    assert alikeness(np.array([same])) > 0 > alikeness(np.array(others)).max()
    assert distances(embedded(pictures[::-1])) == pytest.approx([others[1], others[0], same], rel=1e-4)


def test_which_way_round_a_strip_lies_and_light_hardly_matter() -> None:
    picture = strip_picture(pyramid(photo_of({"N": ORANGE})), QUAD, "N")
    other = strip_picture(pyramid(photo_of({"N": BLUE})), QUAD, "N")
    mirrored, darker = picture[::-1], (picture * 0.7).astype(np.uint8)
    round_again, shaded, unlike, *_ = distances(embedded([picture, mirrored, darker, other]))
    assert round_again == pytest.approx(0, abs=1e-6)
    assert shaded < 0.5 * unlike


def test_no_pair_counts_without_end() -> None:
    assert alikeness(np.array([0.0, 1e6])) == pytest.approx([alikeness(np.zeros(1))[0], -LIKEST])


def model(**others: float) -> Sides:
    """One that tells by the look net's word alone, as it is, but for what is said otherwise."""
    return replace(TOLD, **{"trust": 0.0, "mean": 2.0, "spread": 2.0, "offset": 0.0, **others})


def test_without_an_offset_and_likeness_each_strip_is_told_by_itself() -> None:
    odds = np.array([2.0, -1.0, 0.5])
    assert sides(odds, np.full(3, 9.0), model()) == pytest.approx(1 / (1 + np.exp(-odds)))


def test_strips_that_are_alike_are_pulled_together() -> None:
    odds = np.array([2.0, -1.0, 0.5])
    assert np.ptp(sides(odds, np.full(3, 50.0), model(trust=1.0))) < 1e-3
    pulled = sides(np.array([3.0, 0.0]), np.array([-4.0]), model(trust=1.0))
    assert pulled[1] < 0.2
    assert sides(-odds, np.ones(3)) == pytest.approx(1 - sides(odds, np.ones(3)))


def test_what_all_of_a_printings_strips_share_tells_nothing_of_their_sides() -> None:
    """Two clear prune sides and two that the net takes for prune sides too, though much less so."""
    odds = np.array([6.5, 6.0, 1.0, 0.7])
    apart = sides(odds, np.zeros(6), model(mean=4.0, offset=3.0))
    assert (sides(odds, np.zeros(6), model(mean=4.0)) > 0.5).all()
    assert (apart[:2] > 0.9).all()
    assert (apart[2:] < 0.5).all()


def test_the_offset_is_reckoned_as_if_it_were_drawn() -> None:
    odds, told = np.array([3.0, -0.5, 0.8]), model(mean=3.0, offset=2.0)
    drawn = np.linspace(-12, 12, 4001)
    weights = np.exp(-(drawn**2) / (2 * told.offset**2))
    expected = np.zeros(3)
    total = 0.0
    for way in product((-1, 1), repeat=3):
        beside = odds - told.mean * np.array(way) - drawn[:, None]
        chance = float((weights * np.exp(-(beside**2).sum(1) / (2 * told.spread**2))).sum())
        expected += chance * (np.array(way) > 0)
        total += chance
    assert sides(odds, np.zeros(3), told) == pytest.approx(expected / total, abs=1e-6)


def test_a_net_that_is_ever_so_sure_of_some_does_not_turn_the_others_round() -> None:
    told = model(mean=5.0, spread=3.0, offset=2.0)
    assert sides(np.array([40.0, 40.0, 4.0]), np.zeros(3), told)[2] == pytest.approx(
        sides(np.array([8.0, 8.0, 4.0]), np.zeros(3), told)[2]
    )


def test_strips_are_compared_as_under_one_lamp_however_dark_or_coloured_the_photo_is() -> None:
    strips = np.random.default_rng(4).integers(0, 220, (5, ACROSS, ALONG, 3), np.uint8)
    dim = (strips * np.array([0.30, 0.22, 0.15])).astype(np.uint8)
    told, of_dim = (evened(some).astype(float) for some in (strips, dim))
    assert np.abs(told - of_dim).mean() < 4
    assert np.percentile(of_dim, 90, (0, 1, 2)) == pytest.approx([0.75 * 255] * 3, abs=5)


def test_a_photo_in_which_nothing_is_seen_stays_dark() -> None:
    black = np.zeros((2, ACROSS, ALONG, 3), np.uint8)
    assert not evened(black).any()
