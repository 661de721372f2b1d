"""What lies beside an orchard and does not count: dice, cards, the rules."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from training.orchard.cards import CARD_HEIGHT, print_card
from training.orchard.faces import CUSTOM, ORDINARY
from training.orchard.laying import Pose
from training.orchard.layouts import Layout, card_faces
from training.orchard.looks import FRUITS
from training.orchard.pieces import OrchardStage, lay_card, lay_die
from training.orchard.truth import CardSeen, DieSeen, TreeSeen
from training.stage import free_spot, lay, visible
from training.strokes import turned
from training.surfaces import draw_sheet
from training.tokens import Sprite

Points = npt.NDArray[np.float64]
Taken = list[tuple[Points, Points]]


def lay_spare_dice(stage: OrchardStage, taken: Taken, layout: Layout) -> list[DieSeen]:
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
            found.append(lay_die(stage, left.pop(), pips, at, 0.0, float(rng.uniform(0, 6.3)), None))
    return found


def lay_spare_cards(
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
            outline, counts = lay_card(stage, number, pose)
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


def lay_rules(stage: OrchardStage, taken: Taken) -> None:
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
