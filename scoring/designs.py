"""Difficult designs: outlines with a name and a value, drawn by the players or shipped as assumptions.

The rulebook names Ramp (5), Crown (6) and House (8); their drawings are not in its text. So the shipped
outlines in `data/designs.json` are assumptions, and none is in play unless the rules of a game say so:
which three are drawn at the start of a game cannot be known beforehand.
"""

from functools import lru_cache
from itertools import pairwise
from typing import Annotated, Self

from pydantic import Field, model_validator

from scoring.errors import RulesError
from scoring.parsing import Frozen, parse, read_data
from scoring.shapes import direction_and_length, half_steps_between, shape
from scoring.sheet import Point

MAX_SPAN = 64  # half-steps; more than a drawing needs, little enough to check at once

Coordinate = Annotated[int, Field(ge=-MAX_SPAN, le=MAX_SPAN)]
Corner = Annotated[tuple[Coordinate, Coordinate], Field(strict=False)]
Segment = Annotated[tuple[Corner, Corner], Field(strict=False)]


class Design(Frozen):
    """A difficult design: a closed outline, matched in any size and orientation.

    `outline` lists the corners in half-tile units, y downward, corner after corner; the last is joined to
    the first. `lines` are further segments that must be covered too. `assumed` marks an outline that nobody
    has yet compared with the tile in the box.
    """

    name: Annotated[str, Field(min_length=1, max_length=40, pattern=r"^\S(.*\S)?$")]
    points: Annotated[int, Field(ge=0, le=1000)]
    outline: Annotated[tuple[Corner, ...], Field(strict=False, min_length=3, max_length=64)]
    lines: Annotated[tuple[Segment, ...], Field(strict=False, max_length=64)] = ()
    assumed: bool = False

    @model_validator(mode="after")
    def _is_an_outline(self) -> Self:
        shape(self.outline, self.lines)
        for start, end in self.lines:
            direction_and_length(start, end)
        _check_simple(self.outline)
        return self


class _Shipped(Frozen):
    note: str
    designs: Annotated[tuple[Design, ...], Field(strict=False)]


def _check_simple(outline: tuple[Point, ...]) -> None:
    """Refuse an outline that crosses or touches itself.

    Raises:
        ValueError: names the point.
    """
    closed = outline if outline[0] == outline[-1] else (*outline, outline[0])
    seen = set()
    for start, end in pairwise(closed):
        for (ax, ay), (bx, by) in half_steps_between(start, end):
            # Two diagonals can cross between lattice points, so the middles of the half-steps are looked at
            # as well.
            for point in ((2 * ax, 2 * ay), (ax + bx, ay + by)):
                if point in seen:
                    raise ValueError(
                        f"the outline crosses or touches itself at [{point[0] / 2:g}, {point[1] / 2:g}]"
                    )
                seen.add(point)


@lru_cache(maxsize=1)
def shipped() -> tuple[Design, ...]:
    """The designs that come with Pomona; those whose outline is an assumption say so."""
    return parse(_Shipped, read_data("designs", RulesError), "designs.json", RulesError).designs
