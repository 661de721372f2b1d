"""How pictures of tiles are changed while nets learn from them: turned, bent, in other lights, with parts of others."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import torch
from torch import Tensor, nn

from training.dataset import EMPTY, POT

SHIFT, STRETCH, TURN = 0.012, 0.015, 0.015
"""How patches are bent: by shares of their side, and radians (standard deviations)."""
MOST_PASTED = 4
"""Directions that come from another tile, at most: half of all."""
BADLY_LIT = 0.3
"""Share of pictures that are shown in bad light, half of them burnt out and half of them dark."""
BRIGHTER, DARKER = 0.45, 0.8
"""How much brighter or darker these are, as the spread of its logarithm."""
TINT, GRAIN = 0.12, 0.06
"""How far their colours are off, likewise, and the most that dark ones' noise is, of the range of a picture."""
HUB = 0.1
"""How far about its middle a tile stays its own, as a share of the patch's side."""

Change = Callable[[Tensor, np.random.Generator], Tensor]
"""Makes other pictures (N, 3, S, S) of some, by lot."""


def turned(patches: Tensor, labels: Tensor, quarters: int, mirrored: bool) -> tuple[Tensor, Tensor]:
    """Patches (N, 3, S, S) and labels (N, 17) turned clockwise by quarters, after mirroring left to right."""
    branches, fruit, kind = labels[:, :8], labels[:, 8:16], labels[:, 16:]
    if mirrored:
        patches = patches.flip(3)
        swap = [(-d) % 8 for d in range(8)]
        branches, fruit = branches[:, swap], fruit[:, swap]
    patches = patches.rot90(-quarters, (2, 3))
    roll = [(d - 2 * quarters) % 8 for d in range(8)]
    return patches, torch.cat([branches[:, roll], fruit[:, roll], kind], 1)


def recoloured(patches: Tensor, light: float = 0.15, tint: float = 0.06) -> Tensor:
    """Photos' patches, (photos, N, 3, S, S), under another light: of each photo, and a little of each patch.

    light, tint: how much photos differ, as logarithms, in brightness and in each colour.
    """
    photos, count = patches.shape[:2]
    device = patches.device

    def varied(of_photo: float, of_patch: float, channels: int = 1) -> Tensor:
        by_photo = torch.randn(photos, 1, channels, 1, 1, device=device) * of_photo
        return torch.exp(by_photo + torch.randn(photos, count, channels, 1, 1, device=device) * of_patch)

    mean = patches.mean((3, 4), keepdim=True)
    gain = varied(light, 0.05) * varied(tint, 0.01, channels=3)
    contrast = varied(0.12, 0.03)
    grain = torch.rand(photos, 1, 1, 1, 1, device=device) * 0.03
    shown = torch.addcmul(mean * (1 - contrast) * gain, patches, contrast * gain)
    # As pictures lie in memory, colours last: noise is drawn six times as fast so.
    noise = torch.randn(photos, count, *patches.shape[3:], 3, device=device).permute(0, 1, 4, 2, 3)
    return shown.addcmul_(noise, grain).clamp_(0, 1)


def badly_lit(pictures: Tensor, share: float = BADLY_LIT) -> Tensor:
    """Pictures (N, 3, H, W), 0 to 1, some as a phone shows them that was told a wrong exposure.

    What is burnt out is white and what is dark has few shades, under noise: neither comes back when the light is
    levelled, so nets have to know both.
    """
    each, device = (len(pictures), 1, 1, 1), pictures.device

    def drawn(spread: float, channels: int = 1) -> Tensor:
        return torch.randn(len(pictures), channels, 1, 1, device=device) * spread

    dark = torch.rand(each, device=device) < 0.5
    gain = torch.exp(torch.where(dark, -drawn(DARKER).abs(), drawn(BRIGHTER).abs()) + drawn(TINT, channels=3))
    noise = torch.randn_like(pictures) * torch.rand(each, device=device) * GRAIN * dark
    shown = (pictures * gain + noise).clamp(0, 1).mul(255).round() / 255
    return torch.where(torch.rand(each, device=device) < share, shown, pictures)


def in_wrong_colours(pictures: Tensor, rng: np.random.Generator) -> Tensor:
    """Pictures (..., 3, H, W) with their colours swapped, all alike, and half the time as negatives."""
    swapped = pictures[..., rng.permutation(3).tolist(), :, :]
    return 1 - swapped if rng.random() < 0.5 else swapped


