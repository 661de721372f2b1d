"""What the reader hands on: observations with probabilities, and the reading that is made of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from scoring.lattice import STEP
from vision.errors import LayoutError
from vision.games import GAMES
from vision.photo import Photo

Value = str | bool | int
Pixel = tuple[float, float]
Quad = tuple[Pixel, Pixel, Pixel, Pixel]


@dataclass(frozen=True, slots=True)
class Place:
    """Where on the layout a thing is, in the terms of the game's state. A pile beside the layout has no place."""

    col: int | None = None
    row: int | None = None
    direction: str | None = None
    at: str | None = None

    @property
    def tile(self) -> tuple[int | None, int | None]:
        """The tile's place, without what is named on it."""
        return (self.col, self.row)

    @property
    def cell(self) -> tuple[int, int]:
        """The same as a place of the grid: (0, 0) for what has none."""
        return (self.col or 0, self.row or 0)

    def to_json(self) -> dict[str, int | str]:
        named = {"col": self.col, "row": self.row, "direction": self.direction, "at": self.at}
        return {name: value for name, value in named.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Candidate:
    """One thing that a place may hold, and the calibrated probability that it does."""

    value: Value
    probability: float


@dataclass(frozen=True, slots=True)
class Observation:
    """What was seen at one place.

    what: the kind of question, such as "branch", "fruit", "tile" or "mulched".
    place: where on the layout; px: where in the upright photo at full size, (x, y).
    candidates: the answers, the most probable first; their probabilities sum to 1.
    """

    what: str
    place: Place
    px: Pixel
    candidates: tuple[Candidate, ...]

    @property
    def best(self) -> Candidate:
        return self.candidates[0]

    @property
    def value(self) -> Value:
        return self.candidates[0].value

    @property
    def chances(self) -> dict[Value, float]:
        """The chance of each answer."""
        return {candidate.value: candidate.probability for candidate in self.candidates}

    def settled(self, value: Value) -> Observation:
        """The same observation once a player has said what it is."""
        return replace(self, candidates=(Candidate(value, 1.0),))


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing found on the table, within the layout or beside it; `outline` in photo pixels."""

    kind: str
    outline: tuple[Pixel, ...]
    in_layout: bool
    confidence: float
    label: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Advice:
    """One line on how to take a better photo, said beside a reading that was still made.

    game: the one that the photo seems to show, where that is another one than it was read as.
    """

    code: str
    message: str
    game: str | None = None


@dataclass(frozen=True, slots=True)
class Edit:
    """A player's word on one place: `value` is what lies there."""

    what: str
    place: Place
    value: Value


@dataclass(frozen=True, slots=True)
class Marked:
    """A player's word on where tiles lie: the corners of one tile, or of the rectangle around the whole layout.

    corners: photo pixels at full size, in any order.
    size: the columns and rows of tiles between them, (1, 1) for one tile; None where that is to be found out.
    """

    corners: Quad
    size: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """What a game's `observe` hands back, before the most probable state is made of it.

    grid: for each tile place (col, row) its four corners in photo pixels, clockwise from the NW corner.
    likeness: how much the photo looks like one of this game, 0 to 1.
    """

    observations: tuple[Observation, ...]
    pieces: tuple[Piece, ...]
    grid: Mapping[tuple[int, int], Quad]
    advice: tuple[Advice, ...] = ()
    timing_ms: Mapping[str, float] = field(default_factory=dict)
    likeness: float = 1.0


@dataclass(frozen=True, slots=True)
class Reading:
    """All that was read from one photo, and the state that it makes.

    `state` is the game's own frozen `State`. Corrections make a new reading; this one stays as it was.
    """

    game: str
    file: str
    width: int
    height: int
    seen: Seen
    state: Any
    timing_ms: Mapping[str, float]

    @property
    def observations(self) -> tuple[Observation, ...]:
        return self.seen.observations

    def corrected(self, edits: Iterable[Edit]) -> Reading:
        """The reading with the players' word in place of what was seen; an unseen place is added."""
        told = {(edit.what, edit.place): edit.value for edit in edits}
        kept = []
        for observation in self.observations:
            key = (observation.what, observation.place)
            kept.append(observation.settled(told.pop(key)) if key in told else observation)
        for (what, place), value in told.items():
            kept.append(Observation(what, place, self.pixel(place), (Candidate(value, 1.0),)))
        seen = replace(self.seen, observations=tuple(kept))
        return replace(self, seen=seen, state=GAMES[self.game].reader.assemble(seen.observations))

    def pixel(self, place: Place) -> Pixel:
        """The photo pixel of a place on a tile that was found; (0, 0) where the tile was not."""
        if place.col is None or place.row is None:
            return (0.0, 0.0)
        return tile_pixel(self.seen.grid, (place.col, place.row), place.direction or place.at)


def tile_pixel(
    grid: Mapping[tuple[int, int], Quad], tile: tuple[int, int], direction: str | None = None
) -> Pixel:
    """The photo pixel of a tile's centre, or of its rim point in a direction."""
    if tile not in grid:
        return (0.0, 0.0)
    dx, dy = STEP[direction] if direction else (0, 0)
    x, y = quad_point(grid[tile], (dx + 1) / 2, (dy + 1) / 2)
    return (x, y)


def as_quad(corners: npt.NDArray[np.float64]) -> Quad:
    """Corners (4, 2) as a quadrilateral."""
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return (a, b, c, d)


def quad_point(quad: Quad, u: float, v: float) -> Pixel:
    """The pixel at (u, v) in the unit square that a perspective view maps onto `quad` (NW, NE, SE, SW)."""
    matrix = square_to_quad(np.asarray(quad, dtype=np.float64))
    x, y, w = matrix @ np.array([u, v, 1.0])
    return (float(x / w), float(y / w))


def side_lengths(quads: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """How long the sides of quadrilaterals (..., 4, 2) are, (..., 4): each from the corner before to its corner."""
    lengths: npt.NDArray[np.float64] = np.linalg.norm(quads - np.roll(quads, 1, -2), axis=-1)
    return lengths


def side_of(quad: npt.NDArray[np.float64]) -> float:
    """The mean side of a quadrilateral (4, 2)."""
    return float(side_lengths(quad).mean())


def square_to_quad(quad: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The 3 x 3 homography that takes the unit square to `quad`, an array of shape (4, 2).

    Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989, section 2.2.3.
    """
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad
    sx, sy = x0 - x1 + x2 - x3, y0 - y1 + y2 - y3
    dx1, dx2, dy1, dy2 = x1 - x2, x3 - x2, y1 - y2, y3 - y2
    det = dx1 * dy2 - dx2 * dy1
    g = (sx * dy2 - dx2 * sy) / det
    h = (dx1 * sy - sx * dy1) / det
    return np.array(
        [
            [x1 - x0 + g * x1, x3 - x0 + h * x3, x0],
            [y1 - y0 + g * y1, y3 - y0 + h * y3, y0],
            [g, h, 1.0],
        ]
    )


def read(photo: Photo, game: str, marked: Marked | None = None, rules: Any = None) -> Reading:
    """Read a photo of a finished layout, from where a player marked it if `marked` is given.

    rules: the game's `Rules`, where players said what they agreed on: some games' readers use it.

    Raises LayoutError when there is none in the photo, CornersError when it cannot be where it was marked.
    """
    start = perf_counter()
    if marked is not None:
        return _reading(game, photo, _observed(photo, game, rules, marked), photo.decode_ms, start)
    from vision.which import pointing, with_pointer

    try:
        seen = _observed(photo, game, rules)
    except LayoutError as error:
        raise pointing(photo, error, game) from error
    return _reading(game, photo, with_pointer(photo, seen, game), photo.decode_ms, start)


def read_together(photos: Sequence[Photo], game: str, rules: Any = None) -> Reading:
    """Read several photos of one layout: one reading on the first photo, with the evidence of all.

    rules: as in `read`.

    Raises LayoutError when there is no layout in one of them, MatchError when one shows another layout.
    """
    start = perf_counter()
    seens = [_observed(photo, game, rules) for photo in photos]
    seen: Seen = GAMES[game].reader.combine(seens, photos)
    return _reading(game, photos[0], seen, sum(photo.decode_ms for photo in photos), start)


def _observed(photo: Photo, game: str, rules: Any, marked: Marked | None = None) -> Seen:
    """What a game's reader sees in a photo: knowing the rules, where it asks for them."""
    reader, led = GAMES[game].reader, () if marked is None else (marked,)
    if rules is not None and hasattr(reader, "observe_under"):
        seen: Seen = reader.observe_under(photo, rules, *led)
    else:
        seen = (reader.observe_marked if led else reader.observe)(photo, *led)
    return seen


def _reading(game: str, photo: Photo, seen: Seen, decode_ms: float, start: float) -> Reading:
    """The most probable state of what was seen; start: when looking at the photo began."""
    observed = perf_counter()
    state = GAMES[game].reader.assemble(seen.observations)
    end = perf_counter()
    timing = {
        "decode_photo": decode_ms,
        **seen.timing_ms,
        "assemble": (end - observed) * 1e3,
        "total": decode_ms + (end - start) * 1e3,
    }
    return Reading(game, photo.name, photo.width, photo.height, seen, state, timing)
