"""Patterns that only the grounds of "train" looks carry. Each draws into a mask: uint8 (side, side), 0 to 255."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from training.noise import Field, banked_noise
from training.strokes import SHIFT, Mask, blob, dot, ellipse, filled, fixed, line, unit


def _thick(rng: np.random.Generator, side: int, most: float = 0.02) -> int:
    return max(1, round(float(rng.uniform(0.004, most)) * side))


def _lines(mask: Mask, lines: npt.ArrayLike | list[npt.NDArray[np.float64]], thick: int) -> None:
    cv2.polylines(mask, [fixed(points) for points in lines], False, 255, thick, cv2.LINE_AA, SHIFT)


def _grid(
    rng: np.random.Generator, side: int, fewest: int, most: int
) -> tuple[float, npt.NDArray[np.float64]]:
    """The step of a square grid and its points, one beyond each edge, shape (N, 2)."""
    count = int(rng.integers(fewest, most + 1))
    at = np.arange(-1, count + 2) * side / count
    return side / count, np.stack(np.meshgrid(at, at), -1).reshape(-1, 2)


def _polar(angles: npt.NDArray[np.float64], radii: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Points (N, 2) by their angles and their distances from the origin, (N,) each."""
    return unit(angles) * radii[:, None]


def _arc(centre: npt.ArrayLike, radius: float, start: float, end: float) -> npt.NDArray[np.float64]:
    angles = np.linspace(start, end, 9)
    return np.asarray(centre) + radius * unit(angles)


def _truchet(rng: np.random.Generator, mask: Mask, side: int) -> None:
    step, corners = _grid(rng, side, 3, 8)
    right, half = np.pi / 2, step / 2
    one = np.stack([_arc((0, 0), half, 0, right), _arc((step, step), half, 2 * right, 3 * right)])
    other = np.stack([_arc((step, 0), half, right, 2 * right), _arc((0, step), half, 3 * right, 4 * right)])
    arcs = [
        corner + (one if flip else other)
        for corner, flip in zip(corners, rng.random(len(corners)) < 0.5, strict=True)
    ]
    _lines(mask, np.concatenate(arcs), _thick(rng, side, 0.035))


def _scales(rng: np.random.Generator, mask: Mask, side: int) -> None:
    step, centres = _grid(rng, side, 4, 9)
    shifted = centres + np.column_stack([(np.round(centres[:, 1] / step) % 2) * step / 2, 0 * centres[:, 1]])
    start = float(rng.choice([0, np.pi]))
    scale = _arc((0, 0), step * 0.56, start, start + np.pi)
    _lines(mask, [centre + scale for centre in shifted], _thick(rng, side))


def _seeds(rng: np.random.Generator, side: int, fewest: int, most: int) -> Field:
    """Distance of each pixel to the nearest of some random points, in pixels."""
    open_ground = np.full((side, side), 255, np.uint8)
    at = rng.integers(0, side, (int(rng.integers(fewest, most)), 2))
    open_ground[at[:, 1], at[:, 0]] = 0
    distance, cells = cv2.distanceTransformWithLabels(open_ground, cv2.DIST_L2, 3)
    distance[:, 1:][cells[:, 1:] != cells[:, :-1]] = -1
    distance[1:][cells[1:] != cells[:-1]] = -1
    return distance


def _cells(rng: np.random.Generator, mask: Mask, side: int) -> None:
    mask[_seeds(rng, side, 8, 60) < 0] = 255


def _cobbles(rng: np.random.Generator, mask: Mask, side: int) -> None:
    distance = _seeds(rng, side, 20, 90)
    mask[:] = 255 * (distance.clip(0) / max(float(distance.max()) * 0.8, 1)).clip(0, 1) ** 0.5


def _folded(rng: np.random.Generator, side: int, folds: float) -> Field:
    """How near each pixel is to an iso-line of noise: 1 on it, 0 half-way to the next."""
    noise = cv2.GaussianBlur(np.ascontiguousarray(banked_noise(rng, (side, side))), (0, 0), side / 48)
    phase = noise * folds % 1
    return np.abs(phase * 2 - 1)


def _contours(rng: np.random.Generator, mask: Mask, side: int) -> None:
    mask[:] = 255 * ((_folded(rng, side, float(rng.uniform(4, 14))) - 0.72) * 5).clip(0, 1)


