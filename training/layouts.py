"""Trees as players leave them: simulated play, not random noise."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from scoring.espalier_check import SEASON_TILES
from scoring.lattice import DIRECTIONS, rim_point
from training.looks import SEASONS
from training.tokens import FRUITS

Cell = tuple[int, int]


@dataclass(frozen=True)
class Layout:
    """A finished tree: tiles by place, tokens by place and direction, fruit by point in half-tile units."""

    kinds: dict[Cell, str]
    branches: dict[Cell, frozenset[str]]
    tokens: dict[tuple[Cell, str], str]
    fruit: dict[Cell, str]
    mulched: int

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> Layout:
        """The layout that a photo's truth tells of: `to_state` turned round."""
        return cls(
            {(t["col"], t["row"]): t["kind"] for t in state["tiles"]},
            {(t["col"], t["row"]): frozenset(t["branches"]) for t in state["tiles"]},
            {((t["col"], t["row"]), t["direction"]): t["side"] for t in state["tokens"]},
            {rim_point((f["col"], f["row"]), f["at"]): f["kind"] for f in state["fruit"]},
            state["mulched"],
        )

    def to_state(self) -> dict[str, object]:
        """The tree as a state that the scorer and the reader take."""
        fruit = []
        for (x, y), kind in self.fruit.items():
            col, row, at = next(
                (c, r, d) for c, r in self.kinds for d in DIRECTIONS if rim_point((c, r), d) == (x, y)
            )
            fruit.append({"col": col, "row": row, "at": at, "kind": kind})
        return {
            "game": "espalier",
            "tiles": [
                {
                    "col": c,
                    "row": r,
                    "kind": kind,
                    "branches": [d for d in DIRECTIONS if d in self.branches[(c, r)]],
                }
                for (c, r), kind in self.kinds.items()
            ],
            "tokens": [
                {"col": c, "row": r, "direction": d, "side": side}
                for ((c, r), d), side in self.tokens.items()
            ],
            "fruit": fruit,
            "mulched": self.mulched,
        }


def grow(rng: np.random.Generator, tokens_wanted: tuple[int, ...] = (0, 1, 3, 5, 8)) -> Layout:
    """Play a tree: each tile goes, in the best of a few turns and places, where its branches meet others."""
    seasons = [s for s in np.roll(SEASONS, int(rng.integers(4))) for _ in range(SEASON_TILES[str(s)])]
    count = int(rng.integers(3, 25)) if rng.random() < 0.8 else int(rng.integers(1, 6))
    mulched = int(rng.choice([0, 0, 0, 1, 2, 3, 4]))
    straight = rng.random() < 0.5
    pot = frozenset(rng.choice(["NW", "N", "NE", "E", "W"], int(rng.integers(2, 5)), replace=False).tolist())
    kinds: dict[Cell, str] = {(0, 0): "pot"}
    branches: dict[Cell, frozenset[str]] = {(0, 0): pot}
    ends: dict[Cell, int] = {}
    _count_ends(ends, (0, 0), pot)
    care = int(rng.integers(1, 7))
    for season in seasons[:count]:
        printed = _printed_branches(rng, straight)
        best: tuple[float, Cell, frozenset[str]] | None = None
        for _ in range(care):
            cell = _free_place(rng, kinds)
            turned = _turned(printed, int(rng.integers(4)))
            meets = sum(1 for d in turned if ends.get(rim_point(cell, d), 0)) + float(rng.uniform(0, 0.5))
            if best is None or meets > best[0]:
                best = (meets, cell, turned)
        assert best is not None
        _, cell, turned = best
        kinds[cell], branches[cell] = str(season), turned
        _count_ends(ends, cell, turned)
    tokens = _tokens(rng, branches, ends, int(rng.choice(tokens_wanted)))
    return Layout(kinds, branches, tokens, _fruit(rng, branches, ends), mulched)


