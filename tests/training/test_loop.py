"""Training on from a net with less room, and what is freed between two steps."""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="training's dependencies are not installed")
pytest.importorskip("onnx", reason="training's dependencies are not installed")

import typer  # noqa: E402
from torch import nn  # noqa: E402

from training.loop import prepare  # noqa: E402
from training.nets import _conv, _Residual  # noqa: E402


def small_net(width: int, blocks: int) -> nn.Module:
    net = nn.Sequential(
        _conv(3, width),
        nn.Sequential(*(_Residual(width) for _ in range(blocks))),
        _conv(width, 4),
        nn.Flatten(),
        nn.Linear(4 * 64, 5),
    )
    for layer in net.modules():
        if isinstance(layer, nn.BatchNorm2d):  # as after some training
            nn.init.uniform_(layer.weight, 0.5, 1.5)
            nn.init.uniform_(layer.running_mean, -0.1, 0.1)
    return net.eval()


def test_a_wider_net_begins_by_answering_as_the_one_it_starts_from(tmp_path: Path) -> None:
    torch.manual_seed(0)
    narrow, pictures = small_net(8, 1), torch.rand(2, 3, 8, 8)
    torch.save(narrow.state_dict(), tmp_path / "narrow.pt")
    wide = small_net(12, 1)
    prepare(wide, tmp_path / "narrow.pt", threads=1)
    assert torch.allclose(wide(pictures), narrow(pictures), atol=1e-5)
    wide(pictures).sum().backward()
    assert wide[0][0].weight.grad[:8].abs().sum() > 0
    assert wide[2][0].weight.grad[:, 8:].abs().sum() > 0  # what is new can be learned


def test_another_net_is_refused_by_name(tmp_path: Path) -> None:
    torch.save(small_net(12, 1).state_dict(), tmp_path / "wide.pt")
    with pytest.raises(typer.BadParameter, match=r"wide\.pt holds another net: 0\.0\.weight"):
        prepare(small_net(8, 1), tmp_path / "wide.pt", threads=1)


def test_heads_of_another_net_start_anew(tmp_path: Path) -> None:
    torch.manual_seed(0)
    other, pictures = small_net(8, 1), torch.rand(2, 3, 8, 8)
    other[4] = nn.Linear(4 * 64, 7)
    torch.save(other.state_dict(), tmp_path / "other.pt")
    net = small_net(8, 1)
    fresh = net[4].weight.clone()
    prepare(net, tmp_path / "other.pt", threads=1, heads=("4.",))
    assert torch.equal(net[4].weight, fresh)
    assert torch.allclose(net[:4](pictures), other[:4](pictures))
    with pytest.raises(typer.BadParameter):
        prepare(net, tmp_path / "other.pt", threads=1, heads=("3.",))


def test_a_net_that_lacks_a_layer_is_refused(tmp_path: Path) -> None:
    torch.save(small_net(8, 1).state_dict(), tmp_path / "short.pt")
    with pytest.raises(typer.BadParameter, match=r"short\.pt holds another net: 1\.1\.first\.0\.weight"):
        prepare(small_net(8, 2), tmp_path / "short.pt", threads=1)


AGAIN = """
import resource
import torch
from training.loop import keep_memory
keep_memory()
for _ in range(8):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    torch.ones(16, 1024, 1024)
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""
"""How many pages the system has to clear for a tensor of 16,384 of them, after some as large were freed."""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries are not told what to keep")
def test_memory_that_is_freed_is_kept() -> None:
    assert int(subprocess.check_output([sys.executable, "-c", AGAIN], text=True)) < 100
