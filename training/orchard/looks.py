"""A printing of Orchard and its pieces. Training sees thousands, each drawn from these ranges.

As in `training.looks`, whole drawing methods are held out: the groups share none of what is named in `METHODS`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from training.methods import BACKGROUNDS
from training.noise import Colour, hsv, luminance
from training.orchard.fruits import FAMILIES, FINISHES

FRUITS = ("apple", "pear", "plum")
UNIT_MM = 30.0
"""A tree's place on the table, the unit of all lengths here, in millimetres."""
CARD = (63 / UNIT_MM, 88 / UNIT_MM)

CROWNS = {
    "train": (
        "leafy", "lobes", "disc", "photo", "rings", "washes", "hedge", "wreath", "bare", "twigs", "stippled",
        "scribbled", "standard", "spruce", "basket",
    ),
    "validation": ("petals", "lollipop"),
    "test": ("cloud", "tiers", "fronds"),
}  # fmt: skip
PANELS = {
    "train": ("none", "none", "square", "rounded", "circle", "checked", "framed"),
    "validation": ("hexagon", "open"),
    "test": ("cushion", "plain"),
}
PIPS = {
    "train": ("disc", "dimple", "ring", "square", "fruit", "outlined_fruit", "dotted", "lozenge"),
    "validation": ("bead", "berry"),
    "test": ("inlay", "harvest"),
}
MATERIALS = {
    "train": ("opaque", "marbled", "translucent", "sparkle", "pearl", "wooden", "matt"),
    "validation": ("veined", "frosted"),
    "test": ("swirled", "glassy", "enamel"),
}
ROTTEN = {
    "train": (
        "disc",
        "cube",
        "wood",
        "apple",
        "ring",
        "stone",
        "tile",
        "octagon",
        "wedge",
        "bar",
        "leaf",
        "cap",
        "bean",
        "bitten",
        "halves",
        "board",
        "target",
        "bead",
        "slab",
        "pillar",
        "brown_cube",
        "acrylic_cube",
    ),
    "validation": ("chip", "block", "drop", "shield", "patched", "stub"),
    "test": ("coin", "dark_cube", "log"),
}
ROTTEN_MARKS = {
    "train": ("worm", "cross", "skull", "blotches", "minus", "holes", "stripe", "fly", "dots", "unmarked"),
    "validation": ("core", "blank", "bar", "crescent"),
    "test": ("maggot", "spiral", "bare"),
}
SOLID_ROTTEN = {
    "cube": 1.0, "block": 0.7, "dark_cube": 1.0, "slab": 0.45, "pillar": 1.5, "brown_cube": 1.0, "acrylic_cube": 1.0,
    "stub": 1.3,
}  # fmt: skip
"""Kinds of tokens that are blocks, which `training.materials` draws, and how tall they are in sides."""
FAINT_SHARE = 0.35
"""Tokens whose mark can hardly be told from the token: burnt, stamped, worn."""
METHODS = {
    "grounds": BACKGROUNDS, "crowns": CROWNS, "panels": PANELS, "silhouettes": FAMILIES, "finishes": FINISHES,
    "pips": PIPS, "materials": MATERIALS, "rotten": ROTTEN, "marks": ROTTEN_MARKS,
}  # fmt: skip


@dataclass(frozen=True)
class CardLook:
    """How cards are printed. Lengths in tree places, colours RGB 0 to 255."""

    ground: str
    ground_colours: tuple[Colour, Colour]
    contrast: float
    pitch: tuple[float, float]
    """From tree to tree on the card, across and down."""
    crown: str
    crown_colours: tuple[Colour, Colour]
    crown_size: float
    fresh: bool
    """Whether each tree is drawn anew; else all of a fruit are the same picture."""
    panel: str
    panel_colours: dict[str, Colour]
    panel_strength: float
    family: str
    finish: str
    fruit_colours: dict[str, Colour]
    fruit_size: float
    fruit_count: tuple[int, int]
    arrangement: str
    stems: bool
    frame: str
    frame_colour: Colour
    rules: bool
    number: str
    number_size: float
    corner_radius: float
    edge_colour: Colour
    back_colour: Colour


