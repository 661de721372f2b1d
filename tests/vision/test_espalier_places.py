"""Which places hold tiles, with a finder and a look net whose words are given."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from vision import espalier_places
from vision.espalier_places import (
    DOUBTED_TILE,
    Places,
    connected,
    look_at_places,
    look_for_tree,
    look_outward,
)
from vision.lattice import UNIT, Cell, Lattice, fit_lattice, project
from vision.locate import Found, Tile
from vision.look import PATCH, Looks
from vision.marked import lay_from

SIDE = 40.0
VIEW = np.array([[SIDE, 0, 200], [0, SIDE, 200], [0, 0, 1.0]])
COPIES = [np.zeros((480, 480, 3), np.uint8)]
RING = [(c, r) for c in range(3) for r in range(3) if (c, r) != (1, 1)]


def look(
    monkeypatch: pytest.MonkeyPatch,
    scores: Mapping[Cell, float],
    says_tile: Mapping[Cell, float],
    heat: Mapping[Cell, float] | None = None,
) -> Places:
    """scores: of the finder's tiles; says_tile: the look net's chance, nothing at places not named; heat: elsewhere."""
    words(monkeypatch, says_tile)
    return look_at_places(COPIES, *laid(scores, heat))


def laid(scores: Mapping[Cell, float], heat: Mapping[Cell, float] | None = None) -> tuple[Found, Lattice]:
    """What a finder would see of tiles of given scores, and their lattice; heat: elsewhere."""
    across, down = np.array([SIDE / 2, 0]), np.array([0, SIDE / 2])
    tiles = {c: Tile(project(VIEW, np.array([c]))[0], across, down, s) for c, s in scores.items()}
    warm = np.full((120, 120), 0.01, np.float32)
    for cell, value in (heat or {}).items():
        x, y = project(VIEW, np.array([cell]))[0] / 4
        warm[int(y), int(x)] = value
    found = Found(tuple(tiles.values()), (), (), np.zeros((0, 2)), warm, 4.0)
    return found, Lattice(tiles, {c: project(VIEW, UNIT + c) for c in tiles}, VIEW)


def words(monkeypatch: pytest.MonkeyPatch, says_tile: Mapping[Cell, float]) -> list[Cell]:
    """Let the look net say its word on each place, and nothing on a place that is out of line.

    -> the places that it was shown, which grow as it is asked.
    """
    shown: list[Cell] = []

    def rectify(_: object, quad: np.ndarray) -> np.ndarray:
        # The patch carries its place to the net: no picture is needed.
        at = (quad.mean(0) - 200) / SIDE
        col, row = (round(float(v)) for v in at)
        straight = float(np.abs(at - (col, row)).max()) < 0.1
        return np.full((PATCH, PATCH, 3), (col + 100, row + 100, straight), np.uint8)

    def look_at(patches: np.ndarray, thorough: bool = True) -> Looks:
        kinds = np.zeros((len(patches), 6))
        for index, patch in enumerate(patches):
            col, row = (int(v) - 100 for v in patch[0, 0, :2])
            shown.append((col, row))
            chance = says_tile.get((col, row), 0.001) if patch[0, 0, 2] else 0.001
            kinds[index] = [chance / 5] * 5 + [1 - chance]
        return Looks(np.zeros((len(patches), 8, 4)), np.zeros((len(patches), 8, 4)), np.log(kinds))

    monkeypatch.setattr(espalier_places, "rectify", rectify)
    monkeypatch.setattr(espalier_places, "look_at", look_at)
    return shown


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
    assert set(look_at_places(COPIES, part, lattice).quads) == {*row, (1, -1), (1, -2)}


def test_a_sure_tile_beside_a_small_tree_is_not_taken_for_the_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = {(0, 0): 0.5, (1, 0): 0.5}
    found, _ = laid({**tree, (4, 2): 0.9, (4, -2): 0.8})
    words(monkeypatch, dict.fromkeys([*tree, (4, 2), (4, -2)], 0.99))
    first = fit_lattice(found)
    assert first is not None
    assert len(first.tiles) == 1
    lattice, places = look_for_tree(COPIES, found, first)
    assert len(lattice.tiles) == len(places.quads) == 2


def test_where_no_tree_lies_beside_the_first_lattice_its_places_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    found, lattice = laid({(0, 0): 0.9})
    words(monkeypatch, {(0, 0): 0.99})
    assert look_for_tree(COPIES, found, lattice)[0] is lattice


def test_no_place_is_looked_at_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {(0, 0): 0.9, (1, 0): 0.9}
    looks = {**dict.fromkeys(row, 0.99), (2, 0): 0.99, (3, 0): 0.99}
    shown = words(monkeypatch, looks)
    look_at_places(COPIES, *laid(row, {(2, 0): 0.2, (3, 0): 0.2}))
    assert set(looks) <= set(shown)
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


def outward(size: tuple[int, int] = (1, 1), crooked: float = 0.0) -> tuple[Places, Lattice]:
    """From a marked tile at (0, 0), or a marked tree that begins there, in a photo in which the finder saw nothing."""
    nothing = Found((), (), (), np.zeros((0, 2)), np.full((120, 120), 0.01, np.float32), 4.0)
    corners = project(VIEW, UNIT * size + (np.array(size) - 1) / 2)
    corners[1, 0] += crooked * SIDE
    laid = lay_from(nothing, corners, size)
    return look_outward([np.zeros((480, 480, 3), np.uint8)], nothing, laid)


SNAKE = {(0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2), (2, 2)}


@pytest.mark.parametrize(("seen", "kept"), [(0.3, True), (0.1, False)])
def test_a_fairly_sure_tile_is_kept_as_a_doubt_unless_the_look_net_is_sure_of_none(
    monkeypatch: pytest.MonkeyPatch, seen: float, kept: bool
) -> None:
    places = look(monkeypatch, {(0, 0): 0.95, (1, 0): 0.7}, {(0, 0): 0.99, (1, 0): seen})
    assert ((1, 0) in places.quads) == kept
    if kept:
        assert places.chances[(1, 0)] == DOUBTED_TILE


def test_from_a_marked_tile_the_looks_alone_find_the_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    words(monkeypatch, dict.fromkeys(SNAKE, 0.99))
    places, lattice = outward()
    assert set(places.quads) == set(lattice.tiles) == SNAKE


def test_an_unsteady_tap_does_not_lead_astray(monkeypatch: pytest.MonkeyPatch) -> None:
    words(monkeypatch, dict.fromkeys(SNAKE, 0.99))
    assert set(outward(crooked=0.03)[0].quads) == SNAKE


def test_the_marked_tile_is_one_whatever_it_looks_like(monkeypatch: pytest.MonkeyPatch) -> None:
    words(monkeypatch, {(1, 0): 0.99, (0, 0): 0.001})
    places, _ = outward()
    assert set(places.quads) == {(0, 0), (1, 0)}
    assert places.chances[(0, 0)] > 0.99


def test_a_marked_tree_ends_where_it_was_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    words(monkeypatch, dict.fromkeys(SNAKE, 0.99))
    assert set(outward(size=(3, 3))[0].quads) == {(0, 0), (1, 0), (2, 0)}


def test_the_largest_connected_group_is_the_tree() -> None:
    assert connected([(5, 5), (0, 0), (0, 1), (9, 9)]) == [(0, 0), (0, 1)]
    assert connected([]) == []


def test_a_tree_has_no_more_tiles_than_the_box(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {(col, 0): 0.9 for col in range(27)}
    looks = {**dict.fromkeys(row, 0.99), (0, 0): 0.8, (13, 0): 0.75, (26, 0): 0.85}
    # The place in the middle is the least sure, but without it the tree would fall apart.
    assert set(look(monkeypatch, row, looks).quads) == set(row) - {(0, 0), (26, 0)}
