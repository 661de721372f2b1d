"""Which dice lie on the table: the game's own, with 1, 3, 6 or 10 pips, or ordinary ones, a face of which is the 10."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.orchard_look import PIPS, Looks

PRIOR = {10: 0.5, 5: 0.4, 4: 0.06, 2: 0.04}
"""What may stand for a 10, and how likely: the game's own dice have 10 pips, ordinary ones a face that is agreed on."""
MISREAD = 0.02
"""The chance that a face is misread, in spite of what was seen: no single die settles the matter."""
FIXED = (1, 3, 6)
ALIKE = 8
"""Dice beyond this number say nothing new by how they look, for all look alike; each shows a face of its own."""
LOOKS_WEIGHT = 0.5

Chances = npt.NDArray[np.float64]


def tell_kind(looks: Looks, laid: npt.NDArray[np.bool_], agreed: int | None = None) -> dict[int, float]:
    """The chance of each face to stand for 10, the most probable first.

    laid: (N,), whether each die lies on the orchard: only there every face has a meaning; ordinary dice beside it may
    show any of their faces. agreed: the face of ordinary dice that players say stands for 10, if they do.
    """
    priors = PRIOR if agreed is None else {10: PRIOR[10], agreed: 1 - PRIOR[10]}
    pips = np.exp(looks.pips)
    weight = LOOKS_WEIGHT * min(ALIKE / max(len(pips), 1), 1.0)
    logs = {}
    for face, prior in priors.items():
        ordinary = face != 10
        kinds = looks.ordinary[:, int(ordinary)] if len(pips) else np.zeros(0)
        any_face = range(1, 7) if ordinary else (*FIXED, 10)
        fits = np.where(laid, _share(pips, (*FIXED, face)), _share(pips, any_face))
        shown = np.log(MISREAD + (1 - MISREAD) * fits)
        logs[face] = np.log(prior) + weight * float(np.maximum(kinds, -3.0).sum()) + float(shown.sum())
    most = max(logs.values())
    chances = {face: float(np.exp(log - most)) for face, log in logs.items()}
    total = sum(chances.values())
    return {face: chances[face] / total for face in sorted(chances, key=lambda face: -chances[face])}


def value_chances(pips: Chances, ten: int) -> Chances:
    """(N, 8) log-probabilities of pips -> (N, 4) chances of the values 1, 3, 6 and 10, given the face for 10.

    The game's own 10 is easily taken for a 6 or the other way round, but never is a face that no die has.
    """
    columns = [PIPS.index(face) for face in (*FIXED, ten)]
    allowed = np.exp(pips[:, columns])
    lost = 1e-4
    return np.asarray((allowed + lost) / (allowed + lost).sum(1, keepdims=True), np.float64)


def _share(pips: Chances, faces: tuple[int, ...] | range) -> Chances:
    total: Chances = pips[:, [PIPS.index(face) for face in faces]].sum(1)
    return total