@dataclass(frozen=True)
class DiceLook:
    """How the dice are made. `side` in tree places; `rounding` and `ball` as in `training.blocks.Block`."""

    ordinary: bool
    ten_face: int
    """Which face of an ordinary die stands for 10."""
    mirrored: bool
    material: str
    colours: dict[str, Colour]
    pip: str
    pip_colours: dict[str, Colour]
    pip_size: float
    spread: float
    ten: str
    six: str
    leaves: float
    leaf_colour: Colour
    side: float
    rounding: float
    ball: float
    gloss: float
    tight: float


@dataclass(frozen=True)
class RottenLook:
    """The rotten-fruit tokens."""

    kind: str
    mark: str
    colour: Colour
    mark_colour: Colour
    size: float
    height: float


@dataclass(frozen=True)
class Look:
    """One copy of the game on one table."""

    group: str
    cards: CardLook
    dice: DiceLook
    rotten: RottenLook


def _pick(rng: np.random.Generator, table: dict[str, tuple[str, ...]], group: str) -> str:
    return str(rng.choice(table[group]))


def _between(rng: np.random.Generator, low: float, high: float) -> float:
    return float(rng.uniform(low, high))


def fruit_colours(rng: np.random.Generator, vivid: float = 0.45) -> dict[str, Colour]:
    """Red, yellow and purple, each anywhere that people still call so."""
    return {
        "apple": hsv(_between(rng, 0.93, 1.045), _between(rng, vivid + 0.15, 1), _between(rng, 0.45, 1)),
        "pear": hsv(_between(rng, 0.105, 0.175), _between(rng, vivid, 1), _between(rng, 0.62, 1)),
        "plum": hsv(_between(rng, 0.68, 0.83), _between(rng, vivid - 0.1, 1), _between(rng, 0.2, 0.8)),
    }


def _apart(rng: np.random.Generator, colour: Colour, other: Colour, least: float) -> Colour:
    """The colour, or another of its hue that is lighter or darker than `other` by `least`."""
    if abs(luminance(colour) - luminance(other)) >= least:
        return colour
    value = 0.95 if luminance(other) < 128 else 0.18
    return hsv(float(rng.random()), _between(rng, 0, 0.4), value)


def _greens(rng: np.random.Generator) -> tuple[Colour, Colour]:
    hue = _between(rng, 0.2, 0.45) if rng.random() < 0.85 else float(rng.random())
    value, saturation = _between(rng, 0.15, 0.75), _between(rng, 0.15, 0.9)
    return (
        hsv(hue, saturation, value),
        hsv(
            hue + float(rng.normal(0, 0.04)),
            saturation * _between(rng, 0.6, 1.2),
            value * _between(rng, 0.6, 1.5),
        ),
    )


def _crown(rng: np.random.Generator, fruit: dict[str, Colour]) -> tuple[Colour, Colour]:
    """Two colours for the crown on which all fruit can be seen, or the last that were tried."""
    for _ in range(30):
        crown = _greens(rng)
        gaps = [np.linalg.norm(colour - shade) for colour in fruit.values() for shade in crown]
        if min(gaps) >= 80:
            break
    return crown


