"""Patterns of grounds. Each draws into a mask: uint8 (side, side), 0 to 255."""

from __future__ import annotations

import cv2
import numpy as np

from training.held_out.drawing import closed
from training.noise import value_noise
from training.strokes import SHIFT, Mask, around, dot, ellipse, filled, fixed, line, unit


def _honeycomb(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """Six-sided cells, some of them full."""
    radius = side / float(rng.uniform(8, 18))
    full, thick = float(rng.uniform(0, 0.3)), max(1, round(radius * float(rng.uniform(0.08, 0.25))))
    cell = around(6, np.pi / 6) * radius
    for row, y in enumerate(np.arange(0, side + 2 * radius, 1.5 * radius)):
        for x in np.arange((row % 2) * np.sqrt(0.75) * radius, side + 2 * radius, np.sqrt(3) * radius):
            corners = cell + np.array([x, y])
            if rng.random() < full:
                filled(mask, corners, 130)
            closed(mask, corners, thick)


def _halftone(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """A slanting raster of dots, large where a photo would be dark."""
    step, turn = side / float(rng.uniform(12, 24)), float(rng.uniform(0.2, 1.3))
    tone = value_noise(rng, (side, side), (2.0, 2.0))
    reach = np.arange(-side, side, step)
    grid = np.stack(np.meshgrid(reach, reach), -1).reshape(-1, 2)
    across = unit(turn)
    for at in grid @ np.array([across, [-across[1], across[0]]]) + side / 2:
        if at.min() >= 0 and at.max() < side:
            dot(mask, at, step * (0.08 + 0.5 * float(tone[int(at[1]), int(at[0])])))


def _weave(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """A basket: bundles of cane that lie across one another in turn."""
    step, canes = side / int(rng.integers(4, 8)), int(rng.integers(2, 4))
    thick = max(1, int(step / canes * 0.5))
    for row in range(int(side / step) + 1):
        for col in range(int(side / step) + 1):
            corner = np.array([col, row]) * step
            for k in range(canes):
                near = np.array([0.06, (k + 0.5) / canes]) * step
                far = np.array([0.94, (k + 0.5) / canes]) * step
                flip = slice(None, None, -1 if (row + col) % 2 else 1)
                line(mask, corner + near[flip], corner + far[flip], thick)


def _guilloche(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """Engraved rosettes of one waving line turned a little again and again, as on banknotes."""
    t = np.linspace(0, 2 * np.pi, 240)
    for _ in range(int(rng.integers(1, 3))):
        middle, radius = rng.uniform(0.25, 0.75, 2) * side, float(rng.uniform(0.3, 0.6)) * side
        lobes, depth = int(rng.integers(5, 13)), float(rng.uniform(0.2, 0.45))
        for phase in np.linspace(0, 2 * np.pi, int(rng.integers(5, 10)), endpoint=False):
            reach = radius * (1 - depth + depth * np.cos(lobes * t + phase))
            curve = middle + unit(t) * reach[:, None]
            closed(mask, curve, max(1, side // 150))


def _quilt(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """Patches of cloth, each with a print of its own, and the seams between them."""
    count = int(rng.integers(3, 6))
    step = -(-side // count)
    for top in range(0, side, step):
        for left in range(0, side, step):
            patch = np.zeros((step, step), np.uint8)
            _PRINTS[int(rng.integers(len(_PRINTS)))](patch, step / int(rng.integers(3, 6)))
            cv2.rectangle(patch, (0, 0), (step - 1, step - 1), 0, max(1, step // 20))
            window = mask[top : top + step, left : left + step]
            window[:] = patch[: window.shape[0], : window.shape[1]]


def _dotted(patch: Mask, step: float) -> None:
    for x in np.arange(step / 2, len(patch), step):
        for y in np.arange(step / 2, len(patch), step):
            dot(patch, (x, y), step * 0.28)


def _lined(patch: Mask, step: float) -> None:
    for x in np.arange(-len(patch), len(patch), step):
        line(patch, (x, 0), (x + len(patch), len(patch)), max(1, round(step / 3)))


def _dyed(patch: Mask, step: float) -> None:
    patch[:] = round(min(60 + 8 * step, 220))


def _halved(patch: Mask, step: float) -> None:
    filled(patch, np.array([[0, 0], [1, 0], [0, 1]]) * len(patch))


def _cornered(patch: Mask, step: float) -> None:
    filled(patch, (around(4) + 1) / 2 * len(patch), 190)


_PRINTS = (_dotted, _lined, _dyed, _halved, _cornered)


def _jigsaw(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """The outlines of pieces that lock into one another."""
    count = int(rng.integers(3, 6))
    step, thick = side / count, max(1, round(side * float(rng.uniform(0.006, 0.016))))
    bend = np.linspace(-0.3 * np.pi, 1.3 * np.pi, 14)
    knob = np.column_stack([0.5 - 0.13 * np.cos(bend), 0.15 + 0.13 * np.sin(bend)])
    seam = np.vstack([[0, 0], [0.42, 0], knob, [0.58, 0], [1, 0]])
    for k in range(count):
        for j in range(count + 1):
            for flip in (1, -1):
                way = seam * [1, float(rng.choice([-1, 1]))] + [k, j]
                cv2.polylines(mask, [fixed(way[:, ::flip] * step)], False, 255, thick, cv2.LINE_AA, SHIFT)


def _crosses(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """Cross-stitch: a mirrored motif of small crosses, sewn again and again."""
    half = rng.random((4, 4)) < 0.45
    motif = np.block([[half, half[:, ::-1]], [half[::-1], half[::-1, ::-1]]])
    step = side / int(rng.integers(14, 24))
    for row, y in enumerate(np.arange(step / 2, side, step)):
        for col, x in enumerate(np.arange(step / 2, side, step)):
            if motif[row % 8, col % 8]:
                arm = 0.34 * step
                line(mask, (x - arm, y - arm), (x + arm, y + arm), max(1, round(step / 4)))
                line(mask, (x - arm, y + arm), (x + arm, y - arm), max(1, round(step / 4)))


def _seedhead(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """The spirals of a sunflower's seeds."""
    middle, gap = rng.uniform(0.2, 0.8, 2) * side, side * float(rng.uniform(0.03, 0.055))
    for k in range(1, int((side / gap) ** 2)):
        angle, away = k * 2.39996, gap * np.sqrt(k)
        size = gap * (0.25 + 0.4 * away / side)
        ellipse(
            mask,
            middle + away * unit(angle),
            (size, size * 0.6),
            np.rad2deg(angle),
        )


def _knit(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """Rows of knitted stitches, some in another yarn."""
    step = side / int(rng.integers(7, 13))
    yarn = rng.integers(110, 256, 5)
    for row, y in enumerate(np.arange(-step, side + step, step * 0.56)):
        for x in np.arange(0, side + step, step):
            for way in (-1, 1):
                axes = fixed((step * 0.38, step * 0.12)).tolist()
                at = fixed((x + way * 0.19 * step, y)).tolist()
                cv2.ellipse(mask, at, axes, -way * 64, 0, 360, int(yarn[row % 5]), -1, cv2.LINE_AA, SHIFT)


def _washes(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """Drops of watercolour, each with the dark rim at which it dried."""
    t = np.linspace(0, 2 * np.pi, 60)
    for _ in range(int(rng.integers(4, 12))):
        wobble = sum(float(rng.normal(0, 0.12)) * np.cos(k * t + float(rng.uniform(0, 6))) for k in (2, 3, 5))
        reach = side * float(rng.uniform(0.06, 0.26)) * (1 + wobble)
        drop = rng.uniform(0, side, 2) + unit(t) * reach[:, None]
        wet = np.zeros_like(mask)
        filled(wet, drop, int(rng.integers(60, 130)))
        closed(wet, drop, max(1, side // 90), 200)
        mask[:] = np.where(wet > 0, cv2.add(wet, mask // 3), mask)


PATTERNS = {
    "honeycomb": _honeycomb, "halftone": _halftone, "weave": _weave, "guilloche": _guilloche, "quilt": _quilt,
    "jigsaw": _jigsaw, "crosses": _crosses, "seedhead": _seedhead, "knit": _knit, "washes": _washes,
}  # fmt: skip
