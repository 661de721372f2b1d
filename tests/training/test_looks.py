"""Looks: what is held out, and that every method draws what a player can read."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from importlib import import_module
from itertools import combinations

import numpy as np
import pytest

from training import branches, fruit, glyphs, grounds, icons, methods, prunes, strips
from training.held_out.test import icons as test_icons
from training.held_out.validation import icons as validation_icons
from training.looks import Look, draw_look
from training.noise import luminance
from training.strips import draw_strip
from training.tiles import draw_tile
from training.tokens import FRUITS

GROUPS = ("train", "validation", "test")
HELD_OUT = ("validation", "test")
PLAIN = {
    "validation": {"graft_extra": "bare", "strip_frame": "unframed"},
    "test": {"graft_extra": "alone", "strip_frame": "edgeless"},
}
"""What draws nothing, by group."""
TABLES = {
    "background": methods.BACKGROUNDS, "branch": methods.BRANCHES, "fruit": methods.FRUIT,
    "prune": methods.PRUNES, "prune_icon": methods.PRUNE_ICONS, "graft": methods.GRAFTS,
    "graft_extra": methods.GRAFT_EXTRAS, "strip_shape": methods.STRIP_SHAPES,
    "strip_ground": methods.STRIP_GROUNDS, "strip_frame": methods.STRIP_FRAMES,
}  # fmt: skip
"""Names of methods by the field of a look that tells which is meant."""
ALSO = {"strip_shape": ("rounded",), "prune_icon": glyphs.names()}
"""What looks to learn from have besides."""


def look_of(group: str, seed: int, **fields: object) -> Look:
    return replace(draw_look(np.random.default_rng(seed), group), art="branches", **fields)


def held_out(names: dict[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    """The groups that no net learns from, each with every method that it has."""
    return [(group, name) for group in HELD_OUT for name in dict.fromkeys(names[group])]


@pytest.mark.parametrize("field", TABLES)
def test_groups_share_no_method(field: str) -> None:
    for one, other in combinations(TABLES[field], 2):
        assert not set(TABLES[field][one]) & set(TABLES[field][other])


@pytest.mark.parametrize("group", GROUPS)
def test_a_look_keeps_to_its_group(group: str) -> None:
    for seed in range(60):
        look = draw_look(np.random.default_rng(seed), group)
        for field, names in TABLES.items():
            assert getattr(look, field) in {*names[group], *(ALSO.get(field, ()) if group == "train" else ())}


def test_nets_learn_from_plain_printings_too() -> None:
    looks = [draw_look(np.random.default_rng(seed)) for seed in range(400)]
    plain = [k for k in looks if (k.strip_shape, k.strip_ground, k.graft) == ("rounded", "mixed", "printed")]
    bare = [
        look for look in plain if (look.layers, look.hub, look.cap, look.extras) == ((), "none", "none", ())
    ]
    assert 0.4 < len(plain) / len(looks) < 0.6
    assert len(bare) > 0.2 * len(looks)
    assert len({look.prune for look in plain}) >= 15
    assert len({look.prune_icon for look in plain}) >= 10


@pytest.mark.parametrize("group", GROUPS)
def test_branches_do_not_fade_into_the_ground(group: str) -> None:
    """Their second colour, of stripes or of the outer end, is darker or lighter than the ground as the first is."""
    for seed in range(200):
        look = look_of(group, seed)
        ground = np.mean([luminance(colour) for pair in look.ground.values() for colour in pair])
        first = np.mean([luminance(colour) for colour in look.branch_colours.values()])
        assert (luminance(look.second) < ground) == (first < ground)


@pytest.mark.parametrize("group", HELD_OUT)
@pytest.mark.parametrize("field", ["background", "branch", "fruit", "prune", "graft"])
def test_a_held_out_group_has_methods_in_plenty(group: str, field: str) -> None:
    assert len(set(TABLES[field][group])) >= 6


@pytest.mark.parametrize("group", HELD_OUT)
@pytest.mark.parametrize(
    ("field", "drawn"),
    [
        ("background", grounds.PATTERNS),
        ("branch", branches.SHAPES),
        ("fruit", fruit.METHODS),
        ("prune", {**prunes.MARKS, **prunes.FACES}),
        ("prune_icon", {**validation_icons.ICONS, **test_icons.ICONS}),
        ("graft", strips.GRAFTS),
        ("graft_extra", strips.EXTRAS),
        ("strip_shape", strips.CUT),
        ("strip_ground", strips.GROUNDS),
        ("strip_frame", strips.FRAMES),
    ],
)
def test_every_name_is_drawn(group: str, field: str, drawn: Collection[str]) -> None:
    assert set(TABLES[field][group]) <= set(drawn)


def test_every_icon_that_nets_learn_is_drawn() -> None:
    assert set(methods.PRUNE_ICONS["train"]) <= set(icons.ICONS)


@pytest.mark.parametrize("group", HELD_OUT)
def test_what_a_folder_draws_is_in_no_other_group(group: str) -> None:
    folder = f"training.held_out.{group}"
    for field, module, table in (
        ("background", "grounds", "PATTERNS"), ("branch", "branches", "SHAPES"), ("fruit", "fruit", "METHODS"),
        ("prune", "prunes", "FACES"), ("prune_icon", "icons", "ICONS"), ("graft", "grafts", "GRAFTS"),
        ("graft_extra", "grafts", "EXTRAS"), ("strip_shape", "strips", "OUTLINES"),
        ("strip_ground", "strips", "GROUNDS"), ("strip_frame", "strips", "FRAMES"),
    ):  # fmt: skip
        assert set(getattr(import_module(f"{folder}.{module}"), table)) <= set(TABLES[field][group])


@pytest.mark.parametrize(("group", "name"), held_out(methods.BACKGROUNDS))
def test_a_background_shows(group: str, name: str) -> None:
    mask = np.zeros((144, 144), np.uint8)
    grounds.PATTERNS[name](np.random.default_rng(4), mask, 144)
    assert 0.02 < (mask > 60).mean() < 0.9


@pytest.mark.parametrize(("group", "name"), held_out(methods.BRANCHES))
def test_a_branch_runs_to_the_rim(group: str, name: str) -> None:
    for seed in range(4):
        look = look_of(group, seed, branch=name, background="rays", contrast=0.0, decoration="none", frame="none",
                       corner_icon=False, reach=1.0, hub_jitter=0.0, wave=0.0, bow=0.0, thorns=0.0)  # fmt: skip
        tile = [draw_tile(np.random.default_rng(1), look, "summer", frozenset(b), 96) for b in ((), ("E",))]
        apart = np.abs(tile[1] - tile[0]).sum(2) > 60
        assert apart[36:60, 50:].any(0).mean() > 0.9
        assert not apart[:, :24].any()


@pytest.mark.parametrize(("group", "name"), held_out(methods.FRUIT))
def test_fruit_is_of_its_colour(group: str, name: str) -> None:
    look = look_of(group, 2, fruit=name)
    for kind in FRUITS:
        sprite = fruit.draw_fruit(np.random.default_rng(2), look, kind, 64)
        assert 0.25 < sprite.mask.mean() < 0.8
        near = np.abs(sprite.picture - look.fruit_colours[kind]).sum(2) < 150
        assert (near * sprite.mask).sum() > 0.25 * sprite.mask.sum()


@pytest.mark.parametrize(("group", "name"), held_out(methods.GRAFTS))
def test_a_graft_runs_along_its_strip(group: str, name: str) -> None:
    for seed in range(6):
        look = look_of(group, seed, graft=name, strip_ground="kraft", **PLAIN[group])
        strip = draw_strip(np.random.default_rng(1), look, "graft", "summer", 90, 34)
        colour = look.branch_colours["summer"] if look.graft_colour is None else look.graft_colour
        # Its ground gives way to it: the corners are as far from it as can be asked for.
        ground = np.median(strip.picture[[1, 2, -2, -3]].reshape(-1, 3), 0)
        assert abs(luminance(ground.astype(np.float32)) - luminance(colour)) > 40
        drawn = np.abs(strip.picture[6:-6] - ground).sum(2) > 60
        assert drawn[:, 10:-10].any(0).mean() > 0.9


@pytest.mark.parametrize(("group", "name"), held_out(methods.BRANCHES))
def test_a_graft_can_look_like_the_tiles(group: str, name: str) -> None:
    as_tiles = {"validation": "as_tile", "test": "like_tile"}[group]
    for seed in range(6):
        look = look_of(group, seed, branch=name, graft=as_tiles, **PLAIN[group])
        strip = draw_strip(np.random.default_rng(1), look, "graft", "summer", 90, 34)
        ground = np.median(strip.picture[[1, 2, -2, -3]].reshape(-1, 3), 0)
        assert (np.abs(strip.picture[6:-6, 10:-10] - ground).sum(2) > 60).any(0).mean() > 0.85


@pytest.mark.parametrize(("group", "name"), held_out(methods.PRUNES))
def test_a_prune_side_shows(group: str, name: str) -> None:
    for seed in range(4):
        look = look_of(group, seed, prune=name, strip_ground="glow", **PLAIN[group])
        one, other = (
            draw_strip(
                np.random.default_rng(1), replace(look, prune=prune), "prune", "summer", 90, 34
            ).picture
            for prune in (name, "plain")
        )
        assert (np.abs(one - other).sum(2) > 60).mean() > 0.04


def test_a_saw_is_no_branch() -> None:
    mask = np.zeros((34, 90), np.uint8)
    prunes.MARKS["saw"](np.random.default_rng(1), look_of("train", 1), mask)
    covered = mask > 127
    assert covered.mean() > 0.3
    assert covered.mean(1).max() < 0.75  # along the strip it is nowhere as long as a branch would be
    assert not covered[17, 66:72].all()  # the handle has a hole


@pytest.mark.parametrize(("group", "shape"), held_out(methods.STRIP_SHAPES))
def test_a_strip_hides_the_branch_below_it(group: str, shape: str) -> None:
    strip = draw_strip(
        np.random.default_rng(1), look_of(group, 1, strip_shape=shape), "prune", "summer", 80, 30
    )
    assert strip.mask[8:-8, 12:-12].min() > 0.9
    assert 0.7 < strip.mask.mean() < 0.99
