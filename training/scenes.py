"""A whole photo: a tree on a table among clutter, with the truth of what lies where. The fast compositor."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from scoring.lattice import STEP
from training.camera import Camera, aim, expose
from training.fruit import draw_fruit
from training.hands import Poses, lay_fruit, lay_strip, lay_tiles, turned
from training.layouts import Cell, Layout, grow
from training.looks import KINDS, Look, draw_look
from training.noise import Field, Image, blend, hsv
from training.strips import draw_strip
from training.surfaces import TABLES, draw_sheet, draw_table
from training.tiles import draw_tile
from training.tokens import FRUITS, Sprite

ART_SIDE = 144
"""Pixels along a tile's printed face."""
TABLE_SIDE = 900
Points = npt.NDArray[np.float64]
UNIT = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])


@dataclass(frozen=True)
class Truth:
    """What is in a photo. All outlines are (4, 2) arrays of photo pixels, clockwise from the NW corner."""

    layout: Layout
    look: Look
    table: str
    tiles: dict[Cell, Points]
    loose: list[tuple[Points, float]]
    fruit: list[tuple[str, Points, bool]]
    strips: list[tuple[str, Points, bool]]


@dataclass(eq=False)
class Stage:
    """The picture while it is being laid out."""

    rng: np.random.Generator
    camera: Camera
    look: Look
    picture: Image
    shade: npt.NDArray[np.float64]
    loose: list[Points] = field(default_factory=list)


def compose(
    rng: np.random.Generator, group: str = "train", width: int = 1280, height: int = 960, exposures: int = 1
) -> tuple[list[npt.NDArray[np.uint8]], Truth]:
    """Photos of one random scene under different lights, uint8 RGB (height, width, 3), and their truth."""
    look = draw_look(rng, group)
    layout = grow(rng, TOKENS_WANTED)
    cells = np.array(list(layout.kinds))
    low, high = cells.min(0) - 0.65, cells.max(0) + 0.65
    camera = aim(rng, low.astype(np.float64), high.astype(np.float64), width, height)
    table = str(rng.choice(TABLES))
    picture = _table(rng, table, camera, low, high)
    stage = Stage(rng, camera, look, picture, rng.normal(0, 1, 2) * float(rng.uniform(0.1, 1.0)))
    # Spare things keep the distance from the tree at which a person would not take them for part of it.
    taken = [_box(low - 0.35, high + 0.35)]
    for _ in range(int(rng.integers(0, 4))):
        _lay_sheet(stage, taken)
    loose = _lay_pile(stage, layout.mulched, taken)
    poses = _lay_tiles(stage, layout)
    fruit, strips = _lay_tokens(stage, layout, poses)
    fruit += _lay_spare_fruit(stage, taken)
    strips += _lay_spare_strips(stage, taken)
    for _ in range(int(rng.integers(0, 3))):
        _lay_round(stage, taken)
    exposed = [expose(rng, stage.picture) for _ in range(exposures)]
    truth = Truth(
        layout,
        look,
        table,
        {
            cell: camera.project(UNIT_ABOUT @ turn.T + centre, THICKNESS)
            for cell, (centre, turn) in poses.items()
        },
        loose,
        fruit,
        strips,
    )
    return exposed, truth


UNIT_ABOUT = UNIT - 0.5
THICKNESS = 0.035
TOKENS_WANTED = (0, 2, 5, 8, 12)
"""More than players use: the look net learns tokens from few pictures otherwise."""


def _box(low: Points, high: Points) -> tuple[Points, Points]:
    return np.asarray(low, np.float64), np.asarray(high, np.float64)


def _table(rng: np.random.Generator, kind: str, camera: Camera, low: Points, high: Points) -> Image:
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


# --- laying things down -------------------------------------------------------------------------------------


