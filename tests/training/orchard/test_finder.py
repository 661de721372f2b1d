"""What Orchard's finder is asked to learn."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training's dependencies are not installed")
pytest.importorskip("onnx", reason="training's dependencies are not installed")

from training.orchard import finder  # noqa: E402
from training.orchard.dataset import ROLES  # noqa: E402
from training.orchard.finder import CROP, STRIDE, TOKEN, loss_of, targets  # noqa: E402
from training.orchard.nets import DIE_NUMBERS, HEATS, TREE_NUMBERS  # noqa: E402


def square(x: float, y: float, side: float) -> np.ndarray:
    offsets = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2
    return (np.array([x, y]) + offsets).astype(np.float32)


def things(*roles: str) -> finder.Things:
    """One thing of each role, 20 pixels wide, from left to right."""
    quads = np.stack([square(60.0 + 90 * k, 130.0, 20) for k in range(len(roles))])
    return {
        "quads": quads,
        "feet": quads + np.float32(4),
        "roles": np.array([ROLES.index(role) for role in roles], np.int8),
        "labels": np.zeros((len(roles), 3), np.int8),
        "exact": np.ones(len(roles), np.int8),
    }


@pytest.mark.parametrize(("role", "layer"), [("die", 0), ("spare_die", 0), ("rotten", 1), ("tree", 2)])
def test_a_thing_is_asked_for_in_the_middle_of_its_own_layer(role: str, layer: int) -> None:
    heat, asked, _, _ = targets(things(role), CROP)
    rows, columns = np.nonzero(heat[layer] > 0.93)
    assert np.abs((columns + 0.5) * STRIDE - 60).max() <= STRIDE
    assert np.abs((rows + 0.5) * STRIDE - 130).max() <= STRIDE
    assert asked.all()
    assert not np.delete(heat, layer, 0).any()


def test_nothing_is_asked_where_a_die_can_barely_be_seen() -> None:
    barely = things("barely", "tree")
    _, asked, _, _ = targets(barely, CROP)
    assert not asked[:, 130 // STRIDE, 60 // STRIDE].any()
    assert asked[:, 130 // STRIDE, 150 // STRIDE].all()


def test_a_layer_that_is_not_asked_for_teaches_nothing() -> None:
    heat, asked, known, weight = (
        torch.from_numpy(it)[None] for it in targets(things("tree", "rotten"), CROP)
    )
    asked[:, TOKEN] = 0
    seen = torch.zeros(
        1, len(HEATS) + len(DIE_NUMBERS) + len(TREE_NUMBERS), *heat.shape[2:], requires_grad=True
    )
    loss_of(seen, heat, asked, known, weight).backward()
    assert seen.grad is not None
    assert not seen.grad[:, TOKEN].any()
    assert seen.grad[:, finder.TREE].any()


def test_no_token_is_asked_for_in_windows_of_wrong_colours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rotten tokens differ from other round things by their colour."""

    monkeypatch.setattr(finder, "in_wrong_colours", lambda pictures, _: torch.zeros_like(pictures))
    shown = things("tree", "rotten")
    np.savez(
        tmp_path / "train-0000.npz",
        photos=np.full((8, 120, 160, 3), 200, np.uint8),
        owner=np.repeat(np.arange(8), 2),
        **{name: np.concatenate([column] * 8) for name, column in shown.items()},
    )
    learned = finder.batches(tmp_path, 8, np.random.default_rng(5))
    steps = [next(learned) for _ in range(8)]
    strange = ~torch.cat([pictures for (pictures,), _ in steps]).flatten(1).any(1)
    asked = torch.cat([answers[1] for _, answers in steps]) > 0
    assert not asked[strange, TOKEN].any()
    assert asked[~strange, TOKEN].all()
    assert asked[:, finder.TREE].all()
    assert 3 < int(strange.sum()) < 32
