"""Printed trees: a crown in one of many manners and the fruit in it. Small pictures with a mask."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from training.noise import banked_noise
from training.orchard.fruits import Pixels, Points, draw_fruit, fill, leaf, placed, trace
from training.orchard.looks import CardLook
from training.strokes import unit

TREE = 120
"""Pixels along a tree's picture, which is one tree place."""


class _Canvas:
    """A picture and its mask that are drawn on together; lengths in pixels, the crown's middle and radius known."""

    def __init__(self, rng: np.random.Generator, look: CardLook) -> None:
        self.rng, self.look = rng, look
        self.picture: Pixels = np.empty((TREE, TREE, 3), np.uint8)
        self.picture[:] = look.crown_colours[0].clip(0, 255).astype(np.uint8)
        self.mask: Pixels = np.zeros((TREE, TREE), np.uint8)
        self.middle = np.array([TREE / 2, TREE / 2]) + rng.normal(0, 1.2, 2)
        self.radius = look.crown_size * TREE * float(rng.uniform(0.94, 1.06))

    def shape(self, shapes: list[Points], colour: object) -> None:
        fill(self.picture, shapes, colour)
        fill(self.mask, shapes, 255)

    def circle(self, x: float, y: float, size: float, colour: object) -> None:
        """A disc; place and size in radii of the crown."""
        angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        around = unit(angles) * size + (x, y)
        self.shape(placed([around], self.middle, self.radius), colour)

    def leaf(self, x: float, y: float, length: float, angle: float, colour: object) -> None:
        at = self.middle + np.array([x, y]) * self.radius
        self.shape(placed([leaf(1.0, 0.5)], at, length * self.radius, angle), colour)

    def trunk(self, wide: float, top: float, bottom: float) -> None:
        brown = np.array([95, 65, 40]) * self.rng.uniform(0.6, 1.4) + self.rng.normal(0, 8, 3)
        corners = np.array([[-wide, top], [wide, top], [wide, bottom], [-wide, bottom]])
        self.shape(placed([corners], self.middle, self.radius), brown)

    def green(self) -> npt.NDArray[np.float64]:
        low, high = self.look.crown_colours
        mixed: npt.NDArray[np.float64] = low + float(self.rng.uniform(0, 1.1)) * (high - low)
        return mixed + self.rng.normal(0, 5, 3)


def _leafy(canvas: _Canvas) -> None:
    rng = canvas.rng
    canvas.circle(0, 0, 0.86, canvas.look.crown_colours[0])
    for angle in rng.uniform(0, 2 * np.pi, 34):
        at = float(rng.uniform(0.3, 0.88))
        x, y = at * np.cos(angle), at * np.sin(angle)
        canvas.leaf(x, y, float(rng.uniform(0.14, 0.26)), angle + float(rng.normal(0, 0.7)), canvas.green())


def _lobes(canvas: _Canvas) -> None:
    count = int(canvas.rng.integers(3, 8))
    colour = canvas.green()
    if canvas.rng.random() < 0.6:
        canvas.trunk(0.1, 0.2, 1.2)
    turn = float(canvas.rng.uniform(0, 6))
    for k in range(count):
        angle = turn + 2 * np.pi * k / count
        canvas.circle(0.48 * np.cos(angle), 0.48 * np.sin(angle), 0.52, colour)
    canvas.circle(0, 0, 0.55, colour)


def _disc(canvas: _Canvas) -> None:
    canvas.circle(0, 0, 1.0, canvas.look.crown_colours[1])
    canvas.circle(0, 0, 0.9, canvas.look.crown_colours[0])


