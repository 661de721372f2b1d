"""A reading of the fake tree, for all tests of what comes after the reading."""

import pytest

from scoring import espalier
from tests.fakes import FakeGame, FakeReader, photo_bytes
from vision.games import GAMES
from vision.observe import Reading, read
from vision.photo import Photo, load_photo
from vision.report import Verdict, judge


@pytest.fixture
def photo() -> Photo:
    return load_photo(photo_bytes(), "tree.jpg")


@pytest.fixture
def reading(photo: Photo, monkeypatch: pytest.MonkeyPatch) -> Reading:
    monkeypatch.setitem(GAMES, "espalier", FakeGame())
    return read(photo, "espalier")


@pytest.fixture
def sure_reading(photo: Photo, monkeypatch: pytest.MonkeyPatch) -> Reading:
    monkeypatch.setitem(GAMES, "espalier", FakeGame(FakeReader(unsure={})))
    return read(photo, "espalier")


@pytest.fixture
def verdict(reading: Reading) -> Verdict:
    return judge(reading, espalier.Rules())
