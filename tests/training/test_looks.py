"""Looks: what is held out, and that every method draws what a player can read."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from training import branches, fruit, grounds, icons, methods, prunes, strips
from training.held_out.validation import branches as unseen_branches
from training.held_out.validation import grafts
from training.held_out.validation import icons as unseen_icons
from training.held_out.validation import strips as unseen_strips
from training.looks import Look, draw_look
from training.noise import luminance
from training.strips import draw_strip
from training.tiles import draw_tile
from training.tokens import FRUITS

GROUPS = ("train", "validation", "test")
TABLES = {
    "background": methods.BACKGROUNDS, "branch": methods.BRANCHES, "fruit": methods.FRUIT,
    "prune": methods.PRUNES, "prune_icon": methods.PRUNE_ICONS, "graft": methods.GRAFTS,
    "graft_extra": methods.GRAFT_EXTRAS, "strip_shape": methods.STRIP_SHAPES,
    "strip_ground": methods.STRIP_GROUNDS, "strip_frame": methods.STRIP_FRAMES,
}  # fmt: skip
"""Names of methods by the field of a look that tells which is meant."""


def look_of(seed: int, **fields: object) -> Look:
    return replace(draw_look(np.random.default_rng(seed), "validation"), art="branches", **fields)


@pytest.mark.parametrize("field", TABLES)
def test_groups_share_no_method(field: str) -> None:
    for one, other in combinations(TABLES[field], 2):
        assert not set(TABLES[field][one]) & set(TABLES[field][other])


@pytest.mark.parametrize("group", GROUPS)
def test_a_look_keeps_to_its_group(group: str) -> None:
    for seed in range(60):
        look = draw_look(np.random.default_rng(seed), group)
        for field, names in TABLES.items():
            if group in names:
                assert getattr(look, field) in names[group]


def test_a_test_looks_strips_are_what_no_validation_look_has() -> None:
    look = draw_look(np.random.default_rng(0), "test")
    for field, names in TABLES.items():
        assert getattr(look, field) not in names["validation"]


@pytest.mark.parametrize(
    ("names", "drawn"),
    [
        (methods.BACKGROUNDS["validation"], grounds.PATTERNS),
        (methods.BRANCHES["validation"], branches.SHAPES),
        (methods.FRUIT["validation"], fruit.METHODS),
        (methods.PRUNES["validation"], {**prunes.MARKS, **prunes.FACES}),
        (methods.PRUNE_ICONS["train"], icons.ICONS),
        (methods.PRUNE_ICONS["validation"], unseen_icons.ICONS),
        (methods.GRAFTS["validation"], grafts.GRAFTS),
        (methods.GRAFT_EXTRAS["validation"], strips.EXTRAS),
        (methods.STRIP_SHAPES["validation"], unseen_strips.OUTLINES),
        (methods.STRIP_GROUNDS["validation"], strips.GROUNDS),
        (methods.STRIP_FRAMES["validation"], unseen_strips.FRAMES),
    ],
)
def test_every_name_is_drawn(names: tuple[str, ...], drawn: Collection[str]) -> None:
    assert set(names) <= set(drawn)


def test_what_no_net_learns_from_is_in_no_other_group() -> None:
    for field, drawn in (("branch", unseen_branches.SHAPES), ("graft", grafts.GRAFTS)):
        assert set(drawn) <= set(TABLES[field]["validation"])


@pytest.mark.parametrize("name", methods.BACKGROUNDS["validation"])
def test_a_background_shows(name: str) -> None:
    mask = np.zeros((144, 144), np.uint8)
    grounds.PATTERNS[name](np.random.default_rng(4), mask, 144)
    assert 0.02 < (mask > 60).mean() < 0.9


@pytest.mark.parametrize("name", methods.BRANCHES["validation"])
def test_a_branch_runs_to_the_rim(name: str) -> None:
    for seed in range(4):
        look = look_of(seed, branch=name, background="rays", contrast=0.0, decoration="none", frame="none",
                       corner_icon=False, reach=1.0, hub_jitter=0.0, wave=0.0, bow=0.0, thorns=0.0)  # fmt: skip
        tile = [draw_tile(np.random.default_rng(1), look, "summer", frozenset(b), 96) for b in ((), ("E",))]
        apart = np.abs(tile[1] - tile[0]).sum(2) > 60
        assert apart[36:60, 50:].any(0).mean() > 0.9
        assert not apart[:, :24].any()


@pytest.mark.parametrize("name", methods.FRUIT["validation"])
def test_fruit_is_of_its_colour(name: str) -> None:
    look = look_of(2, fruit=name)
    for kind in FRUITS:
        sprite = fruit.draw_fruit(np.random.default_rng(2), look, kind, 64)
        assert 0.25 < sprite.mask.mean() < 0.8
        near = np.abs(sprite.picture - look.fruit_colours[kind]).sum(2) < 150
        assert (near * sprite.mask).sum() > 0.25 * sprite.mask.sum()


@pytest.mark.parametrize("name", methods.GRAFTS["validation"])
def test_a_graft_runs_along_its_strip(name: str) -> None:
    for seed in range(6):
        look = look_of(seed, graft=name, graft_extra="bare", strip_frame="unframed", strip_ground="kraft")
        strip = draw_strip(np.random.default_rng(1), look, "graft", "summer", 90, 34)
        colour = look.branch_colours["summer"] if look.graft_colour is None else look.graft_colour
        # Its ground gives way to it: the corners are as far from it as can be asked for.
        ground = np.median(strip.picture[[1, 2, -2, -3]].reshape(-1, 3), 0)
        assert abs(luminance(ground.astype(np.float32)) - luminance(colour)) > 40
        drawn = np.abs(strip.picture[6:-6] - ground).sum(2) > 60
        assert drawn[:, 10:-10].any(0).mean() > 0.9


@pytest.mark.parametrize("name", methods.PRUNES["validation"])
def test_a_prune_side_shows(name: str) -> None:
    for seed in range(4):
        look = look_of(seed, prune=name, strip_frame="unframed", strip_ground="glow")
        one, other = (
            draw_strip(
                np.random.default_rng(1), replace(look, prune=prune), "prune", "summer", 90, 34
            ).picture
            for prune in (name, "plain")
        )
        assert (np.abs(one - other).sum(2) > 60).mean() > 0.04


@pytest.mark.parametrize("shape", methods.STRIP_SHAPES["validation"])
def test_a_strip_hides_the_branch_below_it(shape: str) -> None:
    strip = draw_strip(np.random.default_rng(1), look_of(1, strip_shape=shape), "prune", "summer", 80, 30)
    assert strip.mask[8:-8, 12:-12].min() > 0.9
    assert 0.7 < strip.mask.mean() < 0.99
