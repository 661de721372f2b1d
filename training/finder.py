"""Trains the finder: where tiles, fruit, strips and tile corners lie in a small photo.

python -m training.finder DATA OUT.pt --minutes 35
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import numpy as np
import numpy.typing as npt
import torch
import typer
from torch import Tensor, nn

from training.augment import badly_lit
from training.loop import Batch, Course, Rate, Start, Threads, as_pictures, prepare, train
from training.nets import FINDER_CHANNELS, Finder
from vision.locate import SIZE_UNIT, STRIDE

LAYOUT, LOOSE, UNSURE, FRUIT, STRIP = 1, 2, 3, 4, 5
"""The roles of things in a shard."""
Array = npt.NDArray[np.float32]


def frame_code(quad: Array) -> Array:
    """A tile's shape as five numbers that do not depend on which corner is named first.

    quad: (4, 2). With u and v the half sides as complex numbers, the polynomial with roots +-u, +-v has the
    coefficients u^2 + v^2 and u^2 v^2, the same for every quarter turn: log size, direction of u^2 v^2 (2),
    skew (u^2 + v^2) / size^2 (2).
    """
    u, v = half_sides(quad)
    product = u * u * v * v
    size = abs(product) ** 0.25
    unit = product / max(abs(product), 1e-9)
    skew = (u * u + v * v) / size**2
    return np.array([np.log(size / SIZE_UNIT), unit.real, unit.imag, skew.real, skew.imag], np.float32)


def half_sides(quad: Array) -> tuple[complex, complex]:
    nw, ne, se, sw = (complex(*p) for p in quad)
    return (ne + se - nw - sw) / 4, (sw + se - nw - ne) / 4


def targets(quads: Array, roles: npt.NDArray[np.int8], height: int, width: int) -> tuple[Array, Array, Array]:
    """-> heat (4, h, w), regression (7, h, w) and the weight of each cell of the regression (h, w)."""
    high, wide = height // STRIDE, width // STRIDE
    heat = np.zeros((4, high, wide), np.float32)
    known = np.zeros((7, high, wide), np.float32)
    weight = np.zeros((high, wide), np.float32)
    for quad, role in zip(quads, roles, strict=True):
        centre = quad.mean(0) / STRIDE - 0.5
        u, v = half_sides(quad)
        size = float(np.sqrt(abs(u * v))) / STRIDE
        spread = max(size * (0.16 if role <= UNSURE else 0.3), 0.8)
        layer = heat[{FRUIT: 1, STRIP: 2}.get(int(role), 0)]
        stamp(layer, centre, spread, 0.5 if role == UNSURE else 1.0)
        if role == LAYOUT:
            for corner in quad:
                stamp(heat[3], corner / STRIDE - 0.5, max(0.1 * size, 0.7))
        if role in (LAYOUT, LOOSE):
            regress(known, weight, centre, max(0.3 * size, 1.2), frame_code(quad))
    return heat, known, weight


def around(shape: tuple[int, int], centre: Array, reach: float) -> tuple[slice, slice, Array, Array]:
    """The rows and columns of cells within `reach` of a place, and how far right and down of each it lies."""
    (y0, y1), (x0, x1) = (
        (int(np.clip(np.floor(at - reach), 0, cells)), int(np.clip(np.ceil(at + reach) + 1, 0, cells)))
        for at, cells in zip((centre[1], centre[0]), shape, strict=True)
    )
    ys, xs = np.mgrid[y0:y1, x0:x1].astype(np.float32)
    return slice(y0, y1), slice(x0, x1), centre[0] - xs, centre[1] - ys


def stamp(layer: Array, centre: Array, spread: float, height: float = 1.0) -> None:
    """Raise a heat map (h, w) to a bell about a place; the cell nearest to it gets the full height.

    Without that, a small thing between four cells had none that counts as sure.
    """
    ys, xs, right, down = around(layer.shape, centre, 3 * spread)
    bell = height * np.exp(-(right**2 + down**2) / (2 * spread**2))
    if bell.size and max(abs(right).min(), abs(down).min()) <= 0.5:
        bell.flat[bell.argmax()] = height
    layer[ys, xs] = np.maximum(layer[ys, xs], bell)


def regress(known: Array, weight: Array, centre: Array, reach: float, numbers: Array) -> None:
    """Ask the cells within `reach` of a place for the way to it and for what is known of the thing there.

    known: (2 + N, h, w); weight: (h, w), which sums to 1 over the cells of a thing; numbers: (N,).
    """
    ys, xs, right, down = around(weight.shape, centre, reach)
    near = np.hypot(right, down) < reach
    known[0, ys, xs][near], known[1, ys, xs][near] = right[near], down[near]
    known[2:, ys, xs][:, near] = numbers[:, None]
    weight[ys, xs][near] = 1.0 / max(float(near.sum()), 1.0)


def varied(
    rng: np.random.Generator, photo: npt.NDArray[np.uint8], quads: Array
) -> tuple[npt.NDArray[np.uint8], Array]:
    """The photo turned by quarters, mirrored, and recoloured a little."""
    height, width = photo.shape[:2]
    quads = quads.copy()
    if rng.random() < 0.5:
        photo = photo[:, ::-1]
        quads[..., 0] = width - quads[..., 0]
        quads = quads[:, [1, 0, 3, 2]]
    if rng.random() < 0.5:
        photo = photo[::-1]
        quads[..., 1] = height - quads[..., 1]
        quads = quads[:, [3, 2, 1, 0]]
    gain = np.exp(rng.normal(0, 0.08, 3)) * np.exp(rng.normal(0, 0.15))
    if rng.random() < 0.1:
        photo = photo[..., rng.permutation(3)]
    return (photo * gain).clip(0, 255).astype(np.uint8), quads


def focal(seen: Tensor, heat: Tensor) -> tuple[Tensor, Tensor]:
    """The focal loss of each cell of heat maps (Zhou et al., Objects as Points, 2019), and which cells are sure to hold
    a thing, 1 or 0; seen: log-odds."""
    chance = torch.sigmoid(seen).clamp(1e-5, 1 - 1e-5)
    sure = (heat > 0.93).float()
    hit = -torch.log(chance) * (1 - chance) ** 2 * sure
    miss = -torch.log(1 - chance) * chance**2 * (1 - heat) ** 4 * (1 - sure)
    return hit + miss, sure


def loss_of(seen: Tensor, heat: Tensor, known: Tensor, weight: Tensor) -> Tensor:
    """Focal loss on the heat maps, L1 on what is known at the centres."""
    seen = seen.float()
    off, sure = focal(seen[:, :4], heat)
    points = off.sum() / sure.sum().clamp(min=1)
    away = (nn.functional.smooth_l1_loss(seen[:, 4:], known, reduction="none", beta=0.05)).sum(1) * weight
    return points + away.sum() / weight.sum().clamp(min=1e-6)


def batches(folder: Path, size: int, rng: np.random.Generator) -> Iterator[Batch]:
    """Endless batches, (photos,), (heat maps, numbers, where they count); shards drawn meanwhile come in too."""
    while True:
        paths = sorted(folder.glob("train-*.npz"))
        for index in rng.permutation(len(paths)):
            with np.load(paths[int(index)]) as shard:
                photos, owner, quads, roles = (shard[k] for k in ("photos", "owner", "quads", "roles"))
            order = rng.permutation(len(photos))
            for start in range(0, len(order) - size + 1, size):
                made = []
                for k in order[start : start + size]:
                    photo, moved = varied(rng, photos[k], quads[owner == k])
                    made.append((photo, *targets(moved, roles[owner == k], *photo.shape[:2])))
                pictures = badly_lit(as_pictures(np.stack([m[0] for m in made])))
                made_of = (torch.from_numpy(np.stack([m[i] for m in made])) for i in (1, 2, 3))
                yield (pictures,), tuple(made_of)


def main(
    data: Path,
    out: Path,
    minutes: Annotated[float, typer.Option(help="How long to train.")] = 35.0,
    batch: Annotated[int, typer.Option(help="Photos a step.")] = 8,
    rate: Rate = 3e-3,
    threads: Threads = 1,
    start: Start = None,
    device: Annotated[str, typer.Option(help="Where to train: cpu, or cuda for a GPU.")] = "cpu",
) -> None:
    """Train for a fixed time and save the weights."""
    torch.manual_seed(0)
    net = Finder()
    prepare(net, start, threads, device=device)
    course = Course(rate, decay=1e-2, minutes=minutes, log_every=100)
    train(net, batches(data, batch, np.random.default_rng(0)), loss_of, out, course)


assert FINDER_CHANNELS == 11  # four heat maps and the seven regressed numbers above

if __name__ == "__main__":
    typer.run(main)
