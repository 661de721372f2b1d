"""Weights mixed along a training."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="training is an extra")

from training.mix import main, mixed  # noqa: E402
from training.nets import LookNet  # noqa: E402


def test_a_mix_lies_between_start_and_end() -> None:
    start = {"conv.weight": torch.tensor([1.0, 2.0])}
    end = {"conv.weight": torch.tensor([3.0, -2.0])}
    assert mixed(start, end, 0.25)["conv.weight"].tolist() == [1.5, 1.0]
    assert mixed(start, end, 0.0)["conv.weight"].tolist() == [1.0, 2.0]
    assert mixed(start, end, 1.0)["conv.weight"].tolist() == [3.0, -2.0]


def test_what_the_start_has_otherwise_is_the_ends() -> None:
    start = {"wide": torch.zeros(4), "counted": torch.tensor(3), "gone": torch.zeros(1)}
    end = {"wide": torch.ones(3), "counted": torch.tensor(8), "new": torch.full((1,), 5.0)}
    result = mixed(start, end, 0.5)
    assert set(result) == {"wide", "counted", "new"}
    assert result["wide"].tolist() == [1.0, 1.0, 1.0]
    assert result["counted"].item() == 8
    assert result["new"].item() == 5.0


def test_answers_that_the_start_does_not_know_are_the_ends() -> None:
    start = {"head.weight": torch.zeros(2, 3), "head.bias": torch.zeros(2)}
    end = {"head.weight": torch.ones(3, 3), "head.bias": torch.ones(3)}
    result = mixed(start, end, 0.25)
    assert result["head.weight"].tolist() == [[0.25] * 3, [0.25] * 3, [1.0] * 3]
    assert result["head.bias"].tolist() == [0.25, 0.25, 1.0]


def test_a_mix_is_written_as_weights_that_a_net_takes(tmp_path: Path) -> None:
    nets = []
    for seed, name in enumerate(("start.pt", "end.pt")):
        torch.manual_seed(seed)
        nets.append(LookNet())
        torch.save(nets[-1].state_dict(), tmp_path / name)
    main(tmp_path / "start.pt", tmp_path / "end.pt", tmp_path / "mix.pt", share=0.5)
    net = LookNet()
    net.load_state_dict(torch.load(tmp_path / "mix.pt"))
    middle = (nets[0].head.weight + nets[1].head.weight) / 2
    assert torch.allclose(net.head.weight, middle)