def _count_ends(ends: dict[Cell, int], cell: Cell, branches: frozenset[str]) -> None:
    for direction in branches:
        point = rim_point(cell, direction)
        ends[point] = ends.get(point, 0) + 1


def _printed_branches(rng: np.random.Generator, straight: bool) -> frozenset[str]:
    number = int(rng.choice([2, 3, 4, 5, 6, 7], p=[0.2, 0.27, 0.27, 0.16, 0.07, 0.03]))
    weights = np.array([2.0 if (i % 2 == 0) == straight else 1.0 for i in range(8)])
    return frozenset(rng.choice(DIRECTIONS, number, replace=False, p=weights / weights.sum()).tolist())


def _turned(branches: frozenset[str], quarters: int) -> frozenset[str]:
    return frozenset(DIRECTIONS[(DIRECTIONS.index(d) + 2 * quarters) % 8] for d in branches)


def _free_place(rng: np.random.Generator, kinds: dict[Cell, str]) -> Cell:
    cells = list(kinds)
    while True:
        col, row = cells[int(rng.integers(len(cells)))]
        dx, dy = ((1, 0), (-1, 0), (0, 1), (0, -1))[int(rng.integers(4))]
        if (col + dx, row + dy) not in kinds:
            return (col + dx, row + dy)


def _tokens(
    rng: np.random.Generator, branches: dict[Cell, frozenset[str]], ends: dict[Cell, int], wanted: int
) -> dict[tuple[Cell, str], str]:
    """Grafts mend what lacks a neighbour's end, prunes take away what leads nowhere."""
    places = [(cell, d) for cell in branches for d in DIRECTIONS]
    tokens: dict[tuple[Cell, str], str] = {}
    for _ in range(wanted):
        cell, direction = places[int(rng.integers(len(places)))]
        printed = direction in branches[cell]
        lonely = ends.get(rim_point(cell, direction), 0) - int(printed) == 0
        beside = {DIRECTIONS[(DIRECTIONS.index(direction) + step) % 8] for step in (-1, 1)}
        if lonely != printed and rng.random() < 0.6:
            continue
        if any((cell, d) in tokens for d in beside):
            continue
        tokens[(cell, direction)] = "prune" if printed else "graft"
    return tokens


MOST_CROWDED = 4
"""Tokens on a tile of a crowded layout, at most."""
FRUITFUL = 0.25
"""Share of the rim points of a crowded layout that bear fruit."""


def crowded(rng: np.random.Generator, layout: Layout) -> Layout:
    """The layout with tokens and fruit wherever there is room, as no player lays them.

    A player lays about two tokens a tree: nets would see hardly any.
    """
    tokens: dict[tuple[Cell, str], str] = {}
    for cell, printed in layout.branches.items():
        ways = rng.permutation(len(DIRECTIONS))
        for way in ways[: int(rng.integers(MOST_CROWDED + 1))].tolist():
            if any((cell, DIRECTIONS[(way + step) % 8]) in tokens for step in (-1, 1)):
                continue
            tokens[(cell, DIRECTIONS[way])] = "prune" if DIRECTIONS[way] in printed else "graft"
    points = sorted({rim_point(cell, d) for cell in layout.branches for d in DIRECTIONS})
    fruit = {point: str(rng.choice(FRUITS)) for point in points if rng.random() < FRUITFUL}
    return replace(layout, tokens=tokens, fruit=fruit)


def _fruit(
    rng: np.random.Generator, branches: dict[Cell, frozenset[str]], ends: dict[Cell, int]
) -> dict[Cell, str]:
    points = sorted({rim_point(cell, d) for cell in branches for d in DIRECTIONS})
    weights = np.array([0.3 + 2.0 * ends.get(p, 0) for p in points])
    number = min(int(rng.choice([0, 2, 4, 7, 11])), len(points))
    chosen = rng.choice(len(points), number, replace=False, p=weights / weights.sum())
    return {points[int(i)]: str(rng.choice(FRUITS)) for i in chosen}
