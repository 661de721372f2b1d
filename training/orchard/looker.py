"""Trains Orchard's look net: a die's colour, top face and kind, a tree's fruit and what stands on it.

python -m training.orchard.looker DATA OUT.pt --minutes 35
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import numpy as np
import numpy.typing as npt
import torch
import typer
from torch import Tensor, nn

from training.augment import in_wrong_colours, recoloured
from training.hardness import hard_ones, now_and_then, worth_learning
from training.loop import (
    Batch,
    Course,
    Rate,
    Start,
    Threads,
    as_pictures,
    device_of,
    in_few_bits,
    prepare,
    shuffled,
    train,
)
from training.orchard.foreign import with_foreign
from training.orchard.nets import ANSWERS, OrchardLook
from training.orchard.patches import WIDE, outlined
from training.orchard.real_dice import with_real
from training.orchard.slips import MENDED, ON_LATTICE, cut_around, slip
from vision.orchard_look import DIE_MARGIN, PATCH, TREE_MARGIN

DICE, TREES = 9, 8
"""How many dice and trees of a photo a step takes at most, hard ones rather than others."""
COLUMNS = {"colour": 0, "pips": 1, "ordinary": 2, "fruit": 3, "standing": 4}
"""Where in a row of marks the answer to each question stands; -1 is not asked."""
WEIGHTS = {"colour": 1.0, "pips": 1.5, "ordinary": 0.3, "fruit": 1.0, "standing": 1.0}
STRANGE = 0.12
"""Share of photos that are shown in wrong colours: they teach more kinds of dice, and nothing of colours and fruit."""
GREYER = 0.4
"""How many of them have fainter colours besides."""
GLARING, GLARE = 0.3, 0.9
"""Share of photos whose dice mirror a lamp, and how bright it is at most."""
STREAKED, STREAKS = 0.25, 3
"""Share of photos whose dice mirror windows and edges as thin bent lines, and how many each does at most."""
DYED, HARDLY, PLAINLY = 0.25, 0.12, 0.7
"""Share of photos whose dice are shown in two other colours, and how far apart these are (0 to 1, root of squares)."""
STILL_TRUE, AROUND_TOP, SMEAR = 0.4, 0.3, 5
"""How much of their own colours they keep at most, what lies around the top, as a share of the patch, and over how
many pixels of it their colours are smeared."""
HELD_PHOTOS = 150
POOL = 16
"""Shards in memory at a time."""


@dataclass(frozen=True, eq=False)
class Album:
    """One photo's dice uint8 (D, WIDE, WIDE, 3) and trees uint8 (T, PATCH, PATCH, 3), and marks (D + T, 5).

    losses: how hard each of them is, (D + T,).
    """

    dice: npt.NDArray[np.uint8]
    trees: npt.NDArray[np.uint8]
    marks: npt.NDArray[np.int64]
    losses: npt.NDArray[np.float32]

    @property
    def patches(self) -> npt.NDArray[np.uint8]:
        """Dice, exactly outlined, and trees as the reader cuts them."""
        return np.concatenate([outlined(self.dice), self.trees])


def load(path: Path) -> list[Album]:
    """The photos of a shard that have patches."""
    with np.load(path) as shard:
        names = ("tops", "top_labels", "top_photo", "trees", "tree_labels", "tree_photo")
        tops, top_labels, top_photo, trees, tree_labels, tree_photo = (shard[name] for name in names)
    albums = []
    for photo in np.unique(np.concatenate([top_photo, tree_photo])):
        dice, grown = top_labels[top_photo == photo], tree_labels[tree_photo == photo]
        marks = np.full((len(dice) + len(grown), len(COLUMNS)), -1, np.int64)
        marks[: len(dice), :3] = dice
        marks[len(dice) :, 3] = grown[:, 0]
        marks[len(dice) :, 4] = grown[:, 2]
        unknown = np.zeros(len(marks), np.float32)
        albums.append(Album(tops[top_photo == photo], trees[tree_photo == photo], marks, unknown))
    return albums


def batches(
    folder: Path,
    photos: int,
    rng: np.random.Generator,
    hardness: Callable[[list[Album]], list[npt.NDArray[np.float32]]],
) -> Iterator[Batch]:
    """Endless batches of some photos' patches: (pictures, which are trees, which are there), (marks,).

    hardness: the loss of each patch of some photos; hard photos come more often, and of each its hard patches.
    """
    losses_of = now_and_then(hardness, rng)

    def load_hard(path: Path) -> list[Album]:
        albums = load(path)
        albums = [replace(a, losses=known) for a, known in zip(albums, losses_of(path, albums), strict=True)]
        of_photos = np.array([album.losses.sum() for album in albums], np.float32)
        return [albums[k] for k in worth_learning(of_photos, rng)]

    for albums in with_real(shuffled(folder, load_hard, photos, POOL, rng), folder, load, rng):
        yield _batch(albums, rng)


def _batch(albums: list[Album], rng: np.random.Generator) -> Batch:
    """Some dice and trees of each photo, cut as a reader cuts them: the dice first, photos with fewer filled up."""
    dice = np.zeros((len(albums), DICE, WIDE, WIDE, 3), np.uint8)
    trees = np.zeros((len(albums), TREES, PATCH, PATCH, 3), np.uint8)
    marks = np.full((len(albums), DICE + TREES, len(COLUMNS)), -1, np.int64)
    there = np.zeros((len(albums), DICE + TREES), bool)
    for k, album in enumerate(albums):
        few, some = _some(album, rng)
        dice[k, : len(few)] = album.dice[few]
        trees[k, : len(some)] = album.trees[some]
        marks[k, : len(few)] = album.marks[few]
        marks[k, DICE : DICE + len(some)] = album.marks[len(album.dice) + some]
        there[k, : len(few)] = there[k, DICE : DICE + len(some)] = True
    fruit, standing = (marks[:, DICE:, COLUMNS[name]] for name in ("fruit", "standing"))
    trees, standing[:] = with_foreign(rng, trees, fruit, standing)
    pictures = torch.cat(
        [
            _cut(dice, *slip(dice[..., 0, 0, 0].size, MENDED), DIE_MARGIN),
            _cut(trees, *slip(trees[..., 0, 0, 0].size, ON_LATTICE), TREE_MARGIN, shown=TREE_MARGIN),
        ],
        dim=1,
    )
    for photo in np.flatnonzero(rng.random(len(albums)) < DYED):
        pictures[photo, :DICE] = dyed(pictures[photo, :DICE])
        marks[photo, :, COLUMNS["colour"]] = -1
    pictures[:, :DICE] = mirroring(streaked(pictures[:, :DICE]))
    for photo in np.flatnonzero(rng.random(len(albums)) < STRANGE):
        pictures[photo] = estranged(pictures[photo], rng)
        marks[photo, :, [COLUMNS["colour"], COLUMNS["fruit"]]] = -1
    pictures = recoloured(pictures, light=0.18, tint=0.05).flatten(0, 1)
    if rng.random() < 0.5:
        pictures = pictures.flip(3)
    turned = torch.cat([p.rot90(int(rng.integers(4)), (2, 3)) for p in pictures.split(DICE + TREES)])
    which = (torch.arange(DICE + TREES) >= DICE).long().repeat(len(albums))
    return (turned, which, torch.from_numpy(there)), (torch.from_numpy(marks).flatten(0, 1),)


def estranged(pictures: Tensor, rng: np.random.Generator) -> Tensor:
    """A photo's patches (N, 3, S, S) in wrong colours, at times greyer ones."""
    if rng.random() < GREYER:
        pictures = torch.lerp(pictures, pictures.mean(1, keepdim=True), float(rng.random()))
    return in_wrong_colours(pictures, rng)


