"""The whole way from nothing to Orchard's committed nets, several hours on two cores.

python -m training.orchard [--data training/data/orchard] [--shards 120] [--minutes 60] [--real FOLDER]
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from training.orchard import calibrate, dataset, export, finder, looker, outliner, real_dice

VALIDATION_SEED = 8_000_000


def main(
    data: Annotated[Path, typer.Option(help="Where the drawn scenes are kept.")] = Path(
        "training/data/orchard"
    ),
    shards: Annotated[int, typer.Option(help="Files of 25 scenes to learn from.")] = 120,
    minutes: Annotated[float, typer.Option(help="Training time of each net.")] = 60.0,
    real: Annotated[Path | None, typer.Option(help="Photographs of real dice, with labels.json.")] = None,
    start: Annotated[
        Path | None, typer.Option(help="The finder's weights to start from, Espalier's too.")
    ] = None,
) -> None:
    """Draw the data sets, train the nets, export and calibrate them."""
    dataset.main(data, shards, scenes=25)
    dataset.main(data, 3, scenes=20, group="validation", seed=VALIDATION_SEED)
    if real is not None:
        real_dice.main(real, data)
    weights = {name: data / f"{name}.pt" for name in ("finder", "outline", "look")}
    finder.main(data, weights["finder"], minutes, threads=2, start=start)
    outliner.main(data, weights["outline"], minutes / 2, threads=2)
    looker.main(data, weights["look"], minutes, threads=2)
    export.finder(weights["finder"])
    export.outline(weights["outline"])
    export.look(weights["look"])
    calibrate.main(data)


if __name__ == "__main__":
    typer.run(main)
