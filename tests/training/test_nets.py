"""The nets that look along spokes."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="training's dependencies are not installed")

from scoring.lattice import DIRECTIONS  # noqa: E402
from training.nets import BEFORE, BEYOND, SPOKE, PlainSpokeNet, SpokeNet, spoke_axes  # noqa: E402
from vision.look import PATCH  # noqa: E402


def directions(logits: torch.Tensor) -> torch.Tensor:
    return logits[:, :64].reshape(-1, 2, 8, 4)


def lively_net(kind: type[SpokeNet | PlainSpokeNet]) -> SpokeNet | PlainSpokeNet:
    torch.manual_seed(0)
    net = kind().eval()
    torch.nn.init.normal_(net.diagonal)
    return net


@pytest.mark.parametrize("kind", [SpokeNet, PlainSpokeNet])
def test_turning_a_patch_turns_what_is_told_and_nothing_else(kind: type[SpokeNet | PlainSpokeNet]) -> None:
    net, patches = lively_net(kind), torch.rand(2, 3, PATCH, PATCH)
    with torch.no_grad():
        upright, turned = net(patches)[0], net(patches.rot90(-1, (2, 3)))[0]
    assert directions(upright).std() > 1e-3
    assert torch.allclose(directions(turned), directions(upright).roll(2, 2), atol=1e-5)
    assert torch.allclose(turned[:, 64:], upright[:, 64:], atol=1e-5)


@pytest.mark.parametrize("direction", range(8))
def test_each_spoke_runs_from_the_middle_to_its_rim_point(direction: int) -> None:
    steps = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
    dx, dy = steps[direction]
    middle = (PATCH - 1) / 2
    patch = torch.zeros(1, 3, PATCH, PATCH)
    for share, channel in ((0.0, 0), (0.5, 1), (1.0, 2)):  # the middle, half way, the rim
        x, y = round(middle + share * 64 * dx), round(middle + share * 64 * dy)
        patch[0, channel, y - 2 : y + 3, x - 2 : x + 3] = 1
    drawn = torch.nn.functional.grid_sample(patch, sum(spoke_axes()).flatten(0, 1)[None], align_corners=True)
    spoke = drawn[0].unflatten(1, (8, SPOKE[0]))[:, direction]
    found = [divmod(int(channel.argmax()), SPOKE[1]) for channel in spoke]
    assert all(abs(row - (SPOKE[0] - 1) / 2) <= 4 for row, _ in found)
    columns = [column for _, column in found]
    assert columns == sorted(columns)
    length = 64 * (dx * dx + dy * dy) ** 0.5
    assert columns[2] == pytest.approx((BEFORE + length) / (BEFORE + length + BEYOND) * SPOKE[1], abs=4)
    assert DIRECTIONS[direction] == ("N", "NE", "E", "SE", "S", "SW", "W", "NW")[direction]
