from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
import pytest

from vision import look
from vision.look import MARGIN, PATCH, calibrated, look_at, pyramid, rectify

TILE = round(PATCH / (1 + 2 * MARGIN))
EDGE = (PATCH - TILE) // 2
STEPS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


class BrightnessModel:
    """Says "branch" and "lemon" for a direction as loudly as the patch is bright half way to its rim point."""

    facts: ClassVar[dict[str, Any]] = {
        "calibration": {
            what: {"temperature": 1.0, "bias": [0.0] * count}
            for what, count in (("branch", 4), ("fruit", 4), ("kind", 6))
        }
    }

    def run(self, batch: npt.NDArray[np.uint8]) -> list[npt.NDArray[np.float32]]:
        logits = np.zeros((len(batch), 70), np.float32)
        for index, (dx, dy) in enumerate(STEPS):
            side = batch.shape[1]  # each net is shown patches of its own size
            x, y = side // 2 + dx * side // 6, side // 2 + dy * side // 6
            bright = batch[:, y - 2 : y + 2, x - 2 : x + 2].mean((1, 2, 3)) / 25
            logits[:, index * 4 + 1] = bright
            logits[:, 32 + index * 4 + 1] = bright
        return [logits]


@pytest.mark.parametrize("direction", range(8))
def test_turns_and_mirrorings_are_led_back_to_the_upright_directions(
    monkeypatch: pytest.MonkeyPatch, direction: int
) -> None:
    monkeypatch.setattr(look, "open_model", lambda _: BrightnessModel())
    patch = np.zeros((1, PATCH, PATCH, 3), np.uint8)
    dx, dy = STEPS[direction]
    x, y = PATCH // 2 + dx * PATCH // 6, PATCH // 2 + dy * PATCH // 6
    patch[:, y - 6 : y + 6, x - 6 : x + 6] = 250
    seen = look_at(patch)
    assert np.exp(seen.branches[0, :, 1]).argmax() == direction
    assert np.exp(seen.fruit[0, :, 1]).argmax() == direction
    assert np.allclose(np.exp(seen.branches).sum(-1), 1)


class CountingModel(BrightnessModel):
    """Sure of bright patches; it counts the patches that it is shown."""

    def __init__(self) -> None:
        self.shown: list[int] = []

    def run(self, batch: npt.NDArray[np.uint8]) -> list[npt.NDArray[np.float32]]:
        self.shown += batch.reshape(len(batch), -1).max(1).tolist()
        return super().run(batch)


