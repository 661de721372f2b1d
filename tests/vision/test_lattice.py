from dataclasses import replace

import numpy as np
import pytest

from vision.lattice import UNIT, Slack, connected, fit_lattice, project
from vision.locate import Found, Spot, Tile

PLAN = [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (0, -1), (-1, -1)]


def view(tilt: float = 25.0, roll: float = 10.0, size: float = 120.0) -> np.ndarray:
    """A homography from the lattice to a photo of about 2000 x 1500 pixels, tilted and rolled by degrees."""
    t, r = np.radians([tilt, roll])
    turn = np.array([[np.cos(r), -np.sin(r), 0], [np.sin(r), np.cos(r), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(t), 0], [0, np.sin(t) / 18, 1]])
    place = np.array([[size, 0, 1000], [0, size, 750], [0, 0, 1.0]])
    return place @ lean @ turn


def seen_tile(matrix: np.ndarray, cell: tuple[float, float], quarters: int = 0, turn: float = 0.0) -> Tile:
    """A tile as the finder reports it: a parallelogram, its first side any of the four."""
    angle = np.radians(turn)
    own = UNIT @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    corners = np.roll(project(matrix, own + cell), quarters, 0)
    a, b, c, d = corners
    return Tile(project(matrix, np.array([cell]))[0], (b + c - a - d) / 4, (c + d - a - b) / 4, 0.9)


def found(tiles: list[Tile], corners: np.ndarray | None = None) -> Found:
    spots: tuple[Spot, ...] = ()
    seen = np.zeros((0, 2)) if corners is None else corners
    return Found(tuple(tiles), spots, spots, seen, np.zeros((4, 4), np.float32), 4.0)


def shape(cells: object) -> set[tuple[int, int]]:
    """Places moved so that the least column and row are 0."""
    places = np.array(sorted(cells))  # type: ignore[call-overload]
    return {(int(c), int(r)) for c, r in places - places.min(0)}


@pytest.mark.parametrize("tilt", [0, 20, 40])
@pytest.mark.parametrize("roll", [0, 30, -44])
def test_tiles_named_at_random_make_the_lattice(tilt: float, roll: float) -> None:
    rng = np.random.default_rng(3)
    matrix = view(tilt, roll)
    tiles = [seen_tile(matrix, cell, int(rng.integers(4))) for cell in PLAN]
    lattice = fit_lattice(found(tiles))
    assert lattice is not None
    assert shape(lattice.quads) == shape(PLAN)


def test_gaps_and_turns_by_hand_do_not_break_the_lattice() -> None:
    rng = np.random.default_rng(5)
    matrix = view()
    tiles = [
        seen_tile(
            matrix, tuple(np.array(cell) * 1.035 + rng.normal(0, 0.015, 2)), turn=float(rng.uniform(-2, 2))
        )
        for cell in PLAN
    ]
    lattice = fit_lattice(found(tiles))
    assert lattice is not None
    assert shape(lattice.quads) == shape(PLAN)


def test_of_two_ways_to_link_rows_that_slipped_the_closer_links_count() -> None:
    """All around the hole each link misses by a tenth; straight across it one would by a third."""
    matrix = view(0, 0)
    laid = [(0, 0), (1, -0.1), (2, -0.2), (2, 0.7), (2, 1.6), (1, 1.5), (0, 1.35)]
    lattice = fit_lattice(found([seen_tile(matrix, cell) for cell in laid]), Slack(0.4, 28))
    assert lattice is not None
    assert shape(lattice.tiles) == {(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2)}


@pytest.mark.parametrize(
    ("roll", "expected"), [(0, PLAN), (90, [(-r, c) for c, r in PLAN]), (180, [(-c, -r) for c, r in PLAN])]
)
def test_rows_run_down_the_photo(roll: float, expected: list[tuple[int, int]]) -> None:
    tiles = [seen_tile(view(0, roll), cell) for cell in PLAN]
    lattice = fit_lattice(found(tiles))
    assert lattice is not None
    assert shape(lattice.quads) == shape(expected)


