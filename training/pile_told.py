"""Measures how many tiles were mulched where some are seen beside the tree, on photos of several groups of looks.

    python -m training.photos SOME --group validation --count 200 --seed 5630000     (and 5640000)
    python -m training.photos MORE --group train --count 200 --seed 5970000     (and 5985000)
    python -m training.pile_told SOME... MORE...

It prints `OF_PILE` of `vision/espalier_pile.py`. Four in seven of these photos have a pile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import numpy.typing as npt
import typer

from training.photos import trees
from vision.espalier_pile import OF_PILE, loose_tiles

Counts = npt.NDArray[np.int64]


def counts(folders: Sequence[Path]) -> Iterator[tuple[int, int]]:
    """Of each photo how many tiles are seen beside the tree, and how many were mulched."""
    for _, truth, found, lattice in trees(folders):
        yield len(loose_tiles(found, lattice)), int(truth["state"]["mulched"])


def tally(photos: Sequence[tuple[int, int]]) -> Counts:
    """How many photos show so many tiles (rows) of so many mulched ones (columns), as `OF_PILE` has them."""
    table = np.zeros((len(OF_PILE), len(OF_PILE[0])), np.int64)
    for seen, mulched in photos:
        if seen < len(table) and mulched < table.shape[1]:
            table[seen, mulched] += 1
    return table


def main(
    folders: Annotated[list[Path], typer.Argument(help="Folders of photos with truth.")],
) -> None:
    """Count and print the chances; one photo more is added to each count, so that nothing is ruled out."""
    table = tally(list(counts(folders)))
    chances = (table + 1) / (table + 1).sum(1, keepdims=True)
    typer.echo(f"photos: {table.tolist()}")
    typer.echo(f"OF_PILE = {tuple(tuple(row) for row in chances.round(2).tolist())}")


if __name__ == "__main__":
    typer.run(main)
