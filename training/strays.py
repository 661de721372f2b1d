"""What stands on a tree and hides some of it: cubes of fruit, and things that are no part of the game.

Nets that never saw a branch behind such a thing take it for a token on the branch.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from scoring.lattice import STEP
from training.blocks import Block, Floats, cast_shadow
from training.collage import any_colour
from training.glyphs import any_silhouette, stamp_whole
from training.hands import Poses
from training.layouts import Layout
from training.materials import MATERIALS, draw_block, draw_light
from training.noise import Colour, Field, Image, blend
from training.stage import Stage, lay
from training.strokes import around, blob, dot, turned
from training.surfaces import draw_sheet
from training.tokens import Sprite, disc, share

Points = npt.NDArray[np.float64]

MOST_STRAYS = 0.5
"""Things a tile that are no part of the game, at most, before those in the way of fruit and tokens are left out."""
CLEAR_OF_RIM = 0.27
CLEAR_OF_TOKENS = 0.26
"""How far, in tile sides, a stray keeps from where fruit lie, for there it would be one, and from tokens, which it
would hide."""
TOKENS_AT = 0.31
"""How far tokens lie from a tile's middle, about."""
PIXELS = 96
"""Along a stray's picture."""
MIDDLE = (PIXELS / 2, PIXELS / 2)
RIM = np.array(list(STEP.values())) / 2
"""Where fruit lie, from a tile's middle, in tile sides."""


@dataclass(frozen=True, eq=False)
class Solid:
    """A block on the tree, and what it is made of; `faces`: six pictures, as `draw_block` takes them, or none."""

    block: Block
    colour: Colour
    material: str
    faces: list[Floats] | None = None


def any_strays(rng: np.random.Generator) -> float:
    """How many strays fall on one table's tiles on average, as `strew` takes it: mostly few."""
    return MOST_STRAYS * float(rng.random()) ** 2


def fruit_cube(rng: np.random.Generator, radius: float, colour: Colour, at: Points, base: float) -> Solid:
    """A fruit token that is a cube, as wide as a disc of that radius."""
    side = radius * float(rng.uniform(1.3, 1.6))
    return Solid(_any_block(rng, at, base, side, float(rng.uniform(0.85, 1.15))), colour, _any_material(rng))


def strew(stage: Stage, layout: Layout, poses: Poses, strays: float, base: float) -> list[Solid]:
    """Let things fall on the tree, about `strays` a tile, and leave those that are not in the way.

    The flat ones are drawn; -> the blocks, yet to be.
    """
    rng = stage.rng
    solids = []
    for cell, (centre, turn) in poses.items():
        for _ in range(int(rng.poisson(strays))):
            spot = rng.uniform(-0.5, 0.5, 2)
            if not _clear(spot, [d for c, d in layout.tokens if c == cell]):
                continue
            at = centre + turn @ spot
            if rng.random() < 0.6:
                solids.append(_any_cube(rng, at, base))
            else:
                _lay_flat(stage, at, base)
    return solids


def draw_solids(stage: Stage, solids: list[Solid]) -> None:
    """All blocks, the farther ones first, after the shadows of all."""
    if not solids:
        return
    rng = stage.rng
    light, dark = draw_light(rng, stage.shade), float(rng.uniform(0.15, 0.6))
    gloss, tight = float(rng.choice([0.0, rng.uniform(0, 0.8)])), float(rng.uniform(8, 120))
    far = sorted(solids, key=lambda solid: -solid.block.away(stage.camera))
    for solid in far:
        cast_shadow(stage.picture, stage.camera, solid.block, stage.shade, dark)
    for solid in far:
        draw_block(
            rng, stage.picture, stage.camera, solid.block, light, solid.material, solid.colour, solid.faces,
            gloss, tight,
        )  # fmt: skip


def _clear(spot: Points, tokens: list[str]) -> bool:
    """Whether a thing at that place of a tile, from its middle, lies off its rim points and its tokens."""
    steps = np.array([STEP[direction] for direction in tokens], np.float64).reshape(-1, 2)
    places = TOKENS_AT * steps / np.linalg.norm(steps, axis=1, keepdims=True)
    away = [np.hypot(*(points - spot).T).min(initial=np.inf) for points in (RIM, places)]
    return bool(away[0] > CLEAR_OF_RIM and away[1] > CLEAR_OF_TOKENS)


# --- blocks ---------------------------------------------------------------------------------------------------


