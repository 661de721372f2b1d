"""Hard things are learned from more often."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from training import hardness


def test_hard_things_are_learned_from_more_often_and_easy_ones_now_and_then() -> None:
    rng = np.random.default_rng(0)
    losses = np.zeros(100, np.float32)
    losses[:20] = 1.5
    losses[0] = 60.0  # nobody can read it: no more often than other hard ones
    drawn = np.bincount(
        np.concatenate([hardness.worth_learning(losses, rng) for _ in range(200)]), minlength=100
    )
    assert drawn.sum() == 200 * 40
    assert drawn[:20].min() > 2 * drawn[20:].max()
    assert drawn[20:].min() > 0
    alike = hardness.worth_learning(np.zeros(3, np.float32), rng)
    assert len(set(alike.tolist())) == 2


def test_a_shard_is_asked_about_when_it_is_new_and_at_times_again() -> None:
    asked = []
    told = hardness.now_and_then(lambda shard: asked.append(shard) or len(asked), np.random.default_rng(0))
    answers = [told(Path("a.npz"), "a") for _ in range(50)]
    assert answers[0] == 1
    assert answers == sorted(answers)
    assert 2 <= len(asked) <= 25
