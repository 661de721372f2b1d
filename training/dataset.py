"""Scenes drawn once and kept in shards, for the finder and the nets that look at tiles.

    python -m training.dataset OUT --shards 60 --scenes 50 --group train --workers 2

A shard is an .npz file: `photos` uint8 (N, 480, 640, 3) with flat lists of what lies in them (for the finder), and
`patches` uint8 (M, 192, 192, 3) with their labels (for the others).
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import numpy.typing as npt
import typer

from scoring.lattice import DIRECTIONS, rim_point
from training.hands import any_sloppiness
from training.layouts import Cell, Layout
from training.looks import KINDS
from training.scenes import Truth, compose
from training.strays import any_strays
from training.tokens import FRUITS
from vision.look import PATCH, pyramid, rectify
from vision.observe import square_to_quad

SCENE_SIZE = (1600, 1200)
"""Large enough that most tiles are seen as finely as their patches."""
PHOTO_SIZE = (640, 480)
SEEN_ENOUGH = 0.6
BARELY_SEEN = 0.2
BRANCH_CLASSES = ("none", "branch", "graft", "prune")
FRUIT_CLASSES = ("none", *FRUITS)
KIND_CLASSES = (*KINDS, "empty")
POT, EMPTY = KIND_CLASSES.index("pot"), KIND_CLASSES.index("empty")
MIXED_SHARE = 0.6
"""Scenes to learn from that are crowded with things of many printings."""
EXPOSURES = 2
EMPTY_SHOWN = 4
"""Places without a tile that are cut out of a photo."""
Points = npt.NDArray[np.float64]


def labels(layout: Layout, cell: Cell) -> npt.NDArray[np.int8]:
    """int8 (17,): eight branch classes, eight fruit classes, the kind; directions in the order of `DIRECTIONS`."""
    printed = layout.branches.get(cell, frozenset())
    branches = [
        BRANCH_CLASSES.index(layout.tokens.get((cell, d), "branch" if d in printed else "none"))
        for d in DIRECTIONS
    ]
    fruit = [FRUIT_CLASSES.index(layout.fruit.get(rim_point(cell, d), "none")) for d in DIRECTIONS]
    return np.array([*branches, *fruit, KIND_CLASSES.index(layout.kinds.get(cell, "empty"))], np.int8)


def jitter(rng: np.random.Generator, quad: Points) -> Points:
    """The corners as a finder would give them: moved by a few hundredths of the side."""
    side = float(np.hypot(*(quad[1] - quad[0])))
    middle = quad.mean(0)
    scaled = middle + (quad - middle) * (1 + rng.normal(0, 0.02))
    moved: Points = scaled + rng.normal(0, 0.018 * side, 2) + rng.normal(0, 0.012 * side, (4, 2))
    return moved


def empty_places(rng: np.random.Generator, truth: Truth, count: int) -> list[tuple[Cell, Points]]:
    """Places beside the tree that hold no tile, with the quadrilaterals that they would have.

    Those among many tiles come most often: branches lead up to them from several sides.
    """
    beside: dict[Cell, list[tuple[int, int]]] = {}
    for (col, row), (dx, dy) in product(truth.tiles, ((1, 0), (-1, 0), (0, 1), (0, -1))):
        if (col + dx, row + dy) not in truth.tiles:
            beside.setdefault((col + dx, row + dy), []).append((dx, dy))
    places = list(beside)
    weights = np.array([len(beside[place]) for place in places], np.float64) ** 2
    chosen = rng.choice(len(places), min(count, len(places)), replace=False, p=weights / weights.sum())
    return [(places[k], _next_to(rng, truth, places[k], beside[places[k]])) for k in chosen]


def _next_to(rng: np.random.Generator, truth: Truth, place: Cell, ways: list[tuple[int, int]]) -> Points:
    """The quadrilateral of a place, as one of the tiles that it lies beside would have it."""
    dx, dy = ways[int(rng.integers(len(ways)))]
    matrix = square_to_quad(truth.tiles[(place[0] - dx, place[1] - dy)])
    corners = np.array([[dx, dy, 1], [dx + 1, dy, 1], [dx + 1, dy + 1, 1], [dx, dy + 1, 1]], np.float64)
    seen = corners @ matrix.T
    quad: Points = seen[:, :2] / seen[:, 2:]
    return quad


def draw_scene(seed: int, group: str) -> dict[str, npt.NDArray[np.generic]]:
    """One scene's share of a shard."""
    rng = np.random.default_rng(seed)
    # Figures and calibration are of scenes as they are on tables.
    mixed = group == "train" and rng.random() < MIXED_SHARE
    sloppy, strays = (any_sloppiness(rng), any_strays(rng)) if group == "train" else (0.0, 0.0)
    photos, truth = compose(
        rng, group, *SCENE_SIZE, exposures=EXPOSURES, mixed=mixed, sloppy=sloppy, strays=strays
    )
    patches, marks = [], []
    if truth.look.art == "branches":
        for photo in photos:
            copies = pyramid(photo)
            places = [*truth.tiles.items(), *empty_places(rng, truth, EMPTY_SHOWN)]
            for cell, quad in places:
                patches.append(rectify(copies, jitter(rng, quad)))
                marks.append(labels(truth.layout, cell))
    scale = PHOTO_SIZE[0] / photos[0].shape[1]
    small = cv2.resize(photos[0], PHOTO_SIZE, interpolation=cv2.INTER_AREA)
    loose = [(q, 2 if seen >= SEEN_ENOUGH else 3) for q, seen in truth.loose if seen >= BARELY_SEEN]
    tiles = [(q, 1) for q in truth.tiles.values()] + loose
    rounds = [(q, 4) for _, q, _ in truth.fruit] + [(q, 5) for _, q, _ in truth.strips]
    things = [*tiles, *rounds]
    return {
        "photo": small,
        "quads": np.array([q for q, _ in things], np.float32).reshape(-1, 4, 2) * scale,
        "roles": np.array([role for _, role in things], np.int8),
        "patches": np.array(patches, np.uint8).reshape(-1, PATCH, PATCH, 3),
        "labels": np.array(marks, np.int8).reshape(-1, 17),
    }


