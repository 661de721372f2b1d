"""Photographs of real dice as shards in the form of `training.orchard.dataset`, from a folder that is not ours to keep.

    python -m training.orchard.real_dice FOLDER OUT

FOLDER holds photographs and `labels.json`: for each photograph the dice's boxes (left, top, right, bottom) and the pips
on top. The shards differ from drawn ones in this: `exact` is 0, for a box tells neither how a die is turned nor which
part of it is the top; colours are not told (-1); there are no trees and cards. Tops are cut where the reader outlines
them, as it will see them; where it misses a die, by its box.

Photographs are split by name in order of time, the last third for testing only: those taken one after the other, of
the same dice, stay together.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import cv2
import numpy as np
import numpy.typing as npt
import typer

from training.orchard.dataset import ENOUGH_OF_PIECE, PHOTO_SIZE, PIPS, ROLES, SHAPES, within
from training.orchard.patches import WIDE, WIDE_MARGIN, any_corner_first
from vision.errors import LayoutError
from vision.look import pyramid
from vision.orchard import find, locate
from vision.orchard_look import Pixels, cut
from vision.photo import Photo

Part = Literal["train", "test"]
Thing = TypeVar("Thing")
REAL_SHARE = 0.2
"""How many of the photos to learn from are of real dice, where there are any."""
TOP_SHARE = 0.66
"""A top face's side as a share of its die's box, on average: boxes have some air, and dice lie askew in them."""
SAME_DIE = 0.35
"""How far from a box's middle, in its sides, lies the middle of its die's top as the reader outlines it, at most."""
Points = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Photograph:
    """A photograph, uint8 RGB, with the boxes (N, 4) of its dice and the pips on top (N,)."""

    name: str
    pixels: Pixels
    boxes: Points
    pips: tuple[int, ...]


def split(names: Sequence[str]) -> dict[Part, list[str]]:
    """Which photographs are to learn from and which to test on."""
    ordered = sorted(names)
    first = len(ordered) - len(ordered) // 3
    return {"train": ordered[:first], "test": ordered[first:]}


def load(folder: Path, part: Part) -> list[Photograph]:
    """One part's photographs."""
    facts = json.loads((folder / "labels.json").read_text("utf-8"))
    photographs = []
    for name in split(list(facts))[part]:
        pixels = cv2.imread(str(folder / name), cv2.IMREAD_COLOR)
        if pixels is None:
            raise FileNotFoundError(f"{folder / name}: no photograph that OpenCV can read")
        boxes = np.array([die["box"] for die in facts[name]], np.float64).reshape(-1, 4)
        pips = tuple(int(die["value"]) for die in facts[name])
        photographs.append(Photograph(name, np.ascontiguousarray(pixels[..., ::-1]), boxes, pips))
    return photographs


def outline(box: Points) -> Points:
    """A box as the outline that a top face might have, (4, 2)."""
    left, top, right, bottom = box
    middle = np.array([left + right, top + bottom]) / 2
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    inner: Points = middle + (corners - middle) * TOP_SHARE
    return inner


def outlines(photograph: Photograph, copies: list[Pixels]) -> list[Points]:
    """The outline (4, 2) of each die's top: as the reader that ships outlines it, or as its box suggests.

    copies: the photograph's pyramid.
    """
    high, wide = photograph.pixels.shape[:2]
    try:
        photo = Photo(photograph.pixels, wide, high, photograph.name)
        dice = locate(photo, find(photo, copies)).all_dice
    except LayoutError:
        dice = ()
    seen = np.array([die.top.corners for die in dice]).reshape(-1, 4, 2)
    told = []
    for box in photograph.boxes:
        away = np.linalg.norm(seen.mean(1) - (box[:2] + box[2:]) / 2, axis=1) / (box[2:] - box[:2]).mean()
        told.append(seen[away.argmin()] if away.min(initial=np.inf) < SAME_DIE else outline(box))
    return told


