"""Fits how the colours of fruit differ from photo to photo and within one, and how much too often the nets name each
kind, on photos with truth.

    python -m training.photos SOME --group validation --count 200 --seed 5630000     (and 5640000)
    python -m training.photos MORE --group train --count 200 --seed 5970000     (and 5985000, 6010000, 6020000)
    python -m training.fruit_alike SOME... MORE...

It prints `MEANS`, `OF_PHOTOS`, `OF_FRUIT` and `BIASES` of `vision/espalier_fruit.py`, and how right and how likely the
kinds of fruit are with those that are committed, and with those fitted to four fifths of the photos each for the
others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer

from training.parts import Verdict, by_others, together
from training.photos import trees
from vision.espalier import FRUIT_VALUES
from vision.espalier_fruit import (
    BIASES,
    MEANS,
    OF_FRUIT,
    OF_PHOTOS,
    both_words,
    colour_at,
    fruit_picture,
    given_colours,
    middle_of,
    named_together,
    rim_points,
)  # fmt: skip
from vision.espalier_pieces import tile_side
from vision.espalier_places import look_at_places
from vision.look import pyramid
from vision.observe import as_quad, tile_pixel

NEAR = 0.25
"""How far, in tile sides, a fruit that was seen may lie from the real one's rim point."""
KINDS, CHANNELS = 3, 2
LOOSER = 1.3
"""How much more fruit of a kind are taken to differ than most of them do: their colours have long tails."""
FARTHEST = 4.0
"""Fruit that lie more standard deviations off are odd ones, and tell nothing of the others."""
LEAST = 1e-3
"""The least variance between photos, along any axis."""
Array = npt.NDArray[np.float64]
Colours = tuple[Array, Array, Array]
Fitted = tuple[Array, Array, Array, Array]


@dataclass(frozen=True, eq=False)
class Basket:
    """The fruit of one photo: the chances that the look net gives their kinds (N, 3), what the net that sees all says
    of them (N, 3), their colours (N, 2), and what they are (N,)."""

    alone: Array
    named: Array
    colours: Array
    there: npt.NDArray[np.int64]

    def said(self, biases: Array = BIASES) -> Array:
        """What both nets say, chances (N, 3)."""
        return both_words(self.alone, self.named, biases)


def baskets(folders: Sequence[Path]) -> Iterator[Basket]:
    """The photos of some folders in which fruit were found that are there."""
    for photo, truth, found, lattice in trees(folders):
        places = look_at_places(pyramid(photo.pixels), found, lattice).tiles
        if not places.quads:
            continue
        grid = {cell: as_quad(quad) for cell, quad in places.quads.items()}
        _, points, seen = rim_points(grid, places.looks)
        side = tile_side(grid)
        real = real_fruit(truth, photo.scale)
        rows = []
        for point, chances in zip(points, seen, strict=True):
            kind = kind_at(point, real, NEAR * side)
            if chances.argmax() > 0 and kind is not None:
                middle = middle_of(point, found, side)
                picture = fruit_picture(photo.pixels, middle, side)
                rows.append((chances[1:], picture, colour_at(photo.pixels, middle, side), kind))
        if rows:
            alone, pictures, colours, there = zip(*rows, strict=True)
            yield Basket(np.array(alone), named_together(pictures), np.array(colours), np.array(there))


def real_fruit(truth: dict[str, Any], scale: float) -> list[tuple[Array, int]]:
    """Where each fruit's rim point lies, in working pixels, and its kind."""
    grid = {(tile["col"], tile["row"]): tile["px"] for tile in truth["grid"]["tiles"]}
    return [
        (
            np.array(tile_pixel(grid, (fruit["col"], fruit["row"]), fruit["at"])) / scale,
            FRUIT_VALUES.index(fruit["kind"]) - 1,
        )
        for fruit in truth["state"]["fruit"]
    ]


def kind_at(point: Array, real: Sequence[tuple[Array, int]], reach: float) -> int | None:
    """The kind of the real fruit nearest to a place; None where there is none within reach."""
    away = [(float(np.hypot(*(point - at))), kind) for at, kind in real]
    nearest = min(away, default=(np.inf, 0))
    return nearest[1] if nearest[0] < reach else None


def fit(photos: Sequence[Basket]) -> Fitted:
    """The numbers of colours, and what is added to the log-chances of kinds that both nets give."""
    return *fit_colours(photos), fit_biases(photos)


def fit_biases(photos: Sequence[Basket]) -> Array:
    """What makes the real kinds likeliest when it is added to what both nets say, (3,); its sum is 0."""
    from training.calibrate import fit as calibrate  # it needs torch, which nothing else here does

    said = np.concatenate([photo.said(np.zeros(KINDS)) for photo in photos])
    _, biases, _, _ = calibrate(np.log(said), _there(photos), biased=True, tempered=False)
    return np.array(biases)


def fit_colours(photos: Sequence[Basket]) -> Colours:
    """Means and covariances, by medians, so that a few odd fruit change little."""
    medians = np.full((len(photos), KINDS, CHANNELS), np.nan)
    within = []
    for row, photo in enumerate(photos):
        for kind in set(photo.there.tolist()):
            colours = photo.colours[photo.there == kind]
            medians[row, kind] = np.median(colours, 0)
            if len(colours) > 1:
                within.append(colours - medians[row, kind])
    means = np.nanmedian(medians, 0)
    apart = (medians - means).reshape(len(photos), -1)
    known = np.isfinite(apart)
    filled = np.where(known, apart, 0.0)
    of_photos = (filled.T @ filled) / (known.T.astype(float) @ known)
    values, axes = np.linalg.eigh(of_photos)
    off = np.concatenate(within)
    usual = np.median(np.abs(off), 0) * 1.4826
    off = off[(np.abs(off) < FARTHEST * usual).all(1)]
    return means, (axes * values.clip(LEAST)) @ axes.T, LOOSER * off.T @ off / len(off)


def told(photos: Sequence[Basket], fitted: Fitted) -> Verdict:
    """How right and how likely the kinds of all fruit are."""
    *colours, biases = fitted
    chances = np.concatenate([given_colours(photo.said(biases), photo.colours, *colours) for photo in photos])
    there = _there(photos)
    likelihood = -float(np.log(chances[np.arange(len(there)), there]).mean())
    return int((chances.argmax(1) != there).sum()), likelihood, len(there)


def _there(photos: Sequence[Basket]) -> npt.NDArray[np.int64]:
    return np.concatenate([photo.there for photo in photos])


def main(
    folders: Annotated[list[Path], typer.Argument(help="Folders of photos with truth, not of test looks.")],
) -> None:
    """Fit the numbers and print them."""
    photos = list(baskets(folders))
    there = _there(photos)
    for name, said in (
        ("the look net alone", [photo.alone for photo in photos]),
        ("with the net that sees all", [photo.said() for photo in photos]),
    ):
        typer.echo(f"{name}: {(np.concatenate(said).argmax(1) != there).sum()} kinds wrong")
    for name, (wrong, loss, count) in (
        ("as committed", told(photos, (MEANS, OF_PHOTOS, OF_FRUIT, BIASES))),
        ("fitted to others", together(told(*part) for part in by_others(photos, fit))),
    ):
        typer.echo(f"{name}: {wrong} of {count} kinds wrong, likelihood {loss:.4f}")
    for name, numbers in zip(("MEANS", "OF_PHOTOS", "OF_FRUIT", "BIASES"), fit(photos), strict=True):
        typer.echo(f"{name} = np.array({numbers.round(3).tolist()})")


if __name__ == "__main__":
    typer.run(main)