def test_a_score_sheets_many_unlikely_squares_are_no_tree() -> None:
    matrix = view()
    tree = [seen_tile(matrix, cell) for cell in PLAN[:4]]
    sheet = [replace(seen_tile(matrix, (col + 6, row)), score=0.44) for col in range(3) for row in range(3)]
    lattice = fit_lattice(found([*sheet, *tree]))
    assert lattice is not None
    assert shape(lattice.quads) == shape(PLAN[:4])


def test_a_pile_beside_the_tree_is_no_part_of_it() -> None:
    matrix = view(10, 0)
    pile = [seen_tile(matrix, (4.8, 0.4), turn=31), seen_tile(matrix, (4.9, 1.1), turn=-12)]
    lattice = fit_lattice(found([seen_tile(matrix, cell) for cell in PLAN] + pile))
    assert lattice is not None
    assert len(lattice.quads) == len(PLAN)


def test_corners_lie_where_the_tiles_lie() -> None:
    matrix = view(30, 12)
    lattice = fit_lattice(found([seen_tile(matrix, cell) for cell in PLAN]))
    assert lattice is not None
    least = np.array(sorted(lattice.quads)).min(0) - np.array(sorted(PLAN)).min(0)
    for (col, row), quad in lattice.quads.items():
        truth = project(matrix, UNIT + np.array([col, row]) - least)
        assert np.abs(quad - truth).max() < 4  # of a tile of 120 pixels


def test_a_tile_far_out_of_line_is_where_the_lattice_puts_it() -> None:
    matrix = view(20, 5)
    others = [seen_tile(matrix, cell) for cell in PLAN if cell != PLAN[3]]
    astray = replace(seen_tile(matrix, PLAN[3]), score=0.4)
    for share, followed in ((0.05, 0.05), (0.16, 0.0)):
        off, follows = (astray.size * np.array([by, 0.0]) for by in (share, followed))
        lattice = fit_lattice(found([*others, replace(astray, centre=astray.centre + off)]))
        assert lattice is not None
        least = np.array(sorted(lattice.quads)).min(0) - np.array(sorted(PLAN)).min(0)
        quad = lattice.quads[tuple(np.array(PLAN[3]) + least)]
        shift = quad.mean(0) - project(matrix, UNIT + PLAN[3]).mean(0)
        # It still pulls a little at the lattice, which seven tiles make.
        assert np.hypot(*(shift - follows)) < 0.05 * astray.size


def test_seen_corners_pull_the_corners_to_them() -> None:
    matrix = view(20, 5)
    shift = np.array([4.0, 0.0])
    seen = np.unique(np.vstack([project(matrix, UNIT + cell) for cell in PLAN]).round(3), axis=0) + shift
    lattice = fit_lattice(found([seen_tile(matrix, cell) for cell in PLAN], seen))
    assert lattice is not None
    for quad in lattice.quads.values():
        for corner in quad:
            assert np.hypot(*(seen - corner).T).min() < 2.5


def test_a_tile_whose_link_was_missed_is_found_by_the_lattice() -> None:
    matrix = view(38, 8)
    tiles = [seen_tile(matrix, cell) for cell in PLAN]
    crooked = seen_tile(matrix, (2.2, 0.0))
    tiles[2] = Tile(crooked.centre, crooked.across * 1.15, crooked.down * 1.15, 0.5)
    lattice = fit_lattice(found(tiles))
    assert lattice is not None
    assert shape(lattice.quads) == shape(PLAN)


def test_nothing_found_makes_no_lattice() -> None:
    assert fit_lattice(found([])) is None


def test_the_largest_connected_group_is_chosen_or_that_with_a_known_place() -> None:
    places = [(5, 5), (0, 0), (0, 1), (9, 9)]
    assert connected(places) == [(0, 0), (0, 1)]
    assert connected(places, {(9, 9)}) == [(9, 9)]
    assert connected([]) == []
