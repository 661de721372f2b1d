"""A look: how one printing of the game is drawn. Training sees thousands, each drawn from these ranges.

Whole drawing methods are held out. "train" is what the nets learn from, "validation" what they are chosen on and, with
fresh photos of "train", calibrated on, "test" what figures are measured on: three groups that share no method.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from training.kits import any_icon, other_tokens, varied_tokens
from training.methods import BACKGROUNDS, BRANCHES, EXTRAS, FINISHES, FRUIT, PRUNES
from training.noise import Colour, hsv, luminance

SEASONS = ("winter", "spring", "summer", "autumn")
KINDS = ("pot", *SEASONS)


PLAIN_SHARE = 0.5
"""Share of training looks whose strips are plain: rounded, printed, without a frame; of these, whose tiles are too.

Where hardly any were, the look net forgot the plainest printings (decision 19).
"""


def _black() -> Colour:
    return np.zeros(3, np.float32)


@dataclass(frozen=True)
class Look:
    """One printing. Lengths are in tile sides, colours RGB 0 to 255."""

    group: str
    background: str
    ground: dict[str, tuple[Colour, Colour]]
    contrast: float
    branch: str
    branch_colours: dict[str, Colour]
    outline: Colour
    width: float
    taper: float
    wave: float
    bow: float
    hub_jitter: float
    reach: float
    knot: float
    thorns: float
    decoration: str
    leaf_colours: dict[str, Colour]
    leaf_count: int
    leaf_size: float
    frame: str
    frame_colour: Colour
    corner_icon: bool
    corner_radius: float
    edge_colour: Colour
    pot_colour: Colour
    pot_at_centre: bool
    fruit: str
    fruit_radius: float
    fruit_colours: dict[str, Colour]
    disc_colour: Colour
    strip_length: float
    strip_width: float
    strip_offset: float
    strip_colour: Colour
    prune: str
    prune_colour: Colour
    art: str
    # Tokens: what looks drawn by hand have; those of each group vary, see `training.kits`.
    fruit_height: float = 1.0
    strip_height: float = 0.03
    strip_shape: str = "rounded"
    strip_ground: str = "mixed"
    strip_frame: str = "none"
    graft: str = "printed"
    graft_colour: Colour | None = None
    graft_width: float = 0.4
    graft_runs_off: bool = True
    graft_extra: str = "few leaves"
    prune_icon: str = "blob"
    # What only "train" looks have (and all a second colour), beside what these lines say.
    layers: tuple[str, ...] = ()
    """Patterns over the background's own."""
    loud: float = 0.0
    """How far the patterns go from the ground's colour to `ink`; 0: about as far as the ground itself varies."""
    ink: Colour = field(default_factory=_black)
    bold: float = 0.0
    """Patterns' lines thicker by this much."""
    warp: float = 0.0
    second: Colour = field(default_factory=_black)
    """The branches' second colour: stripes, spots, seams, gradients."""
    finishes: tuple[str, ...] = ()
    opacity: float = 1.0
    cap: str = "none"
    hub: str = "none"
    extras: tuple[str, ...] = ()


def _pick(rng: np.random.Generator, table: dict[str, tuple[str, ...]], group: str) -> str:
    return str(rng.choice(table[group]))


def _ground(rng: np.random.Generator, dark: bool) -> dict[str, tuple[Colour, Colour]]:
    """Two colours a kind: one hue for all, or a hue for each season."""
    shared = rng.random() < 0.25
    hues = dict(zip(KINDS, (rng.random(5) if rng.random() < 0.4 else _season_hues(rng)), strict=True))
    base_hue = float(rng.random())
    saturation = float(rng.uniform(0.03, 0.65))
    value = float(rng.uniform(0.1, 0.45) if dark else rng.uniform(0.62, 1.0))
    spread = float(rng.uniform(0.02, 0.18))
    ground = {}
    for kind in KINDS:
        hue = base_hue if shared else float(hues[kind])
        tint = saturation * float(rng.uniform(0.5, 1.3)) * (0.4 if kind == "pot" else 1.0)
        tone = value + float(rng.normal(0, 0.03))
        ground[kind] = (
            hsv(hue, tint, tone - spread / 2),
            hsv(hue + float(rng.normal(0, 0.04)), tint * float(rng.uniform(0.6, 1.2)), tone + spread / 2),
        )
    return ground


