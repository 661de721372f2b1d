"""Patterns of grounds. Each draws into a mask: uint8 (side, side), 0 to 255."""

from __future__ import annotations

import cv2
import numpy as np

from training.held_out.drawing import Points, closed
from training.noise import value_noise
from training.strokes import SHIFT, Mask, around, dot, filled, fixed, line, unit


def _cubes(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """Blocks piled up in a corner, each of three lozenges in three tones."""
    edge = side / float(rng.uniform(6, 12))
    rim = around(6, np.pi / 6) * edge
    for row, y in enumerate(np.arange(0, side + 2 * edge, 1.5 * edge)):
        for x in np.arange((row % 2) * np.sqrt(0.75) * edge, side + 2 * edge, np.sqrt(3) * edge):
            for first, tone in ((1, 90), (3, 0), (5, 220)):
                corners = [(0, 0), *(rim[(first + k) % 6] for k in range(3))]
                filled(mask, np.array([x, y]) + corners, tone)


def _tatami(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """Mats twice as long as wide, finely ribbed, with cloth sewn along their long edges."""
    wide = side / int(rng.integers(3, 5))
    hem, ribs = max(2, round(wide * 0.12)), max(3.0, wide / 14)
    for row in range(-1, int(side / wide) + 2):
        for col in range(-2, int(side / wide) + 2):
            step = (col + row) % 4
            if step not in (0, 2):
                continue
            size = np.array([2, 1] if step == 0 else [1, 2]) * wide
            corner = np.array([col, row]) * wide
            ways = np.array([[1, 0], [0, 1]])[:: 1 if step == 0 else -1]
            for at in np.arange(0, 2 * wide, ribs):
                line(mask, corner + ways[0] * at, corner + ways[0] * at + ways[1] * wide, 1)
            for end in (0.0, 1.0):
                first = corner + ways[1] * end * wide
                line(mask, first, first + ways[0] * size.max(), hem)


def _terrazzo(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """Chips of stone with sharp corners, poured into cement and ground flat."""
    places = rng.uniform(0, side, (int(rng.integers(60, 140)), 2))
    for at in places:
        corners = int(rng.integers(3, 6))
        reach = side * float(rng.uniform(0.012, 0.05)) * rng.uniform(0.7, 1.1, corners)
        chip = around(corners, float(rng.uniform(0, 6))) * reach[:, None] * [1, float(rng.uniform(0.5, 1))]
        filled(mask, at + chip, int(rng.integers(70, 256)))


def _windmills(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """Squares of four vanes each, as children's paper windmills."""
    step = side / int(rng.integers(4, 8))
    vane = np.array([[0, 0], [0.5, -0.5], [0, -0.5]])
    for row in range(int(side / step) + 1):
        for col in range(int(side / step) + 1):
            for k in range(4):
                turn = np.array([[0, 1], [-1, 0]])
                corners = vane @ np.linalg.matrix_power(turn, k)
                filled(
                    mask, (corners + np.array([col + 0.5, row + 0.5])) * step, 240 if (row + col) % 2 else 130
                )


def _shapes(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """Mid-century curtains: boomerangs, half moons, open triangles and coils, strewn far apart."""
    step = side / int(rng.integers(4, 7))
    for y in np.arange(step / 2, side, step):
        for x in np.arange(step / 2, side, step):
            at = np.array([x, y]) + rng.normal(0, 0.12, 2) * step
            _SHAPES[int(rng.integers(len(_SHAPES)))](mask, at, 0.33 * step, float(rng.uniform(0, 6)))


def _boomerang(mask: Mask, at: Points, size: float, turn: float) -> None:
    t = np.linspace(-1.3, 1.3, 12) + turn
    outer = unit(t)
    inner = outer[::-1] * 0.9 - 0.45 * unit(turn)
    filled(mask, at + size * np.vstack([outer, inner]), 230)


def _half_moon(mask: Mask, at: Points, size: float, turn: float) -> None:
    t = np.linspace(0, np.pi, 14) + turn
    filled(mask, at + size * unit(t), 160)


def _triangle(mask: Mask, at: Points, size: float, turn: float) -> None:
    closed(mask, at + size * around(3, turn), max(1, round(size / 5)))


def _squiggle(mask: Mask, at: Points, size: float, turn: float) -> None:
    along = np.linspace(-1, 1, 20)
    wave = np.column_stack([along, 0.3 * np.sin(along * 9)])
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    cv2.polylines(
        mask, [fixed(at + size * wave @ spin)], False, 255, max(1, round(size / 6)), cv2.LINE_AA, SHIFT
    )


_SHAPES = (_boomerang, _half_moon, _triangle, _squiggle)


def _raked(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """A dry garden: furrows in sand that run straight, and in rings round a few stones."""
    ys, xs = np.mgrid[0:side, 0:side].astype(np.float32)
    turn, pitch = float(rng.uniform(0, np.pi)), side / float(rng.uniform(14, 24))
    furrows = xs * np.cos(turn) + ys * np.sin(turn)
    stones = rng.uniform(0.1, 0.9, (int(rng.integers(2, 4)), 2)) * side
    reach = side * 0.2
    for at in stones:
        away = np.hypot(xs - at[0], ys - at[1])
        furrows = np.where(away < reach, away, furrows)
    mask[:] = ((0.5 + 0.5 * np.cos(furrows * 2 * np.pi / pitch)) ** 2 * 220).astype(np.uint8)
    for at in stones:
        dot(mask, at, side * 0.06)


def _dither(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """The screen of an early computer: square dots, laid by an ordered grid where it is dark."""
    cells = int(rng.integers(36, 60))
    order = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]], np.float32) / 16 + 1 / 32
    tone = value_noise(rng, (cells, cells), (3.0, 3.0))
    grid = np.tile(order, (cells // 4 + 1,) * 2)[:cells, :cells]
    lit = ((0.1 + 0.7 * tone) > grid).astype(np.uint8) * 255
    mask[:] = cv2.resize(lit, (side, side), interpolation=cv2.INTER_NEAREST)


def _houndstooth(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """The broken checks of a tweed coat."""
    step = side / int(rng.integers(4, 8))
    tooth = np.array([(0, 1), (1, 0), (2, 0), (2, 1), (3, 1), (2, 2), (2, 3), (1, 3), (1, 2), (0, 2)]) / 4
    spike = np.array([(2, 0), (3, -1), (4, -1), (4, 0), (3, 0), (2, 1)]) / 4
    for row in range(-1, int(side / step) + 2):
        for col in range(-1, int(side / step) + 2):
            for part in (tooth, spike):
                filled(mask, (part + np.array([col, row])) * step)


def _circuit(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """A printed circuit: short tracks that bend by half right angles, from pad to pad."""
    step, thick = side / 18, max(1, side // 110)
    for _ in range(int(rng.integers(22, 40))):
        at = rng.integers(0, 19, 2) * step
        turn = int(rng.integers(8))
        track = [at]
        for _ in range(int(rng.integers(2, 4))):
            way = np.sign(np.round([np.cos(turn * np.pi / 4), np.sin(turn * np.pi / 4)], 3))
            track.append(track[-1] + way * step * int(rng.integers(1, 3)))
            turn += int(rng.choice([-1, 1]))
        cv2.polylines(mask, [fixed(track)], False, 255, thick, cv2.LINE_AA, SHIFT)
        for end in (track[0], track[-1]):
            dot(mask, end, side * 0.014)
    for at in rng.integers(1, 16, (3, 2)) * step:
        filled(mask, at + np.array([(0, 0), (2, 0), (2, 1.3), (0, 1.3)]) * step, 190)


def _facets(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """Folded paper: triangles that catch the light each in its own way."""
    count = int(rng.integers(4, 8))
    grid = np.stack(np.meshgrid(np.arange(count + 1.0), np.arange(count + 1.0)), -1)
    grid = (grid + rng.uniform(-0.3, 0.3, grid.shape)) * side * 1.2 / count - 0.1 * side
    for row in range(count):
        for col in range(count):
            quad = [grid[row, col], grid[row, col + 1], grid[row + 1, col + 1], grid[row + 1, col]]
            for first in (0, 2) if rng.random() < 0.5 else (1, 3):
                corners = [quad[(first + k) % 4] for k in range(3)]
                filled(mask, corners, int(rng.integers(0, 256)))


def _collage(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """Scraps of paper glued over one another, some ruled, each with a shadow at its edge."""
    for _ in range(int(rng.integers(12, 22))):
        size = rng.uniform(0.1, 0.28, 2) * side
        turn = float(rng.uniform(0, np.pi))
        ways = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        at = rng.uniform(0, side, 2)
        corners = at + (np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * size / 1.5) @ ways
        filled(mask, corners + side * 0.012, 255)
        filled(mask, corners, int(rng.integers(0, 200)))
        if rng.random() < 0.4:
            for k in np.linspace(-0.5, 0.5, 5):
                ends = at + (np.array([(-0.9, k), (0.9, k)]) * size / 1.5) @ ways
                line(mask, ends[0], ends[1], 1)


PATTERNS = {
    "cubes": _cubes, "tatami": _tatami, "terrazzo": _terrazzo, "windmills": _windmills, "shapes": _shapes,
    "raked": _raked, "dither": _dither, "houndstooth": _houndstooth, "circuit": _circuit, "facets": _facets,
    "collage": _collage,
}  # fmt: skip
