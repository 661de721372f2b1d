import pytest

from vision.espalier_box import within_the_box
from vision.observe import Candidate, Observation, Place, Value


def seen(what: str, index: int, *candidates: tuple[Value, float]) -> Observation:
    return Observation(what, Place(index, 0), (0.0, 0.0), tuple(Candidate(*c) for c in candidates))


def test_what_the_box_holds_stays_as_it_is() -> None:
    fruit = [seen("fruit", k, ("lime", 0.9), ("none", 0.1)) for k in range(36)]
    assert within_the_box(fruit) == tuple(fruit)


def test_the_least_sure_fruit_beyond_the_supply_becomes_its_second_answer_and_a_doubt() -> None:
    fruit = [seen("fruit", k, ("lime", 0.99 - k / 1000), ("lemon", 0.01 + k / 1000)) for k in range(37)]
    kept = within_the_box(fruit)
    assert kept[:36] == tuple(fruit[:36])
    assert [(c.value, round(c.probability, 6)) for c in kept[36].candidates] == [
        ("lemon", 0.8),
        ("lime", 0.2),
    ]


def test_grafts_and_prunes_come_from_one_supply() -> None:
    tokens = [seen("branch", k, ("graft" if k % 2 else "prune", 0.8), (False, 0.2)) for k in range(61)]
    values = [o.value for o in within_the_box(tokens)]
    assert len(values) == 61
    assert values.count(False) == 1


def test_a_player_s_word_is_never_changed() -> None:
    fruit = [seen("fruit", k, ("lime", 1.0)) for k in range(40)]
    assert within_the_box(fruit) == tuple(fruit)


@pytest.mark.parametrize(("laid", "told"), [(2, [2, 1, 0]), (24, [1, 0]), (25, [0]), (26, [0])])
def test_no_more_tiles_are_mulched_than_a_player_was_dealt(laid: int, told: list[int]) -> None:
    tiles = [seen("tile", k, (True, 1.0)) for k in range(laid)]
    mulched = Observation("mulched", Place(), (0.0, 0.0), tuple(Candidate(k, 1 / 3) for k in (2, 1, 0)))
    *rest, number = within_the_box([*tiles, mulched])
    assert rest == tiles
    assert [c.value for c in number.candidates] == told
    assert sum(c.probability for c in number.candidates) == pytest.approx(1)


def test_however_many_lie_beside_a_whole_tree_none_was_mulched() -> None:
    tiles = [seen("tile", k, (True, 1.0)) for k in range(25)]
    mulched = Observation("mulched", Place(), (0.0, 0.0), (Candidate(4, 0.6), Candidate(3, 0.4)))
    assert within_the_box([*tiles, mulched])[-1].candidates == (Candidate(0, 1.0),)


def test_a_place_without_a_tile_leaves_one_to_mulch() -> None:
    tiles = [seen("tile", k, (k > 0, 1.0)) for k in range(25)]
    mulched = Observation("mulched", Place(), (0.0, 0.0), (Candidate(1, 0.6), Candidate(0, 0.4)))
    assert within_the_box([*tiles, mulched])[-1].value == 1


def test_what_would_lie_on_a_tile_that_is_not_there_takes_nothing_out_of_the_box() -> None:
    fruit = [seen("fruit", k, ("lime", 0.9), ("none", 0.1)) for k in range(37)]
    absent = seen("tile", 36, (False, 0.9), (True, 0.1))
    assert within_the_box([*fruit, absent]) == (*fruit, absent)
    there = seen("tile", 36, (True, 0.9), (False, 0.1))
    assert within_the_box([*fruit, there])[36].value == "none"
