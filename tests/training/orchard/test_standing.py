"""How likely it is what stands on a photo's trees, against all ways counted out."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training's dependencies are not installed")
pytest.importorskip("onnx", reason="training's dependencies are not installed")

from training.orchard.standing import Places, fit, told, unlikeliness  # noqa: E402


def drawn(rng: np.random.Generator, of_die: np.ndarray, of_token: np.ndarray, places: int) -> Places:
    """A photo whose things are drawn as the weights have it: two tokens at most."""
    dice, tokens = rng.normal(0, 2, (places, len(of_die))), rng.normal(0, 2, (places, len(of_token)))
    dice[:, 0] = tokens[:, 0] = 1.0
    odds = np.stack([np.zeros(places), dice @ of_die, tokens @ of_token], 1)
    chances = np.exp(odds) / np.exp(odds).sum(1, keepdims=True)
    while True:
        there = np.array([rng.choice(3, p=chance) for chance in chances])
        if (there == 2).sum() <= 2:
            return Places(dice, tokens, there)


def test_the_likelihood_is_that_of_all_ways_counted_out() -> None:
    rng = np.random.default_rng(1)
    of_die, of_token = np.array([-0.5, 1.2]), np.array([-1.0, 0.7, 0.4])
    photo = drawn(rng, of_die, of_token, 5)
    odds = np.stack([np.zeros(5), photo.dice @ of_die, photo.tokens @ of_token], 1)
    ways = [way for way in product(range(3), repeat=5) if way.count(2) <= 2]
    weights = [np.exp(odds[np.arange(5), way].sum()) for way in ways]
    real = -np.log(weights[ways.index(tuple(photo.there.tolist()))] / sum(weights))
    assert float(unlikeliness(photo, torch.from_numpy(of_die), torch.from_numpy(of_token))) == pytest.approx(
        real
    )


def test_weights_are_found_again_in_photos_drawn_with_them() -> None:
    rng = np.random.default_rng(2)
    of_die, of_token = np.array([-1.0, 1.0]), np.array([-2.0, 0.8, 0.5])
    photos = [drawn(rng, of_die, of_token, 12) for _ in range(300)]
    found = fit(photos)
    np.testing.assert_allclose(found[0], of_die, atol=0.15)
    np.testing.assert_allclose(found[1], of_token, atol=0.15)
    ignorant = [np.zeros(2), np.zeros(3)]
    assert float(told(photos, *found).split()[-1]) < float(told(photos, *ignorant).split()[-1])
