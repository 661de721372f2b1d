"""Starts the app with the fake reader and samples drawn on the spot.

    python -m tests.browser.fake_app [GATE] PORT

While the file GATE is there, photos whose names begin with "slow" are not read to their end.
"""

import json
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from streamlit.web import cli as streamlit

from cli import APP
from scoring import espalier
from tests.fake_orchard import fake_orchard
from tests.fakes import TREE, FakeGame, FakeReader, photo_bytes
from ui import play
from ui.samples import list_samples
from vision.games import GAMES
from vision.observe import Seen
from vision.photo import Photo


@dataclass
class Gated(FakeReader):
    """The fake reader, which takes as long over slow photos as a test wants."""

    gate: Path | None = None

    def observe(self, photo: Photo) -> Seen:
        while self.gate and photo.name.startswith("slow") and self.gate.exists():
            time.sleep(0.05)
        return super().observe(photo)


def main(port: int, gate: Path | None = None) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # Before anything else: no test may touch the log of whoever runs it.
        os.environ["POMONA_HOME"] = name
        os.environ.pop("POMONA_DATABASE_URL", None)
        (folder / "small-tree.jpg").write_bytes(photo_bytes())
        total = espalier.score(espalier.parse_state(TREE)).total
        truth = {"game": "espalier", "state": TREE, "photo": "small-tree.jpg", "total": total}
        (folder / "small-tree.json").write_text(json.dumps(truth))
        GAMES["espalier"], GAMES["orchard"] = FakeGame(Gated(gate=gate)), fake_orchard()
        play.list_samples = lambda game: list_samples(game, folder)
        options = {"server.port": port, "server.headless": "true", "browser.serverAddress": "localhost"}
        flags = [f"--{name}={value}" for name, value in options.items()]
        streamlit.main(["run", str(APP), *flags])


if __name__ == "__main__":
    *gate, port = sys.argv[1:]
    main(int(port), *map(Path, gate))
