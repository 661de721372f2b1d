"""Folders of photos with their truth, read and judged: what both games' pages of accuracy are made of."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import typer
from rich.progress import track

from scoring.errors import PomonaError
from vision import report
from vision.observe import read
from vision.photo import load_photo

Judge = Callable[..., Any]
"""(name, truth, reading as JSON or None where there is none, observations) -> an outcome."""


def measure(folder: Path, game: str, rules: Any, judge: Judge) -> list[Any]:
    """Read every photo of a game in a folder and compare it with its truth."""
    return [
        outcome_of(name, truth, folder / truth["photo"], game, rules, judge)
        for name, truth in truths(folder, game)
    ]


def truths(folder: Path, game: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The names and truths of a game's photos in a folder, with the progress on the screen."""
    for path in track(sorted(folder.glob("*.json")), description=folder.name, transient=True):
        truth = json.loads(path.read_text("utf-8"))
        if truth["game"] == game:
            yield path.stem, truth


def outcome_of(
    name: str, truth: dict[str, Any], photo: bytes | Path, game: str, rules: Any, judge: Judge
) -> Any:
    """Read one photo and compare it with its truth."""
    try:
        reading = read(load_photo(photo), game)
    except PomonaError:
        return judge(name, truth, None)
    told = report.judge(reading, rules).to_json()
    return judge(name, truth, told, reading.observations)


def measured(
    folders: Sequence[str], game: str, rules: Any, judge: Judge, told: Callable[[Any], str] | None
) -> dict[str, list[Any]]:
    """Outcomes by group. folders: NAME=FOLDER each; told: how a photo is told of, where each is to be."""
    groups = {}
    for pair in folders:
        name, _, folder = pair.partition("=")
        groups[name] = measure(Path(folder), game, rules, judge)
        for outcome in groups[name] if told else ():
            typer.echo(told(outcome))
    return groups
