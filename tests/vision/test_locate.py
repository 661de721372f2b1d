from pathlib import Path

import numpy as np
import pytest

from vision import locate
from vision.locate import MIRRORED, Found, Spot, Tile, find_pieces, half_sides, maps_of, prepare
from vision.photo import load_photo

SAMPLE = Path(__file__).parents[2] / "sample_photos" / "01-daylight.jpg"


def code(u: complex, v: complex) -> tuple[float, complex, complex]:
    """What the net is taught for a tile with half sides u and v."""
    product = u * u * v * v
    size = abs(product) ** 0.25
    return size, product / abs(product), (u * u + v * v) / size**2


@pytest.mark.parametrize("angle", np.linspace(0, np.pi, 13))
@pytest.mark.parametrize("squash", [1.0, 0.7])
def test_half_sides_come_back_from_their_code(angle: float, squash: float) -> None:
    u = 20 * np.exp(1j * angle)
    v = 20j * np.exp(1j * angle)
    u, v = complex(u.real, u.imag * squash), complex(v.real, v.imag * squash)
    got = half_sides(*code(u, v))
    quarters = [(u, v), (v, -u), (-u, -v), (-v, u)]
    assert min(abs(got[0] - a) + abs(got[1] - b) for a, b in quarters) < 1e-6


def test_the_code_is_the_same_for_every_quarter_turn() -> None:
    u, v = 12 + 3j, -2 + 14j
    assert np.allclose(code(u, v), code(v, -u))


def test_corners_run_clockwise_from_north_west() -> None:
    tile = Tile(np.array([100.0, 50.0]), np.array([10.0, 0.0]), np.array([0.0, 10.0]), 1.0)
    assert tile.corners.tolist() == [[90, 40], [110, 40], [110, 60], [90, 60]]
    assert tile.size == pytest.approx(20)


def test_a_mirrored_picture_is_found_mirrored() -> None:
    picture = load_photo(SAMPLE).pixels
    batch, _ = prepare(picture)
    maps, mirrored = maps_of(batch), maps_of(np.ascontiguousarray(batch[:, :, ::-1]))
    assert maps[0].max() > 0
    assert np.allclose(mirrored, maps[:, :, ::-1] * MIRRORED[:, None, None], atol=0.05)
    tiles = find_pieces(picture).tiles
    centres = sorted((picture.shape[1] - tile.centre[0], tile.centre[1]) for tile in tiles)
    seen = sorted(tuple(tile.centre) for tile in find_pieces(picture[:, ::-1]).tiles)
    assert len(tiles) > 9
    assert np.allclose(seen, centres, atol=0.02 * tiles[0].size)


NO_HEAT = np.zeros((4, 4), np.float32)
PHOTO = np.zeros((1200, 1600, 3), np.uint8)


def group(side: float, score: float, offset: float | np.ndarray = 0.0) -> Found:
    """A row of three tiles from (800, 600), less an offset, and a fruit on it and one far away."""
    tiles = tuple(
        Tile(
            np.array([800.0 + k * side, 600.0]) - offset,
            np.array([side / 2, 0]),
            np.array([0, side / 2]),
            score,
        )
        for k in range(3)
    )
    fruit = (Spot(np.array([800.0, 600.0]) - offset, 0.9), Spot(np.array([50.0, 50.0]), 0.9))
    return Found(tiles, fruit, (), np.array([[800.0, 600.0]]) - offset, NO_HEAT, 4.0)


class Finder:
    """Stands in for the net: what it finds in the whole photo, and what in any smaller picture."""

    def __init__(self, whole: Found, part: Found) -> None:
        self.whole, self.part = whole, part
        self.shown: list[tuple[int, ...]] = []

    def __call__(self, pixels: np.ndarray, side: int = locate.INPUT_SIDE) -> Found:
        self.shown.append(pixels.shape)
        return self.whole if pixels.shape == PHOTO.shape else self.part


def test_small_tiles_are_looked_at_again_enlarged(monkeypatch: pytest.MonkeyPatch) -> None:
    corner = np.array([800 - 1.6 * 60, 600 - 1.6 * 60])
    part = group(60, 0.9, corner)
    part = Found(part.tiles, part.fruit[:1], (), part.corners, NO_HEAT, 1.0)
    finder = Finder(group(60, 0.5), part)
    monkeypatch.setattr(locate, "_find", finder)
    found = find_pieces(PHOTO)
    assert len(finder.shown) == 2
    assert finder.shown[1][1] < 600
    assert found.tiles[0].centre == pytest.approx(np.array([800.0, 600.0]))
    assert found.origin == pytest.approx(corner)
    assert len(found.fruit) == 2  # the enlarged one on the row, and the one that lies outside of the window


def test_neighbours_of_a_tile_at_the_edge_of_the_closer_look_are_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = [np.array([800.0 + k * 60, 600.0]) for k in range(9)]
    shown: list[tuple[int, ...]] = []

    def find(pixels: np.ndarray, side: int = locate.INPUT_SIDE) -> Found:
        """Of the row the whole photo shows three tiles, a part of it all that lie well within."""
        shown.append(pixels.shape)
        left, top = corners[len(shown) - 1]
        there = row[:3] if len(shown) == 1 else [at for at in row if at[0] < left + pixels.shape[1] - 30]
        tiles = (Tile(at - (left, top), np.array([30.0, 0]), np.array([0, 30.0]), 0.9) for at in there)
        return Found(tuple(tiles), (), (), np.zeros((0, 2)), NO_HEAT, 1.0)

    corners = [(0, 0)] + [(704, 504)] * locate.CLOSER_LOOKS
    monkeypatch.setattr(locate, "_find", find)
    found = find_pieces(PHOTO)
    assert [tile.centre.tolist() for tile in found.tiles] == [at.tolist() for at in row[:7]]
    assert [shape[1] for shape in shown[1:]] == [120 + 2 * 96 + 60 * k for k in range(4)]


def test_large_tiles_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    finder = Finder(group(200, 0.9), group(200, 0.9))
    monkeypatch.setattr(locate, "_find", finder)
    find_pieces(PHOTO)
    assert len(finder.shown) == 1


def test_a_closer_look_that_shows_less_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = group(60, 0.9)
    monkeypatch.setattr(locate, "_find", Finder(whole, group(60, 0.4)))
    assert find_pieces(PHOTO) is whole


@pytest.mark.parametrize("at", [(-60.0, 20.0), (20.0, -60.0), (200.0, 20.0), (20.0, 200.0)])
def test_there_is_no_heat_beyond_what_was_looked_at(at: tuple[float, float]) -> None:
    found = Found((), (), (), np.zeros((0, 2)), np.full((40, 40), 0.8, np.float32), 4.0)
    assert found.tile_heat(np.array(at), 10) == 0
    assert found.tile_heat(np.array([20.0, 20.0]), 10) == pytest.approx(0.8)
