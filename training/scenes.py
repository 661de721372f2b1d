"""A whole photo: a tree on a table among clutter, with the truth of what lies where. The fast compositor."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import numpy.typing as npt

from scoring.lattice import STEP
from training.camera import Camera, aim, expose
from training.fruit import draw_fruit
from training.hands import Poses, lay_fruit, lay_strip, lay_tiles
from training.layouts import Cell, Layout, crowded, grow
from training.looks import KINDS, Look, collaged, draw_look, with_strips_of
from training.noise import jittered
from training.stage import UNIT_ABOUT, Stage, box, free_spot, lay, lay_round, lay_sheet, lay_table, visible
from training.strays import Solid, draw_solids, fruit_cube, strew
from training.strips import draw_strip
from training.strokes import turned
from training.surfaces import TABLES
from training.tiles import draw_tile
from training.tokens import FRUITS, Sprite

ART_SIDE = 144
"""Pixels along a tile's printed face."""
Points = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Truth:
    """What is in a photo. All outlines are (4, 2) arrays of photo pixels, clockwise from the NW corner."""

    layout: Layout
    look: Look
    camera: Camera
    table: str
    tiles: dict[Cell, Points]
    loose: list[tuple[Points, float]]
    fruit: list[tuple[str, Points, bool]]
    strips: list[tuple[str, Points, bool]]


@dataclass(eq=False)
class TreeStage(Stage):
    """The stage of one printing, or of many: each thing on it is drawn in one of `looks`."""

    looks: tuple[Look, ...]
    solids: list[Solid] = field(default_factory=list)
    """Blocks yet to be drawn, over all that is flat."""

    @property
    def mixed(self) -> bool:
        return len(self.looks) > 1

    def any_look(self) -> Look:
        """The look that the next thing is drawn in."""
        return self.looks[int(self.rng.integers(len(self.looks))) if self.mixed else 0]

    def as_nobody_would(self, share: float) -> bool:
        """Whether the next thing is drawn as nobody would, on a mixed stage."""
        return self.mixed and self.rng.random() < share


