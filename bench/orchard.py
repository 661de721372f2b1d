"""How well photos of Orchard are read: a table by group and condition, and on photographs of real dice.

    python -m bench.orchard test=PHOTOS [--dice FOLDER] [--out bench/orchard.md]

PHOTOS holds photos and, beside each, its truth as a .json file of the same name (`python -m training.orchard.photos`
draws some); FOLDER photographs of real dice with labels.json, of which only those kept for testing are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import numpy as np
import typer
from rich.progress import track

from bench.groups import measured
from bench.measures import Count, by_condition, calibration, first_errors, ratio, share, summed
from bench.orchard_measures import Outcome, judge
from bench.tables import commit, publish, table
from scoring.orchard import ROTTEN_POINTS, Rules
from training.orchard.real_dice import load
from vision.look import pyramid
from vision.observe import Place
from vision.orchard import find, locate
from vision.orchard_attempt import look
from vision.orchard_look import PIPS
from vision.orchard_seen import observations_of
from vision.photo import load_photo

Row = tuple[str, ...]
HEAD: Row = (
    "group", "photos", "dice found F1", "colour right", "value right", "rotten F1", "trees F1", "score right",
    "in range", "range width", "wrong doubted", "doubts", "ECE die", "ECE tree", "ms",
)  # fmt: skip
STAGES = ("none", "unread", "dice", "colours and values", "rotten", "trees")


def judged(name: str, truth: dict[str, Any], *seen: Any) -> Outcome:
    """A photo's outcome; a truth that does not say its total gets it from its dice."""
    dice, rotten = truth["state"]["dice"], truth["state"]["rotten"]
    total = sum(die["value"] for die in dice) + ROTTEN_POINTS * len(rotten)
    return judge(name, {"total": total, **truth}, *seen)


def row(name: str, outcomes: Sequence[Outcome]) -> Row:
    """One line of the table."""
    read_ones = [o for o in outcomes if o.first_error != "unread"]
    both = sum(o.both for o in outcomes)
    return (
        name,
        str(len(outcomes)),
        f"{summed(o.found for o in outcomes).f1:.2%}",
        f"{ratio(sum(o.colours for o in outcomes), both):.2%}",
        f"{ratio(sum(o.values for o in outcomes), both):.2%}",
        f"{summed(o.rotten for o in outcomes).f1:.2%}",
        f"{summed(o.trees for o in outcomes).f1:.2%}",
        share(outcomes, lambda o: o.score_right),
        share(outcomes, lambda o: o.in_range),
        f"{np.mean([o.range_width for o in read_ones] or [0]):.1f}",
        f"{sum(o.wrong_doubted for o in outcomes)} of {sum(o.wrong for o in outcomes)}",
        f"{np.mean([o.doubts for o in read_ones] or [0]):.1f}",
        *(calibration(outcomes, what) for what in ("die", "tree")),
        f"{median([o.milliseconds for o in read_ones] or [0]):.0f}",
    )


def real_dice(folder: Path) -> list[str]:
    """Lines on the photographs of real dice that are kept for testing: without cards, all dice count."""
    found, right = Count(), 0
    photographs = load(folder, "test")
    for photograph in track(photographs, description="real dice", transient=True):
        photo = load_photo(folder / photograph.name)
        copies = pyramid(photo.pixels)
        sight = look(photo, copies, locate(photo, find(photo, copies)), Rules())
        seen = [o for o in observations_of(sight) if o.what == "die" and o.value != "none"]
        laid = [Place(*cell) for cell in sight.orchard.dice]
        faces = {o.px: PIPS[int(sight.looks.pips[laid.index(o.place), :6].argmax())] for o in seen}
        for box, pips in zip(photograph.boxes, photograph.pips, strict=True):
            middle, side = (box[:2] + box[2:]) / 2, float((box[2:] - box[:2]).mean())
            nearest = min(faces, key=lambda px: float(np.hypot(*(middle - px))), default=None)
            if nearest is None or np.hypot(*(middle - nearest)) > 0.5 * side:
                found.missed += 1
                continue
            found.right += 1
            right += faces.pop(nearest) == pips
        found.extra += len(faces)
    return [
        "",
        "## Photographs of real dice, kept for testing",
        "",
        *table(
            ("photographs", "dice", "dice found F1", "top value right of those found"),
            [
                (
                    str(len(photographs)),
                    str(found.right + found.missed),
                    f"{found.f1:.2%}",
                    f"{ratio(right, found.right):.2%}",
                )
            ],
        ),
    ]


def markdown(groups: dict[str, list[Outcome]], dice: Path | None) -> str:
    """The whole page: groups, then conditions within each, first errors, and real dice."""
    lines = [
        "# How well photos of Orchard are read",
        "",
        f"Made by `python -m bench.orchard` on commit {commit()}. In brackets: 95 % Wilson intervals.",
        "",
        *table(HEAD, [row(name, outcomes) for name, outcomes in groups.items()]),
    ]
    for condition in ("advice", "dice", "light", "tilt", "die size", "look"):
        rows = by_condition(groups, condition, row)
        if rows:
            lines += ["", f"## By {condition}", "", *table(HEAD, rows)]
    lines += first_errors(groups, STAGES)
    if dice is not None:
        lines += real_dice(dice)
    return "\n".join(lines) + "\n"


def told_of(o: Outcome) -> str:
    """One line on one photo."""
    return (
        f"{o.name}: first error {o.first_error}, dice {o.found}, colours {o.colours}/{o.both}, "
        f"values {o.values}/{o.both}, rotten {o.rotten}, trees {o.trees}, doubts {o.doubts}, "
        f"wrong {o.wrong} ({o.wrong_doubted} doubted)"
    )


def main(
    folders: Annotated[list[str], typer.Argument(help="NAME=FOLDER of photos with truth.")],
    dice: Annotated[Path | None, typer.Option(help="Photographs of real dice, with labels.json.")] = None,
    out: Annotated[Path | None, typer.Option(help="Where the page goes; the screen when left out.")] = None,
    verbose: Annotated[bool, typer.Option(help="A line for each photo.")] = False,
) -> None:
    """Measure the reader on folders of photos."""
    groups = measured(folders, "orchard", Rules(), judged, told_of if verbose else None)
    publish(markdown(groups, dice), out)


if __name__ == "__main__":
    typer.run(main)
