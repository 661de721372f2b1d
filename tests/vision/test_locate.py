import numpy as np
import pytest

from vision.locate import Tile, half_sides


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
