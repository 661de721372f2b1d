"""How hands lay an orchard: each card to match the trees that it covers, so that the lattice is a loose one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from training.camera import Camera
from training.orchard.cards import CARD_HEIGHT, tree_at
from training.orchard.layouts import Cell, Layout
from training.orchard.looks import CARD, CardLook
from training.stage import UNIT_ABOUT
from training.strokes import turned

Points = npt.NDArray[np.float64]
MOST_ADRIFT = 0.33
"""How far a card may lie from a tree that it should cover; a player would move it."""


@dataclass(frozen=True, eq=False)
class Pose:
    """Where a card lies: middle, turn in radians, the height of its foot, all in tree places."""

    centre: Points
    angle: float
    base: float

    @property
    def top(self) -> float:
        return self.base + CARD_HEIGHT

    def outline(self) -> Points:
        """(4, 2), clockwise from the upright card's NW corner."""
        return (UNIT_ABOUT * CARD) @ turned(self.angle).T + self.centre

    def tree(self, look: CardLook, tree: Cell) -> Points:
        """Where a tree's middle lies."""
        return turned(self.angle) @ np.array(tree_at(look, tree)) + self.centre

    def tree_outline(self, look: CardLook, tree: Cell, camera: Camera) -> Points:
        """The tree's place in the photo, (4, 2), clockwise from the upright card's NW."""
        around = (UNIT_ABOUT * look.pitch) @ turned(self.angle).T + self.tree(look, tree)
        return camera.project(around, self.top)


def lay_cards(rng: np.random.Generator, layout: Layout, look: CardLook, mess: float) -> list[Pose] | None:
    """A pose for each card in the order of play, off by about `mess`; None when they drift too far."""
    poses: list[Pose] = []
    upper: dict[Cell, tuple[Points, int]] = {}
    for index, card in enumerate(layout.cards):
        angle = card.turn * np.pi / 2 + float(rng.normal(0, 1)) * mess
        steps = {
            place: turned(angle) @ np.array(tree_at(look, tree)) for tree, place in card.places().items()
        }
        under = {place: upper[place] for place in steps if place in upper}
        targets = {place: spot for place, (spot, _) in under.items()}
        if not targets:
            targets = {place: np.array(place, np.float64) for place in steps}
        centre = np.mean([spot - steps[place] for place, spot in targets.items()], 0)
        centre = centre + rng.normal(0, mess, 2).clip(-0.12, 0.12)
        adrift = [np.hypot(*(centre + steps[place] - spot)) for place, (spot, _) in under.items()]
        if max(adrift, default=0.0) > MOST_ADRIFT:
            return None
        base = max((poses[below].top for _, below in under.values()), default=0.0)
        poses.append(Pose(centre, angle, base))
        upper |= {place: (centre + step, index) for place, step in steps.items()}
    return poses


def uppermost(layout: Layout) -> dict[Cell, tuple[int, Cell]]:
    """For each visible tree's place the card that shows it, by its order, and which of the card's trees it is."""
    return {
        place: (index, tree)
        for index, card in enumerate(layout.cards)
        for tree, place in card.places().items()
    }
