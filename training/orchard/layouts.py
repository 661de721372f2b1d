"""Orchards as players lay them: nine of the 18 cards, each overlapping what lies there, by the rules of the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from scoring.errors import StateError
from scoring.orchard import DICE_OF_A_COLOUR, ROTTEN_POINTS, ROTTEN_TOKENS
from scoring.parsing import read_data

Cell = tuple[int, int]
"""(col, row) of a tree's place."""
VALUES = (1, 3, 6, 10)
IN_PLAY = 9


@lru_cache(maxsize=1)
def card_faces() -> dict[int, dict[Cell, str]]:
    """Each known card's fruit by (col, row) on the upright card."""
    data: Any = read_data("orchard_cards", StateError)
    return {
        int(number): {(k % 2, k // 2): fruit for k, fruit in enumerate(fruits)}
        for number, fruits in data["cards"].items()
    }


@dataclass(frozen=True)
class Laid:
    """A card in play: its number, how many quarters clockwise it is turned, and its leftmost and topmost place."""

    number: int
    turn: int
    col: int
    row: int

    def places(self) -> dict[Cell, Cell]:
        """The place of each of its trees, which are named as on the upright card."""
        return {tree: (self.col + dx, self.row + dy) for tree, (dx, dy) in _turned(self.turn).items()}

    def trees(self) -> dict[Cell, str]:
        """The fruit on each of its places."""
        face = card_faces()[self.number]
        return {place: face[tree] for tree, place in self.places().items()}


@lru_cache(maxsize=4)
def _turned(turn: int) -> dict[Cell, Cell]:
    spots = {(col, row): (col, row) for row in range(3) for col in range(2)}
    for _ in range(turn):
        spots = {tree: (-row, col) for tree, (col, row) in spots.items()}
    left, top = min(col for col, _ in spots.values()), min(row for _, row in spots.values())
    return {tree: (col - left, row - top) for tree, (col, row) in spots.items()}


@dataclass(frozen=True)
class Layout:
    """A finished orchard; `trees` are those that no card covers, whatever stands on them."""

    cards: tuple[Laid, ...]
    trees: dict[Cell, str]
    dice: dict[Cell, int]
    rotten: frozenset[Cell]

    def to_state(self) -> dict[str, Any]:
        """The state as decoded JSON, in the form that scoring reads."""
        places = sorted(self.trees)
        return {
            "game": "orchard",
            "cards": len(self.cards),
            "trees": [{"col": c, "row": r, "fruit": self.trees[c, r]} for c, r in places],
            "dice": [
                {"col": c, "row": r, "fruit": self.trees[c, r], "value": self.dice[c, r]}
                for c, r in places
                if (c, r) in self.dice
            ],
            "rotten": [{"col": c, "row": r} for c, r in places if (c, r) in self.rotten],
        }


@dataclass
class _Table:
    trees: dict[Cell, str]
    dice: dict[Cell, int]
    rotten: set[Cell]

    def gain(self, card: Laid) -> tuple[float, int] | None:
        """(points won, trees overlapped) by laying the card, or None where the rules forbid it."""
        points, overlaps, spoiled = 0.0, 0, 0
        for place, fruit in card.trees().items():
            if place not in self.trees:
                continue
            if place in self.rotten:
                return None
            overlaps += 1
            value = self.dice.get(place, 0)
            if self.trees[place] == fruit:
                points += _next(value) - value
            else:
                spoiled += 1
                points += ROTTEN_POINTS - value
        if not overlaps or spoiled + len(self.rotten) > ROTTEN_TOKENS:
            return None
        return points, overlaps

    def lay(self, card: Laid) -> None:
        for place, fruit in card.trees().items():
            if place in self.trees:
                if self.trees[place] != fruit:
                    self.dice.pop(place, None)
                    self.rotten.add(place)
                elif place in self.dice:
                    self.dice[place] = _next(self.dice[place])
                elif sum(self.trees[p] == fruit for p in self.dice) < DICE_OF_A_COLOUR:
                    self.dice[place] = VALUES[0]
            self.trees[place] = fruit


def _next(value: int) -> int:
    return next((v for v in VALUES if v > value), VALUES[-1])


def play(rng: np.random.Generator, cards: int = IN_PLAY) -> Layout:
    """Play a game with `cards` cards and a hand of two; keen players look for points, others just lay."""
    keen = float(rng.choice([0.0, 0.6, 2.0, 4.0, 4.0]))
    wasteful = float(rng.choice([0.0, 0.0, 6.0, 12.0]))  # how little rotten fruit is minded
    heap = float(rng.normal(0, 1.5))  # a liking for many overlaps, or for few
    deck = [int(n) for n in rng.permutation(list(card_faces()))[:cards]]
    first = Laid(deck.pop(0), int(rng.integers(4)), 0, 0)
    table = _Table(first.trees(), {}, set())
    played = [first]
    hand = deck[:2]
    deck = deck[2:]
    while hand:
        options, weights = [], []
        for card in (laid for number in hand for laid in _everywhere(number, table)):
            gain = table.gain(card)
            if gain is None:
                continue
            spoils = sum(table.trees.get(place, fruit) != fruit for place, fruit in card.trees().items())
            options.append(card)
            weights.append(keen * gain[0] + wasteful * spoils * 0.5 + heap * gain[1])
        if not options:
            break  # "the game ends"
        chance = np.exp(np.array(weights) - max(weights))
        card = options[int(rng.choice(len(options), p=chance / chance.sum()))]
        table.lay(card)
        played.append(card)
        hand.remove(card.number)
        if deck:
            hand.append(deck.pop(0))
    return _from_zero(played, table)


def _everywhere(number: int, table: _Table) -> Iterator[Laid]:
    """The card in each turn on every place that touches the orchard."""
    low = np.min(list(table.trees), 0)
    high = np.max(list(table.trees), 0)
    for turn in range(4):
        for col in range(int(low[0]) - 2, int(high[0]) + 1):
            for row in range(int(low[1]) - 2, int(high[1]) + 1):
                yield Laid(number, turn, col, row)


def _from_zero(played: list[Laid], table: _Table) -> Layout:
    left, top = min(c for c, _ in table.trees), min(r for _, r in table.trees)

    def moved(place: Cell) -> Cell:
        return place[0] - left, place[1] - top

    return Layout(
        tuple(Laid(card.number, card.turn, card.col - left, card.row - top) for card in played),
        {moved(place): fruit for place, fruit in table.trees.items()},
        {moved(place): value for place, value in table.dice.items()},
        frozenset(moved(place) for place in table.rotten),
    )
