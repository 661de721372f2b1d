"""Tile art: a ground, branches from the hub to the rim, and everything that distracts from them."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from training.looks import Look
from training.noise import (
    Colour,
    Image,
    banked_noise,
    blend,
    hsv,
    jittered,
    mixed,
    value_noise,
)

DIRECTIONS = {
    "N": (0, -1), "NE": (1, -1), "E": (1, 0), "SE": (1, 1),
    "S": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (-1, -1),
}  # fmt: skip
Path = npt.NDArray[np.float32]
"""float32 array of shape (N, 2): x and y in pixels."""
SHIFT = 4


def draw_tile(rng: np.random.Generator, look: Look, kind: str, branches: frozenset[str], side: int) -> Image:
    """The printed face of one tile, float32 of shape (side, side, 3)."""
    picture = draw_ground(rng, look, kind, side)
    _frame(look, picture, side)
    if look.art == "scenery":
        _scenery(rng, picture, side)
        return picture
    if look.corner_icon:
        _corner_icon(rng, look, picture, side)
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
    dx, dy = DIRECTIONS[direction]
    return np.array([(dx + 1) / 2 * side, (dy + 1) / 2 * side], np.float32)


# --- grounds ------------------------------------------------------------------------------------------------


def draw_ground(rng: np.random.Generator, look: Look, kind: str, side: int) -> Image:
    low, high = (jittered(rng, c, 3) for c in look.ground[kind])
    method = look.background
    base = mixed(banked_noise(rng, (side, side)), low, high)
    if method in ("flat", "gradient"):
        base[:] = (low + high) / 2
    if method == "gradient":
        angle = float(rng.uniform(0, 2 * np.pi))
        ys, xs = np.mgrid[0:side, 0:side].astype(np.float32) / side - 0.5
        base = mixed((0.5 + (xs * np.cos(angle) + ys * np.sin(angle)) * 0.8).clip(0, 1), low, high)
    if method in PATTERNS:
        mask = np.zeros((side, side), np.uint8)
        PATTERNS[method](rng, mask, side)
        away = high - low
        line = (base.mean((0, 1)) + away * look.contrast * float(rng.choice([-1.4, 1.4]))).clip(0, 255)
        if rng.random() < 0.15:
            line = hsv(float(rng.random()), 0.4, float(rng.uniform(0.2, 0.9)))
        strength = float(rng.uniform(0.25, 0.8))
        blend(base, mask.astype(np.float32) * (strength / 255), line.astype(np.float32))
    if rng.random() < 0.3:
        base += (banked_noise(rng, (side, side))[..., None] - 0.5) * float(rng.uniform(5, 30))
    return base.clip(0, 255)


def _bricks(rng: np.random.Generator, mask: npt.NDArray[np.uint8], side: int) -> None:
    rows = int(rng.integers(4, 11))
    height = side / rows
    for row in range(rows + 1):
        _line(mask, (0, row * height), (side, row * height), 1)
        offset = (row % 2) * height
        for x in np.arange(offset, side, 2 * height):
            _line(mask, (x, row * height), (x, (row + 1) * height), 1)


def _wires(rng: np.random.Generator, mask: npt.NDArray[np.uint8], side: int) -> None:
    step = side / float(rng.uniform(2, 7))
    slant = float(rng.choice([0.0, 1.0]))
    thick = int(rng.integers(1, 4))
    for at in np.arange(-2 * side, 2 * side, step):
        _line(mask, (at, 0), (at + slant * side, side), thick)
        if slant or rng.random() < 0.7:
            if slant:
                _line(mask, (at, 0), (at - slant * side, side), thick)
            else:
                _line(mask, (0, at), (side, at), thick)


def _planks(rng: np.random.Generator, mask: npt.NDArray[np.uint8], side: int) -> None:
    across = rng.random() < 0.5
    for at in np.arange(0, side, side / float(rng.uniform(2.5, 7))):
        _line(
            mask,
            (0, at) if across else (at, 0),
            (side, at) if across else (at, side),
            int(rng.integers(1, 3)),
        )
        for _ in range(3):
            start = float(rng.uniform(0, side))
            end = start + float(rng.uniform(0.1, 0.5)) * side
            off = at + float(rng.uniform(0.02, 0.2)) * side
            _line(mask, (start, off) if across else (off, start), (end, off) if across else (off, end), 1)


def _stripes(rng: np.random.Generator, mask: npt.NDArray[np.uint8], side: int) -> None:
    angle = float(rng.choice([0, np.pi / 4, np.pi / 2, rng.uniform(0, np.pi)]))
    step = side / float(rng.uniform(3, 12))
    direction = np.array([np.cos(angle), np.sin(angle)]) * side * 2
    normal = np.array([-np.sin(angle), np.cos(angle)])
    for at in np.arange(-2 * side, 2 * side, step):
        middle = normal * at + side / 2
        _line(mask, middle - direction, middle + direction, max(1, round(step * 0.4)))


def _spots(rng: np.random.Generator, mask: npt.NDArray[np.uint8], side: int) -> None:
    for _ in range(int(rng.integers(6, 60))):
        _dot(mask, rng.uniform(0, side, 2), float(rng.uniform(0.008, 0.05)) * side)


def _strokes(rng: np.random.Generator, mask: npt.NDArray[np.uint8], side: int) -> None:
    for _ in range(int(rng.integers(8, 40))):
        start = rng.uniform(0, side, 2)
        end = start + rng.normal(0, 0.15, 2) * side
        _line(mask, start, end, int(rng.integers(1, max(2, side // 24))))


def _hills(rng: np.random.Generator, mask: npt.NDArray[np.uint8], side: int) -> None:
    xs = np.linspace(0, side, 24)
    for _ in range(int(rng.integers(1, 3))):
        level = float(rng.uniform(0.35, 0.8)) * side
        ys = level + np.sin(xs / side * float(rng.uniform(3, 9)) + float(rng.uniform(0, 6))) * 0.08 * side
        outline = np.vstack([np.column_stack([xs, ys]), [[side, side], [0, side]]])
        cv2.fillPoly(mask, [_fixed(outline)], 255, cv2.LINE_AA, SHIFT)


def _rays(rng: np.random.Generator, mask: npt.NDArray[np.uint8], side: int) -> None:
    centre = rng.uniform(0.2, 0.8, 2) * side
    count = int(rng.integers(8, 20))
    for k in range(count):
        angles = np.array([k, k + 0.45]) * 2 * np.pi / count
        tips = centre + 2 * side * np.column_stack([np.cos(angles), np.sin(angles)])
        cv2.fillPoly(mask, [_fixed(np.vstack([centre, tips]))], 255, cv2.LINE_AA, SHIFT)


def _waves(rng: np.random.Generator, mask: npt.NDArray[np.uint8], side: int) -> None:
    xs = np.linspace(0, side, 40)
    period = float(rng.uniform(8, 25))
    for at in np.arange(0, side, side / float(rng.uniform(4, 10))):
        ys = at + np.sin(xs / side * period) * 0.03 * side
        cv2.polylines(
            mask, [_fixed(np.column_stack([xs, ys]))], False, 255, int(rng.integers(1, 4)), cv2.LINE_AA, SHIFT
        )


def _checks(rng: np.random.Generator, mask: npt.NDArray[np.uint8], side: int) -> None:
    step = max(4, side // int(rng.integers(4, 11)))
    ys, xs = np.mgrid[0:side, 0:side] // step
    mask[(xs + ys) % 2 == 0] = 255


def _hatching(rng: np.random.Generator, mask: npt.NDArray[np.uint8], side: int) -> None:
    for _ in range(int(rng.integers(40, 120))):
        start = rng.uniform(0, side, 2)
        _line(mask, start, start + np.array([0.06, -0.06]) * side, 1)


def _mosaic(rng: np.random.Generator, mask: npt.NDArray[np.uint8], side: int) -> None:
    cells = int(rng.integers(5, 12))
    mask[:] = cv2.resize(
        (rng.random((cells, cells)) * 255).astype(np.uint8), (side, side), interpolation=cv2.INTER_NEAREST
    )


PATTERNS = {
    "bricks": _bricks, "wires": _wires, "planks": _planks, "stripes": _stripes, "spots": _spots,
    "strokes": _strokes, "hills": _hills, "rays": _rays, "waves": _waves, "checks": _checks,
    "hatching": _hatching, "mosaic": _mosaic,
}  # fmt: skip


def _frame(look: Look, picture: Image, side: int) -> None:
    if look.frame == "none":
        return
    mask = np.zeros((side, side), np.uint8)
    insets = {"line": (0.05,), "band": (0.015,), "double": (0.03, 0.07)}[look.frame]
    thick = max(1, round(side * (0.03 if look.frame == "band" else 0.01)))
    for inset in insets:
        low, high = round(inset * side), round((1 - inset) * side)
        cv2.rectangle(mask, (low, low), (high, high), 255, thick, cv2.LINE_AA)
    blend(picture, mask.astype(np.float32) / 255, look.frame_colour)


def _corner_icon(rng: np.random.Generator, look: Look, picture: Image, side: int) -> None:
    mask = np.zeros((side, side), np.uint8)
    corner = np.array([rng.choice([0.13, 0.87]), rng.choice([0.13, 0.87])]) * side
    _blob(rng, mask, corner, 0.05 * side, int(rng.integers(3, 8)))
    blend(picture, mask.astype(np.float32) / 255, look.frame_colour)


def _scenery(rng: np.random.Generator, picture: Image, side: int) -> None:
    """Art that has nothing to do with branches: the finder of tiles must not lean on them."""
    for _ in range(int(rng.integers(2, 7))):
        mask = np.zeros((side, side), np.uint8)
        _blob(
            rng, mask, rng.uniform(0, side, 2), float(rng.uniform(0.08, 0.5)) * side, int(rng.integers(3, 12))
        )
        colour = hsv(float(rng.random()), float(rng.uniform(0, 0.9)), float(rng.uniform(0.1, 1)))
        blend(picture, mask.astype(np.float32) / 255, colour)
    mask = np.zeros((side, side), np.uint8)
    for _ in range(int(rng.integers(0, 25))):
        start = rng.uniform(0, side, 2)
        _line(mask, start, start + rng.normal(0, 0.08, 2) * side, int(rng.integers(1, 4)))
    blend(
        picture, mask.astype(np.float32) / 255, hsv(float(rng.random()), 0.3, float(rng.choice([0.1, 0.95])))
    )


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
        _dot(mask, hub, look.knot * look.width * side / 2 * 1.3)
    paint_branches(rng, look, colour, picture, mask, inner)


def _branch(
    rng: np.random.Generator,
    look: Look,
    mask: npt.NDArray[np.uint8],
    inner: npt.NDArray[np.uint8],
    path: Path,
    side: int,
) -> None:
    widths = _widths(rng, look, path, side)
    if look.branch == "segments":
        for k in range(0, len(path) - 3, 4):
            cv2.fillPoly(mask, [_fixed(ribbon(path[k : k + 4], widths[k : k + 4]))], 255, cv2.LINE_AA, SHIFT)
    elif look.branch == "double":
        normal_shift = ribbon(path, widths * 0.7)
        for half in (normal_shift[: len(path)], normal_shift[len(path) :]):
            cv2.polylines(
                mask, [_fixed(half)], False, 255, max(1, round(float(widths[0]) / 3)), cv2.LINE_AA, SHIFT
            )
    else:
        cv2.fillPoly(mask, [_fixed(ribbon(path, widths))], 255, cv2.LINE_AA, SHIFT)
        _dot(mask, path[-1], float(widths[-1]) / 2)
        _dot(mask, path[0], float(widths[0]) / 2)
    cv2.fillPoly(inner, [_fixed(ribbon(path, widths * 0.55))], 255, cv2.LINE_AA, SHIFT)
    for _ in range(rng.poisson(look.thorns)):
        at = path[int(rng.integers(4, len(path) - 2))]
        tip = at + rng.normal(0, 0.05, 2) * side
        _line(mask, at, tip, max(1, round(side * 0.012)))


def paint_branches(
    rng: np.random.Generator,
    look: Look,
    colour: Colour,
    picture: Image,
    mask: npt.NDArray[np.uint8],
    inner: npt.NDArray[np.uint8],
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
        _ellipse(mask, centre, axes, float(rng.uniform(0, 180)))
    elif style == "flower":
        for k in range(5):
            angle = k * 2 * np.pi / 5
            _dot(mask, centre + size * 0.8 * np.array([np.cos(angle), np.sin(angle)]), size * 0.6)
    else:
        _dot(mask, centre, size * 0.7)
    window = picture[y0:y1, x0:x1]
    blend(window, mask.astype(np.float32) / 255, colour)


def _pot(rng: np.random.Generator, look: Look, picture: Image, side: int, branches: frozenset[str]) -> None:
    """A pot at the tile's middle, or standing at a side that has no branch."""
    free = [d for d in ("S", "N", "E", "W") if d not in branches]
    place = np.array([0.5, 0.5])
    angle = 0.0
    if not look.pot_at_centre and free:
        direction = "S" if "S" in free else free[0]
        dx, dy = DIRECTIONS[direction]
        place += np.array([dx, dy]) * float(rng.uniform(0.2, 0.32))
        angle = {"S": 0, "W": 90, "N": 180, "E": 270}[direction]
    width, height = float(rng.uniform(0.09, 0.17)), float(rng.uniform(0.08, 0.16))
    outline = np.array([[-width, -height], [width, -height], [width * 0.7, height], [-width * 0.7, height]])
    rim = np.array([[-1.15, -1.0], [1.15, -1.0], [1.15, -0.6], [-1.15, -0.6]]) * (width, height)
    turn = np.deg2rad(angle)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    mask = np.zeros((side, side), np.uint8)
    cv2.fillPoly(mask, [_fixed((outline @ matrix.T + place) * side)], 255, cv2.LINE_AA, SHIFT)
    blend(picture, mask.astype(np.float32) / 255, look.pot_colour)
    mask[:] = 0
    cv2.fillPoly(mask, [_fixed((rim @ matrix.T + place) * side)], 255, cv2.LINE_AA, SHIFT)
    blend(picture, mask.astype(np.float32) / 255, look.pot_colour * float(rng.uniform(0.6, 1.0)))


