"""The sample photos: each a picture with its truth beside it, under the same name."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from ui.pictures import Picture
from vision.paint import jpeg

FOLDER = Path(__file__).parents[1] / "sample_photos"
THUMBNAIL = 480


@dataclass(frozen=True, slots=True)
class Sample:
    """A photo that comes with Pomona. `total` is the true one."""

    game: str
    path: Path
    title: str
    total: int | None
    thumbnail: Picture


@st.cache_resource(show_spinner=False)
def list_samples(game: str, folder: Path = FOLDER) -> tuple[Sample, ...]:
    """The samples of a game in the order of their names; a photo without a truth is none."""
    found = []
    for truth in sorted(folder.glob("*.json")):
        told = json.loads(truth.read_text(encoding="utf-8"))
        if not isinstance(told, dict) or told.get("game") != game or "state" not in told:
            continue
        path = truth.with_name(told.get("photo", truth.with_suffix(".jpg").name))
        if path.is_file():
            title = told.get("title") or truth.stem.replace("-", " ").replace("_", " ").capitalize()
            found.append(Sample(game, path, title, told.get("total"), _thumbnail(path)))
    return tuple(found)


def _thumbnail(path: Path) -> Picture:
    from PIL import Image, ImageOps

    with Image.open(path) as image:
        image.draft("RGB", (THUMBNAIL, THUMBNAIL))
        upright = ImageOps.exif_transpose(image).convert("RGB")
    upright.thumbnail((THUMBNAIL, THUMBNAIL))
    return Picture(jpeg(upright))
