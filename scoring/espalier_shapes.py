"""Which shapes score in a game of Espalier, and for how much."""

from __future__ import annotations

from typing import NamedTuple

from scoring.espalier_state import Rules
from scoring.shapes import Shape, shape

_SQUARES = shape(((0, 0), (2, 0), (2, -2), (0, -2))).orientations


class ShapeKind(NamedTuple):
    """A shape in play: its category on the sheet, its points, and its outline in all orientations that count."""

    category: str
    points: int
    form: Shape


SIMPLE_SHAPES = (
    ShapeKind("triangle", 1, shape(((0, 0), (2, 0), (1, -1)))),
    # A square that stands on its corner is a diamond.
    ShapeKind("diamond", 2, Shape(tuple(it for it in _SQUARES if not it.is_upright()))),
    ShapeKind("square", 4, Shape(tuple(it for it in _SQUARES if it.is_upright()))),
)


def shape_kinds(rules: Rules) -> tuple[ShapeKind, ...]:
    """The shapes that score under the rules, in the sheet's order; designs only in the standard game."""
    designs = rules.designs if rules.variant == "standard" else ()
    return SIMPLE_SHAPES + tuple(
        [ShapeKind(f"design:{it.name}", it.points, shape(it.outline, it.lines)) for it in designs]
    )