def _season_hues(rng: np.random.Generator) -> list[float]:
    typical = [0.12, 0.58, 0.88 if rng.random() < 0.5 else 0.25, 0.36, 0.08]
    return [hue + float(rng.normal(0, 0.05)) for hue in typical]


def _branch_colour(rng: np.random.Generator, dark: bool) -> Colour:
    kind = rng.random()
    if dark:
        return hsv(float(rng.random()), float(rng.uniform(0, 0.45)), float(rng.uniform(0.7, 1.0)))
    if kind < 0.6:
        return hsv(
            float(rng.uniform(0.02, 0.13)), float(rng.uniform(0.15, 0.8)), float(rng.uniform(0.12, 0.5))
        )
    if kind < 0.8:
        return hsv(
            float(rng.uniform(0.2, 0.45)), float(rng.uniform(0.3, 0.9)), float(rng.uniform(0.15, 0.45))
        )
    return hsv(float(rng.random()), float(rng.uniform(0.0, 0.7)), float(rng.uniform(0.05, 0.45)))


def _fruit_colours(rng: np.random.Generator) -> dict[str, Colour]:
    return {
        "lemon": hsv(
            float(rng.uniform(0.135, 0.17)), float(rng.uniform(0.65, 1.0)), float(rng.uniform(0.8, 1.0))
        ),
        "lime": hsv(
            float(rng.uniform(0.22, 0.36)), float(rng.uniform(0.5, 0.95)), float(rng.uniform(0.4, 0.85))
        ),
        "orange": hsv(
            float(rng.uniform(0.04, 0.085)), float(rng.uniform(0.75, 1.0)), float(rng.uniform(0.8, 1.0))
        ),
    }


