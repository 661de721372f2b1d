"""What is marked over a photo, as data in photo pixels: the app draws it as SVG, `vision.paint` as PNG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

from scoring.lattice import SIDES, STEP, places_at
from scoring.sheet import ScoreSheet
from vision.doubts import Doubt
from vision.observe import Pixel, Place, Quad, Reading, quad_point

Line = tuple[Pixel, Pixel]
LatticePoint = tuple[int, int]

LETTERS = {"lemon": "Le", "lime": "Li", "orange": "Or", "graft": "+", "prune": "×"}
LETTERS |= {"apple": "Ap", "pear": "Pe", "plum": "Pl", "rotten": "×"}
"""What is written beside the colour, so that nobody has to tell colours apart."""

ALONG_BRANCH = 0.6
"""Where on a branch, from its tile's centre to the rim, its doubt is marked: branches meet at both ends."""
ROUND = ("fruit", "graft", "prune", "die", "rotten")
"""The kinds of marks that are drawn over what they mark."""
BESIDE = 0.17
"""How far from a round thing its doubt is marked, in tiles, right and up: on it, it would be hidden."""
NOWHERE = (0.0, 0.0)
"""The pixel of what has no place in the photo."""
MARGIN = 0.6
"""What is shown around the layout, in tiles."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing to draw.

    id: names the thing, such as "branch:0:-1:N"; the same thing keeps it from one reading to the next.
    place: where on the layout it is.
    kind: "tile" (or tree), "branch", "fruit", "graft", "prune", "die", "rotten", or "doubt" for a place where
    something may be. value: which fruit it is; of a die also its value, such as "apple 6".
    points: a closed outline for a tile, a line for a branch, else one point.
    size: edge of the tile beneath, in photo pixels: what round things are measured by.
    doubt: the number of the doubt on it, or None when it is sure.
    """

    id: str
    place: Place
    kind: str
    points: tuple[Pixel, ...]
    size: float
    value: str = ""
    doubt: int | None = None

    def letter(self, letters: Mapping[str, str] = LETTERS) -> str:
        """What is written on it. letters: for each thing, where they are those of another language."""
        words = (self.value or self.kind).split()
        return " ".join(letters.get(word, word if word.isdigit() else "") for word in words)

    @property
    def anchor(self) -> Pixel:
        """Where its doubt is marked: along a branch, in the middle of a tile, beside a fruit."""
        if len(self.points) == 2:
            (x0, y0), (x1, y1) = self.points
            return (x0 + ALONG_BRANCH * (x1 - x0), y0 + ALONG_BRANCH * (y1 - y0))
        x = sum(x for x, _ in self.points) / len(self.points)
        y = sum(y for _, y in self.points) / len(self.points)
        beside = BESIDE * self.size if self.kind in ROUND else 0.0
        return (x + beside, y - beside)


@dataclass(frozen=True, slots=True)
class Light:
    """One piece of evidence of a sheet line: closed outlines, single points, branches."""

    outlines: tuple[tuple[Pixel, ...], ...] = ()
    points: tuple[Pixel, ...] = ()
    branches: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Overlay:
    """All marks on one photo of `width` x `height` pixels, bottom one first.

    box: left, top, right, bottom of the layout with some table around it.
    tile: the mean edge of a tile in pixels (a twelfth of the photo where none was found).
    lights: for each category of the sheet, its evidence.
    """

    width: int
    height: int
    box: tuple[float, float, float, float]
    tile: float
    marks: tuple[Mark, ...]
    lights: Mapping[str, tuple[Light, ...]]


