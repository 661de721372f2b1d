"""From a tap on a thing to the players' next word on it: what can be tapped, and what it may be."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.lattice import DIRECTIONS, SIDES, STEP, rim_point
from vision.observe import Edit, Observation, Pixel, Place, Quad, Reading, Value, quad_point
from vision.overlay import NOWHERE, Lattice

OPTIONS: dict[str, tuple[Value, ...]] = {
    "branch": (False, True),
    "fruit": ("none", "lemon", "lime", "orange"),
    # A graft lies where nothing is printed, a prune on what is: from either, one tap.
    "token": (False, "graft", True, "prune"),
    "tile": (False, True),
    "corner": (False, True),
    "colour": ("none", "apple", "pear", "plum"),
    "value": (1, 3, 6, 10),
    "rotten": (False, True),
    "tree": ("none", "apple", "pear", "plum"),
}
"""For each tool what a thing may be, in the order in which taps go through it."""

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Target:
    """A place that a tool can change.

    id: begins with the tool's name, and stays the same from one reading to the next.
    what, place: whom a word about it is on; value: what it is taken for, one of the tool's options.
    points: a closed outline for a tile, a line for a branch, else one point; size: edge of the tile beneath.
    says: the word about the thing for each option, where it is not the option itself; other: what the tool leaves as
    it is, such as the value of a die whose colour is changed.
    """

    id: str
    tool: str
    what: str
    place: Place
    value: Value
    points: tuple[Pixel, ...]
    size: float
    says: Mapping[Value, Value] = field(default_factory=dict)
    other: Value | None = None


def targets(reading: Reading) -> tuple[Target, ...]:
    """All that can be tapped, empty places too."""
    lattice = Lattice(reading.seen.grid, reading.width, reading.height)
    fields = type(reading.state).model_fields
    return tuple(
        target for section, find in _FINDERS.items() if section in fields for target in find(reading, lattice)
    )


def corners(reading: Reading, chosen: Sequence[Cell]) -> tuple[Target, ...]:
    """The points of a tree's lattice, to name a shape by its corners."""
    lattice = Lattice(reading.seen.grid, reading.width, reading.height)
    found: dict[Cell, Target] = {}
    for col, row in _tiles(reading, lattice):
        for at in (None, *DIRECTIONS):
            x, y = rim_point((col, row), at) if at else (2 * col, 2 * row)
            pixel = lattice.pixel((x, y))
            if pixel is not None:
                place, size = Place(col, row, at=at), lattice.edge((col, row))
                name, there = f"corner:{x}:{y}", (x, y) in chosen
                found[x, y] = Target(name, "corner", "corner", place, there, (pixel,), size)
    return tuple(found.values())


def edit_of(found: Sequence[Target], name: str, value: Value) -> Edit | None:
    """The players' word that a target is `value`; None where there is no such target, or it cannot be that."""
    target = next((it for it in found if it.id == name), None)
    if target is None or not any(type(value) is type(it) and value == it for it in OPTIONS[target.tool]):
        return None
    return Edit(target.what, target.place, target.says.get(value, value))


def laid(reading: Reading, edits: Sequence[Edit]) -> Reading:
    """The reading with its tiles or trees where the players say that they lie: some added beside others, some gone."""
    # A tile may be said to be gone; in an orchard each word is on a place that is there, if need be beside the others.
    told = {
        edit.place.tile: edit.value is True or edit.what != "tile"
        for edit in edits
        if edit.what in ("tile", "tree", "die", "rotten") and edit.place.col is not None
    }
    if not told:
        return reading
    grid = dict(reading.seen.grid)
    for cell, there in told.items():
        if there and cell not in grid and (quad := Lattice(grid, reading.width, reading.height).beside(cell)):
            grid[cell] = quad
    there = {cell: quad for cell, quad in grid.items() if told.get(cell, True)}
    return replace(reading, seen=replace(reading.seen, grid=there))


# --- a tree on a lattice ---------------------------------------------------------------------------------


def _branches(reading: Reading, lattice: Lattice) -> Iterator[Target]:
    seen = _values(reading, "branch")
    for cell in _tiles(reading, lattice):
        for direction in DIRECTIONS:
            place = Place(*cell, direction=direction)
            value, line = seen.get(place, False), lattice.branch(cell, direction)
            if line is None:
                continue
            name, size = f"{cell[0]}:{cell[1]}:{direction}", lattice.edge(cell)
            counts = value in (True, "graft")
            yield Target(f"branch:{name}", "branch", "branch", place, counts, line, size)
            (x0, y0), (x1, y1) = line
            middle = ((x0 + x1) / 2, (y0 + y1) / 2)
            yield Target(f"token:{name}", "token", "branch", place, value, (middle,), size)


