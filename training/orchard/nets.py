"""Orchard's nets: one finds dice, rotten tokens and trees, one outlines a die's top, one looks at each die and tree."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from training.nets import Finder, _Attention, _conv, _Residual

HEATS = ("die", "rotten", "tree")
DIE_NUMBERS = ("dx", "dy", "log_size", "turn_re", "turn_im", "skew_re", "skew_im", "foot_x", "foot_y")
TREE_NUMBERS = ("dx", "dy", "log_size", "turn_re", "turn_im", "skew_re", "skew_im")
MAPS = (
    *(f"{name}_heat" for name in HEATS),
    *(f"die_{name}" for name in DIE_NUMBERS),
    *(f"tree_{name}" for name in TREE_NUMBERS),
)
"""What each map of the finder tells; the numbers are those of `training.finder.frame_code`.

`foot`: from the middle of a die's top face to that of its foot, in sides of the top face.
"""
CODE = ("dx", "dy", "log_size", "turn_re", "turn_im", "skew_re", "skew_im")
"""What the outliner tells of a top face, in half sides of the outline that it was shown."""
WIDTH = 96
ANSWERS = {"colour": 5, "pips": 8, "ordinary": 2, "fruit": 3, "standing": 4}
"""The questions of the look net, the first three of dice, the others of trees, and how many answers each has."""


class OrchardFinder(Finder):
    """(N, 3, H, W), 0 to 1 -> (N, len(MAPS), H / 4, W / 4); H and W multiples of 32."""

    def __init__(self) -> None:
        super().__init__()
        self.head = nn.Conv2d(32, len(MAPS), 1)
        nn.init.constant_(self.head.bias[: len(HEATS)], -4.0)


class Outliner(nn.Module):
    """(N, 3, 64, 64), 0 to 1, dice as they were outlined -> (N, 7), where their tops really lie (`slips.code_of`)."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            _conv(3, 32, 2),
            _conv(32, 64, 2),
            _Residual(64),
            _conv(64, 96, 2),
            _Residual(96),
            _Residual(96),
            _conv(96, 32, size=1),
            nn.Flatten(),
            nn.Linear(32 * 64, 96),
            nn.ReLU(inplace=True),
        )
        self.head = nn.Linear(96, len(CODE))

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.trunk(x - x.mean((2, 3), keepdim=True)))  # type: ignore[no-any-return]


class OrchardLook(nn.Module):
    """The dice and trees of one photo, or of several, looked at together.

    A patch of 64 x 64 pixels becomes a vector; then all patches of a photo attend to each other, for a photo shows one
    printing and one set of dice under one light: which of three fruits a blob is, or whether a dark die is a plum's,
    is told by the others.
    """

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            nn.Conv2d(3, 32, 5, 2, 2),
            nn.ReLU(inplace=True),
            _conv(32, 64, 2),
            _Residual(64),
            _conv(64, 96, 2),
            _Residual(96),
            _conv(96, 128, 2),
            _Residual(128),
            _conv(128, 48, size=1),
            nn.Flatten(),
            nn.Linear(48 * 16, WIDTH),
        )
        self.kind = nn.Parameter(torch.randn(2, WIDTH) * 0.02)
        self.together = nn.ModuleList([_Attention(WIDTH) for _ in range(2)])
        self.norm = nn.LayerNorm(WIDTH)
        self.heads = nn.Linear(WIDTH, sum(ANSWERS.values()))

    def forward(self, x: Tensor, trees: Tensor, there: Tensor | None = None) -> Tensor:
        """x: (photos * N, 3, 64, 64), 0 to 1; trees: (photos * N,), 1 for a tree's patch, 0 for a die's;

        there: bool (photos, N), False where a photo has fewer patches; without it all patches are one photo's.
        -> logits (photos * N, 22), the questions of `ANSWERS` one after the other.
        """
        photos = 1 if there is None else len(there)
        which = trees.to(x.dtype)[:, None]
        parts = self.trunk(x - 0.5) + self.kind[0] * (1 - which) + self.kind[1] * which
        parts = parts.reshape(photos, -1, WIDTH)
        mask = None if there is None else there[:, None, None]
        for block in self.together:
            parts = block(parts, mask)
        return self.heads(self.norm(parts).reshape(-1, WIDTH))  # type: ignore[no-any-return]