def _draw_cards(rng: np.random.Generator, group: str) -> CardLook:
    hue = _between(rng, 0.1, 0.4) if rng.random() < 0.6 else float(rng.random())
    saturation = float(rng.choice([_between(rng, 0, 0.15), _between(rng, 0.1, 0.6)]))
    value = float(rng.choice([_between(rng, 0.7, 1), _between(rng, 0.2, 0.8)]))
    spread = _between(rng, 0.02, 0.2)
    fruit = fruit_colours(rng, 0.35)
    own_panels = rng.random() < 0.6
    shared = hsv(float(rng.random()), _between(rng, 0, 0.5), _between(rng, 0.4, 1))
    pale = _between(rng, 0.2, 0.85)
    fewest = int(rng.integers(3, 9))
    single = rng.random() < 0.08
    return CardLook(
        ground=_pick(rng, BACKGROUNDS, group),
        ground_colours=(
            hsv(hue, saturation, value),
            hsv(hue + float(rng.normal(0, 0.04)), saturation * _between(rng, 0.6, 1.3), value - spread),
        ),
        contrast=_between(rng, 0.2, 1.2),
        pitch=(_between(rng, 0.9, 1.03), _between(rng, 0.88, 0.97)),
        crown=_pick(rng, CROWNS, group),
        crown_colours=_crown(rng, fruit),
        crown_size=_between(rng, 0.3, 0.48),
        fresh=bool(rng.random() < 0.5),
        panel=_pick(rng, PANELS, group),
        panel_colours={
            kind: (255 - (255 - fruit[kind]) * (1 - pale) if own_panels else shared).astype(np.float32)
            for kind in FRUITS
        },
        panel_strength=_between(rng, 0.4, 1.0),
        family=_pick(rng, FAMILIES, group),
        finish=_pick(rng, FINISHES, group),
        fruit_colours=fruit,
        fruit_size=_between(rng, 0.2, 0.3) if single else _between(rng, 0.055, 0.11),
        fruit_count=(1, 1) if single else (fewest, fewest + int(rng.choice([0, 0, rng.integers(1, 6)]))),
        arrangement=str(rng.choice(["scattered", "scattered", "rows", "ring"])),
        stems=bool(rng.random() < 0.25),
        frame=str(rng.choice(["none", "line", "band", "double"])),
        frame_colour=hsv(float(rng.random()), _between(rng, 0, 0.7), _between(rng, 0.05, 1)),
        rules=bool(rng.random() < 0.2),
        number=str(rng.choice(["none", "corner", "corner", "corners", "badge", "edge"])),
        number_size=_between(rng, 0.06, 0.16),
        corner_radius=float(rng.choice([0.0, _between(rng, 0.04, 0.1), _between(rng, 0.08, 0.16)])),
        edge_colour=hsv(_between(rng, 0.05, 0.15), _between(rng, 0, 0.3), _between(rng, 0.4, 0.98)),
        back_colour=hsv(float(rng.random()), _between(rng, 0.1, 0.7), _between(rng, 0.15, 0.8)),
    )


def _pip_colours(rng: np.random.Generator, bodies: dict[str, Colour]) -> dict[str, Colour]:
    style = rng.random()
    if style < 0.45:  # light on dark and dark on light
        white = hsv(_between(rng, 0.08, 0.16), _between(rng, 0, 0.15), _between(rng, 0.85, 1))
        black = hsv(float(rng.random()), _between(rng, 0, 0.4), _between(rng, 0.02, 0.2))
        pips = {kind: white if luminance(body) < 120 else black for kind, body in bodies.items()}
    elif style < 0.85:
        one = hsv(float(rng.random()), _between(rng, 0, 0.2), float(rng.choice([0.08, 0.95])))
        pips = dict.fromkeys(bodies, one)
    else:  # gold, silver or any
        one = hsv(
            float(rng.choice([0.12, 0.13, rng.random()])), _between(rng, 0.2, 0.7), _between(rng, 0.5, 0.95)
        )
        pips = dict.fromkeys(bodies, one)
    return {kind: _apart(rng, pips[kind], body, 60) for kind, body in bodies.items()}