# --- strokes with sub-pixel ends ----------------------------------------------------------------------------


def _fixed(points: npt.ArrayLike) -> npt.NDArray[np.int32]:
    return np.round(np.asarray(points, np.float64) * (1 << SHIFT)).astype(np.int32)


def _line(mask: npt.NDArray[np.uint8], start: npt.ArrayLike, end: npt.ArrayLike, thick: int) -> None:
    first, last = _fixed(start), _fixed(end)
    cv2.line(mask, first.tolist(), last.tolist(), 255, thick, cv2.LINE_AA, SHIFT)


def _dot(mask: npt.NDArray[np.uint8], centre: npt.ArrayLike, radius: float) -> None:
    cv2.circle(
        mask, _fixed(centre).tolist(), max(1, round(radius * (1 << SHIFT))), 255, -1, cv2.LINE_AA, SHIFT
    )


def _ellipse(
    mask: npt.NDArray[np.uint8], centre: npt.ArrayLike, axes: tuple[float, float], angle: float
) -> None:
    sizes = tuple(max(1, round(a * (1 << SHIFT))) for a in axes)
    cv2.ellipse(mask, _fixed(centre).tolist(), sizes, angle, 0, 360, 255, -1, cv2.LINE_AA, SHIFT)


def _blob(
    rng: np.random.Generator, mask: npt.NDArray[np.uint8], centre: npt.ArrayLike, radius: float, corners: int
) -> None:
    angles = np.sort(rng.uniform(0, 2 * np.pi, corners))
    radii = radius * rng.uniform(0.5, 1.0, corners)
    points = np.asarray(centre) + np.column_stack([np.cos(angles), np.sin(angles)]) * radii[:, None]
    cv2.fillPoly(mask, [_fixed(points)], 255, cv2.LINE_AA, SHIFT)