def make_shard(path: Path, first_seed: int, scenes: int, group: str) -> Path:
    cv2.setNumThreads(1)
    drawn = [draw_scene(first_seed + k, group) for k in range(scenes)]
    return write_shard(
        path,
        photos=np.stack([d["photo"] for d in drawn]),
        owner=np.concatenate([np.full(len(d["roles"]), k, np.int32) for k, d in enumerate(drawn)]),
        quads=np.concatenate([d["quads"] for d in drawn]),
        roles=np.concatenate([d["roles"] for d in drawn]),
        patches=np.concatenate([d["patches"] for d in drawn]),
        labels=np.concatenate([d["labels"] for d in drawn]),
    )


def write_shard(path: Path, **arrays: npt.NDArray[np.generic]) -> Path:
    """Write a shard whole or not at all: a run may be stopped, and training reads what is there meanwhile."""
    whole = path.with_suffix(".part")
    with whole.open("wb") as file:
        np.savez(file, **arrays)
    return whole.replace(path)


def draw_shards(
    make: Callable[[Path, int, int, str], Path],
    out: Path,
    shards: int,
    scenes: int,
    group: str,
    seed: int,
    workers: int,
) -> None:
    """Have `make` draw the shards that are not there yet: (path, seed of the first scene, scenes, group) -> path."""
    out.mkdir(parents=True, exist_ok=True)
    jobs = [(out / f"{group}-{k:04d}.npz", seed + k * scenes) for k in range(shards)]
    with ProcessPoolExecutor(workers) as pool:
        waiting = [pool.submit(make, p, s, scenes, group) for p, s in jobs if not p.exists()]
        for done in waiting:
            typer.echo(done.result())


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
