"""A whole photo of an orchard on a table, with the truth of what lies where."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from training.camera import Camera, aim, expose
from training.materials import draw_light
from training.orchard.beside import Taken, lay_rules, lay_spare_cards, lay_spare_dice
from training.orchard.cards import Press
from training.orchard.dice import DiceCup
from training.orchard.faces import printed_face
from training.orchard.laying import Pose, lay_cards, uppermost
from training.orchard.layouts import IN_PLAY, Cell, Layout, play
from training.orchard.looks import Look, RottenLook, draw_look, draw_rotten
from training.orchard.pieces import OrchardStage, draw_solids, lay_card, lay_die, lay_token
from training.orchard.truth import CardSeen, DieSeen, RottenSeen, TreeSeen, Truth
from training.stage import box, free_spot, lay_round, lay_sheet, lay_table, visible
from training.surfaces import TABLES

Points = npt.NDArray[np.float64]
MOST_ENLARGED = 1.5
COARSE = 4
"""Photo pixels a pixel of the map that tells what is hidden."""


def compose(
    rng: np.random.Generator,
    group: str = "train",
    width: int = 1280,
    height: int = 960,
    exposures: int = 1,
    die_px: float = 0.0,
    spoiled: int = 0,
) -> tuple[list[npt.NDArray[np.uint8]], Truth]:
    """Photos of one random scene under different lights, uint8 RGB (height, width, 3), and their truth.

    Where dice would be less than `die_px` wide, the photo is made larger, up to half as large again: phones have more
    pixels than these photos, so that their dice are seldom as small. Up to `spoiled` more rotten tokens than the rules
    allow, of several kinds, lie on free trees: nets are to learn from more than two a photo.
    """
    look = draw_look(rng, group)
    layout, poses = _laid(rng, look)
    tokens = [look.rotten]
    if spoiled:
        layout = _spoiled(rng, layout, spoiled)
        tokens += [draw_rotten(rng, group) for _ in range(2)]
    corners = np.vstack([pose.outline() for pose in poses])
    low, high = corners.min(0) - 0.1, corners.max(0) + 0.1
    camera = _finer(aim(rng, low, high, width, height), (low + high) / 2, look.dice.side, die_px)
    table = str(rng.choice(TABLES))
    picture = lay_table(rng, table, camera, low, high)
    shade = rng.normal(0, 1, 2) * float(rng.uniform(0.1, 0.9))
    stage = OrchardStage(
        rng, camera, picture, shade, look.cards.edge_colour, look, Press(rng, look.cards),
        DiceCup(rng, look.dice, group), draw_light(rng, shade), float(rng.uniform(0.15, 0.6)),
    )  # fmt: skip
    taken = [box(pose.centre - 0.75, pose.centre + 0.75) for pose in poses]
    taken += [box(spot - 0.8, spot + 0.8) for spot in corners]
    for _ in range(int(rng.integers(0, 3))):
        lay_sheet(stage, taken)
    if rng.random() < 0.2:
        lay_rules(stage, taken)
    for _ in range(int(rng.integers(0, 3))):
        lay_round(stage, taken)
    cards, trees = lay_spare_cards(stage, taken, layout)
    own, bare = _lay_layout(stage, layout, poses)
    rotten = _lay_rotten(stage, layout, poses, taken, tokens)
    dice = _lay_dice(stage, layout, poses) + lay_spare_dice(stage, taken, layout)
    draw_solids(stage)
    trees = _hidden(stage, layout, own, bare, dice, rotten) + trees
    exposed = [expose(rng, stage.picture) for _ in range(exposures)]
    return exposed, Truth(layout, look, camera, table, own + cards, trees, dice, rotten)


def _laid(rng: np.random.Generator, look: Look) -> tuple[Layout, list[Pose]]:
    """An orchard and how it lies; one that drifts apart is cleared and played anew."""
    while True:
        layout = play(rng, IN_PLAY if rng.random() < 0.85 else int(rng.integers(1, IN_PLAY)))
        mess = float(rng.choice([0.004, rng.uniform(0.005, 0.02), rng.uniform(0.01, 0.05)]))
        poses = lay_cards(rng, layout, look.cards, mess)
        if poses is not None:
            return layout, poses


def _finer(camera: Camera, middle: Points, side: float, least: float) -> Camera:
    """The same view with more pixels, where a die in the middle is less than `least` wide."""
    left, right = camera.project(middle + np.array([[-side / 2, 0], [side / 2, 0]]))
    scale = float(np.clip(least / np.hypot(*(right - left)), 1, MOST_ENLARGED))
    width, height = 8 * round(camera.width * scale / 8), 8 * round(camera.height * scale / 8)
    by = np.diag([width / camera.width, height / camera.height, 1.0])
    return replace(camera, projection=by @ camera.projection, width=width, height=height)


# --- the layout ---------------------------------------------------------------------------------------------


def _lay_layout(
    stage: OrchardStage, layout: Layout, poses: list[Pose]
) -> tuple[list[CardSeen], list[TreeSeen]]:
    outlines, counts = [], []
    for card, pose in zip(layout.cards, poses, strict=True):
        outline, borne = lay_card(stage, card.number, pose)
        outlines.append(outline)
        counts.append(borne)
    cards = [
        CardSeen(card.number, outlines[k], k, visible(outlines, k, stage.camera))
        for k, card in enumerate(layout.cards)
    ]
    trees = [
        TreeSeen(
            layout.trees[place], counts[index][tree],
            poses[index].tree_outline(stage.look.cards, tree, stage.camera), place, 0.0,
        )
        for place, (index, tree) in uppermost(layout).items()
    ]  # fmt: skip
    return cards, trees


def _on_tree(
    stage: OrchardStage, layout: Layout, poses: list[Pose], place: Cell, sloppy: float
) -> tuple[Points, float]:
    """A spot about the middle of a tree, and the height that it is at."""
    index, tree = uppermost(layout)[place]
    at = poses[index].tree(stage.look.cards, tree) + stage.rng.normal(0, sloppy, 2).clip(-0.24, 0.24)
    return at, poses[index].top


def _spoiled(rng: np.random.Generator, layout: Layout, most: int) -> Layout:
    """The orchard with more rotten tokens, on trees where nothing stands."""
    free = sorted(set(layout.trees) - set(layout.dice) - layout.rotten)
    chosen = [free[int(k)] for k in rng.permutation(len(free))[: int(rng.integers(most + 1))]]
    return replace(layout, rotten=layout.rotten | set(chosen))


def _lay_rotten(
    stage: OrchardStage, layout: Layout, poses: list[Pose], taken: Taken, looks: list[RottenLook]
) -> list[RottenSeen]:
    def lay(at: Points, base: float) -> Points:
        return lay_token(stage, looks[int(stage.rng.integers(len(looks)))], at, base)

    sloppy = float(stage.rng.uniform(0.02, 0.12))
    found = []
    for place in sorted(layout.rotten):
        at, base = _on_tree(stage, layout, poses, place, sloppy)
        found.append(RottenSeen(lay(at, base), place))
    if stage.rng.random() < 0.3:
        for _ in range(int(stage.rng.integers(1, 3))):
            spot = free_spot(stage, taken, 0.9)
            if spot is not None:
                found.append(RottenSeen(lay(spot, 0.0), None))
    return found


def _lay_dice(stage: OrchardStage, layout: Layout, poses: list[Pose]) -> list[DieSeen]:
    rng = stage.rng
    sloppy = float(rng.choice([rng.uniform(0.02, 0.07), rng.uniform(0.05, 0.15)]))
    tidy = rng.random() < 0.25  # dice in line with the cards
    dice = []
    for place in sorted(layout.dice):
        at, base = _on_tree(stage, layout, poses, place, sloppy)
        angle = float(rng.normal(0, 0.1) if tidy else rng.uniform(0, 2 * np.pi))
        pips = printed_face(stage.look.dice, layout.dice[place])
        dice.append(lay_die(stage, layout.trees[place], pips, at, base, angle, place))
    return dice


def _hidden(
    stage: OrchardStage,
    layout: Layout,
    cards: list[CardSeen],
    trees: list[TreeSeen],
    dice: list[DieSeen],
    rotten: list[RottenSeen],
) -> list[TreeSeen]:
    """The layout's trees with the share of each that later cards, dice and tokens hide, or the photo's edge."""
    shape = (stage.camera.height // COARSE, stage.camera.width // COARSE)
    over = np.zeros(shape, np.uint8)
    for outline in [np.vstack([die.top, die.foot]) for die in dice] + [token.outline for token in rotten]:
        cv2.fillConvexPoly(over, cv2.convexHull(np.round(outline / COARSE).astype(np.int32)), 255)
    order = {place: index for place, (index, _) in uppermost(layout).items()}
    found = []
    for tree in trees:
        own = np.zeros(shape, np.uint8)
        cv2.fillConvexPoly(own, np.round(tree.outline / COARSE).astype(np.int32), 1)
        whole = abs(float(cv2.contourArea((tree.outline / COARSE).astype(np.float32))))
        for card in cards[order[tree.place] + 1 :] if tree.place else []:
            cv2.fillConvexPoly(own, np.round(card.outline / COARSE).astype(np.int32), 0)
        shown = int(((own > 0) & (over == 0)).sum())
        hidden = float(np.clip(1 - shown / max(whole, 1.0), 0, 1))
        found.append(TreeSeen(tree.fruit, tree.count, tree.outline, tree.place, hidden))
    return found
