"""How the colours of fruit differ is fitted to photos."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from training import fruit_alike
from training.fruit_alike import Basket, fit, fit_biases, fit_colours, kind_at, real_fruit, told
from vision.espalier_fruit import OF_FRUIT, WORD_TOGETHER
from vision.espalier_looker import Places

TRUE_MEANS = np.array([[0.3, -1.2], [-0.6, -0.8], [1.2, -1.0]])
TILE = [[0.0, 0], [100, 0], [100, 100], [0, 100]]


def photos(count: int, seed: int) -> list[Basket]:
    """Photos whose light moves all colours alike, and in which the look net takes one fruit in five for another."""
    rng = np.random.default_rng(seed)
    made = []
    for _ in range(count):
        there = rng.integers(0, 3, 6)
        colours = TRUE_MEANS[there] + rng.normal(0, 0.4, 2) + rng.normal(0, 0.08, (6, 2))
        named = np.where(rng.random(6) < 0.2, rng.integers(0, 3, 6), there)
        said = 0.1 + 0.7 * np.eye(3)[named]
        made.append(Basket(said, np.log(said), colours, there))
    return made


def test_fitted_colours_name_fruit_that_the_look_net_does_not() -> None:
    held = photos(60, 2)
    colours = fit_colours(photos(150, 1))
    wrong, likelihood, count = told(held, (*colours, np.zeros(3)))
    alone = sum(int((photo.said().argmax(1) != photo.there).sum()) for photo in held)
    assert count == 360
    assert wrong < 0.4 * alone
    assert likelihood < 0.2


def test_the_fit_finds_what_the_photos_were_made_with() -> None:
    means, of_photos, of_fruit = fit_colours(photos(300, 3))
    assert np.abs(means - TRUE_MEANS).max() < 0.1
    assert of_photos[0, 2] == pytest.approx(0.16, abs=0.05)  # one light for all kinds
    assert of_fruit.shape == OF_FRUIT.shape
    assert np.sqrt(of_fruit[0, 0]) == pytest.approx(0.08, abs=0.03)


def test_the_fit_finds_which_kind_is_named_too_often() -> None:
    pytest.importorskip("torch", reason="training's dependencies are not installed")
    fair = photos(300, 4)
    lemons = [
        Basket(photo.alone, photo.named + np.array([1.0, 0.0, 0.0]), photo.colours, photo.there)
        for photo in fair
    ]
    (*_, even), leaning = fit(fair), fit_biases(lemons)
    assert leaning.sum() == pytest.approx(0, abs=1e-6)
    assert leaning - even == pytest.approx(WORD_TOGETHER * np.array([-2 / 3, 1 / 3, 1 / 3]), abs=0.01)


def test_a_photo_in_which_no_tile_is_left_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    photo = SimpleNamespace(pixels=np.zeros((60, 80, 3), np.uint8), scale=1.0)
    monkeypatch.setattr(fruit_alike, "trees", lambda _: [(photo, {}, None, "a lattice")])
    monkeypatch.setattr(fruit_alike, "look_at_places", lambda *_: SimpleNamespace(tiles=Places({}, {}, {})))
    assert list(fruit_alike.baskets([])) == []


def test_a_fruit_is_compared_with_the_real_one_at_its_rim_point() -> None:
    truth = {
        "grid": {"tiles": [{"col": 0, "row": 0, "px": TILE}]},
        "state": {"fruit": [{"col": 0, "row": 0, "at": "E", "kind": "lime"}]},
    }
    real = real_fruit(truth, scale=2.0)
    assert kind_at(np.array([52.0, 24.0]), real, 10) == 1
    assert kind_at(np.array([25.0, 0.0]), real, 10) is None