def compose(
    rng: np.random.Generator,
    group: str = "train",
    width: int = 1280,
    height: int = 960,
    exposures: int = 1,
    mixed: bool = False,
    sloppy: float = 0.0,
    strays: float = 0.0,
) -> tuple[list[npt.NDArray[np.uint8]], Truth]:
    """Photos of one random scene under different lights, uint8 RGB (height, width, 3), and their truth.

    mixed: with tiles, tokens and fruit of many printings, and as many as there is room for, as no table has them: nets
    learn more ways of drawing from as many scenes. sloppy: how far tokens lie off their places, in tile sides.
    strays: how many things a tile, no part of the game, fall on the tree (`strew`).
    """
    look = draw_look(rng, group)
    others = [draw_look(rng, group) for _ in range(MIXED - 1)] if mixed else []
    layout = grow(rng, TOKENS_WANTED)
    if mixed:
        look, *others = (replace(each, art="branches") for each in (look, *others))
        layout = crowded(rng, layout)
    cells = np.array(list(layout.kinds))
    low, high = cells.min(0) - 0.65, cells.max(0) + 0.65
    camera = aim(rng, low.astype(np.float64), high.astype(np.float64), width, height)
    table = str(rng.choice(TABLES))
    picture = lay_table(rng, table, camera, low, high)
    shade = rng.normal(0, 1, 2) * float(rng.uniform(0.1, 1.0))
    stage = TreeStage(rng, camera, picture, shade, look.edge_colour, (look, *others))
    # Spare things keep the distance from the tree at which a person would not take them for part of it.
    taken = [box(low - 0.35, high + 0.35)]
    for _ in range(int(rng.integers(0, 4))):
        lay_sheet(stage, taken)
    loose = _lay_pile(stage, layout.mulched, taken)
    poses, looks = _lay_tiles(stage, layout)
    fruit, strips = _lay_tokens(stage, layout, poses, looks, sloppy)
    stage.solids += strew(stage, layout, poses, strays, THICKNESS)
    fruit += _lay_spare_fruit(stage, taken)
    strips += _lay_spare_strips(stage, taken)
    for _ in range(int(rng.integers(0, 3))):
        lay_round(stage, taken)
    draw_solids(stage, stage.solids)
    exposed = [expose(rng, stage.picture) for _ in range(exposures)]
    truth = Truth(
        layout,
        look,
        camera,
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


THICKNESS = 0.035
MIXED = 16
"""How many printings the things of a mixed scene are from."""
COLLAGED = 0.5
COLLAGED_FRUIT = 0.35
CUBES = 0.12
UNDRAWN = 0.4
MEETING_SHARE = 0.15
"""Shares of a mixed scene's tokens, fruit (collages, cubes), tiles' branches and grounds drawn as nobody would."""
MEETING = ("petals", "swirls", "dandelions")
"""Grounds whose lines meet in a tile's middle, as branches do."""
TOKENS_WANTED = (0, 2, 5, 8, 12)
"""More than players use: the look net learns tokens from few pictures otherwise."""


# --- laying things down -------------------------------------------------------------------------------------


def _tile_sprite(stage: TreeStage, look: Look, kind: str, branches: frozenset[str]) -> Sprite:
    art = draw_tile(stage.rng, look, kind, branches, ART_SIDE)
    mask = np.zeros((ART_SIDE, ART_SIDE), np.uint8)
    radius = round(look.corner_radius * ART_SIDE)
    cv2.rectangle(mask, (radius, 0), (ART_SIDE - 1 - radius, ART_SIDE - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (ART_SIDE - 1, ART_SIDE - 1 - radius), 255, -1)
    if radius:
        for x in (radius, ART_SIDE - 1 - radius):
            for y in (radius, ART_SIDE - 1 - radius):
                cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return Sprite(art, mask.astype(np.float32) / 255, THICKNESS)


def _lay_tiles(stage: TreeStage, layout: Layout) -> tuple[Poses, dict[Cell, Look]]:
    """-> where the tiles lie, and the look that each is drawn in."""
    rng = stage.rng
    gap = float(rng.uniform(0, 0.04))
    mess = float(rng.uniform(0, 0.018))
    poses = lay_tiles(rng, layout, gap, mess)
    looks = {}
    for cell in sorted(layout.kinds, key=lambda _: float(rng.random())):
        centre, turn = poses[cell]
        look = stage.any_look()
        if stage.as_nobody_would(UNDRAWN):
            look = replace(look, branch=str(rng.choice(["stamped", "woven", "strands"], p=[0.35, 0.45, 0.2])))
        if stage.as_nobody_would(MEETING_SHARE):
            look = replace(look, background=str(rng.choice(MEETING)))
        looks[cell] = look
        sprite = _tile_sprite(stage, look, layout.kinds[cell], layout.branches[cell])
        lay(stage, sprite, centre, turn, np.ones(2))
    return poses, looks


def _lay_tokens(
    stage: TreeStage, layout: Layout, poses: Poses, looks: dict[Cell, Look], sloppy: float
) -> tuple[list[tuple[str, Points, bool]], list[tuple[str, Points, bool]]]:
    rng = stage.rng
    strips = []
    for (cell, direction), token in layout.tokens.items():
        look = _strip_look(stage, looks[cell])
        at, turn = lay_strip(rng, look, poses[cell], direction, sloppy)
        strips.append((token, _lay_strip(stage, look, token, layout.kinds[cell], at, turn), True))
    fruit = []
    for point, kind in layout.fruit.items():
        at = lay_fruit(rng, point, poses)
        fruit.append((kind, _lay_fruit(stage, kind, at, THICKNESS), True))
    return fruit, strips


def _strip_look(stage: TreeStage, of_tile: Look) -> Look:
    """The look that a token on a tile is drawn in."""
    look = with_strips_of(of_tile, stage.any_look())
    return collaged(stage.rng, look) if stage.as_nobody_would(COLLAGED) else look


def _lay_strip(stage: TreeStage, look: Look, token: str, kind: str, at: Points, turn: Points) -> Points:
    long, wide = round(look.strip_length * ART_SIDE), round(look.strip_width * ART_SIDE)
    sprite = draw_strip(stage.rng, look, token, kind, long, wide)
    return lay(stage, sprite, at, turn, np.array([look.strip_length, look.strip_width]), THICKNESS)


def _lay_fruit(stage: TreeStage, kind: str, at: Points, base: float) -> Points:
    look = stage.any_look()
    if stage.as_nobody_would(COLLAGED_FRUIT):
        look = replace(look, fruit="collage")
    if look.fruit == "cube" or stage.as_nobody_would(CUBES):
        return _stand_cube(stage, look, kind, at, base)
    sprite = draw_fruit(stage.rng, look, kind, round(look.fruit_radius * 2 * ART_SIDE) + 8)
    turn = turned(float(stage.rng.uniform(0, 2 * np.pi)))
    return lay(stage, sprite, at, turn, np.full(2, look.fruit_radius * 2), base)


def _stand_cube(stage: TreeStage, look: Look, kind: str, at: Points, base: float) -> Points:
    """As `_lay_fruit`, for a cube."""
    cube = fruit_cube(
        stage.rng, look.fruit_radius, jittered(stage.rng, look.fruit_colours[kind], 6), at, base
    )
    stage.solids.append(cube)
    turn = turned(cube.block.angle)
    return stage.camera.project(UNIT_ABOUT * look.fruit_radius * 2 @ turn.T + at, cube.block.top)


# --- beside the layout --------------------------------------------------------------------------------------


def _lay_pile(stage: TreeStage, count: int, taken: list[tuple[Points, Points]]) -> list[tuple[Points, float]]:
    """Mulched tiles in a loose pile: -> each one's outline and how much of it can be seen, 0 to 1."""
    rng = stage.rng
    extra = int(rng.random() < 0.15)
    if count + extra == 0:
        return []
    at = free_spot(stage, taken, 2.2)
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
            lay(
                stage,
                _tile_sprite(stage, stage.any_look(), kind, branches),
                spot,
                turn,
                np.ones(2),
                k * THICKNESS,
            )
        )
    return [(outline, visible(outlines, k, stage.camera)) for k, outline in enumerate(outlines)]


def _lay_spare_fruit(stage: TreeStage, taken: list[tuple[Points, Points]]) -> list[tuple[str, Points, bool]]:
    rng = stage.rng
    found = []
    for _ in range(int(rng.choice([0, 1, 2]))):
        at = free_spot(stage, taken, 1.2)
        if at is None:
            continue
        for _ in range(int(rng.integers(1, 8))):
            kind = str(rng.choice(FRUITS))
            found.append((kind, _lay_fruit(stage, kind, at + rng.normal(0, 0.3, 2), 0.0), False))
    return found


def _lay_spare_strips(stage: TreeStage, taken: list[tuple[Points, Points]]) -> list[tuple[str, Points, bool]]:
    rng = stage.rng
    if rng.random() < 0.75:
        return []
    at = free_spot(stage, taken, 1.2)
    if at is None:
        return []
    found = []
    for _ in range(int(rng.integers(1, 6))):
        token = str(rng.choice(["graft", "prune"]))
        turn = turned(float(rng.uniform(0, 2 * np.pi)))
        found.append(
            (
                token,
                _lay_strip(stage, stage.any_look(), token, "summer", at + rng.normal(0, 0.3, 2), turn),
                False,
            )
        )
    return found
