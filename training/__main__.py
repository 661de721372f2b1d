"""The whole way from nothing to the committed nets: `make train`, several hours on two cores.

python -m training [--data training/data] [--shards 160] [--minutes 60]
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from training import (
    calibrate,
    dataset,
    export,
    finder,
    fruit_net,
    fruit_sets,
    looker,
    photos,
    strip_net,
    strip_sets,
)
from training.looker import Net

VALIDATION_SEED = 8_000_000
VALIDATION_PHOTOS, FRESH_PHOTOS = 5_630_000, 5_970_000
STRIP_SEEDS = tuple(range(300, 306))
FRUIT_SEEDS = (100, 101, 102)


def main(
    data: Annotated[Path, typer.Option(help="Where the drawn scenes are kept.")] = Path("training/data"),
    shards: Annotated[int, typer.Option(help="Files of 50 scenes to learn from.")] = 160,
    minutes: Annotated[float, typer.Option(help="Training time of each net.")] = 60.0,
) -> None:
    """Draw the data sets, train the six nets, export and calibrate them."""
    dataset.main(data, shards)
    dataset.main(data, 4, group="validation", seed=VALIDATION_SEED)
    groups = {"validation": VALIDATION_PHOTOS, "train": FRESH_PHOTOS}
    for group, seed in groups.items():
        photos.main(data / group, 400, group, seed)
    finder.main(data, data / "finder.pt", minutes, threads=2)
    export.finder(data / "finder.pt")
    exports = {
        Net.LOOK: export.look,
        Net.SPOKES: export.spokes,
        Net.PLAIN_SPOKES: export.spokes_plain,
    }
    for net, save in exports.items():
        looker.main(data, data / f"{net}.pt", minutes, net, threads=2)
        save(data / f"{net}.pt")
    strips, fruit = data / "strips", data / "fruit"
    for sets, seeds, draw in (
        (strips, STRIP_SEEDS, strip_sets.main),
        (fruit, FRUIT_SEEDS, fruit_sets.main),
    ):
        sets.mkdir(exist_ok=True)
        for seed in seeds:
            draw(sets / f"{seed}.npz", seed=seed)
    strip_net.main(strips, data / "strips.pt", minutes / 2)
    export.strips(data / "strips.pt")
    fruit_net.main(fruit, data / "fruit_kinds.pt", minutes / 2)
    export.fruit_kinds(data / "fruit_kinds.pt")
    calibrate.main([data / group for group in groups])


if __name__ == "__main__":
    typer.run(main)
