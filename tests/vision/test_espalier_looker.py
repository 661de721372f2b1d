"""How sure each place is to hold a tile, with a finder and a look net whose words are given."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.nets import COPIES, SIDE, VIEW, laid, words
from vision.espalier_looker import DOUBTED_TILE, Looker, Places
from vision.espalier_places import look_at_places
from vision.lattice import UNIT, Cell, project

RING = [(c, r) for c in range(3) for r in range(3) if (c, r) != (1, 1)]


def look(
    monkeypatch: pytest.MonkeyPatch,
    scores: Mapping[Cell, float],
    says_tile: Mapping[Cell, float],
    heat: Mapping[Cell, float] | None = None,
) -> Places:
    """scores: of the finder's tiles; says_tile: the look net's chance, nothing at places not named; heat: elsewhere."""
    words(monkeypatch, says_tile)
    return look_at_places(COPIES, *laid(scores, heat)).tiles


def test_a_place_that_neither_net_takes_for_a_tile_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {(0, 0): 0.9, (1, 0): 0.9, (2, 0): 0.35}
    places = look(monkeypatch, row, {(0, 0): 0.99, (1, 0): 0.99, (2, 0): 0.01})
    assert set(places.quads) == {(0, 0), (1, 0)}
    assert set(places.looks) == set(places.chances) == set(places.quads)


def test_a_faint_place_beside_the_tree_is_a_tile_when_it_looks_like_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = {(0, 0): 0.9, (1, 0): 0.9}
    looks = {**dict.fromkeys(row, 0.99), (2, 0): 0.89, (3, 0): 0.89}
    assert set(look(monkeypatch, row, looks, {(2, 0): 0.4}).quads) == {*row, (2, 0)}
    # From there it goes on: the next faint place is beside the first.
    assert set(look(monkeypatch, row, looks, {(2, 0): 0.4, (3, 0): 0.4}).quads) == {*row, (2, 0), (3, 0)}


def test_a_tile_that_the_finder_does_not_see_is_found_at_a_glance(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {(0, 0): 0.9, (1, 0): 0.9}
    looks = {**dict.fromkeys(row, 0.99), (2, 0): 0.99, (3, 0): 0.99, (0, 1): 0.95}
    # From there it goes on; but where the finder sees nothing, the look net must be surer than of (0, 1).
    assert set(look(monkeypatch, row, looks).quads) == {*row, (2, 0), (3, 0)}


def test_a_place_that_may_be_empty_is_a_tile_where_one_hangs_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {(0, 0): 0.9, (1, 0): 0.9, (2, 0): 0.46, (3, 0): 0.75}
    looks = {(0, 0): 0.99, (1, 0): 0.99, (2, 0): 0.76, (3, 0): 0.97}
    alone = look(monkeypatch, {cell: row[cell] for cell in list(row)[:3]}, {**looks, (3, 0): 0.01})
    assert (2, 0) not in alone.quads
    both = look(monkeypatch, row, looks)
    assert {(2, 0), (3, 0)} <= set(both.quads)
    assert 0.5 < both.chances[2, 0] < both.chances[3, 0]
    # Where it is all but sure that it is empty, what lies beyond is no tile of the tree.
    assert set(look(monkeypatch, {**row, (2, 0): 0.1}, {**looks, (2, 0): 0.05}).quads) == {(0, 0), (1, 0)}


def test_a_tile_askew_is_found_at_a_second_glance(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {(0, 0): 0.9, (1, 0): 0.9}
    words(monkeypatch, dict.fromkeys([*row, (2, 0)], 0.9999), askew={(2, 0): 0.14})
    tiles = look_at_places(COPIES, *laid(row)).tiles
    assert set(tiles.quads) == {*row, (2, 0)}
    assert tiles.quads[2, 0] == pytest.approx(project(VIEW, UNIT + np.array([2.14, 0.0])), abs=0.06 * SIDE)


def test_the_view_follows_a_tree_that_goes_on_beyond_the_tiles_of_the_finder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each tile lies a seventh of a side farther off than the view from the first two says."""
    row = {(0, 0): 0.9, (1, 0): 0.9}
    off = {(2, 0): 0.14, (3, 0): 0.28}
    words(monkeypatch, dict.fromkeys([*row, *off], 0.9999), askew=off)
    assert set(look_at_places(COPIES, *laid(row)).tiles.quads) == {*row, *off}


