"""Near misses, verdicts on picked outlines, the best token, and the sentences that explain a sheet."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import espalier
from scoring.errors import RulesError
from scoring.espalier_near import best_tokens, judge_outline, near_misses
from scoring.espalier_words import explain
from tests.scoring import espalier_oracle as oracle
from tests.scoring.trees import DIRECTIONS, random_tree, tree, trees

HOUSE = {"name": "House", "points": 8, "outline": [[0, 0], [2, 0], [2, -2], [1, -3], [0, -2]]}
SQUARE = [(0, 0), (2, 0), (2, 2), (0, 2)]


def parsed(state, **rules):
    return espalier.parse_state(state), espalier.parse_rules(rules)


def steps_of(outline, lines=()):
    sides = [*oracle.sides(list(outline)), *lines]
    return frozenset(step for side in sides for step in oracle.cut(*side))


# ---------------------------------------------------------------------------------------------- near misses

OPEN_SQUARE = tree((0, 0, "E S"), (1, 0, "W S"), (0, 1, "E N"), (1, 1, "N"))


def test_a_square_that_lacks_one_branch_is_a_near_miss():
    (miss,) = near_misses(*parsed(OPEN_SQUARE), most=1)
    assert (miss.category, miss.points) == ("square", 4)
    assert steps_of(miss.outline) == steps_of(SQUARE)
    data = miss.to_json()
    assert data["missing"] == [{"tile": [1, 1], "direction": "W"}]
    assert data["why"] == (
        "The square of side 1, from the pot to the tile 1 right and 1 down from the pot lacks the branch to "
        "the left side of the tile 1 right and 1 down from the pot."
    )
    assert json.loads(json.dumps(data)) == data


def test_near_misses_are_sorted_by_points_then_by_what_is_missing():
    state = espalier.parse_state(random_tree(3, 20))
    rules = espalier.parse_rules({"designs": [HOUSE]})
    found = [(-miss.points, len(miss.missing)) for miss in near_misses(state, rules)]
    assert len(found) > 20
    assert found == sorted(found)
    assert len(near_misses(state, rules, most=5)) == 5


def test_a_shape_over_a_missing_tile_is_no_near_miss():
    # Only a graft can add a branch, and a graft needs a tile.
    three = tree((0, 0, "E S"), (1, 0, "W S"), (0, 1, "E N"))
    assert "square" not in {miss.category for miss in near_misses(*parsed(three))}


def test_with_nested_shapes_off_a_shape_with_a_branch_inside_is_no_near_miss():
    state = tree((0, 0, "E S SE"), (1, 0, "W S"), (0, 1, "E N"), (1, 1, "N"))
    assert "square" in {miss.category for miss in near_misses(*parsed(state))}
    assert "square" not in {miss.category for miss in near_misses(*parsed(state, nested_shapes=False))}


@given(trees(9))
@settings(max_examples=40)
def test_the_brute_force_finds_the_same_near_misses(state):
    shapes = {"triangle": oracle.TRIANGLE, "diamond": oracle.SQUARE, "square": oracle.SQUARE}
    shapes["design:House"] = [tuple(corner) for corner in HOUSE["outline"]]
    found = near_misses(*parsed(state, designs=[HOUSE]))
    for category, outline in shapes.items():
        expected = oracle.near(state, outline)
        mine = {
            steps_of(miss.outline): {(branch.tile, branch.direction) for branch in miss.missing}
            for miss in found
            if miss.category == category
        }
        if category in ("diamond", "square"):
            slanted = {
                steps
                for steps in expected
                if any(len({x for x, _ in step}) == 2 == len({y for _, y in step}) for step in steps)
            }
            expected = {
                steps: lacking
                for steps, lacking in expected.items()
                if (steps in slanted) == (category == "diamond")
            }
        assert mine == expected


@given(trees(12), st.integers(0, 50))
def test_adding_what_is_missing_makes_the_shape_score(state, number):
    misses = near_misses(*parsed(state, designs=[HOUSE]))
    if not misses:
        return
    miss = misses[number % len(misses)]
    tokens = [
        {"col": it.tile[0], "row": it.tile[1], "direction": it.direction, "side": "graft"}
        for it in miss.missing
    ]
    # A prune on a missing branch would win over the graft.
    left = [
        token
        for token in state["tokens"]
        if ((token["col"], token["row"]), token["direction"])
        not in {(it.tile, it.direction) for it in miss.missing}
    ]
    completed, rules = parsed(state | {"tokens": left + tokens}, designs=[HOUSE])
    assert judge_outline(completed, miss.outline, rules).scores


# ------------------------------------------------------------------------------------------ picked outlines


@pytest.mark.parametrize(
    ("state", "outline", "rules", "reason", "says"),
    [
        (
            OPEN_SQUARE,
            SQUARE,
            {},
            "missing",
            "lacks the branch to the left side of the tile 1 right and 1 down",
        ),
        (tree((0, 0, "E S"), (1, 0, "W S"), (0, 1, "N E"), (1, 1, "N W")), SQUARE, {}, "scores", "4 points"),
        (tree((0, 0, "E S"), (1, 0, "W S"), (0, 1, "N E")), SQUARE, {}, "no_tile", "column 1, row 1"),
        (
            tree((0, 0, "E S SE"), (1, 0, "W S"), (0, 1, "N E"), (1, 1, "N W")),
            SQUARE,
            {"nested_shapes": False},
            "inside",
            "a branch lies inside it",
        ),
        (OPEN_SQUARE, [(0, 0), (4, 0), (4, 2), (0, 2)], {}, "no_shape", "no shape in play"),
        (OPEN_SQUARE, [(1, 0), (3, 0), (3, 2), (1, 2)], {}, "off_branches", "where no branch can lie"),
        (OPEN_SQUARE, [(0, 0), (2, 0), (2, -2), (1, -3), (0, -2)], {}, "no_shape", "no shape in play"),
        (
            tree((0, 0, "N E"), (1, 0, "N W"), (0, -1, "S NE"), (1, -1, "S NW")),
            [(0, 0), (2, 0), (2, -2), (1, -3), (0, -2)],
            {"designs": [HOUSE]},
            "scores",
            "The House",
        ),
    ],
)
def test_why_an_outline_picked_by_its_corners_scores_or_not(state, outline, rules, reason, says):
    verdict = judge_outline(*parsed(state)[:1], outline, espalier.parse_rules(rules))
    assert verdict.reason == reason
    assert verdict.scores == (reason == "scores")
    assert says in verdict.why
    json.dumps(verdict.to_json())


def test_an_outline_may_be_picked_from_any_corner_and_either_way_round():
    state, rules = parsed(OPEN_SQUARE)
    for turn in range(4):
        corners = SQUARE[turn:] + SQUARE[:turn]
        for way in (corners, corners[::-1]):
            assert judge_outline(state, way, rules).category == "square"


def test_corners_at_which_nothing_turns_do_not_matter():
    state, rules = parsed(tree((0, 0, "E NE"), (1, 0, "W NW")))
    verdict = judge_outline(state, [(0, 0), (1, 0), (2, 0), (1, -1), (0, 0)], rules)
    assert (verdict.scores, verdict.category) == (True, "triangle")


def test_the_same_corners_in_another_order_are_another_outline():
    arrow = {"name": "Arrow", "points": 1, "outline": [[0, 0], [2, 2], [0, 4], [0, 2]]}
    dent = [(0, 0), (2, 2), (0, 2), (0, 4)]
    state, rules = parsed(OPEN_SQUARE, designs=[arrow])
    assert judge_outline(state, [(0, 0), (2, 2), (0, 4)], rules).category == "triangle"
    assert judge_outline(state, dent, rules).reason == "no_shape"


def test_a_picked_design_asks_for_its_further_lines_as_well():
    attic = HOUSE | {"lines": [[[0, -2], [2, -2]]]}
    state, rules = parsed(
        tree((0, 0, "N E"), (1, 0, "N W"), (0, -1, "S NE"), (1, -1, "S NW")), designs=[attic]
    )
    verdict = judge_outline(state, [(0, 0), (2, 0), (2, -2), (1, -3), (0, -2)], rules)
    assert {(it.tile, it.direction) for it in verdict.missing} == {((0, -1), "E"), ((1, -1), "W")}


@pytest.mark.parametrize("outline", [[], [(0, 0)], [(0, 0), (2, 0)], [(0, 0), (1, 2), (2, 0)]])
def test_corners_that_make_no_outline_are_refused_or_no_shape(outline):
    state, rules = parsed(OPEN_SQUARE)
    try:
        verdict = judge_outline(state, outline, rules)
    except RulesError:
        return
    assert verdict.reason == "no_shape"


@given(trees(16), st.booleans())
def test_every_outline_on_the_sheet_is_judged_to_score(state, nested):
    rules = {"nested_shapes": nested, "designs": [HOUSE]}
    sheet = espalier.score(*parsed(state, **rules))
    for line in sheet.items[:4]:
        for piece in line.evidence:
            verdict = judge_outline(*parsed(state)[:1], piece.outline, espalier.parse_rules(rules))
            assert (verdict.scores, verdict.category) == (True, line.category)


# ------------------------------------------------------------------------------------------------ best token


def test_the_best_single_token_closes_the_square():
    (best,) = best_tokens(*parsed(OPEN_SQUARE))
    assert best.to_json() == {
        "token": {"col": 1, "row": 1, "direction": "W", "side": "graft"},
        "gain": 7,  # the square, and the branch opposite is no longer unconnected
        "total": 4,
        "why": "A graft on the branch to the left side of the tile 1 right and 1 down from the pot gains 7 points.",
    }


def test_a_prune_can_be_the_best_token():
    (best,) = best_tokens(*parsed(tree((0, 0, "E"), (1, 0, "SW"))))
    assert best.side in ("graft", "prune")
    (prune,) = [
        it for it in best_tokens(*parsed(tree((0, 0, "E"), (1, 0, ""))), most=9) if it.side == "prune"
    ]
    assert prune.gain == 3


def test_no_token_where_none_gains():
    assert best_tokens(*parsed(tree((0, 0, "")))) == ()


def test_a_tree_that_no_game_has_is_left_alone():
    state = espalier.parse_state(random_tree(1, 101))
    assert best_tokens(state) == near_misses(state) == ()


@given(trees(6), st.integers(1, 5))
@settings(max_examples=20)
def test_the_best_token_is_the_best_of_all(state, most):
    now = espalier.total(espalier.parse_state(state))
    taken = {(it["col"], it["row"], it["direction"]) for it in state["tokens"]}
    gains = []
    for tile in state["tiles"]:
        for way in DIRECTIONS:
            if (tile["col"], tile["row"], way) not in taken:
                for side in ("graft", "prune"):
                    token = {"col": tile["col"], "row": tile["row"], "direction": way, "side": side}
                    changed = espalier.parse_state(state | {"tokens": [*state["tokens"], token]})
                    gains.append(espalier.total(changed) - now)
    found = [it.gain for it in best_tokens(espalier.parse_state(state), most=most)]
    assert found == [gain for gain in sorted(gains, reverse=True) if gain > 0][:most]


# ------------------------------------------------------------------------------------------------- sentences


def test_every_scored_thing_has_a_sentence():
    state = tree(
        *[(0, 0, "E S SE"), (1, 0, "W S SW"), (0, 1, "E N NE"), (1, 1, "W N NW"), (2, 0, "W")],
        fruit=[(0, 0, "SE", "lemon"), (0, 0, "W", "lime"), (0, 0, "N", "orange")],
    )
    rules = {"goal_points": [6, 4, 2], "goal_places": [None, 2]}
    sheet = explain(espalier.parse_state(state), espalier.score(*parsed(state, **rules)))
    said = {line.category: line.why for line in sheet.items}
    assert said["square"] == (
        "The square of side 1, from the pot to the tile 1 right and 1 down from the pot: 4 points.",
    )
    assert (
        "The triangle with its right angle at the pot and its long side from the tile below the pot to the tile "
        "right of the pot: 1 point."
    ) in said["triangle"]
    assert said["lemon"] == ("4 branches end on the lemon at the lower right corner of the pot: 4 points.",)
    assert said["lime"] == ("0 branches end on the lime at the left side of the pot: 0 points.",)
    assert said["fruit_set"] == ("1 lemon, 1 lime and 1 orange make 1 set: 5 points.",)
    assert said["garden_goal"] == ("2nd place in the 2nd season's goal: 4 points.",)
    assert said["unconnected"] == (
        "The branch to the left side of the 2nd tile right of the pot meets no other branch at its enclosed end: "
        "minus 3 points.",
    )
    assert "why" in sheet.to_json()["items"][2]


@given(trees(20))
def test_explaining_changes_nothing_but_the_sentences(state):
    rules = {"designs": [HOUSE]}
    sheet = espalier.score(*parsed(state, **rules))
    explained = explain(espalier.parse_state(state), sheet)
    assert explained.total == sheet.total
    for before, after in zip(sheet.items, explained.items, strict=True):
        assert (before.category, before.points, before.evidence) == (
            after.category,
            after.points,
            after.evidence,
        )
        if not before.category.endswith("_set"):
            assert len(after.why) == len(after.evidence)
