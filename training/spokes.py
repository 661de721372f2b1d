"""Trains the net that looks along a tile's directions, on the directions that it finds hard.

python -m training.spokes DATA OUT.pt --start models/spokes.onnx --minutes 60

Of a tile's eight directions seven are plain. All are looked at, which is cheap, and the net learns from those that it
errs on, as they lie under the step's own light (Shrivastava et al. 2016, "Training Region-based Object Detectors with
Online Hard Example Mining"), drawn by their loss.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
import torch
import typer
from torch import Tensor, nn

from training.looker import batches, direction_losses, held_tiles, measure, told_to
from training.loop import Course, prepare, train
from training.nets import SpokeNet
from training.stock import Stock

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
        spokes = self.along(x)
        with torch.no_grad():
            alone = self.told_alone(spokes)
            losses = direction_losses(self.answers(alone)[0], true, labels).flatten()
            hard = torch.multinomial(EASE + losses.clamp(max=HARDEST), min(self.directions, len(losses)))
        alone = alone.index_copy(0, hard, self.told_alone(spokes[hard]))
        return self.answers(alone)[0], hard

    def forward(self, x: Tensor, *marks: Tensor) -> tuple[Tensor, Tensor]:
        """As `learn` where it is told what tiles show, else as the net that ships."""
        return self.learn(x, *marks) if marks else super().forward(x)


def loss_of(seen: tuple[Tensor, Tensor], true: Tensor, labels: Tensor) -> Tensor:
    """The mean loss of the hard directions, and a little of the tiles' kinds."""
    logits, hard = seen[0].float(), seen[1]
    of_kind = nn.functional.cross_entropy(logits[true, 64:], labels[true, 16])
    return direction_losses(logits, true, labels).flatten()[hard].mean() + 0.1 * of_kind


def main(
    data: Path,
    out: Path,
    start: Annotated[Path | None, typer.Option(help="Weights to start from.")] = None,
    minutes: Annotated[float, typer.Option(help="How long to train.")] = 60.0,
    tiles: Annotated[int, typer.Option(help="Tiles a step.")] = 64,
    directions: Annotated[int, typer.Option(help="Directions a step that are learned from.")] = 96,
    rate: Annotated[float, typer.Option(help="Peak learning rate.")] = 1e-3,
    threads: Annotated[int, typer.Option(help="CPU threads.")] = 1,
    device: Annotated[str, typer.Option(help="Where to train: cpu, or cuda for a GPU.")] = "cpu",
    room: Annotated[int, typer.Option(help="Tiles at hand, of 110 kB each.")] = 60_000,
) -> None:
    """Train for a fixed time and save the weights."""
    torch.manual_seed(1)
    net = LearningSpokes(directions)
    prepare(net, start, threads, device=device)
    net.train()
    held = held_tiles(data)
    course = Course(rate, decay=2e-2, minutes=minutes, log_every=500)
    stock = Stock(room, device)
    learned = batches(data, stock, tiles, np.random.default_rng(1))
    shown = (((pictures, *marks[:2]), marks) for (pictures,), marks in learned)
    train(net, shown, told_to(stock, loss_of), out, course, lambda: measure(net, held))


if __name__ == "__main__":
    typer.run(main)
