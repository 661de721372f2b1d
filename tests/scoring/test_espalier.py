"""Golden trees, drawn by hand: each line of the score sheet, from a sentence in RULES.md, section 1."""

import json
from time import process_time

import pytest

from scoring import espalier
from tests.scoring.trees import tree

HOUSE = {"name": "House", "points": 8, "outline": [[0, 0], [2, 0], [2, -2], [1, -3], [0, -2]]}
BAR = {"name": "Bar", "points": 2, "outline": [[0, 0], [4, 0], [4, 2], [0, 2]]}
SHED = {"name": "Shed", "points": 3, "outline": [[0, 0], [2, 0], [2, -2], [0, -4]]}


def sheet(state, **rules):
    return espalier.score(espalier.parse_state(state), espalier.parse_rules(rules))


def count(state, category, **rules):
    line = sheet(state, **rules).line(category)
    assert line is not None
    return line.count


def evidence(state, category, **rules):
    line = sheet(state, **rules).line(category)
    assert line is not None
    return [piece.to_json() for piece in line.evidence]


# ------------------------------------------------------------------------------------------- triangles


def test_smallest_triangle_spans_two_neighbouring_centres_and_a_corner_that_they_share():
    small = tree((0, 0, "E NE"), (1, 0, "W NW"))
    assert count(small, "triangle") == 1
    assert evidence(small, "triangle") == [{"outline": [[0, 0], [2, 0], [1, -1]]}]
    assert sheet(small).total == 1  # "triangle | 1 each"


@pytest.mark.parametrize(
    "tiles",
    [
        # "right angle between two straight branches with a diagonal long side": four of the eight
        # orientations
        [(0, 0, "E S"), (1, 0, "W SW"), (0, 1, "N NE")],
        [(0, 0, "E SE"), (1, 0, "W S"), (1, 1, "N NW")],
        [(0, 0, "S SE"), (0, 1, "N E"), (1, 1, "W NW")],
        [(1, 0, "S SW"), (1, 1, "N W"), (0, 1, "E NE")],
        # "or between two diagonals with a straight long side": the other four
        [(0, 0, "E NE"), (1, 0, "W NW")],
        [(0, 0, "E SE"), (1, 0, "W SW")],
        [(0, 0, "S SE"), (0, 1, "N NE")],
        [(0, 0, "S SW"), (0, 1, "N NW")],
    ],
)
def test_triangles_lie_in_eight_orientations(tiles):
    assert count(tree(*tiles), "triangle") == 1


def test_a_triangle_with_a_gap_does_not_score():
    # "A shape scores when its whole outline is covered by effective branches, without a gap."
    assert count(tree((0, 0, "E NE"), (1, 0, "W")), "triangle") == 0
    assert count(tree((0, 0, "NE"), (1, 0, "W NW")), "triangle") == 0


def test_triangles_of_any_size():
    # "Any size." Legs of two tiles' length, so that the long side runs over four diagonal half-steps.
    top, middle = [(0, 0, "E S"), (1, 0, "W E"), (2, 0, "W SW")], [(0, 1, "N S"), (1, 1, "NE SW")]
    large = tree(*top, *middle, (0, 2, "N NE"))
    assert evidence(large, "triangle") == [{"outline": [[0, 4], [4, 0], [0, 0]]}]


# -------------------------------------------------------------------------------- diamonds and squares


def test_smallest_diamond_spans_two_neighbouring_centres_and_the_two_corners_that_they_share():
    small = tree((0, 0, "NE SE"), (1, 0, "NW SW"))
    assert count(small, "diamond") == 1
    assert sorted(evidence(small, "diamond")[0]["outline"]) == [[0, 0], [1, -1], [1, 1], [2, 0]]
    assert sheet(small).total == 2  # "diamond | 2 each"


def test_a_diamond_on_four_centres():
    # "a diamond is a square standing on its corner (sides diagonal)", of any size
    large = tree((1, 0, "SW SE"), (0, 1, "NE SE"), (2, 1, "NW SW"), (1, 2, "NW NE"), (1, 1, ""))
    assert count(large, "diamond") == 1
    assert count(large, "square") == 0


