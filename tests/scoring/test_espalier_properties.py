"""What must hold for every Espalier tree, and agreement with the brute-force counter."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import espalier
from tests.scoring import espalier_oracle as oracle
from tests.scoring.trees import DIRECTIONS, mirrored, random_tree, shifted, tree, trees, turned

DESIGNS = [
    {"name": "Ramp", "points": 5, "outline": [[0, 0], [4, 0], [4, -2], [2, -2]]},
    {
        "name": "Crown",
        "points": 6,
        "outline": [[0, 0], [4, 0], [4, -2], [3, -1], [2, -2], [1, -1], [0, -2]],
    },
    {
        "name": "House",
        "points": 8,
        "outline": [[0, 0], [2, 0], [2, -2], [1, -3], [0, -2]],
        "lines": [[[0, -2], [2, -2]]],
    },
]
SWITCHES = st.fixed_dictionaries(
    {
        "variant": st.sampled_from(["standard", "novice", "apprentice"]),
        "nested_shapes": st.booleans(),
        "enclosure": st.sampled_from(["all", "any"]),
        "designs": st.sampled_from([[], DESIGNS[:1], DESIGNS]),
    }
)
slow = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])


def lines(state, rules=None):
    sheet = espalier.score(espalier.parse_state(state), espalier.parse_rules(rules or {}))
    assert sheet.total == sum(line.points for line in sheet.items)
    assert sheet.total == espalier.total(espalier.parse_state(state), espalier.parse_rules(rules or {}))
    return {line.category: (line.count, line.points) for line in sheet.items}


@given(trees(24), SWITCHES, st.integers(-20, 20), st.integers(-20, 20))
def test_moving_turning_and_mirroring_change_no_line(state, rules, right, down):
    expected = lines(state, rules)
    assert lines(shifted(state, right, down), rules) == expected
    assert lines(turned(state), rules) == expected
    assert lines(mirrored(state), rules) == expected


@given(trees(24), st.data())
def test_adding_a_branch_never_lowers_the_count_of_nested_outlines(state, data):
    tile = data.draw(st.sampled_from(state["tiles"]))
    missing = [way for way in DIRECTIONS if way not in tile["branches"]]
    if not missing:
        return
    more = tile | {"branches": [*tile["branches"], data.draw(st.sampled_from(missing))]}
    grown = state | {"tiles": [more if it is tile else it for it in state["tiles"]]}
    rules = {"designs": DESIGNS}
    before, after = lines(state, rules), lines(grown, rules)
    for category in ("triangle", "diamond", "square", "design:Ramp", "design:Crown", "design:House"):
        assert after[category][0] >= before[category][0]


@given(trees(24), SWITCHES)
def test_the_evidence_makes_up_the_counts(state, rules):
    sheet = espalier.score(espalier.parse_state(state), espalier.parse_rules(rules))
    for line in sheet.items:
        pieces = [piece.to_json() for piece in line.evidence]
        if line.category in ("lemon", "lime", "orange"):
            assert line.count == sum(piece["branches"] for piece in pieces)
        elif not line.category.endswith("_set"):
            assert line.count == len(pieces)


@given(trees(12), SWITCHES)
@slow
def test_the_brute_force_counter_agrees(state, rules):
    found = lines(state, rules)
    assert {category: found[category] for category in found if category != "garden_goal"} == oracle.score(
        state, rules
    )


@given(trees(12), st.sampled_from(["all", "any"]))
def test_the_brute_force_counter_finds_the_same_loose_ends_and_outlines(state, enclosure):
    sheet = espalier.score(espalier.parse_state(state), espalier.parse_rules({"enclosure": enclosure}))
    loose = {(piece.tile, piece.direction) for piece in sheet.line("unconnected").evidence}
    assert loose == oracle.loose(state, enclosure)
    branches = oracle.effective(state)
    for category, outline in (("triangle", oracle.TRIANGLE), ("square", oracle.SQUARE)):
        evidence = [list(piece.outline) for piece in sheet.line(category).evidence]
        if category == "square":
            evidence += [list(piece.outline) for piece in sheet.line("diamond").evidence]
        covered = {
            frozenset(step for side in oracle.sides(corners) for step in oracle.cut(*side))
            for corners in evidence
        }
        assert covered == set(oracle.find(branches, outline))


def test_a_full_tree_agrees_with_the_brute_force_counter():
    full = tree(*((col, row, " ".join(DIRECTIONS)) for col in range(3) for row in range(4)))
    for nested in (True, False):
        rules = {"nested_shapes": nested, "designs": DESIGNS}
        found = lines(full, rules)
        found.pop("garden_goal")
        assert found == oracle.score(full, rules)


def ring(size):
    """Tiles with the branches along the edge of a square of `size` tiles a side."""
    edge = [(col, row) for col in range(size + 1) for row in range(size + 1) if {col, row} & {0, size}]
    ways = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
    return [
        (col, row, " ".join(way for way, (dx, dy) in ways.items() if (col + dx, row + dy) in edge))
        for col, row in edge
    ]


@pytest.mark.parametrize("size", [20, 70])
@pytest.mark.parametrize("inside", ["", "SE"])
def test_an_outline_too_large_for_the_quick_look_inside(size, inside):
    # The few half-steps that are looked at first leave out the middle of so large a square. Beyond 16 half-steps
    # the boards keep no answers, and few corners on a wide board are looked at one by one.
    state = tree(*ring(size), (size - 3, size - 3, inside))
    assert lines(state)["square"][0] == 1
    assert lines(state, {"nested_shapes": False})["square"][0] == (0 if inside else 1)


def test_rows_longer_than_the_kept_boards():
    # A triangle with a long side of 40 half-steps, more than the boards keep at hand.
    size = 20
    tiles = [(col, 0, "E W") for col in range(1, size)] + [(0, 0, "E SE"), (size, 0, "W SW")]
    tiles += [(i, i, "NW SE") for i in range(1, size // 2)]
    tiles += [(size - i, i, "NE SW") for i in range(1, size // 2)] + [(size // 2, size // 2, "NW NE")]
    assert lines(tree(*tiles))["triangle"][0] == 1


def test_a_crowded_tree_is_scored_with_its_evidence_cut_short():
    full = tree(*((col, row, " ".join(DIRECTIONS)) for col in range(60) for row in range(60)))
    state = espalier.parse_state(full)
    sheet = espalier.score(state)
    line = sheet.line("triangle")
    assert line.count > len(line.evidence) == 20_000
    assert "evidence_left_out" in [problem.code for problem in sheet.warnings]


def test_a_large_random_tree_is_scored():
    assert espalier.score(espalier.parse_state(random_tree(1, 3000))).line("triangle").count > 100
