"""Printed cards: a ground, six trees on their panels, frames and numbers; and the backs of cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from training.grounds import PATTERNS
from training.noise import Field, Image, banked_noise, blend, luminance, mixed
from training.orchard.fruits import Pixels, leaf, placed
from training.orchard.layouts import Cell, card_faces
from training.orchard.looks import CARD, CardLook
from training.orchard.trees import TREE, draw_tree
from training.strokes import SHIFT, filled, fixed, line, unit
from training.tokens import Sprite, share

WIDE, HIGH = round(CARD[0] * TREE), round(CARD[1] * TREE)
"""Pixels of a card's face."""
CARD_HEIGHT = 0.01
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_PLAIN)


@dataclass(eq=False)
class Press:
    """Prints one copy of the game: remembers what is the same on all its cards."""

    rng: np.random.Generator
    look: CardLook
    trees: dict[str, tuple[Pixels, Pixels, int]] = field(default_factory=dict)
    font: int = FONTS[0]
    tilted: bool = False
    """Whether trees are turned at random on the card: crowns have no top."""

    def __post_init__(self) -> None:
        self.font = int(self.rng.choice(FONTS))
        self.tilted = bool(self.look.arrangement != "rows" and self.rng.random() < 0.3)

    def tree(self, fruit: str) -> tuple[Pixels, Pixels, int]:
        if self.look.fresh or fruit not in self.trees:
            self.trees[fruit] = draw_tree(self.rng, self.look, fruit)
        picture, mask, count = self.trees[fruit]
        if self.tilted:
            quarters = int(self.rng.integers(4))
            picture, mask = np.rot90(picture, quarters), np.rot90(mask, quarters)
        return picture, mask, count


def tree_at(look: CardLook, tree: Cell) -> tuple[float, float]:
    """A tree's middle on the upright card, in tree places from the card's middle."""
    return (tree[0] - 0.5) * look.pitch[0], (tree[1] - 1) * look.pitch[1]


