"""All tables anew: `make bench`.

    python -m bench [NAME=FOLDER ...] [--photos FOLDER] [--dice FOLDER]

The test groups are drawn first, where they are not kept in a folder from last time (`bench.drawn`: over an hour on two
cores, for most of it ray-traced); the samples are always measured.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from bench import app, changes, orchard, reading, scoring, speed
from bench.drawn import FRESH, KNOWN, TO_CHANGE, drawn
from training.orchard import photos as orchard_photos
from vision.games import GAMES

HERE = Path(__file__).parent


def main(
    folders: Annotated[
        list[str] | None, typer.Argument(help="NAME=FOLDER of other photos with truth.")
    ] = None,
    photos: Annotated[Path, typer.Option(help="Where drawn photos are kept.")] = HERE.parent / "renders",
    count: Annotated[int, typer.Option(help="Photos of orchards to draw.")] = 120,
    dice: Annotated[Path | None, typer.Option(help="Photographs of real dice, with labels.json.")] = None,
) -> None:
    """Measure everything and write the pages beside this file."""
    scoring.main(out=HERE / "scoring.md")
    speed.main(out=HERE / "speed.md")
    app.main(out=HERE / "app.md")
    samples = f"samples={HERE.parent / 'sample_photos'}"
    reading.main([*drawn(photos, KNOWN), samples, *(folders or ())], HERE / "reading.md")
    reading.main(drawn(photos, FRESH), HERE / "reading_fresh.md")
    changes.main([samples, *drawn(photos, [TO_CHANGE])], out=HERE / "changes.md")
    if GAMES["orchard"].reads_photos:
        with TemporaryDirectory() as orchards:
            orchard_photos.main(Path(orchards), count)
            orchard.main([f"compositor, test looks={orchards}", samples], dice, HERE / "orchard.md")


if __name__ == "__main__":
    typer.run(main)