def test_smallest_square_spans_four_centres():
    small = tree((0, 0, "E S"), (1, 0, "W S"), (0, 1, "E N"), (1, 1, "W N"))
    assert count(small, "square") == 1
    assert sorted(evidence(small, "square")[0]["outline"]) == [[0, 0], [0, 2], [2, 0], [2, 2]]
    assert sheet(small).total == 4  # "square | 4 each"


def test_no_square_with_corners_on_side_midpoints():
    # Branches meet side midpoints only head on: four midpoints around a corner enclose nothing.
    assert sheet(tree((0, 0, "E S"), (1, 0, "W"), (0, 1, "N"), (1, 1, ""))).total == 0


def test_shapes_may_share_branches_and_overlap():
    # "Shapes may share branches and may overlap; each different outline counts once."
    cross = tree((0, 0, "E S SE"), (1, 0, "W S SW"), (0, 1, "E N NE"), (1, 1, "W N NW"))
    assert count(cross, "square") == 1
    assert count(cross, "triangle") == 8  # four small ones, and four halves of the square
    assert sheet(cross).total == 4 + 8


# --------------------------------------------------------------------------------------- nested shapes

CROSSED = tree((0, 0, "E S SE"), (1, 0, "W S SW"), (0, 1, "E N NE"), (1, 1, "W N NW"))


def test_nested_shapes_off_counts_only_outlines_with_nothing_inside():
    # "With false, only outlines with no effective branch strictly inside them count."
    assert count(CROSSED, "square", nested_shapes=False) == 0
    assert count(CROSSED, "triangle", nested_shapes=False) == 4


def test_one_loose_branch_inside_spoils_an_outline_when_nested_shapes_are_off():
    square = tree((0, 0, "E S SE"), (1, 0, "W S"), (0, 1, "E N"), (1, 1, "W N"))
    assert count(square, "square") == 1
    assert count(square, "square", nested_shapes=False) == 0


def test_branches_outside_do_not_spoil_an_outline():
    square = tree((0, 0, "E S NW N W"), (1, 0, "W S NE"), (0, 1, "E N SW"), (1, 1, "W N SE S"))
    assert count(square, "square", nested_shapes=False) == 1


# --------------------------------------------------------------------------------------------- designs

HOUSE_TREE = tree((0, 0, "N E"), (1, 0, "N W"), (0, -1, "S NE"), (1, -1, "S NW"))


def test_a_design_scores_its_value_each():
    # "difficult design | the value on its tile, each"
    result = sheet(HOUSE_TREE, designs=[HOUSE])
    assert [line.category for line in result.items][3:5] == ["design:House", "design_set"]
    assert result.line("design:House").points == 8
    assert evidence(HOUSE_TREE, "design:House", designs=[HOUSE]) == [
        {"outline": [[0, 0], [2, 0], [2, -2], [1, -3], [0, -2]]}
    ]


def test_no_designs_are_in_play_unless_given():
    # "Each game randomly select 3": which ones cannot be known, so the default is none.
    assert not [line for line in sheet(HOUSE_TREE).items if line.category.startswith("design:")]


def test_designs_match_turned_by_45_degrees_on_the_lattice():
    # "a 45-degree turn goes with a factor of the square root of two, so that it stays on the lattice"
    # A bar of 1 by 2, on the slant: its corners are (0, 0), (2, 2), (3, 1) and (1, -1).
    slanted = [(0, 0, "SE NE"), (1, 0, "SE NW"), (1, 1, "NW NE")]
    assert count(tree(*slanted), "design:Bar", designs=[BAR]) == 1
    # Standing upright the smallest is two tiles by one, as it was drawn.
    upright = [(0, 0, "E S"), (1, 0, "W E"), (2, 0, "W S"), (0, 1, "N E"), (1, 1, "W E"), (2, 1, "W N")]
    assert count(tree(*upright), "design:Bar", designs=[BAR]) == 1


def test_designs_match_mirrored():
    # "moved, turned by any multiple of 45 degrees, mirrored, and scaled"
    left = tree((0, 0, "E N"), (1, 0, "W N"), (0, -1, "S N"), (1, -1, "S NW"), (0, -2, "S SE"))
    right = tree((0, 0, "E N"), (1, 0, "W N"), (1, -1, "S N"), (0, -1, "S NE"), (1, -2, "S SW"))
    for state in (left, right):
        assert count(state, "design:Shed", designs=[SHED]) == 1


