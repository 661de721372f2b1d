"""Trains the nets that tell what a tile and its rim points show, from the whole of it or along its directions.

python -m training.looker DATA OUT.pt --minutes 35 [--net spokes] [--start models/spokes.onnx] [--device cuda]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import Annotated

import numpy as np
import numpy.typing as npt
import torch
import typer
from torch import Tensor, nn

from training.augment import bent, estranged, in_wrong_colours, pasted, recoloured, reprinted, turned, warped
from training.dataset import EMPTY
from training.efficientnet import Trunk
from training.loop import (
    Batch,
    Course,
    Rate,
    Seed,
    Threads,
    as_pictures,
    device_of,
    in_few_bits,
    prepare,
    train,
)
from training.nets import LookNet, PlainSpokeNet, SpokeNet
from training.stock import Stock, Supply, Tiles, load
from vision.look import GRAFT


class Net(StrEnum):
    """Which of them."""

    LOOK = "look"
    SPOKES = "spokes"
    PLAIN_SPOKES = "spokes_plain"


NETS: dict[Net, type[nn.Module]] = {
    Net.LOOK: LookNet,
    Net.SPOKES: SpokeNet,
    Net.PLAIN_SPOKES: PlainSpokeNet,
}

HELD_TILES = 2500
SHARDS_AT_FIRST, EVERY = 10, 8
"""Shards that are taken in before the first step, and steps from one to the next."""
STRANGE = 0.2
"""Share of tiles in wrong colours or printed otherwise: they teach more ways to draw, nothing of fruit and seasons."""
REPRINTED = 0.5
"""How often these are printed otherwise instead of in wrong colours."""
PASTED = 0.35
"""Share of tiles that show another one's branches, tokens and fruit in some of their directions."""


def batches(folder: Path, stock: Stock, size: int, rng: np.random.Generator) -> Iterator[Batch]:
    """Endless batches of tiles: (pictures,), (whose colours are true, what they show, which of the stock they are)."""
    supply = Supply(folder, rng)
    for _ in range(SHARDS_AT_FIRST):
        supply.feed(stock)
    for step in count():
        if step % EVERY == 0:
            supply.feed(stock)
        yield batch_of(stock, stock.draw(size), rng)


def batch_of(stock: Stock, which: Tensor, rng: np.random.Generator) -> Batch:
    """Some tiles of the stock, as no photo shows them: seen many times, tiles are known by heart otherwise."""
    pictures, marks = as_pictures(stock.patches[which]), stock.labels[which]
    pictures, marks = turned(pictures, marks, int(rng.integers(4)), bool(rng.random() < 0.5))
    strange = torch.rand(len(which)) < STRANGE
    shown = estranged(pictures, strange, rng, reprinted if rng.random() < REPRINTED else in_wrong_colours)
    shown = recoloured(shown[:, None], light=0.25)[:, 0]
    true = ~strange.to(pictures.device)
    shown, marks = pasted(shown, marks, true, PASTED)
    return (warped(shown, bent(len(shown))),), (true, marks, which)


def loss_of(seen: tuple[Tensor, Tensor], true: Tensor, labels: Tensor) -> Tensor:
    """Cross entropy of every question, a tile; nothing of fruit and kinds is asked of tiles in wrong colours."""
    logits = seen[0].float()
    of_branches, of_fruit = by_direction(logits, labels)
    of_kind = nn.functional.cross_entropy(logits[:, 64:], labels[:, 16], reduction="none")
    coloured = true.float()
    rest = ((of_fruit.sum(1) + 0.25 * of_kind) * coloured).sum() / coloured.sum().clamp(min=1)
    return of_branches.sum(1).mean() + rest


def by_direction(logits: Tensor, labels: Tensor) -> tuple[Tensor, Tensor]:
    """Cross entropies (N, 8) of what lies in each direction, and on its rim point; of empty places no branches.

    Which side a token shows counts once more, for it is what all nets err on most.
    """
    entropy = nn.functional.cross_entropy
    branches = logits[:, :32].reshape(-1, 8, 4).transpose(1, 2)
    fruit = logits[:, 32:64].reshape(-1, 8, 4).transpose(1, 2)
    token = labels[:, :8] >= GRAFT
    side = entropy(branches[:, GRAFT:], (labels[:, :8] - GRAFT).clamp(min=0), reduction="none") * token
    of_branches = (entropy(branches, labels[:, :8], reduction="none") + side) * (labels[:, 16:] != EMPTY)
    return of_branches, entropy(fruit, labels[:, 8:16], reduction="none")