def _any_block(rng: np.random.Generator, at: Points, base: float, side: float, tall: float) -> Block:
    angle, rounding = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.01, 0.14))
    return Block(at, base, side, angle, min(rounding, 0.4 * tall), tall)


def _any_material(rng: np.random.Generator) -> str:
    """Mostly painted wood."""
    return "wooden" if rng.random() < 0.4 else str(rng.choice(list(MATERIALS)))


def _any_cube(rng: np.random.Generator, at: Points, base: float) -> Solid:
    """A cube, a flat or a tall piece of wood, or a die."""
    colour, material = any_colour(rng), _any_material(rng)
    side = float(rng.uniform(0.1, 0.3))
    if rng.random() < 0.3:
        return Solid(_any_block(rng, at, base, side, 1.0), colour, material, _pips(rng))
    tall = float(rng.choice([1.0, 1.0, rng.uniform(0.25, 1.0), rng.uniform(1.0, 1.7)]))
    return Solid(_any_block(rng, at, base, side, tall), colour, material)


def _pips(rng: np.random.Generator) -> list[Floats]:
    """Six faces of a die, (PIXELS, PIXELS, 4) with how much the pips cover last."""
    ink = np.full(3, 20.0 if rng.random() < 0.5 else 240.0, np.float32)
    return [_face(int(count), ink) for count in rng.permutation(6) + 1]


def _face(count: int, ink: Colour) -> Floats:
    mask = np.zeros((PIXELS, PIXELS), np.uint8)
    ring = around(count - count % 2, np.pi / 4) * 0.33 if count > 1 else np.empty((0, 2))
    for spot in [*ring, *([np.zeros(2)] if count % 2 else [])]:
        dot(mask, (spot + 0.5) * PIXELS, PIXELS * 0.09)
    return np.dstack([np.broadcast_to(ink, (PIXELS, PIXELS, 3)), share(mask)]).astype(np.float32)


# --- flat things ----------------------------------------------------------------------------------------------


def _lay_flat(stage: Stage, at: Points, base: float) -> None:
    rng = stage.rng
    sprite, size = FLAT[int(rng.integers(len(FLAT)))](rng)
    lay(stage, sprite, at, turned(float(rng.uniform(0, 2 * np.pi))), size, base)


def _counter(rng: np.random.Generator) -> tuple[Sprite, Points]:
    """A round counter of card or plastic, often with something printed on it."""
    picture = _of_any_colour(rng)
    if rng.random() < 0.7:
        blend(picture, _silhouette(rng, 0.6), any_colour(rng))
    sprite = Sprite(picture, disc(PIXELS, MIDDLE, PIXELS * 0.48), float(rng.uniform(0.02, 0.06)))
    return sprite, np.full(2, float(rng.uniform(0.12, 0.3)))


def _figure(rng: np.random.Generator) -> tuple[Sprite, Points]:
    """A piece of wood cut to the shape of something."""
    picture, height = _of_any_colour(rng), float(rng.uniform(0.05, 0.2))
    return Sprite(picture, _silhouette(rng, 0.95), height), np.full(2, float(rng.uniform(0.15, 0.35)))


def _crumb(rng: np.random.Generator) -> tuple[Sprite, Points]:
    mask = np.zeros((PIXELS, PIXELS), np.uint8)
    blob(rng, mask, MIDDLE, PIXELS * 0.48, int(rng.integers(5, 11)))
    sprite = Sprite(_of_any_colour(rng), share(mask), float(rng.uniform(0.01, 0.06)))
    return sprite, rng.uniform(0.04, 0.14, 2)


def _scrap(rng: np.random.Generator) -> tuple[Sprite, Points]:
    """A corner of a card or of a sheet."""
    sheet = draw_sheet(rng, PIXELS, PIXELS)
    # About square: a long one on a branch would be a token to anyone.
    size = float(rng.uniform(0.12, 0.25)) * np.array([1.0, float(rng.uniform(0.8, 1.25))])
    return Sprite(sheet, np.ones((PIXELS, PIXELS), np.float32), 0.01), size


FLAT: tuple[Callable[[np.random.Generator], tuple[Sprite, Points]], ...] = (_counter, _figure, _crumb, _scrap)


def _of_any_colour(rng: np.random.Generator) -> Image:
    return np.full((PIXELS, PIXELS, 3), any_colour(rng), np.float32)


def _silhouette(rng: np.random.Generator, size: float) -> Field:
    mask = np.zeros((PIXELS, PIXELS), np.uint8)
    stamp_whole(mask, any_silhouette(rng), MIDDLE, size * PIXELS)
    return share(mask)
