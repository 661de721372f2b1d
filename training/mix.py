"""Mixes the weights of a training's start and end: between the two a net is often better than at either.

    python -m training.mix models/look.onnx NEW.pt OUT.pt --share 0.5

Wortsman et al. 2022, "Robust fine-tuning of zero-shot models"; decision 19 has what it gave here. Choose the share on
validation looks.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import torch
import typer
from torch import Tensor

from training.loop import fits, grown, saved_weights


def mixed(start: dict[str, Tensor], end: dict[str, Tensor], share: float) -> dict[str, Tensor]:
    """A net's weights, `share` of them the end's; what the start lacks, or has otherwise, is the end's.

    That may be a whole layer, or the answers that were added to one.
    """
    return {
        name: torch.lerp(grown(start[name], weight), weight, share)
        if name in start and fits(start[name], weight) and weight.is_floating_point()
        else weight
        for name, weight in end.items()
    }


def main(
    start: Annotated[Path, typer.Argument(help="Weights that the training began from (.onnx or .pt).")],
    end: Annotated[Path, typer.Argument(help="Weights that it ended with.")],
    out: Annotated[Path, typer.Argument(help="Where the mix is written, to be exported.")],
    share: Annotated[float, typer.Option(min=0, max=1, help="How much of the end is in the mix.")] = 0.5,
) -> None:
    """Write the mix of two versions of one net."""
    torch.save(mixed(saved_weights(start), saved_weights(end), share), out)


if __name__ == "__main__":
    typer.run(main)
