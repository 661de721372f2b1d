"""Prune sides with a gardener's tool in its own colours, among leaves: a blade of metal, a handle, a rivet.

Or with any other tool, put together at random as grafts are, but that it ends before its strip does.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from training.collage import any_colour
from training.looks import Look
from training.noise import Colour, Image, blend, hsv, jittered
from training.scions import put_together
from training.strokes import SHIFT, Mask, blob, dot, ellipse, filled, fixed, turned
from training.tokens import share

LONGEST = 0.65
"""How much of a strip a thing runs along at most: one from end to end may be a branch."""

Points = npt.NDArray[np.float64]


def _among_leaves(draw: Callable[[np.random.Generator, Mask, Mask, Mask], None]) -> Callable[..., None]:
    """A prune side with a tool whose blade, handle and rivets `draw` puts into masks, pointing to the left.

    A printing has one tool, and every other one has the same leaves about it on all strips.
    """

    def drawn(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
        of_look = _set_out(rng, look, kind, picture)
        wide, long = picture.shape[:2]
        high = float(of_look.uniform(0.5, 0.85)) * wide
        reach = min(float(of_look.uniform(2.2, 3.6)) * high, LONGEST * long)
        blade, handle, rivets = (np.zeros((96, 288), np.uint8) for _ in range(3))
        draw(of_look, blade, handle, rivets)
        place = _placed(rng, (long, wide), (reach, high))
        steel = hsv(*(float(of_look.uniform(*bounds)) for bounds in ((0.5, 0.7), (0, 0.15), (0.45, 0.85))))
        for part, colour in ((blade, steel), (handle, ink), (rivets, jittered(of_look, steel, 40))):
            mask = cv2.warpAffine(part, place, (long, wide), flags=cv2.INTER_AREA)
            blend(picture, share(np.asarray(mask, np.uint8)), np.asarray(colour, np.float32))

    return drawn


def _set_out(rng: np.random.Generator, look: Look, kind: str, picture: Image) -> np.random.Generator:
    """Strew a strip with leaves -> by what lot its printing's tool is drawn, always the same."""
    of_look = np.random.default_rng(np.abs(look.prune_colour * 100).astype(np.int64))
    _strew(of_look if of_look.random() < 0.5 else rng, look, kind, picture)
    return of_look


