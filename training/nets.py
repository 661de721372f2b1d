"""The two nets: one finds pieces in a small photo, one looks at a tile."""

from __future__ import annotations

from torch import Tensor, nn

FINDER_CHANNELS = 11
"""Four heat maps (tile, fruit, strip, corner), then the tile's offset (2), log size (1) and turn and skew (4)."""
LOOK_OUTPUTS = 8 * 4 + 8 * 4 + 6
"""Per direction none/branch/graft/prune, per rim point none/lemon/lime/orange, then the kind or "empty"."""


def _conv(inside: int, outside: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, size, stride, size // 2, bias=False),
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


def _twice(x: Tensor) -> Tensor:
    return nn.functional.interpolate(x, scale_factor=2.0, mode="nearest")


class LookNet(nn.Module):
    """(N, 3, 96, 96), 0 to 1 -> logits (N, 70) and the embedding (N, 192) that they are read from."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = _conv(3, 24, 2)
        self.body = nn.Sequential(
            _conv(24, 40, 2),
            _Residual(40),
            _conv(40, 72, 2),
            _Residual(72),
            _Residual(72),
            _conv(72, 112, 2),
            _Residual(112),
            _Residual(112),
        )
        self.squeeze = _conv(112, 40, size=1)
        self.embed = nn.Sequential(nn.Flatten(), nn.Linear(40 * 36, 192), nn.ReLU(inplace=True))
        self.head = nn.Linear(192, LOOK_OUTPUTS)
        self.drop = nn.Dropout(0.1)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        mean = x.mean((2, 3), keepdim=True)
        features = self.body(self.stem(x - mean))
        embedding = self.embed(self.squeeze(features))
        return self.head(self.drop(embedding)), embedding
