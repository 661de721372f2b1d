"""Printings chosen by hand for the sample photos: what a publisher might show."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from training.looks import KINDS, Look, draw_look
from training.noise import Colour


def _colour(code: str) -> Colour:
    """A colour from its six hexadecimal digits."""
    return np.array([int(code[k : k + 2], 16) for k in (0, 2, 4)], np.float32)


def _each(codes: str) -> dict[str, Colour]:
    """Colours for pot, winter, spring, summer, autumn."""
    return dict(zip(KINDS, (_colour(code) for code in codes.split()), strict=True))


def _grounds(low: str, high: str) -> dict[str, tuple[Colour, Colour]]:
    lows, highs = _each(low), _each(high)
    return {kind: (lows[kind], highs[kind]) for kind in KINDS}


def _fruit(codes: str) -> dict[str, Colour]:
    """Colours of lemon, lime, orange."""
    return dict(zip(("lemon", "lime", "orange"), (_colour(code) for code in codes.split()), strict=True))


def _calm() -> Look:
    """What the printings share: clean drawing, nothing that a proof-reader would send back."""
    return replace(
        draw_look(np.random.default_rng(0)),
        contrast=0.5, wave=0.012, bow=0.025, hub_jitter=0.02, reach=1.0, knot=0.9, thorns=0.0, taper=0.35,
        frame="none", corner_icon=False, corner_radius=0.045, pot_at_centre=False, strip_length=0.42,
        strip_width=0.15, strip_offset=0.29, art="branches", leaf_count=14, leaf_size=0.026,
        fruit_height=1.0, strip_height=0.03, strip_shape="rounded", strip_ground="mixed", strip_frame="none",
        graft="printed", graft_colour=None, graft_extra="few leaves",
        fruit_colours=_fruit("f5cf2e 6fb436 ef7d21"), edge_colour=_colour("d8cdb8"), disc_colour=_colour("fbf6e8"),
        layers=(), loud=0.0, bold=0.0, warp=0.0, finishes=(), opacity=1.0, cap="none", hub="none", extras=(),
    )  # fmt: skip


def printings() -> dict[str, Look]:
    """The hand-made looks by name."""
    calm = _calm()
    return {
        # pale paper, indigo ink, small dots of leaf green
        "meadow": replace(
            calm, background="painted", contrast=0.35, branch="taper", width=0.085, decoration="dots",
            ground=_grounds("efe6d0 dce8ec f3dcd8 e2ead0 f3e2bf", "f8f1e0 edf3f3 faebe4 eef3df faeed3"),
            branch_colours=_each("2f4a6d 2f4a6d 2f4a6d 2f4a6d 2f4a6d"), outline=_colour("1d2f49"),
            leaf_colours=_each("7fa05a 86a9bf d98a8f 7fa05a d99a4e"), leaf_count=16, leaf_size=0.024,
            pot_colour=_colour("c9795a"), fruit="cutout", fruit_radius=0.155, strip_colour=_colour("e8dcc0"),
            prune="leaves", prune_colour=_colour("7a9468"),
        ),
        # night garden: ivory branches on deep grounds, brass dots
        "nocturne": replace(
            calm, background="spots", contrast=0.9, branch="taper", width=0.075, decoration="dots", taper=0.45,
            ground=_grounds("2b2a3d 16243d 3a2140 15332f 40231f", "3a384f 203353 4d2d54 1f4640 57312a"),
            branch_colours=_each("efe3c2 efe3c2 efe3c2 efe3c2 efe3c2"), outline=_colour("9c8146"),
            leaf_colours=_each("d3ae5e d3ae5e e7a3b0 9fc98b e08a4f"), leaf_count=18, leaf_size=0.02,
            pot_colour=_colour("b5643f"), fruit="cylinder", fruit_radius=0.13, strip_colour=_colour("1a2233"),
            prune="saw", prune_colour=_colour("c9cdd2"), edge_colour=_colour("3a3632"), frame="line",
            frame_colour=_colour("8d7440"),
        ),
        # baked clay and olive wood, drawn with an outline
        "terracotta": replace(
            calm, background="planks", contrast=0.4, branch="outlined", knot=0.0, width=0.11, decoration="leaves",
            ground=_grounds("d9b48a c9b9a0 d89a7b b9b483 cf8d5a", "e6c8a2 d9ccb6 e6b196 cac59a dfa473"),
            branch_colours=_each("f4ead2 f4ead2 f4ead2 f4ead2 f4ead2"), outline=_colour("5a2f20"),
            leaf_colours=_each("5d7a46 7f9aa0 b5484a 4f7a3e 9c3f22"), leaf_count=10, leaf_size=0.03,
            pot_colour=_colour("8c3f2a"), fruit="ball", fruit_radius=0.12, strip_colour=_colour("e9d7b4"),
            prune="cross", prune_colour=_colour("a33327"), edge_colour=_colour("b79a75"),
        ),
        # a botanist's plate: green stems over a trellis of thin wires
        "botanica": replace(
            calm, background="wires", contrast=0.55, branch="shaded", width=0.07, decoration="leaves", taper=0.5,
            ground=_grounds("eef0e6 e3ecf2 f5e9ec e9f2e0 f7efdc", "f9faf3 f2f7fa fdf5f6 f5faee fdf8ea"),
            branch_colours=_each("3d6b45 3d6b45 3d6b45 3d6b45 3d6b45"), outline=_colour("1f3b26"),
            leaf_colours=_each("6f9e5a 7fa7b8 c98aa6 5b9a4b c58a3a"), leaf_count=20, leaf_size=0.03, frame="line",
            frame_colour=_colour("b9b59c"), pot_colour=_colour("4d7f86"), fruit="cube", fruit_radius=0.15,
            strip_colour=_colour("dfe6d2"), prune="flowers", prune_colour=_colour("c7778f"), corner_radius=0.02,
        ),
        # an old wall: bricks behind branches of deep sea green
        "walled garden": replace(
            calm, background="bricks", contrast=0.55, branch="bumpy", width=0.095, decoration="leaves", wave=0.02,
            ground=_grounds("d9cfc0 b9cad2 d6bfcb bdcfae dcc39a", "e4dccf c9d7dd e2d0d9 cbdabd e8d3b0"),
            branch_colours=_each("1d4347 1d4347 1d4347 1d4347 1d4347"), outline=_colour("0e2426"),
            leaf_colours=_each("c99a3a fafafa e3b23c 6fae4e d0662c"), leaf_count=12, leaf_size=0.024,
            pot_colour=_colour("b8553a"), fruit="disc", fruit_radius=0.15, strip_colour=_colour("cfc4b4"),
            prune="background", disc_colour=_colour("2f3b46"), edge_colour=_colour("cbbfa9"),
        ),
        # folk art: flat strong colours, white branches
        "folk": replace(
            calm, background="flat", contrast=0.6, branch="outlined", knot=0.0, width=0.12,
            decoration="blossoms", taper=0.2,
            ground=_grounds("c8553d 2f6f8f c65b7c 3f8a5f d18f2b", "c8553d 2f6f8f c65b7c 3f8a5f d18f2b"),
            branch_colours=_each("fdf6e6 fdf6e6 fdf6e6 fdf6e6 fdf6e6"), outline=_colour("23242e"), wave=0.0, bow=0.03,
            leaf_colours=_each("f2c14e f2c14e f2c14e f2c14e f7e3a1"), leaf_count=6, leaf_size=0.028, frame="band",
            frame_colour=_colour("fdf6e6"), pot_colour=_colour("f2c14e"), fruit="bead", fruit_radius=0.125,
            fruit_colours=_fruit("ffd93b 86c440 ff8a2a"), strip_colour=_colour("23242e"), prune="cross",
            prune_colour=_colour("fdf6e6"), strip_length=0.4, strip_width=0.15, edge_colour=_colour("efe7d6"),
        ),
    }  # fmt: skip
