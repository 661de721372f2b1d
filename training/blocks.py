"""Blocks with rounded edges, seen in true perspective: each pixel's ray is followed to the block's surface."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from training.camera import Camera
from training.strokes import turned

Points = npt.NDArray[np.float64]
Floats = npt.NDArray[np.float32]
STEPS = 9
NEAR = 0.004
"""How near to the surface a ray has to come, in sides of the block."""


@dataclass(frozen=True, eq=False)
class Block:
    """A cube, or a box `tall` sides high, that stands at `centre` on the height `base`, turned by `angle`.

    `rounding` is the radius of edges and corners as a share of the side; `ball` that of a ball which cuts them off, so
    that faces become round.
    """

    centre: Points
    base: float
    side: float
    angle: float
    rounding: float
    tall: float = 1.0
    ball: float = 9.0

    @property
    def top(self) -> float:
        return self.base + self.side * self.tall

    def square(self) -> Points:
        """Its outline from above, (4, 2), clockwise from its own first corner."""
        corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * self.side
        return corners @ turned(self.angle).T + self.centre

    def away(self, camera: Camera) -> float:
        """How far it is from the foot of the phone: what is nearer is drawn later."""
        return float(np.hypot(*(self.centre - camera.eye[:2])))

    def seen(self, camera: Camera) -> tuple[Points, Points]:
        """Its top face and its foot in the photo, (4, 2) each."""
        return camera.project(self.square(), self.top), camera.project(self.square(), self.base)


@dataclass(frozen=True, eq=False)
class Hits:
    """Where the rays of a window of the photo meet a block.

    window: x0, y0, x1, y1; cover: float32 (h, w), how much of each pixel the block fills; fine: bool
    (h * FINE, w * FINE), which rays hit; at (N, 3): the points that they hit, in sides of the block from its
    middle; normal, view (N, 3): unit vectors of the table's frame, out of the surface and towards the camera.
    """

    window: tuple[int, int, int, int]
    fine: npt.NDArray[np.bool_]
    at: Floats
    normal: Floats
    view: Floats


FINE = 2
"""Rays along a pixel's side."""


def cast(camera: Camera, block: Block) -> Hits | None:
    """Follow the rays of all pixels that may show the block; None when it is out of view."""
    hull = np.vstack(block.seen(camera))
    x0, y0 = np.maximum(np.floor(hull.min(0)).astype(int) - 1, 0)
    x1, y1 = np.minimum(np.ceil(hull.max(0)).astype(int) + 2, (camera.width, camera.height))
    if x1 <= x0 or y1 <= y0:
        return None
    inside = np.zeros(((y1 - y0) * FINE, (x1 - x0) * FINE), np.uint8)
    outline = cv2.convexHull(((hull - (x0, y0) + 0.5) * FINE).astype(np.float32))
    cv2.fillConvexPoly(inside, np.round(outline).astype(np.int32), 1)
    rows, cols = np.nonzero(inside)
    pixels = np.column_stack(
        [(cols + 0.5) / FINE - 0.5 + x0, (rows + 0.5) / FINE - 0.5 + y0, np.ones(len(rows))]
    )
    matrix = np.linalg.inv(camera.projection[:, :3])
    rays = pixels @ matrix.T
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    turn = np.eye(3)
    turn[:2, :2] = turned(block.angle)
    middle = np.append(block.centre, (block.base + block.top) / 2)
    origin = ((camera.eye - middle) @ turn / block.side).astype(np.float32)
    local = (rays @ turn).astype(np.float32)
    half = np.array([0.5, 0.5, block.tall / 2], np.float32)
    at, near = _follow(origin, local, half, block)
    hit = near < NEAR
    fine = inside.astype(bool)
    fine[rows, cols] = hit
    if not hit.any():
        return None
    at = at[hit]
    normal = _normal(at, half, block) @ turn.T.astype(np.float32)
    window = (int(x0), int(y0), int(x1), int(y1))
    return Hits(window, fine, at, normal, -rays[hit].astype(np.float32))


def _follow(origin: Floats, rays: Floats, half: Floats, block: Block) -> tuple[Floats, Floats]:
    """Sphere tracing from where each ray enters the box: -> the points reached and how far off they are."""
    with np.errstate(divide="ignore", invalid="ignore"):
        inverse = 1 / np.where(np.abs(rays) < 1e-6, 1e-6, rays)
    entry = np.minimum((-half - origin) * inverse, (half - origin) * inverse)
    along = np.maximum(_greatest(entry), 0)
    reached = origin + along[:, None] * rays
    off = np.full(len(rays), np.inf, np.float32)
    left = np.arange(len(rays))  # those that are not there yet: the rays to edges and corners
    for _ in range(STEPS):
        box, ball = _distances(reached[left], half, block)
        off[left] = np.maximum(box, ball)
        left = left[np.abs(off[left]) >= NEAR / 2]
        reached[left] += off[left, None] * rays[left]
    return reached, np.abs(off)


