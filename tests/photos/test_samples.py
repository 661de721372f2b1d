"""Whole photos through the shipped nets: the samples, whose truth lies beside them, and photos without a tree."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from bench.measures import judge, true_values
from scoring.espalier import Rules, score
from training import scenes
from training.layouts import Layout
from vision import report
from vision.errors import LayoutError
from vision.observe import Edit, Reading, read
from vision.photo import Photo, load_photo

FOLDER = Path(__file__).parents[2] / "sample_photos"
SAMPLES = [
    path for path in sorted(FOLDER.glob("*.json")) if json.loads(path.read_text())["game"] == "espalier"
]


def read_sample(path: Path) -> tuple[dict[str, Any], Reading]:
    truth = json.loads(path.read_text("utf-8"))
    return truth, read(load_photo(path.parent / truth["photo"]), "espalier")


def test_there_are_samples() -> None:
    assert len(SAMPLES) >= 4


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_answering_the_doubts_of_a_sample_gives_its_true_score(path: Path) -> None:
    truth, reading = read_sample(path)
    verdict = report.judge(reading, Rules())
    told = verdict.to_json()
    outcome = judge(path.stem, truth, told, reading.observations)
    assert outcome.tiles.f1 == 1.0
    assert outcome.wrong == outcome.wrong_doubted
    doubted = [doubt.observation for doubt in verdict.doubts]
    answers = zip(doubted, true_values(truth, told, doubted), strict=True)
    edits = [Edit(seen.what, seen.place, value) for seen, value in answers if value is not None]
    assert score(reading.corrected(edits).state).total == truth["total"]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_tree_in_a_sixteenth_of_the_light_is_no_riddle_and_players_are_told_to_make_light(
    path: Path,
) -> None:
    truth = json.loads(path.read_text("utf-8"))
    taken = load_photo(path.parent / truth["photo"])
    reading = read(replace(taken, pixels=(taken.pixels / 16).round().astype(np.uint8)), "espalier")
    verdict = report.judge(reading, Rules())
    outcome = judge(path.stem, truth, verdict.to_json(), reading.observations)
    assert outcome.tiles.f1 == 1.0
    assert outcome.wrong <= 2
    assert len(verdict.doubts) <= 6
    assert "dark" in [advice.code for advice in reading.seen.advice]


def test_most_samples_are_right_without_a_touch() -> None:
    right = 0
    for path in SAMPLES:
        truth, reading = read_sample(path)
        right += score(reading.state).total == truth["total"]
    assert right >= len(SAMPLES) - 1


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_corners_lie_within_a_tenth_of_a_tile(path: Path) -> None:
    truth, reading = read_sample(path)
    seen = {tuple(np.round(np.mean(quad, 0))): np.array(quad) for quad in reading.seen.grid.values()}
    for tile in truth["grid"]["tiles"]:
        real = np.array(tile["px"])
        side = float(np.hypot(*(real[1] - real[0])))
        nearest = min(seen.values(), key=lambda quad: float(np.hypot(*(quad.mean(0) - real.mean(0)))))
        away = min(np.abs(np.roll(nearest, k, 0) - real).max() for k in range(4))
        assert away < 0.12 * side


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_pieces_in_the_tree_are_those_of_the_state(path: Path) -> None:
    told = report.judge(read_sample(path)[1], Rules()).to_json()
    pieces = [(it["kind"], it["label"]) for it in told["pieces"] if it["in_layout"]]
    state = told["state"]
    assert len([1 for kind, _ in pieces if kind == "tile"]) == len(state["tiles"])
    fruit = sorted(label["kind"] for kind, label in pieces if kind == "fruit")
    assert fruit == sorted(it["kind"] for it in state["fruit"])
    strips = sorted(label["side"] for kind, label in pieces if kind == "strip")
    assert strips == sorted(it["side"] for it in state["tokens"])


def flat(value: int) -> Photo:
    rng = np.random.default_rng(1)
    pixels = rng.normal(value, 6, (900, 1200, 3)).clip(0, 255).astype(np.uint8)
    return Photo(pixels, 1200, 900, "table.jpg")


@pytest.mark.parametrize("value", [30, 128, 235])
def test_a_bare_table_has_no_tiles(value: int) -> None:
    with pytest.raises(LayoutError, match=r"table\.jpg: no tiles were found") as caught:
        read(flat(value), "espalier")
    assert caught.value.code == "no_tiles"


def test_a_single_tile_is_no_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    lone = Layout({(0, 0): "pot"}, {(0, 0): frozenset({"N", "NE"})}, {}, {}, 0)
    monkeypatch.setattr(scenes, "grow", lambda *_: lone)
    pictures, _ = scenes.compose(np.random.default_rng(4))
    with pytest.raises(LayoutError) as caught:
        read(Photo(pictures[0], pictures[0].shape[1], pictures[0].shape[0], "one.jpg"), "espalier")
    assert caught.value.code == "one_tile"


def test_the_same_photo_is_read_the_same_way_twice() -> None:
    path = SAMPLES[0]
    first, second = read_sample(path)[1], read_sample(path)[1]
    assert first.state == second.state
    assert first.observations == second.observations


def test_practice_photos_stay_above_what_was_promised(shared: Path) -> None:
    outcomes = []
    for path in sorted((shared / "practice" / "espalier").glob("*.json")):
        truth, reading = read_sample(path)
        outcomes.append(judge(path.stem, truth, report.judge(reading, Rules()).to_json()))
    tiles_missed = sum(o.tiles.missed + o.tiles.extra for o in outcomes)
    assert tiles_missed / sum(o.tiles.right + o.tiles.missed for o in outcomes) <= 0.05
    assert sum(o.branches_right for o in outcomes) / sum(o.branches_all for o in outcomes) >= 0.95
    fruit = [sum(getattr(o.fruit, part) for o in outcomes) for part in ("right", "extra", "missed")]
    assert 2 * fruit[0] / (2 * fruit[0] + fruit[1] + fruit[2]) >= 0.85


def close_up(truth: dict[str, Any], cell: tuple[int, int]) -> tuple[Photo, list[np.ndarray]]:
    """A sample about the side between a tile and the one west of it, and the middles of the tiles whole in it."""
    tiles = {(tile["col"], tile["row"]): np.array(tile["px"]) for tile in truth["grid"]["tiles"]}
    quad, beside = tiles[cell], tiles[cell[0] - 1, cell[1]]
    size = 3.3 * float(np.hypot(*(quad[1] - quad[0]))) * np.array([1, 0.75])
    low = ((quad.mean(0) + beside.mean(0)) / 2 - size / 2).astype(int)
    photo = load_photo(FOLDER / truth["photo"])
    left, top, right, bottom = (np.array([*low, *(low + size)]) / photo.scale).astype(int)
    part = cv2.resize(photo.pixels[top:bottom, left:right], (1600, 1200), interpolation=cv2.INTER_CUBIC)
    within = [(q - low) * 1600 / size[0] for q in tiles.values()]
    return Photo(part, 1600, 1200, "close-up"), [
        q.mean(0) for q in within if (q > 0).all() and (q < (1600, 1200)).all()
    ]


def test_few_tiles_that_fill_the_photo_are_found() -> None:
    truth = json.loads((FOLDER / "02-night-garden.json").read_text("utf-8"))
    photo, whole = close_up(truth, (0, -1))
    seen = [np.mean(quad, 0) for quad in read(photo, "espalier").seen.grid.values()]
    assert len(whole) >= 2
    for middle in whole:
        assert min(float(np.hypot(*(middle - found))) for found in seen) < 40
