"""A whole photo of an orchard on a table, with the truth of what lies where."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import numpy.typing as npt

from training.camera import Camera, aim, expose
from training.hands import turned
from training.orchard.cards import CARD_HEIGHT, Press, print_back, print_card
from training.orchard.dice import DiceCup, Light, draw_block, draw_light
from training.orchard.faces import CUSTOM, ORDINARY, sides_of
from training.orchard.laying import Pose, lattice_outline, lay_cards, uppermost
from training.orchard.layouts import IN_PLAY, Cell, Layout, card_faces, play
from training.orchard.looks import CARD, FRUITS, DiceLook, Look, draw_look
from training.orchard.rotten import BLOCKS, draw_token
from training.orchard.solids import Block, cast_shadow
from training.stage import Stage, box, free_spot, lay, lay_round, lay_sheet, lay_table, visible
from training.surfaces import TABLES, draw_sheet
from training.tokens import Sprite

Points = npt.NDArray[np.float64]
Taken = list[tuple[Points, Points]]
MOST_ENLARGED = 1.5
COARSE = 4
"""Photo pixels a pixel of the map that tells what is hidden."""


@dataclass(frozen=True, eq=False)
class CardSeen:
    """A card with its face up (`number`), or its back (0). `outline` starts at the upright card's NW corner.

    `order`: of play, None beside the layout; `seen`: the share that nothing covers, 0 to 1.
    """

    number: int
    outline: Points
    order: int | None
    seen: float


@dataclass(frozen=True, eq=False)
class TreeSeen:
    """A tree that no card covers. `place` is None beside the layout; `hidden`: the share that things hide."""

    fruit: str
    count: int
    outline: Points
    place: Cell | None
    hidden: float


@dataclass(frozen=True, eq=False)
class DieSeen:
    """A die. `fruit`: whose colour it has, or "other"; `pips` as printed on its top face.

    top, foot: its upper and its lower face in the photo, (4, 2) each, corner above corner.
    """

    fruit: str
    pips: int
    value: int | None
    top: Points
    foot: Points
    place: Cell | None


@dataclass(frozen=True, eq=False)
class RottenSeen:
    """A rotten-fruit token; `outline` (4, 2) around its upper face."""

    outline: Points
    place: Cell | None


@dataclass(frozen=True, eq=False)
class Truth:
    """What is in a photo, the pieces beside the layout included."""

    layout: Layout
    look: Look
    camera: Camera
    table: str
    cards: list[CardSeen]
    trees: list[TreeSeen]
    dice: list[DieSeen]
    rotten: list[RottenSeen]


@dataclass(eq=False)
class OrchardStage(Stage):
    """The stage of one copy of the game."""

    look: Look
    press: Press
    cup: DiceCup
    light: Light
    dark: float
    """How much of the lamp's light shadows take away."""
    solids: list[tuple[Block, str, tuple[int, ...] | None]] = field(default_factory=list)
    """Dice and cubes yet to be drawn: the block, its colour's name and its faces' values."""

    @property
    def eye(self) -> Points:
        """Where the phone is, (x, y, z)."""
        return -np.linalg.inv(self.camera.projection[:, :3]) @ self.camera.projection[:, 3]


def compose(
    rng: np.random.Generator,
    group: str = "train",
    width: int = 1280,
    height: int = 960,
    exposures: int = 1,
    die_px: float = 0.0,
) -> tuple[list[npt.NDArray[np.uint8]], Truth]:
    """Photos of one random scene under different lights, uint8 RGB (height, width, 3), and their truth.

    Where dice would be less than `die_px` wide, the photo is made larger, up to half as large again: phones have more
    pixels than these photos, so that their dice are seldom as small.
    """
    look = draw_look(rng, group)
    layout, poses = _laid(rng, look)
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
        _lay_rules(stage, taken)
    for _ in range(int(rng.integers(0, 3))):
        lay_round(stage, taken)
    cards, trees = _lay_spare_cards(stage, taken, layout)
    own, bare = _lay_layout(stage, layout, poses)
    rotten = _lay_rotten(stage, layout, poses, taken)
    dice = _lay_dice(stage, layout, poses) + _lay_spare_dice(stage, taken, layout)
    _draw_solids(stage)
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


