"""A reader without models, for tests of all that comes after the reading.

A `FakeReader` sees a given state on every photo: a flat, square grid in the middle of the picture.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from scoring import espalier
from scoring.lattice import DIRECTIONS, STEP, rim_point
from vision import espalier as reader
from vision.errors import LayoutError
from vision.marked import marked_quad
from vision.observe import Advice, Candidate, Marked, Observation, Piece, Place, Quad, Seen, Value, quad_point
from vision.photo import Photo

SURE = 0.9995
Key = tuple[str, Place]
Grid = Mapping[tuple[int, int], Quad]

TREE: dict[str, Any] = {
    "game": "espalier",
    "tiles": [
        {"col": 0, "row": 0, "kind": "pot", "branches": ["N", "NE", "NW"]},
        {"col": 0, "row": -1, "kind": "winter", "branches": ["S", "SE", "E"]},
        {"col": 1, "row": -1, "kind": "spring", "branches": ["W", "SW", "S"]},
        {"col": 1, "row": 0, "kind": "summer", "branches": ["N", "NW"]},
    ],
    "tokens": [
        {"col": 0, "row": 0, "direction": "E", "side": "graft"},
        {"col": 1, "row": 0, "direction": "W", "side": "graft"},
    ],
    "fruit": [{"col": 0, "row": 0, "at": "NE", "kind": "lemon"}],
    "mulched": 0,
}
"""A small tree that scores on most lines: a square of four tiles with diagonals in it, and a lemon."""

UNSURE: dict[Key, Sequence[tuple[Value, float]]] = {
    ("branch", Place(1, 0, direction="N")): [(True, 0.8), (False, 0.2)],
    ("fruit", Place(0, 0, at="NE")): [("lemon", 0.7), ("orange", 0.2), ("none", 0.1)],
    ("branch", Place(0, 0, direction="NW")): [(True, 0.9), (False, 0.1)],
}
"""What a reading of TREE is not sure of."""


@dataclass
class FakeReader:
    """Stands in for `vision.espalier`: it sees without looking, and makes states as the real one does."""

    state: Mapping[str, Any] = field(default_factory=lambda: TREE)
    unsure: Mapping[Key, Sequence[tuple[Value, float]]] = field(default_factory=lambda: UNSURE)
    advice: tuple[Advice, ...] = ()
    grid: Grid | None = None
    marked: Marked | None = None

    BLANK = reader.BLANK

    def observe(self, photo: Photo) -> Seen:
        if int(photo.pixels.max()) - int(photo.pixels.min()) < 8:
            raise LayoutError("no_tiles", f"{photo.name}: no tiles were found; photograph the whole tree.")
        grid = self.grid or flat_grid(self.state, photo.width, photo.height)
        pieces = tuple(Piece("tile", quad, True, 0.99) for quad in grid.values())
        return Seen(tuple(self._observations(grid)), pieces, grid, self.advice, {"locate": 1.0, "look": 2.0})

    def observe_marked(self, photo: Photo, marked: Marked) -> Seen:
        """Marked corners help where nothing was seen before: what is marked is looked at, as far as it can be."""
        marked_quad(photo, marked)
        self.marked = marked
        sure = replace(photo, pixels=np.array([0, 255], np.uint8))
        return self.observe(sure)

    def _observations(self, grid: Grid) -> Iterator[Observation]:
        tokens = {(t["col"], t["row"], t["direction"]): t["side"] for t in self.state["tokens"]}
        fruit = {rim_point((f["col"], f["row"]), f["at"]): f["kind"] for f in self.state["fruit"]}
        asked: set[tuple[int, int]] = set()
        for tile in self.state["tiles"]:
            col, row = tile["col"], tile["row"]
            yield self._seen("tile", Place(col, row), True, grid)
            yield self._seen("kind", Place(col, row), tile["kind"], grid)
            for direction in DIRECTIONS:
                at = Place(col, row, direction=direction)
                lies = tokens.get((col, row, direction), direction in tile["branches"])
                yield self._seen("branch", at, lies, grid)
                point = rim_point((col, row), direction)
                if point not in asked:
                    yield self._seen("fruit", Place(col, row, at=direction), fruit.get(point, "none"), grid)
                asked.add(point)
        yield self._seen("mulched", Place(), self.state.get("mulched", 0), grid)

    def _seen(self, what: str, place: Place, value: Value, grid: Grid) -> Observation:
        candidates = self.unsure.get((what, place), [(value, SURE)])
        px = (0.0, 0.0)
        if place.col is not None and place.row is not None:
            dx, dy = STEP.get(place.direction or place.at or "", (0, 0))
            px = quad_point(grid[(place.col, place.row)], (dx + 1) / 2, (dy + 1) / 2)
        return Observation(what, place, px, tuple(Candidate(v, p) for v, p in candidates))

    def combine(self, seens: Sequence[Seen], photos: Sequence[Photo]) -> Seen:
        return reader.combine(seens, photos)

    def tell(self, state: Any) -> Iterator[tuple[str, Place, Value]]:
        return reader.tell(state)

    def doubt_name(self, observation: Observation) -> str:
        return reader.doubt_name(observation)

    def doubted_from(self, observation: Observation) -> float | None:
        return reader.doubted_from(observation)

    def assemble(self, observations: Sequence[Observation]) -> Any:
        return reader.assemble(observations)


@dataclass(frozen=True)
class FakeGame:
    """A row of the table of games whose reader is a fake one."""

    reader: Any = field(default_factory=FakeReader)
    name: str = "espalier"
    title: str = "Espalier"
    reads_photos: bool = True
    rules: Any = espalier
    can_be_marked: bool = True
    can_be_combined: bool = True
    can_be_entered: bool = True


def flat_grid(state: Mapping[str, Any], width: int, height: int) -> dict[tuple[int, int], Quad]:
    """The corners of a state's tiles as seen from straight above, as large as fits, in the middle."""
    cols = [tile["col"] for tile in state["tiles"]]
    rows = [tile["row"] for tile in state["tiles"]]
    wide, high = max(cols) - min(cols) + 1, max(rows) - min(rows) + 1
    edge = min(width / (wide + 1.0), height / (high + 1.0))
    left = (width - wide * edge) / 2 - min(cols) * edge
    top = (height - high * edge) / 2 - min(rows) * edge
    grid = {}
    for col, row in zip(cols, rows, strict=True):
        x, y = left + col * edge, top + row * edge
        grid[col, row] = ((x, y), (x + edge, y), (x + edge, y + edge), (x, y + edge))
    return grid


def picture(state: Mapping[str, Any] = TREE, width: int = 1200, height: int = 900) -> Image.Image:
    """A drawing of a state as `flat_grid` lays it: what a photo for the fake reader looks like."""
    image = Image.new("RGB", (width, height), "#7a6250")
    draw = ImageDraw.Draw(image)
    grid = flat_grid(state, width, height)
    for tile in state["tiles"]:
        quad = grid[tile["col"], tile["row"]]
        draw.polygon(quad, fill="#e9e2d0", outline="#b8ad94")
        for direction in tile["branches"]:
            dx, dy = STEP[direction]
            end = quad_point(quad, (dx + 1) / 2, (dy + 1) / 2)
            draw.line([quad_point(quad, 0.5, 0.5), end], fill="#4a2f20", width=16)
    return image


def photo_bytes(image: Image.Image | None = None, form: str = "JPEG") -> bytes:
    """A picture as the bytes of a file."""
    out = io.BytesIO()
    (image or picture()).save(out, form)
    return out.getvalue()
