"""Scenes of Orchard drawn once and kept in shards, for a finder and for a look net.

    python -m training.orchard.dataset OUT --group train --shards 60 --scenes 50 --workers 2

A shard is an .npz file.

For the finder: `photos` uint8 (N, 480, 640, 3), and flat lists of what lies in them:
- `owner` (T,): the photo's index; `roles` int8 (T,): an index into `ROLES`;
- `quads` float32 (T, 4, 2) in the photo's pixels; `feet` float32 (T, 4, 2): a die's lower face, else the quad again;
- `labels` int8 (T, 2): a card's number (0: its back); a tree's fruit and its fruit's count; a die's colour and
  its top's pips (indices into `COLOURS` and `PIPS`); else -1.
- `exact` int8 (T,): whether an outline is known to the pixel (see `real_dice`).

For the look net, each with the exposure that it was cut from (a scene's exposures come one after the other):
- `tops` uint8 (M, 112, 112, 3), `top_labels` int8 (M, 3): colour, pips, and 1 for an ordinary die, 0 for a custom one;
- `trees` uint8 (K, 64, 64, 3), `tree_labels` int8 (K, 3): fruit, count, and what stands on it (`STANDING`).

A patch of a die shows much of what is around its top face, which is the square of 40 pixels in its middle: whoever
learns from it takes a part, cut around an outline that slipped (`training.orchard.slips`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
import numpy.typing as npt
import typer

from training.dataset import draw_shards, write_shard
from training.orchard.looks import FRUITS
from training.orchard.patches import WIDE, WIDE_MARGIN, any_corner_first, jitter
from training.orchard.scenes import compose
from training.orchard.truth import Truth
from vision.lattice import SIDES
from vision.look import pyramid
from vision.orchard_look import COLOURS, PATCH, STANDING, TREE_MARGIN, Pixels, cut

PHOTO_SIZE = (640, 480)
PLAIN_SIZE = (960, 720)
"""Of scenes whose photos alone are kept; reduced, they hardly differ."""
EXPOSURES = 2
ROLES = (
    "nothing", "card", "die", "rotten", "tree", "stood_on", "spare_card", "spare_die", "spare_rotten", "spare_tree",
    "back", "barely",
)  # fmt: skip
"""What lies in a photo. `stood_on`: a tree under a die or token; `spare_…` and `back` lie beside the layout and do
not count; `barely`: so little of it can be seen that a net should be neither asked for it nor blamed for it."""
PIPS = (1, 2, 3, 4, 5, 6, 10, "none")
ENOUGH_OF_CARD = 0.12
ENOUGH_OF_TREE = 0.35
ENOUGH_OF_PIECE = 0.6
DIE_PX = 38
"""About how wide dice are in the photos at least."""
SPOILED = 5
"""At most how many tokens more than the rules allow, in scenes to learn from."""
MOST_ONES = 6
"""Patches of dice that show a 1, an exposure: half of all dice do."""
MOST_TREES = 14
"""Patches of trees an exposure: there are enough of them."""
EMPTY_PLACES = 3
"""Patches of places beside trees that hold none, an exposure: a reader takes holes between the cards for trees."""
FREE = 0.7
"""How far from every tree's middle, in tree sides, the middle of an empty place lies at least."""
Points = npt.NDArray[np.float64]
Thing = tuple[Points, Points, str, tuple[int, int]]


def within(quad: Points, width: int, height: int) -> float:
    """About how much of an outline lies within the photo, 0 to 1."""
    u, v = np.meshgrid(np.linspace(0.1, 0.9, 5), np.linspace(0.1, 0.9, 5))
    weights = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], -1).reshape(-1, 4)
    spots = weights @ quad
    return float(((spots >= 0) & (spots < (width, height))).all(1).mean())