def _lay_card(stage: OrchardStage, number: int, pose: Pose) -> tuple[Points, dict[Cell, int]]:
    sprite, counts = print_card(stage.press, number) if number else (print_back(stage.press), {})
    return lay(stage, sprite, pose.centre, turned(pose.angle), np.array(CARD), pose.base), counts


def _lay_layout(
    stage: OrchardStage, layout: Layout, poses: list[Pose]
) -> tuple[list[CardSeen], list[TreeSeen]]:
    outlines, counts = [], []
    for card, pose in zip(layout.cards, poses, strict=True):
        outline, borne = _lay_card(stage, card.number, pose)
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


def _lay_rotten(stage: OrchardStage, layout: Layout, poses: list[Pose], taken: Taken) -> list[RottenSeen]:
    sloppy = float(stage.rng.uniform(0.02, 0.12))
    found = []
    for place in sorted(layout.rotten):
        at, base = _on_tree(stage, layout, poses, place, sloppy)
        found.append(RottenSeen(_lay_token(stage, at, base), place))
    if stage.rng.random() < 0.3:
        for _ in range(int(stage.rng.integers(1, 3))):
            spot = free_spot(stage, taken, 0.9)
            if spot is not None:
                found.append(RottenSeen(_lay_token(stage, spot, 0.0), None))
    return found


def _lay_token(stage: OrchardStage, at: Points, base: float) -> Points:
    rng, look = stage.rng, stage.look.rotten
    angle = float(rng.uniform(0, 2 * np.pi))
    if look.kind in BLOCKS:
        block = Block(at, base, look.size, angle, float(rng.uniform(0.03, 0.15)), BLOCKS[look.kind])
        stage.solids.append((block, "rotten", None))
        return block.seen(stage.camera)[0]
    return lay(stage, draw_token(rng, look), at, turned(angle), np.full(2, look.size), base)


def printed_face(look: DiceLook, value: int) -> int:
    """The pips that stand for a value."""
    return look.ten_face if look.ordinary and value == 10 else value


def value_of(look: DiceLook, pips: int) -> int | None:
    """The value that the pips of a top face stand for; None where a player would not show them."""
    return next((value for value in CUSTOM if printed_face(look, value) == pips), None)


def _lay_die(
    stage: OrchardStage, fruit: str, pips: int, at: Points, base: float, angle: float, place: Cell | None
) -> DieSeen:
    look = stage.look.dice
    block = Block(at, base, look.side, angle, look.rounding, ball=look.ball)
    stage.solids.append((block, fruit, sides_of(stage.rng, look, pips)))
    top, foot = block.seen(stage.camera)
    return DieSeen(fruit, pips, value_of(look, pips), top, foot, place)


def _lay_dice(stage: OrchardStage, layout: Layout, poses: list[Pose]) -> list[DieSeen]:
    rng = stage.rng
    sloppy = float(rng.choice([rng.uniform(0.02, 0.07), rng.uniform(0.05, 0.15)]))
    tidy = rng.random() < 0.25  # dice in line with the cards
    dice = []
    for place in sorted(layout.dice):
        at, base = _on_tree(stage, layout, poses, place, sloppy)
        angle = float(rng.normal(0, 0.1) if tidy else rng.uniform(0, 2 * np.pi))
        pips = printed_face(stage.look.dice, layout.dice[place])
        dice.append(_lay_die(stage, layout.trees[place], pips, at, base, angle, place))
    return dice


def _draw_solids(stage: OrchardStage) -> None:
    """All blocks, the farther ones first, after the shadows of all."""
    far = sorted(stage.solids, key=lambda solid: -float(np.hypot(*(solid[0].centre - stage.eye[:2]))))
    for block, _, _ in far:
        cast_shadow(stage.picture, stage.camera, block, stage.shade, stage.dark)
    look = stage.look.dice
    for block, fruit, values in far:
        if values is None:
            material = "wooden" if stage.look.rotten.kind == "block" else "matt"
            colour, faces = stage.look.rotten.colour, None
        else:
            material, colour = look.material, look.colours[fruit]
            faces = [stage.cup.face(fruit, value) for value in values]
        draw_block(
            stage.rng,
            stage.picture,
            stage.camera,
            block,
            stage.light,
            material,
            colour,
            faces,
            look.gloss,
            look.tight,
        )


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


# --- beside the layout --------------------------------------------------------------------------------------


