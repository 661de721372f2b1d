"""Where a tree's tiles lie, in photos that one look of the finder leaves open."""

from collections.abc import Callable

import numpy as np
import pytest

from vision import espalier_locate
from vision.espalier_locate import SURE_SCORE, levelled, locate_tree
from vision.lattice import Lattice
from vision.locate import INPUT_SIDE, Found, Tile

PHOTO = np.full((480, 640, 3), 90, np.uint8)
PHOTO[:, 320:] = 20
Way = tuple[str, int]
PLAIN = ("plain", INPUT_SIDE)


def row(count: int, score: float, size: float = 40.0) -> Found:
    """So many tiles in a row."""
    half = size / 2
    tiles = tuple(
        Tile(np.array([50 + size * k, 100.0]), np.array([half, 0]), np.array([0, half]), score)
        for k in range(count)
    )
    return Found(tiles, (), (), np.zeros((0, 2)), np.zeros((120, 160), np.float32), 4.0)


@pytest.fixture
def finder(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[Way, Found]], list[Way]]:
    """A finder that sees what it is told to in each way to show it the photo; the ways are noted."""

    def seeing(by_way: dict[Way, Found]) -> list[Way]:
        shown: list[Way] = []

        def find(pixels: np.ndarray, side: int) -> Found:
            shown.append(("plain" if np.array_equal(pixels, PHOTO) else "levelled", side))
            return by_way.get(shown[-1], row(0, 0.0))

        monkeypatch.setattr(espalier_locate, "find_pieces", find)
        return shown

    return seeing


def tiles_of(lattice: Lattice | None) -> int:
    return len(lattice.tiles) if lattice else 0


def test_a_sure_lattice_takes_one_look(finder) -> None:
    shown = finder({PLAIN: row(8, SURE_SCORE + 0.05)})
    assert tiles_of(locate_tree(PHOTO)[1]) == 8
    assert shown == [PLAIN]


@pytest.mark.parametrize("way", [("levelled", 512), ("plain", 384)])
@pytest.mark.parametrize("first", [row(0, 0.0), row(4, 0.95), row(8, 0.5), row(7, 0.9, size=130.0)])
def test_where_it_is_unsure_or_broken_or_too_close_the_surest_of_other_looks_counts(
    finder, way: Way, first: Found
) -> None:
    finder({PLAIN: first, way: row(9, 0.9)})
    found, lattice = locate_tree(PHOTO)
    assert tiles_of(lattice) == 9
    assert len(found.tiles) == 9


def test_a_look_that_is_hardly_surer_changes_nothing(finder) -> None:
    finder({PLAIN: row(8, 0.8), ("levelled", 512): row(8, 0.82)})
    found, _ = locate_tree(PHOTO)
    assert found.tiles[0].score == 0.8


def test_nothing_on_the_table_is_no_lattice(finder) -> None:
    finder({})
    assert locate_tree(PHOTO)[1] is None


def test_levelling_shows_what_lies_in_the_shade() -> None:
    grain = np.random.default_rng(5).normal(0, 4, (480, 320, 1))
    photo = (
        np.dstack([np.hstack([np.full((480, 320, 1), 150.0), 25 + grain])] * 3).clip(0, 255).astype(np.uint8)
    )
    shown = levelled(photo)
    assert shown.shape == photo.shape
    assert shown.dtype == np.uint8
    assert shown[:, 320:].std() > 1.5 * photo[:, 320:].std()
