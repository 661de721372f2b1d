"""The page as Streamlit runs it, with the fake reader and samples of a folder of our own."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from ledger.store import Book
from tests.fakes import TREE, FakeGame, photo_bytes, picture
from ui import play, readings
from ui.book import book
from ui.samples import list_samples
from vision.games import GAMES

FRONT = Path(__file__).parents[2] / "ui" / "front.py"


@pytest.fixture(autouse=True)
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Book]:
    """An empty log of the test's own, which the pages open too: no test may touch that of whoever runs it."""
    monkeypatch.setenv("POMONA_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("POMONA_DATABASE_URL", raising=False)
    opened = book()
    yield opened
    opened.close()


@pytest.fixture
def samples(tmp_path: Path) -> Path:
    """A folder with two samples, and things that are none."""
    for name, title in (("a-tree", "Small tree"), ("b-tree", None)):
        (tmp_path / f"{name}.jpg").write_bytes(photo_bytes(picture()))
        truth = {"game": "espalier", "state": TREE, "photo": f"{name}.jpg", "total": 7}
        (tmp_path / f"{name}.json").write_text(json.dumps(truth | ({"title": title} if title else {})))
    (tmp_path / "no-photo.json").write_text(json.dumps({"game": "espalier", "state": TREE}))
    (tmp_path / "manifest.json").write_text("[]")
    return tmp_path


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch, samples: Path) -> AppTest:
    """The page after the first visit."""
    monkeypatch.setitem(GAMES, "espalier", FakeGame())
    monkeypatch.setattr(play, "list_samples", lambda game: list_samples(game, samples))
    # Here no browser looks again whether a reading is done, so a run of the page waits until it is.
    monkeypatch.setattr(readings, "FIRST_LOOK", 60)
    return AppTest.from_file(str(FRONT), default_timeout=90).run()
