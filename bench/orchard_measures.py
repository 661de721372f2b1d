"""How right one reading of an orchard is: its places are matched to the truth's in the photo, then all is compared."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from bench.measures import Cell, Count, advice_group, moved_place, tilt_group
from vision.observe import side_of
from vision.together import turned

NEAR = 0.45
"""How far, in tree sides, a tree's middle may lie from the truth's to be the same tree."""
SIZES = (20, 30, 45)
"""Bounds of the groups by the side of a die's top, in pixels of the whole photo."""


@dataclass
class Outcome:
    """One photo: what was right, and where the first error was."""

    name: str
    groups: dict[str, str]
    found: Count = field(default_factory=Count)
    rotten: Count = field(default_factory=Count)
    trees: Count = field(default_factory=Count)
    colours: int = 0
    values: int = 0
    both: int = 0
    score_right: bool = False
    in_range: bool = False
    range_width: int = 0
    doubts: int = 0
    wrong: int = 0
    wrong_doubted: int = 0
    first_error: str = "unread"
    chances: list[tuple[str, float, bool]] = field(default_factory=list)
    milliseconds: float = 0.0


def judge(
    name: str, truth: dict[str, Any], reading: dict[str, Any] | None, observations: Any = ()
) -> Outcome:
    """Compare a reading in the contract's form with a photo's truth; None where nothing was read."""
    out = Outcome(name, {**_groups(truth), "advice": advice_group(reading)})
    dice, rotten, trees = _things(truth["state"])
    if reading is None:
        out.found.missed, out.rotten.missed, out.trees.missed = len(dice), len(rotten), len(trees)
        return out
    quarters, shift = match(truth, reading)

    def moved(thing: dict[str, Any]) -> dict[str, Any]:
        col, row = moved_place((thing["col"], thing["row"]), quarters, shift)
        return {**thing, "col": col, "row": row}

    state = {name: [moved(t) for t in reading["state"][name]] for name in ("dice", "rotten", "trees")}
    seen_dice, seen_rotten, seen_trees = _things(state)
    out.found.add(dict.fromkeys(seen_dice, True), dict.fromkeys(dice, True))
    out.rotten.add(seen_rotten, rotten)
    out.trees.add(seen_trees, trees)
    for cell in set(dice) & set(seen_dice):
        out.both += 1
        out.colours += dice[cell][0] == seen_dice[cell][0]
        out.values += dice[cell][1] == seen_dice[cell][1]
    doubted = {
        moved_place((d["where"]["col"], d["where"]["row"]), quarters, shift)
        for d in reading["doubts"]
        if "col" in d["where"]
    }
    for real, seen in ((dice, seen_dice), (rotten, seen_rotten), (trees, seen_trees)):
        wrong = [cell for cell in set(real) | set(seen) if real.get(cell) != seen.get(cell)]
        out.wrong += len(wrong)
        out.wrong_doubted += sum(cell in doubted for cell in wrong)
    out.score_right = reading["score"]["total"] == truth["total"]
    span = reading["score_range"]
    out.in_range = span["low"] <= truth["total"] <= span["high"]
    out.range_width = span["high"] - span["low"]
    out.doubts = len(reading["doubts"])
    out.first_error = _first_error(out, dice, seen_dice)
    out.milliseconds = reading["timing_ms"]["total"]
    out.chances = _chances(observations, dice, rotten, trees, quarters, shift)
    return out


def match(truth: dict[str, Any], reading: dict[str, Any]) -> tuple[int, Cell]:
    """-> the quarter turns and the shift that take the reading's places to the truth's, by most trees' vote."""
    votes: Counter[tuple[int, Cell]] = Counter()
    seen = [((t["col"], t["row"]), np.array(t["px"])) for t in reading["grid"]["tiles"]]
    for tree in truth["grid"]["trees"]:
        at = np.array(tree["px"]).reshape(-1, 2).mean(0)
        for cell, quad in seen:
            side = side_of(quad)
            if np.hypot(*(quad.mean(0) - at)) > NEAR * side:
                continue
            for quarters in range(4):
                col, row = turned(cell, quarters)
                votes[(quarters, (tree["col"] - col, tree["row"] - row))] += 1
    return votes.most_common(1)[0][0] if votes else (0, (0, 0))


def _things(state: dict[str, Any]) -> tuple[dict[Cell, tuple[str, int]], dict[Cell, bool], dict[Cell, str]]:
    """Dice, rotten tokens and trees of a state by place."""
    return (
        {(d["col"], d["row"]): (d["fruit"], d["value"]) for d in state["dice"]},
        {(t["col"], t["row"]): True for t in state["rotten"]},
        {(t["col"], t["row"]): t["fruit"] for t in state["trees"]},
    )


def _groups(truth: dict[str, Any]) -> dict[str, str]:
    conditions, look = truth.get("conditions", {}), truth.get("look") or {}
    size = conditions.get("die_px")
    bounds = ("under", *SIZES)
    group = "" if size is None else f"{bounds[sum(size >= bound for bound in SIZES)]} px"
    return {
        "light": str(conditions.get("light", "")),
        "tilt": tilt_group(truth),
        "die size": f"under {SIZES[0]} px"
        if group.startswith("under")
        else (f"from {group}" if group else ""),
        "dice": str(look.get("dice", "ordinary" if truth.get("dice_map") else "custom")),
        "look": str(look.get("crowns", truth.get("theme", ""))),
    }


def _first_error(out: Outcome, dice: dict[Cell, Any], seen: dict[Cell, Any]) -> str:
    if out.found.extra or out.found.missed:
        return "dice"
    if dice != seen:
        return "colours and values"
    if out.rotten.extra or out.rotten.missed:
        return "rotten"
    return "trees" if out.trees.extra or out.trees.missed else "none"


def _chances(
    observations: Any,
    dice: dict[Cell, tuple[str, int]],
    rotten: dict[Cell, bool],
    trees: dict[Cell, str],
    quarters: int,
    shift: Cell,
) -> list[tuple[str, float, bool]]:
    """(question, chance given to the best answer, was it right) for each die, token and tree."""
    ten = next((int(seen.value) for seen in observations if seen.what == "ten"), 10)
    chances = []
    for seen in observations:
        if seen.what not in ("die", "rotten", "tree") or seen.place.col is None:
            continue
        cell = moved_place((seen.place.col, seen.place.row), quarters, shift)
        if seen.what == "die":
            told = str(seen.value).split()
            value = (told[0], 10 if int(told[1]) == ten else int(told[1])) if len(told) == 2 else None
            right = value == dice.get(cell)
        elif seen.what == "rotten":
            right = seen.value is rotten.get(cell, False)
        else:
            right = seen.value == trees.get(cell, "none")
        chances.append((seen.what, seen.best.probability, right))
    return chances
