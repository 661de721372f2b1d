"""A table top with flat things and clutter on it, each with its edge and its shadow: what every game's photos share."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from training.camera import Camera
from training.noise import Colour, Field, Image, blend, hsv
from training.strokes import turned
from training.surfaces import draw_sheet, draw_table
from training.tokens import Sprite

TABLE_SIDE = 900
Points = npt.NDArray[np.float64]
UNIT = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
UNIT_ABOUT = UNIT - 0.5


@dataclass(eq=False)
class Stage:
    """The picture while it is being laid out. `shade`: where shadows fall, table units a unit of height."""

    rng: np.random.Generator
    camera: Camera
    picture: Image
    shade: Points
    edge_colour: Colour


def box(low: Points, high: Points) -> tuple[Points, Points]:
    return np.asarray(low, np.float64), np.asarray(high, np.float64)


def lay_table(rng: np.random.Generator, kind: str, camera: Camera, low: Points, high: Points) -> Image:
    """The table top, warped; its picture repeats mirrored beyond its edge."""
    top = draw_table(rng, kind, TABLE_SIDE)
    span = float((high - low).max()) * float(rng.uniform(1.5, 4.0))
    turn = turned(float(rng.uniform(0, 2 * np.pi))) * (span / TABLE_SIDE)
    middle = (low + high) / 2
    to_plane = np.eye(3)
    to_plane[:2, :2] = turn
    to_plane[:2, 2] = middle - turn @ np.array([TABLE_SIDE / 2, TABLE_SIDE / 2])
    matrix = camera.plane() @ to_plane
    picture: Image = cv2.warpPerspective(
        top, matrix, (camera.width, camera.height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    if rng.random() < 0.15:  # the table's edge, and the floor behind it
        _floor(rng, picture)
    return picture


def _floor(rng: np.random.Generator, picture: Image) -> None:
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    depth = float(rng.uniform(0.02, 0.1))
    corners = {
        0: [[0, 0], [width, 0], [width, depth * height], [0, 2 * depth * height]],
        1: [[0, 0], [depth * width, 0], [2 * depth * width, height], [0, height]],
    }[int(rng.integers(2))]
    cv2.fillPoly(mask, [np.array(corners, np.int32)], 255, cv2.LINE_AA)
    blend(
        picture, mask.astype(np.float32) / 255, hsv(float(rng.random()), 0.3, float(rng.uniform(0.05, 0.5)))
    )


def lay(
    stage: Stage, sprite: Sprite, centre: Points, turn: Points, size: Points, base: float = 0.0
) -> Points:
    """Put a flat thing on the table with its edge and its shadow; -> its outline in the photo."""
    outline = (UNIT_ABOUT * size) @ turn.T + centre
    top = base + sprite.height
    face = stage.camera.project((UNIT_ABOUT * size * sprite.top) @ turn.T + centre, top)
    foot = stage.camera.project(outline, base)
    reach = sprite.height * 1.5
    around = np.vstack([face, foot, stage.camera.project(outline + stage.shade * reach, base)])
    soft = max(1.0, float(np.hypot(*(face[1] - face[0]))) * 0.03)
    x0, y0 = np.maximum(np.floor(around.min(0) - 3 * soft).astype(int), 0)
    x1, y1 = np.minimum(
        np.ceil(around.max(0) + 3 * soft).astype(int) + 1, (stage.camera.width, stage.camera.height)
    )
    if x1 <= x0 or y1 <= y0:
        return face
    window = stage.picture[y0:y1, x0:x1]
    size_px = (int(x1 - x0), int(y1 - y0))
    offset = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]])
    high, wide = sprite.mask.shape
    to_unit = np.array([[size[0] / wide, 0, -size[0] / 2], [0, size[1] / high, -size[1] / 2], [0, 0, 1.0]])
    place = np.eye(3)
    place[:2, :2], place[:2, 2] = turn, centre

    def seen(z: float, shift: Points) -> Points:
        moved = place.copy()
        moved[:2, :2] *= 1 + (sprite.top - 1) * (z - base) / sprite.height
        moved[:2, 2] += shift
        return offset @ stage.camera.plane(z) @ moved @ to_unit

    shadow = cv2.warpPerspective(sprite.mask, seen(base, stage.shade * reach), size_px)
    shadow = cv2.GaussianBlur(shadow, (0, 0), soft)
    window *= 1 - shadow[..., None] * 0.55
    edge_mask = np.zeros((size_px[1], size_px[0]), np.float32)
    for step in np.linspace(0, 0.9, 3 + round(sprite.height * 20)):
        edge_mask = np.maximum(
            edge_mask,
            cv2.warpPerspective(sprite.mask, seen(base + sprite.height * step, np.zeros(2)), size_px),
        )
    edge = stage.edge_colour if sprite.height < 0.06 else sprite.picture.mean((0, 1)) * 0.65
    blend(window, edge_mask, np.asarray(edge, np.float32) * 0.8)
    matrix = seen(top, np.zeros(2))
    picture = cv2.warpPerspective(
        sprite.picture, matrix, size_px, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    mask: Field = cv2.warpPerspective(sprite.mask, matrix, size_px)
    blend(window, mask, picture)
    return face


# --- beside the layout --------------------------------------------------------------------------------------


def free_spot(stage: Stage, taken: list[tuple[Points, Points]], size: float) -> Points | None:
    """A place on the table, in view, that no box covers; its box is then taken."""
    inverse = np.linalg.inv(stage.camera.plane())
    for _ in range(12):
        pixel = np.append(stage.rng.uniform(0.0, 1.0, 2) * (stage.camera.width, stage.camera.height), 1.0)
        seen = inverse @ pixel
        at: Points = seen[:2] / seen[2]
        low, high = at - size / 2, at + size / 2
        if all((low > b).any() or (high < a).any() for a, b in taken):
            taken.append((low, high))
            return at
    return None


def visible(outlines: list[Points], index: int, camera: Camera) -> float:
    """The share of an outline that no later one covers and that lies within the photo."""
    low = np.min(outlines[index], 0)
    span = np.ptp(outlines[index], 0)
    scale = 60 / max(float(span.max()), 1e-6)
    own = np.zeros((64, 64), np.uint8)

    def drawn(outline: Points, value: int) -> None:
        cv2.fillPoly(own, [np.round((outline - low) * scale).astype(np.int32)], value)

    drawn(outlines[index], 1)
    area = int(own.sum())
    for later in outlines[index + 1 :]:
        drawn(later, 0)
    ys, xs = np.nonzero(own)
    px, py = xs / scale + low[0], ys / scale + low[1]
    inside = (px >= 0) & (py >= 0) & (px < camera.width) & (py < camera.height)
    return float(inside.sum()) / max(area, 1)


def lay_sheet(stage: Stage, taken: list[tuple[Points, Points]]) -> None:
    rng = stage.rng
    size = rng.uniform(0.7, 3.2) * np.array([1.0, float(rng.uniform(1.25, 2.2))])
    at = free_spot(stage, taken, float(size.max()))
    if at is None:
        return
    long = 260
    sheet = draw_sheet(rng, long, round(long * size[0] / size[1]))
    sprite = Sprite(sheet, np.ones(sheet.shape[:2], np.float32), 0.005)
    lay(stage, sprite, at, turned(float(rng.uniform(0, 2 * np.pi))), size)


def lay_round(stage: Stage, taken: list[tuple[Points, Points]]) -> None:
    """A mug, a bowl or a coaster."""
    rng = stage.rng
    size = float(rng.uniform(1.0, 2.2))
    at = free_spot(stage, taken, size)
    if at is None:
        return
    side = 160
    colour = hsv(float(rng.random()), float(rng.uniform(0, 0.8)), float(rng.uniform(0.1, 1)))
    picture = np.full((side, side, 3), colour, np.float32)
    mask = np.zeros((side, side), np.uint8)
    middle = (side // 2, side // 2)
    if rng.random() < 0.6:
        cv2.circle(mask, middle, round(side * 0.4), 255, -1, cv2.LINE_AA)
        inside = hsv(float(rng.random()), float(rng.uniform(0, 0.8)), float(rng.uniform(0.05, 0.9)))
        blend(picture, mask.astype(np.float32) / 255, inside)
    mask[:] = 0
    cv2.circle(mask, middle, side // 2 - 1, 255, -1, cv2.LINE_AA)
    sprite = Sprite(picture, mask.astype(np.float32) / 255, float(rng.choice([0.04, rng.uniform(0.3, 1.2)])))
    lay(stage, sprite, at, np.eye(2), np.full(2, size))