def reprinted(pictures: Tensor, rng: np.random.Generator) -> Tensor:
    """Pictures (N, 3, H, W) as outlines, as woodcuts or in a few shades: shapes stay, all else goes.

    After Geirhos et al. 2019, "ImageNet-trained CNNs are biased towards texture; increasing shape bias improves
    accuracy and robustness".
    """
    grey = pictures.mean(1, keepdim=True)
    spread, middle = torch.std_mean(grey, (2, 3), keepdim=True)
    shades = 0.5 + (grey - middle) / (4 * spread + 0.02)
    size = int(rng.choice([1, 2, 4]))
    fine = _smoothed(shades, size)
    relief = fine - _smoothed(shades, size * int(rng.integers(3, 7)))
    match int(rng.integers(3)):
        case 0:
            inked = (relief.abs() * float(rng.uniform(4, 10))).clamp(0, 1)
        case 1:
            inked = torch.sigmoid(relief * float(rng.uniform(15, 50)))
        case _:
            levels = int(rng.integers(2, 6))
            inked = (fine.clamp(0, 1) * levels).round() / levels
    tones = rng.permutation(rng.uniform([[0.6], [0.0]], [[1.0], [0.4]], (2, 3)))
    paper, ink = torch.as_tensor(tones).to(pictures)[..., None, None]
    return paper + inked * (ink - paper)


def estranged(patches: Tensor, strange: Tensor, rng: np.random.Generator, change: Change) -> Tensor:
    """Patches (N, 3, S, S), changed where `strange`, bool (N,) in the computer's own memory, says so."""
    which = strange.nonzero()[:, 0].to(patches.device)
    return patches.index_copy(0, which, change(patches[which], rng)) if len(which) else patches


def _smoothed(shades: Tensor, reach: int) -> Tensor:
    """Each pixel as the mean of those up to `reach` away, along rows and then along columns."""
    for across in (0, 1):
        size, edge = [1, 1], [0, 0]
        size[across], edge[across] = 2 * reach + 1, reach
        shades = nn.functional.avg_pool2d(shades, size, 1, edge, count_include_pad=False)
    return shades


def bent(count: int) -> Tensor:
    """Affine maps (N, 2, 3) by which tiles lie a little otherwise than they were cut."""
    turn, stretch = torch.randn(count) * TURN, 1 + torch.randn(count, 2) * STRETCH
    rows = torch.stack([torch.cos(turn), -torch.sin(turn), torch.sin(turn), torch.cos(turn)], 1)
    return torch.cat([rows.reshape(-1, 2, 2) * stretch[:, None], torch.randn(count, 2, 1) * 2 * SHIFT], 2)


def warped(pictures: Tensor, maps: Tensor) -> Tensor:
    """Pictures (N, 3, S, S) as affine maps (N, 2, 3) lay them, -1 to 1 across; their edges go on beyond."""
    grid = nn.functional.affine_grid(maps.to(pictures.device), list(pictures.shape), align_corners=False)
    return nn.functional.grid_sample(pictures, grid, padding_mode="border", align_corners=False)


def pasted(pictures: Tensor, labels: Tensor, alike: Tensor, share: float) -> tuple[Tensor, Tensor]:
    """Pictures (N, 3, S, S) and labels (N, 17), a share of them with some directions of another tile.

    After Yun et al. 2019, "CutMix: Regularization Strategy to Train Strong Classifiers with Localizable Features", but
    with parts that are asked about one by one. alike: bool (N,), tiles take only from those of which it says the same.
    The pot's tile, whose pot may lie anywhere, and empty places stay whole.
    """
    count, device = len(pictures), pictures.device
    plain = (labels[:, 16] != POT) & (labels[:, 16] != EMPTY)
    givers = torch.where(alike, _any_of(plain & alike), _any_of(plain & ~alike))
    ways = (torch.arange(8, device=device) - torch.randint(8, (count, 1), device=device)) % 8
    taken = ways < torch.randint(1, MOST_PASTED + 1, (count, 1), device=device)
    taken &= (plain & plain[givers] & (torch.rand(count, device=device) < share))[:, None]
    of_giver = (taken[:, :, None, None] & _sectors(pictures.shape[-1]).to(device)).any(1, keepdim=True)
    asked = torch.cat([taken, taken, torch.zeros_like(taken[:, :1])], 1)
    return torch.where(of_giver, pictures[givers], pictures), torch.where(asked, labels[givers], labels)


def _any_of(some: Tensor) -> Tensor:
    """For each of N tiles one of `some`, bool (N,), by lot; any where there are none."""
    return torch.multinomial(some.float() + 1e-9, len(some), replacement=True)


@cache
def _sectors(side: int) -> Tensor:
    """Which pixels of a patch belong to each direction, bool (8, side, side): an eighth of it, but for its middle."""
    ys, xs = np.mgrid[0:side, 0:side] - (side - 1) / 2
    way = np.round(np.arctan2(xs, -ys) / (np.pi / 4)).astype(int) % 8
    beyond = np.hypot(xs, ys) > HUB * side
    return torch.from_numpy(np.stack([(way == k) & beyond for k in range(8)]))
