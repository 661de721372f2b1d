"""Trains Orchard's finder: where dice, rotten tokens and trees lie in a small photo.

python -m training.orchard.finder DATA OUT.pt --minutes 35

DATA holds shards of `training.orchard.dataset`, and `real-train.npz` where photographs of real dice are to help.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
import numpy.typing as npt
import torch
import typer
from torch import Tensor, nn

from training.augment import estranged, in_wrong_colours
from training.finder import around, focal, frame_code, half_sides, regress, stamp
from training.loop import Batch, Course, Rate, Start, Threads, as_pictures, prepare, shuffled, train
from training.orchard.dataset import ROLES
from training.orchard.nets import DIE_NUMBERS, HEATS, TREE_NUMBERS, OrchardFinder
from training.orchard.real_dice import with_real
from vision.locate import STRIDE

CROP = 384
"""Side of the windows of photos that a step takes."""
SMALLEST, LARGEST = 0.34, 1.5
"""How much smaller or larger than drawn the things in them are."""
POOL = 4
"""Shards in memory at a time."""
STRANGE = 0.2
"""Share of windows in wrong colours, half of them negatives: pale dice lie on pale tables too. A token is told by its
colour, so none is asked for there."""
FEWEST = 4.0
"""A kind that a batch has fewer of is not made up for in full."""
HEAT_OF = {
    **dict.fromkeys((ROLES.index("die"), ROLES.index("spare_die")), 0),
    **dict.fromkeys((ROLES.index("rotten"), ROLES.index("spare_rotten")), 1),
    **dict.fromkeys((ROLES.index(name) for name in ("tree", "stood_on", "spare_tree")), 2),
}
BARELY, ROTTEN = ROLES.index("barely"), ROLES.index("rotten")
DIE, TOKEN, TREE = 0, 1, 2
Array = npt.NDArray[np.float32]
Things = dict[str, npt.NDArray[Any]]
"""What lies in one photo: `quads`, `feet`, `roles`, `labels`, `exact` of a shard."""


def targets(things: Things, side: int) -> tuple[Array, Array, Array, Array]:
    """-> heat (3, h, w), where heat is asked for (3, h, w), numbers (16, h, w), and their weights (2, h, w)."""
    cells = side // STRIDE
    heat = np.zeros((len(HEATS), cells, cells), np.float32)
    asked = np.ones((len(HEATS), cells, cells), np.float32)
    known = np.zeros((len(DIE_NUMBERS) + len(TREE_NUMBERS), cells, cells), np.float32)
    weight = np.zeros((2, cells, cells), np.float32)
    told = ("quads", "feet", "roles", "labels", "exact")
    for quad, foot, role, labels, exact in zip(*(things[name] for name in told), strict=True):
        centre = quad.mean(0) / STRIDE - 0.5
        u, v = half_sides(quad)
        size = float(np.sqrt(abs(u * v))) / STRIDE
        if size < 0.3 or not -2 * size < centre.min() <= centre.max() < cells + 2 * size:
            continue
        if role == BARELY and (
            labels[0] < 0 or labels[1] >= 0
        ):  # a card's second label is -1, its first is not
            reach = max(1.2 * size, 1.5)
            ys, xs, right, down = around((cells, cells), centre, reach)
            asked[:, ys, xs][:, np.hypot(right, down) < reach] = 0
        kind = HEAT_OF.get(int(role))
        if kind is None:
            continue
        stamp(heat[kind], centre, max(size * (0.2 if kind == TREE else 0.3), 0.8))
        if kind not in (DIE, TREE) or not exact:
            continue
        numbers = frame_code(quad)
        if kind == DIE:
            numbers = np.append(numbers, (foot.mean(0) - quad.mean(0)) / (2 * size * STRIDE))
        columns = slice(0, len(DIE_NUMBERS)) if kind == DIE else slice(len(DIE_NUMBERS), None)
        regress(known[columns], weight[kind // 2], centre, max(0.35 * size, 1.2), numbers)
    return heat, asked, known, weight


def varied(
    rng: np.random.Generator, photo: npt.NDArray[np.uint8], things: Things
) -> tuple[npt.NDArray[np.uint8], Things]:
    """A window of the photo at another size, turned by quarters, mirrored, and recoloured a little."""
    size = np.array(photo.shape[1::-1], np.float64)
    scale = float(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST))))
    if scale < 0.8:
        photo = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        reduced = np.array(photo.shape[1::-1]) / size
    else:
        reduced = np.ones(2)
    turn = np.linalg.matrix_power(np.array([[0.0, -1], [1, 0]]), int(rng.integers(4)))
    mirror = np.diag([1.0 if rng.random() < 0.5 else -1.0, 1.0])
    linear = turn @ mirror @ np.diag(np.full(2, scale))
    at = _looked_at(rng, things, size)
    offset = CROP / 2 - linear @ at + rng.uniform(-0.3, 0.3, 2) * CROP
    matrix = np.hstack([linear @ np.diag(1 / reduced), offset[:, None]])
    window = cv2.warpAffine(
        photo, matrix, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    moved = dict(things)
    for name in ("quads", "feet"):
        points = things[name] @ linear.T.astype(np.float32) + offset.astype(np.float32)
        moved[name] = points[:, [1, 0, 3, 2]] if mirror[0, 0] < 0 else points
    gain = np.exp(rng.normal(0, 0.1, 3)) * np.exp(rng.normal(0, 0.2))
    return (window * gain).clip(0, 255).astype(np.uint8), moved


def _looked_at(rng: np.random.Generator, things: Things, size: npt.NDArray[np.float64]) -> Any:
    """The middle of a window: mostly about a thing, often about one of the few tokens, else anywhere."""
    tokens = np.flatnonzero(things["roles"] == ROTTEN)
    if len(tokens) and rng.random() < 0.25:
        return things["quads"][int(rng.choice(tokens))].mean(0).astype(np.float64)
    if len(things["quads"]) and rng.random() < 0.85:
        return things["quads"][int(rng.integers(len(things["quads"])))].mean(0).astype(np.float64)
    return rng.uniform(0, 1, 2) * size


def loss_of(seen: Tensor, heat: Tensor, asked: Tensor, known: Tensor, weight: Tensor) -> Tensor:
    """Focal loss on the heat maps, L1 on what is known of dice and trees."""
    seen = seen.float()
    off, sure = focal(seen[:, : len(HEATS)], heat)
    # Each kind counts alike, though a photo has two tokens and thirty trees.
    count = (sure * asked).sum((0, 2, 3)).clamp(min=FEWEST)
    points = ((off * asked).sum((0, 2, 3)) / count).mean()
    away = nn.functional.smooth_l1_loss(seen[:, len(HEATS) :], known, reduction="none", beta=0.05)
    dice = away[:, : len(DIE_NUMBERS)].sum(1) * weight[:, 0]
    trees = away[:, len(DIE_NUMBERS) :].sum(1) * weight[:, 1]
    dice_share = dice.sum() / weight[:, 0].sum().clamp(min=1e-6)
    return points + dice_share + trees.sum() / weight[:, 1].sum().clamp(min=1e-6)


def load(path: Path) -> list[tuple[npt.NDArray[np.uint8], Things]]:
    """The photos of a shard with what lies in each."""
    with np.load(path) as shard:
        photos, owner = shard["photos"], shard["owner"]
        columns = {name: shard[name] for name in ("quads", "feet", "roles", "labels", "exact")}
    return [
        (photo, {name: column[owner == k] for name, column in columns.items()})
        for k, photo in enumerate(photos)
    ]


def batches(folder: Path, size: int, rng: np.random.Generator) -> Iterator[Batch]:
    """Endless batches, (photos,), (heat, where asked, numbers, weights); shards drawn meanwhile are included."""
    for photos in with_real(shuffled(folder, load, size, POOL, rng), folder, load, rng):
        made = [(window, *targets(moved, CROP)) for window, moved in (varied(rng, *it) for it in photos)]
        windows, heat, asked, known, weight = (np.stack(part) for part in zip(*made, strict=True))
        strange = rng.random(len(photos)) < STRANGE
        asked[strange, TOKEN] = 0
        pictures = estranged(as_pictures(windows), torch.from_numpy(strange), rng, in_wrong_colours)
        yield (pictures,), tuple(torch.from_numpy(it) for it in (heat, asked, known, weight))


def main(
    data: Path,
    out: Path,
    minutes: Annotated[float, typer.Option(help="How long to train.")] = 35.0,
    batch: Annotated[int, typer.Option(help="Windows a step.")] = 8,
    rate: Rate = 3e-3,
    threads: Threads = 1,
    start: Start = None,
) -> None:
    """Train for a fixed time and save the weights."""
    torch.manual_seed(0)
    cv2.setNumThreads(1)
    net = OrchardFinder()
    prepare(net, start, threads, heads=("head.",))
    course = Course(rate, decay=1e-2, minutes=minutes, log_every=50)
    train(net, batches(data, batch, np.random.default_rng(0)), loss_of, out, course)


if __name__ == "__main__":
    typer.run(main)