def pack(photographs: Sequence[Photograph], seed: int = 0) -> dict[str, npt.NDArray[np.generic]]:
    """The photographs as a shard; those that are higher than a shard's photos are cropped where most dice are."""
    rng = np.random.default_rng(seed)
    wide, high = PHOTO_SIZE
    photos, owner, quads, roles, labels, tops, marks, cut_from = [], [], [], [], [], [], [], []
    for index, photograph in enumerate(photographs):
        copies = pyramid(photograph.pixels)
        for quad, pips in zip(outlines(photograph, copies), photograph.pips, strict=True):
            tops.append(cut(copies, any_corner_first(rng, quad), (WIDE, WIDE), WIDE_MARGIN))
            marks.append((-1, PIPS.index(pips), 1))
            cut_from.append(index)
        scale = wide / photograph.pixels.shape[1]
        small = cv2.resize(photograph.pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        top = _window(photograph.boxes * scale, small.shape[0], high)
        canvas = np.zeros((high, wide, 3), np.uint8)
        seen = small[top : top + high, :wide]
        canvas[: seen.shape[0], : seen.shape[1]] = seen
        photos.append(canvas)
        for box, pips in zip(photograph.boxes, photograph.pips, strict=True):
            moved = outline(box) * scale - (0, top)
            shown = within(moved, wide, high)
            if shown == 0:
                continue
            owner.append(index)
            quads.append(moved)
            roles.append(ROLES.index("spare_die" if shown >= ENOUGH_OF_PIECE else "barely"))
            labels.append((-1, PIPS.index(pips)))
    placed = np.array(quads, np.float32).reshape(-1, 4, 2)
    return {
        "photos": np.array(photos, np.uint8).reshape(-1, high, wide, 3),
        "owner": np.array(owner, np.int32),
        "quads": placed,
        "feet": placed.copy(),
        "roles": np.array(roles, np.int8),
        "labels": np.array(labels, np.int8).reshape(-1, 2),
        "exact": np.zeros(len(placed), np.int8),
        "tops": np.array(tops, np.uint8).reshape(-1, *SHAPES["tops"]),
        "top_labels": np.array(marks, np.int8).reshape(-1, 3),
        "top_photo": np.array(cut_from, np.int32),
        "trees": np.zeros((0, *SHAPES["trees"]), np.uint8),
        "tree_labels": np.zeros((0, 3), np.int8),
        "tree_photo": np.zeros(0, np.int32),
    }


def _window(boxes: Points, height: int, high: int) -> int:
    """The upper edge of the `high` rows that hold the most dice."""
    edges = range(0, max(height - high, 0) + 1, 8)
    held = [int(((boxes[:, 1] >= edge) & (boxes[:, 3] <= edge + high)).sum()) for edge in edges]
    return list(edges)[int(np.argmax(held))]


def with_real(
    lists: Iterable[list[Thing]],
    folder: Path,
    take: Callable[[Path], Sequence[Thing]],
    rng: np.random.Generator,
) -> Iterator[list[Thing]]:
    """Photos to learn from, some replaced by those that `take` finds in the folder's real-train.npz."""
    path = folder / "real-train.npz"
    real = take(path) if path.exists() else []
    for photos in lists:
        yield [
            real[int(rng.integers(len(real)))] if real and rng.random() < REAL_SHARE else photo
            for photo in photos
        ]


def main(
    folder: Annotated[Path, typer.Argument(help="Photographs and labels.json.")],
    out: Annotated[
        Path, typer.Argument(help="Where real-train.npz and real-test.npz go; outside the project.")
    ],
) -> None:
    """Pack photographs of real dice into two shards."""
    out.mkdir(parents=True, exist_ok=True)
    for part in ("train", "test"):
        np.savez(out / f"real-{part}.npz", **pack(load(folder, part)))
        typer.echo(out / f"real-{part}.npz")


if __name__ == "__main__":
    typer.run(main)
