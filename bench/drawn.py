"""The photos that the pages of accuracy are made of, and how each group of them is drawn.

    python -m bench.drawn FOLDER

Each group has a folder of its own in FOLDER, and one that is there already is kept. Ray-traced photos take a quarter of
a minute each. Decision 12 tells what each group is for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from training import photos, validation


@dataclass(frozen=True)
class Group:
    """Photos with their truth: what a page calls them, their folder, how many they are and what draws them there."""

    name: str
    folder: str
    count: int
    draw: Callable[..., None]

    def at(self, root: Path) -> str:
        """NAME=FOLDER, as the commands that measure take it; drawn first where it is not there yet."""
        folder = root / self.folder
        if len(list(folder.glob("*.json"))) < self.count:
            self.draw(folder, count=self.count)
        return f"{self.name}={folder}"


def composed(name: str, count: int, seed: int, width: int = 1600, sloppy: float = 0.0) -> Group:
    """Photos of the compositor, each of another test look."""
    folder = f"composed-{seed}" + (f"-sloppy-{sloppy}" if sloppy else "")
    draw = partial(photos.main, seed=seed, width=width, sloppy=sloppy)
    return Group(f"compositor, {name}", folder, count, draw)


def ray_traced(name: str, count: int, looks: int, series: int) -> Group:
    """Photos of the other renderer, of some test looks in turn."""
    return Group(
        f"ray-traced, {name}",
        f"ray-traced-{series}-{count}",
        count,
        partial(validation.main, looks=looks, series=series),
    )


TO_CHANGE = ray_traced("test looks", 60, looks=10, series=0)
"""Those whose first are changed for `bench/changes.md`."""

KNOWN = (
    composed("test looks", 100, 5_350_000),
    composed("200 fresh test looks", 200, 5_800_000),
    composed("200 newer test looks", 200, 5_810_000),
    composed("200 test looks drawn last", 200, 5_860_000),
    composed("test looks at 12 megapixels", 100, 5_900_000, width=4032),
    TO_CHANGE,
    ray_traced("fresh test looks", 60, looks=10, series=1),
    ray_traced("thirty more test looks", 90, looks=30, series=2),
)
"""Those of `bench/reading.md`: what was wrong on them has been looked at, though nothing was fitted to them."""

FRESH = (
    ray_traced("twenty printings drawn last", 40, looks=20, series=3),
    composed("200 test looks drawn for these nets", 200, 5_890_000),
    composed("the same, tokens laid carelessly", 200, 5_890_000, sloppy=0.03),
)
"""Those of `bench/reading_fresh.md`: no one has looked at them."""


def drawn(root: Path, groups: Sequence[Group]) -> list[str]:
    """NAME=FOLDER of each group, drawn where they are not there yet."""
    return [group.at(root) for group in groups]


def main(root: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the groups are kept.")]) -> None:
    """Draw all groups that are not there yet."""
    for pair in drawn(root, (*KNOWN, *FRESH)):
        typer.echo(pair)


if __name__ == "__main__":
    typer.run(main)
