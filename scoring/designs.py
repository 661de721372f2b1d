"""Difficult designs: outlines with a name and a value, drawn by the players or shipped as assumptions.

The rulebook names Ramp (5), Crown (6) and House (8); their drawings are not in its text. So the shipped
outlines in `data/designs.json` are assumptions, and none is in play unless the rules of a game say so:
which three are drawn at the start of a game cannot be known beforehand.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from itertools import pairwise
from typing import Annotated, Self

from pydantic import Field, model_validator

from scoring.errors import RefusedError, RulesError
from scoring.parsing import Frozen, parse, parse_json, read_data
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


class _Designs(Frozen):
    designs: Annotated[tuple[Design, ...], Field(strict=False, max_length=100)]
    note: str = ""


def _check_simple(outline: tuple[Point, ...]) -> None:
    """Refuse an outline that crosses or touches itself.

    Raises:
        RefusedError: names the point.
    """
    closed = outline if outline[0] == outline[-1] else (*outline, outline[0])
    seen = set()
    for start, end in pairwise(closed):
        for (ax, ay), (bx, by) in half_steps_between(start, end):
            # Two diagonals can cross between lattice points, so the middles of the half-steps are looked at
            # as well.
            for point in ((2 * ax, 2 * ay), (ax + bx, ay + by)):
                if point in seen:
                    where = f"[{point[0] / 2:g}, {point[1] / 2:g}]"
                    raise RefusedError(
                        "crosses_itself", f"the outline crosses or touches itself at {where}", point=where
                    )
                seen.add(point)


@lru_cache(maxsize=1)
def shipped() -> tuple[Design, ...]:
    """The designs that come with Pomona; those whose outline is an assumption say so."""
    return parse(_Designs, read_data("designs", RulesError), "designs.json", RulesError).designs


def load_designs(text: str | bytes) -> tuple[Design, ...]:
    """Read designs from the JSON that `dump_designs` writes, `{"designs": [...]}`.

    Raises:
        RulesError: names the first bad field, its value and what is allowed.
    """
    return parse(_Designs, parse_json(text, RulesError), "designs", RulesError).designs


def dump_designs(designs: Sequence[Design]) -> str:
    """Write designs as JSON."""
    data = _Designs(designs=tuple(designs)).model_dump(mode="json", exclude_defaults=True)
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def draw(design: Design, unit: int = 24) -> str:
    """Draw a design as an SVG picture in the current text colour.

    Args:
        design: what to draw: its outline, its further lines, and the lattice points around as dots.
        unit: pixels for a half-step.

    Returns:
        The text of an `svg` element; the design's name and value are its title.
    """
    points = [*design.outline, *(end for line in design.lines for end in line)]
    left, top = min(x for x, _ in points) - 1, min(y for _, y in points) - 1
    across, down = max(x for x, _ in points) - left + 1, max(y for _, y in points) - top + 1

    def at(point: Point) -> str:
        return f"{(point[0] - left) * unit},{(point[1] - top) * unit}"

    dots = "".join(
        f'<circle cx="{x * unit}" cy="{y * unit}" r="{unit / 12:g}"/>'
        for y in range(down + 1)
        for x in range(across + 1)
    )
    lines = "".join(f'<path d="M{at(start)}L{at(end)}"/>' for start, end in design.lines)
    outline = "L".join(at(corner) for corner in design.outline)
    width, height = across * unit, down * unit
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img"><title>{escape(design.name)} ({design.points})</title>'
        f'<g fill="currentColor" opacity="0.3">{dots}</g>'
        f'<g fill="none" stroke="currentColor" stroke-width="{unit / 6:g}" stroke-linejoin="round">'
        f'<path d="M{outline}Z"/>{lines}</g></svg>'
    )