def test_what_is_said_of_a_place_that_was_clear_stays_when_it_is_moved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Bits of table that look like a tile would look more like one at the best of nine places."""
    row = {(0, 0): 0.9, (1, 0): 0.9}
    says = {**dict.fromkeys(row, 0.9999), (2, 0): 0.97}
    words(monkeypatch, says)

    def align(looker: Looker, cells: list[Cell]) -> None:
        looker.aligned |= set(cells)
        says.update(dict.fromkeys(cells, 0.9999))

    monkeypatch.setattr(Looker, "align", align)
    tree = look_at_places(COPIES, *laid(row))
    assert says[2, 0] == 0.9999
    assert set(tree.tiles.quads) == set(row)
    assert 0.01 < tree.possible.chances[2, 0] < 0.5


def test_of_a_place_that_may_well_hold_a_tile_players_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {(0, 0): 0.9, (1, 0): 0.9}
    words(monkeypatch, {**dict.fromkeys(row, 0.99), (2, 0): 0.8, (0, 1): 0.02})
    tree = look_at_places(COPIES, *laid(row, {(2, 0): 0.3, (0, 1): 0.3}))
    assert set(tree.tiles.quads) == set(row)
    assert set(tree.possible.quads) == set(tree.possible.looks) == {(2, 0)}
    assert 0.01 < tree.possible.chances[2, 0] < 0.5


def test_nothing_is_found_at_a_glance_beyond_the_photo(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {(0, 0): 0.9, (-4, 0): 0.9, (-5, 0): 0.9}  # the last one's middle lies on the left edge
    looks = {**dict.fromkeys(row, 0.99), (-6, 0): 0.99, (-3, 0): 0.99}
    shown = words(monkeypatch, looks)
    look_at_places(COPIES, *laid(row))
    assert (-3, 0) in shown
    assert (-6, 0) not in shown


def test_a_tile_beyond_what_the_finder_looked_at_is_found_at_a_glance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = {(0, 0): 0.9, (1, 0): 0.9}
    found, lattice = laid(row, {(2, 2): 0.9})
    part = replace(found, heat=found.heat[40:], origin=np.array([0.0, 160.0]))  # the first row lies above it
    beyond = {(1, -1): 0.9999, (1, -2): 0.9999, (1, -3): 0.05}
    words(monkeypatch, {**dict.fromkeys(row, 0.99), **beyond})
    assert set(look_at_places(COPIES, part, lattice).tiles.quads) == {*row, (1, -1), (1, -2)}


def test_no_place_is_looked_at_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {(0, 0): 0.9, (1, 0): 0.9, (2, 0): 0.9}
    shown = words(monkeypatch, dict.fromkeys(row, 0.99))
    look_at_places(COPIES, *laid(row, {(1, 1): 0.2}))
    assert {*row, (1, 1), (3, 0)} <= set(shown)
    assert len(shown) == len(set(shown))


def test_a_missed_tile_inside_the_layout_is_looked_at_without_any_heat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ring = dict.fromkeys(RING, 0.9)
    places = look(monkeypatch, ring, {**dict.fromkeys(RING, 0.99), (1, 1): 0.999})
    assert (1, 1) in places.quads


def test_a_hole_in_the_tree_stays_a_hole(monkeypatch: pytest.MonkeyPatch) -> None:
    places = look(monkeypatch, dict.fromkeys(RING, 0.9), dict.fromkeys(RING, 0.99), {(1, 1): 0.1})
    assert set(places.quads) == set(RING)


def test_a_hole_that_both_nets_half_take_for_a_tile_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table between tiles looks more like one than it is: of two even chances the place is likely a hole."""
    half = {(1, 1): 0.5}
    places = look(monkeypatch, dict.fromkeys(RING, 0.9) | half, dict.fromkeys(RING, 0.99) | half)
    assert set(places.quads) == set(RING)


@pytest.mark.parametrize(
    ("score", "others"), [(0.77, 0.99), (0.9, 0.9999)], ids=["half sure", "known printing"]
)
def test_a_place_that_the_look_net_takes_for_none_is_none_unless_the_finder_is_sure_of_an_unknown_printing(
    monkeypatch: pytest.MonkeyPatch, score: float, others: float
) -> None:
    row = {(0, 0): 0.9, (1, 0): 0.9, (2, 0): score}
    places = look(monkeypatch, row, {(0, 0): others, (1, 0): others, (2, 0): 0.02})
    assert set(places.quads) == {(0, 0), (1, 0)}


def test_a_sure_tile_of_an_unknown_printing_is_kept_as_a_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {(0, 0): 0.9, (1, 0): 0.9, (2, 0): 0.95}
    places = look(monkeypatch, row, {(0, 0): 0.99, (1, 0): 0.99, (2, 0): 0.02})
    assert places.chances[(2, 0)] == DOUBTED_TILE


@pytest.mark.parametrize(("seen", "kept"), [(0.3, True), (0.1, False)])
def test_a_fairly_sure_tile_is_kept_as_a_doubt_unless_the_look_net_is_sure_of_none(
    monkeypatch: pytest.MonkeyPatch, seen: float, kept: bool
) -> None:
    places = look(monkeypatch, {(0, 0): 0.95, (1, 0): 0.7}, {(0, 0): 0.99, (1, 0): seen})
    assert ((1, 0) in places.quads) == kept
    if kept:
        assert places.chances[(1, 0)] == DOUBTED_TILE


def test_a_tree_has_no_more_tiles_than_the_box(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {(col, 0): 0.9 for col in range(27)}
    looks = {**dict.fromkeys(row, 0.99), (0, 0): 0.8, (13, 0): 0.75, (26, 0): 0.85}
    # The place in the middle is the least sure, but without it the tree would fall apart.
    assert set(look(monkeypatch, row, looks).quads) == set(row) - {(0, 0), (26, 0)}