def dyed(dice: Tensor) -> Tensor:
    """A photo's dice (N, 3, S, S) in two colours of any kind, at times hardly apart: dark red pips on black."""
    light = dice.mean(1, keepdim=True)
    edge = int(light.shape[-1] * AROUND_TOP)
    tops = light[..., edge:-edge, edge:-edge].flatten(1)
    dark, bright = (tops.quantile(q, 1)[:, None, None, None] for q in (0.05, 0.95))
    level = ((light - dark) / (bright - dark).clamp(min=0.05)).clamp(0, 1)
    apart = torch.randn(3)
    apart -= apart.mean() * torch.rand(1)  # as light as the die, at times
    apart *= (HARDLY + (PLAINLY - HARDLY) * torch.rand(1)) / apart.norm()
    # A photo's file keeps colours at half the size of its light.
    smeared = nn.functional.avg_pool2d(level, SMEAR, stride=1, padding=SMEAR // 2, count_include_pad=False)
    colour, grey = apart - apart.mean(), apart.mean()
    least, most = (-apart).clamp(min=0), (1 - apart).clamp(max=1)  # both colours can be shown
    body = least + (most - least) * torch.rand(3) * torch.rand(1).clamp(min=0.3)
    two = body[:, None, None] + colour[:, None, None] * smeared + grey * level
    return torch.lerp(two, dice, float(torch.rand(1)) * STILL_TRUE).clamp(0, 1)


def streaked(pictures: Tensor) -> Tensor:
    """Patches of dice (photos, N, 3, S, S), in some photos with thin bent lines of light on each of them."""
    photos, count = pictures.shape[:2]
    each = (photos, count, 1, 1, 1)
    bright = GLARE * (torch.rand(photos, 1, 1, 1, 1) < STREAKED) * torch.rand(photos, 1, 1, 1, 1)
    light = torch.zeros(())
    for _ in range(STREAKS):
        turn = 2 * torch.pi * torch.rand(each)
        x, y = _from_a_spot(pictures)
        along, across = x * turn.cos() + y * turn.sin(), y * turn.cos() - x * turn.sin()
        across = across - torch.randn(each) * 0.6 * along**2
        long, wide = 0.15 + 0.4 * torch.rand(each), 0.025 + 0.05 * torch.rand(each)
        shown = bright * (torch.rand(each) < 0.7)
        light = torch.maximum(light, shown * torch.exp(-((along / long) ** 4) - (across / wide) ** 2))
    return pictures + light * (1 - pictures).clamp(min=0)


def mirroring(pictures: Tensor) -> Tensor:
    """Patches of dice (photos, N, 3, S, S), in some photos with a lamp mirrored on each of them."""
    photos, count = pictures.shape[:2]
    each = (photos, count, 1, 1, 1)
    x, y = _from_a_spot(pictures)
    wide, high = 0.1 + 0.25 * torch.rand(2, *each)
    bright = GLARE * (torch.rand(photos, 1, 1, 1, 1) < GLARING) * torch.rand(each)
    return pictures + bright * torch.exp(-((x / wide) ** 2) - (y / high) ** 2)


def _from_a_spot(pictures: Tensor) -> tuple[Tensor, Tensor]:
    """How far right of and below a spot near the middle of each patch (photos, N, 3, S, S) its pixels lie, in half
    sides: (photos, N, 1, 1, S) and (photos, N, 1, S, 1)."""
    each = (*pictures.shape[:2], 1, 1, 1)
    at = torch.linspace(-1, 1, pictures.shape[-1])
    return at - torch.randn(each) * 0.35, at[:, None] - torch.randn(each) * 0.35


def _cut(
    patches: npt.NDArray[np.uint8], linear: Tensor, shift: Tensor, margin: float, **shown: float
) -> Tensor:
    """Patches of photos (P, N, S, S, 3) around slipped outlines, (P, N, 3, PATCH, PATCH)."""
    pictures = torch.from_numpy(patches).flatten(0, 1).permute(0, 3, 1, 2).float() / 255
    return cut_around(pictures, linear, shift, margin, PATCH, **shown).unflatten(0, patches.shape[:2])


def _some(album: Album, rng: np.random.Generator) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Some of a photo's dice and of its trees, hard ones rather than others."""
    dice = hard_ones(album.losses[: len(album.dice)], DICE, rng)
    trees = hard_ones(album.losses[len(album.dice) :], TREES, rng)
    if rng.random() < 0.15:  # a photo of dice without cards, or of few
        dice = dice[: int(rng.integers(1, DICE + 1))]
        trees = trees[: int(rng.integers(0 if len(dice) else 1, 3))]
    return dice, trees


def parts(logits: Tensor) -> dict[str, Tensor]:
    """The answers to each question."""
    return dict(zip(ANSWERS, logits.split(list(ANSWERS.values()), 1), strict=True))


def loss_of(logits: Tensor, marks: Tensor) -> Tensor:
    """Cross entropy of each question that is asked of a patch; questions without any patch cost nothing."""
    return (entropies(logits, marks) / (marks >= 0).sum(0).clamp(min=1)).sum()


def entropies(logits: Tensor, marks: Tensor) -> Tensor:
    """Weighed cross entropy of each question (N, 5), none where it is not asked."""
    each = [
        WEIGHTS[name]
        * nn.functional.cross_entropy(seen, marks[:, COLUMNS[name]], ignore_index=-1, reduction="none")
        for name, seen in parts(logits.float()).items()
    ]
    return torch.stack(each, 1)


def hardness_by(net: OrchardLook) -> Callable[[list[Album]], list[npt.NDArray[np.float32]]]:
    """How much a net errs on each patch of some photos: its loss (D + T,) each."""

    def hardness(albums: list[Album]) -> list[npt.NDArray[np.float32]]:
        told = zip(albums, asked(net, albums), strict=True)
        return [entropies(seen, torch.from_numpy(album.marks)).sum(1).numpy() for album, seen in told]

    return hardness


@torch.no_grad()
def asked(net: OrchardLook, albums: list[Album]) -> list[Tensor]:
    """The net's logits of each photo's upright patches; it goes on learning afterwards."""
    net.eval()
    told = []
    with in_few_bits(device_of(net)):
        for album in albums:
            pixels = as_pictures(album.patches).to(memory_format=torch.channels_last)
            trees = (torch.arange(len(pixels)) >= len(album.dice)).long()
            told.append(net(pixels, trees).float())
    net.train()
    return told


def measure(net: OrchardLook, albums: list[Album]) -> str:
    """Shares of right answers on photos, without averaging over turns."""
    if not albums:
        return ""
    logits = torch.cat(asked(net, albums))
    marks = torch.from_numpy(np.concatenate([album.marks for album in albums]))
    shares = []
    for name, seen in parts(logits).items():
        there = marks[:, COLUMNS[name]] >= 0
        right = seen.argmax(1)[there] == marks[there, COLUMNS[name]]
        shares.append(f"{name} {right.float().mean():.4f}")
    return " ".join(shares)


def main(
    data: Path,
    out: Path,
    minutes: Annotated[float, typer.Option(help="How long to train.")] = 35.0,
    photos: Annotated[int, typer.Option(help="Photos a step.")] = 12,
    rate: Rate = 2e-3,
    threads: Threads = 1,
    start: Start = None,
) -> None:
    """Train for a fixed time and save the weights."""
    torch.manual_seed(1)
    net = OrchardLook()
    prepare(net, start, threads)
    held = [album for path in sorted(data.glob("validation-*.npz")) for album in load(path)][:HELD_PHOTOS]
    course = Course(rate, decay=2e-2, minutes=minutes, log_every=200)
    learned = batches(data, photos, np.random.default_rng(1), hardness_by(net))
    train(net, learned, loss_of, out, course, lambda: measure(net, held))


if __name__ == "__main__":
    typer.run(main)