def test_a_design_drawn_larger_than_needed_matches_smaller_ones_too():
    # "it matches in any size": the size of the drawing is no lower bound.
    triple = HOUSE | {"outline": [[3 * x, 3 * y] for x, y in HOUSE["outline"]]}
    assert count(HOUSE_TREE, "design:House", designs=[triple]) == 1


def test_further_lines_of_a_design_must_be_covered_too():
    # CONTRACT: "A design may also have `lines`, further segments that must be covered too."
    attic = HOUSE | {"lines": [[[0, -2], [2, -2]]]}
    assert count(HOUSE_TREE, "design:House", designs=[attic]) == 0
    with_floor = tree((0, 0, "N E"), (1, 0, "N W"), (0, -1, "S NE E"), (1, -1, "S NW W"))
    assert count(with_floor, "design:House", designs=[attic]) == 1
    assert evidence(with_floor, "design:House", designs=[attic])[0]["lines"] == [[[0, -2], [2, -2]]]


@pytest.mark.parametrize(("spacing", "lines"), [(8, 5), (7, 36)])
def test_large_outlines_with_branches_only_deep_inside_are_spoilt_in_time(spacing, lines):
    """A trellis of wide meshes: only the meshes have nothing inside, but the outlines around several are many."""
    last = spacing * (lines - 1)
    printed = {}
    for at in range(0, last + 1, spacing):
        for along in range(last + 1):
            printed.setdefault((along, at), set()).update("EW")
            printed.setdefault((at, along), set()).update("NS")
    tiles = [
        {"col": col, "row": row, "kind": "winter", "branches": sorted(ways)}
        for (col, row), ways in printed.items()
    ]
    state = espalier.parse_state({"game": "espalier", "tiles": tiles})
    start = process_time()
    sheet = espalier.score(state, espalier.parse_rules({"nested_shapes": False}))
    assert sheet.line("square").count == (lines - 1) ** 2
    assert process_time() - start < 5


def test_a_designs_own_lines_do_not_spoil_it_when_nested_shapes_are_off():
    attic = HOUSE | {"lines": [[[0, -2], [2, -2]]]}
    with_floor = tree((0, 0, "N E"), (1, 0, "N W"), (0, -1, "S NE E"), (1, -1, "S NW W"))
    assert count(with_floor, "design:House", designs=[attic], nested_shapes=False) == 1
    assert count(with_floor, "design:House", designs=[HOUSE], nested_shapes=False) == 0


def test_lines_may_stick_out_of_the_outline():
    # A house with a flagpole on its gable, three half-steps high: at the tree's rim it would leave the board.
    pole = {
        "name": "Pole",
        "points": 1,
        "outline": [[0, 0], [2, 0], [2, 2], [0, 2]],
        "lines": [[[0, 0], [-4, 0]]],
    }
    square = [(2, 0, "E S W"), (3, 0, "W S"), (2, 1, "E N"), (3, 1, "W N")]
    assert count(tree(*square), "design:Pole", designs=[pole]) == 0
    assert count(tree(*square, (1, 0, "E W"), (0, 0, "E")), "design:Pole", designs=[pole]) == 1


def test_a_symmetric_design_counts_once_for_the_same_branches():
    # "The same set of branches matched twice by a symmetric design counts once."
    square = {"name": "Box", "points": 1, "outline": [[0, 0], [2, 0], [2, 2], [0, 2]]}
    assert (
        count(
            tree((0, 0, "E S"), (1, 0, "W S"), (0, 1, "E N"), (1, 1, "W N")), "design:Box", designs=[square]
        )
        == 1
    )


def test_design_set_is_the_smallest_of_the_three_counts():
    # "5 for each complete set of the game's three designs: the smallest of the three counts"
    box = {"name": "Box", "points": 1, "outline": [[0, 0], [2, 0], [2, 2], [0, 2]]}
    wedge = {"name": "Wedge", "points": 1, "outline": [[0, 0], [2, 0], [1, -1]]}
    state = tree((0, 0, "N E"), (1, 0, "N W"), (0, -1, "S NE E"), (1, -1, "S NW W"))
    result = sheet(state, designs=[HOUSE, box, wedge])
    assert result.line("design_set").points == 5
    assert sheet(HOUSE_TREE, designs=[HOUSE, box, wedge]).line("design_set").points == 0


