"""Where the pieces lie: tiles as quadrilaterals, fruit and strips as places, from one small fully convolutional net."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from vision.models import open_model

INPUT_SIDE = 640
"""Longest side of the photo that the net is shown."""
STRIDE = 4
MULTIPLE = 32
SIZE_UNIT = 16.0
"""Half a tile's side, in input pixels, at which the net's log size is 0."""
TILE, FRUIT, STRIP, CORNER = range(4)
MIRRORED = np.array([1, 1, 1, 1, -1, 1, 1, 1, -1, 1, -1], np.float32)
"""What becomes of each map when the picture is mirrored: ways to the right change, and imaginary parts of the code."""
TILE_SCORE = 0.3
TOKEN_SCORE = 0.35
CORNER_SCORE = 0.15
SMALL_TILE = 52.0
"""Side of a tile, in input pixels, below which a closer look is worth its time."""
WORTH_ENLARGING = 1.25
AROUND = 1.6
"""What a closer look takes in around the outermost centres, in tile sides: tiles that were missed lie there."""

CLOSER_LOOKS = 4
"""As many at most: one may show tiles at the edge of what it takes in, and their neighbours lie beyond."""

Points = npt.NDArray[np.float64]
Window = npt.NDArray[np.int_]
"""A part of a photo, (2, 2): its least x and y, and where it ends."""


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """A tile that was found: centre (2,), half sides `across` and `down` (2,) each in working pixels, and how sure.

    Any of its four sides may be the one called north; `across` is a quarter turn before `down`, clockwise.
    """

    centre: Points
    across: Points
    down: Points
    score: float

    @property
    def corners(self) -> Points:
        """(4, 2), clockwise from the corner between the sides called north and west."""
        a, d = self.across, self.down
        corners: Points = self.centre + np.array([-a - d, a - d, a + d, -a + d])
        return corners

    @property
    def size(self) -> float:
        """Side of a square of the same area."""
        (ax, ay), (dx, dy) = self.across, self.down
        return 2 * math.sqrt(abs(ax * dy - ay * dx))


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A thing found at a place, in working pixels."""

    at: Points
    score: float


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """All that the finder marked in a photo, in working pixels.

    heat: the chance of a tile's centre, (h, w); `cell` is the side of one of its cells, `origin` (2,) the corner of
    the first one.
    """

    tiles: tuple[Tile, ...]
    fruit: tuple[Spot, ...]
    strips: tuple[Spot, ...]
    corners: Points
    heat: npt.NDArray[np.float32]
    cell: float
    origin: Points = field(default_factory=lambda: np.zeros(2))

    def tile_heat(self, at: Points, reach: float) -> float:
        """The highest chance of a tile's centre within `reach` pixels of a place; 0 beyond what was looked at."""
        high, wide = self.heat.shape
        x, y = (at - self.origin) / self.cell
        r = max(reach / self.cell, 1.0)
        top, bottom = np.clip([int(y - r), int(y + r) + 1], 0, high)
        left, right = np.clip([int(x - r), int(x + r) + 1], 0, wide)
        window = self.heat[top:bottom, left:right]
        return float(window.max()) if window.size else 0.0


