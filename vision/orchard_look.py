"""What each die and tree shows: rectified patches through one ONNX session, averaged over quarter turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision import look
from vision.look import calibrated
from vision.models import open_model

PATCH = 64
"""Side of a die's or a tree's patch in pixels."""
DIE_MARGIN = 0.3
"""How much of the surroundings a die's patch shows on each side, in sides of its top face."""
TREE_MARGIN = 0.1
ALL_TURNS = 4
"""The quarter turns of a patch that it is looked at in."""
QUESTIONS = ("colour", "pips", "ordinary", "fruit", "standing")
"""What the net is asked, the first three of dice; the answers stand in its manifest entry."""
FRUITS = ("apple", "pear", "plum")
COLOURS = (*FRUITS, "other", "none")
PIPS = (1, 2, 3, 4, 5, 6, 10, 0)
"""Pips on a top face; 0: no die."""
STANDING = ("none", "die", "rotten", "empty")
"""What stands on a tree; `empty`: nothing grows there, a hole between the cards or the table beside them."""

Points = npt.NDArray[np.float64]
Pixels = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """What N dice and M trees show, as calibrated log-probabilities.

    colour (N, 5), pips (N, 8) and ordinary (N, 2: custom, ordinary) of the dice; fruit (M, 3) and standing (M, 4) of
    the trees; in the order of the tuples above.
    """

    colour: Points
    pips: Points
    ordinary: Points
    fruit: Points
    standing: Points


def look_at(
    copies: list[Pixels], dice: Sequence[Points], trees: Sequence[Points], turns: int = ALL_TURNS
) -> Looks:
    """Ask the net about the outlines (4, 2) of dice's top faces and of trees, in pixels of the photo.

    copies: the photo's pyramid; turns: by how many quarter turns of the patches the answers are averaged. All patches
    are looked at together, for they are of one printing under one light.
    """
    size = (PATCH, PATCH)
    patches = np.array(
        [cut(copies, quad, size, DIE_MARGIN) for quad in dice]
        + [cut(copies, quad, size, TREE_MARGIN) for quad in trees],
        np.uint8,
    ).reshape(-1, PATCH, PATCH, 3)
    return answers(patches, len(dice), turns)


def answers(patches: Pixels, dice: int, turns: int = ALL_TURNS) -> Looks:
    """Ask the net about patches of one photo, uint8 (N, PATCH, PATCH, 3), the first `dice` of which show dice."""
    model = open_model("orchard_look.onnx")
    counts = [len(model.facts["classes"][name]) for name in QUESTIONS]
    logits = np.zeros((len(patches), sum(counts)))
    if len(patches):
        which = (np.arange(len(patches)) >= dice).astype(np.int64)
        for quarters in range(turns):
            turned = np.ascontiguousarray(np.rot90(patches, quarters, (1, 2)))
            logits += model.session.run(None, {"pixels": turned, "trees": which})[0] / turns
    scaling = model.facts["calibration"]
    told = [
        calibrated(seen, **scaling[name])
        for name, seen in zip(QUESTIONS, np.split(logits, np.cumsum(counts)[:-1], axis=1), strict=True)
    ]
    return Looks(*(seen[:dice] for seen in told[:3]), *(seen[dice:] for seen in told[3:]))


def cut(copies: list[Pixels], quad: Points, size: tuple[int, int], margin: float) -> Pixels:
    """The quadrilateral and `margin` of its side around it as a patch, uint8 (high, wide, 3).

    copies: the photo and its halved copies; quad: (4, 2), in pixels of the photo; size: wide and high.
    """
    inner = np.array(size) / (1 + 2 * margin)
    half = 0.5 / inner - margin
    to_unit = np.array([[1 / inner[0], 0, half[0]], [0, 1 / inner[1], half[1]], [0, 0, 1.0]])
    return look.cut(copies, quad, to_unit, float(inner.mean()), size)
