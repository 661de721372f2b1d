"""Fits how much finder and look net tell of what stands on a tree, on photos of looks that training never saw.

    python -m training.orchard.photos SOME --group validation --count 44 --seed 6500000
    python -m training.orchard.photos MORE --group validation --count 90 --seed 6600000
    python -m training.orchard.standing SOME MORE

It prints `OF_DIE` and `OF_TOKEN` of `vision/orchard_seen.py`, and how right and how likely the answers are with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import torch
import typer
from torch import Tensor, nn

from training.orchard.calibrate import seen_orchards
from vision.observe import side_of
from vision.orchard_box import stands
from vision.orchard_seen import OF_DIE, OF_TOKEN, evidence

NEAR = 0.45
"""How far, in tree sides, what stands on a tree may lie from the tree's middle."""
PULL = 2e-4
Array = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Places:
    """The places of one photo: evidence of dice (N, 4) and tokens (N, 6), and what is there (N,): 0 nothing, 1 a die,
    2 a token."""

    dice: Array
    tokens: Array
    there: npt.NDArray[np.int64]


def gather(folders: Sequence[Path]) -> list[Places]:
    """The places of each photo in some folders."""
    photos = []
    for grid, scale, orchard, looks in seen_orchards(folders):
        seen = [evidence(orchard, looks, cell, index) for index, cell in enumerate(orchard.quads)]
        dice, tokens = (np.array(rows) for rows in zip(*seen, strict=True))
        there = [standing_at(quad * scale, grid) for quad in orchard.quads.values()]
        photos.append(Places(dice, tokens, np.array(there)))
    return photos


def standing_at(quad: Array, grid: dict[str, Any]) -> int:
    """What really stands on a place: 0 nothing, 1 a die, 2 a token."""
    middle, side = quad.mean(0), side_of(quad)

    def nearest(spots: list[list[float]]) -> float:
        return min((float(np.hypot(*(middle - spot))) for spot in spots), default=np.inf) / side

    die = nearest([die["px"][1] for die in grid["dice"]])
    token = nearest([token["px"][0] for token in grid["rotten"]])
    return 0 if min(die, token) > NEAR else 1 if die < token else 2


def fit(photos: Sequence[Places]) -> tuple[Array, Array]:
    """Logistic regression with a slight pull to zero, whole photos at a time -> weights of dice and tokens."""
    counts = (photos[0].dice.shape[1], photos[0].tokens.shape[1])
    weights = [torch.zeros(count, dtype=torch.float64, requires_grad=True) for count in counts]
    tuner = torch.optim.LBFGS(weights, max_iter=300, line_search_fn="strong_wolfe")
    places = sum(len(photo.there) for photo in photos)

    def step() -> float:
        tuner.zero_grad()
        loss = sum(unlikeliness(photo, *weights) for photo in photos) / places
        loss = loss + PULL * sum((w**2).sum() for w in weights)
        loss.backward()
        return float(loss.detach())

    tuner.step(step)
    of_die, of_token = (w.detach().numpy() for w in weights)
    return of_die, of_token


def unlikeliness(photo: Places, of_die: Tensor, of_token: Tensor) -> Tensor:
    """Minus the log-likelihood of what stands on a photo's places, as `vision.orchard_box.stands` has it: two tokens
    at most, dice independent of each other."""
    die, token = torch.from_numpy(photo.dice) @ of_die, torch.from_numpy(photo.tokens) @ of_token
    odds = token - nn.functional.softplus(die)
    one = odds.exp().sum()
    two = (one**2 - (2 * odds).exp().sum()) / 2
    there = torch.from_numpy(photo.there)
    free = there != 2
    of_dice = nn.functional.binary_cross_entropy_with_logits(
        die[free], (there[free] == 1).double(), reduction="sum"
    )
    return torch.log1p(one + two) - odds[~free].sum() + of_dice


def told(photos: Sequence[Places], of_die: Array, of_token: Array) -> str:
    """How right and how likely the answers are."""
    chances = np.concatenate([stands(photo.dice @ of_die, photo.tokens @ of_token) for photo in photos])
    there = np.concatenate([photo.there for photo in photos])
    answers = chances.argmax(1)
    f1 = [
        2
        * float(((answers == k) & (there == k)).sum())
        / max(int((answers == k).sum() + (there == k).sum()), 1)
        for k in (1, 2)
    ]
    likelihood = -float(np.log(chances[np.arange(len(there)), there]).mean())
    return f"{len(there)} places: dice F1 {f1[0]:.4f}, tokens F1 {f1[1]:.4f}, likelihood {likelihood:.4f}"


def main(
    photos: Annotated[list[Path], typer.Argument(help="Folders of photos of validation looks, with truth.")],
) -> None:
    """Fit the weights and print them."""
    seen = gather(photos)
    typer.echo(f"as committed: {told(seen, OF_DIE, OF_TOKEN)}")
    of_die, of_token = fit(seen)
    typer.echo(f"fitted: {told(seen, of_die, of_token)}")
    typer.echo(f"OF_DIE = {of_die.round(2).tolist()}")
    typer.echo(f"OF_TOKEN = {of_token.round(2).tolist()}")


if __name__ == "__main__":
    typer.run(main)
