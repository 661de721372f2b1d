"""Of several ways to lay the lattice over an orchard's trees, the one that the game's cards can show.

Cards lie askew on each other and trees are hidden, so rows slip, or the lattice breaks off. Where the cards can show
what was seen only at a price, other ways are tried: trees beside the orchard that the finder missed, and links with
less slack and with more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from scoring.orchard import Rules
from vision.lattice import Slack
from vision.look import Pixels
from vision.orchard_alike import drawings
from vision.orchard_cards import DEAR, Fit, fit_cards
from vision.orchard_find import Found, find_from_afar
from vision.orchard_fruit import fruit_together
from vision.orchard_kind import tell_kind
from vision.orchard_look import look_at
from vision.orchard_outline import outline_dice
from vision.orchard_places import Orchard, away_from, place_things
from vision.orchard_seen import EMPTY, Sight, observations_of, standing_on
from vision.orchard_unseen import (
    cost_of_left_out,
    seen_closely,
    with_free_places,
    with_likely_trees,
    with_unseen,
    with_unseen_trees,
)
from vision.photo import Photo

SAME = 0.5
"""How far, in sides, a tree that was found lies at most from one of a lattice to be the same."""
SURE_DIE = 0.5
"""The score of dice that tell an orchard from a spare card and from a tablecloth's pattern."""
SLACKS = (Slack(0.32, 22.0), Slack(0.4, 35.0), Slack(0.5, 32.0))
"""How else trees are linked where the cards are dear."""


@dataclass(frozen=True, slots=True, eq=False)
class Attempt:
    """One way to lay the lattice: what is seen so, how the cards lie over it, and what that costs: of the cards, and
    of the trees that are left out (negative logarithms)."""

    sight: Sight
    fit: Fit
    left_out: float = 0.0

    @property
    def cost(self) -> float:
        return self.fit.cost + self.left_out


def best_attempt(photo: Photo, copies: list[Pixels], found: Found, sight: Sight, rules: Rules) -> Attempt:
    """The way to lay the lattice that costs least: the usual one, unless its cards are dear.

    copies: the photo's pyramid; found: what lies in it; sight: what is seen with the lattice as it is usually laid.
    """
    first, best = sight.orchard, _attempt(sight)
    if not first.scores or best.cost <= DEAR:
        return best
    best = replace(best, left_out=cost_of_left_out(copies, first, found.trees))
    for orchard in _others(copies, found, first):
        other = _attempt(look(photo, copies, orchard, rules))
        if other.fit.cost < best.cost:
            other = replace(other, left_out=cost_of_left_out(copies, orchard, found.trees))
            best = min(best, other, key=lambda attempt: attempt.cost)
        if best.cost <= DEAR:
            break
    if best.fit.cards:
        return best
    # Players are asked about each place that may bear a tree.
    wider = with_free_places(copies, with_unseen_trees(copies, first))
    return _attempt(look(photo, copies, wider, rules))


def _others(copies: list[Pixels], found: Found, first: Orchard) -> Iterator[Orchard]:
    """Other ways to lay the lattice than the first one, the likelier ones first."""
    known = [first]
    for way in _ways(copies, found, first):
        if not any(_same(way, other) for other in known):
            known.append(way)
            yield way


def _ways(copies: list[Pixels], found: Found, first: Orchard) -> Iterator[Orchard]:
    """What was found with trees beside it; what the look net takes for trees alone; what lies apart from the first
    lattice, which may be a tablecloth's pattern; what is seen from afar."""
    yield from _wider(copies, first)
    closely = seen_closely(copies, first, found)
    yield from _wider(copies, place_things(closely))
    apart = place_things(_apart(found, first))
    if apart is not None and _sure_dice(apart) > _sure_dice(first):  # else it is a spare card
        yield from _wider(copies, apart)
    yield from _wider(copies, place_things(outline_dice(copies, find_from_afar(copies[0]))))
    for slack in SLACKS:
        yield from _wider(copies, place_things(closely, slack))


def _sure_dice(orchard: Orchard) -> int:
    return sum(die.top.score >= SURE_DIE for die in orchard.dice.values())


def _apart(found: Found, orchard: Orchard) -> Found:
    """What was found, without the trees of an orchard."""
    away = away_from([tree.centre for tree in found.trees], orchard.quads).min(1)
    left = [tree for tree, far in zip(found.trees, away, strict=True) if far > SAME]
    return replace(found, trees=tuple(left))


def _wider(copies: list[Pixels], orchard: Orchard | None) -> Iterator[Orchard]:
    """An orchard, with the trees beside it that the finder missed, and with those that may grow there."""
    if orchard is not None:
        yield orchard
        wider = with_unseen_trees(copies, orchard)
        yield wider
        yield with_likely_trees(copies, wider)


def _same(one: Orchard, other: Orchard) -> bool:
    """Whether the trees of two lattices have the same places."""
    return one.quads.keys() == other.quads.keys() and all(
        np.allclose(one.quads[cell].mean(0), other.quads[cell].mean(0)) for cell in one.quads
    )


def _attempt(sight: Sight) -> Attempt:
    """How the cards lie over what is seen."""
    return Attempt(sight, fit_cards(observations_of(sight)))


def look(photo: Photo, copies: list[Pixels], orchard: Orchard, rules: Rules) -> Sight:
    """All that is to be seen of an orchard whose things are known to lie in a photo; dice that were missed, too."""
    drawn = drawings(copies, orchard)
    sight = _look(photo, copies, orchard, drawn, rules)
    whole = with_unseen(copies, orchard, sight.standing)
    return sight if len(whole.dice) == len(orchard.dice) else _look(photo, copies, whole, drawn, rules)


def _look(
    photo: Photo, copies: list[Pixels], orchard: Orchard, drawn: npt.NDArray[np.float64], rules: Rules
) -> Sight:
    dice = orchard.all_dice
    # Dice alone are shown to the net without trees: it sees all of a photo together, and would take dice for cards.
    trees = list(orchard.quads.values()) if orchard.scores else []
    looks = look_at(copies, [die.top.corners for die in dice], trees)
    kinds = tell_kind(looks, np.arange(len(dice)) < len(orchard.dice), rules.ten_face)
    standing = standing_on(orchard, looks, drawn)
    if trees:
        bare = standing[:, 0] * -np.expm1(looks.standing[:, EMPTY])
        looks = replace(looks, fruit=fruit_together(looks.fruit, drawn, bare))
    return Sight(orchard, looks, drawn, standing, kinds, photo.scale)
