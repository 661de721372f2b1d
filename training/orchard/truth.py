"""What is in a photo of an orchard: records of each thing that was drawn, and where."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from training.camera import Camera
from training.orchard.layouts import Cell, Layout
from training.orchard.looks import Look

Points = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class CardSeen:
    """A card with its face up (`number`), or its back (0). `outline` starts at the upright card's NW corner.

    `order`: of play, None beside the layout; `seen`: the share that nothing covers, 0 to 1.
    """

    number: int
    outline: Points
    order: int | None
    seen: float


@dataclass(frozen=True, eq=False)
class TreeSeen:
    """A tree that no card covers. `place` is None beside the layout; `hidden`: the share that things hide."""

    fruit: str
    count: int
    outline: Points
    place: Cell | None
    hidden: float


@dataclass(frozen=True, eq=False)
class DieSeen:
    """A die. `fruit`: whose colour it has, or "other"; `pips` as printed on its top face.

    top, foot: its upper and its lower face in the photo, (4, 2) each, corner above corner.
    """

    fruit: str
    pips: int
    value: int | None
    top: Points
    foot: Points
    place: Cell | None


@dataclass(frozen=True, eq=False)
class RottenSeen:
    """A rotten-fruit token; `outline` (4, 2) around its upper face."""

    outline: Points
    place: Cell | None


@dataclass(frozen=True, eq=False)
class Truth:
    """What is in a photo, the pieces beside the layout included."""

    layout: Layout
    look: Look
    camera: Camera
    table: str
    cards: list[CardSeen]
    trees: list[TreeSeen]
    dice: list[DieSeen]
    rotten: list[RottenSeen]


def card_in_lattice(truth: Truth, card: CardSeen) -> Points:
    """A laid card's outline, clockwise from its corner towards the lattice's NW."""
    if card.order is None:
        raise ValueError("the card lies beside the layout")
    return np.roll(card.outline, truth.layout.cards[card.order].turn, axis=0)
