"""The nets: one finds pieces in a small photo, two look at a tile."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

from training.efficientnet import FEATURES, Trunk

FINDER_CHANNELS = 11
"""Four heat maps (tile, fruit, strip, corner), then the tile's offset (2), log size (1) and turn and skew (4)."""


def _conv(inside: int, outside: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, size, stride, (size - 1) // 2, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class _Residual(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _conv(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))
        self.out = nn.ReLU(inplace=True)

    def forward(self, x: Tensor) -> Tensor:
        return self.out(x + self.second(self.first(x)))  # type: ignore[no-any-return]


class Finder(nn.Module):
    """(N, 3, H, W), 0 to 1 -> (N, 11, H / 4, W / 4); H and W multiples of 32."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = _conv(3, 16, 2)
        self.down4 = nn.Sequential(_conv(16, 24, 2), _Residual(24))
        self.down8 = nn.Sequential(_conv(24, 48, 2), _Residual(48))
        self.down16 = nn.Sequential(_conv(48, 72, 2), _Residual(72), _Residual(72))
        self.down32 = nn.Sequential(_conv(72, 112, 2), _Residual(112), _Residual(112))
        self.up16 = _conv(112, 72, size=1)
        self.mix16 = _conv(72, 72)
        self.up8 = _conv(72, 48, size=1)
        self.mix8 = _conv(48, 48)
        self.up4 = _conv(48, 24, size=1)
        self.mix4 = nn.Sequential(_conv(24, 32), _conv(32, 32))
        self.head = nn.Conv2d(32, FINDER_CHANNELS, 1)
        nn.init.constant_(self.head.bias[:4], -4.0)

    def forward(self, x: Tensor) -> Tensor:
        d4 = self.down4(self.stem(x - 0.5))
        d8 = self.down8(d4)
        d16 = self.down16(d8)
        d32 = self.down32(d16)
        u16 = self.mix16(_twice(self.up16(d32)) + d16)
        u8 = self.mix8(_twice(self.up8(u16)) + d8)
        u4 = self.mix4(_twice(self.up4(u8)) + d4)
        return self.head(u4)  # type: ignore[no-any-return]


class _Attention(nn.Module):
    """Each part takes from all parts of its photo what is like it."""

    def __init__(self, width: int, heads: int = 4) -> None:
        super().__init__()
        self.heads = heads
        self.before = nn.LayerNorm(width)
        self.ask = nn.Linear(width, 3 * width)
        self.answer = _silent(nn.Linear(width, width))
        self.think = nn.Sequential(
            nn.LayerNorm(width),
            nn.Linear(width, 2 * width),
            nn.ReLU(inplace=True),
            _silent(nn.Linear(2 * width, width)),
        )

    def forward(self, x: Tensor, mask: Tensor | None) -> Tensor:
        """x: (photos, parts, width); mask: bool (photos, 1, 1, parts), False for parts that are not there."""
        photos, parts, width = x.shape
        asked = self.ask(self.before(x)).reshape(photos, parts, 3, self.heads, width // self.heads)
        query, key, value = asked.permute(2, 0, 3, 1, 4)
        found = nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        x = x + self.answer(found.transpose(1, 2).reshape(photos, parts, width))
        return x + self.think(x)  # type: ignore[no-any-return]


def _twice(x: Tensor) -> Tensor:
    return nn.functional.interpolate(x, scale_factor=2.0, mode="nearest")


class LookNet(nn.Module):
    """(N, 3, 192, 192), 0 to 1 -> logits (N, 70) of one tile each, and the embedding (N, 192) they are read from."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = Trunk()
        self.squeeze = nn.Sequential(_conv(FEATURES, 48, size=1), _conv(48, 64, 2))
        self.embed = nn.Sequential(nn.Flatten(), nn.Linear(64 * 36, 192), nn.ReLU(inplace=True))
        self.head = nn.Linear(192, 70)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        uncoloured = 2 * (x - x.mean((2, 3), keepdim=True))
        embedding = self.embed(self.squeeze(self.trunk(uncoloured)))
        return self.head(embedding), embedding


SPOKE = (64, 96)
"""Height and width of a spoke's picture: half a tile across, and from before the middle to beyond the rim."""
BEFORE, BEYOND = 17.0, 23.0
"""How far a spoke reaches behind the tile's middle and over its rim, in pixels of the patch."""


def spoke_grid(side: int = 192, tile: float = 128.0) -> Tensor:
    """Where the pixels of the eight spokes lie in a patch, (8 * height, width, 2), as `grid_sample` takes them.

    Each runs from left to right, from the tile's middle to a rim point: diagonal ones are drawn a little shorter.
    """
    high, wide = SPOKE
    grids = []
    for dx, dy in ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)):
        length = math.hypot(dx, dy)
        step = (BEFORE + tile / 2 * length + BEYOND) / wide
        along = ((torch.arange(wide) + 0.5) * step - BEFORE)[None, :]
        across = (torch.arange(high) - (high - 1) / 2)[:, None]
        x = (along * dx - across * dy) / length
        y = (along * dy + across * dx) / length
        grids.append(torch.stack([x, y], -1) * 2 / (side - 1))
    return torch.cat(grids)


