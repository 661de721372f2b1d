from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from scoring.espalier import Fruit, Rules, parse_state
from scoring.lattice import DIRECTIONS
from vision import espalier
from vision.doubts import find_doubts, score_range
from vision.espalier import assemble, doubt_name
from vision.espalier_looker import Places, Tree
from vision.espalier_pile import tell_mulched
from vision.lattice import Lattice
from vision.locate import Found, Tile
from vision.look import Looks
from vision.observe import Candidate, Edit, Observation, Place, Quad, Reading, Seen
from vision.photo import Photo

GRID: dict[tuple[int, int], Quad] = {
    (0, 0): ((0, 0), (100, 0), (100, 100), (0, 100)),
    (1, 0): ((100, 0), (200, 0), (200, 100), (100, 100)),
}


def looks(branches: dict[str, int], fruit: dict[str, int], kind: int) -> Looks:
    """Log-probabilities of one tile: 0.97 for what is named, by the index of its class."""
    b, f, k = (np.full(s, 0.01) for s in ((8, 4), (8, 4), (6,)))
    for i, direction in enumerate(DIRECTIONS):
        b[i, branches.get(direction, 0)] = 0.97
        f[i, fruit.get(direction, 0)] = 0.97
    k[kind] = 0.95
    return Looks(np.log(b), np.log(f), np.log(k))


LOOKS = {
    (0, 0): looks({"N": 1, "E": 2}, {"E": 1}, 0),
    (1, 0): looks({"W": 3, "S": 1}, {"W": 1}, 2),
}
CHANCES = {(0, 0): 0.999, (1, 0): 0.9}
PAINTED = np.full((100, 200, 3), (235, 205, 220), np.uint8)
"""The second tile is pink; the first one, the pot's, may be of any colour."""
PAINTED[:, :100] = (238, 232, 215)
GREY = Photo(np.full((100, 200, 3), 128, np.uint8), 200, 100, "grey.jpg")
NOTHING = Found((), (), (), np.zeros((0, 2)), np.zeros((1, 1), np.float32), 1.0)


def kinds_of(looks: dict[tuple[int, int], Looks]) -> Iterator[Observation]:
    quads = {cell: np.array(quad) for cell, quad in GRID.items()}
    return espalier._kind_observations(GRID, [PAINTED], Places(quads, looks, CHANCES))


def observations() -> tuple[Observation, ...]:
    return (
        *espalier._tile_observations(GRID, CHANCES),
        *kinds_of(LOOKS),
        *espalier._branch_observations(GRID, LOOKS),
        *espalier._fruit_observations(GRID, LOOKS, GREY.pixels, GREY.scale, NOTHING),
        tell_mulched([Tile(np.array([650.0, 550.0]), np.array([50.0, 0]), np.array([0, 50.0]), 0.9)], 1.0),
    )


def reading() -> Reading:
    seen = Seen(observations(), (), GRID)
    return Reading("espalier", "x.jpg", 1000, 800, seen, assemble(seen.observations), {})


def test_the_state_holds_what_was_seen() -> None:
    state = assemble(observations())
    assert state == parse_state(
        {
            "game": "espalier",
            "tiles": [
                {"col": 0, "row": 0, "kind": "pot", "branches": ["N"]},
                {"col": 1, "row": 0, "kind": "spring", "branches": ["S", "W"]},
            ],
            "tokens": [
                {"col": 0, "row": 0, "direction": "E", "side": "graft"},
                {"col": 1, "row": 0, "direction": "W", "side": "prune"},
            ],
            "fruit": [{"col": 0, "row": 0, "at": "E", "kind": "lemon"}],
            "mulched": 1,
        }
    )


def test_a_shared_rim_point_is_observed_once_in_the_middle_of_both_views() -> None:
    fruit = [o for o in observations() if o.what == "fruit"]
    assert len(fruit) == 13  # 2 x 8 rim points, three of them shared
    shared = next(o for o in fruit if o.place == Place(0, 0, at="E"))
    assert shared.px == pytest.approx((100, 50))
    assert shared.value == "lemon"


def test_probabilities_sum_to_one_and_come_best_first() -> None:
    for seen in observations():
        chances = [c.probability for c in seen.candidates]
        assert sum(chances) == pytest.approx(1, abs=1e-3)
        assert chances == sorted(chances, reverse=True)


def test_only_the_likeliest_pot_is_one() -> None:
    both = {**LOOKS, (1, 0): looks({}, {}, 0)}
    seen = [
        *espalier._tile_observations(GRID, CHANCES),
        *kinds_of(both),
        *espalier._branch_observations(GRID, both),
    ]
    assert [tile.kind for tile in assemble(seen).tiles].count("pot") == 1


def test_a_correction_changes_the_state_and_leaves_the_first_reading_alone() -> None:
    first = reading()
    second = first.corrected(
        [Edit("branch", Place(0, 0, "N"), False), Edit("fruit", Place(1, 0, at="S"), "lime")]
    )
    assert second.state.tiles[0].branches == ()
    assert {f.kind for f in second.state.fruit} == {"lemon", "lime"}
    assert first.state.tiles[0].branches == ("N",)


