"""Fits what finder and look net tell of a tile on a place, on photos of validation looks.

    python -m training.photos SOME --group validation --count 200 --seed 5630000
    python -m training.tiles_told SOME MORE

It prints `OF_TILE` of `vision/espalier_looker.py`, and how right and how likely the places are with what is committed,
and with what is fitted to four fifths of the photos each for the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer

from training.fitting import regressed
from training.parts import Verdict, by_others, together
from training.photos import trees
from vision.espalier_looker import OF_TILE, tile_evidence
from vision.espalier_places import look_everywhere
from vision.lattice import Lattice
from vision.look import pyramid
from vision.observe import side_of

PULL = 1e-4
MOST = 0.7
"""Share of the tree's tiles that the finder's lattice lies on at least."""
NEAR = 0.3
"""How far from a tile's middle, in its sides, that of its place may lie."""
Array = npt.NDArray[np.float64]
Album = tuple[Array, npt.NDArray[np.bool_]]
"""The places of one photo: what is told of each (N, 3), and whether a tile lies there (N,)."""


def albums(folders: Sequence[Path]) -> Iterator[Album]:
    """The photos of some folders whose lattice lies on most tiles of the tree: where it slipped places tell nothing."""
    for photo, truth, found, lattice in trees(folders):
        if lies_on(lattice, photo.scale, truth) >= MOST:
            looker = look_everywhere(pyramid(photo.pixels), found, lattice)
            told = [tile_evidence(*looker.words[cell]) for cell in looker.odds]
            there = [holds_tile(looker.quads[cell] * photo.scale, truth) for cell in looker.odds]
            yield np.array(told), np.array(there)


def lies_on(lattice: Lattice, scale: float, truth: dict[str, Any]) -> float:
    """The share of a tree's tiles on which a lattice lies; scale: full-size pixels to one working pixel."""
    on = sum(holds_tile(quad * scale, truth) for quad in lattice.quads.values())
    return on / len(truth["grid"]["tiles"])


def holds_tile(quad: Array, truth: dict[str, Any]) -> bool:
    """Whether a tile of the tree lies on a place (4, 2) of a photo."""
    return tile_on(quad, truth) is not None


def tile_on(quad: Array, truth: dict[str, Any]) -> dict[str, Any] | None:
    """The tile of the tree, as its truth's grid has it, that lies on a place (4, 2) of a photo."""
    middle = quad.mean(0)
    for tile in truth["grid"]["tiles"]:
        real = np.array(tile["px"])
        if np.hypot(*(real.mean(0) - middle)) < NEAR * side_of(real):
            found: dict[str, Any] = tile
            return found
    return None


def quarters_to(quad: Array, real: Array) -> int:
    """By how many corners a place's (4, 2) are to be rolled to begin where its tile's do."""
    return min(range(4), key=lambda k: float(np.abs(np.roll(quad, k, 0) - real).sum()))


def fit(photos: Sequence[Album]) -> Array:
    """Logistic regression of a tile on what is told of its place."""
    evidence, there = (np.concatenate([photo[k] for photo in photos]) for k in (0, 1))
    return regressed(evidence, there, PULL)


def judged(photos: Sequence[Album], weights: Array) -> Verdict:
    """How right and how likely the places are."""
    evidence, there = (np.concatenate([photo[k] for photo in photos]) for k in (0, 1))
    odds = evidence @ weights
    loss = np.logaddexp(0, np.where(there, -odds, odds))
    return int(((odds > 0) != there).sum()), float(loss.mean()), len(there)


def main(
    folders: Annotated[list[Path], typer.Argument(help="Folders of photos of validation looks, with truth.")],
) -> None:
    """Fit the numbers and print them."""
    photos = list(albums(folders))
    for name, (wrong, loss, count) in (
        ("as committed", judged(photos, OF_TILE)),
        ("fitted to others", together(judged(*part) for part in by_others(photos, fit))),
    ):
        typer.echo(f"{name}: {wrong} of {count} places wrong, likelihood {loss:.4f}")
    typer.echo(f"OF_TILE = np.array({fit(photos).round(2).tolist()})")


if __name__ == "__main__":
    typer.run(main)