def test_only_tiles_that_leave_something_open_are_looked_at_in_all_ways(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nets = {net: CountingModel() for net in look.WORDS}
    monkeypatch.setattr(look, "open_model", nets.__getitem__)
    clear, dim = np.full((2, PATCH, PATCH, 3), 250, np.uint8)
    dim[:] = 50
    seen = look_at(np.stack([clear, dim, clear]))
    first, whole, spokes = (len(ways) for ways in (look.FIRST_WAYS, look.WHOLE_WAYS, look.SPOKES_WAYS))
    assert nets[look.WHOLE].shown.count(250) == 2 * first
    assert nets[look.WHOLE].shown.count(50) == whole  # the first two are among them
    assert nets[look.SPOKES].shown == nets[look.PLAIN_SPOKES].shown == [50] * spokes
    # Each patch has its own answers, wherever it lies among the others.
    assert np.allclose(seen.branches[0], seen.branches[2])
    assert np.exp(seen.branches[0, :, 1]).min() > look.SURE
    assert np.exp(seen.branches[1, :, 1]).max() < look.SURE


def test_many_patches_are_shown_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    batches: list[int] = []

    class SizedModel(BrightnessModel):
        def run(self, batch: npt.NDArray[np.uint8]) -> list[npt.NDArray[np.float32]]:
            batches.append(len(batch))
            return super().run(batch)

    monkeypatch.setattr(look, "open_model", lambda _: SizedModel())
    count = 2 * look.AT_ONCE + 3
    patches = np.zeros((count, PATCH, PATCH, 3), np.uint8)
    patches += (np.arange(count) * 5).astype(np.uint8)[:, None, None, None]
    seen = look_at(patches, thorough=False)
    assert max(batches) == look.AT_ONCE
    assert sum(batches) == count
    told = seen.branches[:, 0, 1]
    assert (np.diff(told) > 0).all()  # each has its own answer, in order


def test_the_nets_of_spokes_are_not_asked_where_all_is_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    nets = {net: CountingModel() for net in look.WORDS}
    monkeypatch.setattr(look, "open_model", nets.__getitem__)
    look_at(np.full((3, PATCH, PATCH, 3), 250, np.uint8))
    assert len(nets[look.WHOLE].shown) == 3 * len(look.FIRST_WAYS)
    assert not nets[look.SPOKES].shown
    assert not nets[look.PLAIN_SPOKES].shown


def test_sides_of_tokens_are_told_by_other_weights_than_whether_there_is_one() -> None:
    rng = np.random.default_rng(3)
    said = {net: rng.normal(0, 3, (5, 70)) for net in look.WORDS}
    told = look.together(said)

    def mean(weights: dict[str, float]) -> npt.NDArray[np.float64]:
        return np.asarray(sum(weights[net] * logits for net, logits in said.items()))

    def odds(logits: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        directions = logits[:, :32].reshape(-1, 8, 4)
        return np.asarray(directions[..., look.PRUNE] - directions[..., look.GRAFT])

    def tokens(logits: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        directions = logits[:, :32].reshape(-1, 8, 4)
        return np.asarray(np.logaddexp(directions[..., look.GRAFT], directions[..., look.PRUNE]))

    usual = mean(look.WORDS)
    assert np.allclose(odds(told), odds(mean(look.OF_SIDES)))
    assert np.allclose(tokens(told), tokens(usual))
    assert np.allclose(told[:, :32].reshape(-1, 8, 4)[..., :2], usual[:, :32].reshape(-1, 8, 4)[..., :2])
    assert np.allclose(told[:, 32:], usual[:, 32:])


def test_a_patch_is_upright_with_its_margin() -> None:
    photo = np.zeros((400, 600, 3), np.uint8)
    photo[100:228, 200:328] = 255
    photo[100:164, 200:264] = (255, 0, 0)
    quad = np.array([[200, 100], [328, 100], [328, 228], [200, 228]], np.float64)
    patch = rectify(pyramid(photo), quad)
    assert patch.shape == (PATCH, PATCH, 3)
    assert patch[EDGE + 8, EDGE + 8].tolist() == [255, 0, 0]
    assert patch[PATCH - EDGE - 8, PATCH - EDGE - 8].tolist() == [255, 255, 255]
    assert patch[4, 4].max() == 0


def test_corners_named_a_quarter_later_turn_the_patch() -> None:
    photo = np.random.default_rng(0).integers(0, 255, (300, 300, 3), dtype=np.uint8)
    quad = np.array([[100, 100], [164, 100], [164, 164], [100, 164]], np.float64)
    upright, turned = rectify(pyramid(photo), quad), rectify(pyramid(photo), np.roll(quad, -1, 0))
    inside = slice(EDGE + 2, PATCH - EDGE - 2)
    difference = np.abs(np.rot90(upright)[inside, inside].astype(int) - turned[inside, inside].astype(int))
    assert np.median(difference) <= 12


def test_large_tiles_are_sampled_from_a_smaller_copy() -> None:
    # Fine stripes of a tile of 1024 pixels must come out grey, not as false coarse stripes.
    photo = np.zeros((1200, 1200, 3), np.uint8)
    photo[:, ::2] = 255
    quad = np.array([[80, 80], [1104, 80], [1104, 1104], [80, 1104]], np.float64)
    patch = rectify(pyramid(photo), quad)
    assert patch.astype(int)[EDGE:-EDGE, EDGE:-EDGE].std() < 10


def test_calibration_softens_and_shifts() -> None:
    logits = np.array([[4.0, 0.0]])
    assert np.exp(calibrated(logits, 2.0, [0.0, 0.0]))[0, 1] == pytest.approx(1 / (1 + np.exp(2)))
    assert np.exp(calibrated(logits, 2.0, [0.0, 2.0]))[0].tolist() == pytest.approx([0.5, 0.5])
