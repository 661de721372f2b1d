"""What the box and the covered trees allow: the chances of each token and each die, given those of all the others.

The box holds two rotten tokens and five dice of a colour, and a die that shows a 1, 3, 6 or 10 stands on 1, 2, 3 or 4
covered trees at least; a rotten token on one. So nothing is read alone: all ways to lay the tokens are weighed, then
all ways to read the dice, exactly, by passing on sums over the dice of each colour and the covered trees needed so far
(the forward-backward algorithm; Rabiner, A tutorial on hidden Markov models, 1989).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from scoring.orchard import COVERED_FOR, DICE_OF_A_COLOUR

VALUES = (1, 3, 6, 10)
NEEDS = tuple(COVERED_FOR[value] for value in VALUES)
COLOURS = 3
LEAST = 1e-9
ONE_TOO_MANY = float(np.exp(-7.0))
"""How likely a sixth die of a colour is: two copies of the game may be mixed, and then players are told."""
LEFT_OVER = (0.53, 0.36, 0.09, 0.02)
"""How often so many more trees are covered than the dice and tokens need, in played games."""
MORE_LEFT_OVER, TOO_FEW = 0.004, (0.03, 0.01, 0.003)
"""Chances of more than that (fewer cards are in play), and of fewer than are needed (trees were misread)."""

SUREST = 15.0
"""The largest log-odds of a token that are told apart: beyond it sums lose the others' digits."""

Chances = npt.NDArray[np.float64]


def stands(die: Chances, token: Chances, alike: Chances | float = 0.0) -> Chances:
    """The chances (N, 3) that nothing, a die or a token stands on each place, given that there are two tokens at most.

    die, token: (N,) log-odds of each against nothing, by what is seen of the place alone; alike: (N, N) what is told of
    two places bearing a token both, besides. All ways to lay no token, one or two are summed: a look in which every
    tree resembles a token has none that is likely.
    """
    odds = np.exp(np.minimum(token - np.logaddexp(0, die), SUREST))
    both = np.outer(odds, odds) * np.exp(alike)
    np.fill_diagonal(both, 0.0)
    tokens = (odds + both.sum(1)) / (1 + odds.sum() + both.sum() / 2)
    dice = (1 - tokens) / (1 + np.exp(-die))
    return np.stack([1 - tokens - dice, dice, tokens], 1)


def weigh(dice: Sequence[Chances], covered: int, rotten: int) -> list[Chances]:
    """The chances of each die's readings, given all others.

    dice: for each die (3, 4) chances of its colours and values; what is missing to 1 is that it is none.
    covered: trees that no longer show; rotten: the tokens.
    """
    room = (
        sum(COVERED_FOR[VALUES[int(np.flatnonzero(die.max(0) > LEAST).max(initial=0))]] for die in dice) + 1
    )
    start = np.zeros((DICE_OF_A_COLOUR + 2,) * COLOURS + (room,))
    start[0, 0, 0, 0] = 1.0
    forward = [start]
    for die in dice:
        before = forward[-1]
        passed = _none(die) * before
        for colour in range(COLOURS):
            needed = np.zeros_like(before)
            for need, chance in _answers(die[colour]):
                needed[..., need:] += chance * before[..., :-need]
            passed += _one_more(needed, colour)
        forward.append(_scaled(passed))
    left = covered - rotten - np.arange(room)
    backward = np.array(np.broadcast_to([_plausible(int(n)) for n in left], start.shape))
    weighed = []
    for die, before in zip(reversed(dice), reversed(forward[:-1]), strict=True):
        shares = np.zeros((COLOURS, len(VALUES)))
        passed = _none(die) * backward
        total = float((before * passed).sum())
        for colour in range(COLOURS):
            follows = _one_less(backward, colour)
            for need, chance in _answers(die[colour]):
                given = chance * follows[..., need:]
                passed[..., :-need] += given
                shares[colour, NEEDS.index(need)] = float((before[..., :-need] * given).sum())
        backward = _scaled(passed)
        weighed.append(shares / max(total + float(shares.sum()), 1e-300))
    return weighed[::-1]


def _none(die: Chances) -> float:
    return max(1.0 - float(die.sum()), LEAST)


def _answers(values: Chances) -> Iterator[tuple[int, float]]:
    """(covered trees needed, chance) of each value of one colour."""
    for need, chance in zip(NEEDS, values, strict=True):
        if chance > LEAST:
            yield need, float(chance)


def _one_more(sums: Chances, colour: int) -> Chances:
    """The sums after one die more of a colour; the last count stands for all beyond the supply."""
    moved = np.zeros_like(sums)
    before, after = np.moveaxis(sums, colour, 0), np.moveaxis(moved, colour, 0)
    after[1:-1] = before[:-2]
    after[-1] = ONE_TOO_MANY * (before[-2] + before[-1])
    return moved


def _one_less(follows: Chances, colour: int) -> Chances:
    """What follows, seen from before one die more of a colour."""
    seen = np.zeros_like(follows)
    after, before = np.moveaxis(follows, colour, 0), np.moveaxis(seen, colour, 0)
    before[:-2] = after[1:-1]
    before[-2] = before[-1] = ONE_TOO_MANY * after[-1]
    return seen


def _plausible(left: int) -> float:
    if left < 0:
        return TOO_FEW[min(-left, len(TOO_FEW)) - 1]
    return LEFT_OVER[left] if left < len(LEFT_OVER) else MORE_LEFT_OVER


def _scaled(sums: Chances) -> Chances:
    return sums / max(float(sums.max()), 1e-300)
