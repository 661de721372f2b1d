"""Fits how much finder and look net tell of what stands on a tree, on photos of looks that training never saw.

    python -m training.orchard.photos SOME --group validation --count 44 --seed 6500000
    python -m training.orchard.photos MORE --group validation --count 90 --seed 6600000
    python -m training.orchard.standing SOME MORE

It prints `OF_DIE` and `OF_TOKEN` of `vision/orchard_seen.py`, and how right and how likely the answers are with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import torch
import typer
from torch import nn

from training.orchard.calibrate import seen_orchards
from vision.orchard_seen import OF_DIE, OF_TOKEN, evidence

NEAR = 0.45
"""How far, in tree sides, what stands on a tree may lie from the tree's middle."""
PULL = 2e-4
HEAT = 2
"""Where in the evidence the finder's heat stands: it may tell nothing of a thing, but nothing against it either."""
Array = npt.NDArray[np.float64]


def gather(folders: Sequence[Path]) -> tuple[Array, Array, npt.NDArray[np.int64]]:
    """Evidence of dice (N, 5) and tokens (N, 6) of all places in some folders' photos, and what is there (N,)."""
    dice, tokens, there = [], [], []
    for grid, scale, orchard, looks in seen_orchards(folders):
        laid = list(orchard.dice)
        for index, (cell, quad) in enumerate(orchard.quads.items()):
            die, token = orchard.dice.get(cell), orchard.rotten.get(cell)
            of_die, of_token = evidence(
                None if die is None else die.top.score,
                None if die is None else looks.colour[laid.index(cell)],
                None if token is None else token.score,
                looks.standing[index],
            )
            dice.append(of_die)
            tokens.append(of_token)
            there.append(standing_at(quad * scale, grid))
    return np.array(dice), np.array(tokens), np.array(there)


def standing_at(quad: Array, grid: dict[str, Any]) -> int:
    """What really stands on a place: 0 nothing, 1 a die, 2 a token."""
    middle, side = quad.mean(0), float(np.hypot(*(quad - np.roll(quad, 1, 0)).T).mean())

    def nearest(spots: list[list[float]]) -> float:
        return min((float(np.hypot(*(middle - spot))) for spot in spots), default=np.inf) / side

    die = nearest([die["px"][1] for die in grid["dice"]])
    token = nearest([token["px"][0] for token in grid["rotten"]])
    return 0 if min(die, token) > NEAR else 1 if die < token else 2


def fit(dice: Array, tokens: Array, there: npt.NDArray[np.int64]) -> tuple[Array, Array]:
    """Multinomial logistic regression with a slight pull to zero -> weights of dice and tokens."""
    weights = [torch.zeros(x.shape[1], dtype=torch.float64, requires_grad=True) for x in (dice, tokens)]
    tuner = torch.optim.LBFGS(weights, max_iter=300, line_search_fn="strong_wolfe")
    least = [torch.full_like(w, -torch.inf).index_fill(0, torch.tensor(HEAT), 0.0) for w in weights]
    columns, right = [torch.from_numpy(x) for x in (dice, tokens)], torch.from_numpy(there)

    def bounded() -> list[torch.Tensor]:
        return [torch.maximum(w, low) for w, low in zip(weights, least, strict=True)]

    def step() -> float:
        tuner.zero_grad()
        odds = torch.stack(
            [torch.zeros(len(right)), *(x @ w for x, w in zip(columns, bounded(), strict=True))], 1
        )
        loss = nn.functional.cross_entropy(odds, right) + PULL * sum((w**2).sum() for w in weights)
        loss.backward()
        return float(loss.detach())

    tuner.step(step)
    of_die, of_token = (w.detach().numpy() for w in bounded())
    return of_die, of_token


def told(dice: Array, tokens: Array, there: npt.NDArray[np.int64], of_die: Array, of_token: Array) -> str:
    """How right and how likely the answers are."""
    odds = np.stack([np.zeros(len(there)), dice @ of_die, tokens @ of_token], 1)
    logs = odds - np.log(np.exp(odds).sum(1, keepdims=True))
    answers = logs.argmax(1)
    f1 = [
        2
        * float(((answers == k) & (there == k)).sum())
        / max(int((answers == k).sum() + (there == k).sum()), 1)
        for k in (1, 2)
    ]
    likelihood = -float(logs[np.arange(len(there)), there].mean())
    return f"{len(there)} places: dice F1 {f1[0]:.4f}, tokens F1 {f1[1]:.4f}, likelihood {likelihood:.4f}"


def main(
    photos: Annotated[list[Path], typer.Argument(help="Folders of photos of validation looks, with truth.")],
) -> None:
    """Fit the weights and print them."""
    seen = gather(photos)
    typer.echo(f"as committed: {told(*seen, OF_DIE, OF_TOKEN)}")
    of_die, of_token = fit(*seen)
    typer.echo(f"fitted: {told(*seen, of_die, of_token)}")
    typer.echo(f"OF_DIE = {of_die.round(2).tolist()}")
    typer.echo(f"OF_TOKEN = {of_token.round(2).tolist()}")


if __name__ == "__main__":
    typer.run(main)