def test_there_is_no_set_with_fewer_than_three_designs():
    # CONTRACT: "with fewer than three there is no set"; the line is listed all the same.
    assert sheet(HOUSE_TREE, designs=[HOUSE]).line("design_set").count == 0


def test_an_assumed_outline_is_said_to_be_one():
    assert "assumed_outline" in [
        it.code for it in sheet(HOUSE_TREE, designs=[HOUSE | {"assumed": True}]).warnings
    ]
    assert not sheet(tree((0, 0, "")), designs=[HOUSE]).warnings


# ----------------------------------------------------------------------------------------------- fruit


def test_fruit_scores_for_every_effective_branch_that_ends_on_its_point():
    # "1 / 2 / 3 for every effective branch that ends on the fruit's point"
    cross = [(0, 0, "SE E"), (1, 0, "SW W"), (0, 1, "NE"), (1, 1, "NW")]
    state = tree(*cross, fruit=[(0, 0, "SE", "orange"), (0, 0, "E", "lime"), (0, 0, "N", "lemon")])
    result = sheet(state)
    assert [result.line(kind).count for kind in ("lemon", "lime", "orange")] == [0, 2, 4]
    assert [result.line(kind).points for kind in ("lemon", "lime", "orange")] == [0, 4, 12]
    assert evidence(state, "orange") == [{"point": [1, 1], "branches": 4}]


def test_a_fruit_may_be_named_from_any_tile_that_meets_there():
    cross = [(0, 0, "SE"), (1, 0, "SW"), (0, 1, "NE"), (1, 1, "NW")]
    names = [(0, 0, "SE"), (1, 0, "SW"), (0, 1, "NE"), (1, 1, "NW")]
    assert {count(tree(*cross, fruit=[(*name, "lemon")]), "lemon") for name in names} == {4}


def test_fruit_on_an_outside_rim_point_is_fine():
    state = tree((0, 0, "W"), fruit=[(0, 0, "W", "lime")])
    assert count(state, "lime") == 1
    assert sheet(state).warnings == ()


def test_fruit_sets_are_the_smallest_count_and_need_no_branch():
    # "a fruit with no branch still counts towards a set"
    state = tree((0, 0, ""), fruit=[(0, 0, "W", "lime"), (0, 0, "N", "lemon"), (0, 0, "NE", "orange")])
    assert sheet(state).line("fruit_set").points == 5
    assert sheet(state).total == 5


def test_grafts_and_prunes_change_what_fruit_scores():
    state = tree((0, 0, "E"), (1, 0, ""), tokens=[(1, 0, "W", "graft")], fruit=[(0, 0, "E", "lemon")])
    assert count(state, "lemon") == 2
    pruned = tree((0, 0, "E"), (1, 0, "W"), tokens=[(1, 0, "W", "prune")], fruit=[(0, 0, "E", "lemon")])
    assert count(pruned, "lemon") == 1


def test_the_prune_wins_over_a_graft_on_the_same_branch():
    # "A graft and a prune on the same branch: the prune wins, with a warning."
    for order in (1, -1):
        tokens = [(0, 0, "N", "graft"), (0, 0, "N", "prune")][::order]
        state = tree((0, 0, ""), tokens=tokens, fruit=[(0, 0, "N", "lemon")])
        assert count(state, "lemon") == 0


# -------------------------------------------------------------------------------- unconnected branches


def test_a_branch_that_meets_nothing_at_an_enclosed_side_costs_three():
    # "Each such branch costs 3."
    state = tree((0, 0, "E"), (1, 0, ""))
    assert sheet(state).total == -3
    assert evidence(state, "unconnected") == [{"tile": [0, 0], "direction": "E"}]


def test_a_branch_at_the_outside_costs_nothing():
    assert sheet(tree((0, 0, "E N NW"), (1, 0, "W"))).total == 0


def test_at_a_corner_all_four_places_must_hold_a_tile():
    # "A rim point is enclosed when every tile place that meets there holds a tile": enclosure = "all"
    three = [(0, 0, "SE"), (1, 0, ""), (0, 1, "")]
    assert sheet(tree(*three)).total == 0
    assert sheet(tree(*three, (1, 1, ""))).total == -3