class SpokeNet(nn.Module):
    """(N, 3, 192, 192), 0 to 1 -> logits (N, 70) of one tile each, and the embedding (N, 192) they are read from.

    One and the same trunk looks along each of the eight directions, so that it learns eight times from each tile; what
    lies in one direction is told with what was seen in the two beside it and in all. It sees them at half their size,
    and is given features of the full size too: strips are told by fine drawings.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = _conv(3, 32, 2)
        self.detail = _conv(3, 32, stride=4, size=6)
        self.body = nn.Sequential(
            _conv(64, 64, 2),
            _Residual(64),
            _conv(64, 96, 2),
            _Residual(96),
            _Residual(96),
            _conv(96, 128, 2),
            _Residual(128),
            _Residual(128),
            _Residual(128),
        )
        self.squeeze = _conv(128, 40, size=1)
        self.embed = nn.Sequential(nn.Flatten(), nn.Linear(40 * 6, 160), nn.ReLU(inplace=True))
        self.diagonal = nn.Parameter(torch.zeros(160))
        self.around = nn.Sequential(nn.Linear(4 * 160, 192), nn.ReLU(inplace=True))
        self.told = nn.Linear(192, 8)
        self.kind = nn.Linear(192, 6)
        self.register_buffer("grid", spoke_grid())
        self.register_buffer("straight", torch.tensor([0.0, 1.0] * 4)[:, None])

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        return self.answers(self.told_alone(self.along(x)))

    def along(self, x: Tensor, bend: Tensor | None = None) -> Tensor:
        """The pictures along each tile's spokes, (8 N, 3, height, width).

        bend: (N, 2, 3), an affine map of each patch, -1 to 1 across, that spokes are cut after; none as they lie.
        """
        uncoloured = x - x.mean((2, 3), keepdim=True)
        grid = self.grid[None].expand(x.shape[0], -1, -1, -1)
        if bend is not None:
            bend = bend.to(x.device)
            grid = grid @ bend[:, None, :, :2].transpose(2, 3) + bend[:, None, None, :, 2]
        drawn = nn.functional.grid_sample(uncoloured, grid, align_corners=True)
        spokes = drawn.unflatten(2, (8, SPOKE[0])).permute(0, 2, 1, 3, 4).flatten(0, 1)
        return spokes.contiguous(memory_format=torch.channels_last)

    def told_alone(self, spokes: Tensor) -> Tensor:
        """What each spoke's picture shows, (N, 160), whatever lies beside it."""
        early = torch.cat([self.stem(nn.functional.avg_pool2d(spokes, 2)), self.detail(spokes)], 1)
        return self.embed(self.squeeze(self.body(early)))  # type: ignore[no-any-return]

    def answers(self, alone: Tensor) -> tuple[Tensor, Tensor]:
        """Logits and embedding of tiles from what their spokes show, (8 N, 160)."""
        each = alone.reshape(-1, 8, 160) + self.straight * self.diagonal
        mean = each.mean(1, keepdim=True).expand_as(each)
        told = self.around(torch.cat([each, each.roll(1, 1), each.roll(-1, 1), mean], 2))
        both = self.told(told)
        embedding = told.mean(1)
        logits = torch.cat([both[..., :4].flatten(1), both[..., 4:].flatten(1), self.kind(embedding)], 1)
        return logits, embedding


def _silent(layer: nn.Linear) -> nn.Linear:
    """The layer with an answer of nothing, so that learning begins without it."""
    nn.init.zeros_(layer.weight)
    nn.init.zeros_(layer.bias)
    return layer