def _gadget(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """A tool that nobody has: a shaft of any make, with any shape at one end, at both, or at neither."""
    of_look = _set_out(rng, look, kind, picture)
    wide, long = picture.shape[:2]
    thick = float(of_look.uniform(0.12, 0.5)) * wide
    reach = float(of_look.uniform(0.35, LONGEST)) * long - thick  # some shafts end with half a disc beyond it
    start = (long - reach) * float(rng.uniform(0.35, 0.65))
    middle = wide * float(rng.uniform(0.45, 0.55))
    path = np.linspace((start, middle), (start + reach, middle), 24, dtype=np.float32)
    put_together(of_look, picture, path, thick, ink)
    for end, way in ((path[0], 1), (path[-1], -1)):
        if of_look.random() < 0.5:
            size = float(of_look.uniform(0.15, 0.35)) * wide
            head = np.zeros((wide, long), np.uint8)
            blob(of_look, head, (float(end[0]) + way * size, middle), size, int(of_look.integers(3, 9)))
            blend(picture, share(head), any_colour(of_look))


def _placed(rng: np.random.Generator, strip: tuple[int, int], size: tuple[float, float]) -> Points:
    """Where a tool drawn 288 x 96 goes on a strip, (long, wide) pixels, for it to be of a size: (2, 3)."""
    scale = np.array([size[0] / 288, size[1] / 96])
    angle = float(rng.normal(0, 0.03))
    turn = turned(angle) * scale
    middle = np.array(strip) * [float(rng.uniform(0.4, 0.6)), float(rng.uniform(0.45, 0.55))]
    return np.column_stack([turn, middle - turn @ np.array([144, 48])])


def _strew(rng: np.random.Generator, look: Look, kind: str, picture: Image) -> None:
    """Leaves, outlined or plain, in the printing's colour or others, none on some."""
    wide, long = picture.shape[:2]
    for _ in range(int(rng.choice([0, rng.integers(3, 25)]))):
        leaf = np.zeros((wide, long), np.uint8)
        at = (float(rng.uniform(0, long)), float(rng.uniform(0, wide)))
        size = float(rng.uniform(0.08, 0.18)) * wide
        ellipse(leaf, at, (size, size * 0.55), float(rng.uniform(0, 180)))
        colour = jittered(rng, look.leaf_colours[kind], 40)
        blend(picture, share(cv2.dilate(leaf, np.ones((3, 3)))) * 0.5, np.asarray(colour * 0.5, np.float32))
        blend(picture, share(leaf) * float(rng.uniform(0.3, 1.0)), np.asarray(colour, np.float32))


def _handsaw(rng: np.random.Generator, blade: Mask, handle: Mask, rivets: Mask) -> None:
    """A blade, wider towards a grip that may have a hole, or a plate of metal, in its middle."""
    teeth, end = int(rng.integers(6, 22)), float(rng.uniform(150, 200))
    tip, heel = rng.uniform(10, 25), rng.uniform(22, 36)
    foot = np.linspace(6, end, 2 * teeth + 1)
    depth = rng.uniform(4, 12) * (np.arange(len(foot)) % 2)
    edge = np.column_stack([foot, 48 + np.linspace(tip, heel, len(foot)) - depth])
    filled(blade, np.vstack([edge, [end, 48 - heel], [6, 48 - tip]]))
    middle = ((end + 282) / 2 - 4, 48.0)
    size = (288 - middle[0] - 4, float(rng.uniform(30, 44)))
    if rng.random() < 0.5:
        ellipse(handle, middle, size, 0)
    else:
        low, high = np.array(middle) - size, np.array(middle) + size
        filled(handle, np.array([low, [high[0], low[1]], high, [low[0], high[1]]]))
    if rng.random() < 0.6:
        hole = np.zeros_like(handle)
        ellipse(hole, middle, (size[0] * float(rng.uniform(0.25, 0.55)), size[1] * 0.4), 0)
        if rng.random() < 0.5:
            handle[hole > 127] = 0
        else:
            rivets[hole > 127] = 255


def _secateurs(rng: np.random.Generator, blade: Mask, handle: Mask, rivets: Mask) -> None:
    """Two blades that cross, and two handles that spread."""
    pivot, spread = np.array([float(rng.uniform(95, 130)), 48.0]), float(rng.uniform(14, 36))
    for way in (-1, 1):
        tip = np.array([float(rng.uniform(6, 20)), 48 - way * float(rng.uniform(4, 22))])
        filled(blade, np.array([tip, pivot + np.array([8, way * 12]), pivot - np.array([4, way * 10])]))
        curve = np.linspace(0, 1, 12)
        xs = pivot[0] + curve * (280 - pivot[0])
        ys = 48 + way * (6 + spread * np.sqrt(curve))
        thick = int(rng.integers(10, 18))
        cv2.polylines(handle, [fixed(np.column_stack([xs, ys]))], False, 255, thick, cv2.LINE_AA, SHIFT)
    dot(rivets, (float(pivot[0]), 48.0), float(rng.uniform(5, 11)))


def _billhook(rng: np.random.Generator, blade: Mask, handle: Mask, rivets: Mask) -> None:
    """A curved blade on a straight handle with its rivets."""
    end, bend = float(rng.uniform(130, 180)), float(rng.uniform(10, 34))
    xs = np.linspace(8, end, 16)
    back = 48 - 16 + bend * ((end - xs) / end) ** 2
    width = 8 + 24 * np.sqrt((xs - 8) / end)
    filled(blade, np.vstack([np.column_stack([xs, back]), np.column_stack([xs, back + width])[::-1]]))
    thick = float(rng.uniform(11, 20))
    grip = [[end - 6, 48 - thick], [280, 48 - 1.2 * thick], [280, 48 + thick], [end - 6, 48 + 0.8 * thick]]
    filled(handle, np.array(grip))
    for x in np.linspace(end + 20, 260, int(rng.integers(1, 4))):
        dot(rivets, (float(x), 48.0), float(rng.uniform(4, 7)))


FACES: dict[str, Callable[[np.random.Generator, Look, str, Image, Colour], None]] = {
    "handsaw": _among_leaves(_handsaw),
    "secateurs": _among_leaves(_secateurs),
    "billhook": _among_leaves(_billhook),
    "gadget": _gadget,
}
