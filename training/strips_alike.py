"""Fits how much likeness tells of what lies on branches, on photos of several groups of looks.

    python -m training.photos SOME --group validation --count 200 --seed 5630000     (and 5640000)
    python -m training.photos MORE --group train --count 200 --seed 5970000     (and 5985000, 6010000, 6020000)
    python -m training.photos ASKEW --group validation --count 200 --seed 5630000 --sloppy 0.03
    python -m training.photos OTHERS --group train --count 200 --seed 5970000 --sloppy 0.03
    python -m training.strips_alike SOME... MORE... ASKEW OTHERS

It prints `TOKENS` and `TOLD` of `vision/espalier_strips.py`, and how right and how likely it is which branches bear
tokens, and which sides these show, with what is committed, and with what is fitted to four fifths of the photos for the
others.
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
from training.photos import trees
from training.tiles_told import quarters_to, tile_on
from vision.espalier_places import look_at_places
from vision.espalier_strips import (
    TOKENS,
    TOLD,
    Sides,
    Tokens,
    distances,
    embedded,
    strip_picture,
    with_sides,
    with_tokens,
    worth_comparing,
)  # fmt: skip
from vision.look import BRANCH, GRAFT, PRUNE, pyramid

CLASSES = {"none": 0, "branch": BRANCH, "graft": GRAFT, "prune": PRUNE}
TRUSTS = (0.35, 0.5, 0.75, 1.0, 1.5)
MIDDLES = (2.0, 2.5, 3.0, 3.5, 4.0)
MEANS, SPREADS, OFFSETS = (3.0, 4.0, 5.0, 6.0, 7.0), (2.0, 3.0, 4.0), (0.0, 2.0, 3.0, 4.0, 5.0)
Array = npt.NDArray[np.float64]
Album = tuple[Array, Array, npt.NDArray[np.int64]]
"""Directions of one photo that are worth comparing: log-probabilities (N, 4), what the net that compares them says
(N, D), what really lies there (N,)."""


def albums(folders: Sequence[Path]) -> Iterator[Album]:
    """The photos of some folders in which something is worth comparing."""
    for photo, truth, found, lattice in trees(folders):
        copies = pyramid(photo.pixels)
        places = look_at_places(copies, found, lattice).tiles
        logs, pictures, there = [], [], []
        for cell, k in worth_comparing(places):
            name = what_lies_at(places.quads[cell] * photo.scale, k, truth)
            if name is not None:
                logs.append(places.looks[cell].branches[k])
                pictures.append(strip_picture(copies, places.quads[cell], DIRECTIONS[k]))
                there.append(CLASSES[name])
        if len(there) >= 2:
            yield np.array(logs), embedded(pictures), np.array(there)


def what_lies_at(quad: Array, direction: int, truth: dict[str, Any]) -> str | None:
    """What really lies on a tile in a direction; None where there is no tile."""
    tile = tile_on(quad, truth)
    if tile is None:
        return None
    name = DIRECTIONS[(direction + 2 * quarters_to(quad, np.array(tile["px"]))) % 8]
    for token in truth["state"]["tokens"]:
        if (token["col"], token["row"], token["direction"]) == (tile["col"], tile["row"], name):
            return str(token["side"])
    printed = next(
        other["branches"]
        for other in truth["state"]["tiles"]
        if (other["col"], other["row"]) == (tile["col"], tile["row"])
    )
    return "branch" if name in printed else "none"


def fit(photos: Sequence[Album]) -> tuple[Tokens, Sides]:
    """What makes most likely which branches bear tokens, then logistic regression over pairs of these, then what else
    makes their sides most likely."""
    tokens = min(
        (Tokens(*numbers) for numbers in product(TRUSTS, MIDDLES)),
        key=lambda candidate: judged_tokens(photos, candidate)[1],
    )
    pairs, same = _pairs(photos)
    weights = torch.zeros(2, dtype=torch.float64, requires_grad=True)

    def loss() -> Tensor:
        odds = pairs * weights[0] + weights[1]
        return nn.functional.binary_cross_entropy_with_logits(odds, same)

    minimise(loss, [weights])
    weight, bias = weights.detach().tolist()
    # What is common among the pairs is told by the look net already.
    alike = round(weight, 3), round(bias - float(torch.logit(same.mean())), 3)
    beside = [(with_tokens(logs, seen, tokens), seen, there) for logs, seen, there in photos]
    candidates = (Sides(alike, *others) for others in product(TRUSTS, MEANS, SPREADS, OFFSETS))
    return tokens, min(candidates, key=lambda candidate: judged_sides(beside, candidate)[1])


def _pairs(photos: Sequence[Album]) -> tuple[Tensor, Tensor]:
    """Distances of all pairs of tokens of a photo, and whether they show the same side."""
    apart, same = [], []
    for _, seen, there in photos:
        tokens = there >= GRAFT
        apart.append(distances(seen[tokens]))
        same += [one == other for one, other in combinations(there[tokens], 2)]
    return torch.from_numpy(np.concatenate(apart)), torch.tensor(same).double()


def judged_tokens(photos: Sequence[Album], told: Tokens) -> Verdict:
    """How right and how likely it is which branches bear tokens."""
    return _verdict(
        [
            (
                np.logaddexp(beside[:, GRAFT], beside[:, PRUNE]) - beside[:, BRANCH],
                there >= GRAFT,
                there >= BRANCH,
            )
            for beside, there in ((with_tokens(logs, seen, told), there) for logs, seen, there in photos)
        ]
    )


def judged_sides(photos: Sequence[Album], told: Sides) -> Verdict:
    """How right and how likely the sides of all tokens are."""
    return _verdict(
        [
            (beside[:, PRUNE] - beside[:, GRAFT], there == PRUNE, there >= GRAFT)
            for beside, there in ((with_sides(logs, seen, told), there) for logs, seen, there in photos)
        ]
    )


def judged(photos: Sequence[Album], told: tuple[Tokens, Sides]) -> Verdict:
    """How right and how likely the sides of all tokens are when all is told."""
    beside = [(with_tokens(logs, seen, told[0]), seen, there) for logs, seen, there in photos]
    return judged_sides(beside, told[1])


def _verdict(answers: Sequence[tuple[Array, npt.NDArray[np.bool_], npt.NDArray[np.bool_]]]) -> Verdict:
    """Of log-odds, what is true, and which count, of some photos."""
    odds, true, counted = (np.concatenate(parts) for parts in zip(*answers, strict=True))
    right = np.where(true, odds, -odds)[counted]
    return int((right < 0).sum()), float(np.logaddexp(0, -right).mean()), len(right)


def alone(photos: Sequence[Album]) -> Verdict:
    """How right and how likely the look net's own word on sides is."""
    return _verdict(
        [(logs[:, PRUNE] - logs[:, GRAFT], there == PRUNE, there >= GRAFT) for logs, _, there in photos]
    )


def main(
    folders: Annotated[list[Path], typer.Argument(help="Folders of photos with truth.")],
) -> None:
    """Fit the numbers and print them."""
    photos = list(albums(folders))
    parts = by_others(photos, fit)
    for name, (wrong, loss, count) in (
        ("tokens on branches, as the look net says", judged_tokens(photos, Tokens(0.0, 0.0))),
        ("as committed", judged_tokens(photos, TOKENS)),
        ("fitted to others", together(judged_tokens(part, told[0]) for part, told in parts)),
        ("sides, as the look net says", alone(photos)),
        ("as committed", judged(photos, (TOKENS, TOLD))),
        ("fitted to others", together(judged(*part) for part in parts)),
    ):
        typer.echo(f"{name}: {wrong} of {count} wrong, likelihood {loss:.4f}")
    tokens, told = fit(photos)
    typer.echo(f"TOKENS = {tokens}\nTOLD = {told}")


if __name__ == "__main__":
    typer.run(main)
