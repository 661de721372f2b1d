"""Tile art: a ground, branches from the hub to the rim, and everything that distracts from them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from scoring.lattice import STEP
from training.branches import branch_path, draw_branch, paint_branches, rim_point
from training.grounds import draw_corner_icon, draw_frame, draw_ground, draw_scenery
from training.looks import Look
from training.noise import Colour, Image, blend, jittered
from training.ornaments import draw_caps, draw_extras, draw_hub
from training.paths import Path
from training.strokes import dot, ellipse, filled, turned, unit


def draw_tile(rng: np.random.Generator, look: Look, kind: str, branches: frozenset[str], side: int) -> Image:
    """The printed face of one tile, float32 of shape (side, side, 3)."""
    picture = draw_ground(rng, look, kind, side)
    draw_frame(look, picture, side)
    if look.art == "scenery":
        draw_scenery(rng, picture, side)
        return picture
    if look.corner_icon:
        draw_corner_icon(rng, look, picture, side)
    hub = np.array([side / 2, side / 2], np.float32) + rng.normal(0, look.hub_jitter * side, 2).clip(
        -0.13 * side, 0.13 * side
    ).astype(np.float32)
    paths = {d: branch_path(rng, look, hub, rim_point(d, side), side) for d in sorted(branches)}
    behind = rng.random() < 0.3
    if kind == "pot" and behind:
        _pot(rng, look, picture, side, branches)
    if behind:
        _decorate(rng, look, kind, picture, paths, side)
    draw_extras(rng, look, kind, picture, list(paths.values()), over=False)
    _branches(rng, look, look.branch_colours[kind], picture, paths, hub, side)
    draw_extras(rng, look, kind, picture, list(paths.values()), over=True)
    if not behind:
        _decorate(rng, look, kind, picture, paths, side)
    if kind == "pot" and not behind:
        _pot(rng, look, picture, side, branches)
    return picture


# --- branches -----------------------------------------------------------------------------------------------


def _branches(
    rng: np.random.Generator,
    look: Look,
    colour: Colour,
    picture: Image,
    paths: dict[str, Path],
    hub: npt.NDArray[np.float32],
    side: int,
) -> None:
    mask = np.zeros((side, side), np.uint8)
    inner = np.zeros((side, side), np.uint8)
    for path in paths.values():
        draw_branch(rng, look, mask, inner, path, side)
    if look.knot and paths:
        dot(mask, hub, look.knot * look.width * side / 2 * 1.3)
    paint_branches(rng, look, colour, picture, mask, inner)
    if paths and look.cap != "none":
        draw_caps(rng, look, colour, picture, list(paths.values()))
    if paths and look.hub != "none":
        draw_hub(rng, look, colour, picture, hub)


# --- what distracts -----------------------------------------------------------------------------------------


def _decorate(
    rng: np.random.Generator, look: Look, kind: str, picture: Image, paths: dict[str, Path], side: int
) -> None:
    if look.decoration == "none":
        return
    anywhere = look.decoration == "scattered" or not paths
    styles = {
        "leaves": ("leaf",),
        "blossoms": ("flower",),
        "dots": ("dot",),
        "mixed": ("leaf", "flower", "dot"),
    }
    for _ in range(int(rng.integers(0, look.leaf_count + 1))):
        if anywhere:
            at = rng.uniform(0, side, 2)
        else:
            path = paths[str(rng.choice(list(paths)))]
            at = path[int(rng.integers(len(path)))] + rng.normal(0, 0.04, 2) * side
        style = str(rng.choice(styles.get(look.decoration, ("leaf", "dot"))))
        _ornament(rng, picture, at, style, look.leaf_size * side, jittered(rng, look.leaf_colours[kind], 12))


def _ornament(
    rng: np.random.Generator,
    picture: Image,
    at: npt.NDArray[np.float64],
    style: str,
    size: float,
    colour: Colour,
) -> None:
    size *= float(rng.uniform(0.6, 1.4))
    reach = int(size * 2.5) + 3
    left, top = int(at[0]) - reach, int(at[1]) - reach
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + 2 * reach, picture.shape[1]), min(top + 2 * reach, picture.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    centre = np.asarray(at) - (x0, y0)
    if style == "leaf":
        axes = (size * 1.5, size * float(rng.uniform(0.4, 0.9)))
        ellipse(mask, centre, axes, float(rng.uniform(0, 180)))
    elif style == "flower":
        for k in range(5):
            angle = k * 2 * np.pi / 5
            dot(mask, centre + size * 0.8 * unit(angle), size * 0.6)
    else:
        dot(mask, centre, size * 0.7)
    window = picture[y0:y1, x0:x1]
    blend(window, mask.astype(np.float32) / 255, colour)


def _pot(rng: np.random.Generator, look: Look, picture: Image, side: int, branches: frozenset[str]) -> None:
    """A pot at the tile's middle, or standing at a side that has no branch."""
    free = [d for d in ("S", "N", "E", "W") if d not in branches]
    place = np.array([0.5, 0.5])
    angle = 0.0
    if not look.pot_at_centre and free:
        direction = "S" if "S" in free else free[0]
        dx, dy = STEP[direction]
        place += np.array([dx, dy]) * float(rng.uniform(0.2, 0.32))
        angle = {"S": 0, "W": 90, "N": 180, "E": 270}[direction]
    width, height = float(rng.uniform(0.09, 0.17)), float(rng.uniform(0.08, 0.16))
    outline = np.array([[-width, -height], [width, -height], [width * 0.7, height], [-width * 0.7, height]])
    rim = np.array([[-1.15, -1.0], [1.15, -1.0], [1.15, -0.6], [-1.15, -0.6]]) * (width, height)
    matrix = turned(np.deg2rad(angle))
    mask = np.zeros((side, side), np.uint8)
    filled(mask, (outline @ matrix.T + place) * side)
    blend(picture, mask.astype(np.float32) / 255, look.pot_colour)
    mask[:] = 0
    filled(mask, (rim @ matrix.T + place) * side)
    blend(picture, mask.astype(np.float32) / 255, look.pot_colour * float(rng.uniform(0.6, 1.0)))
