"""What is printed on the faces of dice: pips in many forms, and leaf marks that are none."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from training.orchard.fruits import FAMILIES, SILHOUETTES, fill, leaf, placed, trace
from training.orchard.looks import DiceLook
from training.strokes import Mask, around, dot, unit

FACE = 96
"""Pixels along a face's picture."""
Points = npt.NDArray[np.float64]
Picture = npt.NDArray[np.float32]
ORDINARY = (1, 2, 3, 4, 5, 6)
CUSTOM = (1, 3, 6, 10)


def pip_places(look: DiceLook, value: int) -> Points:
    """Where the pips of a face are: (value, 2), the face being from -1 to 1."""
    half = 0.5 * look.spread
    corners = [(-half, -half), (half, half), (half, -half), (-half, half)]
    if value == 10:
        return _rows([int(count) for count in look.ten.split("-")]) * look.spread
    if value == 6 and look.six == "ring":
        angles = np.arange(6) * np.pi / 3
        return unit(angles) * half * 1.15
    if value == 6 and look.six == "triangle":
        return _rows([1, 2, 3]) * look.spread
    spots = {
        0: [], 1: [(0, 0)], 2: corners[:2], 3: [*corners[:2], (0, 0)], 4: corners, 5: [*corners, (0, 0)],
        6: [*corners, (-half, 0), (half, 0)],
    }[value]  # fmt: skip
    return np.array(spots, np.float64).reshape(-1, 2)


def _rows(sizes: list[int]) -> Points:
    """Rows of pips, centred."""
    wide, high = 1.2 / max(max(sizes) - 1, 1), 1.2 / (len(sizes) - 1)
    return np.array(
        [
            ((k - (size - 1) / 2) * min(wide, 0.5), (row - (len(sizes) - 1) / 2) * min(high, 0.5))
            for row, size in enumerate(sizes)
            for k in range(size)
        ]
    )


class _Face:
    """Colour and cover, float32 (FACE, FACE, 4) with the cover 0 to 1 last."""

    def __init__(self) -> None:
        self.picture: Picture = np.zeros((FACE, FACE, 4), np.float32)

    def ink(self, mask: Mask, colour: npt.ArrayLike, strength: float = 1.0) -> None:
        cover = (mask.astype(np.float32) / 255 * strength)[..., None]
        own, below = self.picture[..., :3], self.picture[..., 3:]
        total = cover + below * (1 - cover)
        own[:] = (np.asarray(colour, np.float32) * cover + own * below * (1 - cover)) / np.maximum(
            total, 1e-6
        )
        below[:] = total


def _mask() -> Mask:
    return np.zeros((FACE, FACE), np.uint8)


def _disc(at: Points, radius: float) -> Mask:
    mask = _mask()
    dot(mask, at, radius)
    return mask


def _diamond(at: Points, radius: float, corners: int, turn: float) -> Mask:
    mask = _mask()
    fill(mask, [around(corners, turn) * radius + at], 255)
    return mask


def _draw_pip(
    rng: np.random.Generator, look: DiceLook, face: _Face, fruit: str, at: Points, radius: float, family: str
) -> None:
    colour, method = look.pip_colours[fruit], look.pip
    if method in ("disc", "dimple", "ring", "dotted", "bead", "inlay"):
        mask = _disc(at, radius)
        face.ink(mask, colour)
        if method == "dimple":
            face.ink(mask - np.minimum(mask, _disc(at + radius * 0.22, radius)), colour * 0.55, 0.8)
        elif method == "ring":
            face.ink(_disc(at, radius * 0.55), look.colours[fruit])
        elif method == "dotted":
            face.ink(_disc(at, radius * 0.3), look.colours[fruit] * 0.7)
        elif method == "bead":
            face.ink(_disc(at - radius * 0.3, radius * 0.35), 255 - (255 - colour) * 0.35)
            face.ink(_disc(at + radius * 0.25, radius * 0.5), colour * 0.8, 0.5)
        elif method == "inlay":
            face.ink(_disc(at, radius * 0.78), (colour + look.colours[fruit]) / 2)
            face.ink(_disc(at, radius * 0.55), colour)
    elif method in ("square", "lozenge"):
        face.ink(_diamond(at, radius * 1.2, 4, np.pi / 4 if method == "square" else 0.0), colour)
    else:
        kind = fruit if fruit in ("apple", "pear", "plum") else "apple"
        shapes = placed(SILHOUETTES[family](kind, rng), at, radius * 1.05, float(rng.normal(0, 0.1)))
        mask = _mask()
        fill(mask, shapes, 255)
        stalk = [at + np.array([[0, -radius], [radius * 0.3, -radius * 1.35]])]
        if method in ("berry", "harvest", "outlined_fruit") or rng.random() < 0.5:
            trace(mask, stalk, 255, max(1, round(radius * 0.25)), closed=False)
        face.ink(mask, colour)
        if method == "outlined_fruit":
            rim = _mask()
            trace(rim, shapes, 255, 2)
            face.ink(rim, look.colours[fruit] * 0.5)
        elif method == "harvest":
            face.ink(_disc(at + radius * np.array([-0.3, 0.1]), radius * 0.25), 255 - (255 - colour) * 0.4)
        elif method == "berry":
            face.ink(_disc(at + radius * 0.3, radius * 0.3), colour * 0.75, 0.6)


