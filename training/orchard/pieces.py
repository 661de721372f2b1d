"""Cards, tokens and dice laid on a stage one at a time."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from training.blocks import Block, cast_shadow
from training.materials import Light, draw_block
from training.orchard.cards import Press, print_back, print_card
from training.orchard.dice import DiceCup
from training.orchard.faces import sides_of, value_of
from training.orchard.laying import Pose
from training.orchard.layouts import Cell
from training.orchard.looks import CARD, SOLID_ROTTEN, Look, RottenLook
from training.orchard.rotten import draw_token
from training.orchard.truth import DieSeen
from training.stage import Stage, lay
from training.strokes import turned

ROTTEN_MATERIALS = {
    "block": "wooden",
    "brown_cube": "wooden",
    "stub": "wooden",
    "acrylic_cube": "translucent",
}
"""What solid rotten tokens are made of; the others are matt."""
Points = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Solid:
    """A die of a fruit's colour with its faces' values, or a rotten token."""

    block: Block
    fruit: str = ""
    values: tuple[int, ...] = ()
    token: RottenLook | None = None


@dataclass(eq=False)
class OrchardStage(Stage):
    """The stage of one copy of the game."""

    look: Look
    press: Press
    cup: DiceCup
    light: Light
    dark: float
    """How much of the lamp's light shadows take away."""
    solids: list[Solid] = field(default_factory=list)
    """Dice and cubes yet to be drawn."""


def lay_card(stage: OrchardStage, number: int, pose: Pose) -> tuple[Points, dict[Cell, int]]:
    sprite, counts = print_card(stage.press, number) if number else (print_back(stage.press), {})
    return lay(stage, sprite, pose.centre, turned(pose.angle), np.array(CARD), pose.base), counts


def lay_token(stage: OrchardStage, look: RottenLook, at: Points, base: float) -> Points:
    rng = stage.rng
    angle = float(rng.uniform(0, 2 * np.pi))
    if look.kind in SOLID_ROTTEN:
        block = Block(at, base, look.size, angle, float(rng.uniform(0.03, 0.15)), SOLID_ROTTEN[look.kind])
        stage.solids.append(Solid(block, token=look))
        return block.seen(stage.camera)[0]
    return lay(stage, draw_token(rng, look), at, turned(angle), np.full(2, look.size), base)


def lay_die(
    stage: OrchardStage, fruit: str, pips: int, at: Points, base: float, angle: float, place: Cell | None
) -> DieSeen:
    look = stage.look.dice
    block = Block(at, base, look.side, angle, look.rounding, ball=look.ball)
    stage.solids.append(Solid(block, fruit, tuple(sides_of(stage.rng, look, pips))))
    top, foot = block.seen(stage.camera)
    return DieSeen(fruit, pips, value_of(look, pips), top, foot, place)


def draw_solids(stage: OrchardStage) -> None:
    """All blocks, the farther ones first, after the shadows of all."""
    far = sorted(stage.solids, key=lambda solid: -solid.block.away(stage.camera))
    for solid in far:
        cast_shadow(stage.picture, stage.camera, solid.block, stage.shade, stage.dark)
    look = stage.look.dice
    for solid in far:
        if solid.token:
            material = ROTTEN_MATERIALS.get(solid.token.kind, "matt")
            colour, faces = solid.token.colour, None
        else:
            material, colour = look.material, look.colours[solid.fruit]
            faces = [stage.cup.face(solid.fruit, value) for value in solid.values]
        draw_block(
            stage.rng,
            stage.picture,
            stage.camera,
            solid.block,
            stage.light,
            material,
            colour,
            faces,
            look.gloss,
            look.tight,
        )
