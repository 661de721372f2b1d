"""Cards, tokens and dice laid on a stage one at a time."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from training.hands import turned
from training.orchard.cards import Press, print_back, print_card
from training.orchard.dice import DiceCup, Light, draw_block
from training.orchard.faces import sides_of, value_of
from training.orchard.laying import Pose
from training.orchard.layouts import Cell
from training.orchard.looks import CARD, Look
from training.orchard.rotten import BLOCKS, draw_token
from training.orchard.solids import Block, cast_shadow
from training.orchard.truth import DieSeen
from training.stage import Stage, lay

Points = npt.NDArray[np.float64]


@dataclass(eq=False)
class OrchardStage(Stage):
    """The stage of one copy of the game."""

    look: Look
    press: Press
    cup: DiceCup
    light: Light
    dark: float
    """How much of the lamp's light shadows take away."""
    solids: list[tuple[Block, str, tuple[int, ...] | None]] = field(default_factory=list)
    """Dice and cubes yet to be drawn: the block, its colour's name and its faces' values."""

    @property
    def eye(self) -> Points:
        """Where the phone is, (x, y, z)."""
        return -np.linalg.inv(self.camera.projection[:, :3]) @ self.camera.projection[:, 3]


def lay_card(stage: OrchardStage, number: int, pose: Pose) -> tuple[Points, dict[Cell, int]]:
    sprite, counts = print_card(stage.press, number) if number else (print_back(stage.press), {})
    return lay(stage, sprite, pose.centre, turned(pose.angle), np.array(CARD), pose.base), counts


def lay_token(stage: OrchardStage, at: Points, base: float) -> Points:
    rng, look = stage.rng, stage.look.rotten
    angle = float(rng.uniform(0, 2 * np.pi))
    if look.kind in BLOCKS:
        block = Block(at, base, look.size, angle, float(rng.uniform(0.03, 0.15)), BLOCKS[look.kind])
        stage.solids.append((block, "rotten", None))
        return block.seen(stage.camera)[0]
    return lay(stage, draw_token(rng, look), at, turned(angle), np.full(2, look.size), base)


def lay_die(
    stage: OrchardStage, fruit: str, pips: int, at: Points, base: float, angle: float, place: Cell | None
) -> DieSeen:
    look = stage.look.dice
    block = Block(at, base, look.side, angle, look.rounding, ball=look.ball)
    stage.solids.append((block, fruit, sides_of(stage.rng, look, pips)))
    top, foot = block.seen(stage.camera)
    return DieSeen(fruit, pips, value_of(look, pips), top, foot, place)


def draw_solids(stage: OrchardStage) -> None:
    """All blocks, the farther ones first, after the shadows of all."""
    far = sorted(stage.solids, key=lambda solid: -float(np.hypot(*(solid[0].centre - stage.eye[:2]))))
    for block, _, _ in far:
        cast_shadow(stage.picture, stage.camera, block, stage.shade, stage.dark)
    look = stage.look.dice
    for block, fruit, values in far:
        if values is None:
            material = "wooden" if stage.look.rotten.kind == "block" else "matt"
            colour, faces = stage.look.rotten.colour, None
        else:
            material, colour = look.material, look.colours[fruit]
            faces = [stage.cup.face(fruit, value) for value in values]
        draw_block(
            stage.rng,
            stage.picture,
            stage.camera,
            block,
            stage.light,
            material,
            colour,
            faces,
            look.gloss,
            look.tight,
        )