def _photo(canvas: _Canvas) -> None:
    """Clumps of light and shade, like a tree from a balloon."""
    rng, low, high = canvas.rng, *canvas.look.crown_colours
    ys, xs = (np.mgrid[0:TREE, 0:TREE] - canvas.middle[::-1, None, None]) / canvas.radius
    edge = 1 + (banked_noise(rng, (TREE, TREE)) - 0.5) * 0.7
    inside = np.hypot(xs, ys) < edge
    fine = cv2.resize(rng.random((TREE // 3, TREE // 3), dtype=np.float32), (TREE, TREE))
    shade = (0.5 * banked_noise(rng, (TREE, TREE)) + 0.5 * fine) * 1.1 - 0.25 * (xs + ys)
    colours = low * 0.7 + shade[..., None] * (high * 1.2 - low * 0.7)
    canvas.picture[:] = colours.clip(0, 255).astype(np.uint8)
    canvas.mask[:] = cv2.GaussianBlur(inside.astype(np.uint8) * 255, (0, 0), 0.8)


def _rings(canvas: _Canvas) -> None:
    for size in np.linspace(1, 0.2, int(canvas.rng.integers(3, 7))):
        canvas.circle(0, 0, float(size), canvas.green())


def _washes(canvas: _Canvas) -> None:
    """Watercolour: soft blots over one another."""
    for _ in range(9):
        x, y = canvas.rng.normal(0, 0.35, 2)
        canvas.circle(x, y, float(canvas.rng.uniform(0.3, 0.6)), canvas.green())
    canvas.picture[:] = cv2.GaussianBlur(canvas.picture, (0, 0), 4)
    canvas.mask[:] = (cv2.GaussianBlur(canvas.mask, (0, 0), 3) * float(canvas.rng.uniform(0.6, 1))).astype(
        np.uint8
    )


def _hedge(canvas: _Canvas) -> None:
    corner = float(canvas.rng.uniform(0.1, 0.5))
    angles = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    round_part = unit(angles) * corner
    square = np.sign(round_part) * (0.85 - corner) + round_part
    canvas.shape(placed([square], canvas.middle, canvas.radius), canvas.look.crown_colours[0])
    for x, y in canvas.rng.uniform(-0.75, 0.75, (16, 2)):
        canvas.circle(x, y, 0.12, canvas.green())


def _wreath(canvas: _Canvas) -> None:
    for angle in np.linspace(0, 2 * np.pi, int(canvas.rng.integers(12, 26)), endpoint=False):
        x, y = 0.78 * np.cos(angle), 0.78 * np.sin(angle)
        canvas.leaf(x, y, 0.4, angle + np.pi / 2 + float(canvas.rng.normal(0, 0.4)), canvas.green())


def _bare(canvas: _Canvas) -> None:
    """Fruit alone, on a leaf or two."""
    for _ in range(int(canvas.rng.integers(0, 5))):
        canvas.leaf(
            0, 0, float(canvas.rng.uniform(0.6, 1)), float(canvas.rng.uniform(0, 6.3)), canvas.green()
        )


def _twigs(canvas: _Canvas) -> None:
    rng = canvas.rng
    for angle in np.linspace(0, 2 * np.pi, int(rng.integers(5, 10)), endpoint=False) + float(
        rng.uniform(0, 6)
    ):
        tip = unit(angle) * canvas.radius * 0.9
        path = [np.array([canvas.middle, canvas.middle + tip])]
        trace(canvas.picture, path, (90, 62, 38), 2, closed=False)
        trace(canvas.mask, path, 255, 2, closed=False)
        for at in (0.45, 0.7, 0.95):
            x, y = at * np.cos(angle), at * np.sin(angle)
            for side in (-0.7, 0.7):
                canvas.leaf(x, y, 0.3, angle + side, canvas.green())


def _stippled(canvas: _Canvas) -> None:
    for angle in canvas.rng.uniform(0, 2 * np.pi, 110):
        at = float(canvas.rng.random()) ** 0.6
        canvas.circle(
            at * np.cos(angle), at * np.sin(angle), float(canvas.rng.uniform(0.04, 0.11)), canvas.green()
        )


def _scribbled(canvas: _Canvas) -> None:
    rng = canvas.rng
    angles = np.cumsum(rng.uniform(0.4, 1.6, 60))
    at = rng.uniform(0.3, 0.95, 60) * canvas.radius
    path = [canvas.middle + unit(angles) * at[:, None]]
    thick = int(rng.integers(1, 4))
    trace(canvas.picture, path, canvas.green(), thick, closed=False)
    trace(canvas.mask, path, 255, thick, closed=False)


def _standard(canvas: _Canvas) -> None:
    """From the side: a trunk and a round top."""
    canvas.trunk(float(canvas.rng.uniform(0.08, 0.16)), 0.2, 1.15)
    canvas.circle(0, -0.15, 0.85, canvas.look.crown_colours[0])
    canvas.circle(-0.1, -0.25, 0.65, canvas.look.crown_colours[1])


def _spruce(canvas: _Canvas) -> None:
    canvas.trunk(0.1, 0.5, 1.1)
    wide = float(canvas.rng.uniform(0.75, 0.95))
    corners = np.array([[0.0, -1.1], [wide, 0.7], [-wide, 0.7]])
    canvas.shape(placed([corners], canvas.middle, canvas.radius), canvas.look.crown_colours[0])


def _basket(canvas: _Canvas) -> None:
    straw = np.array([175, 130, 75]) * canvas.rng.uniform(0.6, 1.3)
    corners = np.array([[-0.9, -0.3], [0.9, -0.3], [0.65, 0.9], [-0.65, 0.9]])
    canvas.shape(placed([corners], canvas.middle, canvas.radius), straw)
    for y in (0.0, 0.3, 0.6):
        lines = placed([np.array([[-0.8, y], [0.8, y]])], canvas.middle, canvas.radius)
        trace(canvas.picture, lines, straw * 0.6, 1, closed=False)
    for x in (-0.6, 0.0, 0.6):
        canvas.leaf(x, -0.3, 0.5, -np.pi / 2 + x, canvas.green())


def _petals(canvas: _Canvas) -> None:
    count = int(canvas.rng.integers(6, 12))
    for ring, size in ((0.6, 0.42), (0.3, 0.36)):
        for k in range(count):
            angle = 2 * np.pi * (k + ring) / count
            canvas.circle(ring * np.cos(angle), ring * np.sin(angle), size, canvas.green())


def _lollipop(canvas: _Canvas) -> None:
    canvas.trunk(0.06, 0.1, 1.2)
    angles = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    egg = np.column_stack([np.cos(angles) * 0.7, np.sin(angles) * 0.92 - 0.15])
    canvas.shape(placed([egg], canvas.middle, canvas.radius), canvas.look.crown_colours[1])
    trace(canvas.picture, placed([egg * 0.9], canvas.middle, canvas.radius), canvas.look.crown_colours[0], 2)


def _cloud(canvas: _Canvas) -> None:
    angles = np.linspace(0, 2 * np.pi, 96, endpoint=False)
    scallops = int(canvas.rng.integers(7, 14))
    radius = 0.82 + 0.16 * np.abs(np.sin(angles * scallops / 2))
    outline = unit(angles) * radius[:, None]
    canvas.shape(placed([outline], canvas.middle, canvas.radius), canvas.look.crown_colours[0])
    trace(
        canvas.picture,
        placed([outline * 0.86], canvas.middle, canvas.radius),
        canvas.look.crown_colours[1],
        2,
    )


def _tiers(canvas: _Canvas) -> None:
    canvas.trunk(0.12, 0.4, 1.15)
    for y, wide in ((0.45, 1.0), (0.0, 0.8), (-0.45, 0.55)):
        arc = np.linspace(np.pi, 2 * np.pi, 12)
        hill = np.column_stack([np.cos(arc) * wide, np.sin(arc) * 0.6 + y + 0.3])
        canvas.shape(placed([hill], canvas.middle, canvas.radius), canvas.green())


def _fronds(canvas: _Canvas) -> None:
    for k in range(int(canvas.rng.integers(8, 13))):
        angle = 2.4 * k
        bend = np.linspace(0, 1, 8)
        ray = angle + 0.5 * bend
        path = unit(ray) * (bend * 0.95)[:, None]
        back = unit(ray + 0.35) * (bend * 0.95)[:, None]
        canvas.shape(placed([np.vstack([path, back[::-1]])], canvas.middle, canvas.radius), canvas.green())


CROWNS: dict[str, Callable[[_Canvas], None]] = {
    "leafy": _leafy, "lobes": _lobes, "disc": _disc, "photo": _photo, "rings": _rings, "washes": _washes,
    "hedge": _hedge, "wreath": _wreath, "bare": _bare, "twigs": _twigs, "stippled": _stippled,
    "scribbled": _scribbled, "standard": _standard, "spruce": _spruce, "basket": _basket, "petals": _petals,
    "lollipop": _lollipop, "cloud": _cloud, "tiers": _tiers, "fronds": _fronds,
}  # fmt: skip


def _spots(rng: np.random.Generator, look: CardLook, count: int) -> Points:
    """Where the fruit hangs, in radii of the crown, no two in the same place."""
    if count == 1:
        return np.zeros((1, 2))
    if look.arrangement == "ring":
        angles = np.linspace(0, 2 * np.pi, count, endpoint=False) + float(rng.uniform(0, 6))
        return 0.58 * unit(angles)
    if look.arrangement == "rows":
        rows = 2 if count <= 8 else 3
        sizes = [len(part) for part in np.array_split(np.arange(count), rows)]
        return np.array(
            [
                ((k - (size - 1) / 2) * 1.25 / max(sizes), (row - (rows - 1) / 2) * 0.55)
                for row, size in enumerate(sizes)
                for k in range(size)
            ]
        )
    found: list[Points] = []
    least = 1.25 / np.sqrt(count)
    while len(found) < count:
        spot = rng.uniform(-0.75, 0.75, 2)
        if np.hypot(*spot) < 0.78 and all(np.hypot(*(spot - other)) > least for other in found):
            found.append(spot)
        least *= 0.985
    return np.array(found)


def draw_tree(rng: np.random.Generator, look: CardLook, fruit: str) -> tuple[Pixels, Pixels, int]:
    """A tree's picture uint8 (TREE, TREE, 3), its mask uint8 (TREE, TREE) and how many fruits it bears."""
    canvas = _Canvas(rng, look)
    CROWNS[look.crown](canvas)
    count = int(rng.integers(look.fruit_count[0], look.fruit_count[1] + 1))
    size = (
        look.fruit_size * TREE
        if count == 1
        else min(look.fruit_size * TREE, 0.62 * canvas.radius / np.sqrt(count))
    )
    spots = _spots(rng, look, count) * canvas.radius + canvas.middle
    hang = float(rng.normal(0, 0.15)) if look.arrangement == "rows" else None
    for at in spots[np.argsort(spots[:, 1])]:
        angle = hang if hang is not None else float(rng.normal(0, 0.5))
        colour = (look.fruit_colours[fruit] + rng.normal(0, 6, 3)).clip(0, 255)
        draw_fruit(
            rng,
            canvas.picture,
            canvas.mask,
            look.family,
            look.finish,
            fruit,
            colour,
            at,
            size,
            angle,
            look.stems,
        )
    return canvas.picture, canvas.mask, count
