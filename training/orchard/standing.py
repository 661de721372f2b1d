"""Fits how much finder and look net tell of what stands on a tree, on photos of looks that training never saw.

    python -m training.orchard.photos SOME --group validation --count 120 --seed 6510000
    python -m training.orchard.photos MORE --group validation --count 120 --seed 6630000
    python -m training.orchard.photos REST --group validation --count 120 --seed 6690000
    python -m training.orchard.standing SOME MORE REST

It prints `OF_DIE`, `OF_TOKEN` and `OF_TREE` of `vision/orchard_seen.py` and `OF_PAIR` of `vision/orchard_alike.py`,
and how right and how likely the answers are with those that are committed, and with those fitted to four fifths of the
photos each for the others.
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

from training.fitting import minimise, regressed
from training.orchard.calibrate import seen_orchards
from training.parts import by_others
from vision.observe import side_of
from vision.orchard_alike import OF_PAIR, both_ways, differences
from vision.orchard_box import stands
from vision.orchard_seen import OF_DIE, OF_TOKEN, OF_TREE, evidence, token_odds, tree_evidence

NEAR = 0.45
"""How far, in tree sides, a tree, and what stands on it, may lie from where its place is taken to be."""
PULL, PULL_OF_PAIR = 2e-4, 1e-5
"""How strongly weights are held near zero; pairs are few, and their weights large."""
Array = npt.NDArray[np.float64]
Weights = tuple[Array, Array, Array]
"""What evidence tells of a die (5,), of a token (6,) and of two tokens on a pair of places (3,)."""


@dataclass(frozen=True, eq=False)
class Places:
    """The places of one photo: evidence of dice (N, 5), tokens (N, 6) and trees (N, 4), and what is there (N,): 0
    nothing, 1 a die, 2 a token, and whether a tree is; pairs of places (P, 2) and evidence of their being alike
    (P, 3)."""

    dice: Array
    tokens: Array
    trees: Array
    there: npt.NDArray[np.int64]
    grown: npt.NDArray[np.bool_]
    pairs: npt.NDArray[np.int64]
    unlike: Array


def gather(folders: Sequence[Path]) -> list[Places]:
    """The places of each photo in some folders."""
    photos = []
    for grid, sight in seen_orchards(folders):
        orchard, looks = sight.orchard, sight.looks
        seen = [
            (*evidence(orchard, looks, cell, index), tree_evidence(orchard, looks, cell, index))
            for index, cell in enumerate(orchard.quads)
        ]
        dice, tokens, trees = (np.array(rows) for rows in zip(*seen, strict=True))
        places = [quad * sight.scale for quad in orchard.quads.values()]
        there = np.array([standing_at(place, grid) for place in places])
        grown = np.array([grows_at(place, grid) for place in places])
        pairs, unlike = differences(sight.drawn, *token_odds(dice @ OF_DIE, tokens @ OF_TOKEN))
        photos.append(Places(dice, tokens, trees, there, grown, pairs, unlike))
    return photos


def standing_at(quad: Array, grid: dict[str, Any]) -> int:
    """What really stands on a place: 0 nothing, 1 a die, 2 a token."""
    die = _away(quad, [die["px"][1] for die in grid["dice"]])
    token = _away(quad, [token["px"][0] for token in grid["rotten"]])
    return 0 if min(die, token) > NEAR else 1 if die < token else 2


def grows_at(quad: Array, grid: dict[str, Any]) -> bool:
    """Whether a tree really grows on a place."""
    return _away(quad, [tree["px"][0] for tree in grid["trees"]]) <= NEAR


def _away(quad: Array, spots: list[list[float]]) -> float:
    """How far the nearest of some spots lies from a place's middle, in its sides."""
    middle = quad.mean(0)
    return min((float(np.hypot(*(middle - spot))) for spot in spots), default=np.inf) / side_of(quad)


def fit(photos: Sequence[Places]) -> Weights:
    """Logistic regression with a slight pull to zero, whole photos at a time."""
    counts = (photos[0].dice.shape[1], photos[0].tokens.shape[1], photos[0].unlike.shape[1])
    weights = [torch.zeros(count, dtype=torch.float64, requires_grad=True) for count in counts]
    places = sum(len(photo.there) for photo in photos)

    def loss() -> Tensor:
        unlikely = torch.stack([unlikeliness(photo, *weights) for photo in photos]).sum() / places
        pulls = (PULL, PULL, PULL_OF_PAIR)
        pulled = [pull * (w**2).sum() for pull, w in zip(pulls, weights, strict=True)]
        return unlikely + torch.stack(pulled).sum()

    minimise(loss, weights)
    of_die, of_token, of_pair = (w.detach().numpy() for w in weights)
    return of_die, of_token, of_pair


