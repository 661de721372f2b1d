"""Silhouettes of nearly five thousand things, from a font of icons: shapes with a meaning that nobody here drew.

The font is that of Material Design Icons, as the package `fonticon-materialdesignicons7` brings it.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from fonticon_mdi7 import MDI7
from PIL import Image, ImageDraw, ImageFont

from training.strokes import Mask

SIDE = 96
"""Pixels of a silhouette as it is kept."""
HELD_OUT = frozenset((
    "barrel", "barrow", "basket", "bee", "boot", "bow", "bucket", "bug", "campfire", "can", "candy", "cut",
    "dice", "fire", "fish", "flower", "fountain", "glove", "heart", "hexagon", "label", "ladybug", "leaf",
    "mushroom", "needle", "newspaper", "pine", "rake", "ribbon", "scissors", "shield", "shoe", "shovel",
    "snail", "snowflake", "spade", "spider", "sprout", "star", "stitch", "tools", "watering", "weather",
    "web",
))  # fmt: skip
"""Words of icons that are like what held-out looks have on their tokens."""
LINES = frozenset(
    ["branch", "horizontal", "line", "minus", "pipe", "ray", "timeline", "tree", "vector", "vertical"]
)
"""Words of icons that can be taken for a branch."""


@cache
def names() -> tuple[str, ...]:
    """The icons to draw from, one of each that is there filled and as an outline too."""
    return tuple(
        name
        for name in vars(MDI7)
        if not name.startswith("__") and not (HELD_OUT | LINES | {"outline"}) & set(name.split("_"))
    )


@cache
def _font() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(MDI7.__font_file__, SIDE)


@cache
def silhouette(name: str) -> Mask:
    """An icon, uint8 (H, W), up to about `SIDE` a side, without room around it."""
    picture = Image.new("L", (2 * SIDE, 2 * SIDE))
    ImageDraw.Draw(picture).text(
        (SIDE // 2, SIDE // 2), getattr(MDI7, name).split(".")[1], fill=255, font=_font()
    )
    drawn = np.asarray(picture)
    left, top, right, bottom = picture.getbbox() or (0, 0, 1, 1)
    return drawn[top:bottom, left:right]


def any_silhouette(rng: np.random.Generator) -> Mask:
    """One of them, as it is or mirrored."""
    drawn = silhouette(names()[int(rng.integers(len(names())))])
    return drawn[:, ::-1] if rng.random() < 0.5 else drawn


def stamp(mask: Mask, drawn: Mask, at: tuple[float, float], size: tuple[float, float], angle: float) -> None:
    """Lay a silhouette into a mask, its middle at a place, so many pixels long and high, turned by degrees."""
    # Halved until it is hardly larger than it will be: fine lines would break otherwise.
    while min(drawn.shape[1] / size[0], drawn.shape[0] / size[1]) > 2 and min(drawn.shape) > 3:
        drawn = np.asarray(cv2.resize(drawn, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    high, long = drawn.shape
    cos, sin = np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))
    turn = np.array([[cos, -sin], [sin, cos]]) @ np.diag([size[0] / long, size[1] / high])
    move = np.column_stack([turn, np.array(at) - turn @ [(long - 1) / 2, (high - 1) / 2]])
    laid = cv2.warpAffine(np.ascontiguousarray(drawn), move, mask.shape[::-1])
    np.maximum(mask, laid, out=mask)


def stamp_whole(mask: Mask, drawn: Mask, at: tuple[float, float], side: float) -> None:
    """Lay a silhouette into a mask as it is, its middle at a place, its longer side so many pixels."""
    high, long = (side * each / max(drawn.shape) for each in drawn.shape)
    stamp(mask, drawn, at, (long, high), 0.0)
