"""How likely it is what stands on a photo's trees, against all ways counted out."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training's dependencies are not installed")
pytest.importorskip("onnx", reason="training's dependencies are not installed")

from training.orchard.standing import Places, chances, fit, fit_trees, told, trees_told, unlikeliness  # noqa: E402

Weights = tuple[np.ndarray, np.ndarray, np.ndarray]


def evidence(rng: np.random.Generator, weights: Weights, places: int) -> Places:
    """A photo's places, of which every two are compared; nothing is there yet."""
    dice, tokens = (rng.normal(0, 2, (places, len(of))) for of in weights[:2])
    dice[:, 0] = tokens[:, 0] = 1.0
    pairs = np.argwhere(np.triu(np.ones((places, places)), 1))
    unlike = rng.normal(0, 1, (len(pairs), len(weights[2])))
    bare = np.zeros(places, np.int64)
    return Places(dice, tokens, np.zeros((places, 1)), bare, np.ones(places, bool), pairs, unlike)


def log_odds(photo: Places, weights: Weights, things: np.ndarray) -> float:
    """How likely it is that these things stand on a photo's places, but for a factor that is the same for all."""
    odds = np.stack([np.zeros(len(things)), photo.dice @ weights[0], photo.tokens @ weights[1]], 1)
    both = (things[photo.pairs] == 2).all(1)
    return float(odds[np.arange(len(things)), things].sum() + (photo.unlike @ weights[2])[both].sum())


def drawn(rng: np.random.Generator, weights: Weights, places: int) -> Places:
    """A photo whose things are drawn as the weights have it: two tokens at most."""
    photo = evidence(rng, weights, places)
    ways = [np.array(way) for way in product(range(3), repeat=places) if way.count(2) <= 2]
    odds = np.array([log_odds(photo, weights, way) for way in ways])
    share = np.exp(odds - odds.max())
    return replace(photo, there=ways[rng.choice(len(ways), p=share / share.sum())])


WEIGHTS = np.array([-0.5, 1.2]), np.array([-1.0, 0.7, 0.4]), np.array([0.8, -0.6])


def test_the_likelihood_is_that_of_all_ways_counted_out() -> None:
    photo = drawn(np.random.default_rng(4), WEIGHTS, 5)
    assert (photo.there == 2).sum() == 2
    ways = [np.array(way) for way in product(range(3), repeat=5) if way.count(2) <= 2]
    odds = [log_odds(photo, WEIGHTS, way) for way in ways]
    real = np.logaddexp.reduce(odds) - log_odds(photo, WEIGHTS, photo.there)
    assert float(unlikeliness(photo, *map(torch.from_numpy, WEIGHTS))) == pytest.approx(real)


def test_weights_are_found_again_in_photos_drawn_with_them() -> None:
    rng = np.random.default_rng(2)
    photos = [drawn(rng, WEIGHTS, 5) for _ in range(300)]
    found = fit(photos)
    for weights, real in zip(found, WEIGHTS, strict=True):
        np.testing.assert_allclose(weights, real, atol=0.2)
    ignorant = tuple(np.zeros_like(weights) for weights in WEIGHTS)
    known, unknown = (told(photos, [chances(p, weights) for p in photos]) for weights in (found, ignorant))
    assert float(known.split()[-1]) < float(unknown.split()[-1])


def test_trees_are_told_on_places_that_bear_nothing() -> None:
    rng = np.random.default_rng(5)
    real = np.array([0.5, 2.0])
    photos = []
    for _ in range(60):
        photo = evidence(rng, WEIGHTS, 12)
        seen = np.column_stack([np.ones(12), rng.normal(0, 2, 12)])
        grown = rng.random(12) < 1 / (1 + np.exp(-seen @ real))
        borne = np.arange(12) < 3  # what stands there says nothing of how bare places look
        photos.append(
            replace(
                photo, trees=seen, there=borne.astype(np.int64), grown=np.where(borne, seen[:, 1] < 0, grown)
            )
        )
    found = fit_trees(photos)
    np.testing.assert_allclose(found, real, atol=0.4)
    missed, more, places = trees_told(photos, found)
    assert places == 60 * 9
    assert missed + more < sum(int((~photo.grown[3:]).sum()) for photo in photos)