def find_pieces(pixels: npt.NDArray[np.uint8], side: int = INPUT_SIDE) -> Found:
    """Find tiles, tokens and tile corners in a photo, uint8 RGB (H, W, 3).

    side: the longest side of the photo in the finder's input. Where the tiles fill only a part of the photo, that part
    is looked at again, enlarged.
    """
    found = _find(pixels, side)
    closer = found
    window: Window | None = None
    for _ in range(CLOSER_LOOKS):
        wider = _next_window(closer, window, np.array(pixels.shape[1::-1]))
        if wider is None:
            break
        (left, top), (right, bottom) = wider
        look = _moved(_find(pixels[top:bottom, left:right]), wider[0])
        if _sureness(look) < _sureness(closer):
            break  # a dim, noisy photo shows no more when it is enlarged
        closer, window = look, wider
    if window is None:
        return found
    low, high = window

    def beside(spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
        return tuple(spot for spot in spots if (spot.at < low).any() or (spot.at >= high).any())

    return replace(
        closer, fruit=closer.fruit + beside(found.fruit), strips=closer.strips + beside(found.strips)
    )


def _sureness(found: Found) -> float:
    return sum(tile.score for tile in found.tiles)


def _next_window(found: Found, window: Window | None, shape: npt.NDArray[np.int_]) -> Window | None:
    """The part of the photo, (2, 2) its least and greatest x and y, in which a closer look is worth its time.

    window: where one was already; then only if tiles were found so near its edge that their neighbours lie beyond.
    shape: (2,), the photo's width and height.
    """
    if not found.tiles:
        return None
    size = float(np.median([tile.size for tile in found.tiles]))
    if size * INPUT_SIDE / shape.max() > SMALL_TILE:
        return None
    centres = np.array([tile.centre for tile in found.tiles])
    low, high = centres.min(0), centres.max(0)
    if window is not None:
        beyond = np.array([np.maximum(low - size, 0) < window[0], np.minimum(high + size, shape) > window[1]])
        if not beyond.any():
            return None
        low, high = np.minimum(low, window[0] + AROUND * size), np.maximum(high, window[1] - AROUND * size)
    start, end = np.maximum(low - AROUND * size, 0), np.minimum(high + AROUND * size, shape)
    wider = np.array([start, end]).astype(int)
    enlarged = float(shape.max() / max((wider[1] - wider[0]).max(), 1))
    return wider if enlarged >= WORTH_ENLARGING else None


def _moved(found: Found, by: npt.NDArray[np.int_]) -> Found:
    """What was found in a window of the photo, in pixels of the whole photo."""
    return replace(
        found,
        tiles=tuple(replace(tile, centre=tile.centre + by) for tile in found.tiles),
        fruit=tuple(replace(spot, at=spot.at + by) for spot in found.fruit),
        strips=tuple(replace(spot, at=spot.at + by) for spot in found.strips),
        corners=found.corners + by,
        origin=found.origin + by,
    )


def _find(pixels: npt.NDArray[np.uint8], side: int = INPUT_SIDE) -> Found:
    batch, scale = prepare(pixels, side)
    maps = maps_of(batch)
    heat = 1.0 / (1.0 + np.exp(-maps[:4]))
    cell = STRIDE / scale
    # Cells beyond the photo are padding.
    high = -(-int(pixels.shape[0] * scale) // STRIDE)
    wide = -(-int(pixels.shape[1] * scale) // STRIDE)
    heat, maps = heat[:, :high, :wide], maps[:, :high, :wide]
    tiles = [
        tile_at(maps[4:11, y, x], (x, y), float(heat[TILE, y, x]), cell)
        for y, x in peaks(heat[TILE], TILE_SCORE)
    ]
    return Found(
        tuple(distinct(tiles)),
        _spots(heat[FRUIT], cell),
        _spots(heat[STRIP], cell),
        np.array(
            [peak_middle(heat[CORNER], y, x, cell) for y, x in peaks(heat[CORNER], CORNER_SCORE)]
        ).reshape(-1, 2),
        heat[TILE],
        cell,
    )


def maps_of(batch: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """The finder's maps (11, h, w) of its input (1, H, W, 3), on average over the picture and its mirror image."""
    finder = open_model("finder.onnx")
    ahead, mirrored = finder.run(batch)[0][0], finder.run(np.ascontiguousarray(batch[:, :, ::-1]))[0][0]
    mirrored = mirrored[:, :, ::-1] * MIRRORED[:, None, None]
    return np.asarray((ahead + mirrored) / 2, np.float32)


def prepare(pixels: npt.NDArray[np.uint8], side: int = INPUT_SIDE) -> tuple[npt.NDArray[np.uint8], float]:
    """-> a finder's input (1, h, w, 3), padded to multiples of 32, and input pixels to one working pixel.

    side: the longest side of the photo in it.
    """
    import cv2

    high, wide = pixels.shape[:2]
    scale = side / max(high, wide)
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(pixels, (round(wide * scale), round(high * scale)), interpolation=way)
    pad_high, pad_wide = (-small.shape[0]) % MULTIPLE, (-small.shape[1]) % MULTIPLE
    padded = cv2.copyMakeBorder(small, 0, pad_high, 0, pad_wide, cv2.BORDER_REPLICATE)
    return np.asarray(padded[None], np.uint8), scale


def peaks(heat: npt.NDArray[np.float32], least: float) -> list[tuple[int, int]]:
    """(y, x) of the cells that are the highest among their neighbours, best first."""
    from skimage.feature import peak_local_max

    found = peak_local_max(heat, min_distance=1, threshold_abs=least, exclude_border=False)
    return [(int(y), int(x)) for y, x in found]


def peak_middle(heat: npt.NDArray[np.float32], y: int, x: int, cell: float) -> Points:
    """A peak between cells: the heat's middle over the 3 x 3 cells around, in working pixels."""
    y0, x0 = max(y - 1, 0), max(x - 1, 0)
    window = heat[y0 : y + 2, x0 : x + 2]
    ys, xs = np.mgrid[y0 : y0 + window.shape[0], x0 : x0 + window.shape[1]]
    total = float(window.sum())
    return (np.array([(xs * window).sum() / total, (ys * window).sum() / total]) + 0.5) * cell


def tile_at(numbers: npt.NDArray[np.float32], at: tuple[int, int], score: float, cell: float) -> Tile:
    """A tile from the seven numbers regressed at a peak, (x, y) in cells; the code is explained at `half_sides`."""
    dx, dy, log_size, re, im, skew_re, skew_im = (float(v) for v in numbers)
    centre = (np.array(at) + (dx, dy) + 0.5) * cell
    across, down = half_sides(
        np.exp(min(log_size, 4.0)) * SIZE_UNIT, complex(re, im), complex(skew_re, skew_im)
    )
    scale = cell / STRIDE
    return Tile(
        centre, np.array([across.real, across.imag]) * scale, np.array([down.real, down.imag]) * scale, score
    )


def half_sides(size: float, turn: complex, skew: complex) -> tuple[complex, complex]:
    """A tile's half sides from a code that is the same for every quarter turn.

    With u and v the half sides as complex numbers, +-u and +-v are the roots of z^4 - (u^2 + v^2) z^2 + u^2 v^2.
    The net gives the size |u^2 v^2|^(1/4), the direction of u^2 v^2 and the skew (u^2 + v^2) / size^2: a corner-first
    encoding would jump where another corner becomes the first.
    """
    product = turn / max(abs(turn), 1e-6)
    root = np.sqrt(skew * skew - 4 * product)
    u = size * np.sqrt((skew + root) / 2)
    v = size * np.sqrt((skew - root) / 2)
    if (u.conjugate() * v).imag < 0:  # the image's y runs down: clockwise is a positive cross product
        v = -v
    return complex(u), complex(v)


def distinct(tiles: list[Tile]) -> list[Tile]:
    """Without those whose centre lies within 0.3 sides of a better one's."""
    sizes = np.array([tile.size for tile in tiles])
    away = distances(np.array([tile.centre for tile in tiles]).reshape(-1, 2))
    return [tiles[index] for index in far_apart(away / ((sizes[:, None] + sizes) / 2), 0.3)]


def distances(places: Points) -> Points:
    """The distances (N, N) of places (N, 2) from each other."""
    away: Points = np.linalg.norm(places[:, None] - places, axis=2)
    return away


def far_apart(away: Points, least: float) -> list[int]:
    """Which of N things, the best first, lie farther than `least` from all better ones that are kept.

    away: how far they are from each other, (N, N).
    """
    kept: list[int] = []
    for index in range(len(away)):
        if (away[index, kept] > least).all():
            kept.append(index)
    return kept


def _spots(heat: npt.NDArray[np.float32], cell: float) -> tuple[Spot, ...]:
    return tuple(Spot(peak_middle(heat, y, x, cell), float(heat[y, x])) for y, x in peaks(heat, TOKEN_SCORE))
