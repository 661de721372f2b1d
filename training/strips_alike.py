"""Fits how much the likeness of graft and prune tokens tells of their sides, on photos of several groups of looks.

    python -m training.photos SOME --group validation --count 200 --seed 5630000     (and 5640000)
    python -m training.photos MORE --group train --count 200 --seed 5970000     (and 5985000, 6010000, 6020000)
    python -m training.strips_alike SOME... MORE...

It prints `TOLD` of `vision/espalier_strips.py`, and how right and how likely the sides are with what is committed, and
with what is fitted to four fifths of the photos for the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import torch
import typer
from torch import Tensor, nn

from scoring.lattice import DIRECTIONS
from training.fitting import minimise
from training.parts import Verdict, by_others, together
from training.photos import with_truth
from training.tiles_told import quarters_to, tile_on
from vision.espalier_locate import locate_tree
from vision.espalier_places import look_at_places
from vision.espalier_strips import (
    TOLD,
    Sides,
    alikeness,
    distances,
    likely_strips,
    sides,
    strip_picture,
)  # fmt: skip
from vision.look import GRAFT, PRUNE, pyramid

TRUSTS = (0.35, 0.5, 0.75, 1.0, 1.5)
MEANS, SPREADS, OFFSETS = (3.0, 4.0, 5.0, 6.0, 7.0), (2.0, 3.0, 4.0), (0.0, 2.0, 3.0, 4.0, 5.0)
Array = npt.NDArray[np.float64]
Album = tuple[Array, Array, npt.NDArray[np.int64]]
"""The tokens of one photo: log-odds of the prune side (N,), distances of pairs (P,), which show it (N,)."""


def albums(folders: Sequence[Path]) -> Iterator[Album]:
    """The photos of some folders in which two tokens or more were found."""
    for photo, truth in with_truth(folders):
        found, lattice = locate_tree(photo.pixels)
        if lattice is None:
            continue
        copies = pyramid(photo.pixels)
        places = look_at_places(copies, found, lattice)
        odds, pictures, there = [], [], []
        for cell, k in likely_strips(places):
            side = side_at(places.quads[cell] * photo.scale, k, truth)
            if side is not None:
                seen = places.looks[cell].branches[k]
                odds.append(seen[PRUNE] - seen[GRAFT])
                pictures.append(strip_picture(copies, places.quads[cell], DIRECTIONS[k]))
                there.append(int(side == "prune"))
        if len(there) >= 2:
            yield np.array(odds), distances(pictures), np.array(there)


def side_at(quad: Array, direction: int, truth: dict[str, Any]) -> str | None:
    """The side of the token that really lies on a tile in a direction; None where there is none."""
    tile = tile_on(quad, truth)
    if tile is None:
        return None
    name = DIRECTIONS[(direction + 2 * quarters_to(quad, np.array(tile["px"]))) % 8]
    tokens = {(t["col"], t["row"], t["direction"]): t["side"] for t in truth["state"]["tokens"]}
    return tokens.get((tile["col"], tile["row"], name))


def fit(photos: Sequence[Album]) -> Sides:
    """Logistic regression over pairs, then what else makes the sides most likely."""
    pairs = torch.from_numpy(np.concatenate([p for _, p, _ in photos]))
    same = torch.tensor([a == b for _, _, there in photos for a, b in combinations(there, 2)]).double()
    weights = torch.zeros(2, dtype=torch.float64, requires_grad=True)

    def loss() -> Tensor:
        odds = pairs * weights[0] + weights[1]
        return nn.functional.binary_cross_entropy_with_logits(odds, same)

    minimise(loss, [weights])
    weight, bias = weights.detach().tolist()
    # What is common among the pairs is told by the look net already.
    alike = round(weight, 3), round(bias - float(torch.logit(same.mean())), 3)
    candidates = (Sides(alike, *others) for others in product(TRUSTS, MEANS, SPREADS, OFFSETS))
    return min(candidates, key=lambda candidate: judged(photos, candidate)[1])


def judged(photos: Sequence[Album], told: Sides) -> Verdict:
    """How right and how likely the sides of all tokens are."""
    wrong, loss, count = 0, 0.0, 0
    for odds, pairs, there in photos:
        chances = sides(odds, alikeness(pairs, told), told)
        wrong += int(((chances > 0.5) != there).sum())
        loss -= float(np.log(np.where(there, chances, 1 - chances)).sum())
        count += len(there)
    return wrong, loss / count, count


def alone(photos: Sequence[Album]) -> Verdict:
    """The same of what the look net says of each."""
    odds, there = (np.concatenate(parts) for parts in zip(*((o, t) for o, _, t in photos), strict=True))
    right = np.where(there, odds, -odds)
    return int((right < 0).sum()), float(np.logaddexp(0, -right).mean()), len(right)


def main(
    folders: Annotated[list[Path], typer.Argument(help="Folders of photos with truth.")],
) -> None:
    """Fit the numbers and print them."""
    photos = list(albums(folders))
    for name, (wrong, loss, count) in (
        ("the look net alone", alone(photos)),
        ("as committed", judged(photos, TOLD)),
        ("fitted to others", together(judged(*part) for part in by_others(photos, fit))),
    ):
        typer.echo(f"{name}: {wrong} of {count} sides wrong, likelihood {loss:.4f}")
    typer.echo(f"TOLD = {fit(photos)}")


if __name__ == "__main__":
    typer.run(main)
