"""A photo of another game is named as such, whichever game was chosen."""

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from tests.fakes import FakeGame, FakeReader
from vision.errors import LayoutError, ModelError
from vision.games import GAMES
from vision.observe import Seen, read
from vision.photo import Photo


@dataclass
class Liking(FakeReader):
    """Sees its game in a photo as much as it is told to."""

    like: float = 0.0
    asked: list[str] = field(default_factory=list)

    def observe(self, photo: Photo) -> Seen:
        return replace(super().observe(photo), likeness=self.like)

    def likeness(self, photo: Photo) -> float:
        self.asked.append(photo.name)
        if self.like < 0:
            raise ModelError("no_model", "it is missing")
        return self.like


GREY = Photo(np.full((300, 400, 3), 128, np.uint8), 400, 300, "empty.jpg")
FULL = Photo(np.random.default_rng(0).integers(0, 255, (300, 400, 3)).astype(np.uint8), 400, 300, "full.jpg")


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch):
    """Espalier and Orchard, and no other game, with how much a photo is like each."""

    def playing(espalier: float, orchard: float) -> Liking:
        for name in list(GAMES):
            monkeypatch.delitem(GAMES, name)
        other = Liking(like=orchard)
        monkeypatch.setitem(GAMES, "espalier", FakeGame(Liking(like=espalier)))
        monkeypatch.setitem(GAMES, "orchard", FakeGame(other, "orchard", "Orchard"))
        return other

    return playing


def test_nothing_found_but_the_other_game(games) -> None:
    games(0.0, 0.9)
    with pytest.raises(LayoutError, match="looks like Orchard") as told:
        read(GREY, "espalier")
    assert told.value.code == "other_game"


def test_nothing_found_of_either_game(games) -> None:
    games(0.0, 0.2)
    with pytest.raises(LayoutError) as told:
        read(GREY, "espalier")
    assert told.value.code == "no_tiles"


def test_something_found_that_looks_more_like_the_other_game(games) -> None:
    games(0.7, 0.9)
    assert [advice.code for advice in read(FULL, "espalier").seen.advice] == ["other_game"]


@pytest.mark.parametrize(("espalier", "orchard"), [(0.7, 0.72), (0.7, 0.3), (0.5, 0.52)])
def test_a_likely_game_is_not_doubted(games, espalier: float, orchard: float) -> None:
    games(espalier, orchard)
    assert read(FULL, "espalier").seen.advice == ()


def test_nobody_else_is_asked_when_all_is_clear(games) -> None:
    other = games(0.95, 1.0)
    read(FULL, "espalier")
    assert other.asked == []


def test_missing_nets_of_another_game_are_no_hindrance(games) -> None:
    games(0.5, -1.0)
    assert read(FULL, "espalier").seen.advice == ()
