"""Composed photos with their truth as files, for measuring the reader.

python -m training.photos OUT --count 60 --group test
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
import numpy.typing as npt
import typer

from scoring.espalier import parse_state, score
from training.scenes import Truth, compose
from vision.espalier_locate import locate_tree
from vision.lattice import Lattice
from vision.locate import Found
from vision.photo import Photo, brightened, load_photo

LIGHTS = {"dark": 60, "dim": 90, "even": 160, "bright": 255}
"""Names of a photo's light, by the most that its pixels may be on average."""


def truth_json(truth: Truth, photo: str, pixels: npt.NDArray[np.uint8]) -> dict[str, Any]:
    """What lies in a photo, in the form that every photo's truth has."""
    height, width = pixels.shape[:2]
    state = truth.layout.to_state()
    return {
        "game": "espalier",
        "photo": photo,
        "width": width,
        "height": height,
        "state": state,
        "total": score(parse_state(state)).total,
        "look": {"group": truth.look.group, "ground": truth.look.background, "branches": truth.look.branch},
        "conditions": {
            "table": truth.table,
            "light": next(name for name, most in LIGHTS.items() if pixels.mean() <= most),
            "tilt_deg": round(float(np.rad2deg(truth.camera.tilt)), 1),
        },
        "grid": {
            "tiles": [
                {"col": col, "row": row, "px": np.round(quad, 2).tolist()}
                for (col, row), quad in truth.tiles.items()
            ]
        },
    }


def with_truth(folders: Sequence[Path]) -> Iterator[tuple[Photo, dict[str, Any]]]:
    """The photos of some folders, and what lies in each."""
    for path in sorted(path for folder in folders for path in folder.glob("*.json")):
        truth = json.loads(path.read_text("utf-8"))
        yield load_photo(path.parent / truth["photo"]), truth


def trees(folders: Sequence[Path]) -> Iterator[tuple[Photo, dict[str, Any], Found, Lattice]]:
    """The photos of some folders in which a tree's lattice is found, as nets are shown them, what really lies in each,
    and what is found."""
    for photo, truth in with_truth(folders):
        lit = brightened(photo)
        found, lattice = locate_tree(lit.pixels)
        if lattice is not None:
            yield lit, truth, found, lattice


def main(
    out: Path,
    count: Annotated[int, typer.Option(help="How many photos.")] = 60,
    group: Annotated[str, typer.Option(help="Drawing methods: train, validation or test.")] = "test",
    seed: Annotated[int, typer.Option(help="Seed of the first photo.")] = 5_000_000,
    width: Annotated[
        int, typer.Option(help="Photo width in pixels; the height is three quarters of it.")
    ] = 1600,
    sloppy: Annotated[
        float, typer.Option(help="How far tokens lie off their places, in tile sides (standard deviation).")
    ] = 0.0,
) -> None:
    """Compose photos of trees with branches, each of another look."""
    out.mkdir(parents=True, exist_ok=True)
    made = 0
    while made < count:
        photos, truth = compose(np.random.default_rng(seed), group, width, width * 3 // 4, sloppy=sloppy)
        seed += 1
        if truth.look.art != "branches" or len(truth.tiles) < 2:
            continue
        name = f"{group}-{made:03d}"
        cv2.imwrite(str(out / f"{name}.jpg"), photos[0][..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 92])
        facts = truth_json(truth, f"{name}.jpg", photos[0])
        (out / f"{name}.json").write_text(json.dumps(facts), "utf-8")
        made += 1


if __name__ == "__main__":
    typer.run(main)