def _lay(
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
    edge = stage.look.edge_colour if sprite.height < 0.06 else sprite.picture.mean((0, 1)) * 0.65
    blend(window, edge_mask, np.asarray(edge, np.float32) * 0.8)
    matrix = seen(top, np.zeros(2))
    picture = cv2.warpPerspective(
        sprite.picture, matrix, size_px, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    mask: Field = cv2.warpPerspective(sprite.mask, matrix, size_px)
    blend(window, mask, picture)
    return face


def _tile_sprite(stage: Stage, kind: str, branches: frozenset[str]) -> Sprite:
    art = draw_tile(stage.rng, stage.look, kind, branches, ART_SIDE)
    mask = np.zeros((ART_SIDE, ART_SIDE), np.uint8)
    radius = round(stage.look.corner_radius * ART_SIDE)
    cv2.rectangle(mask, (radius, 0), (ART_SIDE - 1 - radius, ART_SIDE - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (ART_SIDE - 1, ART_SIDE - 1 - radius), 255, -1)
    if radius:
        for x in (radius, ART_SIDE - 1 - radius):
            for y in (radius, ART_SIDE - 1 - radius):
                cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return Sprite(art, mask.astype(np.float32) / 255, THICKNESS)


def _lay_tiles(stage: Stage, layout: Layout) -> Poses:
    rng = stage.rng
    gap = float(rng.uniform(0, 0.04))
    mess = float(rng.uniform(0, 0.018))
    poses = lay_tiles(rng, layout, gap, mess)
    for cell in sorted(layout.kinds, key=lambda _: float(rng.random())):
        centre, turn = poses[cell]
        sprite = _tile_sprite(stage, layout.kinds[cell], layout.branches[cell])
        _lay(stage, sprite, centre, turn, np.ones(2))
    return poses


def _lay_tokens(
    stage: Stage, layout: Layout, poses: Poses
) -> tuple[list[tuple[str, Points, bool]], list[tuple[str, Points, bool]]]:
    rng, look = stage.rng, stage.look
    strips = []
    for (cell, direction), token in layout.tokens.items():
        at, turn = lay_strip(rng, look, poses[cell], direction)
        strips.append((token, _lay_strip(stage, token, layout.kinds[cell], at, turn), True))
    fruit = []
    for point, kind in layout.fruit.items():
        at = lay_fruit(rng, point, poses)
        fruit.append((kind, _lay_fruit(stage, kind, at, THICKNESS), True))
    return fruit, strips


def _lay_strip(stage: Stage, token: str, kind: str, at: Points, turn: Points) -> Points:
    look = stage.look
    long, wide = round(look.strip_length * ART_SIDE), round(look.strip_width * ART_SIDE)
    sprite = draw_strip(stage.rng, look, token, kind, long, wide)
    return _lay(stage, sprite, at, turn, np.array([look.strip_length, look.strip_width]), THICKNESS)


def _lay_fruit(stage: Stage, kind: str, at: Points, base: float) -> Points:
    look = stage.look
    sprite = draw_fruit(stage.rng, look, kind, round(look.fruit_radius * 2 * ART_SIDE) + 8)
    turn = turned(float(stage.rng.uniform(0, 2 * np.pi)))
    return _lay(stage, sprite, at, turn, np.full(2, look.fruit_radius * 2), base)


# --- beside the layout --------------------------------------------------------------------------------------


def _free_spot(stage: Stage, taken: list[tuple[Points, Points]], size: float) -> Points | None:
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


def _lay_pile(stage: Stage, count: int, taken: list[tuple[Points, Points]]) -> list[tuple[Points, float]]:
    """Mulched tiles in a loose pile: -> each one's outline and how much of it can be seen, 0 to 1."""
    rng = stage.rng
    extra = int(rng.random() < 0.15)
    if count + extra == 0:
        return []
    at = _free_spot(stage, taken, 2.2)
    if at is None:
        return []
    stacked = rng.random() < 0.6
    outlines = []
    for k in range(count + extra):
        spot = at + rng.normal(0, 0.22 if stacked else 0.5, 2)
        kind = str(rng.choice(KINDS[1:]))
        branches = frozenset(rng.choice(list(STEP), int(rng.integers(2, 6)), replace=False).tolist())
        turn = turned(float(rng.uniform(0, 2 * np.pi)))
        outlines.append(
            _lay(stage, _tile_sprite(stage, kind, branches), spot, turn, np.ones(2), k * THICKNESS)
        )
    return [(outline, _visible(outlines, k, stage.camera)) for k, outline in enumerate(outlines)]


def _visible(outlines: list[Points], index: int, camera: Camera) -> float:
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


def _lay_spare_fruit(stage: Stage, taken: list[tuple[Points, Points]]) -> list[tuple[str, Points, bool]]:
    rng = stage.rng
    found = []
    for _ in range(int(rng.choice([0, 1, 2]))):
        at = _free_spot(stage, taken, 1.2)
        if at is None:
            continue
        for _ in range(int(rng.integers(1, 8))):
            kind = str(rng.choice(FRUITS))
            found.append((kind, _lay_fruit(stage, kind, at + rng.normal(0, 0.3, 2), 0.0), False))
    return found


def _lay_spare_strips(stage: Stage, taken: list[tuple[Points, Points]]) -> list[tuple[str, Points, bool]]:
    rng = stage.rng
    if rng.random() < 0.75:
        return []
    at = _free_spot(stage, taken, 1.2)
    if at is None:
        return []
    found = []
    for _ in range(int(rng.integers(1, 6))):
        token = str(rng.choice(["graft", "prune"]))
        turn = turned(float(rng.uniform(0, 2 * np.pi)))
        found.append((token, _lay_strip(stage, token, "summer", at + rng.normal(0, 0.3, 2), turn), False))
    return found


def _lay_sheet(stage: Stage, taken: list[tuple[Points, Points]]) -> None:
    rng = stage.rng
    size = rng.uniform(0.7, 3.2) * np.array([1.0, float(rng.uniform(1.25, 2.2))])
    at = _free_spot(stage, taken, float(size.max()))
    if at is None:
        return
    long = 260
    sheet = draw_sheet(rng, long, round(long * size[0] / size[1]))
    sprite = Sprite(sheet, np.ones(sheet.shape[:2], np.float32), 0.005)
    _lay(stage, sprite, at, turned(float(rng.uniform(0, 2 * np.pi))), size)


def _lay_round(stage: Stage, taken: list[tuple[Points, Points]]) -> None:
    """A mug, a bowl or a coaster."""
    rng = stage.rng
    size = float(rng.uniform(1.0, 2.2))
    at = _free_spot(stage, taken, size)
    if at is None:
        return
    side = 160
    picture = np.empty((side, side, 3), np.float32)
    picture[:] = hsv(float(rng.random()), float(rng.uniform(0, 0.8)), float(rng.uniform(0.1, 1)))
    mask = np.zeros((side, side), np.uint8)
    middle = (side // 2, side // 2)
    if rng.random() < 0.6:
        cv2.circle(mask, middle, round(side * 0.4), 255, -1, cv2.LINE_AA)
        inside = hsv(float(rng.random()), float(rng.uniform(0, 0.8)), float(rng.uniform(0.05, 0.9)))
        blend(picture, mask.astype(np.float32) / 255, inside)
    mask[:] = 0
    cv2.circle(mask, middle, side // 2 - 1, 255, -1, cv2.LINE_AA)
    sprite = Sprite(picture, mask.astype(np.float32) / 255, float(rng.choice([0.04, rng.uniform(0.3, 1.2)])))
    _lay(stage, sprite, at, np.eye(2), np.full(2, size))
