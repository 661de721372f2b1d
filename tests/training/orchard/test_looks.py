"""Copies of the game: what is held out, and what people can tell apart."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from training.materials import MATERIALS
from training.noise import hsv, luminance
from training.orchard.cards import PANEL_SHAPES, Press, print_card
from training.orchard.faces import CUSTOM, ORDINARY, draw_face, pip_places, sides_of
from training.orchard.fruits import FINISH, SILHOUETTES
from training.orchard.layouts import card_faces
from training.orchard.looks import CROWNS as CROWN_NAMES
from training.orchard.looks import FRUITS, METHODS, SOLID_ROTTEN, draw_look
from training.orchard.looks import MATERIALS as MATERIAL_NAMES
from training.orchard.rotten import MARKS, draw_token
from training.orchard.trees import CROWNS, draw_tree

GROUPS = ("train", "validation", "test")


@pytest.mark.parametrize("subject", METHODS)
def test_groups_share_no_method(subject: str) -> None:
    for one, other in combinations(GROUPS, 2):
        assert not set(METHODS[subject][one]) & set(METHODS[subject][other])


def test_a_look_keeps_to_its_group() -> None:
    for group in GROUPS:
        for seed in range(20):
            look = draw_look(np.random.default_rng(seed), group)
            assert look.cards.ground in METHODS["grounds"][group]
            assert look.cards.crown in METHODS["crowns"][group]
            assert look.cards.panel in METHODS["panels"][group]
            assert look.cards.family in METHODS["silhouettes"][group]
            assert look.cards.finish in METHODS["finishes"][group]
            assert look.dice.pip in METHODS["pips"][group]
            assert look.dice.material in METHODS["materials"][group]
            assert look.rotten.kind in METHODS["rotten"][group]
            assert look.rotten.mark in METHODS["marks"][group]


def test_every_name_is_drawn() -> None:
    assert {name for names in CROWN_NAMES.values() for name in names} == set(CROWNS)
    assert {name for names in MATERIAL_NAMES.values() for name in names} == set(MATERIALS)
    assert {name for names in METHODS["silhouettes"].values() for name in names} == set(SILHOUETTES)
    assert {name for names in METHODS["finishes"].values() for name in names} == {*FINISH, "flat"}
    without = {"none", "open", "plain"}
    assert {name for names in METHODS["panels"].values() for name in names} == set(PANEL_SHAPES) | without


def test_every_rotten_token_is_a_drawing_of_its_own() -> None:
    look = replace(draw_look(np.random.default_rng(1)).rotten, mark_colour=hsv(0.6, 0.5, 1.0))

    def drawn(kind: str, mark: str) -> bytes:
        token = draw_token(np.random.default_rng(1), replace(look, kind=kind, mark=mark))
        return (token.picture * token.mask[..., None]).astype(np.uint8).tobytes()

    flat = {name for names in METHODS["rotten"].values() for name in names} - set(SOLID_ROTTEN)
    assert len({drawn(kind, "unmarked") for kind in flat}) == len(flat)
    marks = {"worm", *MARKS}
    assert len({drawn("disc", mark) for mark in marks}) == len(marks)
    unmarked = {"unmarked", "blank", "bare"}
    assert {name for names in METHODS["marks"].values() for name in names} == marks | unmarked


@pytest.mark.parametrize("group", GROUPS)
def test_pips_stand_out_from_the_die(group: str) -> None:
    for seed in range(40):
        dice = draw_look(np.random.default_rng(seed), group).dice
        for fruit in (*FRUITS, "other"):
            assert abs(luminance(dice.pip_colours[fruit]) - luminance(dice.colours[fruit])) >= 40


def test_a_face_has_its_pips_apart() -> None:
    for seed in range(20):
        look = draw_look(np.random.default_rng(seed)).dice
        for value in ORDINARY if look.ordinary else CUSTOM:
            places = pip_places(look, value)
            assert len(places) == value
            gaps = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1)) + 9 * np.eye(value)
            assert gaps.min() > 0.2
            assert np.abs(places).max() < 0.8


def test_faces_are_printed() -> None:
    look = draw_look(np.random.default_rng(1))
    blank = draw_face(np.random.default_rng(1), look.dice, "train", "apple", 1)
    assert 0.005 < blank[..., 3].mean() < 0.5


def test_opposite_faces_of_an_ordinary_die_add_up_to_seven() -> None:
    seeds = (seed for seed in range(50) if draw_look(np.random.default_rng(seed)).dice.ordinary)
    look = draw_look(np.random.default_rng(next(seeds))).dice
    for top in ORDINARY:
        faces = sides_of(np.random.default_rng(top), look, top)
        assert faces[0] == top
        assert sorted(faces) == list(ORDINARY)
        assert [faces[0] + faces[1], faces[2] + faces[4], faces[3] + faces[5]] == [7, 7, 7]


@pytest.mark.parametrize("group", GROUPS)
def test_a_card_bears_fruit_of_its_colour(group: str) -> None:
    rng = np.random.default_rng(8)
    look = draw_look(rng, group).cards
    press = Press(rng, look)
    sprite, counts = print_card(press, 7)
    assert set(counts) == set(card_faces()[7])
    assert all(look.fruit_count[0] <= count <= look.fruit_count[1] for count in counts.values())
    assert np.isfinite(sprite.picture).all()


@pytest.mark.parametrize("crown", CROWNS)
def test_trees_differ_by_their_fruit(crown: str) -> None:
    look = draw_look(np.random.default_rng(2)).cards
    object.__setattr__(look, "crown", crown)
    means = []
    for fruit in FRUITS:
        picture, mask, count = draw_tree(np.random.default_rng(3), look, fruit)
        assert mask.max() > 100
        assert count >= 1
        means.append(picture[mask > 0].mean(0))
    assert min(np.abs(one - other).max() for one, other in combinations(means, 2)) > 1
