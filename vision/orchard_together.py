"""Several photos of one orchard -> one reading on the first photo, with the evidence of all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from scoring.orchard import FRUIT
from vision.lattice import Cell
from vision.observe import Observation, Place, Quad, Seen, Value, side_of, tile_pixel
from vision.orchard_cards import Fit, fit_cards
from vision.photo import Photo
from vision.together import Chances, Likeness, Move, find_moves, together

LIKENESS = Likeness(steps=0, agreement=0.4)
"""The same orchard has about 1 of log-odds a shared place, another about -2."""
SAME = 0.5
"""How far from where all photos put it, in tree sides, a die or token of the first photo may lie to be the same."""

Points = npt.NDArray[np.float64]


def moves_of(seens: Sequence[Seen], photos: Sequence[Photo]) -> list[Move]:
    """How the lattice of each photo lies on the first one's.

    Raises MatchError when a photo shows another orchard than the first.
    """
    return find_moves([_trees(seen) for seen in seens], LIKENESS, photos, "orchard")


def fit_together(seens: Sequence[Seen], moves: Sequence[Move], grid: Mapping[Cell, Quad]) -> Fit:
    """What all photos of an orchard say, in the lattice and the pixels of the first, and the cards that show it.

    grid: the places that any photo shows, with their corners in the first.
    """
    tens = [_chances(seen, "ten")[0, 0] for seen in seens]
    ten = together(tens)
    first = {(o.what, o.place.cell): o.px for o in seens[0].observations}
    evidence: dict[tuple[str, Cell], list[Chances]] = {}
    for seen, move, own in zip(seens, moves, tens, strict=True):
        told = {what: _chances(seen, what) for what in ("tree", "die", "rotten")}
        dice = _with_face(told["die"], int(max(own, key=lambda face: own[face])), int(ten[0].value))
        for cell, trees in told["tree"].items():
            if move.cell(cell) not in grid:
                continue
            said = {
                "tree": trees,
                "die": dice.get(cell, {"none": 1.0}),
                "rotten": told["rotten"].get(cell, {False: 1.0}),
            }
            for what, chances in said.items():
                evidence.setdefault((what, move.cell(cell)), []).append(chances)
    observations = [Observation("ten", Place(), (0.0, 0.0), ten)]
    for (what, cell), heard in evidence.items():
        px = first.get((what, cell)) or tile_pixel(grid, cell)
        observations.append(Observation(what, Place(*cell), px, together(heard)))
    return fit_cards(observations)


def outline_in(first: Seen, grid: Mapping[Cell, Quad], seen: Observation) -> Quad:
    """Where a die or token lies in the first photo: as it was seen there, or on the whole of its place."""
    quad = grid[seen.place.cell]
    near = [p for p in first.pieces if p.in_layout and p.kind == seen.what and len(p.outline) == len(quad)]
    middles = [np.hypot(*(np.mean(piece.outline, 0) - seen.px)) for piece in near]
    if not middles or min(middles) > SAME * side_of(np.array(quad)):
        return quad
    a, b, c, d = near[int(np.argmin(middles))].outline
    return (a, b, c, d)


def _chances(seen: Seen, what: str) -> dict[Cell, Chances]:
    """What a photo says on one question, by place, (0, 0) where it has none; an answer without a chance is none."""
    return {
        o.place.cell: {value: chance for value, chance in o.chances.items() if chance}
        for o in seen.observations
        if o.what == what
    }


def _with_face(dice: Mapping[Cell, Chances], own: int, ten: int) -> dict[Cell, Chances]:
    """Dice with the face that stands for 10, as one photo takes it, replaced by the one that all together do."""
    ends, other = f" {own}", f" {ten}"
    return {
        cell: {
            f"{str(value).removesuffix(ends)}{other}" if str(value).endswith(ends) else value: chance
            for value, chance in chances.items()
        }
        for cell, chances in dice.items()
    }


def _trees(seen: Seen) -> dict[Cell, Points]:
    """The chances (1, 4) of each place's tree: each fruit, and none."""
    order: list[Value] = [*FRUIT, "none"]
    told = _chances(seen, "tree")
    return {
        cell: np.array([[chances.get(value, 0.0) for value in order]])
        for cell, chances in told.items()
        if cell in seen.grid
    }