def _lay_spare_dice(stage: OrchardStage, taken: Taken, layout: Layout) -> list[DieSeen]:
    """Some of the dice that are not in play, in little heaps; now and then dice of another game."""
    rng, look = stage.rng, stage.look.dice
    left = [fruit for fruit in FRUITS for _ in range(5 - sum(layout.trees[p] == fruit for p in layout.dice))]
    left = left if rng.random() < 0.75 else []
    if rng.random() < 0.4:  # ordinary dice come in packs, and two players' dice lie on one table
        left += [str(fruit) for fruit in rng.choice(FRUITS, int(rng.integers(2, 12)))]
    rng.shuffle(left)
    if rng.random() < 0.25:
        left += ["other"] * int(rng.integers(1, 6))
    found = []
    while left:
        room = float(rng.uniform(0.8, 2.0))
        middle = free_spot(stage, taken, room)
        if middle is None:
            break
        spots: list[Points] = []
        for _ in range(int(rng.integers(2, 8))):
            at = middle + rng.uniform(-0.5, 0.5, 2) * (room - look.side * 1.2)
            if not left or any(np.hypot(*(at - spot)) < look.side * 1.45 for spot in spots):
                continue
            spots.append(at)
            pips = int(rng.choice(ORDINARY if look.ordinary else CUSTOM))
            found.append(_lay_die(stage, left.pop(), pips, at, 0.0, float(rng.uniform(0, 6.3)), None))
    return found


def _lay_spare_cards(
    stage: OrchardStage, taken: Taken, layout: Layout
) -> tuple[list[CardSeen], list[TreeSeen]]:
    """A face-down pile, cards with their faces up, or none."""
    rng = stage.rng
    unused = [n for n in card_faces() if n not in {card.number for card in layout.cards}]
    cards: list[CardSeen] = []
    trees: list[TreeSeen] = []
    for _ in range(int(rng.choice([0, 0, 1, 1, 2]))):
        at = free_spot(stage, taken, 3.0)
        if at is None:
            continue
        angle = float(rng.uniform(0, 2 * np.pi))
        face_up = rng.random() < 0.45
        pile = int(rng.choice([1, 1, 2, 9]))
        outlines, numbers = [], []
        for k in range(pile):
            number = int(rng.choice(unused)) if face_up else 0
            # A thick pile is drawn as its uppermost cards: the others cannot be told apart.
            if pile - k > 3:
                continue
            base = k * CARD_HEIGHT
            spot, turn = at + rng.normal(0, 0.03, 2), angle + float(rng.normal(0, 0.05))
            pose = Pose(spot, turn, base)
            outline, counts = _lay_card(stage, number, pose)
            outlines.append(outline)
            numbers.append(number)
        cards += [
            CardSeen(number, outlines[k], None, visible(outlines, k, stage.camera))
            for k, number in enumerate(numbers)
        ]
        if face_up:
            for tree, fruit in card_faces()[numbers[-1]].items():
                quad = pose.tree_outline(stage.look.cards, tree, stage.camera)
                trees.append(TreeSeen(fruit, counts[tree], quad, None, 1 - visible([quad], 0, stage.camera)))
    return cards, trees


def _lay_rules(stage: OrchardStage, taken: Taken) -> None:
    """A rules booklet that has a card's picture on it: no card."""
    rng = stage.rng
    high, wide = 3.0, 2.2
    at = free_spot(stage, taken, 3.4)
    if at is None:
        return
    sheet = draw_sheet(rng, 300, 220)
    art = print_card(stage.press, int(rng.integers(1, 19)))[0].picture
    small = cv2.resize(art, (130, 182), interpolation=cv2.INTER_AREA)
    top = int(rng.integers(10, 100))
    sheet[top : top + 182, 45:175] = small
    lay(
        stage, Sprite(sheet, np.ones(sheet.shape[:2], np.float32), 0.01), at,
        turned(float(rng.uniform(0, 2 * np.pi))), np.array([wide, high]),
    )  # fmt: skip


def card_in_lattice(truth: Truth, card: CardSeen) -> Points:
    """A laid card's outline, clockwise from its corner towards the lattice's NW."""
    if card.order is None:
        raise ValueError("the card lies beside the layout")
    return lattice_outline(truth.layout.cards[card.order], card.outline)