class Lattice:
    """From places on the layout to photo pixels.

    Tiles are laid by hand, so a point that several tiles share is taken as the mean of where each puts it.
    """

    def __init__(self, grid: Mapping[tuple[int, int], Quad], width: int, height: int) -> None:
        self.grid = grid
        self._size = (width, height)
        edges = [_edge(quad) for quad in grid.values()]
        self.tile = sum(edges) / len(edges) if edges else min(width, height) / 12

    def edge(self, place: tuple[int, int]) -> float:
        """Mean edge of a tile in pixels; of all tiles where this one was not found."""
        return _edge(self.grid[place]) if place in self.grid else self.tile

    def pixel(self, point: LatticePoint) -> Pixel | None:
        """The pixel of a point in half-tile units; None where no tile with that point was found."""
        found = [
            quad_point(self.grid[place], (point[0] - 2 * place[0] + 1) / 2, (point[1] - 2 * place[1] + 1) / 2)
            for place in places_at(point)
            if place in self.grid
        ]
        if not found:
            return None
        return (sum(x for x, _ in found) / len(found), sum(y for _, y in found) / len(found))

    def branch(self, place: tuple[int, int], direction: str) -> Line | None:
        """The line of a branch from its tile's centre to the rim."""
        if place not in self.grid:
            return None
        dx, dy = STEP[direction]
        quad = self.grid[place]
        return quad_point(quad, 0.5, 0.5), quad_point(quad, (dx + 1) / 2, (dy + 1) / 2)

    def beside(self, place: tuple[int, int]) -> Quad | None:
        """Where a tile would lie at a place without one, as the tiles beside it say; None where none was found."""
        found = [
            [quad_point(self.grid[other], u - dc, v - dr) for u, v in ((0, 0), (1, 0), (1, 1), (0, 1))]
            for dc, dr in SIDES
            if (other := (place[0] + dc, place[1] + dr)) in self.grid
        ]
        if not found:
            return None
        nw, ne, se, sw = (
            (sum(x for x, _ in corner) / len(found), sum(y for _, y in corner) / len(found))
            for corner in zip(*found, strict=True)
        )
        return (nw, ne, se, sw)

    def path(self, corners: Sequence[LatticePoint]) -> tuple[Pixel, ...]:
        """A closed outline through every lattice point on its way, leaving out those not found."""
        pixels = []
        for (x, y), (to_x, to_y) in zip(corners, [*corners[1:], corners[0]], strict=True):
            steps = max(abs(to_x - x), abs(to_y - y), 1)
            for step in range(steps):
                pixels.append(self.pixel((x + (to_x - x) * step // steps, y + (to_y - y) * step // steps)))
        return tuple(pixel for pixel in pixels if pixel is not None)

    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of the layout with a margin, within the photo."""
        width, height = self._size
        corners = [corner for quad in self.grid.values() for corner in quad]
        if not corners:
            return (0.0, 0.0, float(width), float(height))
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        margin = MARGIN * self.tile
        return (
            max(0.0, min(xs) - margin),
            max(0.0, min(ys) - margin),
            min(float(width), max(xs) + margin),
            min(float(height), max(ys) + margin),
        )


def make_overlay(reading: Reading, sheet: ScoreSheet, doubts: Sequence[Doubt]) -> Overlay:
    """What to draw for a reading: the things seen, the doubts, and the evidence of each line."""
    lattice = Lattice(reading.seen.grid, reading.width, reading.height)
    doubtful = {mark_id(d.observation.what, d.observation.place): number for number, d in enumerate(doubts)}
    marks = [*_tiles(lattice, doubtful)]
    state = reading.state.model_dump(mode="json")
    marks.extend(_standing(state, reading, lattice, doubtful))
    for section, draw in _SECTIONS.items():
        if section in state:
            marks.extend(draw(state, lattice, doubtful))
    shown = {mark.id for mark in marks}
    marks.extend(
        _maybe(doubt, number, lattice)
        for number, doubt in enumerate(doubts)
        if mark_id(doubt.observation.what, doubt.observation.place) not in shown
        and doubt.observation.px != NOWHERE
    )
    ends = _branches_by_end(state, lattice)
    lights = {line.category: tuple(_lights(line.evidence, lattice, ends)) for line in sheet.items}
    for category, parts in _MADE_OF.items():
        if category in lights and not lights[category] and (line := sheet.line(category)) and line.count:
            lights[category] = tuple(
                light for name in lights if name.startswith(parts) for light in lights[name]
            )
    return Overlay(reading.width, reading.height, lattice.box(), lattice.tile, tuple(marks), lights)


def mark_id(what: str, place: Place) -> str:
    """The name of what lies at a place, such as "fruit:0:-1:NE"."""
    parts = (what, place.col, place.row, place.direction or place.at)
    return ":".join(str(part) for part in parts if part is not None)


def _edge(quad: Quad) -> float:
    sides = zip(quad, (*quad[1:], quad[0]), strict=True)
    return sum(hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in sides) / 4


def _tiles(lattice: Lattice, doubtful: Mapping[str, int]) -> Iterator[Mark]:
    for (col, row), quad in lattice.grid.items():
        place = Place(col, row)
        name = mark_id("tile", place)
        yield Mark(name, place, "tile", quad, _edge(quad), doubt=doubtful.get(name))


def _effective(state: Mapping[str, Any]) -> Iterator[tuple[tuple[int, int], str]]:
    """The branches that count, by tile and direction: printed, plus grafted, minus pruned."""
    tokens = {side: dict[tuple[int, int, str], None]() for side in ("graft", "prune")}
    for token in state.get("tokens", ()):
        tokens[token["side"]][token["col"], token["row"], token["direction"]] = None
    printed = {
        (tile["col"], tile["row"], d): None for tile in state["tiles"] for d in tile.get("branches", ())
    }
    for col, row, direction in {**printed, **tokens["graft"]}:
        if (col, row, direction) not in tokens["prune"]:
            yield (col, row), direction


def _branches(state: Mapping[str, Any], lattice: Lattice, doubtful: Mapping[str, int]) -> Iterator[Mark]:
    for (col, row), direction in _effective(state):
        line = lattice.branch((col, row), direction)
        if line is not None:
            place = Place(col, row, direction=direction)
            name = mark_id("branch", place)
            yield Mark(name, place, "branch", line, lattice.edge((col, row)), doubt=doubtful.get(name))


def _branches_by_end(state: Mapping[str, Any], lattice: Lattice) -> dict[LatticePoint, list[Line]]:
    """For each rim point the branches that end there."""
    ends: dict[LatticePoint, list[Line]] = {}
    for (col, row), direction in _effective(state) if "tiles" in state else ():
        line = lattice.branch((col, row), direction)
        if line is not None:
            dx, dy = STEP[direction]
            ends.setdefault((2 * col + dx, 2 * row + dy), []).append(line)
    return ends


def _tokens(state: Mapping[str, Any], lattice: Lattice, doubtful: Mapping[str, int]) -> Iterator[Mark]:
    for token in state["tokens"]:
        line = lattice.branch((token["col"], token["row"]), token["direction"])
        if line is None:
            continue
        (x0, y0), (x1, y1) = line
        place = Place(token["col"], token["row"], direction=token["direction"])
        name = mark_id("token", place)
        middle = ((x0 + x1) / 2, (y0 + y1) / 2)
        size = lattice.edge((token["col"], token["row"]))
        yield Mark(name, place, token["side"], (middle,), size, token["side"], doubtful.get(name))


def _fruit(state: Mapping[str, Any], lattice: Lattice, doubtful: Mapping[str, int]) -> Iterator[Mark]:
    for fruit in state["fruit"]:
        dx, dy = STEP[fruit["at"]]
        point = (2 * fruit["col"] + dx, 2 * fruit["row"] + dy)
        pixel = lattice.pixel(point)
        if pixel is None:
            continue
        # A point may be named from any tile that meets there, and its doubt may name another one.
        own = Place(fruit["col"], fruit["row"], at=fruit["at"])
        place = next((other for other in _names_of(point) if mark_id("fruit", other) in doubtful), own)
        name = mark_id("fruit", place)
        size = lattice.edge((fruit["col"], fruit["row"]))
        yield Mark(name, place, "fruit", (pixel,), size, fruit["kind"], doubtful.get(name))


def _standing(
    state: Mapping[str, Any], reading: Reading, lattice: Lattice, doubtful: Mapping[str, int]
) -> Iterator[Mark]:
    """Dice and rotten tokens, where they were seen: a die's top is not above its tree."""
    seen = {mark_id(o.what, o.place): o.px for o in reading.observations}
    for kind, section in (("die", "dice"), ("rotten", "rotten")):
        for piece in state.get(section, ()):
            place = Place(piece["col"], piece["row"])
            name = mark_id(kind, place)
            pixel = seen.get(name) or reading.pixel(place)
            value = f"{piece['fruit']} {piece['value']}" if kind == "die" else ""
            size = lattice.edge((piece["col"], piece["row"]))
            yield Mark(name, place, kind, (pixel,), size, value, doubtful.get(name))


def _names_of(point: LatticePoint) -> Iterator[Place]:
    names = {step: name for name, step in STEP.items()}
    for col, row in places_at(point):
        yield Place(col, row, at=names[(point[0] - 2 * col, point[1] - 2 * row)])


_MADE_OF = {"fruit_set": ("lemon", "lime", "orange"), "design_set": ("design:",)}
"""Lines without evidence of their own, and the beginnings of the lines that they are made of."""

_SECTIONS = {"tiles": _branches, "tokens": _tokens, "fruit": _fruit}
"""How each list of a state is drawn, bottom one first."""


def _maybe(doubt: Doubt, number: int, lattice: Lattice) -> Mark:
    """A doubt on something that the state says is not there."""
    place = doubt.observation.place
    name = mark_id(doubt.observation.what, place)
    tile = (place.col, place.row) if place.col is not None and place.row is not None else None
    size = lattice.edge(tile) if tile else lattice.tile
    points: tuple[Pixel, ...] | None = None
    if tile and place.direction:
        points = lattice.branch(tile, place.direction)
    elif tile and doubt.what == "tile":
        points = lattice.beside(tile)
    return Mark(name, place, "doubt", points or (doubt.observation.px,), size, doubt=number)


def _lights(
    evidence: Iterable[Any], lattice: Lattice, ends: Mapping[LatticePoint, list[Line]]
) -> Iterator[Light]:
    for piece in evidence:
        told = piece.to_json()
        outlines = (lattice.path([tuple(point) for point in told["outline"]]),) if "outline" in told else ()
        # A goal's place is a rank, and lies nowhere in the picture.
        if "goal" not in told and tuple(told.get("place", ())) in lattice.grid:
            outlines = (lattice.grid[tuple(told["place"])],)
        pixel = lattice.pixel(tuple(told["point"])) if "point" in told else None
        lines = [_line(lattice, start, end) for start, end in told.get("lines", ())]
        if "point" in told:
            lines.extend(ends.get(tuple(told["point"]), ()))
        if "tile" in told:
            lines.append(lattice.branch(tuple(told["tile"]), told["direction"]))
        light = Light(
            tuple(path for path in outlines if len(path) > 2),
            (pixel,) if pixel else (),
            tuple(line for line in lines if line),
        )
        if light != Light():
            yield light


def _line(lattice: Lattice, start: Sequence[int], end: Sequence[int]) -> Line | None:
    first, last = lattice.pixel((start[0], start[1])), lattice.pixel((end[0], end[1]))
    return (first, last) if first and last else None
