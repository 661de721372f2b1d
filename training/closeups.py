"""Close-ups of branches in shards, for the net that looks closer.

    python -m training.closeups OUT --shards 60 --scenes 50 --group train --workers 2

A shard is an .npz file: `patches` uint8 (T, 96, 96, 3) of tiles as the look net sees them, with the `photo` (T,) that
each is in; `closeups` uint8 (N, 64, 96, 3) of branches of these tiles, with the `tile` (N,), the `direction` (N,) and
what is there: `label` (N,). Of scenes to learn from only some branches are kept: all with tokens, a share of others.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
import numpy.typing as npt
import typer

from training.dataset import BRANCH_CLASSES, EXPOSURES, MIXED_SHARE, draw_shards, jitter, labels, write_shard
from training.layouts import NAMES
from training.scenes import compose
from vision.espalier_closeups import ACROSS, ALONG, close_up
from vision.look import PATCH, pyramid, rectify

WIDTH, HEIGHT = 1600, 1200
"""Size of the photos: close-ups need more pixels than patches."""
OTHER_SHARE = 0.3
"""Share of the branches without tokens that are kept to learn from."""
TOKENS = [BRANCH_CLASSES.index(name) for name in ("graft", "prune")]


def draw_scene(seed: int, group: str) -> dict[str, list[Any]]:
    """One scene's share of a shard."""
    rng = np.random.default_rng(seed)
    learned = group == "train"
    mixed = learned and rng.random() < MIXED_SHARE
    photos, truth = compose(rng, group, WIDTH, HEIGHT, EXPOSURES, mixed)
    drawn: dict[str, list[Any]] = {
        name: [] for name in ("patches", "photo", "closeups", "tile", "direction", "label")
    }
    for index, photo in enumerate(photos if truth.look.art == "branches" else []):
        copies = pyramid(photo)
        for cell, exact in truth.tiles.items():
            quad, there = jitter(rng, exact), labels(truth.layout, cell)[: len(NAMES)]
            for k, direction in enumerate(NAMES):
                if learned and there[k] not in TOKENS and rng.random() > OTHER_SHARE:
                    continue
                drawn["closeups"].append(close_up(copies, quad, direction))
                drawn["tile"].append(len(drawn["patches"]))
                drawn["direction"].append(k)
                drawn["label"].append(there[k])
            drawn["patches"].append(rectify(copies, quad))
            drawn["photo"].append(index)
    return drawn


def pack(scenes: list[dict[str, list[Any]]]) -> dict[str, npt.NDArray[np.generic]]:
    """Scenes as the arrays of a shard."""
    tiles = np.cumsum([0, *(len(drawn["patches"]) for drawn in scenes)])

    def joined(name: str, steps: npt.ArrayLike = 0) -> npt.NDArray[np.int32]:
        shifts = np.broadcast_to(steps, len(scenes))
        parts = [np.array(drawn[name], np.int32) + shift for drawn, shift in zip(scenes, shifts, strict=True)]
        return np.concatenate(parts).astype(np.int32)

    def pictures(name: str, height: int, width: int) -> npt.NDArray[np.uint8]:
        return np.array([one for drawn in scenes for one in drawn[name]], np.uint8).reshape(
            -1, height, width, 3
        )

    return {
        "patches": pictures("patches", PATCH, PATCH),
        "photo": joined("photo", EXPOSURES * np.arange(len(scenes))),
        "closeups": pictures("closeups", ACROSS, ALONG),
        "tile": joined("tile", tiles[:-1]),
        "direction": joined("direction"),
        "label": joined("label"),
    }


def make_shard(path: Path, first_seed: int, scenes: int, group: str) -> Path:
    cv2.setNumThreads(1)
    return write_shard(path, **pack([draw_scene(first_seed + k, group) for k in range(scenes)]))


def main(
    out: Path,
    shards: Annotated[int, typer.Option(help="How many files.")] = 60,
    scenes: Annotated[int, typer.Option(help="Scenes a file.")] = 50,
    group: Annotated[str, typer.Option(help="Drawing methods: train, validation or test.")] = "train",
    seed: Annotated[int, typer.Option(help="Seed of the first scene.")] = 1_000_000,
    workers: Annotated[int, typer.Option(help="Processes.")] = 2,
) -> None:
    """Draw scenes into shards; a shard that is there already is kept."""
    draw_shards(make_shard, out, shards, scenes, group, seed, workers)


if __name__ == "__main__":
    typer.run(main)
