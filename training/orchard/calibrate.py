"""Fits the temperatures of Orchard's look net on looks that training never saw.

    python -m training.orchard.calibrate DATA [--photos PHOTOS]

DATA holds shards of the group "validation". The answers are those that ship: all patches of a photo together, averaged
over quarter turns. No biases: the data set holds rare faces more often than players' tables do.
PHOTOS holds whole photos of that group (`training.orchard.photos`): what is asked of dice is then fitted on dice as the
finder outlines them, which is less exactly than in the shards.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer

from scoring.orchard import Rules
from training.calibrate import fit
from training.export import describe
from training.orchard.looker import COLUMNS, Album, load
from training.photos import with_truth
from vision.errors import LayoutError
from vision.look import pyramid
from vision.models import FOLDER, open_model
from vision.orchard import find, locate
from vision.orchard_attempt import look
from vision.orchard_look import COLOURS, PIPS, QUESTIONS, answers
from vision.orchard_seen import Sight

NAME = "orchard_look.onnx"
NEAR = 0.4
"""How far, in sides of its top, a found die may lie from the real one."""
ENOUGH_WRONG = 5
"""So many wrong answers tell how sure to be of the others."""


def seen_orchards(folders: Sequence[Path]) -> Iterator[tuple[dict[str, Any], Sight]]:
    """The truth's `grid` and all that is seen of the orchard, of each of some folders' photos that shows one."""
    for photo, truth in with_truth(folders):
        copies = pyramid(photo.pixels)
        try:
            orchard = locate(photo, find(photo, copies))
        except LayoutError:
            continue
        if orchard.scores:
            yield truth["grid"], look(photo, copies, orchard, Rules())


def found_dice(
    folders: Sequence[Path],
) -> dict[str, tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]]:
    """Log-chances and right answers of colour and pips of the dice that the finder finds in some folders' photos."""
    seen: dict[str, list[tuple[npt.NDArray[np.float64], int]]] = {"colour": [], "pips": []}
    for grid, sight in seen_orchards(folders):
        real = grid["dice"]
        for index, found in enumerate(sight.orchard.dice.values()):
            away = [np.hypot(*(found.top.centre * sight.scale - die["px"][0])) for die in real]
            if away and min(away) < NEAR * 2 * found.top.size * sight.scale:
                die = real[int(np.argmin(away))]
                seen["colour"].append((sight.looks.colour[index], COLOURS.index(die["fruit"])))
                seen["pips"].append((sight.looks.pips[index], PIPS.index(die["pips"])))
    return {
        name: (np.array([logs for logs, _ in rows]), np.array([mark for _, mark in rows]))
        for name, rows in seen.items()
    }


def of_found(logs: npt.NDArray[np.float64], marks: npt.NDArray[np.int64]) -> tuple[float, float, float]:
    """What the temperature is to be multiplied by for found dice, and their likelihood before and after.

    logs: (N, K) log-chances; marks: (N,) the right classes. Where hardly any is wrong, 1: the likeliest would be to be
    sure of all.
    """
    times, _, before, after = fit(logs, marks, biased=False)
    if (logs.argmax(1) != marks).sum() < ENOUGH_WRONG:
        return 1.0, before, before
    return times, before, after


def _marks(album: Album, of_trees: bool) -> npt.NDArray[np.int64]:
    return album.marks[len(album.dice) :] if of_trees else album.marks[: len(album.dice)]


def main(
    data: Path,
    photos: Annotated[
        list[Path] | None, typer.Option(help="Folders of whole photos of validation looks, with truth.")
    ] = None,
) -> None:
    """Calibrate models/orchard_look.onnx and write what was found into the manifest."""
    facts = json.loads((FOLDER / "manifest.json").read_text("utf-8"))[NAME]
    facts.pop("sha256")
    for name, classes in facts["classes"].items():
        facts["calibration"][name] = {"temperature": 1.0, "bias": [0.0] * len(classes)}
    describe(NAME, facts)
    albums = [album for path in sorted(data.glob("validation-*.npz")) for album in load(path)]
    seen = [answers(album.patches, len(album.dice)) for album in albums]
    for name in QUESTIONS:
        of_trees = name in QUESTIONS[3:]
        logs = np.concatenate([getattr(looks, name) for looks in seen])
        marks = np.concatenate([_marks(album, of_trees)[:, COLUMNS[name]] for album in albums])
        asked = marks >= 0
        right = float((logs.argmax(1) == marks)[asked].mean())
        temperature, _, before, after = fit(logs[asked], marks[asked], biased=False)
        typer.echo(
            f"{name}: right {right:.4f}, temperature {temperature:.3f}, likelihood {before:.4f} -> {after:.4f}"
        )
        facts["calibration"][name]["temperature"] = round(temperature, 4)
    describe(NAME, facts)
    if not photos:
        return
    open_model.cache_clear()  # with the temperatures of above
    for name, (logs, marks) in found_dice(photos).items():
        times, before, after = of_found(logs, marks)
        typer.echo(
            f"{name} of {len(marks)} found dice: temperature times {times:.3f}, likelihood {before:.4f} -> {after:.4f}"
        )
        facts["calibration"][name]["temperature"] = round(
            facts["calibration"][name]["temperature"] * times, 4
        )
    describe(NAME, facts)


if __name__ == "__main__":
    typer.run(main)