def _draw_dice(rng: np.random.Generator, group: str) -> DiceLook:
    bodies = fruit_colours(rng, 0.6 if rng.random() < 0.7 else 0.4)
    bodies["other"] = hsv(float(rng.uniform(0.25, 0.62)), _between(rng, 0, 1), _between(rng, 0.05, 1))
    ordinary = bool(rng.random() < 0.5)
    pip = _pick(rng, PIPS, group)
    return DiceLook(
        ordinary=ordinary,
        ten_face=int(rng.choice([5, 5, 5, 4, 2])),
        mirrored=bool(rng.random() < 0.5),
        material=_pick(rng, MATERIALS, group),
        colours=bodies,
        pip=pip,
        pip_colours=_pip_colours(rng, bodies),
        pip_size=_between(rng, 0.7, 1.3),
        spread=_between(rng, 0.85, 1.12),
        ten=str(rng.choice(["3-4-3", "2-3-3-2", "4-3-2-1", "3-2-3-2", "5-5", "2-2-2-2-2", "4-2-4"])),
        six=str(rng.choice(["2x3", "2x3", "ring", "triangle"])) if not ordinary else "2x3",
        leaves=0.0 if ordinary and rng.random() < 0.9 else float(rng.choice([0.0, 1.0, 2.5])),
        leaf_colour=hsv(_between(rng, 0.2, 0.42), _between(rng, 0.2, 0.9), _between(rng, 0.2, 0.95)),
        side=float(rng.choice([_between(rng, 0.38, 0.46), _between(rng, 0.3, 0.56)])),
        rounding=float(rng.choice([_between(rng, 0.03, 0.1), _between(rng, 0.06, 0.22)])),
        ball=float(rng.choice([9.0, 9.0, _between(rng, 0.63, 0.8)])),
        gloss=float(rng.choice([0.0, _between(rng, 0, 0.5), _between(rng, 0.3, 1.0)])),
        tight=_between(rng, 8, 120),
    )


def draw_rotten(rng: np.random.Generator, group: str) -> RottenLook:
    """Random rotten-fruit tokens."""
    kind = _pick(rng, ROTTEN, group)
    black = kind in ("cube", "block", "dark_cube", "slab", "pillar") or rng.random() < 0.2
    brown = hsv(_between(rng, 0.02, 0.11), _between(rng, 0.2, 0.85), _between(rng, 0.15, 0.6))
    colour = hsv(_between(rng, 0, 0.15), _between(rng, 0, 0.4), _between(rng, 0.02, 0.22)) if black else brown
    if kind in ("wood", "log"):
        colour = hsv(_between(rng, 0.05, 0.12), _between(rng, 0.2, 0.7), _between(rng, 0.25, 0.8))
    mark = hsv(float(rng.choice([0.12, 0.22, rng.random()])), _between(rng, 0, 0.6), _between(rng, 0.6, 1))
    if luminance(colour) > 130:
        mark = hsv(_between(rng, 0, 0.2), 0.5, _between(rng, 0.05, 0.3))
    if rng.random() < FAINT_SHARE:
        mark = (colour * _between(rng, 0.75, 1.3)).clip(0, 255)
    flat = kind not in SOLID_ROTTEN
    look = RottenLook(
        kind=kind,
        mark=_pick(rng, ROTTEN_MARKS, group),
        colour=colour,
        mark_colour=mark,
        size=_between(rng, 0.45, 0.75) if flat else _between(rng, 0.24, 0.45),
        height=float(rng.choice([0.03, 0.06, _between(rng, 0.08, 0.3)])),
    )
    return look if group == "test" else _varied_rotten(rng, look)


def _varied_rotten(rng: np.random.Generator, look: RottenLook) -> RottenLook:
    """The token in some other colour at times: mould, ash, or any that is no fruit's; and of more sizes."""
    if rng.random() < 0.3:
        mould = hsv(_between(rng, 0.1, 0.5), _between(rng, 0.1, 0.6), _between(rng, 0.1, 0.6))
        ash = hsv(float(rng.random()), _between(rng, 0, 0.15), _between(rng, 0.02, 0.75))
        look = replace(look, colour=mould if rng.random() < 0.5 else ash)
    if luminance(look.mark_colour) - luminance(look.colour) < 40 and rng.random() > FAINT_SHARE:
        look = replace(look, mark_colour=_apart(rng, look.mark_colour, look.colour, 60))
    return replace(look, size=look.size * _between(rng, 0.85, 1.15))


def draw_look(rng: np.random.Generator, group: str = "train") -> Look:
    """A random copy of the game; `group` names the drawing methods: "train", "validation" or "test"."""
    return Look(group, _draw_cards(rng, group), _draw_dice(rng, group), draw_rotten(rng, group))