def things(truth: Truth, width: int, height: int) -> list[Thing]:
    """All that a finder should find: outline, foot, role, labels."""
    found: list[Thing] = []
    for card in truth.cards:
        role = "card" if card.order is not None else ("spare_card" if card.number else "back")
        found.append(
            (card.outline, card.outline, role if card.seen >= ENOUGH_OF_CARD else "barely", (card.number, -1))
        )
    stood = {die.place for die in truth.dice} | {token.place for token in truth.rotten}
    for tree in truth.trees:
        role = "spare_tree" if tree.place is None else ("stood_on" if tree.place in stood else "tree")
        shown = 1 - tree.hidden >= ENOUGH_OF_TREE
        found.append(
            (tree.outline, tree.outline, role if shown else "barely", (FRUITS.index(tree.fruit), tree.count))
        )
    for die in truth.dice:
        shown = within(die.top, width, height) >= ENOUGH_OF_PIECE
        role = "spare_die" if die.place is None else "die"
        marks = (COLOURS.index(die.fruit), PIPS.index(die.pips))
        found.append((die.top, die.foot, role if shown else "barely", marks))
    for token in truth.rotten:
        shown = within(token.outline, width, height) >= ENOUGH_OF_PIECE
        role = "spare_rotten" if token.place is None else "rotten"
        found.append((token.outline, token.outline, role if shown else "barely", (-1, -1)))
    return found


def top_patches(
    rng: np.random.Generator, copies: list[Pixels], truth: Truth
) -> tuple[list[Pixels], list[tuple[int, int, int]]]:
    """Patches of dice, and of a few things that a finder might take for dice."""
    height, width = copies[0].shape[:2]
    none = (COLOURS.index("none"), PIPS.index("none"), -1)
    ordinary = int(truth.look.dice.ordinary)
    seen = [die for die in truth.dice if within(die.top, width, height) > 0.9]
    ones = {id(die) for die in [die for die in seen if die.pips == 1][MOST_ONES:]}
    wanted = [
        (die.top, (COLOURS.index(die.fruit), PIPS.index(die.pips), ordinary))
        for die in seen
        if id(die) not in ones
    ]
    wrong = [token.outline for token in truth.rotten if within(token.outline, width, height) > 0.9]
    bare = [tree.outline for tree in truth.trees if tree.hidden < 0.1]
    for index in rng.permutation(len(bare))[:2]:
        middle = bare[index].mean(0)
        wrong.append(middle + (bare[index] - middle) * float(rng.uniform(0.3, 0.6)))
    wanted += [(quad, none) for quad in wrong]
    patches = [cut(copies, any_corner_first(rng, quad), (WIDE, WIDE), WIDE_MARGIN) for quad, _ in wanted]
    return patches, [labels for _, labels in wanted]


def tree_patches(
    rng: np.random.Generator, copies: list[Pixels], truth: Truth
) -> tuple[list[Pixels], list[tuple[int, int, int]]]:
    standing = {die.place: 1 for die in truth.dice if die.place}
    standing |= {token.place: 2 for token in truth.rotten if token.place}
    bearing = [tree for tree in truth.trees if tree.place in standing]
    bare = [tree for tree in truth.trees if tree not in bearing and 1 - tree.hidden >= ENOUGH_OF_TREE]
    spoiled = [tree for tree in bearing if standing[tree.place] == STANDING.index("rotten")]
    others = [tree for tree in (*bearing, *bare) if tree not in spoiled]
    chosen = spoiled + [others[int(k)] for k in rng.permutation(len(others))[: MOST_TREES - len(spoiled)]]
    patches = [
        cut(copies, jitter(rng, any_corner_first(rng, tree.outline), 0.035), (PATCH, PATCH), TREE_MARGIN)
        for tree in chosen
    ]
    beside = list(islice(empty_places(rng, truth), EMPTY_PLACES))
    patches += [cut(copies, any_corner_first(rng, quad), (PATCH, PATCH), TREE_MARGIN) for quad in beside]
    marks = [
        (
            FRUITS.index(tree.fruit) if 1 - tree.hidden >= ENOUGH_OF_TREE else -1,
            tree.count,
            standing.get(tree.place, 0) if tree.place else 0,
        )
        for tree in chosen
    ]
    return patches, marks + [(-1, -1, STANDING.index("empty"))] * len(beside)


