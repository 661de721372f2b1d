"""Which of the 18 known cards lie where in an orchard.

When the visible trees and the covered ones that the dice and tokens stand for make up all trees of the cards in play,
nothing is left open: a die tells how many cards lie on its place, all with the same fruit there; a rotten token stands
on a card whose fruit differs from that of the one below; on every other place lies a single card. Then the cards can
be laid out again like a puzzle, and a tree that was misread leaves it without a solution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from scoring.errors import StateError
from scoring.parsing import read_data
from scoring.sheet import Place

MAX_STEPS = 1_000  # of the search; a real orchard takes about ten

Cell = tuple[Place, str]
"""A place and the fruit that a card shows there."""


class Laid(NamedTuple):
    """A card on the table: its number and the fruit at each of its six places."""

    card: int
    cells: tuple[Cell, ...]


@lru_cache(maxsize=1)
def card_patterns() -> tuple[Laid, ...]:
    """Each card in each of its four turns, moved so that its first column and row are 0."""
    data: Any = read_data("orchard_cards", StateError)
    patterns = []
    for number, fruit in data["cards"].items():
        cells = {(col, row): fruit[2 * row + col] for row in range(3) for col in range(2)}
        for _ in range(4):
            cells = {(-row, col): name for (col, row), name in cells.items()}
            left, top = min(col for col, _ in cells), min(row for _, row in cells)
            moved = tuple(sorted(((col - left, row - top), name) for (col, row), name in cells.items()))
            patterns.append(Laid(int(number), moved))
    return tuple(dict.fromkeys(patterns))


@lru_cache(maxsize=1024)
def lay_out(
    cards: int, cells: frozenset[tuple[Cell, int]], roomy: frozenset[Cell] = frozenset()
) -> tuple[Laid, ...] | None:
    """Lay different known cards so that each cell is shown by just so many of them.

    Args:
        cards: how many cards lie on the table.
        cells: each cell with the number of cards that show it, in all 6 for each card, or fewer.
        roomy: the cells that more cards may show, where it is fewer.

    Returns:
        The cards by their numbers; None when no cards can lie so.

    Raises:
        TimeoutError: when the search takes more than MAX_STEPS steps.
    """
    # Sorted, as a set's order differs from run to run, and the first of several ways to lay the cards is told.
    left = Counter(dict(sorted(cells)))
    more = cards * len(card_patterns()[0].cells) - left.total()
    left.update(dict.fromkeys(sorted(roomy) if more else (), 0))
    shown_by: dict[Cell, list[Laid]] = {cell: [] for cell in left}
    for option in _options(left):
        for cell in option.cells:
            shown_by[cell].append(option)
    found: list[Laid] = []
    steps = 0

    def beyond(option: Laid) -> int | None:
        """How many roomy cells the card would show once more than is told; None where it would others."""
        full = [cell for cell in option.cells if left[cell] <= 0]
        return len(full) if roomy.issuperset(full) else None

    def search(more: int) -> bool:
        nonlocal steps
        steps += 1
        if steps > MAX_STEPS:
            raise TimeoutError
        open_cells = [cell for cell, count in left.items() if count > 0]
        if not open_cells:
            return len(found) == cards
        used = {laid.card for laid in found}
        fewest: list[tuple[Laid, int]] | None = None
        for cell in open_cells:  # the cell with the fewest cards to show it settles most
            fitting = [
                (option, over)
                for option in shown_by[cell]
                if option.card not in used and (over := beyond(option)) is not None and over <= more
            ]
            if fewest is None or len(fitting) < len(fewest):
                fewest = fitting
            if not fewest:
                return False
        for option, over in fewest or ():
            left.subtract(option.cells)
            found.append(option)
            if search(more - over):
                return True
            found.pop()
            left.update(option.cells)
        return False

    return tuple(sorted(found)) if search(more) else None


def _options(cells: Iterable[Cell]) -> Iterator[Laid]:
    """Each card, in each of its turns, wherever all its six cells are among the given ones."""
    fruit_at: dict[Place, list[str]] = {}
    for place, fruit in cells:
        fruit_at.setdefault(place, []).append(fruit)
    for shape, numbers in cards_by_shape().items():
        for col, row in fruit_at:
            places = [(col + dx, row + dy) for dx, dy in shape]
            for fruits in product(*(fruit_at.get(place, ()) for place in places)):
                for number in numbers.get(fruits, ()):
                    yield Laid(number, tuple(zip(places, fruits, strict=True)))


@lru_cache(maxsize=1)
def cards_by_shape() -> dict[tuple[Place, ...], dict[tuple[str, ...], list[int]]]:
    """A card's six places, upright or on its side -> the fruit on them -> the cards that show it in some turn."""
    known: dict[tuple[Place, ...], dict[tuple[str, ...], list[int]]] = {}
    for number, cells in card_patterns():
        shape, fruits = zip(*cells, strict=True)
        known.setdefault(shape, {}).setdefault(fruits, []).append(number)
    return known