def test_with_any_one_neighbouring_tile_that_meets_there_is_enough():
    assert count(tree((0, 0, "SE"), (1, 0, "")), "unconnected", enclosure="any") == 1
    assert count(tree((0, 0, "SE NW"), (1, 0, "")), "unconnected", enclosure="any") == 1
    assert count(tree((0, 0, "SE")), "unconnected", enclosure="any") == 0


def test_a_pruned_branch_no_longer_connects():
    state = tree((0, 0, "E"), (1, 0, "W"), tokens=[(1, 0, "W", "prune")])
    assert count(state, "unconnected") == 1


def test_two_branches_that_end_on_one_corner_are_connected_at_any_angle():
    state = tree((0, 0, "SE"), (1, 0, "SW"), (0, 1, ""), (1, 1, ""))
    assert count(state, "unconnected") == 0


# ---------------------------------------------------------------------------------- goals and variants


def test_garden_goals_score_the_points_of_the_places():
    # "the points of the player's place in each of the four seasons' goals"; "Places 1 to 3 score"
    line = sheet(tree((0, 0, "")), goal_points=[6, 4, 2], goal_places=[1, 3, 4, None]).line("garden_goal")
    assert (line.count, line.points_each, line.points) == (2, None, 8)
    assert [piece.to_json() for piece in line.evidence] == [
        {"goal": 1, "place": 1, "points": 6},
        {"goal": 2, "place": 3, "points": 2},
    ]


def test_goal_points_that_nobody_told_count_nothing_and_are_asked_for():
    # "the values are (not in the text)": never taken for a fact
    result = sheet(tree((0, 0, "")), goal_points=[6, None, 2], goal_places=[1, 2])
    assert result.line("garden_goal").points == 6
    assert [problem.code for problem in result.warnings] == ["goal_points_unset"]


STANDARD = [
    "triangle",
    "diamond",
    "square",
    "design:House",
    "design_set",
    "lemon",
    "lime",
    "orange",
    "fruit_set",
]


@pytest.mark.parametrize(
    ("variant", "categories"),
    [
        ("standard", [*STANDARD, "garden_goal", "unconnected"]),
        # "Novice: simple shapes and garden goals, nothing lost for unconnected branches."
        ("novice", ["triangle", "diamond", "square", "garden_goal"]),
        # "Apprentice: simple shapes, fruit with sets, garden goals, and the loss for unconnected branches"
        (
            "apprentice",
            [
                "triangle",
                "diamond",
                "square",
                "lemon",
                "lime",
                "orange",
                "fruit_set",
                "garden_goal",
                "unconnected",
            ],
        ),
    ],
)
def test_categories_of_the_variants_in_the_contracts_order(variant, categories):
    # CONTRACT: "A category with count 0 is listed too; one that the variant leaves out is not."
    result = sheet(HOUSE_TREE, variant=variant, designs=[HOUSE])
    assert [line.category for line in result.items] == categories


# ------------------------------------------------------------------------------------- the whole sheet


def test_the_sheet_is_in_the_contracts_form():
    state = tree((0, 0, "E NE"), (1, 0, "W NW"), (3, 3, ""), fruit=[(0, 0, "NE", "lemon")])
    data = sheet(state).to_json()
    assert list(data) == ["game", "total", "items", "warnings"]
    assert data["game"] == "espalier"
    assert data["items"][0] == {
        "category": "triangle",
        "count": 1,
        "points_each": 1,
        "points": 1,
        "evidence": [{"outline": [[0, 0], [2, 0], [1, -1]]}],
    }
    assert data["warnings"] == [
        {
            "code": "disconnected",
            "message": "not joined to the tree edge to edge: the tile 3 right and 3 down from the pot",
            "where": [[3, 3]],
        }
    ]
    assert json.loads(json.dumps(data)) == data


def test_a_tree_of_no_tiles_scores_nothing():
    result = sheet(tree())
    assert result.total == 0
    assert [problem.code for problem in result.warnings] == ["no_pot"]


def test_totals_of_the_practice_trees(shared):
    files = sorted((shared / "practice" / "espalier").glob("*.json"))
    assert files
    for file in files:
        truth = json.loads(file.read_text(encoding="utf-8"))
        state = espalier.parse_state(truth["state"])
        assert espalier.score(state).total == truth["total"], file.name
        assert espalier.total(state) == truth["total"], file.name
