"""A die's top face outlined anew on the die's own patch: the finder sees dice too small to tell top from sides."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from vision.locate import half_sides
from vision.models import open_model
from vision.orchard_find import Die, Found
from vision.orchard_look import PATCH, Pixels, cut

MARGIN = 0.7
"""How much of the surroundings a patch shows on each side, in sides of the top face as it was outlined."""
ROUNDS = 2
"""How often a die is outlined: the second time on a patch that is cut around the first outline."""
FARTHEST = 1.3
"""How far, in half sides, an outline may be moved at once; beyond that the net saw no die there."""
MOST_RESIZED = 0.7
"""The same for the logarithm of its size."""

Points = npt.NDArray[np.float64]


def outline_dice(copies: list[Pixels], found: Found) -> Found:
    """What was found, with the dice's top faces outlined better. copies: the photo's pyramid."""
    if not found.dice:
        return found
    model, dice = open_model("orchard_outline.onnx"), found.dice
    for _ in range(ROUNDS):
        patches = np.array([cut(copies, die.top.corners, (PATCH, PATCH), MARGIN) for die in dice])
        dice = tuple(mended(die, code) for die, code in zip(dice, model.run(patches)[0], strict=True))
    return replace(found, dice=dice)


def mended(die: Die, code: npt.NDArray[np.float32]) -> Die:
    """A die with the top face that a code (7,) tells in the frame of its outline; the foot stays where it was seen."""
    dx, dy, log_size, turn_re, turn_im, skew_re, skew_im = (float(v) for v in code)
    if not np.isfinite(code).all() or np.hypot(dx, dy) > FARTHEST or abs(log_size) > MOST_RESIZED:
        return die
    frame = np.stack([die.top.across, die.top.down], axis=1)
    across, down = half_sides(np.exp(log_size), complex(turn_re, turn_im), complex(skew_re, skew_im))
    top = replace(
        die.top,
        centre=die.top.centre + frame @ (dx, dy),
        across=frame @ (across.real, across.imag),
        down=frame @ (down.real, down.imag),
    )
    return replace(die, top=top)
