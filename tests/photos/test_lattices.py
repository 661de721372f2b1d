"""Whole lattices through the shipped nets: real photos of another game's tiles."""

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from vision import espalier
from vision.photo import load_photo

Cells = frozenset[tuple[int, int]]
NAMES = ["12_tiles.jpg", "12_tiles_2_arrows_wrong.jpg", "14_tiles.jpg", "5_tiles_3_arrows_wrong.jpg"]


def turns(cells: Iterable[tuple[int, int]]) -> set[Cells]:
    """A layout in its four turns, each moved to the corner."""
    turned, found = set(cells), set()
    for _ in range(4):
        turned = {(-r, c) for c, r in turned}
        left, top = (min(cell[axis] for cell in turned) for axis in (0, 1))
        found.add(frozenset((c - left, r - top) for c, r in turned))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_the_lattice_of_real_tiles_is_exactly_right(shared: Path, name: str) -> None:
    folder = shared / "practice" / "real_tiles"
    rows = json.loads((folder / "layouts.json").read_text("utf-8"))[name]
    truth = {(c, r) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"}
    seen = espalier.observe(load_photo(folder / name))
    assert turns(seen.grid) == turns(truth)
