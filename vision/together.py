"""Several photos of one layout: how one photo's lattice lies on another's, and what all of them say on one thing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.errors import MatchError
from vision.lattice import UNIT, Cell, corner_pairs, fit_view, project
from vision.observe import Advice, Candidate, Quad, Seen, Value, as_quad
from vision.photo import Photo

FLOOR = 1e-4
"""The least chance that is given to what one photo holds for impossible: no photo alone may have the last word."""
LONE = -2.0
"""What a place that only one of two photos shows says on whether they are of one layout (a logarithm of odds)."""
CONTRADICTION = -4.0
"""The most that one thing may say against it: nets err."""
SHARED = 0.5
"""Share of the smaller layout's places that must lie on the other's."""

Points = npt.NDArray[np.float64]
Chances = dict[Value, float]


@dataclass(frozen=True, slots=True)
class Move:
    """How one photo's lattice lies on the first one's: so many quarter turns clockwise, then a shift."""

    quarters: int
    shift: Cell

    def cell(self, cell: Cell) -> Cell:
        c, r = turned(cell, self.quarters)
        return (c + self.shift[0], r + self.shift[1])

    def back(self, cell: Cell) -> Cell:
        """Where a place of the first photo's lattice lies in this one's."""
        return turned((cell[0] - self.shift[0], cell[1] - self.shift[1]), -self.quarters % 4)


@dataclass(frozen=True, slots=True)
class Likeness:
    """How two photos of one layout are told to be.

    steps: by how many directions a quarter turn rolls what is seen of a place; agreement: log-odds a shared place from
    which two photos are of one layout.
    """

    steps: int
    agreement: float


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


def find_moves(
    features: Sequence[Mapping[Cell, Points]], likeness: Likeness, photos: Sequence[Photo], layout: str
) -> list[Move]:
    """How each photo's lattice lies on the first one's.

    features: for each photo the chances (things, values) of what is seen on each place; layout: what players call it.
    Raises MatchError when a photo shows another layout than the first.
    """
    moves = [Move(0, (0, 0))]
    for theirs, photo in zip(features[1:], photos[1:], strict=True):
        move = find_move(features[0], theirs, likeness)
        if move is None:
            raise MatchError(
                "no_match",
                f"{photo.name}: it does not show the {layout} of {photos[0].name}; give photos of one {layout} "
                "together, or read them without --same.",
                about=photo.name,
                other=photos[0].name,
            )
        moves.append(move)
    return moves


def find_move(mine: Mapping[Cell, Points], theirs: Mapping[Cell, Points], likeness: Likeness) -> Move | None:
    """The turn and shift under which the other photo's layout agrees best with the first one's, None where none does.

    mine, theirs: as in `find_moves`.
    """
    common = np.mean([*mine.values(), *theirs.values()], (0, 1))
    best, chosen = likeness.agreement, None
    for quarters in range(4):
        rolled = {
            turned(cell, quarters): np.roll(seen, likeness.steps * quarters, 0)
            for cell, seen in theirs.items()
        }
        for shift in {(a[0] - b[0], a[1] - b[1]) for a in mine for b in rolled}:
            pairs = [(mine.get((c + shift[0], r + shift[1])), seen) for (c, r), seen in rolled.items()]
            shared = [(a, b) for a, b in pairs if a is not None]
            if len(shared) < max(SHARED * min(len(mine), len(theirs)), 2):
                continue
            a, b = (np.array(seen) for seen in zip(*shared, strict=True))
            # How much likelier both views are if they are of one thing than of any two.
            odds = np.log(np.maximum((a * b).sum(-1) / np.maximum((a * common).sum(-1), 1e-9), 1e-9))
            lone = len(mine) + len(theirs) - 2 * len(shared)
            score = (float(np.maximum(odds, CONTRADICTION).sum()) + LONE * lone) / len(shared)
            # Many places that agree are worth more than few that agree a little better.
            if score > likeness.agreement and score * len(shared) > best:
                best, chosen = score * len(shared), Move(quarters, shift)
    return chosen


def turned(place: Cell, quarters: int) -> Cell:
    """A place after quarter turns clockwise about the lattice's origin."""
    x, y = place
    for _ in range(quarters):
        x, y = -y, x
    return (x, y)


def view_of(grid: Mapping[Cell, Quad]) -> Points:
    """The homography from lattice places to photo pixels."""
    return fit_view(corner_pairs(grid))


def grid_together(seens: Sequence[Seen], moves: Sequence[Move]) -> dict[Cell, Quad]:
    """All places that any photo shows, with their corners in the first photo: seen or where its view puts them."""
    grid = dict(seens[0].grid)
    view = view_of(grid)
    for seen, move in zip(seens, moves, strict=True):
        for cell in map(move.cell, seen.grid):
            if cell not in grid:
                grid[cell] = as_quad(project(view, UNIT + cell))
    return grid


def advice_together(seens: Sequence[Seen]) -> tuple[Advice, ...]:
    """What is said to all photos: a fault of one, another may make good."""
    return tuple(a for a in seens[0].advice if all(a.code in {b.code for b in seen.advice} for seen in seens))


def timing_together(seens: Sequence[Seen]) -> dict[str, float]:
    """Milliseconds of each stage, of all photos."""
    return {step: sum(seen.timing_ms.get(step, 0.0) for seen in seens) for step in seens[0].timing_ms}