def empty_places(rng: np.random.Generator, truth: Truth) -> Iterator[Points]:
    """Outlines of the places beside an orchard's trees that hold none, in any order."""
    laid = [tree.outline for tree in truth.trees if tree.place]
    middles = np.array([tree.outline.mean(0) for tree in truth.trees])
    for index in rng.permutation(4 * len(laid)).tolist():
        outline, (dx, dy) = laid[index // 4], SIDES[index % 4]
        across, down = outline[1] - outline[0], outline[3] - outline[0]
        moved = outline + dx * across + dy * down
        away = np.hypot(*(middles - moved.mean(0)).T).min()
        if away > FREE * float(np.hypot(*across)):
            yield moved


def draw_scene(seed: int, group: str, patches: bool = True) -> dict[str, Any]:
    """One scene's share of a shard; without patches, for the finder alone."""
    rng = np.random.default_rng(seed)
    spoiled = SPOILED if group == "train" else 0
    if patches:
        photos, truth = compose(rng, group, exposures=EXPOSURES, die_px=DIE_PX, spoiled=spoiled)
    else:
        photos, truth = compose(rng, group, *PLAIN_SIZE, spoiled=spoiled)
    height, width = photos[0].shape[:2]
    share: dict[str, Any] = {name: [] for name in ("tops", "trees")}
    share |= {f"{name}_labels": [] for name in ("top", "tree")}
    share |= {f"{name}_photo": [] for name in ("top", "tree")}
    for index, photo in enumerate(photos if patches else []):
        copies = pyramid(photo)
        for name, cutter in (("top", top_patches), ("tree", tree_patches)):
            cuts, marks = cutter(rng, copies, truth)
            share[f"{name}s"] += cuts
            share[f"{name}_labels"] += marks
            share[f"{name}_photo"] += [index] * len(cuts)
    scale = PHOTO_SIZE[0] / width
    found = things(truth, width, height)
    share["photo"] = cv2.resize(photos[0], PHOTO_SIZE, interpolation=cv2.INTER_AREA)
    share["quads"] = np.array([quad for quad, _, _, _ in found], np.float32).reshape(-1, 4, 2) * scale
    share["feet"] = np.array([foot for _, foot, _, _ in found], np.float32).reshape(-1, 4, 2) * scale
    share["roles"] = np.array([ROLES.index(role) for _, _, role, _ in found], np.int8)
    share["labels"] = np.array([labels for _, _, _, labels in found], np.int8).reshape(-1, 2)
    return share


SHAPES = {"tops": (WIDE, WIDE, 3), "trees": (PATCH, PATCH, 3)}


def pack(drawn: list[dict[str, Any]]) -> dict[str, npt.NDArray[np.generic]]:
    """Scenes as the arrays of a shard."""
    shard: dict[str, npt.NDArray[np.generic]] = {
        "photos": np.stack([d["photo"] for d in drawn]),
        "owner": np.concatenate([np.full(len(d["roles"]), k, np.int32) for k, d in enumerate(drawn)]),
        **{name: np.concatenate([d[name] for d in drawn]) for name in ("quads", "feet", "roles", "labels")},
    }
    shard["exact"] = np.ones(len(shard["roles"]), np.int8)
    for name in ("top", "tree"):
        patches = [patch for d in drawn for patch in d[f"{name}s"]]
        marks = [mark for d in drawn for mark in d[f"{name}_labels"]]
        exposure = [EXPOSURES * k + index for k, d in enumerate(drawn) for index in d[f"{name}_photo"]]
        shard[f"{name}s"] = np.array(patches, np.uint8).reshape(-1, *SHAPES[f"{name}s"])
        shard[f"{name}_labels"] = np.array(marks, np.int8).reshape(-1, 3)
        shard[f"{name}_photo"] = np.array(exposure, np.int32)
    return shard


def make_shard(path: Path, first_seed: int, scenes: int, group: str, patches: bool = True) -> Path:
    cv2.setNumThreads(1)
    return write_shard(path, **pack([draw_scene(first_seed + k, group, patches) for k in range(scenes)]))


def main(
    out: Path,
    shards: Annotated[int, typer.Option(help="How many files.")] = 60,
    scenes: Annotated[int, typer.Option(help="Scenes a file.")] = 50,
    group: Annotated[str, typer.Option(help="Drawing methods: train, validation or test.")] = "train",
    seed: Annotated[int, typer.Option(help="Seed of the first scene.")] = 1_000_000,
    workers: Annotated[int, typer.Option(help="Processes.")] = 2,
    patches: Annotated[bool, typer.Option(help="Without, the shards are for the finder alone.")] = True,
) -> None:
    """Draw scenes into shards; a shard that is there already is kept."""
    draw_shards(partial(make_shard, patches=patches), out, shards, scenes, group, seed, workers)


if __name__ == "__main__":
    typer.run(main)