def draw_look(rng: np.random.Generator, group: str = "train") -> Look:
    """A random look; `group` names the drawing methods it may use: "train", "validation" or "test"."""
    dark = bool(rng.random() < (0.3 if group == "train" else 0.25))
    ground = _ground(rng, dark)
    branch = _branch_colour(rng, dark)
    middle = float(np.mean([luminance(c) for pair in ground.values() for c in pair]))
    # A printing whose branches cannot be told from its ground would not sell: keep a readable distance.
    while abs(luminance(branch) - middle) < 55:
        branch = _branch_colour(rng, middle < 128)
    varied = rng.random() < 0.25
    branch_colours = {
        kind: (branch + rng.normal(0, 14, 3)).clip(0, 255).astype(np.float32) if varied else branch
        for kind in KINDS
    }
    leaf_hue = float(rng.random())
    leaf_colours = {
        kind: hsv(
            leaf_hue if rng.random() < 0.3 else float(rng.random()),
            float(rng.uniform(0.1, 1.0)),
            float(rng.uniform(0.25, 1.0)),
        )
        for kind in KINDS
    }
    look = Look(
        group=group,
        background=_pick(rng, BACKGROUNDS, group),
        ground=ground,
        contrast=float(rng.uniform(0.2, 1.0)),
        branch=_pick(rng, BRANCHES, group),
        branch_colours=branch_colours,
        outline=(branch * float(rng.uniform(0.1, 0.6))).astype(np.float32),
        width=float(rng.uniform(0.035, 0.13)),
        taper=float(rng.uniform(0.0, 0.6)),
        wave=float(rng.choice([0.0, rng.uniform(0, 0.03), rng.uniform(0.02, 0.06)])),
        bow=float(rng.choice([0.0, rng.uniform(0, 0.08), rng.uniform(0.04, 0.13)])),
        hub_jitter=float(rng.choice([0.0, rng.uniform(0, 0.05), rng.uniform(0.03, 0.09)])),
        reach=float(rng.choice([1.0, 1.0, rng.uniform(0.86, 1.0)])),
        knot=float(rng.choice([0.0, rng.uniform(0.5, 1.3)])),
        thorns=float(rng.choice([0.0, 0.0, rng.uniform(0, 3)])),
        decoration=str(rng.choice(["none", "leaves", "blossoms", "dots", "mixed", "scattered"])),
        leaf_colours=leaf_colours,
        leaf_count=int(rng.integers(2, 30)),
        leaf_size=float(rng.uniform(0.015, 0.055)),
        frame=str(rng.choice(["none", "none", "none", "line", "band", "double"])),
        frame_colour=hsv(float(rng.random()), float(rng.uniform(0, 0.8)), float(rng.uniform(0.1, 1.0))),
        corner_icon=bool(rng.random() < 0.15),
        corner_radius=float(rng.choice([0.0, rng.uniform(0.01, 0.06), rng.uniform(0.04, 0.12)])),
        edge_colour=hsv(
            float(rng.uniform(0.05, 0.15)), float(rng.uniform(0, 0.35)), float(rng.uniform(0.35, 0.95))
        ),
        pot_colour=hsv(
            float(rng.choice([rng.uniform(0.0, 0.08), rng.random()])),
            float(rng.uniform(0.2, 0.9)),
            float(rng.uniform(0.3, 0.95)),
        ),
        pot_at_centre=bool(rng.random() < 0.3),
        fruit=_pick(rng, FRUIT, group),
        fruit_radius=float(rng.uniform(0.1, 0.2)),
        fruit_colours=_fruit_colours(rng),
        disc_colour=hsv(
            float(rng.random()), float(rng.choice([0.0, rng.uniform(0, 0.3)])), float(rng.uniform(0.75, 1.0))
        ),
        strip_length=float(rng.uniform(0.34, 0.52)),
        strip_width=float(rng.uniform(0.1, 0.2)),
        strip_offset=float(rng.uniform(0.26, 0.36)),
        strip_colour=hsv(float(rng.random()), float(rng.uniform(0, 0.6)), float(rng.uniform(0.4, 1.0))),
        prune=_pick(rng, PRUNES, group),
        prune_colour=hsv(float(rng.random()), float(rng.uniform(0, 0.9)), float(rng.uniform(0.15, 1.0))),
        art="branches" if rng.random() < 0.85 else "scenery",
    )
    middles = [(low + high) / 2 for low, high in ground.values()]
    if group != "train":
        # A chain or a garland thinner than this cannot be told from a line.
        thick = max(look.width, 0.05)
        return replace(look, width=thick, second=_second(rng, branch, middles), **other_tokens(rng, group))
    plain = rng.random() < PLAIN_SHARE
    if plain:
        look = replace(look, prune_icon=any_icon(rng))
    if plain and rng.random() < PLAIN_SHARE:
        return replace(look, second=_second(rng, branch, middles))
    enriched = _enriched(rng, look)
    return enriched if plain else replace(enriched, **varied_tokens(rng, look.fruit_colours))


OF_STRIPS = (
    "strip_length", "strip_width", "strip_offset", "strip_height", "strip_shape", "strip_ground", "strip_frame",
    "strip_colour", "graft", "graft_colour", "graft_width", "graft_runs_off", "graft_extra",
    "prune", "prune_colour", "prune_icon",
)  # fmt: skip
"""The fields of a look that tell how graft and prune tokens are drawn."""


def with_strips_of(look: Look, other: Look) -> Look:
    """The look with another one's graft and prune tokens."""
    return replace(look, **{name: getattr(other, name) for name in OF_STRIPS})


def collaged(rng: np.random.Generator, look: Look) -> Look:
    """The look with strips of a printing that nobody drew: see `training.collage`."""
    graft = str(rng.choice(["motif", "woven", "pieced", look.graft], p=[0.15, 0.2, 0.45, 0.2]))
    prune = "collage" if rng.random() < 0.7 else "gadget"
    ground = "collage" if rng.random() < 0.5 else look.strip_ground
    return replace(look, prune=prune, graft=graft, strip_ground=ground)


def _apart(one: Colour, other: Colour) -> float:
    """How well two colours can be told apart: luminance counts, hue and saturation help."""
    light = luminance(one) - luminance(other)
    hue = float(np.linalg.norm((one - other) - light))
    return min(abs(light) + hue / 4, 1.45 * abs(light))


