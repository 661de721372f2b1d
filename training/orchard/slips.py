"""How far the outlines of dice and trees slip, and patches as they are cut around slipped outlines."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from training.orchard.patches import WIDE_MARGIN

WILD_SHARE, WILD = 0.2, 3.0
"""One outline in five slips so many times as far: from the top of a die seen aslant onto its side, say."""


@dataclass(frozen=True)
class Slips:
    """Standard deviations: turn in radians; size, stretch and shear as logarithms; shift in half sides.

    any_turn: the share of outlines that are turned anyhow.
    """

    turn: float
    size: float
    stretch: float
    shift: float
    any_turn: float = 0.0


FOUND = Slips(turn=0.12, size=0.15, stretch=0.12, shift=0.2, any_turn=0.1)
"""Dice as the finder outlines them: measured on photos of validation looks, and a little more."""
MENDED = Slips(turn=0.05, size=0.06, stretch=0.05, shift=0.07, any_turn=0.03)
"""Dice whose outline was looked at once more."""
ON_LATTICE = Slips(turn=0.03, size=0.05, stretch=0.03, shift=0.05)
"""Trees, whose outlines a lattice holds together."""


def slip(count: int, by: Slips) -> tuple[Tensor, Tensor]:
    """Random outlines -> half sides as columns (N, 2, 2) and middles (N, 2), in half sides of the true outline."""
    wild = 1 + (WILD - 1) * (torch.rand(count) < WILD_SHARE).float()
    turn = torch.randn(count) * by.turn * wild
    turn = torch.where(torch.rand(count) < by.any_turn, torch.rand(count) * 2 * torch.pi, turn)
    across, shear = torch.randn(2, count) * by.stretch * wild
    stretch = torch.stack([across, shear, shear, -across], 1).reshape(-1, 2, 2)
    size = torch.exp(torch.randn(count) * by.size * wild)[:, None, None]
    cos, sin = torch.cos(turn), torch.sin(turn)
    rotation = torch.stack([cos, -sin, sin, cos], 1).reshape(-1, 2, 2)
    linear = size * rotation @ torch.linalg.matrix_exp(stretch)
    return linear, torch.randn(count, 2) * (by.shift * wild)[:, None]


def cut_around(
    pictures: Tensor, linear: Tensor, shift: Tensor, margin: float, side: int, shown: float = WIDE_MARGIN
) -> Tensor:
    """Parts of patches, (N, 3, S, S) -> (N, 3, side, side): slipped outlines with `margin` of their side around them.

    linear, shift: as of `slip`; shown: the margin that the patches show around the true outline.
    """
    matrix = torch.cat([linear * (1 + 2 * margin), shift[..., None]], 2) / (1 + 2 * shown)
    grid = nn.functional.affine_grid(matrix, [len(pictures), 3, side, side], align_corners=False)
    return nn.functional.grid_sample(pictures, grid, padding_mode="border", align_corners=False)


def code_of(linear: Tensor, shift: Tensor) -> Tensor:
    """Where the true outline lies in the frame of a slipped one, (N, 7), as `training.finder.frame_code` tells it.

    Right and down in half sides of the slipped outline, log size, turn (2), skew (2).
    """
    back = torch.linalg.inv(linear)
    middle = -(back @ shift[..., None])[..., 0]
    across, down = (torch.complex(back[:, 0, k], back[:, 1, k]) for k in (0, 1))
    product = across**2 * down**2
    size = product.abs() ** 0.25
    turn = product / product.abs()
    skew = (across**2 + down**2) / size**2
    return torch.stack(
        [middle[:, 0], middle[:, 1], size.log(), turn.real, turn.imag, skew.real, skew.imag], 1
    )
