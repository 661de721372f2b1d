"""Trains the net that looks along a tile's directions, on the directions that it finds hard.

python -m training.spokes DATA OUT.pt --start models/spokes.onnx --minutes 60

Of a tile's eight directions seven are plain. All are looked at, which is cheap, and the net learns from those that it
errs on, as they lie under the step's own light (Shrivastava et al. 2016, "Training Region-based Object Detectors with
Online Hard Example Mining"), drawn by their loss.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import numpy as np
import numpy.typing as npt
import torch
import typer
from torch import Tensor, nn

from training.augment import bent
from training.looker import Tiles, batches, by_direction, hardness_of, held_tiles, measure
from training.loop import Course, prepare, train
from training.nets import OF_SPOKES, SpokeNet
from vision.look import Looks, look_at

AT_ONCE = 64
"""Patches that the look net is asked of together."""
SHARE = 0.2
"""How many of a shard's tiles are looked at each time that it is loaded."""
EASE, HARDEST = 0.01, 2.0
"""Directions are drawn by their loss: what is added, so that plain ones come too, and its most."""


class LearningSpokes(SpokeNet):
    """The net of spokes as it learns: from so many of a step's directions, the hard ones rather than others.

    Its normalisation stays as it was: a batch of hard directions is unlike the tiles that readers show the net.
    """

    def __init__(self, directions: int) -> None:
        super().__init__()
        self.directions = directions

    def train(self, mode: bool = True) -> LearningSpokes:
        super().train(mode)
        for layer in self.modules():
            if isinstance(layer, nn.BatchNorm2d):
                layer.eval()
        return self

    def learn(self, x: Tensor, true: Tensor, labels: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (N, 70) of tiles, and the directions (D,) of all 8 N that they can be learned from."""
        spokes = self.along(x, bent(len(x)))
        with torch.no_grad():
            alone = self.told_alone(spokes)
            losses = direction_losses(self.answers(alone)[0], true, labels).flatten()
            hard = torch.multinomial(EASE + losses.clamp(max=HARDEST), min(self.directions, len(losses)))
        alone = alone.index_copy(0, hard, self.told_alone(spokes[hard]))
        return self.answers(alone)[0], hard

    def forward(self, x: Tensor, *marks: Tensor) -> tuple[Tensor, Tensor]:
        """As `learn` where it is told what tiles show, else as the net that ships."""
        return self.learn(x, *marks) if marks else super().forward(x)


def direction_losses(logits: Tensor, true: Tensor, labels: Tensor) -> Tensor:
    """Cross entropies (N, 8) of what lies in each direction and on its rim point together.

    true: (N,), whether a tile's colours are; of others no fruit is asked, of empty places no branches.
    """
    of_branches, of_fruit = by_direction(logits, labels)
    return of_branches + of_fruit * true[:, None]


def loss_of(seen: tuple[Tensor, Tensor], true: Tensor, labels: Tensor) -> Tensor:
    """The mean loss of the hard directions, and a little of the tiles' kinds."""
    logits, hard = seen
    of_kind = nn.functional.cross_entropy(logits[true, 64:], labels[true, 16])
    return direction_losses(logits, true, labels).flatten()[hard].mean() + 0.1 * of_kind


def known_hardness() -> Callable[[Path, Tiles], npt.NDArray[np.float32]]:
    """How hard each tile of a shard is for the look net that ships: readers ask this net where that one is unsure."""
    known: dict[Path, npt.NDArray[np.float32]] = {}

    def hardness(path: Path, tiles: Tiles) -> npt.NDArray[np.float32]:
        if path not in known:
            patches, marks = tiles
            parts = [patches[k : k + AT_ONCE] for k in range(0, len(patches), AT_ONCE)]
            looks: list[Looks] = [look_at(part, thorough=False) for part in parts]
            logs = [
                np.concatenate([s.branches.reshape(-1, 32), s.fruit.reshape(-1, 32), s.kinds], 1)
                for s in looks
            ]
            known[path] = hardness_of(torch.from_numpy(np.concatenate(logs)), marks)
        return known[path]

    return hardness


def main(
    data: Path,
    out: Path,
    start: Annotated[Path, typer.Option(help="Weights to start from: the look net's trunk serves as well.")],
    minutes: Annotated[float, typer.Option(help="How long to train.")] = 60.0,
    tiles: Annotated[int, typer.Option(help="Tiles a step.")] = 64,
    directions: Annotated[int, typer.Option(help="Directions a step that are learned from.")] = 96,
    rate: Annotated[float, typer.Option(help="Peak learning rate.")] = 1e-3,
    threads: Annotated[int, typer.Option(help="CPU threads.")] = 1,
    device: Annotated[str, typer.Option(help="Where to train: cpu, or cuda for a GPU.")] = "cpu",
) -> None:
    """Train for a fixed time and save the weights."""
    torch.manual_seed(1)
    net = LearningSpokes(directions)
    prepare(net, start, threads, OF_SPOKES, device)
    net.train()
    held = held_tiles(data)
    course = Course(rate, decay=2e-2, minutes=minutes, log_every=200)
    learned = batches(data, tiles, np.random.default_rng(1), known_hardness(), share=SHARE, device=device)
    shown = (((pictures, *marks), marks) for (pictures,), marks in learned)
    train(net, shown, loss_of, out, course, lambda: measure(net, held))


if __name__ == "__main__":
    typer.run(main)
