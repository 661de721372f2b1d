"""An orchard's reader without models, and a picture for it: everything stands where `ORCHARD` says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from scoring import orchard
from tests.fakes import SURE, FakeGame, flat_grid
from vision import orchard as reader
from vision.errors import LayoutError
from vision.observe import Candidate, Observation, Piece, Place, Seen, Value, quad_point
from vision.photo import Photo

COLOURS = {"apple": "#c0392b", "pear": "#e8c33a", "plum": "#7d3c98"}
GROUND = "#3f6f4a"
"""The table's colour: the fake reader tells its own photos by it."""

ORCHARD: dict[str, Any] = {
    "game": "orchard",
    "cards": 2,
    "trees": [
        {"col": 0, "row": 0, "fruit": "apple"},
        {"col": 1, "row": 0, "fruit": "pear"},
        {"col": 0, "row": 1, "fruit": "plum"},
        {"col": 1, "row": 1, "fruit": "apple"},
        {"col": 0, "row": 2, "fruit": "pear"},
        {"col": 1, "row": 2, "fruit": "plum"},
    ],
    "dice": [
        {"col": 0, "row": 0, "fruit": "apple", "value": 6},
        {"col": 1, "row": 0, "fruit": "pear", "value": 1},
    ],
    "rotten": [{"col": 1, "row": 2}],
}
UNSURE: dict[tuple[str, Place], Sequence[tuple[Value, float]]] = {
    ("die", Place(1, 0)): [("pear 1", 0.8), ("pear 3", 0.2)],
}


@dataclass
class FakeOrchard:
    """Stands in for `vision.orchard`."""

    state: Mapping[str, Any] = field(default_factory=lambda: ORCHARD)

    BLANK = reader.BLANK

    def observe(self, photo: Photo) -> Seen:
        if self.likeness(photo) < 1:
            raise LayoutError("no_orchard", f"{photo.name}: neither cards nor dice of an orchard were found.")
        cells = {"tiles": [*self.state["trees"]]}
        grid = flat_grid(cells, photo.width, photo.height)
        pieces = tuple(Piece("card", quad, True, 0.9) for quad in grid.values())
        return Seen(tuple(self._observations(grid)), pieces, grid, (), {"locate": 1.0})

    def observe_under(self, photo: Photo, rules: orchard.Rules) -> Seen:
        """As `observe`, with the face that players say stands for 10."""
        seen = self.observe(photo)
        told = [
            o.settled(rules.ten_face) if o.what == "ten" and rules.ten_face else o for o in seen.observations
        ]
        return replace(seen, observations=tuple(told))

    def likeness(self, photo: Photo) -> float:
        corner = photo.pixels[3, 3].astype(int)
        return float(np.abs(corner - [0x3F, 0x6F, 0x4A]).max() < 12)

    def _observations(self, grid: Mapping[tuple[int, int], Any]) -> Iterator[Observation]:
        dice = {(die["col"], die["row"]): f"{die['fruit']} {die['value']}" for die in self.state["dice"]}
        rotten = {(token["col"], token["row"]) for token in self.state["rotten"]}
        for tree in self.state["trees"]:
            cell = (tree["col"], tree["row"])
            for what, value in (
                ("tree", tree["fruit"]),
                ("die", dice.get(cell, "none")),
                ("rotten", cell in rotten),
            ):
                place = Place(*cell)
                told = UNSURE.get((what, place), [(value, SURE)])
                candidates = tuple(Candidate(value, chance) for value, chance in told)
                yield Observation(what, place, quad_point(grid[cell], 0.5, 0.5), candidates)
        yield Observation("ten", Place(), (0.0, 0.0), (Candidate(10, 1.0),))
        yield Observation("cards", Place(), (0.0, 0.0), (Candidate(self.state["cards"], 1.0),))

    def tell(self, state: Any) -> Iterator[tuple[str, Place, Value]]:
        return reader.tell(state)

    def doubt_name(self, observation: Observation) -> str:
        return reader.doubt_name(observation)

    def doubted_from(self, observation: Observation) -> float | None:
        return reader.doubted_from(observation)

    def assemble(self, observations: Sequence[Observation]) -> Any:
        return reader.assemble(observations)


def fake_orchard() -> FakeGame:
    """Orchard's row of the table of games."""
    return FakeGame(
        FakeOrchard(), "orchard", "Orchard", rules=orchard, can_be_marked=False, can_be_combined=False
    )


def picture(width: int = 1200, height: int = 900) -> Image.Image:
    """A drawing of ORCHARD: what a photo for the fake reader looks like."""
    image = Image.new("RGB", (width, height), GROUND)
    draw = ImageDraw.Draw(image)
    grid = flat_grid({"tiles": ORCHARD["trees"]}, width, height)
    for tree in ORCHARD["trees"]:
        quad = grid[tree["col"], tree["row"]]
        draw.polygon(quad, fill="#dfe8cf", outline="#9db38c")
        x, y = quad_point(quad, 0.5, 0.5)
        draw.ellipse((x - 60, y - 60, x + 60, y + 60), fill=COLOURS[tree["fruit"]])
    for die in ORCHARD["dice"]:
        x, y = quad_point(grid[die["col"], die["row"]], 0.5, 0.5)
        draw.rectangle((x - 34, y - 34, x + 34, y + 34), fill=COLOURS[die["fruit"]], outline="white", width=6)
    return image
