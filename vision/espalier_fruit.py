"""What fruit are, told by all of a photo's together: those of one kind look alike in a photo, whatever the light.

The look net sees each fruit alone. Under a warm lamp it takes a lemon for an orange, which the real orange beside it
shows to be none. So a net of its own names all of a photo's fruit at once, and then all ways to name them are weighed,
by how well the colours of each kind agree with each other, and how far the kinds lie from each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from scoring.lattice import DIRECTIONS, rim_point
from vision.colours import (
    Odd,
    Palette,
    before_roll_off,
    linear_light,
    log_chromaticity,
    name_together,
    shares,
)
from vision.lattice import Cell
from vision.locate import Found
from vision.look import Looks, Pixels, log_softmax
from vision.models import open_model
from vision.observe import Quad, tile_pixel

NET = "fruit_kinds.onnx"
"""It sees a photo's fruit beside each other, and says of each which kind it is."""
MEANS = np.array([[0.133, -1.945], [-0.836, -1.352], [1.227, -1.055]])
"""The mean colours of lemons, limes and oranges over photos, as `colour_at` tells them.

This and the next two are fitted on photos of looks to learn from and to validate: `python -m training.fruit_alike`.
"""
OF_PHOTOS = np.array(
    [
        [0.117, 0.012, 0.075, 0.002, 0.096, 0.007],
        [0.012, 0.648, 0.228, 0.354, -0.2, 0.319],
        [0.075, 0.228, 0.475, 0.296, -0.086, 0.144],
        [0.002, 0.354, 0.296, 0.482, -0.155, 0.232],
        [0.096, -0.2, -0.086, -0.155, 0.313, -0.083],
        [0.007, 0.319, 0.144, 0.232, -0.083, 0.326],
    ]
)
"""How the kinds' colours differ from photo to photo, all together, for one light falls on all: their covariance."""
OF_FRUIT = np.array([[0.015, 0.003], [0.003, 0.032]])
"""The covariance of one kind's fruit in one photo."""
ODD = Odd(share=0.06, variance=1.0, veiled=0.06)
"""Fruit whose colour is another: in the shade or under a leaf; or paler, for they mirror a lamp."""
WORD, WORD_TOGETHER = 0.5, 0.6
"""How much the look net's word counts, and that of the net that sees all: they are of the colours too."""
BIASES = np.array([-0.32, 0.04, 0.28])
"""Added to the log-chances of lemons, limes and oranges that both words give together: other fruit look like lemons
where they are burnt out or in a brown light, lemons hardly like others. Fitted as colours are."""
COLOURS = 0.7
"""How much colours count beside both words, which doubt some kinds that colours alone make look sure (decision 14)."""
MOST_WAYS = 100
"""As many ways to name the fruit, the likeliest, are gone on with from fruit to fruit."""
REACH, RADIUS = 0.35, 0.11
"""In tile sides: how near to its rim point a fruit is looked for, and how far about its middle it is looked at."""
PICTURE, SPAN = 40, 0.6
"""The side of a fruit's picture in pixels and in tile sides."""
FLOOR, SMALLEST = 3e-4, 1e-6
"""The least that both words together leave to a kind, and the smallest chance that the look net's is taken for."""

Numbers = npt.NDArray[np.float64]


def rim_points(
    grid: Mapping[Cell, Quad], looks: Mapping[Cell, Looks]
) -> tuple[list[tuple[Cell, int]], Numbers, Numbers]:
    """What the tiles that meet at each rim point say of its fruit, by their looks alone.

    -> of each of N rim points one of its tiles and the direction from there, where it is (N, 2), in pixels as the grid
    is, and the chances (N, 4) of nothing, a lemon, a lime and an orange.
    """
    views: dict[Cell, list[tuple[Cell, int]]] = {}
    for cell in grid:
        for index, direction in enumerate(DIRECTIONS):
            views.setdefault(rim_point(cell, direction), []).append((cell, index))
    logs = [np.mean([looks[cell].fruit[index] for cell, index in view], 0) for view in views.values()]
    points = [
        np.mean([tile_pixel(grid, cell, DIRECTIONS[index]) for cell, index in view], 0)
        for view in views.values()
    ]
    return [view[0] for view in views.values()], np.array(points), np.exp(log_softmax(np.array(logs)))