def _marble(rng: np.random.Generator, mask: Mask, side: int) -> None:
    mask[:] = 255 * _folded(rng, side, float(rng.uniform(1.5, 6))) ** float(rng.uniform(1, 4))


def _clouds(rng: np.random.Generator, mask: Mask, side: int) -> None:
    field = (banked_noise(rng, (side, side)) - 0.5) * float(rng.uniform(2, 5)) + 0.5
    mask[:] = 255 * field.clip(0, 1)


def _plaid(rng: np.random.Generator, mask: Mask, side: int) -> None:
    bands = np.zeros((2, side))
    period = side / float(rng.uniform(1.5, 5))
    for _ in range(int(rng.integers(2, 5))):
        start, width = rng.uniform(0, 1), rng.uniform(0.02, 0.3)
        for row in bands:
            row += ((np.arange(side) / period - start) % 1 < width) * rng.uniform(0.2, 0.6)
    mask[:] = 255 * (0.5 * (bands[0] + bands[1][:, None])).clip(0, 1)


def _rings(rng: np.random.Generator, mask: Mask, side: int) -> None:
    for _ in range(int(rng.integers(1, 5))):
        centre = fixed(rng.uniform(0, side, 2)).tolist()
        thick = _thick(rng, side, 0.03)
        for radius in np.arange(1, rng.integers(4, 14)) * side * float(rng.uniform(0.03, 0.09)):
            cv2.circle(mask, centre, round(radius * (1 << SHIFT)), 255, thick, cv2.LINE_AA, SHIFT)


def _lozenges(rng: np.random.Generator, mask: Mask, side: int) -> None:
    step, centres = _grid(rng, side, 3, 7)
    diamond = np.array([[0, -1], [0.6, 0], [0, 1], [-0.6, 0], [0, -1]]) * step / 2
    thick = _thick(rng, side)
    centred = [c + diamond * scale for c in centres for scale in (1.0, 0.45)]
    _lines(mask, [*centred, *(c + step / 2 + diamond for c in centres)], thick)


def _foliage(rng: np.random.Generator, mask: Mask, side: int) -> None:
    for _ in range(int(rng.integers(2, 7))):
        heap, spread = rng.uniform(0, side, 2), float(rng.uniform(0.06, 0.25)) * side
        for at in rng.normal(heap, spread, (int(rng.integers(6, 22)), 2)):
            size = float(rng.uniform(0.012, 0.045)) * side
            ellipse(mask, at, (size, size * 0.5), float(rng.uniform(0, 180)))


def _tufts(rng: np.random.Generator, mask: Mask, side: int) -> None:
    for root in rng.uniform(0, side, (int(rng.integers(8, 35)), 2)):
        angles = -np.pi / 2 + np.array([-0.9, -0.45, 0, 0.45, 0.9]) + rng.normal(0, 0.15, 5)
        lengths = rng.uniform(0.03, 0.11, 5) * side
        thick = _thick(rng, side, 0.012)
        for tip in root + _polar(angles, lengths):
            line(mask, root, tip, thick)


def _star(corners: int, radius: float, inner: float, turn: float) -> npt.NDArray[np.float64]:
    angles = turn + np.arange(2 * corners) * np.pi / corners
    radii = np.where(np.arange(2 * corners) % 2, inner, 1.0) * radius
    return _polar(angles, radii)


def _stars(rng: np.random.Generator, mask: Mask, side: int) -> None:
    corners, inner = int(rng.integers(4, 9)), float(rng.uniform(0.3, 0.6))
    for at in rng.uniform(0, side, (int(rng.integers(6, 40)), 2)):
        star = _star(corners, float(rng.uniform(0.015, 0.07)) * side, inner, float(rng.uniform(0, 6)))
        filled(mask, at + star)