def _rims(reading: Reading, lattice: Lattice) -> Iterator[Target]:
    tiles = _tiles(reading, lattice)
    lie = {fruit.point: fruit.kind for fruit in reading.state.fruit}
    asked: dict[Cell, Observation] = {}
    for it in reading.observations:
        if it.what == "fruit" and it.place.at and it.place.col is not None and it.place.row is not None:
            point = rim_point((it.place.col, it.place.row), it.place.at)
            if point not in asked or asked[point].value == "none":
                asked[point] = it
    names = {step: name for name, step in STEP.items()}
    points = {rim_point(cell, direction): cell for cell in tiles for direction in DIRECTIONS}
    for (x, y), cell in points.items():
        pixel = lattice.pixel((x, y))
        if pixel is not None:
            own = Place(*cell, at=names[x - 2 * cell[0], y - 2 * cell[1]])
            place = asked[x, y].place if (x, y) in asked else own
            value = lie.get((x, y), "none")
            yield Target(f"fruit:{x}:{y}", "fruit", "fruit", place, value, (pixel,), lattice.edge(cell))


def _spots(reading: Reading, lattice: Lattice) -> Iterator[Target]:
    tiles = _tiles(reading, lattice)
    for cell, quad in _around(lattice, tiles).items():
        name = f"tile:{cell[0]}:{cell[1]}"
        yield Target(name, "tile", "tile", Place(*cell), cell in tiles, quad, lattice.edge(cell))


# --- an orchard, whose lattice is looser -----------------------------------------------------------------


def _dice(reading: Reading, lattice: Lattice) -> Iterator[Target]:
    dice = {die.place: die for die in reading.state.dice}
    for cell, (place, pixel) in _spots_of("die", reading, lattice).items():
        die, name, size = dice.get(cell), f"{cell[0]}:{cell[1]}", lattice.edge(cell)
        fruit, worth = (die.fruit, die.value) if die else ("none", OPTIONS["value"][0])
        says: dict[Value, Value] = {it: f"{it} {worth}" for it in OPTIONS["colour"] if it != "none"}
        yield Target(f"colour:{name}", "colour", "die", place, fruit, (pixel,), size, says, worth)
        if die:
            says = {it: f"{fruit} {it}" for it in OPTIONS["value"]}
            yield Target(f"value:{name}", "value", "die", place, worth, (pixel,), size, says, fruit)


def _rotten(reading: Reading, lattice: Lattice) -> Iterator[Target]:
    """Where no die stands: there is room for one thing."""
    dice = {die.place for die in reading.state.dice}
    rotten = {token.place for token in reading.state.rotten}
    for cell, (place, pixel) in _spots_of("rotten", reading, lattice).items():
        if cell not in dice:
            name, size = f"rotten:{cell[0]}:{cell[1]}", lattice.edge(cell)
            yield Target(name, "rotten", "rotten", place, cell in rotten, (pixel,), size)


def _trees(reading: Reading, lattice: Lattice) -> Iterator[Target]:
    """Those whose fruit no die tells, and the places beside them."""
    dice = {die.place for die in reading.state.dice}
    fruit = {tree.place: tree.fruit for tree in reading.state.trees}
    for cell, quad in _around(lattice, lattice.grid).items():
        if cell not in dice:
            name, size = f"tree:{cell[0]}:{cell[1]}", lattice.edge(cell)
            middle = quad_point(quad, 0.5, 0.5)
            yield Target(name, "tree", "tree", Place(*cell), fruit.get(cell, "none"), (middle,), size)


def _spots_of(what: str, reading: Reading, lattice: Lattice) -> dict[Cell, tuple[Place, Pixel]]:
    """For each place the pixel where a thing on it was seen, else its middle: what is tall is not above its foot."""
    seen = {it.place: it.px for it in reading.observations if it.what == what and it.px != NOWHERE}
    places = {
        cell: (Place(*cell), quad_point(quad, 0.5, 0.5))
        for cell, quad in _around(lattice, lattice.grid).items()
    }
    return {cell: (place, seen.get(place, middle)) for cell, (place, middle) in places.items()}


def _around(lattice: Lattice, cells: Collection[Cell]) -> dict[Cell, Quad]:
    """Places, and those beside them: what was missed may lie there."""
    beside = [(col + dc, row + dr) for col, row in cells for dc, dr in SIDES]
    quads = {
        cell: lattice.grid.get(cell) or lattice.beside(cell) for cell in dict.fromkeys([*cells, *beside])
    }
    return {cell: quad for cell, quad in quads.items() if quad is not None}


def _tiles(reading: Reading, lattice: Lattice) -> dict[Cell, None]:
    cells = ((tile.col, tile.row) for tile in reading.state.tiles)
    return {cell: None for cell in cells if cell in lattice.grid}


def _values(reading: Reading, what: str) -> Mapping[Place, Value]:
    return {it.place: it.value for it in reading.observations if it.what == what}


_FINDERS: dict[str, Callable[[Any, Lattice], Iterator[Target]]] = {
    "tokens": _branches,
    "fruit": _rims,
    "tiles": _spots,
    "dice": _dice,
    "rotten": _rotten,
    "trees": _trees,
}
"""For each list of a state how to find what can be tapped of it."""
