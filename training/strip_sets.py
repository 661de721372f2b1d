"""What lies along branches, of one printing at a time, drawn without a scene: what a net learns to compare.

    python -m training.strip_sets OUT.npz --sets 8000 --seed 300

The file holds `strips`, uint8 (S, 12, 32, 56, 3) RGB: of each set three graft sides, three prune sides, three bare
branches and three places without any, of one look in one photo, cut out as the reader cuts them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import numpy.typing as npt
import typer

from scoring.lattice import STEP
from training.camera import draw_sensor, draw_tint, saved
from training.collage import any_colour
from training.fruit import draw_fruit
from training.hands import any_sloppiness, lay_strip
from training.looks import KINDS, Look, collaged, draw_look
from training.noise import Colour, Field, Image
from training.scenes import ART_SIDE
from training.strips import draw_strip
from training.strokes import turned, unit
from training.tiles import draw_tile
from training.tokens import FRUITS, Sprite
from vision.espalier_strips import ACROSS, ALONG, START, TILE

OF_A_SORT = 3
SORTS = tuple(sort for sort in ("graft", "prune", "branch", "none") for _ in range(OF_A_SORT))
COLLAGED = 0.35
"""The share of sets with strips that nobody drew: see `training.collage`."""
FRUITFUL = 0.2
"""The share of branches at whose end a fruit lies."""
EDGE = 16
"""Pixels drawn beyond each edge of the picture, so that blur and turns have something to take in."""
SHAPE = (ACROSS + 2 * EDGE, ALONG + 2 * EDGE)
COARSEST, FINEST = 55.0, 330.0
"""The fewest and the most pixels that a tile's side takes in these photos."""
POSE = np.zeros(2), np.eye(2)
"""Where the tile lies, and how it is turned, as in `training.hands.Poses`."""
FACES = np.linspace(0, 0.9, 4)
"""Where between its foot and its face the edge of a strip is drawn, in shares of its height."""
STEEPEST = 0.8
"""The most that a photo's slant moves what lies a unit higher, in units: the tangent of 39 degrees."""
Strips = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float64]
Spot = tuple[Image, str, str]
"""A tile's art, a direction on it, and the tile's kind."""


@dataclass(frozen=True, eq=False)
class Taken:
    """How tokens were laid, and how one photo shows them.

    sloppy: as `training.hands.lay_strip` takes it. lean, shade: (2,), where a unit of height is seen, and where its
    shadow falls; depth: how dark shadows are; edge: the colour of their edges.
    """

    sloppy: float
    lean: Points
    shade: Points
    depth: float
    edge: Colour


def draw_set(rng: np.random.Generator, group: str = "train") -> Strips:
    """A set (12, 32, 56, 3) of one random look, in one random photo."""
    look = draw_look(rng, group)
    if group == "train" and rng.random() < COLLAGED:
        look = collaged(rng, look)
    spots, taken = _spots(rng, look), draw_taken(rng, look)
    return photographed(rng, [_along(rng, look, sort, spots, taken) for sort in SORTS])


def draw_taken(rng: np.random.Generator, look: Look) -> Taken:
    """By players more and less careful, from straight above or from the side, under any lamp."""
    return Taken(
        sloppy=any_sloppiness(rng),
        lean=unit(float(rng.uniform(0, 2 * np.pi)))
        * float(rng.choice([0.1, 1.0]) * rng.uniform(0, STEEPEST)),
        shade=rng.normal(0, 1, 2) * float(rng.uniform(0.1, 1.0)),
        depth=float(rng.uniform(0.1, 0.6)),
        edge=look.edge_colour if rng.random() < 0.5 else any_colour(rng),
    )


def _spots(rng: np.random.Generator, look: Look) -> dict[bool, list[Spot]]:
    """The directions of one or two tiles, by whether a branch is printed there."""
    spots: dict[bool, list[Spot]] = {True: [], False: []}
    for kind in rng.choice(KINDS, 1 + int(rng.random() < 0.4)).tolist():
        branches = frozenset(rng.choice(list(STEP), int(rng.integers(3, 6)), replace=False).tolist())
        art = np.ascontiguousarray(draw_tile(rng, look, kind, branches, ART_SIDE), np.float32)
        for direction in STEP:
            spots[direction in branches].append((art, direction, kind))
    return spots


