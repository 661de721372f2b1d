"""The marks drawn on a copy of a photo: the picture of `--overlay`, and the cut-outs of the doubts."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import atan2, cos, pi, sin
from typing import TYPE_CHECKING, Self

from vision.observe import Pixel
from vision.overlay import LETTERS, Mark, Overlay
from vision.photo import Photo

if TYPE_CHECKING:
    from PIL.Image import Image

# Colours that stay apart for the colour-blind (Okabe and Ito); shapes and letters say the same.
COLOURS = {
    "branch": "#0072b2",
    "doubt": "#d55e00",
    "lemon": "#f0e442",
    "lime": "#8fd694",
    "orange": "#e69f00",
    "graft": "#009e73",
    "prune": "#cc79a7",
    "apple": "#ff8f80",
    "pear": "#e5d92e",
    "plum": "#c9a0ff",
    "rotten": "#b98a5e",
}
PALE, DARK = "#ffffff", "#1b1b1b"
FINE = 2
"""Each pixel of the picture is drawn as FINE x FINE and then reduced, which smooths the edges."""
MAX_SIDE = 2400
CUT_OUT = 1.3
"""Edge of a cut-out, in tiles."""


def paint(photo: Photo, overlay: Overlay, letters: Mapping[str, str] = LETTERS) -> Image:
    """A copy of the photo with all marks on it, fruit, dice and tokens with these letters."""
    whole = (0.0, 0.0, float(photo.width), float(photo.height))
    longest = min(MAX_SIDE, max(photo.pixels.shape))
    picture, scale = _part(photo, whole, longest)
    with _Pen(picture, (0.0, 0.0), scale) as pen:
        for mark in overlay.marks:
            pen.mark(mark, mark.letter(letters))
    return picture


def cut_out(photo: Photo, mark: Mark, side: int = 320) -> Image:
    """The surroundings of one thing, `side` pixels square, framed without hiding it."""
    x = sum(x for x, _ in mark.points) / len(mark.points)
    y = sum(y for _, y in mark.points) / len(mark.points)
    reach = CUT_OUT * mark.size / 2
    picture, scale = _part(photo, (x - reach, y - reach, x + reach, y + reach), side)
    with _Pen(picture, (x - reach, y - reach), scale) as pen:
        pen.frame(mark)
    return picture


def jpeg(image: Image, quality: int = 82) -> bytes:
    """The picture as the bytes of a JPEG file."""
    out = io.BytesIO()
    image.save(out, "JPEG", quality=quality)
    return out.getvalue()


def _part(photo: Photo, box: tuple[float, float, float, float], longest: int) -> tuple[Image, float]:
    """A copy of the photo within `box` (full-size pixels), and its pixels to a full-size one.

    Beyond the photo it is black. It is a copy: the pixels that are searched are never drawn on.
    """
    from PIL import Image

    left, top, right, bottom = box
    scale = longest / max(right - left, bottom - top)
    size = (max(1, round((right - left) * scale)), max(1, round((bottom - top) * scale)))
    working = [round(edge / photo.scale) for edge in box]
    part = Image.fromarray(photo.pixels).crop((working[0], working[1], working[2], working[3]))
    return part.resize(size, Image.Resampling.LANCZOS), scale


class _Pen:
    """Draws marks, given in photo pixels, on a picture; they are there when the block ends."""

    def __init__(self, picture: Image, origin: Pixel, scale: float) -> None:
        from PIL import Image, ImageDraw

        self._picture = picture
        self._layer = Image.new("RGBA", (picture.width * FINE, picture.height * FINE))
        self._draw = ImageDraw.Draw(self._layer)
        self._origin = origin
        self._scale = scale * FINE

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        from PIL import Image

        smooth = self._layer.resize(self._picture.size, Image.Resampling.LANCZOS)
        self._picture.paste(smooth, (0, 0), smooth)

    def mark(self, mark: Mark, letter: str) -> None:
        edge = mark.size * self._scale
        width = max(2.0 * FINE, edge * 0.035)
        doubtful = mark.doubt is not None
        if mark.kind == "tile":
            self._line([*mark.points, mark.points[0]], DARK, width * 0.9)
            self._line([*mark.points, mark.points[0]], PALE, width * 0.45)
        elif len(mark.points) == 2:
            colour = COLOURS["doubt"] if doubtful else COLOURS["branch"]
            self._line(mark.points, PALE, width * 1.9, dashed=edge * 0.07 if doubtful else None)
            self._line(mark.points, colour, width, dashed=edge * 0.07 if doubtful else None)
        elif len(mark.points) > 2:
            for side in pairwise([*mark.points, mark.points[0]]):
                self._line(side, PALE, width * 0.9, dashed=edge * 0.07)
                self._line(side, COLOURS["doubt"], width * 0.5, dashed=edge * 0.07)
        elif mark.kind == "fruit":
            self._disc(mark.points[0], edge * 0.13, COLOURS[mark.value], letter)
        elif mark.kind == "die":
            self._disc(mark.points[0], edge * 0.2, COLOURS[mark.value.split()[0]], letter)
        elif mark.kind in ("graft", "prune", "rotten"):
            self._square(mark.points[0], edge * 0.1, COLOURS[mark.kind], letter)
        if doubtful:
            self._diamond(mark.anchor, edge * 0.13)

    def frame(self, mark: Mark) -> None:
        """A line around a thing: along both sides of a branch, around a tile, a ring around fruit and tokens."""
        edge = mark.size * self._scale
        width = max(self._picture.size) * FINE / 70
        if len(mark.points) == 2:
            outline = _capsule(self._at(mark.points[0]), self._at(mark.points[1]), edge * 0.12)
        elif len(mark.points) > 2:
            outline = [self._at(point) for point in mark.points]
        else:
            outline = _capsule(self._at(mark.points[0]), self._at(mark.points[0]), edge * 0.24)
        for colour, wide in ((PALE, 2 * width), (COLOURS["doubt"], width)):
            self._draw.line([*outline, outline[0], outline[1]], fill=colour, width=round(wide), joint="curve")

    def _at(self, point: Pixel) -> Pixel:
        return ((point[0] - self._origin[0]) * self._scale, (point[1] - self._origin[1]) * self._scale)

    def _line(self, points: Sequence[Pixel], colour: str, width: float, dashed: float | None = None) -> None:
        placed = [self._at(point) for point in points]
        for piece in [placed] if dashed is None else _dashes(placed[0], placed[1], dashed):
            self._draw.line(piece, fill=colour, width=max(1, round(width)), joint="curve")

    def _disc(self, point: Pixel, radius: float, colour: str, letter: str) -> None:
        x, y = self._at(point)
        rim = max(2, round(radius * 0.18))
        self._draw.ellipse(
            (x - radius, y - radius, x + radius, y + radius), fill=colour, outline=DARK, width=rim
        )
        self._letter((x, y), letter, radius)

    def _square(self, point: Pixel, half: float, colour: str, sign: str) -> None:
        x, y = self._at(point)
        self._draw.rectangle(
            (x - half, y - half, x + half, y + half),
            fill=colour,
            outline=DARK,
            width=max(2, round(half * 0.18)),
        )
        arm, wide = half * 0.55, max(2, round(half * 0.3))
        for dx, dy in ((1, 0), (0, 1)) if sign == "+" else ((0.8, 0.8), (0.8, -0.8)):
            ends = [(x - arm * dx, y - arm * dy), (x + arm * dx, y + arm * dy)]
            self._draw.line(ends, fill=DARK, width=wide)

    def _diamond(self, point: Pixel, half: float) -> None:
        x, y = self._at(point)
        corners = [(x, y - half), (x + half, y), (x, y + half), (x - half, y)]
        self._draw.polygon(corners, fill=COLOURS["doubt"])
        self._draw.line([*corners, corners[0], corners[1]], fill=PALE, width=max(2, round(half * 0.16)))
        self._letter((x, y), "?", half * 1.1, PALE)

    def _letter(self, at: Pixel, letter: str, size: float, colour: str = DARK) -> None:
        from PIL import ImageFont

        if letter:
            self._draw.text(at, letter, fill=colour, font=ImageFont.load_default(max(6.0, size)), anchor="mm")


def _capsule(start: Pixel, end: Pixel, radius: float) -> list[Pixel]:
    """The outline at a distance around a line; a ring around a point."""
    (x0, y0), (x1, y1) = start, end
    along = atan2(y1 - y0, x1 - x0)
    half = 16
    around = [along + pi / 2 + pi * i / half for i in range(half + 1)]
    return [
        *((x0 + radius * cos(a), y0 + radius * sin(a)) for a in around),
        *((x1 - radius * cos(a), y1 - radius * sin(a)) for a in around),
    ]


def _dashes(start: Pixel, end: Pixel, length: float) -> list[list[Pixel]]:
    (x0, y0), (x1, y1) = start, end
    whole = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    count = max(2, round(whole / (2 * length)))

    def at(t: float) -> Pixel:
        return (x0 + t * (x1 - x0), y0 + t * (y1 - y0))

    return [[at(i / count), at((i + 0.55) / count)] for i in range(count)]
