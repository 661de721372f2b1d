"""All tables anew: `make bench`.

    python -m bench [NAME=FOLDER ...] [--dice FOLDER]

Without folders, photos of the compositor's test looks are drawn first; the samples are always measured.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from bench import app, changes, orchard, reading, scoring, speed
from training import photos
from training.orchard import photos as orchard_photos
from vision.games import GAMES

HERE = Path(__file__).parent


def main(
    folders: Annotated[list[str] | None, typer.Argument(help="NAME=FOLDER of photos with truth.")] = None,
    count: Annotated[int, typer.Option(help="Photos of the test looks to draw.")] = 120,
    dice: Annotated[Path | None, typer.Option(help="Photographs of real dice, with labels.json.")] = None,
) -> None:
    """Measure everything and write the pages beside this file."""
    scoring.main(out=HERE / "scoring.md")
    speed.main(out=HERE / "speed.md")
    app.main(out=HERE / "app.md")
    samples = HERE.parent / "sample_photos"
    with TemporaryDirectory() as drawn:
        photos.main(Path(drawn), count)
        reading.main(
            [f"compositor, test looks={drawn}", f"samples={samples}", *(folders or ())],
            out=HERE / "reading.md",
        )
    changes.main([f"samples={samples}", *(folders or ())], HERE / "changes.md")
    if GAMES["orchard"].reads_photos:
        with TemporaryDirectory() as drawn:
            orchard_photos.main(Path(drawn), count)
            orchard.main([f"compositor, test looks={drawn}", f"samples={samples}"], dice, HERE / "orchard.md")


if __name__ == "__main__":
    typer.run(main)
