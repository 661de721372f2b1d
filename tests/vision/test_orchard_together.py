"""Two photos of one orchard make one reading; of two orchards they do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from scoring import orchard as rules
from tests.vision.test_orchard import LEAN, Table, at, corner_of, played, see  # noqa: F401
from training.orchard.layouts import Layout
from vision import orchard
from vision.errors import MatchError
from vision.observe import Reading, Seen
from vision.photo import Photo
from vision.together import turned

Spot = tuple[float, float]


def from_the_left(table: Table) -> Table:
    """The same table, photographed from another side of it."""

    def moved(spot: Spot) -> Spot:
        col, row = turned((round(spot[0]), round(spot[1])), 1)
        return (col + 12.0, row + 1.0)

    return replace(
        table,
        trees={moved(spot): fruit for spot, fruit in table.trees.items()},
        dice={moved(spot): die for spot, die in table.dice.items()},
        rotten=[moved(spot) for spot in table.rotten],
        hidden={moved(spot) for spot in table.hidden},
        bare={moved(spot) for spot in table.bare},
        unsure={moved(spot): chances for spot, chances in table.unsure.items()},
    )


def both(first: Reading, second: Reading) -> Seen:
    photos = [Photo(pixels=None, width=1200, height=900, name=name) for name in ("a.jpg", "b.jpg")]  # type: ignore[arg-type]
    return orchard.combine([first.seen, second.seen], photos)


def lies_at(px: Sequence[float], spot: Sequence[float]) -> bool:
    return bool(np.hypot(*np.subtract(px, spot)) < 3)


def total(layout: Layout) -> int:
    return rules.total(rules.parse_state(layout.to_state()))


@pytest.mark.parametrize("seed", range(3))
def test_an_orchard_seen_from_two_sides_is_one(see, seed: int) -> None:  # noqa: F811
    layout = played(seed)
    table = Table.of(layout)
    first = see(table)
    seen = both(first, see(from_the_left(table)))
    state = orchard.assemble(seen.observations)
    assert rules.total(state) == total(layout)
    assert {tree.place for tree in state.trees} == {tree.place for tree in first.state.trees}
    kinds = sorted(piece.kind for piece in seen.pieces)
    assert kinds == sorted(piece.kind for piece in first.seen.pieces)


def test_what_one_photo_leaves_open_the_other_tells(see) -> None:  # noqa: F811
    layout = played()
    cell = next(cell for cell, value in layout.dice.items() if value == 1)
    table = Table.of(layout)
    blurred = replace(table, unsure={cell: {1: 0.4, 3: 0.6}})
    alone, sharp = see(blurred), see(from_the_left(table))
    seen = both(alone, sharp)

    def sureness(of: Seen) -> float:
        (die,) = (o for o in of.observations if o.what == "die" and lies_at(o.px, at(cell) + LEAN))
        return next(c.probability for c in die.candidates if str(c.value).endswith(" 1"))

    assert sureness(seen) > max(sureness(alone.seen), 0.98)


def test_a_tree_that_only_the_other_photo_shows_has_its_place_in_the_first(see) -> None:  # noqa: F811
    layout = played()
    table = Table.of(layout)
    lost = corner_of(layout)
    first = see(replace(table, hidden={lost}, bare={lost}))
    seen = both(first, see(from_the_left(table)))
    state = orchard.assemble(seen.observations)
    assert len(state.trees) == len(layout.trees)
    assert [quad for quad in seen.grid.values() if lies_at(np.mean(quad, 0), at(lost))]


def test_another_orchard_is_refused_by_name(see) -> None:  # noqa: F811
    with pytest.raises(MatchError, match=r"b\.jpg: it does not show the orchard of a\.jpg"):
        both(see(Table.of(played(4))), see(Table.of(played(5))))


def test_what_is_the_10_all_photos_tell_together(see) -> None:  # noqa: F811
    table = Table.of(played())
    cell = max(table.dice, key=lambda cell: table.dice[cell][1])
    table.dice[cell] = (table.dice[cell][0], 5)
    sure, unsure = (
        replace(table, ordinary=0.99),
        replace(table, ordinary=0.6, unsure={cell: {5: 0.6, 6: 0.4}}),
    )
    state = orchard.assemble(both(see(unsure), see(from_the_left(sure))).observations)
    assert max(die.value for die in state.dice) == 10