def _along(
    rng: np.random.Generator, look: Look, sort: str, spots: dict[bool, list[Spot]], taken: Taken
) -> Image:
    """What lies along a branch, or where one could be, float32 (*SHAPE, 3)."""
    printed = spots[sort in ("prune", "branch")]
    art, direction, kind = printed[int(rng.integers(len(printed)))]
    picture = cut_out(rng, look, art, direction, kind)
    if sort in ("graft", "prune"):
        picture = lay_on(rng, look, picture, sort, kind, direction, taken)
    return _with_fruit(rng, look, picture, direction) if rng.random() < FRUITFUL else picture


def cut_out(rng: np.random.Generator, look: Look, art: Image, direction: str, kind: str) -> Image:
    """The part of a tile's art (side, side, 3) that the reader looks at, found nearly in place: float32 (*SHAPE, 3).

    Beyond the tile lies another like it, or something plain.
    """
    ahead = np.array(STEP[direction]) / np.hypot(*STEP[direction])
    ahead = turned(float(rng.normal(0, 0.065))) @ ahead
    across = np.array([-ahead[1], ahead[0]])
    scale = ART_SIDE / TILE * float(np.exp(rng.normal(0, 0.025)))
    middle = (0.5 + rng.normal(0, 0.015, 2)) * ART_SIDE
    corner = middle + ahead * (START * ART_SIDE - EDGE * scale) - across * ((ACROSS - 1) / 2 + EDGE) * scale
    placed = np.column_stack([ahead * scale, across * scale, corner])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    if rng.random() < 0.5:
        return cv2.warpAffine(art, placed, SHAPE[::-1], flags=flags, borderMode=cv2.BORDER_WRAP)
    one, other = look.ground[kind]
    plain = one + (other - one) * float(rng.random()) if rng.random() < 0.4 else rng.uniform(0, 255, 3)
    return cv2.warpAffine(art, placed, SHAPE[::-1], flags=flags, borderValue=plain.tolist())


def lay_on(
    rng: np.random.Generator, look: Look, ground: Image, side: str, kind: str, direction: str, taken: Taken
) -> Image:
    """What `cut_out` shows, with a graft or prune token on it, where the reader would look for it."""
    long, wide = round(look.strip_length * ART_SIDE), round(look.strip_width * ART_SIDE)
    strip = draw_strip(rng, look, side, kind, long, wide)
    # The picture's x runs along the branch, whichever it is.
    to_picture = turned(-float(np.arctan2(*STEP[direction][::-1])))
    at, turn = lay_strip(rng, look, POSE, direction, taken.sloppy)
    foot, size = to_picture @ at, to_picture @ turn * float(np.exp(rng.normal(0, 0.025)))
    lean, shade = (strip.height * (to_picture @ way) for way in (taken.lean, taken.shade))
    _, shadow = _placed(strip, foot + shade, size)
    shown = ground * (1 - taken.depth * cv2.GaussianBlur(shadow[..., 0], (0, 0), 1.5)[..., None])
    for share in FACES:
        _, mask = _placed(strip, foot + share * lean, size)
        shown = shown * (1 - mask) + 0.8 * taken.edge * mask
    picture, mask = _placed(strip, foot + lean, size)
    return np.asarray(shown * (1 - mask) + picture * mask, np.float32)


def _with_fruit(rng: np.random.Generator, look: Look, ground: Image, direction: str) -> Image:
    """The same with a fruit at the branch's end."""
    side = max(6, round(look.fruit_radius * 2 * ART_SIDE))
    fruit = draw_fruit(rng, look, str(rng.choice(FRUITS)), side)
    reach = float(np.hypot(*STEP[direction])) / 2
    at = np.array([reach, 0.0]) + rng.normal(0, 0.03, 2)
    picture, mask = _placed(fruit, at, np.eye(2))
    return np.asarray(ground * (1 - mask) + picture * mask, np.float32)