def _clearest(candidates: list[Colour], others: list[Colour], enough: float) -> Colour:
    """The first candidate that is apart enough from all others, or the one that comes nearest to it."""
    best, widest = candidates[0], -1.0
    for candidate in candidates:
        margin = min(_apart(candidate, other) for other in others)
        if margin >= enough:
            return candidate
        if margin > widest:
            best, widest = candidate, margin
    return best


def _some(rng: np.random.Generator, names: tuple[str, ...], chance: float) -> tuple[str, ...]:
    return tuple(name for name in names if rng.random() < chance)


def _enriched(rng: np.random.Generator, look: Look) -> Look:
    """The look with bolder ranges, louder grounds, finishes and ornaments."""
    grounds = look.ground
    if rng.random() < 0.25:  # saturated
        away = float(rng.uniform(1.2, 1.8))
        grounds = {kind: (_vivid(low, away), _vivid(high, away)) for kind, (low, high) in grounds.items()}
    middles = [(low + high) / 2 for low, high in grounds.values()]
    dark = float(np.mean([luminance(c) for c in middles])) < 128
    branch = _clearest([_branch_colour(rng, dark) for _ in range(40)], middles, float(rng.uniform(52, 80)))
    loud = float(rng.choice([0.0, rng.uniform(0.15, 0.6), rng.uniform(0.4, 1.0)]))
    shades = [hsv(float(rng.random()), float(rng.uniform(0, 0.8)), float(rng.random())) for _ in range(30)]
    # What is drawn is somewhere between ground and ink: that must stay apart from the branch.
    good = (s for s in shades if min(_apart(m + loud * (s - m), branch) for m in middles) >= 42)
    ink = next(good, None) if loud else None
    width = float(rng.uniform(0.045, 0.16) if loud else rng.uniform(0.03, 0.16))
    varied = 12 if rng.random() < 0.25 else 0
    rich: dict[str, Any] = {
        "ground": grounds,
        "branch_colours": {
            kind: (branch + rng.normal(0, 1, 3) * varied).clip(0, 255).astype(np.float32) for kind in KINDS
        },
        "outline": (branch * float(rng.uniform(0.1, 0.6))).astype(np.float32),
        "width": width,
        "taper": look.taper * (0.4 if width < 0.06 else 1.0),
        "layers": (_pick(rng, BACKGROUNDS, "train"),) if rng.random() < 0.35 else (),
        "loud": 0.0 if ink is None else loud,
        "ink": _black() if ink is None else ink,
        "bold": float(rng.choice([0.0, 0.0, rng.uniform(0.005, 0.03)])),
        "warp": float(rng.choice([0.0, rng.uniform(0.03, 0.3)])),
        "second": _second(rng, branch, middles),
        "finishes": _some(rng, FINISHES, float(rng.choice([0.0, 0.2, 0.35]))),
        "opacity": float(rng.choice([1.0, 1.0, rng.uniform(0.85, 1.0)])),
        "cap": str(rng.choice(["none", "none", "none", "bud", "leaf", "ring", "knob"])),
        "hub": str(rng.choice(["none", "none", "none", "rosette", "knot", "circle", "whorl"])),
        "extras": _some(rng, EXTRAS, float(rng.choice([0.0, 0.1, 0.25]))),
    }
    return replace(look, **rich)


def _second(rng: np.random.Generator, branch: Colour, grounds: list[Colour]) -> Colour:
    """A second colour on the branch's side of the grounds: stripes of it must not look like gaps."""
    ground = float(np.mean([luminance(c) for c in grounds]))
    darker = luminance(branch) < ground
    if rng.random() < 0.4:
        tints = [
            hsv(float(rng.random()), float(rng.uniform(0.2, 0.9)), float(rng.random())) for _ in range(30)
        ]
        tints = [tint for tint in tints if (luminance(tint) < ground) == darker]
        if tints:
            return _clearest(tints, grounds, 45)
    share = float(rng.uniform(0.4, 0.85))
    second: Colour = (branch * share if darker else 255 - (255 - branch) * share).astype(np.float32)
    return second


def _vivid(colour: Colour, away: float) -> Colour:
    """The colour moved away from grey."""
    moved: Colour = (luminance(colour) + away * (colour - luminance(colour))).clip(0, 255).astype(np.float32)
    return moved