def card_mask(look: CardLook) -> Field:
    """float32 (HIGH, WIDE): the card with its rounded corners."""
    mask = np.zeros((HIGH, WIDE), np.uint8)
    radius = round(look.corner_radius * TREE)
    cv2.rectangle(mask, (radius, 0), (WIDE - 1 - radius, HIGH - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (WIDE - 1, HIGH - 1 - radius), 255, -1)
    for x in (radius, WIDE - 1 - radius):
        for y in (radius, HIGH - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return share(mask)


def print_card(press: Press, number: int) -> tuple[Sprite, dict[Cell, int]]:
    """The face of a card, and how many fruits each of its trees bears."""
    rng, look = press.rng, press.look
    picture = _ground(rng, look)
    counts = {}
    face = card_faces()[number]
    if look.rules:
        _rules(look, picture)
    for tree, fruit in face.items():
        across, down = tree_at(look, tree)
        x, y = WIDE / 2 + across * TREE, HIGH / 2 + down * TREE
        _panel(look, picture, fruit, x, y)
        art, mask, counts[tree] = press.tree(fruit)
        _stamp(picture, art, mask, x, y)
    _frame(look, picture)
    _number(press, picture, number)
    return Sprite(picture, card_mask(look), CARD_HEIGHT), counts


def print_back(press: Press) -> Sprite:
    """A card's back: a ground with leaves or an emblem."""
    rng, look = press.rng, press.look
    picture = mixed(
        banked_noise(rng, (HIGH, WIDE)), look.back_colour * 0.9, (look.back_colour * 1.1).clip(0, 255)
    )
    mask = np.zeros((HIGH, WIDE), np.uint8)
    step = float(rng.uniform(20, 60))
    for x in np.arange(0, WIDE, step):
        for y in np.arange(0, HIGH, step):
            spot = placed([leaf(1.0, 0.5)], (x, y), step * 0.6, float(rng.uniform(0, 6.3)))
            filled(mask, spot[0])
    pale = 255 - (255 - look.back_colour) * float(rng.uniform(0.4, 0.9))
    blend(picture, share(mask) * float(rng.uniform(0.3, 1)), pale.astype(np.float32))
    if rng.random() < 0.4:
        art, tree_mask, _ = press.tree(str(rng.choice(("apple", "pear", "plum"))))
        _stamp(picture, np.ascontiguousarray(art), np.ascontiguousarray(tree_mask), WIDE / 2, HIGH / 2)
    _frame(look, picture)
    return Sprite(picture, card_mask(look), CARD_HEIGHT)


def _ground(rng: np.random.Generator, look: CardLook) -> Image:
    low, high = look.ground_colours
    picture = mixed(banked_noise(rng, (HIGH, WIDE)), low, high)
    if look.ground == "flat":
        picture[:] = (low + high) / 2
    elif look.ground == "gradient":
        picture = mixed(np.tile(np.linspace(0, 1, HIGH, dtype=np.float32)[:, None], (1, WIDE)), low, high)
    elif look.ground in PATTERNS:
        mask = np.zeros((HIGH, HIGH), np.uint8)
        PATTERNS[look.ground](rng, mask, HIGH)
        ink = ((low + high) / 2 + (high - low) * look.contrast * 1.4).clip(0, 255)
        left = (HIGH - WIDE) // 2
        blend(picture, share(mask[:, left : left + WIDE]) * 0.7, ink.astype(np.float32))
    return picture


def _stamp(picture: Image, art: Pixels, mask: Pixels, x: float, y: float) -> None:
    """Print a tree with its middle at (x, y), to whole pixels."""
    left, top = round(x - TREE / 2), round(y - TREE / 2)
    x0, y0, x1, y1 = max(left, 0), max(top, 0), min(left + TREE, WIDE), min(top + TREE, HIGH)
    part = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
    blend(picture[y0:y1, x0:x1], share(mask[part]), art[part].astype(np.float32))


# --- panels -------------------------------------------------------------------------------------------------

Shape = Callable[[float], npt.NDArray[np.float64]]


def _rounded(power: float) -> Shape:
    """A square with corners the rounder the smaller `power` is: a superellipse."""

    def outline(half: float) -> npt.NDArray[np.float64]:
        angles = np.linspace(0, 2 * np.pi, 64, endpoint=False)
        circle = unit(angles)
        corners: npt.NDArray[np.float64] = np.sign(circle) * np.abs(circle) ** (2 / power) * half
        return corners

    return outline


def _hexagon(half: float) -> npt.NDArray[np.float64]:
    angles = np.arange(6) * np.pi / 3
    return unit(angles) * half


PANEL_SHAPES: dict[str, Shape] = {
    "square": _rounded(200), "rounded": _rounded(8), "circle": _rounded(2), "checked": _rounded(200),
    "framed": _rounded(12), "hexagon": _hexagon, "cushion": _rounded(4),
}  # fmt: skip
"""The panels under trees; names that are missing here are trees without."""


def _panel(look: CardLook, picture: Image, fruit: str, x: float, y: float) -> None:
    if look.panel not in PANEL_SHAPES:
        return
    half = min(*look.pitch) * TREE / 2 * (1.0 if look.panel == "checked" else 0.94)
    outline = fixed(PANEL_SHAPES[look.panel](half) + np.array([x, y]))
    mask = np.zeros((HIGH, WIDE), np.uint8)
    if look.panel != "framed":
        cv2.fillPoly(mask, [outline], 255, cv2.LINE_AA, SHIFT)
        blend(picture, share(mask) * look.panel_strength, look.panel_colours[fruit])
        mask[:] = 0
    cv2.polylines(mask, [outline], True, 255, 2, cv2.LINE_AA, SHIFT)
    if look.panel in ("rounded", "framed", "hexagon"):
        blend(picture, share(mask), look.fruit_colours[fruit])


def _rules(look: CardLook, picture: Image) -> None:
    mask = np.zeros((HIGH, WIDE), np.uint8)
    line(mask, (WIDE / 2, 0), (WIDE / 2, HIGH), 1)
    for row in (-0.5, 0.5):
        y = HIGH / 2 + row * look.pitch[1] * TREE
        line(mask, (0, y), (WIDE, y), 1)
    blend(picture, share(mask) * 0.7, look.frame_colour)


def _frame(look: CardLook, picture: Image) -> None:
    insets = {"line": (0.04,), "band": (0.015,), "double": (0.025, 0.06)}.get(look.frame, ())
    mask = np.zeros((HIGH, WIDE), np.uint8)
    for inset in insets:
        low = round(inset * TREE)
        corner, far = (low, low), (WIDE - 1 - low, HIGH - 1 - low)
        cv2.rectangle(mask, corner, far, 255, 5 if look.frame == "band" else 1, cv2.LINE_AA)
    blend(picture, share(mask), look.frame_colour)


def _number(press: Press, picture: Image, number: int) -> None:
    look = press.look
    if look.number == "none":
        return
    ground = np.asarray(picture.mean((0, 1)), np.float32)
    ink = np.full(3, 25 if luminance(ground) > 110 else 235, np.float32)
    scale = look.number_size * TREE / 22
    mask = np.zeros((HIGH, WIDE), np.uint8)
    text = str(number)
    (wide, high), _ = cv2.getTextSize(text, press.font, scale, 1)
    rim = round(0.05 * TREE)
    spots = {
        "corner": [(WIDE - wide - rim, HIGH - rim)],
        "corners": [(rim, high + rim), (WIDE - wide - rim, HIGH - rim)],
        "badge": [(rim, high + rim)],
        "edge": [((WIDE - wide) // 2, HIGH - rim // 2)],
    }[look.number]
    for x, y in spots:
        if look.number == "badge":
            badge = np.zeros((HIGH, WIDE), np.uint8)
            cv2.circle(badge, (x + wide // 2, y - high // 2), max(wide, high) // 2 + 4, 255, -1, cv2.LINE_AA)
            blend(picture, share(badge), 255 - ink)
        cv2.putText(mask, text, (x, y), press.font, scale, 255, 1, cv2.LINE_AA)
    blend(picture, share(mask), ink)
