"""Outlines that slip, and what the net that mends them is to answer."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training's dependencies are not installed")

from training.orchard.patches import WIDE, WIDE_MARGIN  # noqa: E402
from training.orchard.slips import FOUND, MENDED, code_of, cut_around, slip  # noqa: E402
from vision.locate import Tile  # noqa: E402
from vision.orchard_find import Die  # noqa: E402
from vision.orchard_outline import FARTHEST, mended  # noqa: E402

SQUARE = np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]])


def test_the_right_answer_mends_a_slipped_outline() -> None:
    torch.manual_seed(0)
    linear, shift = slip(200, FOUND)
    for frame, middle, code in zip(linear, shift, code_of(linear, shift), strict=True):
        found = Tile(middle.double().numpy(), *frame.double().numpy().T, 0.9)
        top = mended(Die(found, np.zeros(2)), code.numpy()).top
        if top is found:
            continue  # slipped farther than the reader would follow
        assert min(np.abs(np.roll(top.corners, k, axis=0) - SQUARE).max() for k in range(4)) < 1e-3


def test_most_slips_are_within_what_the_reader_follows() -> None:
    torch.manual_seed(0)
    code = code_of(*slip(1000, FOUND))
    assert (torch.hypot(code[:, 0], code[:, 1]) < FARTHEST).float().mean() > 0.95


def test_a_mended_outline_slips_less() -> None:
    torch.manual_seed(0)
    found, once_more = (code_of(*slip(1000, by)).abs().mean(0) for by in (FOUND, MENDED))
    assert (once_more[:3] < found[:3]).all()


def test_a_cut_around_the_exact_outline_is_the_middle_of_the_patch() -> None:
    rng = np.random.default_rng(0)
    patch = torch.from_numpy(rng.random((1, 3, WIDE, WIDE), np.float32))
    side = round(WIDE / (1 + 2 * WIDE_MARGIN))
    cut = cut_around(patch, torch.eye(2)[None], torch.zeros(1, 2), 0.0, side)
    edge = (WIDE - side) // 2
    assert torch.allclose(cut, patch[..., edge:-edge, edge:-edge], atol=1e-5)