def _damask(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """One mirrored motif, repeated in offset rows."""
    size = max(12, round(side / float(rng.uniform(3, 7))))
    motif = np.zeros((size, size), np.uint8)
    for _ in range(int(rng.integers(2, 5))):
        shape = int(rng.integers(3))
        at = np.array([rng.uniform(0.1, 0.5), rng.uniform(0.1, 0.9)]) * size
        if shape == 0:
            ellipse(motif, at, (size * 0.22, size * 0.08), float(rng.uniform(0, 180)))
        elif shape == 1:
            _lines(motif, [_arc(at, size * 0.2, rng.uniform(0, 6), rng.uniform(7, 10))], max(1, size // 16))
        else:
            blob(rng, motif, at, size * 0.2, 5)
    motif = np.maximum(motif, motif[:, ::-1])
    count = side // size + 2
    rows = [np.tile(np.roll(motif, (row % 2) * size // 2, 1), count) for row in range(count)]
    mask[:] = np.vstack(rows)[:side, :side]


def _parquet(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """Herringbone of outlined slats."""
    step = side / float(rng.uniform(5, 10))
    turn = float(rng.choice([0, np.pi / 4]))
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) * step
    flat = np.array([[0, 0], [3, 0], [3, 1], [0, 1], [0, 0]])
    reach = range(-10, 11)
    slats = []
    for along in reach:
        for over in range(-3, 4):
            corner = np.array([along + 3 * over, along - 3 * over])
            slats += [(corner + flat) @ axes + side / 2, (corner + (3, 0) + flat[:, ::-1]) @ axes + side / 2]
    _lines(mask, slats, _thick(rng, side, 0.012))


def _scribbles(rng: np.random.Generator, mask: Mask, side: int) -> None:
    for _ in range(int(rng.integers(1, 6))):
        turns = np.cumsum(rng.normal(0, 0.5, 60)) + rng.uniform(0, 6)
        steps = unit(turns) * side * 0.04
        _lines(mask, [rng.uniform(0, side, 2) + np.cumsum(steps, 0)], _thick(rng, side, 0.03))


def _lettering(rng: np.random.Generator, mask: Mask, side: int) -> None:
    letters = np.array(list("abcdefghiklmnoprstuvwyABCEGHLMNOPRST0123456789 &."))
    scale = side / 144 * float(rng.uniform(0.3, 1.4))
    font = int(
        rng.choice([cv2.FONT_HERSHEY_SCRIPT_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SIMPLEX])
    )
    for at in np.arange(rng.uniform(0.05, 0.3) * side, side + 20, scale * 34):
        words = "".join(rng.choice(letters, int(rng.integers(4, 30))))
        start = (round(float(rng.uniform(-0.2, 0.4)) * side), round(at))
        cv2.putText(mask, words, start, font, scale, 255, max(1, round(scale * 1.5)), cv2.LINE_AA)


def _maze(rng: np.random.Generator, mask: Mask, side: int) -> None:
    step, corners = _grid(rng, side, 5, 11)
    slanted = rng.random() < 0.4
    flips = rng.random(len(corners)) < 0.5
    ends = np.where(flips[:, None], (step, step * slanted), (0.0, step))
    starts = corners + np.where(flips[:, None] | (not slanted), 0.0, (step, 0.0))
    ends = corners + ends
    _lines(mask, np.stack([starts, ends], 1), _thick(rng, side, 0.025))


def _pennants(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """Rows of triangles, each row a zigzag."""
    step, corners = _grid(rng, side, 4, 9)
    height = step * float(rng.uniform(0.4, 1.0))
    triangle = np.array([[0, 0], [step, 0], [step / 2, height]])
    for corner in corners:
        filled(mask, corner + triangle)


def _posts(rng: np.random.Generator, mask: Mask, side: int) -> None:
    step = side / float(rng.uniform(3, 9))
    wide, top = step * float(rng.uniform(0.2, 0.6)), float(rng.uniform(-0.1, 0.6)) * side
    for at in np.arange(rng.uniform(-step, 0), side + step, step):
        post = [(at, top), (at + wide / 2, top - wide), (at + wide, top), (at + wide, side), (at, side)]
        filled(mask, post)
    if rng.random() < 0.5:
        height = (top + side) / 2
        line(mask, (0, height), (side, height), max(1, round(wide / 2)))


def _rosettes(rng: np.random.Generator, mask: Mask, side: int) -> None:
    step, centres = _grid(rng, side, 2, 5)
    angles = np.linspace(0, 2 * np.pi, int(rng.integers(4, 9)), endpoint=False)
    petals = step * 0.26 * unit(angles)
    for centre in centres + rng.normal(0, 0.08, 2) * step:
        for petal in petals:
            dot(mask, centre + petal, step * 0.09)
        dot(mask, centre, step * 0.1)


def _splashes(rng: np.random.Generator, mask: Mask, side: int) -> None:
    for at in rng.uniform(0, side, (int(rng.integers(4, 16)), 2)):
        blob(rng, mask, at, float(rng.uniform(0.04, 0.22)) * side, int(rng.integers(4, 14)))


def _cracks(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """Straight cuts right across the tile, none through its middle."""
    for _ in range(int(rng.integers(2, 9))):
        angle = float(rng.uniform(0, np.pi))
        along, away = unit(angle), np.array([-np.sin(angle), np.cos(angle)])
        middle = side / 2 + away * side * float(rng.choice([-1, 1]) * rng.uniform(0.18, 0.6))
        line(mask, middle - 2 * side * along, middle + 2 * side * along, _thick(rng, side, 0.03))


def _petals(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """One large flower about the tile's middle, filled or outlined."""
    centre, count = _near_middle(rng, side), int(rng.integers(3, 13))
    long = float(rng.uniform(0.12, 0.35)) * side
    across = min(float(rng.uniform(0.1, 0.5)) * long, long * 2 / count)
    thick = -1 if rng.random() < 0.5 else _thick(rng, side)
    for angle in float(rng.uniform(0, 6)) + np.arange(count) * 2 * np.pi / count:
        at = fixed(centre + long * unit(angle)).tolist()
        axes = fixed((long, across)).tolist()
        cv2.ellipse(mask, at, axes, float(np.degrees(angle)), 0, 360, 255, thick, cv2.LINE_AA, SHIFT)


def _swirls(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """Arms that wind out of the tile's middle."""
    centre, count = _near_middle(rng, side), int(rng.integers(2, 13))
    radii = np.linspace(0.02, float(rng.uniform(0.4, 0.8)), 16)
    turns = float(rng.uniform(0, 6)) + radii * float(rng.uniform(2, 8) * rng.choice([-1, 1]))
    thick = _thick(rng, side, 0.04)
    for angle in np.arange(count) * 2 * np.pi / count:
        _lines(mask, [centre + _polar(turns + angle, radii) * side], thick)


def _dandelions(rng: np.random.Generator, mask: Mask, side: int) -> None:
    """Heads of fine straight stalks, each with a dot at its end; the first about the tile's middle."""
    heads = [_near_middle(rng, side), *rng.uniform(0, side, (int(rng.integers(3)), 2))]
    thick, tuft = _thick(rng, side, 0.015), float(rng.choice([0.0, rng.uniform(0.01, 0.03)])) * side
    for head in heads:
        count = int(rng.integers(7, 40))
        angles = (np.arange(count) + rng.uniform(-0.3, 0.3, count)) * 2 * np.pi / count
        lengths = float(rng.uniform(0.2, 0.7)) * rng.uniform(0.7, 1.0, count) * side
        for tip in head + _polar(angles, lengths):
            line(mask, head, tip, thick)
            if tuft:
                dot(mask, tip, tuft)


def _near_middle(rng: np.random.Generator, side: int) -> npt.NDArray[np.float64]:
    """Where a drawing lies whose lines come together as branches do."""
    return (0.5 + rng.normal(0, 0.06, 2)) * side


WARPABLE = {
    "truchet": _truchet, "scales": _scales, "cells": _cells, "cobbles": _cobbles, "rings": _rings,
    "lozenges": _lozenges, "stars": _stars, "damask": _damask, "parquet": _parquet, "lettering": _lettering,
    "maze": _maze, "pennants": _pennants, "rosettes": _rosettes,
}  # fmt: skip
"""Patterns that may be pulled out of shape and still resemble nothing that is held out."""
LEARNED = {
    **WARPABLE, "contours": _contours, "marble": _marble, "clouds": _clouds, "plaid": _plaid,
    "foliage": _foliage, "tufts": _tufts, "scribbles": _scribbles, "posts": _posts, "splashes": _splashes,
    "cracks": _cracks, "petals": _petals, "swirls": _swirls, "dandelions": _dandelions,
}  # fmt: skip


def warped(rng: np.random.Generator, mask: Mask, amount: float) -> Mask:
    """The mask pulled out of shape by up to about `amount` of its side."""
    side = len(mask)
    ys, xs = np.mgrid[0:side, 0:side].astype(np.float32)
    pulls = [(banked_noise(rng, mask.shape) - 0.5) * (2 * amount * side) for _ in range(2)]
    pulls = [cv2.GaussianBlur(np.ascontiguousarray(p), (0, 0), side / 24) for p in pulls]
    moved: Mask = cv2.remap(mask, xs + pulls[0], ys + pulls[1], cv2.INTER_LINEAR, None, cv2.BORDER_REFLECT)
    return moved