def _placed(sprite: Sprite, at: Points, turn: Points) -> tuple[Image, Field]:
    """A token's picture and mask (*SHAPE, 3 and 1), its middle (2,) so far along and across the branch, in sides."""
    high, wide = sprite.mask.shape
    middle = (at - [START, 0.0]) * TILE + [0.0, (ACROSS - 1) / 2] + EDGE
    matrix = turn * TILE / ART_SIDE
    placed = np.column_stack([matrix, middle - matrix @ np.array([(wide - 1) / 2, (high - 1) / 2])])
    picture = cv2.warpAffine(sprite.picture, placed, SHAPE[::-1], borderMode=cv2.BORDER_REPLICATE)
    mask = cv2.warpAffine(sprite.mask, placed, SHAPE[::-1])[..., None].clip(0, 1)
    return np.asarray(picture, np.float32), np.asarray(mask, np.float32)


def photographed(rng: np.random.Generator, pictures: list[Image]) -> Strips:
    """The strips (N, 32, 56, 3) as one phone shows them, each where the table is a little lighter or darker."""
    side = float(np.exp(rng.uniform(np.log(COARSEST), np.log(FINEST))))
    sensor = draw_sensor(rng, *SHAPE)
    share = min(1.0, side / TILE)  # coarser photos are made smaller and enlarged again; finer ones blur less
    fine = min(1.0, TILE / side)
    sensor = replace(
        sensor,
        blur=sensor.blur * fine,
        noise=sensor.noise * fine,
        motion=sensor.motion if side < TILE else None,
    )
    tint = draw_tint(rng, 0.1)
    gain = float(np.exp(rng.normal(0, 0.4)))
    uneven = float(rng.choice([0.05, 0.15, 0.3]))
    size = (max(8, round(SHAPE[1] * share)), max(6, round(SHAPE[0] * share)))
    shown = []
    for picture in pictures:
        light = gain * np.exp(rng.normal(0, uneven)) * tint * (1 + rng.normal(0, 0.03, 3))
        lit = picture * (light * _field(rng)[..., None]).astype(np.float32)
        if rng.random() < 0.06:  # glare
            lit += float(rng.uniform(20, 150))
        small = cv2.resize(lit, size, interpolation=cv2.INTER_AREA)
        taken = saved(small, replace(sensor, grain_at=tuple(rng.integers(0, 1500, 2).tolist())))
        shown.append(cv2.resize(taken, SHAPE[::-1])[EDGE:-EDGE, EDGE:-EDGE])
    return np.array(shown, np.uint8)


def _field(rng: np.random.Generator) -> Field:
    """How light lies on a strip: a slope, and sometimes the edge of a shadow."""
    xs, ys = np.meshgrid(np.linspace(-0.5, 0.5, SHAPE[1]), np.linspace(-0.5, 0.5, SHAPE[0]))
    field = 1 + float(rng.normal(0, 0.12)) * xs + float(rng.normal(0, 0.12)) * ys
    if rng.random() < 0.12:
        way = turned(float(rng.uniform(0, 2 * np.pi)))[0]
        beyond = way[0] * xs + way[1] * ys - float(rng.uniform(-0.4, 0.4))
        field *= 1 - float(rng.uniform(0.15, 0.5)) / (1 + np.exp(-beyond * float(rng.uniform(10, 80))))
    return np.asarray(field, np.float32)


def main(
    out: Path,
    sets: Annotated[int, typer.Option(help="How many sets of twelve strips.")] = 8_000,
    group: Annotated[str, typer.Option(help="Drawing methods: train or validation.")] = "train",
    seed: Annotated[int, typer.Option(help="Of all that is drawn by lot.")] = 300,
) -> None:
    """Draw the sets, some 25 a second."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    np.savez(out, strips=np.stack([draw_set(rng, group) for _ in range(sets)]))


if __name__ == "__main__":
    typer.run(main)
