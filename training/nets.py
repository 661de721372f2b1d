"""The nets: one finds pieces in a small photo, three look at a tile, one compares strips, one names fruit."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from scoring.lattice import STEP
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
        embedding = self.embed(self.squeeze(self.trunk(_uncoloured(x))))
        return self.head(embedding), embedding


SPOKE = (64, 96)
"""Height and width of a spoke's picture: half a tile across, and from before the middle to beyond the rim."""
BEFORE, BEYOND = 17.0, 23.0
"""How far a spoke reaches behind the tile's middle and over its rim, in pixels of the patch."""


def spoke_axes(side: int = 192, tile: float = 128.0) -> tuple[Tensor, Tensor]:
    """Where the pixels of the eight spokes lie in a patch: steps along (8, 1, width, 2) and across (8, height, 1, 2).

    Their sum is the place (x, y) as `grid_sample` takes it. Each spoke runs from left to right, from the tile's middle
    to a rim point: diagonal ones are drawn a little shorter.
    """
    high, wide = SPOKE
    ways = torch.tensor(list(STEP.values()), dtype=torch.float32)
    length = ways.norm(dim=1, keepdim=True)
    ahead = ways / length
    aside = torch.stack([-ahead[:, 1], ahead[:, 0]], 1)
    pixels = (BEFORE + tile / 2 * length + BEYOND) / wide
    along = (torch.arange(wide) + 0.5) * pixels - BEFORE
    across = torch.arange(high) - (high - 1) / 2
    unit = 2 / (side - 1)
    return (
        unit * along[:, None, :, None] * ahead[:, None, None],
        unit * across[:, None, None] * aside[:, None, None],
    )


class _AlongSpokes(nn.Module):
    """(N, 3, 192, 192), 0 to 1 -> logits (N, 70) of one tile each, and the embedding (N, 192) they are read from.

    One and the same net looks along each of the eight directions, so that it learns eight times from each tile; what
    lies in one direction is told with what was seen in the two beside it and in all.
    """

    def __init__(self, look: nn.Module, features: int) -> None:
        """look: the net that looks along one, (8 N, 3, height, width) -> (8 N, features)."""
        super().__init__()
        self.look = look
        self.embed = nn.Sequential(nn.Linear(features, 160), nn.ReLU(inplace=True))
        self.diagonal = nn.Parameter(torch.zeros(160))
        self.around = nn.Sequential(nn.Linear(4 * 160, 192), nn.ReLU(inplace=True))
        self.told = nn.Linear(192, 8)
        self.kind = nn.Linear(192, 6)
        along, across = spoke_axes()
        self.register_buffer("ahead", along)
        self.register_buffer("aside", across)
        self.register_buffer("straight", torch.tensor([0.0, 1.0] * 4)[:, None])

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Logits and embedding of tiles."""
        alone = self.embed(self.look(self.along(x)))
        each = alone.reshape(-1, 8, 160) + self.straight * self.diagonal
        mean = each.mean(1, keepdim=True).expand_as(each)
        told = self.around(torch.cat([each, each.roll(1, 1), each.roll(-1, 1), mean], 2))
        both = self.told(told)
        embedding = told.mean(1)
        logits = torch.cat([both[..., :4].flatten(1), both[..., 4:].flatten(1), self.kind(embedding)], 1)
        return logits, embedding

    def along(self, x: Tensor) -> Tensor:
        """The pictures along each tile's spokes, (8 N, 3, height, width)."""
        grid = (self.ahead + self.aside).flatten(0, 1)[None].expand(x.shape[0], -1, -1, -1)
        drawn = nn.functional.grid_sample(_uncoloured(x), grid, align_corners=True)
        spokes = drawn.unflatten(2, (8, SPOKE[0])).permute(0, 2, 1, 3, 4).flatten(0, 1)
        return spokes.contiguous(memory_format=torch.channels_last)


class SpokeNet(_AlongSpokes):
    """It looks along spokes with what learned from photographs, as the look net does."""

    def __init__(self) -> None:
        super().__init__(nn.Sequential(Trunk(), _conv(FEATURES, 48, size=1), nn.Flatten()), 48 * 4 * 6)


class PlainSpokeNet(_AlongSpokes):
    """It looks along spokes with a small net from nothing, which errs elsewhere than what learned from photographs."""

    def __init__(self) -> None:
        super().__init__(_HalfSize(), 40 * 2 * 3)


class _HalfSize(nn.Module):
    """Spokes (N, 3, 64, 96) -> features (N, 240), seen at half their size.

    It is given features of the full size too: strips are told by fine drawings.
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
        self.squeeze = nn.Sequential(_conv(128, 40, size=1), nn.Flatten())

    def forward(self, spokes: Tensor) -> Tensor:
        early = torch.cat([self.stem(nn.functional.avg_pool2d(spokes, 2)), self.detail(spokes)], 1)
        return self.squeeze(self.body(early))  # type: ignore[no-any-return]


class StripNet(nn.Module):
    """What lies along a branch (N, 3, 32, 56), 0 to 1 -> what tells it from what is of another sort in its printing,
    (N, 64)."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(_conv(3, 32), _conv(32, 64, 2), _conv(64, 96, 2), _conv(96, 128, 2))
        self.out = nn.Linear(2 * 128, 64)

    def forward(self, x: Tensor) -> Tensor:
        seen = self.body(4 * (x - 0.45))
        return self.out(torch.cat([seen.mean((2, 3)), seen.amax((2, 3))], 1))  # type: ignore[no-any-return]


class FruitNet(nn.Module):
    """A photo's fruit (N, 3, 40, 40), 0 to 1 -> logits (N, 3) of their kinds, each told with all.

    For learning, of many photos with as many fruit each, one photo's after the other.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(_conv(5, 32, 2), _conv(32, 48, 2), _conv(48, 64), _conv(64, 96, 2))
        self.alone = nn.Linear(3 * 96, 96)
        self.together = nn.ModuleList([_Attention(96) for _ in range(2)])
        self.out = nn.Sequential(nn.LayerNorm(96), nn.Linear(96, 3))

    def forward(self, x: Tensor, photos: Tensor | None = None) -> Tensor:
        seen = self.body(_with_chromaticity(x))
        pooled = [seen.mean((2, 3)), seen.amax((2, 3)), seen[:, :, 2:3, 2:3].flatten(1)]
        fruit = self.alone(torch.cat(pooled, 1)).reshape(1 if photos is None else int(photos), -1, 96)
        for block in self.together:
            fruit = block(fruit, None)
        return self.out(fruit).flatten(0, 1)  # type: ignore[no-any-return]


def _with_chromaticity(x: Tensor) -> Tensor:
    """Pictures (N, 3, H, W), 0 to 1, and how much more red and blue than green they are, (N, 5, H, W): another light
    moves these logarithms alike (von Kries 1902)."""
    red, green, blue = (x + 0.03).log().unbind(1)
    return torch.cat([4 * (x - 0.45), torch.stack([red - green, blue - green], 1)], 1)


def _uncoloured(x: Tensor) -> Tensor:
    """Pictures (N, 3, H, W), 0 to 1, as the trunk takes them: about -1 to 1, each colour less its mean."""
    return 2 * (x - x.mean((2, 3), keepdim=True))


def _silent(layer: nn.Linear) -> nn.Linear:
    """The layer with an answer of nothing, so that learning begins without it."""
    nn.init.zeros_(layer.weight)
    nn.init.zeros_(layer.bias)
    return layer