def direction_losses(logits: Tensor, true: Tensor, labels: Tensor) -> Tensor:
    """Cross entropies (N, 8) of what lies in each direction and on its rim point together.

    true: (N,), whether a tile's colours are; of others no fruit is asked, of empty places no branches.
    """
    of_branches, of_fruit = by_direction(logits, labels)
    return of_branches + of_fruit * true[:, None]


def told_to(stock: Stock) -> Callable[..., Tensor]:
    """The loss of batches of the stock, which is told with it how hard each tile was."""

    def loss(seen: tuple[Tensor, Tensor], true: Tensor, labels: Tensor, which: Tensor) -> Tensor:
        stock.found(which, direction_losses(seen[0].float(), true, labels).sum(1))
        return loss_of(seen, true, labels)

    return loss


@torch.no_grad()
def asked(net: nn.Module, patches: npt.NDArray[np.uint8]) -> Tensor:
    """The net's logits (N, 70) of upright patches, some at a time; it goes on learning afterwards."""
    net.eval()
    device = device_of(net)
    parts = (as_pictures(patches[k : k + 128], device) for k in range(0, len(patches), 128))
    with in_few_bits(device):
        logits = [net(part.to(memory_format=torch.channels_last))[0].float().cpu() for part in parts]
    net.train()
    return torch.cat(logits)


def measure(net: nn.Module, tiles: Tiles) -> str:
    """Shares of right answers, without averaging over turns."""
    logits = asked(net, tiles[0])
    marks = torch.from_numpy(tiles[1]).long()
    tile = marks[:, 16] != EMPTY
    branch = logits[:, :32].reshape(-1, 8, 4).argmax(2)
    fruit = logits[:, 32:64].reshape(-1, 8, 4).argmax(2)
    right = (branch == marks[:, :8])[tile]
    effective = (((branch == 1) | (branch == 2)) == ((marks[:, :8] == 1) | (marks[:, :8] == 2)))[tile]
    token = (marks[:, :8] >= 2) | (branch >= 2)
    some = (marks[:, 8:16] > 0) | (fruit > 0)
    return (
        f"directions {right.float().mean():.4f} effective {effective.float().mean():.4f} "
        f"tokens {(branch == marks[:, :8])[token].float().mean():.4f} "
        f"fruit {(fruit == marks[:, 8:16])[some].float().mean():.4f} "
        f"pot/empty {((logits[:, 64:].argmax(1) == 0) == (marks[:, 16] == 0)).float().mean():.4f}/"
        f"{((logits[:, 64:].argmax(1) == 5) == (marks[:, 16] == 5)).float().mean():.4f}"
    )


def main(
    data: Path,
    out: Path,
    minutes: Annotated[float, typer.Option(help="How long to train.")] = 35.0,
    net: Annotated[Net, typer.Option(help="Which of them.")] = Net.LOOK,
    tiles: Annotated[int, typer.Option(help="Tiles a step.")] = 128,
    rate: Rate = 2e-3,
    threads: Threads = 1,
    start: Annotated[
        Path | None, typer.Option(help="Weights to start from; else those of photos, if any.")
    ] = None,
    device: Annotated[str, typer.Option(help="Where to train: cpu, or cuda for a GPU.")] = "cpu",
    seed: Seed = 1,
    room: Annotated[int, typer.Option(help="Tiles at hand, of 110 kB each.")] = 60_000,
    still: Annotated[
        int, typer.Option(help="First blocks of what learned from photos that stay as they are.")
    ] = 0,
) -> None:
    """Train for a fixed time and save the weights."""
    torch.manual_seed(seed)
    learner = NETS[net]()
    for part in learner.modules():
        if isinstance(part, Trunk):
            if start is None:
                part.recall()
            part.hold(still)
    prepare(learner, start, threads, device=device)
    held = held_tiles(data)
    course = Course(rate, decay=2e-2, minutes=minutes, log_every=500)
    stock, rng = Stock(room, device), np.random.default_rng(seed)
    train(
        learner,
        batches(data, stock, tiles, rng),
        told_to(stock),
        out,
        course,
        lambda: measure(learner, held),
    )


def held_tiles(data: Path) -> Tiles:
    """The first tiles of the validation shards, for the log."""
    shards = [load(path) for path in sorted(data.glob("validation-*.npz"))]
    patches, marks = (np.concatenate(parts)[:HELD_TILES] for parts in zip(*shards, strict=True))
    return patches, marks


if __name__ == "__main__":
    typer.run(main)
