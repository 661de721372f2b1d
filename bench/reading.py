"""How well photos are read: a table by group, look and condition, and by stage.

    python -m bench.reading samples=sample_photos test=RENDERS [--out bench/reading.md]

A folder holds photos and, beside each, its truth as a .json file of the same name.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from bench.groups import measured
from bench.measures import Outcome, by_condition, calibration, first_errors, judge, ratio, share, summed
from bench.tables import commit, publish, table
from scoring.espalier import Rules

Row = tuple[str, ...]
HEAD: Row = (
    "group", "photos", "lattice right", "branches right", "fruit F1", "tokens F1", "state right", "score right",
    "in range", "range width", "wrong doubted", "doubts", "ECE branch", "ECE fruit", "ECE token", "seasons F1",
)  # fmt: skip
STAGES = ("none", "unread", "tiles", "branches", "fruit")


def row(name: str, outcomes: Sequence[Outcome]) -> Row:
    """One line of the table."""
    read_ones = [o for o in outcomes if o.first_error != "unread"]
    wrong = sum(o.wrong for o in outcomes)
    return (
        name,
        str(len(outcomes)),
        share(outcomes, lambda o: o.first_error not in ("unread", "tiles")),
        f"{ratio(sum(o.branches_right for o in outcomes), sum(o.branches_all for o in outcomes)):.2%}",
        f"{summed(o.fruit for o in outcomes).f1:.2%}",
        f"{summed(o.tokens for o in outcomes).f1:.2%}",
        share(outcomes, lambda o: o.state_right),
        share(outcomes, lambda o: o.score_right),
        share(outcomes, lambda o: o.in_range),
        f"{np.mean([o.range_width for o in read_ones] or [0]):.1f}",
        f"{sum(o.wrong_doubted for o in outcomes)} of {wrong}",
        f"{np.mean([o.doubts for o in read_ones] or [0]):.1f}",
        *(calibration(outcomes, what) for what in ("branch", "fruit", "token")),
        f"{summed(o.seasons for o in outcomes).f1:.1%}",
    )


def markdown(groups: dict[str, list[Outcome]]) -> str:
    """The whole page: groups, then conditions within each, and first errors."""
    lines = [
        "# How well photos are read",
        "",
        f"Made by `python -m bench.reading` on commit {commit()}. In brackets: 95 % Wilson intervals.",
        "",
        *table(HEAD, [row(name, outcomes) for name, outcomes in groups.items()]),
    ]
    for condition in ("advice", "table", "light", "tilt", "look"):
        rows = by_condition(groups, condition, row)
        if rows and len(rows) < 60:
            lines += ["", f"## By {condition}", "", *table(HEAD, rows)]
    lines += first_errors(groups, STAGES)
    return "\n".join(lines) + "\n"


def told_of(o: Outcome) -> str:
    """One line on one photo."""
    return (
        f"{o.name}: first error {o.first_error}, {o.tiles}, branches {o.branches_right}/{o.branches_all}, "
        f"fruit {o.fruit}, tokens {o.tokens}, doubts {o.doubts}, wrong {o.wrong} ({o.wrong_doubted} doubted)"
    )


def main(
    folders: Annotated[list[str], typer.Argument(help="NAME=FOLDER of photos with truth.")],
    out: Annotated[Path | None, typer.Option(help="Where the page goes; the screen when left out.")] = None,
    verbose: Annotated[bool, typer.Option(help="A line for each photo.")] = False,
) -> None:
    """Measure the reader on folders of photos."""
    groups = measured(folders, "espalier", Rules(), judge, told_of if verbose else None)
    publish(markdown(groups), out)


if __name__ == "__main__":
    typer.run(main)
