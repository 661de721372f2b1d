"""Starts the app with the fake reader and samples drawn on the spot: `python -m tests.browser.fake_app PORT`."""

import json
import os
import sys
import tempfile
from pathlib import Path

from streamlit.web import cli as streamlit

from cli import APP
from scoring import espalier
from tests.fake_orchard import FakeOrchardGame
from tests.fakes import TREE, FakeGame, photo_bytes
from ui import play
from ui.samples import list_samples
from vision.games import GAMES


def main(port: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # Before anything else: no test may touch the log of whoever runs it.
        os.environ["POMONA_HOME"] = name
        os.environ.pop("POMONA_DATABASE_URL", None)
        (folder / "small-tree.jpg").write_bytes(photo_bytes())
        total = espalier.score(espalier.parse_state(TREE)).total
        truth = {"game": "espalier", "state": TREE, "photo": "small-tree.jpg", "total": total}
        (folder / "small-tree.json").write_text(json.dumps(truth))
        GAMES["espalier"], GAMES["orchard"] = FakeGame(), FakeOrchardGame()
        play.list_samples = lambda game: list_samples(game, folder)
        options = {"server.port": port, "server.headless": "true", "browser.serverAddress": "localhost"}
        flags = [f"--{name}={value}" for name, value in options.items()]
        streamlit.main(["run", str(APP), *flags])


if __name__ == "__main__":
    main(int(sys.argv[1]))
