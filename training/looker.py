"""Trains the net that tells what a tile and its rim points show, from the tile as a whole.

python -m training.looker DATA OUT.pt --minutes 35 [--start models/look.onnx] [--device cuda]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, TypeVar

import numpy as np
import numpy.typing as npt
import torch
import typer
from torch import Tensor, nn

from training.augment import bent, estranged, pasted, recoloured, turned, warped
from training.dataset import EMPTY
from training.loop import Batch, Course, as_pictures, device_of, in_few_bits, prepare, shuffled, train
from training.nets import LookNet
from vision.look import HALF, PATCH, halved

HELD_TILES = 2500
POOL = 12
"""Shards in memory at a time."""
SHARE = 0.4
"""How many of a shard's tiles are learned from each time that it is loaded: seven in ten ask nothing hard."""
EASE, HARDEST = 0.1, 2.0
"""Tiles are drawn by their loss: what is added, so that easy ones come too, and its most, as some nobody can read."""
ASKED_AGAIN = 0.2
"""How often a shard's losses are measured anew when it is loaded: it takes a third as long as learning does."""
STRANGE = 0.15
"""Share of tiles that are shown in wrong colours: they teach more ways to draw, and nothing of fruit and seasons."""
PASTED = 0.25
"""Share of tiles that show another one's branches, tokens and fruit in some of their directions."""
Shard = TypeVar("Shard")
Answer = TypeVar("Answer")
Tile = tuple[npt.NDArray[np.uint8], npt.NDArray[np.int8]]
"""A patch (S, S, 3) and what it shows (17,)."""
Tiles = tuple[npt.NDArray[np.uint8], npt.NDArray[np.int8]]
"""Patches (N, S, S, 3) and what they show (N, 17)."""


def batches(
    folder: Path,
    size: int,
    rng: np.random.Generator,
    losses_of: Callable[[Path, Tiles], npt.NDArray[np.float32]],
    side: int = PATCH,
    share: float = SHARE,
    device: torch.device | str = "cpu",
) -> Iterator[Batch]:
    """Endless batches of tiles, hard ones more often: (pictures,), (whose colours are true, what they show).

    losses_of: how hard each tile of a shard is, (N,); side: how large the patches are; share: how many of a shard's
    tiles are learned from each time that it is loaded; device: where light and colours of the pictures are changed.
    """

    def load_hard(path: Path) -> list[Tile]:
        patches, marks = load(path, side)
        return [(patches[k], marks[k]) for k in worth_learning(losses_of(path, (patches, marks)), rng, share)]

    for tiles in shuffled(folder, load_hard, size, POOL, rng):
        yield _batch(tiles, rng, device)


def now_and_then(ask: Callable[[Shard], Answer], rng: np.random.Generator) -> Callable[[Path, Shard], Answer]:
    """What is asked of a shard when it is first loaded, and at times again."""
    known: dict[Path, Answer] = {}

    def told(path: Path, shard: Shard) -> Answer:
        if path not in known or rng.random() < ASKED_AGAIN:
            known[path] = ask(shard)
        return known[path]

    return told


def worth_learning(
    losses: npt.NDArray[np.float32], rng: np.random.Generator, share: float = SHARE
) -> npt.NDArray[np.int64]:
    """Which tiles of a shard to learn from this time, by their losses (N,)."""
    return hard_ones(losses, int(np.ceil(share * len(losses))), rng)


