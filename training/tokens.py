"""What fruit and graft/prune tokens share: pictures with a mask, seen from above, ready to be laid on the table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from training.noise import Field, Image
from training.strokes import Mask, dot

FRUITS = ("lemon", "lime", "orange")


@dataclass(frozen=True, eq=False)
class Sprite:
    """A flat thing on the table.

    picture: float32 (H, W, 3); mask: float32 (H, W), 0 to 1; height: how far it stands off the table,
    in tile sides, for its shadow and its visible edge; top: its size up there as a share of that at its foot.
    """

    picture: Image
    mask: Field
    height: float
    top: float = 1.0


def share(mask: Mask) -> Field:
    """A mask of 0 to 255 as one of 0 to 1."""
    return mask.astype(np.float32) / 255


def disc(side: int, centre: npt.ArrayLike, radius: float) -> Field:
    mask = np.zeros((side, side), np.uint8)
    dot(mask, centre, radius)
    return share(mask)