def test_taking_a_tile_away_takes_what_lies_on_it_and_renames_shared_fruit() -> None:
    state = reading().corrected([Edit("tile", Place(0, 0), False)]).state
    assert [(t.col, t.row) for t in state.tiles] == [(1, 0)]
    assert [(f.col, f.row, f.at) for f in state.fruit] == [(1, 0, "W")]
    assert [(t.col, t.row, t.side) for t in state.tokens] == [(1, 0, "prune")]


def test_a_tile_can_be_added_with_its_branches() -> None:
    edits = [Edit("tile", Place(0, 1), True), Edit("branch", Place(0, 1, "N"), True)]
    state = reading().corrected(edits).state
    added = next(t for t in state.tiles if (t.col, t.row) == (0, 1))
    assert (added.kind, added.branches) == ("unknown", ("N",))


def unsure_reading() -> Reading:
    """A tree beside which, at (0, 1), a tile may lie: with a branch to the north and a lime in the south."""
    maybe = {(0, 1): looks({"N": 1}, {"N": 1, "S": 2}, 3)}
    quads = {cell: np.array(quad, np.float64) for cell, quad in GRID.items()}
    tree = Tree(
        NOTHING,
        lattice_of(0.9, 0.9),
        Places(quads, LOOKS, CHANCES),
        Places({(0, 1): quads[0, 0] + (0, 100)}, maybe, {(0, 1): 0.2}),
        familiar=True,
    )
    seen = Seen((*observations(), *espalier._possible_observations(tree, GREY)), (), GRID)
    return replace(reading(), seen=seen, state=assemble(seen.observations))


def test_a_place_that_may_hold_a_tile_is_no_part_of_the_tree_and_players_are_asked() -> None:
    unsure = unsure_reading()
    assert unsure.state == reading().state
    asked = {(d.what, d.observation.place): d for d in find_doubts(unsure, Rules())}
    doubt = asked["tile", Place(0, 1)]
    assert doubt.seen == Candidate(False, 0.8)
    assert doubt.observation.px == pytest.approx((50, 150))
    # What would lie on it is asked only once it is there.
    assert [place for _, place in asked if place.tile == (0, 1)] == [Place(0, 1)]


def test_a_place_that_holds_a_tile_after_all_has_what_was_seen_on_it() -> None:
    unsure = unsure_reading()
    mended = unsure.corrected([Edit("tile", Place(0, 1), True)])
    (added,) = set(mended.state.tiles) - set(unsure.state.tiles)
    assert (added.place, added.branches) == ((0, 1), ("N",))
    # The lemon at its north is none: that rim point is a tile's of the tree, which says so.
    assert set(mended.state.fruit) - set(unsure.state.fruit) == {Fruit(col=0, row=1, at="S", kind="lime")}
    assert {d.observation.place.tile for d in find_doubts(mended, Rules())} >= {(0, 1)}


def test_the_range_counts_with_a_tile_that_may_be_there() -> None:
    unsure = unsure_reading()
    only_there = tuple(
        o if o.what == "tile" and o.place.tile == (0, 1) else o.settled(o.value) for o in unsure.observations
    )
    unsure = replace(unsure, seen=replace(unsure.seen, observations=only_there))
    (doubt,) = find_doubts(unsure, Rules())
    span = score_range(unsure, Rules())
    assert {span.low, span.high} == set(doubt.totals.values())
    assert doubt.points_at_stake == span.high - span.low > 0


@pytest.mark.parametrize(
    ("first", "second", "name"),
    [(True, False, "branch"), (False, "graft", "token"), ("prune", True, "token"), (False, True, "branch")],
)
def test_a_doubt_is_named_after_what_may_lie_there(first: object, second: object, name: str) -> None:
    candidates = (Candidate(first, 0.6), Candidate(second, 0.4))  # type: ignore[arg-type]
    assert doubt_name(Observation("branch", Place(0, 0, "N"), (0, 0), candidates)) == name


def test_the_place_of_a_branch_in_the_photo_is_on_its_tile() -> None:
    east = next(o for o in observations() if o.place == Place(0, 0, "E"))
    assert east.px == pytest.approx((77.5, 50))


def lattice_of(*scores: float) -> Lattice:
    across, down = np.array([50.0, 0]), np.array([0, 50.0])
    tiles = {(k, 0): Tile(np.array([100.0 * k, 0]), across, down, score) for k, score in enumerate(scores)}
    return Lattice(tiles, {}, np.eye(3))


def test_players_are_told_what_to_do_where_tiles_are_hard_to_see() -> None:
    (advice,) = espalier._hard_to_see(lattice_of(0.7, 0.5, 0.6))
    assert advice.code == "hard_to_see"
    assert "mark the corners" in advice.message
    assert espalier._hard_to_see(lattice_of(0.9, 0.5, 0.8)) == ()
