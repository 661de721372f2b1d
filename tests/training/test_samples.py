"""The sample photos as they are committed: each with a truth that holds, and a line on where it came from."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scoring.espalier import check, parse_state, score
from training.layouts import grow
from training.samples import SAMPLES, Sample, through_the_year

FOLDER = Path(__file__).parents[2] / "sample_photos"
EACH = pytest.mark.parametrize("sample", SAMPLES, ids=[sample.name for sample in SAMPLES])


def truth_of(sample: Sample) -> dict:
    return json.loads((FOLDER / f"{sample.name}.json").read_text(encoding="utf-8"))


@EACH
def test_the_truth_parses_and_gives_its_total(sample: Sample) -> None:
    truth = truth_of(sample)
    state = parse_state(truth["state"])
    sheet = score(state)
    assert truth["total"] == sheet.total
    assert check(state) == ()
    shapes = [line.count for line in sheet.items if line.category in ("triangle", "diamond", "square")]
    assert sum(shapes) > 0
    assert state.fruit


@EACH
def test_the_truth_is_of_the_seeds(sample: Sample) -> None:
    layout = through_the_year(grow(np.random.default_rng(sample.layout_seed)))
    assert truth_of(sample)["state"] == layout.to_state()


@EACH
def test_the_photo_is_as_large_as_the_truth_says_and_holds_every_tile(sample: Sample) -> None:
    truth = truth_of(sample)
    with Image.open(FOLDER / truth["photo"]) as photo:
        assert photo.size == (truth["width"], truth["height"])
    corners = np.array([tile["px"] for tile in truth["grid"]["tiles"]])
    assert corners.min() > 0
    assert (corners.max((0, 1)) < photo.size).all()


@EACH
def test_the_readme_says_where_it_came_from(sample: Sample) -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert f"`{sample.name}.jpg`" in readme
    assert "rendered" in readme


def test_all_samples_together_stay_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 8e6
