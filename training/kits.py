"""The tokens of a look: how those of each group vary."""

from __future__ import annotations

from typing import Any

import numpy as np

from training.glyphs import names
from training.methods import GRAFT_EXTRAS, GRAFTS, PRUNE_ICONS, STRIP_FRAMES, STRIP_GROUNDS, STRIP_SHAPES
from training.noise import Colour, hsv

KNOWN = 0.6
"""Share of icons that are things of a font and not drawn here."""
WIDEST = 0.9
"""How much of its strip's width the branch of a graft side fills at most, in looks to learn from."""


def any_icon(rng: np.random.Generator) -> str:
    """What "train" looks have on prune sides."""
    things = names() if rng.random() < KNOWN else PRUNE_ICONS["train"]
    return things[int(rng.integers(len(things)))]


def varied_tokens(rng: np.random.Generator, fruit: dict[str, Colour]) -> dict[str, Any]:
    """Fields of a Look: tokens that differ more from the tiles, and from the tokens of other looks."""
    fruit = _fruit_colours(rng) if rng.random() < 0.6 else fruit
    varied: dict[str, Any] = {
        "fruit_colours": fruit,
        "fruit_height": float(rng.choice([1.0, rng.uniform(0.5, 1.8)])),
        "strip_length": float(rng.uniform(0.3, 0.56)),
        "strip_width": float(rng.uniform(0.08, 0.22)),
        "strip_offset": float(rng.uniform(0.24, 0.38)),
        "strip_height": float(rng.choice([0.03, rng.uniform(0.015, 0.08)])),
        "strip_shape": str(rng.choice(STRIP_SHAPES["train"])) if rng.random() < 0.6 else "rounded",
        "strip_ground": str(rng.choice(STRIP_GROUNDS["train"])),
        "strip_frame": str(rng.choice(STRIP_FRAMES["train"])),
        "graft": str(rng.choice(GRAFTS["train"])),
        "graft_colour": _graft_colour(rng) if rng.random() < 0.5 else None,
        "graft_width": float(rng.choice([rng.uniform(0.2, 0.7), rng.uniform(0.6, WIDEST)], p=[0.7, 0.3])),
        "graft_runs_off": bool(rng.random() < 0.6),
        "graft_extra": str(rng.choice(GRAFT_EXTRAS["train"])),
        "prune_icon": any_icon(rng),
    }
    if rng.random() < 0.4:
        varied["disc_colour"] = _disc_colour(rng, fruit)
    if rng.random() < 0.3:  # so many icons deserve more than their share
        varied["prune"] = str(rng.choice(["icon", "two_icons", "icon_row", "pictured"]))
    return varied


def other_tokens(rng: np.random.Generator, group: str) -> dict[str, Any]:
    """Fields of a "validation" or "test" Look: tokens from the lists of that group and ranges that both have."""

    def one(table: dict[str, tuple[str, ...]]) -> str:
        return str(rng.choice(table[group]))

    return {
        "fruit_height": float(rng.uniform(0.6, 1.5)),
        "strip_length": float(rng.uniform(0.36, 0.54)),
        "strip_width": float(rng.uniform(0.11, 0.21)),
        "strip_offset": float(rng.uniform(0.25, 0.36)),
        "strip_height": float(rng.uniform(0.02, 0.06)),
        "strip_shape": one(STRIP_SHAPES),
        "strip_ground": one(STRIP_GROUNDS),
        "strip_frame": one(STRIP_FRAMES),
        "graft": one(GRAFTS),
        "graft_colour": _graft_colour(rng) if rng.random() < 0.5 else None,
        "graft_width": float(rng.uniform(0.3, 0.6)),
        "graft_runs_off": bool(rng.random() < 0.7),
        "graft_extra": one(GRAFT_EXTRAS),
        "prune_icon": one(PRUNE_ICONS),
    }


def _graft_colour(rng: np.random.Generator) -> Colour:
    """Bark, green wood, or pale wood on a dark strip."""
    hue, saturation, value = (
        (rng.uniform(0.03, 0.12), rng.uniform(0.2, 0.8), rng.uniform(0.15, 0.5)),
        (rng.uniform(0.2, 0.42), rng.uniform(0.3, 0.9), rng.uniform(0.2, 0.55)),
        (rng.uniform(0.05, 0.15), rng.uniform(0.05, 0.3), rng.uniform(0.85, 1.0)),
    )[int(rng.integers(3))]
    return hsv(float(hue), float(saturation), float(value))


def _fruit_colours(rng: np.random.Generator) -> dict[str, Colour]:
    """Strong, pastel or dark, all three alike, so that a player can still tell them apart."""
    strength = float(rng.choice([rng.uniform(0.8, 1.0), rng.uniform(0.5, 0.7)]))
    value = float(rng.choice([rng.uniform(0.85, 1.0), rng.uniform(0.65, 0.85)]))

    def drawn(low: float, high: float, saturation: float, tone: float) -> Colour:
        return hsv(
            float(rng.uniform(low, high)),
            saturation * float(rng.uniform(0.85, 1.1)),
            tone * float(rng.uniform(0.92, 1.05)),
        )

    return {
        "lemon": drawn(0.135, 0.175, strength, min(value * 1.08, 1.0)),
        "lime": drawn(0.24, 0.4, strength, value * float(rng.uniform(0.5, 1.0))),
        "orange": drawn(0.04, 0.08, min(strength * 1.2, 1.0), max(value, 0.75)),
    }


def _disc_colour(rng: np.random.Generator, fruit: dict[str, Colour]) -> Colour:
    """A strong or a dark disc, on which every fruit can be seen."""
    while True:
        colour = hsv(float(rng.random()), float(rng.uniform(0.2, 0.9)), float(rng.uniform(0.08, 0.9)))
        if min(float(np.abs(colour - other).sum()) for other in fruit.values()) > 150:
            return colour