def draw_face(rng: np.random.Generator, look: DiceLook, group: str, fruit: str, value: int) -> Picture:
    """One face's picture over the body: float32 (FACE, FACE, 4), colour and cover; `value` 0 is a blank one."""
    face = _Face()
    places = pip_places(look, value)
    size = {10: 0.135, 6: 0.165}.get(value, 0.18) * look.pip_size
    if value > 1:  # pips never touch: two that do are one for the eye
        gaps = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1)) + 9 * np.eye(len(places))
        size = min(size, 0.38 * float(gaps.min()))
    elif value == 1 and not look.ordinary:
        size *= float(rng.uniform(1.0, 1.6))
    family = str(rng.choice(FAMILIES[group]))
    for _ in range(int(rng.poisson(look.leaves * (1.5 if value == 0 else 0.6)))):
        _draw_leaf(rng, look, face, places, big=value == 0)
    for x, y in places:
        at = (np.array([x, y]) + 1) * FACE / 2
        _draw_pip(rng, look, face, fruit, at, size * FACE / 2, family)
    return face.picture


def _draw_leaf(rng: np.random.Generator, look: DiceLook, face: _Face, places: Points, big: bool) -> None:
    """A leaf mark between the pips."""
    size = float(rng.uniform(0.25, 0.5)) * (1.6 if big else 1.0)
    for _ in range(8):
        at = rng.uniform(-0.7, 0.7, 2)
        if all(np.hypot(*(at - place)) > 0.3 for place in places):
            shape = placed(
                [leaf(1, 0.45) - (0.5, 0)], (at + 1) * FACE / 2, size * FACE / 2, float(rng.uniform(0, 6.3))
            )
            mask = _mask()
            fill(mask, shape, 255)
            face.ink(mask, look.leaf_colour)
            return


def sides_of(rng: np.random.Generator, look: DiceLook, top: int) -> tuple[int, ...]:
    """The values on a die's faces when `top` lies uppermost: top, bottom, then the four sides in turn."""
    if look.ordinary:
        ring = [v for v in (1, 2, 3, 4, 5, 6) if v not in (top, 7 - top)]
        first, second = ring[0], ring[1]  # opposite faces add up to seven
        sides = [first, second, 7 - first, 7 - second]
        if look.mirrored:
            sides.reverse()
        start = int(rng.integers(4))
        return (top, 7 - top, *sides[start:], *sides[:start])
    others = [v for v in CUSTOM if v != top]
    extra = [int(rng.choice([0, 0, 1, 3, 6, 10])) for _ in range(2)]
    rest = [int(v) for v in rng.permutation([*others, *extra])]
    return (top, *rest)


def printed_face(look: DiceLook, value: int) -> int:
    """The pips that stand for a value."""
    return look.ten_face if look.ordinary and value == 10 else value


def value_of(look: DiceLook, pips: int) -> int | None:
    """The value that the pips of a top face stand for; None where a player would not show them."""
    return next((value for value in CUSTOM if printed_face(look, value) == pips), None)
