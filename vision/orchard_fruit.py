"""Which fruit trees bear, told by the trees together: those of one fruit are drawn alike on all cards of a photo.

The look net sees all trees of a photo, and still takes a few of many like ones for another fruit at times. So the
colours that each fruit's trees have in the photo are learned from what it says of all, and each tree is told anew by
them: expectation maximisation of a Gaussian mixture (Dempster et al. 1977) that begins with the net's word.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.look import log_softmax
from vision.orchard_alike import ring_colours

TRUST, LIKENESS = 0.7, 0.2
"""How much the look net's word counts, and colours; chosen on photos of validation looks (decision 18)."""
LEAST_SPREAD = 25.0
"""Variance in each colour, in CIELAB, below which differences between trees tell nothing."""
AS_MANY = 1.0
"""So many trees of the photo's mean colours are added to each fruit's: of a single tree little is learned."""
ROUNDS = 3

Array = npt.NDArray[np.float64]


def fruit_together(told: Array, drawn: Array, bare: Array) -> Array:
    """Log-chances (N, 3) of each tree's fruit.

    told: what the look net says of each, (N, 3); drawn: the trees' colours, as `drawings` tells them; bare: the chance
    (N,) that a place shows its tree, and nothing that stands on it.
    """
    if bare.sum() == 0:
        return told
    colours = ring_colours(drawn).reshape(len(drawn), -1)
    mean = bare @ colours / bare.sum()
    logs = told
    for _ in range(ROUNDS):
        weights = np.exp(logs) * bare[:, None]
        means = (weights.T @ colours + AS_MANY * mean) / (weights.sum(0) + AS_MANY)[:, None]
        off = (colours[:, None] - means) ** 2
        spread = (weights[..., None] * off).sum((0, 1)) / max(weights.sum(), 1.0) + LEAST_SPREAD
        logs = log_softmax(TRUST * told - LIKENESS * bare[:, None] * (off / spread).sum(2) / 2)
    return logs
