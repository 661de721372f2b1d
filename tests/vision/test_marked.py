"""From four taps to a lattice: on tiles whose places are known, with taps as unsteady as fingers are."""

import numpy as np
import pytest

from tests.vision.test_lattice import PLAN, found, seen_tile, view
from vision.errors import CornersError
from vision.lattice import UNIT, Cell, fit_lattice, project
from vision.locate import Found
from vision.marked import extended, lay_from, likely_size, marked_quad, parse_marked
from vision.observe import Marked, Quad
from vision.photo import Photo

MATRIX = view(30, 14)


def photo() -> Photo:
    return Photo(np.zeros((300, 400, 3), np.uint8), 800, 600, "tree.jpg")


def quad_of(points: np.ndarray) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return (a, b, c, d)


def taps(cell: Cell, noise: float = 3.0, seed: int = 0) -> np.ndarray:
    return project(MATRIX, UNIT + cell) + np.random.default_rng(seed).normal(0, noise, (4, 2))


def seen() -> Found:
    corners = np.unique(np.vstack([project(MATRIX, UNIT + c) for c in PLAN]).round(3), axis=0)
    return found([seen_tile(MATRIX, cell) for cell in PLAN], corners)


def moved(cells: object, start: Cell) -> set[Cell]:
    return {(c + start[0], r + start[1]) for c, r in cells}  # type: ignore[attr-defined]


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (2, 3, 0, 1), (3, 2, 1, 0), (0, 2, 1, 3)])
def test_corners_may_be_given_in_any_order(order: tuple[int, ...]) -> None:
    corners = np.array([[200, 100], [320, 104], [316, 220], [196, 212]], np.float64)
    quad = marked_quad(photo(), Marked(quad_of(corners[list(order)])))
    assert quad.tolist() == (corners / 2).tolist()


@pytest.mark.parametrize("start", PLAN)
@pytest.mark.parametrize("seed", range(3))
def test_one_tile_is_enough_for_the_whole_lattice(start: Cell, seed: int) -> None:
    laid = lay_from(seen(), taps(start, seed=seed), None)
    assert moved(laid.lattice.tiles, start) == set(PLAN)
    assert laid.known == {(0, 0)}
    for (col, row), quad in laid.lattice.quads.items():
        truth = project(MATRIX, UNIT + np.array([col, row]) + start)
        assert np.abs(quad - truth).max() < 6  # of a tile of 120 pixels


def test_a_marked_tile_that_the_finder_missed_joins_the_others_to_it() -> None:
    # Without (2, 1) the tile at (2, 2) has no link to the rest.
    tiles = [seen_tile(MATRIX, cell) for cell in PLAN if cell != (2, 1)]
    without = fit_lattice(found(tiles))
    assert without is not None
    assert len(without.tiles) == len(PLAN) - 2
    laid = lay_from(found(tiles), taps((2, 1)), (1, 1))
    assert moved(laid.lattice.tiles, (2, 1)) == set(PLAN)
    assert laid.blind


def test_where_nothing_was_found_the_lattice_is_the_marked_tile() -> None:
    corners = taps((0, 0), noise=0)
    laid = lay_from(found([]), corners, None)
    assert set(laid.lattice.tiles) == {(0, 0)}
    assert laid.lattice.quads[(0, 0)] == pytest.approx(corners, abs=0.5)
    assert laid.lattice.quad_at((1, 0)) == pytest.approx(project(MATRIX, UNIT + np.array([1, 0])), abs=2)


def rectangle() -> tuple[np.ndarray, tuple[int, int]]:
    """The corners of the rectangle around the tree in the photo, and how many tiles it measures."""
    low, high = np.array(PLAN).min(0) - 0.5, np.array(PLAN).max(0) + 0.5
    ends = np.array([low, [high[0], low[1]], high, [low[0], high[1]]])
    columns, rows = (high - low).astype(int)
    return project(MATRIX, ends), (int(columns), int(rows))


def test_the_size_of_a_marked_tree_is_found_out() -> None:
    corners, size = rectangle()
    assert likely_size(seen().tiles, corners) == size
    assert likely_size(seen().tiles, taps((0, 0))) == (1, 1)
    assert likely_size((), corners) == (1, 1)


@pytest.mark.parametrize("told", [True, False])
def test_the_whole_tree_may_be_marked(told: bool) -> None:
    corners, size = rectangle()
    unsteady = corners + np.random.default_rng(1).normal(0, 6, (4, 2))
    laid = lay_from(seen(), unsteady, size if told else None)
    assert moved(laid.lattice.tiles, (-1, -1)) == set(PLAN)
    assert laid.within == {(c, r) for c in range(size[0]) for r in range(size[1])}
    assert not laid.known


def test_no_tile_joins_from_outside_of_a_marked_tree() -> None:
    corners, size = rectangle()
    more = [*seen().tiles, seen_tile(MATRIX, (3, 0))]
    assert (4, 1) not in lay_from(found(more), corners, size).lattice.tiles


def test_more_places_move_the_view_to_the_corners_seen_there() -> None:
    # The finder saw corners everywhere, but a tile nowhere.
    laid = lay_from(found([], seen().corners), taps((0, 0)), (1, 1))
    quads = {**laid.lattice.quads, (1, 0): laid.lattice.quad_at((1, 0))}
    grown = extended(laid, found([], seen().corners), quads, ())
    assert set(grown.lattice.tiles) == {(0, 0), (1, 0)}
    assert grown.lattice.quads[(1, 0)] == pytest.approx(project(MATRIX, UNIT + np.array([1, 0])), abs=4)


@pytest.mark.parametrize(
    ("corners", "code"),
    [
        (((1, 1), (801, 1), (700, 500), (1, 500)), "corner_outside"),
        (((1, 1), (1, 1), (700, 500), (1, 500)), "corners_close"),
        (((0, 0), (400, 0), (100, 100), (0, 400)), "corners_no_quad"),
        (((0, 0), (200, 1), (400, 0), (600, 1)), "corners_no_quad"),
        (((0, 0), (400, 0), (800, 2), (400, 300)), "corners_no_quad"),
    ],
)
def test_corners_that_no_tile_can_have_are_refused(corners: Quad, code: str) -> None:
    with pytest.raises(CornersError, match=r"^tree\.jpg: ") as caught:
        marked_quad(photo(), Marked(corners))
    assert caught.value.code == code


def test_corners_and_size_as_text() -> None:
    marked = parse_marked(" 812,440 905.5,446; 899 , 541  806,533", "5x4")
    assert marked.corners == ((812, 440), (905.5, 446), (899, 541), (806, 533))
    assert marked.size == (5, 4)
    assert parse_marked("1,2 3,4 5,6 7,8").size is None


@pytest.mark.parametrize(
    "text", ["1,2 3,4 5,6", "1,2 3,4 5,6 7", "1;2 3;4 5;6 7;8", "", "nan,1 2,3 4,5 6,7", "1,23,45,67,8"]
)
def test_text_that_is_no_four_corners_is_refused(text: str) -> None:
    with pytest.raises(CornersError, match="four corners"):
        parse_marked(text)
