"""Tile art: a ground, branches from the hub to the rim, and everything that distracts from them."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from scoring.lattice import STEP
from training.grounds import draw_corner_icon, draw_frame, draw_ground, draw_scenery
from training.looks import Look
from training.noise import Colour, Image, banked_noise, blend, jittered, value_noise
from training.strokes import SHIFT, Mask, dot, ellipse, fixed, line

Path = npt.NDArray[np.float32]
"""float32 array of shape (N, 2): x and y in pixels."""


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
    _branches(rng, look, look.branch_colours[kind], picture, paths, hub, side)
    if not behind:
        _decorate(rng, look, kind, picture, paths, side)
    if kind == "pot" and not behind:
        _pot(rng, look, picture, side, branches)
    return picture


def rim_point(direction: str, side: int) -> npt.NDArray[np.float32]:
    dx, dy = STEP[direction]
    return np.array([(dx + 1) / 2 * side, (dy + 1) / 2 * side], np.float32)


# --- branches -----------------------------------------------------------------------------------------------


def branch_path(
    rng: np.random.Generator,
    look: Look,
    hub: npt.NDArray[np.float32],
    rim: npt.NDArray[np.float32],
    side: int,
) -> Path:
    """A wavy, bowed line from the hub to the rim."""
    t = np.linspace(0, look.reach, 24, dtype=np.float32)
    along = rim - hub
    normal = np.array([-along[1], along[0]], np.float32) / max(float(np.hypot(*along)), 1e-6)
    bow = float(rng.normal(0, look.bow)) * np.sin(np.pi * t)
    phase, turns = float(rng.uniform(0, 6.3)), float(rng.uniform(1.0, 3.5))
    wave = look.wave * np.sin(phase + 2 * np.pi * turns * t) * np.sin(np.pi * t.clip(0, 1))
    return (hub + t[:, None] * along + ((bow + wave) * side)[:, None] * normal).astype(np.float32)


def _widths(rng: np.random.Generator, look: Look, path: Path, side: int) -> npt.NDArray[np.float32]:
    t = np.linspace(0, 1, len(path), dtype=np.float32)
    widths = look.width * side * (1 - look.taper * t)
    if look.branch in ("bumpy", "taper", "textured"):
        widths = widths * (1 + 0.35 * (rng.random(len(path), dtype=np.float32) - 0.5))
    return np.maximum(widths, 1.5).astype(np.float32)


def ribbon(path: Path, widths: npt.NDArray[np.float32]) -> Path:
    """The outline of a line of changing width."""
    tangent = np.gradient(path, axis=0)
    normal = np.column_stack([-tangent[:, 1], tangent[:, 0]])
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-6)
    half = widths[:, None] / 2
    return np.vstack([path + normal * half, (path - normal * half)[::-1]]).astype(np.float32)


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
        _branch(rng, look, mask, inner, path, side)
    if look.knot and paths:
        dot(mask, hub, look.knot * look.width * side / 2 * 1.3)
    paint_branches(rng, look, colour, picture, mask, inner)


def _branch(
    rng: np.random.Generator,
    look: Look,
    mask: Mask,
    inner: Mask,
    path: Path,
    side: int,
) -> None:
    widths = _widths(rng, look, path, side)
    if look.branch == "segments":
        for k in range(0, len(path) - 3, 4):
            cv2.fillPoly(mask, [fixed(ribbon(path[k : k + 4], widths[k : k + 4]))], 255, cv2.LINE_AA, SHIFT)
    elif look.branch == "double":
        normal_shift = ribbon(path, widths * 0.7)
        for half in (normal_shift[: len(path)], normal_shift[len(path) :]):
            cv2.polylines(
                mask, [fixed(half)], False, 255, max(1, round(float(widths[0]) / 3)), cv2.LINE_AA, SHIFT
            )
    else:
        cv2.fillPoly(mask, [fixed(ribbon(path, widths))], 255, cv2.LINE_AA, SHIFT)
        dot(mask, path[-1], float(widths[-1]) / 2)
        dot(mask, path[0], float(widths[0]) / 2)
    cv2.fillPoly(inner, [fixed(ribbon(path, widths * 0.55))], 255, cv2.LINE_AA, SHIFT)
    for _ in range(rng.poisson(look.thorns)):
        at = path[int(rng.integers(4, len(path) - 2))]
        tip = at + rng.normal(0, 0.05, 2) * side
        line(mask, at, tip, max(1, round(side * 0.012)))


def paint_branches(
    rng: np.random.Generator,
    look: Look,
    colour: Colour,
    picture: Image,
    mask: Mask,
    inner: Mask,
) -> None:
    """Colour the masked branches the way that the look does; also used for the graft side of a token."""
    field = mask.astype(np.float32) / 255
    inside = inner.astype(np.float32) / 255
    if look.branch == "outlined":
        blend(picture, field, look.outline)
        blend(picture, inside, colour)
    elif look.branch == "shaded":
        blend(picture, field, colour)
        shifted = np.roll(inside, (-2, -2), (0, 1))
        blend(picture, shifted * 0.5, (colour * 0.5 + 110).clip(0, 255).astype(np.float32))
    elif look.branch == "chalk":
        grain = (banked_noise(rng, mask.shape[:2]) > 0.42).astype(np.float32)
        blend(picture, field * (0.35 + 0.65 * grain), colour)
    elif look.branch == "textured":
        grain = value_noise(rng, mask.shape[:2], (mask.shape[0] / 5, mask.shape[1] / 5))
        blend(picture, field, (colour + (grain[..., None] - 0.5) * 70).clip(0, 255).astype(np.float32))
    else:
        blend(picture, field, colour)


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
            dot(mask, centre + size * 0.8 * np.array([np.cos(angle), np.sin(angle)]), size * 0.6)
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
    turn = np.deg2rad(angle)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    mask = np.zeros((side, side), np.uint8)
    cv2.fillPoly(mask, [fixed((outline @ matrix.T + place) * side)], 255, cv2.LINE_AA, SHIFT)
    blend(picture, mask.astype(np.float32) / 255, look.pot_colour)
    mask[:] = 0
    cv2.fillPoly(mask, [fixed((rim @ matrix.T + place) * side)], 255, cv2.LINE_AA, SHIFT)
    blend(picture, mask.astype(np.float32) / 255, look.pot_colour * float(rng.uniform(0.6, 1.0)))
