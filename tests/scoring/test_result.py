"""Several players: tie-breaks in order, shared wins, garden goals with dense ranking. RULES.md, sections 1 and 2."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import espalier, orchard, result
from scoring.errors import RulesError
from scoring.espalier_goals import GOALS, MEASURES, award, parse_season, rules_for
from scoring.sheet import Measure
from tests.scoring.boards import orchard_state
from tests.scoring.trees import tree

TRIANGLE = [(0, 0, "E NE"), (1, 0, "W NW")]
DIAMOND = [(0, 0, "NE SE"), (1, 0, "NW SW")]


def ranked(**states):
    return result.rank(
        {name: espalier.measures(espalier.score(espalier.parse_state(it))) for name, it in states.items()}
    )


# ---------------------------------------------------------------------------------------------------- ranking


def test_most_points_win():
    outcome = ranked(Amy=tree(*TRIANGLE), Ben=tree(*DIAMOND))
    assert [(it.player, it.place) for it in outcome.standings] == [("Ben", 1), ("Amy", 2)]
    assert (outcome.winners, outcome.decided_by) == (("Ben",), "points")
    assert outcome.why == "Ben wins with 2 points against 1 of Amy."


def test_then_most_basic_shapes():
    # "then most basic shapes (triangles + diamonds + squares)": two points from two triangles, or from one diamond.
    two = tree(*TRIANGLE, (2, 0, ""), (0, 1, "S SE"), (0, 2, "N NE"))
    outcome = ranked(Amy=tree(*DIAMOND), Ben=two)
    assert outcome.standings[0].measures[0] == outcome.standings[1].measures[0] == Measure("points", 2)
    assert (outcome.winners, outcome.decided_by) == (("Ben",), "basic shapes")
    assert outcome.why == "Ben wins, equal in points, with 2 basic shapes against 1 of Amy."


def test_then_most_fruit():
    bare = tree((0, 0, ""), fruit=[(0, 0, "N", "lemon")])
    outcome = ranked(Amy=tree((0, 0, "")), Ben=bare)
    assert (outcome.winners, outcome.decided_by) == (("Ben",), "fruit")
    assert outcome.to_json()["standings"][0]["measures"] == {"points": 0, "basic shapes": 0, "fruit": 1}


def test_then_all_tied_players_win():
    outcome = ranked(Amy=tree(*DIAMOND), Ben=tree(*DIAMOND), Cleo=tree(*TRIANGLE))
    assert outcome.winners == ("Amy", "Ben")
    assert [it.place for it in outcome.standings] == [1, 1, 3]
    assert outcome.why == "Amy and Ben share the win with 2 points against 1 of Cleo."
    alone = ranked(Amy=tree(*DIAMOND), Ben=tree(*DIAMOND))
    assert (alone.decided_by, alone.why) == (None, "Amy and Ben share the win with 2 points.")


def orchard_measures(dice, rotten):
    data = orchard_state(
        dice=[(col, 0, "plum", value) for col, value in enumerate(dice)],
        rotten=[(col, 9) for col in range(rotten)],
    )
    return orchard.measures(orchard.score(orchard.parse_state(data)))


def test_orchard_ties_go_to_the_fewest_rotten_tokens_then_to_the_most_dice():
    # "highest score; tie: fewest rotten tokens; then most dice; then shared"
    few, clean, many = ([10, 1], 1), ([6, 1, 1], 0), ([3, 3, 1, 1], 0)
    outcome = result.rank(
        {name: orchard_measures(*it) for name, it in (("A", few), ("B", clean), ("C", many))}
    )
    assert [it.player for it in outcome.standings] == ["C", "B", "A"]
    assert outcome.decided_by == "dice"
    outcome = result.rank({"A": orchard_measures(*few), "B": orchard_measures(*clean)})
    assert (outcome.winners, outcome.decided_by) == (("B",), "rotten fruit")


def test_nobody_cannot_be_ranked_nor_players_of_different_games():
    with pytest.raises(ValueError, match="no player"):
        result.rank({})
    with pytest.raises(ValueError, match="one game"):
        result.rank({"A": (Measure("points", 1),), "B": (Measure("dice", 1),)})


@given(st.dictionaries(st.text(min_size=1), st.tuples(*[st.integers(-3, 3)] * 3), min_size=1, max_size=6))
def test_places_agree_with_a_comparison_of_every_pair(values):
    names = ("points", "basic shapes", "fruit")
    outcome = result.rank({player: tuple(map(Measure, names, own)) for player, own in values.items()})
    for standing in outcome.standings:
        assert standing.place == 1 + sum(other > values[standing.player] for other in values.values())
    assert set(outcome.winners) == {player for player, own in values.items() if own == max(values.values())}
    json.dumps(outcome.to_json())


# ---------------------------------------------------------------------------------------------- garden goals


def places(goal, **players):
    return dict(award(parse_season({"goal": goal, "players": players})).places)


def test_there_are_22_goals():
    assert len(GOALS) == len(set(GOALS)) == 22


def test_the_rulebooks_first_example():
    # "Travis used 2, Stuart used 4 while both Kirsty and Taylor used 3 each": 1st, both 2nd, Travis 3rd
    used = {name: {"measure": n} for name, n in (("Travis", 2), ("Stuart", 4), ("Kirsty", 3), ("Taylor", 3))}
    assert places("most_grafts", **used) == {"Stuart": 1, "Kirsty": 2, "Taylor": 2, "Travis": 3}
    assert places("least_grafts", **used) == {"Travis": 1, "Kirsty": 2, "Taylor": 2, "Stuart": 3}


def test_the_rulebooks_second_example():
    # "Amy has grown 2 and Ben has grown no": Ben takes the second place all the same
    amy = tree((0, 0, ""), fruit=[(0, 0, "N", "orange"), (0, 0, "S", "orange")])
    assert places("most_oranges", Amy={"tree": amy}, Ben={"tree": tree((0, 0, ""))}) == {"Amy": 1, "Ben": 2}


@pytest.mark.parametrize(
    ("measure", "value"),
    [
        ("mulched", 4),
        ("grafts", 1),
        ("branches", 5),  # five printed, one grafted, one pruned
        ("lemons", 2),
        ("limes", 1),
        ("oranges", 1),
        ("fruit_sets", 1),
        ("fruit", 4),
        ("width", 3),  # "Width and height are in tiles, the pot included"
        ("height", 2),
        ("width_and_height", 5),
    ],
)
def test_what_each_goal_measures(measure, value):
    state = tree(
        *[(0, 0, "N E"), (-1, 0, "E"), (1, 0, "W S"), (1, 1, "")],
        tokens=[(1, 1, "N", "graft"), (0, 0, "N", "prune")],
        fruit=[(0, 0, "N", "lemon"), (0, 0, "S", "lemon"), (0, 0, "W", "lime"), (1, 1, "S", "orange")],
        mulched=4,
    )
    assert MEASURES[measure](espalier.parse_state(state)) == value


def test_places_told_by_hand_are_taken_as_they_are():
    outcome = award(parse_season({"goal": "most_width", "players": {"A": {"place": 2}, "B": {"place": 2}}}))
    assert outcome.to_json() == {
        "goal": "most_width",
        "places": {"A": 2, "B": 2},
        "measures": {"A": None, "B": None},
        "why": {"A": "A takes the 2nd place for most width.", "B": "B takes the 2nd place for most width."},
    }


def test_goals_reach_the_score_through_the_rules():
    rules = espalier.parse_rules({"goal_points": [6, 4, 2]})
    seasons = [
        award(parse_season({"goal": "most_limes", "players": {"A": {"measure": 3}, "B": {"measure": 1}}})),
        award(parse_season({"goal": "least_fruit", "players": {"A": {"measure": 3}, "B": {"measure": 1}}})),
    ]
    state = espalier.parse_state(tree((0, 0, "")))
    assert [espalier.score(state, rules_for(name, rules, seasons)).total for name in "AB"] == [10, 10]
    assert seasons[0].why["A"] == "A takes the 1st place for most limes with 3."


@given(st.dictionaries(st.sampled_from("ABCDEF"), st.integers(0, 5), min_size=1), st.sampled_from(GOALS))
def test_ties_share_a_place_and_push_nobody_down(values, goal):
    found = places(goal, **{player: {"measure": value} for player, value in values.items()})
    better = (lambda a, b: a > b) if goal.startswith("most") else (lambda a, b: a < b)
    for player, value in values.items():
        assert found[player] == 1 + len({other for other in values.values() if better(other, value)})


@pytest.mark.parametrize(
    ("data", "names"),
    [
        ({"goal": "most_leaves", "players": {"A": {"place": 1}}}, ["goal", "'most_leaves'", "most_limes"]),
        ({"goal": "most_limes", "players": {}}, ["players", "at least 1"]),
        ({"goal": "most_limes", "players": {"A": {}}}, ["players.A", "exactly one"]),
        ({"goal": "most_limes", "players": {"A": {"place": 1}, "B": {"measure": 2}}}, ["players", "for all"]),
        ({"goal": "most_limes", "players": {"A": {"rank": 1}}}, ["players.A.rank", "tree, measure, place"]),
        ({"goal": "most_limes", "players": {"A": {"tree": {"game": "espalier"}}}}, ["players.A.tree.tiles"]),
    ],
)
def test_malformed_goals_get_one_line(data, names):
    with pytest.raises(RulesError) as caught:
        parse_season(data)
    for name in names:
        assert name in str(caught.value)
