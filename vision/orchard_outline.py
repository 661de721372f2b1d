"""A die's top face outlined anew on the die's own patch: the finder sees dice too small to tell top from sides.

A die seen aslant may be outlined together with one of its sides. But all dice of a photo are of one size and lie on one
table: an outline that is unlike the others is given their form before the die is looked at again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from vision.locate import distances, far_apart, half_sides
from vision.models import open_model
from vision.orchard_find import Die, Found
from vision.orchard_look import PATCH, Pixels, cut

MARGIN = 0.7
"""How much of the surroundings a patch shows on each side, in sides of the top face as it was outlined."""
ROUNDS = 3
"""How often a die is outlined: each time on a patch cut around the outline before, made like the others."""
NEAREST = 0.7
"""How near to each other, in sides of a top, two dice may be seen: those that touch are one side apart."""
FEWEST_ALIKE = 4
"""Fewer dice cannot tell which of them is outlined badly."""
FIT_ROUNDS, FAR = 8, 1.5
"""Of the robust fit: how often it is weighed anew, and how many standard deviations off weigh less."""
MOST_UNLIKE = 0.06
"""Where the cube root of half of the dice's areas is off by a larger share, they are of several sizes."""
STEADY = 0.01
"""How strongly forms are held to be the same everywhere: those of few dice differ because they are badly outlined."""
FARTHEST = 1.3
"""How far, in half sides, an outline may be moved at once; beyond that the net saw no die there."""
MOST_RESIZED = 0.7
"""The same for the logarithm of its size."""

Points = npt.NDArray[np.float64]


def outline_dice(copies: list[Pixels], found: Found) -> Found:
    """What was found, with the dice's top faces outlined better. copies: the photo's pyramid."""
    if not found.dice:
        return found
    dice = found.dice
    for count in range(ROUNDS):
        dice = apart(_outlined(copies, alike(dice) if count else dice))
    return replace(found, dice=dice)


def outline_guesses(copies: list[Pixels], guesses: Sequence[Die], known: Sequence[Die]) -> tuple[Die, ...]:
    """Dice that are only guessed at, outlined like those that are known."""
    dice = tuple(guesses)
    for count in range(ROUNDS if dice else 0):
        dice = _outlined(copies, alike((*dice, *known))[: len(dice)] if count else dice)
    return dice


def _outlined(copies: list[Pixels], dice: tuple[Die, ...]) -> tuple[Die, ...]:
    patches = np.array([cut(copies, die.top.corners, (PATCH, PATCH), MARGIN) for die in dice])
    codes = open_model("orchard_outline.onnx").run(patches)[0]
    return tuple(mended(die, code) for die, code in zip(dice, codes, strict=True))


def apart(dice: tuple[Die, ...]) -> tuple[Die, ...]:
    """The dice, surest first, without those that lie where a surer one lies: a die and its side were taken for two."""
    surest = sorted(dice, key=lambda die: -die.top.score)
    return tuple(surest[index] for index in far_apart(_away(surest), NEAREST))


def same_die(one: Die, other: Die) -> bool:
    """Whether two outlines are of one die."""
    return bool(_away([one, other])[0, 1] <= NEAREST)


def _away(dice: Sequence[Die]) -> Points:
    """How far dice are seen from each other, (N, N), in sides: their tops or feet, whichever are nearer."""
    sizes = np.array([die.top.size for die in dice])
    tops, feet = np.array([die.top.centre for die in dice]), np.array([die.foot for die in dice])
    away: Points = np.minimum(distances(tops), distances(feet)) / ((sizes[:, None] + sizes) / 2)
    return away


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


def alike(dice: tuple[Die, ...]) -> tuple[Die, ...]:
    """The dice with tops of the form that all dice have at their place in the photo; middle and turn stay.

    Whichever way a square lies on a plane, its half sides u and v give the same form there, u u' + v v'. From place to
    place a plane's picture changes as follows: areas to the power of 1/3 go up or down evenly (Hartley and Zisserman,
    Multiple View Geometry, 2nd ed., 2.2), and what is seen of the tilt hardly changes.
    """
    if len(dice) < FEWEST_ALIKE:
        return dice
    frames = np.array([np.stack([die.top.across, die.top.down], axis=1) for die in dice])
    forms = frames @ frames.transpose(0, 2, 1)
    areas = np.sqrt(np.linalg.det(forms))
    if not areas.min() > 0:
        return dice
    unit = forms / areas[:, None, None]
    told = np.column_stack([areas ** (1 / 3), (unit[:, 0, 0] - unit[:, 1, 1]) / 2, unit[:, 0, 1]])
    told[:, 0] /= told[:, 0].mean()
    fitted = evenly(np.array([die.top.centre for die in dice]), told)
    if float(np.median(np.abs(told[:, 0] - fitted[:, 0]))) > MOST_UNLIKE:
        return dice
    sizes = (fitted[:, 0] / told[:, 0]).clip(0.2, 5) ** 1.5
    made = []
    for die, size, was, (stretch, slant) in zip(dice, sizes, unit, fitted[:, 1:], strict=True):
        rest = np.sqrt(1 + stretch**2 + slant**2)
        form = np.array([[rest + stretch, slant], [slant, rest - stretch]])
        change = size * _root(form) @ np.linalg.inv(_root(was))
        made.append(
            replace(die, top=replace(die.top, across=change @ die.top.across, down=change @ die.top.down))
        )
    return tuple(made)


def evenly(places: Points, told: Points) -> Points:
    """What changes evenly over the photo, (N, K), from numbers told at places, (N, 2), of which some are far off.

    Least squares, weighed anew by how far each is off (Holland and Welsch 1977).
    """
    spread = (places - places.mean(0)) / max(float(places.std()), 1e-6)
    known = np.column_stack([np.ones(len(places)), spread])
    held = np.diag([0.0, STEADY, STEADY])
    fitted = np.empty_like(told)
    for column in range(told.shape[1]):
        numbers, weights = told[:, column], np.ones(len(told))
        for _ in range(FIT_ROUNDS):
            weighed = known.T * weights
            fitted[:, column] = known @ np.linalg.solve(weighed @ known + held, weighed @ numbers)
            off = np.abs(numbers - fitted[:, column])
            usual = max(1.4826 * float(np.median(off)), 0.01)  # the standard deviation of most
            weights = np.minimum(1.0, FAR * usual / np.maximum(off, 1e-9)) ** 2
    return fitted


def _root(form: Points) -> Points:
    """The square root of a symmetric, positive definite matrix (2, 2)."""
    values, axes = np.linalg.eigh(form)
    root: Points = (axes * np.sqrt(values)) @ axes.T
    return root