def hard_ones(losses: npt.NDArray[np.float32], count: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Which of N things to learn from, by their losses (N,): `count` of them, or all where there are fewer."""
    if not len(losses):
        return np.zeros(0, np.int64)
    weights = EASE + np.minimum(losses.astype(np.float64), HARDEST)
    return rng.choice(len(losses), min(count, len(losses)), replace=False, p=weights / weights.sum())


def _batch(tiles: list[Tile], rng: np.random.Generator, device: torch.device | str) -> Batch:
    pictures = as_pictures(np.stack([patch for patch, _ in tiles]), device)
    marks = torch.from_numpy(np.stack([shown for _, shown in tiles])).long()
    pictures, marks = turned(pictures, marks, int(rng.integers(4)), bool(rng.random() < 0.5))
    strange = rng.random(len(tiles)) < STRANGE
    shown = recoloured(estranged(pictures, strange, rng)[:, None], light=0.25)[:, 0]
    return (shown,), (torch.from_numpy(~strange), marks)


def otherwise(batch: Batch, rng: np.random.Generator) -> Batch:
    """The batch with tiles as no photo shows them: seen many times, tiles are known by heart otherwise."""
    (pictures,), (true, marks) = batch
    pictures, marks = pasted(pictures, marks, true, PASTED, rng)
    return (warped(pictures, bent(len(pictures))),), (true, marks)


def load(path: Path, side: int = PATCH) -> Tiles:
    """The tiles of a shard, their patches as they are or halved."""
    with np.load(path) as shard:
        patches, marks = shard["patches"], shard["labels"]
    return (halved(patches) if side == HALF else patches), marks


def loss_of(seen: tuple[Tensor, Tensor], true: Tensor, labels: Tensor) -> Tensor:
    """Cross entropy of every question, a tile; nothing of fruit and kinds is asked of tiles in wrong colours."""
    of_branches, of_fruit, of_kind = losses(seen[0].float(), labels)
    coloured = true.float()
    rest = ((of_fruit + 0.25 * of_kind) * coloured).sum() / coloured.sum().clamp(min=1)
    return of_branches.mean() + rest


def losses(logits: Tensor, labels: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Cross entropies (N,) each of the branches, the fruit and the kind; empty places are not asked for branches."""
    of_branches, of_fruit = by_direction(logits, labels)
    of_kind = nn.functional.cross_entropy(logits[:, 64:], labels[:, 16], reduction="none")
    return of_branches.sum(1), of_fruit.sum(1), of_kind


def by_direction(logits: Tensor, labels: Tensor) -> tuple[Tensor, Tensor]:
    """Cross entropies (N, 8) of what lies in each direction, and on its rim point; of empty places no branches."""
    entropy = nn.functional.cross_entropy
    branches = logits[:, :32].reshape(-1, 8, 4).transpose(1, 2)
    fruit = logits[:, 32:64].reshape(-1, 8, 4).transpose(1, 2)
    of_branches = entropy(branches, labels[:, :8], reduction="none") * (labels[:, 16:] != EMPTY)
    return of_branches, entropy(fruit, labels[:, 8:16], reduction="none")


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


def hardness_of(logits: Tensor, marks: npt.NDArray[np.int8]) -> npt.NDArray[np.float32]:
    """How hard tiles were for whoever gave logits (N, 70) of them, (N,)."""
    of_branches, of_fruit, _ = losses(logits, torch.from_numpy(marks).long())
    return np.asarray((of_branches + of_fruit).numpy(), np.float32)


def hardness_by(net: nn.Module) -> Callable[[Tiles], npt.NDArray[np.float32]]:
    """How much a net errs on each tile of a shard: its loss (N,)."""

    def hardness(tiles: Tiles) -> npt.NDArray[np.float32]:
        return hardness_of(asked(net, tiles[0]), tiles[1])

    return hardness


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
    tiles: Annotated[int, typer.Option(help="Tiles a step.")] = 128,
    rate: Annotated[float, typer.Option(help="Peak learning rate.")] = 2e-3,
    threads: Annotated[int, typer.Option(help="CPU threads.")] = 1,
    start: Annotated[Path | None, typer.Option(help="Weights to start from.")] = None,
    device: Annotated[str, typer.Option(help="Where to train: cpu, or cuda for a GPU.")] = "cpu",
    seed: Annotated[int, typer.Option(help="Of all that is drawn by lot.")] = 1,
) -> None:
    """Train for a fixed time and save the weights."""
    torch.manual_seed(seed)
    net = LookNet()
    prepare(net, start, threads, device=device)
    held = held_tiles(data, HALF)
    course = Course(rate, decay=2e-2, minutes=minutes, log_every=500)
    rng = np.random.default_rng(seed)
    learned = batches(data, tiles, rng, now_and_then(hardness_by(net), rng), HALF, device=device)
    shown = (otherwise(batch, rng) for batch in learned)
    train(net, shown, loss_of, out, course, lambda: measure(net, held))


def held_tiles(data: Path, side: int = PATCH) -> Tiles:
    """The first tiles of the validation shards, for the log."""
    shards = [load(path, side) for path in sorted(data.glob("validation-*.npz"))]
    patches, marks = (np.concatenate(parts)[:HELD_TILES] for parts in zip(*shards, strict=True))
    return patches, marks


if __name__ == "__main__":
    typer.run(main)