def told_together(chances: Numbers, points: Numbers, pixels: Pixels, found: Found, side: float) -> Numbers:
    """The chances of what lies on rim points, as far as the sight of all fruit beside each other changes them.

    chances: (N, 4), of nothing, a lemon, a lime and an orange; points: (N, 2), and side, that of a tile, in working
    pixels; pixels: the working photo, uint8 RGB. The chances of nothing stay.
    """
    fruit = np.flatnonzero(chances.argmax(1) > 0)
    if not len(fruit):
        return chances
    middles = [middle_of(points[k], found, side) for k in fruit]
    named = named_together([fruit_picture(pixels, at, side) for at in middles])
    colours = np.array([colour_at(pixels, at, side) for at in middles])
    told = chances.copy()
    told[fruit, 1:] = given_colours(both_words(chances[fruit, 1:], named), colours)
    told[fruit, 1:] *= 1 - chances[fruit, :1]
    return told


def fruit_picture(pixels: Pixels, at: Numbers, side: float) -> Pixels:
    """A fruit and a little of what lies around it, uint8 (PICTURE, PICTURE, 3).

    at, side: where its middle lies, and the side of a tile, in pixels.
    """
    import cv2

    span = max(2, round(SPAN * side))
    around = cv2.getRectSubPix(pixels, (span, span), (float(at[0]), float(at[1])))
    return np.asarray(cv2.resize(around, (PICTURE, PICTURE), interpolation=cv2.INTER_AREA), np.uint8)


def named_together(pictures: Sequence[Pixels]) -> Numbers:
    """What the net says of the kinds of a photo's fruit, log-probabilities (N, 3), whichever way up they lie."""
    batch = np.array(pictures)
    ways = [np.ascontiguousarray(np.rot90(batch, quarters, (1, 2))) for quarters in range(4)]
    return log_softmax(np.mean([open_model(NET).run(way)[0] for way in ways], 0, np.float64))


def both_words(chances: Numbers, named: Numbers, biases: Numbers = BIASES) -> Numbers:
    """The chances (N, 3) of kinds that the look net gives, and what the net that sees all says (N, 3), as one."""
    words = WORD * np.log(np.maximum(chances, SMALLEST)) + WORD_TOGETHER * named
    said: Numbers = np.exp(log_softmax(words + biases))
    return said


def colour_at(pixels: Pixels, at: Numbers, side: float) -> Numbers:
    """A fruit's log-chromaticity (2,). What is colourful counts: shine, holes and paper hardly do.

    side: that of a tile; places and sizes in pixels.
    """
    import cv2

    radius = max(2, round(RADIUS * side))
    height, width = pixels.shape[:2]
    x, y = (int(np.clip(v, 0, end - 1)) for v, end in zip(at, (width, height), strict=True))
    left, top = max(0, x - radius), max(0, y - radius)
    part = pixels[top : y + radius + 1, left : x + radius + 1].astype(np.float32) / 255
    rows, columns = np.indices(part.shape[:2])
    lab = cv2.cvtColor(part, cv2.COLOR_RGB2LAB)
    weights = np.linalg.norm(lab[..., 1:], axis=2) + 1e-3
    weights *= np.hypot(columns + left - x, rows + top - y) <= radius
    light = (linear_light(part) * weights[..., None]).sum((0, 1)) / weights.sum()
    return log_chromaticity(before_roll_off(light))


def given_colours(
    chances: Numbers,
    colours: Numbers,
    means: Numbers = MEANS,
    of_photos: Numbers = OF_PHOTOS,
    of_fruit: Numbers = OF_FRUIT,
) -> Numbers:
    """The chances (N, 3) of each fruit's kinds, given what is said of each and the colours (N, 2) of all.

    A linear pool of what is said with and without colours (Stone 1961, "The opinion pool"): where both differ, colours
    are right more often than not, but not as surely as all of them together make it look.
    """
    said = np.maximum(chances, FLOOR)
    said /= said.sum(1, keepdims=True)
    ways = name_together(said, colours, [Palette(means, of_photos)], of_fruit, ODD, MOST_WAYS)
    alike = shares(ways, 3)
    fruit = np.column_stack([said, colours])
    equals = (fruit[:, None] == fruit).all(2)
    alike = equals @ alike / equals.sum(1, keepdims=True)
    told = COLOURS * alike + (1 - COLOURS) * said
    bounded: Numbers = (told + FLOOR) / (1 + 3 * FLOOR)
    return bounded


def middle_of(point: Numbers, found: Found, side: float) -> Numbers:
    """Where the fruit on a rim point lies, in working pixels: players lay them there roughly."""
    spots = np.array([spot.at for spot in found.fruit]).reshape(-1, 2)
    near = spots[np.hypot(*(spots - point).T) < REACH * side]
    return min([*near], key=lambda at: float(np.hypot(*(at - point))), default=point)
