"""Several photos of one tree -> one reading on the first photo, with the evidence of all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from scoring.lattice import DIRECTIONS, rim_point
from vision.errors import MatchError
from vision.espalier_box import within_the_box
from vision.espalier_pieces import pieces_of_tree
from vision.lattice import UNIT, Cell, fit_view, project
from vision.observe import Candidate, Observation, Pixel, Place, Quad, Seen, Value, tile_pixel
from vision.photo import Photo

FLOOR = 1e-4
"""The least chance that is given to what one photo holds for impossible: no photo alone may have the last word."""
SAYS_NOTHING = 0.02
"""The same for the number of mulched tiles, which is never more than a guess."""
UNSEEN = 0.15
"""The chance of a tile where a photo shows the place and its reading has none there."""
LONE = -2.0
"""What a tile that only one of two photos shows says on whether they are of one tree (a logarithm of odds)."""
CONTRADICTION = -4.0
"""The most that one branch may say against it: nets err."""
SHARED = 0.5
"""Share of the smaller tree's tiles that must lie on the other's."""
AGREEMENT = 1.0
"""Log-odds a shared tile from which two photos are of one tree. The same tree has about 5, another about -10."""

Points = npt.NDArray[np.float64]
Key = tuple[str, Cell, str]
"""What is asked, where (a tile's place, for fruit the rim point in half tiles), and in which direction."""
Chances = dict[Value, float]


@dataclass(frozen=True, slots=True)
class Move:
    """How one photo's lattice lies on the first one's: so many quarter turns clockwise, then a shift."""

    quarters: int
    shift: Cell

    def cell(self, cell: Cell) -> Cell:
        c, r = _turned(cell, self.quarters)
        return (c + self.shift[0], r + self.shift[1])

    def key(self, key: Key) -> Key:
        what, at, direction = key
        if what == "fruit":
            x, y = _turned(at, self.quarters)
            return (what, (x + 2 * self.shift[0], y + 2 * self.shift[1]), "")
        if direction:
            direction = DIRECTIONS[(DIRECTIONS.index(direction) + 2 * self.quarters) % 8]
        return (what, self.cell(at), direction)


def combine(seens: Sequence[Seen], photos: Sequence[Photo]) -> Seen:
    """What all photos of a tree show together, in the lattice and the pixels of the first.

    Raises MatchError when a photo shows another tree than the first.
    """
    first = seens[0]
    moves = [Move(0, (0, 0))]
    for seen, photo in zip(seens[1:], photos[1:], strict=True):
        move = find_move(first, seen)
        if move is None:
            raise MatchError(
                "no_match",
                f"{photo.name}: it does not show the tree of {photos[0].name}; give photos of one tree together, "
                "or read them without --same.",
                about=photo.name,
                other=photos[0].name,
            )
        moves.append(move)
    grid = _grid(seens, moves)
    evidence: dict[Key, list[Chances]] = {}
    for seen, move in zip(seens, moves, strict=True):
        for key, chances in _chances(seen).items():
            evidence.setdefault(move.key(key), []).append(chances)
    for cell in grid:
        evidence["tile", cell, ""] += _silent(cell, seens, moves, photos)
    told = {
        key: together(said, SAYS_NOTHING if key[0] == "mulched" else FLOOR) for key, said in evidence.items()
    }
    grid = {cell: quad for cell, quad in grid.items() if told["tile", cell, ""][0].value is True}
    observations = within_the_box(list(_observations(told, grid, first)))
    return Seen(
        observations,
        (*pieces_of_tree(observations, grid), *(piece for piece in first.pieces if not piece.in_layout)),
        grid,
        tuple(a for a in first.advice if all(a.code in {b.code for b in seen.advice} for seen in seens)),
        {step: sum(seen.timing_ms.get(step, 0.0) for seen in seens) for step in first.timing_ms},
    )


def together(said: Sequence[Chances], floor: float = FLOOR) -> tuple[Candidate, ...]:
    """What several photos say on one thing, best first: the sum of their log-chances over the root of their number.

    Were the photos independent, the logarithms would be summed; did they all make the same error, averaged. One net
    looks at one printing in other light and from another side, which lies between: the root is the middle way.
    """
    values = list(dict.fromkeys(value for chances in said for value in chances))
    logs = np.array([[np.log(max(chances.get(value, 0.0), floor)) for value in values] for chances in said])
    weight = np.exp((summed := logs.sum(0) / np.sqrt(len(said))) - summed.max())
    weight /= weight.sum()
    order = np.argsort(-weight, kind="stable")
    return tuple(Candidate(values[i], float(weight[i])) for i in order)


def find_move(first: Seen, other: Seen) -> Move | None:
    """The turn and shift under which the other photo's tree agrees best with the first one's; None where none does."""
    mine, theirs = _branches(first), _branches(other)
    common = np.mean([*mine.values(), *theirs.values()], (0, 1))
    best, chosen = AGREEMENT, None
    for quarters in range(4):
        turned = {_turned(cell, quarters): np.roll(seen, 2 * quarters, 0) for cell, seen in theirs.items()}
        for shift in {(a[0] - b[0], a[1] - b[1]) for a in mine for b in turned}:
            pairs = [(mine.get((c + shift[0], r + shift[1])), seen) for (c, r), seen in turned.items()]
            shared = [(a, b) for a, b in pairs if a is not None]
            if len(shared) < max(SHARED * min(len(mine), len(theirs)), 2):
                continue
            a, b = (np.array(seen) for seen in zip(*shared, strict=True))
            # How much likelier both views are if they are of one branch than of any two.
            odds = np.log(np.maximum((a * b).sum(-1) / np.maximum((a * common).sum(-1), 1e-9), 1e-9))
            lone = len(mine) + len(theirs) - 2 * len(shared)
            score = (float(np.maximum(odds, CONTRADICTION).sum()) + LONE * lone) / len(shared)
            # Many tiles that agree are worth more than few that agree a little better.
            if score > AGREEMENT and score * len(shared) > best:
                best, chosen = score * len(shared), Move(quarters, shift)
    return chosen


def _turned(place: Cell, quarters: int) -> Cell:
    """A place after quarter turns clockwise about the lattice's origin."""
    x, y = place
    for _ in range(quarters):
        x, y = -y, x
    return (x, y)


def _chances(seen: Seen) -> dict[Key, Chances]:
    return {_key(o): {c.value: c.probability for c in o.candidates} for o in seen.observations}


def _key(seen: Observation) -> Key:
    place = seen.place
    if place.col is None or place.row is None:
        return (seen.what, (0, 0), "")
    if place.at is not None:
        return (seen.what, rim_point((place.col, place.row), place.at), "")
    return (seen.what, (place.col, place.row), place.direction or "")


def _branches(seen: Seen) -> dict[Cell, Points]:
    """Each tile's branches: (8, values) chances, in the order of DIRECTIONS; a value that was not named has none."""
    order: list[Value] = [False, True, "graft", "prune"]
    tiles = {cell: np.zeros((8, len(order))) for cell in seen.grid}
    for (what, cell, direction), chances in _chances(seen).items():
        if what == "branch" and cell in tiles:
            row = DIRECTIONS.index(direction)
            tiles[cell][row] = [chances.get(value, 0.0) for value in order]
    return tiles


def _view(grid: Mapping[Cell, Quad]) -> Points:
    """The homography from lattice places to photo pixels."""
    pairs = [
        (place, np.array(pixel))
        for cell, quad in grid.items()
        for place, pixel in zip(UNIT + cell, quad, strict=True)
    ]
    return fit_view(pairs)


def _grid(seens: Sequence[Seen], moves: Sequence[Move]) -> dict[Cell, Quad]:
    """All tiles that any photo shows, with their corners in the first photo: seen or where its view puts them."""
    grid = dict(seens[0].grid)
    view = _view(grid)
    for seen, move in zip(seens, moves, strict=True):
        for cell in map(move.cell, seen.grid):
            if cell not in grid:
                a, b, c, d = ((float(x), float(y)) for x, y in project(view, UNIT + cell))
                grid[cell] = (a, b, c, d)
    return grid


def _silent(
    cell: Cell, seens: Sequence[Seen], moves: Sequence[Move], photos: Sequence[Photo]
) -> list[Chances]:
    """What the photos say that show a place without having seen a tile there."""
    said: list[Chances] = []
    for seen, move, photo in zip(seens, moves, photos, strict=True):
        theirs = _turned((cell[0] - move.shift[0], cell[1] - move.shift[1]), -move.quarters % 4)
        if theirs in seen.grid:
            continue
        x, y = project(_view(seen.grid), np.array([theirs], np.float64))[0]
        if 0 <= x < photo.width and 0 <= y < photo.height:
            said.append({True: UNSEEN, False: 1 - UNSEEN})
    return said


def _observations(
    told: Mapping[Key, tuple[Candidate, ...]], grid: Mapping[Cell, Quad], first: Seen
) -> list[Observation]:
    """The combined candidates as observations on the first photo; what lay only on tiles that are none is left out."""
    own = {_key(o): o for o in first.observations}
    named = {rim_point(cell, d): (cell, d) for cell in reversed(list(grid)) for d in DIRECTIONS}
    seen = []
    for key, candidates in told.items():
        what, at, direction = key
        old = own.get(key)
        if what == "mulched":
            place = Place()
        elif what == "fruit" and at in named:
            (col, row), name = named[at]
            place = Place(col, row, at=name)
        elif what != "fruit" and at in grid:
            place = Place(*at, direction or None)
        else:
            continue
        px = old.px if old else _pixel(what, place, grid)
        seen.append(Observation(what, place, px, candidates))
    return seen


def _pixel(what: str, place: Place, grid: Mapping[Cell, Quad]) -> Pixel:
    """Where in the first photo a thing lies that only another one shows."""
    if place.col is None or place.row is None:
        return (0.0, 0.0)
    rim = tile_pixel(grid, (place.col, place.row), place.direction or place.at)
    if what != "branch":
        return rim
    centre = tile_pixel(grid, (place.col, place.row))
    return ((rim[0] + centre[0]) / 2, (rim[1] + centre[1]) / 2)
