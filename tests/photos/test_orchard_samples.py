"""Whole photos of orchards through the shipped nets: the samples, whose truth lies beside them, and a bare table."""

import json
from pathlib import Path
from typing import Any

import pytest

from bench.orchard_measures import Outcome, judge
from scoring.orchard import Rules
from vision import report
from vision.errors import OtherGameError
from vision.games import GAMES
from vision.observe import read
from vision.photo import load_photo

FOLDER = Path(__file__).parents[2] / "sample_photos"
SAMPLES = [
    path for path in sorted(FOLDER.glob("*.json")) if json.loads(path.read_text())["game"] == "orchard"
]
pytestmark = pytest.mark.skipif(not GAMES["orchard"].reads_photos, reason="no nets of Orchard: make train")


def outcome_of(path: Path) -> Outcome:
    truth: dict[str, Any] = json.loads(path.read_text("utf-8"))
    reading = read(load_photo(path.parent / truth["photo"]), "orchard")
    return judge(path.stem, truth, report.judge(reading, Rules()).to_json(), reading.observations)


def test_there_are_samples() -> None:
    assert len(SAMPLES) >= 3


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_is_read_and_what_is_wrong_is_among_the_doubts(path: Path) -> None:
    outcome = outcome_of(path)
    assert outcome.found.f1 == 1.0
    assert outcome.colours == outcome.both
    assert outcome.wrong == outcome.wrong_doubted
    assert outcome.in_range


@pytest.mark.parametrize("name", ["02-night-garden.jpg", "03-evening.jpg", "05-full-tree.jpg"])
def test_a_tree_of_espalier_is_told_as_one(name: str) -> None:
    reading = read(load_photo(FOLDER / name), "orchard")
    assert "espalier" in [advice.game for advice in reading.seen.advice]


def test_a_tree_of_espalier_without_anything_of_an_orchard_is_told_as_one() -> None:
    with pytest.raises(OtherGameError, match="this looks like Espalier"):
        read(load_photo(FOLDER / "01-daylight.jpg"), "orchard")


def test_an_orchard_is_told_from_a_tree_of_espalier() -> None:
    with pytest.raises(OtherGameError, match="this looks like Orchard"):
        read(load_photo(FOLDER / "09-orchard-gingham.jpg"), "espalier")