def unlikeliness(photo: Places, of_die: Tensor, of_token: Tensor, of_pair: Tensor) -> Tensor:
    """Minus the log-likelihood of what stands on a photo's places, as `vision.orchard_box.stands` has it: two tokens
    at most, dice independent of each other."""
    die, token = torch.from_numpy(photo.dice) @ of_die, torch.from_numpy(photo.tokens) @ of_token
    odds = token - nn.functional.softplus(die)
    one = odds.exp().sum()
    two = (one**2 - (2 * odds).exp().sum()) / 2
    ends, alike = torch.from_numpy(photo.pairs), torch.from_numpy(photo.unlike) @ of_pair
    two = two + (odds[ends].sum(1).exp() * alike.expm1()).sum()
    there = torch.from_numpy(photo.there)
    free = there != 2
    of_dice = nn.functional.binary_cross_entropy_with_logits(
        die[free], (there[free] == 1).double(), reduction="sum"
    )
    both = alike[~free[ends].any(1)].sum()
    return torch.log1p(one + two) - odds[~free].sum() - both + of_dice


def fit_trees(photos: Sequence[Places]) -> Array:
    """Logistic regression of a tree on the places where nothing stands, with a slight pull to zero."""
    seen = np.concatenate([photo.trees[photo.there == 0] for photo in photos])
    grown = np.concatenate([photo.grown[photo.there == 0] for photo in photos])
    return regressed(seen, grown, PULL)


def trees_told(photos: Sequence[Places], weights: Array) -> tuple[int, int, int]:
    """Trees missed and seen where none grow, and how many places where nothing stands were asked about."""
    bare = [(photo.trees[photo.there == 0] @ weights > 0, photo.grown[photo.there == 0]) for photo in photos]
    seen, grown = (np.concatenate(parts) for parts in zip(*bare, strict=True))
    return int((grown & ~seen).sum()), int((seen & ~grown).sum()), len(seen)


def chances(photo: Places, weights: Weights) -> Array:
    """What stands on each place of a photo, (N, 3), as a reader has it."""
    of_die, of_token, of_pair = weights
    alike = both_ways(photo.pairs, photo.unlike @ of_pair, len(photo.there))
    return stands(photo.dice @ of_die, photo.tokens @ of_token, alike)


def told(photos: Sequence[Places], answers: Sequence[Array]) -> str:
    """How right and how likely the answers (N, 3) of each photo are."""
    there, chance = np.concatenate([photo.there for photo in photos]), np.concatenate(answers)
    best = chance.argmax(1)
    f1 = [
        2 * float(((best == k) & (there == k)).sum()) / max(int((best == k).sum() + (there == k).sum()), 1)
        for k in (1, 2)
    ]
    right = sum(
        bool(((told.argmax(1) == 2) == (photo.there == 2)).all())
        for photo, told in zip(photos, answers, strict=True)
    )
    likelihood = -float(np.log(chance[np.arange(len(there)), there]).mean())
    return (
        f"{len(there)} places: dice F1 {f1[0]:.4f}, tokens F1 {f1[1]:.4f}, all tokens right in {right} of "
        f"{len(photos)} photos, likelihood {likelihood:.4f}"
    )


def main(
    photos: Annotated[list[Path], typer.Argument(help="Folders of photos of validation looks, with truth.")],
) -> None:
    """Fit the weights and print them."""
    seen = gather(photos)
    parts = by_others(seen, fit)
    for name, judged in (
        ("as committed", [(photo, (OF_DIE, OF_TOKEN, OF_PAIR)) for photo in seen]),
        ("fitted to others", [(photo, weights) for part, weights in parts for photo in part]),
    ):
        answers = [chances(photo, weights) for photo, weights in judged]
        typer.echo(f"{name}: {told([photo for photo, _ in judged], answers)}")
    for name, counts in (
        ("as committed", [trees_told(seen, OF_TREE)]),
        ("fitted to others", [trees_told(part, weights) for part, weights in by_others(seen, fit_trees)]),
    ):
        missed, more, places = (sum(count) for count in zip(*counts, strict=True))
        typer.echo(f"{name}: {missed} trees missed, {more} too many on {places} places that bear nothing")
    typer.echo(f"OF_TREE = np.array({fit_trees(seen).round(2).tolist()})")
    for name, weights in zip(("OF_DIE", "OF_TOKEN", "OF_PAIR"), fit(seen), strict=True):
        typer.echo(f"{name} = np.array({weights.round(2).tolist()})")


if __name__ == "__main__":
    typer.run(main)