def _distances(at: Floats, half: Floats, block: Block) -> tuple[Floats, Floats]:
    """How far points are from the rounded box and from the ball that cuts it, in sides; below 0 within."""
    away = np.abs(at) - (half - np.float32(block.rounding))
    box = _length(np.maximum(away, 0)) + np.minimum(_greatest(away), 0) - np.float32(block.rounding)
    return box, _length(at) - np.float32(block.ball)


def _normal(at: Floats, half: Floats, block: Block) -> Floats:
    away = np.maximum(np.abs(at) - (half - max(block.rounding, 1e-3) - 2e-3), 1e-6) * np.sign(at)
    box, ball = _distances(at, half, block)
    away = np.where((ball > box)[:, None], at, away)
    normal: Floats = (away / _length(away)[:, None]).astype(np.float32)
    return normal


def _greatest(rows: Floats) -> Floats:
    """The greatest of each row's three numbers: far quicker than numpy's own reduction of short rows."""
    greatest: Floats = np.maximum(np.maximum(rows[:, 0], rows[:, 1]), rows[:, 2])
    return greatest


def _length(rows: Floats) -> Floats:
    length: Floats = np.sqrt(rows[:, 0] ** 2 + rows[:, 1] ** 2 + rows[:, 2] ** 2)
    return length


def face_of(at: Floats, tall: float) -> tuple[npt.NDArray[np.intp], Floats]:
    """Which face each point is on (top, bottom, then east, south, west, north) and where, (N, 2) from -1 to 1."""
    x, y, z = at[:, 0] * 2, at[:, 1] * 2, at[:, 2] * (2 / tall)
    steep = np.abs(z) >= np.maximum(np.abs(x), np.abs(y)) - 1e-4
    across = np.abs(x) >= np.abs(y)
    face = np.where(
        steep, np.where(z > 0, 0, 1), np.where(across, np.where(x > 0, 2, 4), np.where(y > 0, 3, 5))
    )
    # Seen from outside, upright: y runs down the table, so east's right is -y.
    right = np.select([face == 2, face == 3, face == 4, face == 5], [-y, x, y, -x], x)
    down = np.where(steep, y, -z)
    return face, np.column_stack([right, down]).astype(np.float32)


def blend_hits(picture: Floats, hits: Hits, colours: Floats) -> None:
    """Lay the colours of the rays, (N, 3), over the picture; pixels that are partly covered keep their share."""
    x0, y0, x1, y1 = hits.window
    high, wide = y1 - y0, x1 - x0
    fine = np.zeros((high * FINE, wide * FINE, 4), np.float32)
    fine[hits.fine, :3] = colours
    fine[hits.fine, 3] = 1
    coarse = fine.reshape(high, FINE, wide, FINE, 4).mean((1, 3))
    under = picture[y0:y1, x0:x1]
    under *= 1 - coarse[..., 3:]
    under += coarse[..., :3]


def cast_shadow(picture: Floats, camera: Camera, block: Block, shade: Points, strength: float) -> None:
    """Darken what a block stands on: where it keeps the light away, and close around its foot."""
    square = block.square()
    height = block.side * block.tall
    foot = camera.project(square, block.base)
    fallen = camera.project(np.vstack([square, square + shade * height]), block.base)
    size = float(np.hypot(*(foot[1] - foot[0])))
    for outline, soft, dark in ((fallen, 0.09, strength), (foot, 0.16, 0.35)):
        _darken(picture, outline, max(0.8, soft * size), dark)


def _darken(picture: Floats, outline: Points, soft: float, strength: float) -> None:
    high, wide = picture.shape[:2]
    x0, y0 = np.maximum(np.floor(outline.min(0) - 3 * soft).astype(int), 0)
    x1, y1 = np.minimum(np.ceil(outline.max(0) + 3 * soft).astype(int) + 1, (wide, high))
    if x1 <= x0 or y1 <= y0:
        return
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillConvexPoly(mask, cv2.convexHull(np.round(outline - (x0, y0)).astype(np.int32)), 255)
    shadow = cv2.GaussianBlur(mask.astype(np.float32) / 255, (0, 0), soft)
    picture[y0:y1, x0:x1] *= 1 - strength * shadow[..., None]
