"""Which places hold a tree's tiles, with a finder and a look net whose words are given."""

import numpy as np
import pytest

from tests.vision.nets import COPIES, SIDE, VIEW, laid, words
from vision import espalier_places
from vision.espalier_looker import Tree
from vision.espalier_places import look_for_tree, look_outward
from vision.lattice import UNIT, Lattice, fit_lattice, project
from vision.locate import Found
from vision.marked import lay_from

SNAKE = {(0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2), (2, 2)}


def test_a_sure_tile_beside_a_small_tree_is_not_taken_for_the_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = {(0, 0): 0.5, (1, 0): 0.5}
    found, _ = laid({**tree, (4, 2): 0.9, (4, -2): 0.8})
    words(monkeypatch, dict.fromkeys([*tree, (4, 2), (4, -2)], 0.9999))
    first = fit_lattice(found)
    assert first is not None
    assert len(first.tiles) == 1
    tree = look_for_tree(COPIES, found, first)
    assert len(tree.lattice.tiles) == len(tree.tiles.quads) == 2


def test_where_no_tree_lies_beside_the_first_lattice_its_places_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    found, lattice = laid({(0, 0): 0.9})
    words(monkeypatch, {(0, 0): 0.9999})
    assert look_for_tree(COPIES, found, lattice).lattice is lattice


def test_a_checked_tablecloth_is_glanced_at_and_left_for_the_tree_on_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cloth = {(col, row): 0.6 for col in range(-4, 4) for row in range(-4, 0)}
    found, lattice = laid({**cloth, (0, 2): 0.9, (1, 2): 0.9})
    shown = words(monkeypatch, {(0, 2): 0.9999, (1, 2): 0.9999})
    pattern = Lattice({c: lattice.tiles[c] for c in cloth}, {c: lattice.quads[c] for c in cloth}, VIEW)
    assert len(look_for_tree(COPIES, found, pattern).tiles.quads) == 2
    assert max(shown.count(cell) for cell in cloth) == 1


def test_where_the_look_net_does_not_know_the_tiles_it_chooses_among_what_other_looks_find(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of three large tiles the finder took the pattern that is printed on them for fifteen small ones."""
    pattern, pale = laid({(col, row): 0.7 for col in range(5) for row in range(3)})
    tiles, lattice = laid({(-2, 0): 0.9, (-2, 1): 0.9, (-2, 2): 0.9})
    known = dict.fromkeys(lattice.tiles, 0.9999)
    words(monkeypatch, {**dict.fromkeys(pale.tiles, 0.9), **known})
    monkeypatch.setattr(espalier_places, "other_ways", lambda _: [(pattern, None), (tiles, lattice)])
    tree = look_for_tree(COPIES, pattern, pale)
    assert set(tree.tiles.quads) == set(known)
    assert tree.familiar
    assert tree.found is tiles
    words(monkeypatch, {**dict.fromkeys(pale.tiles, 0.5), **dict.fromkeys(known, 0.99)})
    assert look_for_tree(COPIES, pattern, pale).found is pattern  # it does not know the others either


def test_a_lattice_that_other_looks_find_too_is_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """From afar it shows no other tiles, and their corners less exactly."""
    found, lattice = laid({(0, 0): 0.9, (1, 0): 0.9})
    shown = words(monkeypatch, dict.fromkeys(lattice.tiles, 0.99))
    monkeypatch.setattr(espalier_places, "other_ways", lambda _: [laid(dict.fromkeys(lattice.tiles, 0.8))])
    assert look_for_tree(COPIES, found, lattice).found is found
    assert shown.count((0, 0)) == 1


def test_where_it_knows_them_no_other_look_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    found, lattice = laid({(0, 0): 0.9, (1, 0): 0.9})
    words(monkeypatch, dict.fromkeys(lattice.tiles, 0.9999))
    monkeypatch.setattr(espalier_places, "other_ways", lambda _: pytest.fail("another look"))
    assert set(look_for_tree(COPIES, found, lattice).tiles.quads) == set(lattice.tiles)


def outward(size: tuple[int, int] = (1, 1), crooked: float = 0.0) -> Tree:
    """From a marked tile at (0, 0), or a marked tree that begins there, in a photo in which the finder saw nothing."""
    nothing = Found((), (), (), np.zeros((0, 2)), np.full((120, 120), 0.01, np.float32), 4.0)
    corners = project(VIEW, UNIT * size + (np.array(size) - 1) / 2)
    corners[1, 0] += crooked * SIDE
    laid = lay_from(nothing, corners, size)
    return look_outward([np.zeros((480, 480, 3), np.uint8)], nothing, laid)


def test_from_a_marked_tile_the_looks_alone_find_the_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    words(monkeypatch, dict.fromkeys(SNAKE, 0.99))
    tree = outward()
    assert set(tree.tiles.quads) == set(tree.lattice.tiles) == SNAKE


def test_an_unsteady_tap_does_not_lead_astray(monkeypatch: pytest.MonkeyPatch) -> None:
    words(monkeypatch, dict.fromkeys(SNAKE, 0.99))
    assert set(outward(crooked=0.03).tiles.quads) == SNAKE


def test_the_marked_tile_is_one_whatever_it_looks_like(monkeypatch: pytest.MonkeyPatch) -> None:
    words(monkeypatch, {(1, 0): 0.99, (0, 0): 0.001})
    places = outward().tiles
    assert set(places.quads) == {(0, 0), (1, 0)}
    assert places.chances[(0, 0)] > 0.99


def test_a_marked_tree_ends_where_it_was_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    words(monkeypatch, dict.fromkeys(SNAKE, 0.99))
    assert set(outward(size=(3, 3)).tiles.quads) == {(0, 0), (1, 0), (2, 0)}
