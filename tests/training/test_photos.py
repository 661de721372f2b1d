"""The photos that numbers are fitted to."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from training import photos
from vision.photo import Photo, brightened


def test_trees_are_looked_for_in_photos_as_nets_are_shown_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """A photo in which no tree is found is left out."""
    dark, bare = (Photo(np.full((high, 80, 3), 20, np.uint8), 160, 120, "tree.jpg") for high in (60, 50))

    def locate(pixels: npt.NDArray[np.uint8]) -> tuple[str, str | None]:
        return "found", "lattice" if len(pixels) == 60 else None

    monkeypatch.setattr(photos, "with_truth", lambda _: [(bare, {}), (dark, {"total": 3})])
    monkeypatch.setattr(photos, "locate_tree", locate)
    ((lit, truth, found, lattice),) = photos.trees([Path()])
    assert (truth, found, lattice) == ({"total": 3}, "found", "lattice")
    assert lit.pixels.min() > 20
    np.testing.assert_array_equal(lit.pixels, brightened(dark).pixels)
    assert lit.scale == dark.scale
