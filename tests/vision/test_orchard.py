"""Orchards read from what a finder and a look net would say of them: played ones, and those that cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt
import pytest

from scoring import orchard as rules
from training.orchard.layouts import Layout, play
from vision import orchard, orchard_attempt, orchard_unseen
from vision.errors import CornersError, LayoutError
from vision.lattice import beside
from vision.locate import Spot, Tile
from vision.observe import Edit, Marked, Place, Reading, read
from vision.orchard_find import Die, Found
from vision.orchard_look import COLOURS, FRUITS, PIPS, STANDING, Looks
from vision.orchard_places import Orchard, place_things
from vision.photo import Photo
from vision.report import judge

SIDE = 60.0
LEAN = np.array([9.0, -14.0])
"""From a die's foot to the middle of its top, in pixels."""
RULES = rules.Rules()
Points = npt.NDArray[np.float64]


@dataclass
class Table:
    """What lies on a table, and how sure the nets are of it."""

    trees: dict[tuple[float, float], str] = field(default_factory=dict)
    dice: dict[tuple[float, float], tuple[str, int]] = field(default_factory=dict)
    rotten: list[tuple[float, float]] = field(default_factory=list)
    hidden: set[tuple[float, float]] = field(default_factory=set)
    bare: set[tuple[float, float]] = field(default_factory=set)
    """Places where the look net sees no tree, though one grows there."""
    washed_out: set[tuple[float, float]] = field(default_factory=set)
    """Places where it hardly sees the tree."""
    ordinary: float = 0.02
    unsure: dict[tuple[float, float], dict[int, float]] = field(default_factory=dict)
    """Places whose dice's pips are told with these chances."""

    @classmethod
    def of(cls, layout: Layout) -> Table:
        dice = {cell: (layout.trees[cell], value) for cell, value in layout.dice.items()}
        return cls(dict(layout.trees), dice, list(layout.rotten))

    def found(self) -> Found:
        side = np.array([SIDE / 2, 0.0]), np.array([0.0, SIDE / 2])
        die = np.array([12.0, 4.0]), np.array([-4.0, 12.0])
        return Found(
            tuple(Die(Tile(at(spot) + LEAN, *die, 0.9), at(spot)) for spot in self.dice),
            tuple(Spot(at(spot), 0.97) for spot in self.rotten),
            tuple(Tile(at(spot), *side, 0.9) for spot in self.trees if spot not in self.hidden),
        )

    def look_at(
        self, _copies: object, dice: Sequence[Points], trees: Sequence[Points], turns: int = 4
    ) -> Looks:
        colour, pips = np.full((len(dice), 5), 1e-3), np.full((len(dice), 8), 1e-3)
        for k, quad in enumerate(dice):
            spot = nearest(self.dice, quad.mean(0) - LEAN)
            fruit, face = self.dice[spot]
            colour[k, COLOURS.index(fruit)] = 1
            for number, chance in self.unsure.get(spot, {face: 1.0}).items():
                pips[k, PIPS.index(number)] = chance
        fruits, standing = np.full((len(trees), 3), 1e-3), np.full((len(trees), len(STANDING)), 1e-3)
        for k, quad in enumerate(trees):  # dice alone are shown without trees
            spot = nearest(self.trees, quad.mean(0))
            if spot in self.bare or np.hypot(*(at(spot) - quad.mean(0))) > SIDE / 2:
                standing[k, STANDING.index("empty")] = 1
                continue
            if spot in self.washed_out:
                standing[k, STANDING.index("empty")] = 20
            fruits[k, FRUITS.index(self.trees[spot])] = 1
            standing[k, 1 if spot in self.dice else 2 if spot in self.rotten else 0] = 1
        kinds = np.tile([1 - self.ordinary, self.ordinary], (len(dice), 1))
        shares = [np.log(a / a.sum(1, keepdims=True)) for a in (colour, pips, kinds, fruits, standing)]
        return Looks(*shares)


def at(spot: tuple[float, float]) -> Points:
    return np.array([200.0, 150.0]) + SIDE * np.array(spot)


def nearest(spots: dict[tuple[float, float], object], place: Points) -> tuple[float, float]:
    return min(spots, key=lambda spot: float(np.hypot(*(at(spot) - place))))


@pytest.fixture
def see(monkeypatch: pytest.MonkeyPatch):
    """Read a table as if it had been photographed."""

    def seeing(table: Table, agreed: rules.Rules | None = None, marked: Marked | None = None) -> Reading:
        monkeypatch.setattr(orchard, "find_things", lambda _: table.found())
        monkeypatch.setattr(orchard, "outline_dice", lambda _, found: found)
        monkeypatch.setattr(orchard_attempt, "look_at", table.look_at)
        monkeypatch.setattr(orchard_unseen, "look_at", table.look_at)
        grey = np.random.default_rng(0).integers(90, 160, (900, 1200, 3)).astype(np.uint8)
        return read(Photo(grey, 1200, 900, "orchard.jpg"), "orchard", marked, agreed)

    return seeing


def played(seed: int = 4) -> Layout:
    return play(np.random.default_rng(seed))


@pytest.mark.parametrize("seed", range(6))
def test_a_played_orchard_is_read_as_it_lies(see, seed: int) -> None:
    layout = played(seed)
    reading = see(Table.of(layout))
    state = rules.parse_state(layout.to_state())
    assert rules.total(reading.state) == rules.total(state)
    assert len(reading.state.trees) == len(state.trees)
    assert sorted((d.fruit, d.value) for d in reading.state.dice) == sorted(
        (d.fruit, d.value) for d in state.dice
    )
    assert len(reading.state.rotten) == len(state.rotten)
    verdict = judge(reading, RULES)
    assert not [doubt for doubt in verdict.doubts if doubt.points_at_stake]
    assert verdict.range.low <= verdict.sheet.total <= verdict.range.high


def test_a_hole_between_the_cards_is_no_tile(see) -> None:
    spots = [(col, row) for col in range(5) for row in range(5)]
    trees = {(float(col), float(row)): "apple" for col, row in spots if (col, row) != (2, 2)}
    reading = see(Table(trees))
    assert len(reading.state.trees) == len(reading.seen.grid) == len(trees)
    hole = at((2, 2))
    told = [o for o in reading.observations if o.what == "tree" and np.hypot(*(np.array(o.px) - hole)) < 1]
    assert [o.value for o in told] == ["none"]


def mixed_up(layout: Layout) -> Table:
    """An orchard whose bare trees all bear other fruit, so that no cards can show it."""
    table = Table.of(layout)
    bare = [place for place in table.trees if place not in {*table.dice, *table.rotten}]
    for place in bare:
        table.trees[place] = next(fruit for fruit in ("apple", "pear", "plum") if fruit != table.trees[place])
    return table


def test_a_place_that_only_its_die_tells_of_can_be_tapped(see) -> None:
    """The look net sees a hole where a die hides its tree: the die and the card under it lie there all the same."""
    layout = played()
    table = Table.of(layout)
    inner = next(cell for cell in layout.dice if sum(place in layout.trees for place in beside(cell)) == 4)
    table.hidden, table.bare = {inner}, {inner}
    reading = see(table)
    assert len(reading.state.dice) == len(layout.dice)
    assert {die.place for die in reading.state.dice} <= set(reading.seen.grid)


def corner_of(layout: Layout) -> tuple[int, int]:
    """A bare tree with trees on two sides."""
    return next(
        cell
        for cell in layout.trees
        if cell not in (*layout.dice, *layout.rotten)
        and sum(place in layout.trees for place in beside(cell)) == 2
    )


@pytest.mark.parametrize("washed_out", [False, True])
def test_a_tree_that_the_finder_missed_is_looked_for_where_no_cards_fit(see, washed_out: bool) -> None:
    layout = played()
    table = Table.of(layout)
    table.hidden = {corner_of(layout)}
    table.washed_out = table.hidden if washed_out else set()
    reading = see(table)
    assert len(reading.state.trees) == len(layout.trees)
    assert not [told for told in reading.seen.advice if told.code == "cards_unfit"]


def test_where_no_cards_fit_players_are_asked_about_places_that_may_bear_trees(see) -> None:
    layout = played()
    table = mixed_up(layout)
    corner = corner_of(layout)
    table.hidden = table.washed_out = {corner}
    verdict = judge(see(table), RULES)
    asked = [
        doubt
        for doubt in verdict.doubts
        if np.hypot(*(np.array(doubt.observation.px) - at(corner))) < SIDE / 4
    ]
    assert [doubt.what for doubt in asked] == ["tree"]


def test_where_the_lattice_broke_off_it_is_laid_otherwise(see, monkeypatch: pytest.MonkeyPatch) -> None:
    layout = played()

    def broken(found: Found) -> Orchard:
        whole = place_things(found)
        assert whole is not None
        last = max(col for col, _ in whole.quads)
        kept = {cell: quad for cell, quad in whole.quads.items() if cell[0] < last}
        there = {cell: score for cell, score in whole.scores.items() if cell in kept}
        dice = {cell: die for cell, die in whole.dice.items() if cell in kept}
        rotten = {cell: spot for cell, spot in whole.rotten.items() if cell in kept}
        return Orchard(kept, there, dice, rotten, (), ())

    monkeypatch.setattr(orchard, "place_things", broken)
    reading = see(Table.of(layout))
    assert len(reading.state.trees) == len(layout.trees)
    assert rules.total(reading.state) == rules.total(rules.parse_state(layout.to_state()))


def test_a_table_that_looks_like_cards_grows_no_trees(see) -> None:
    spots = {(float(col), float(row)): "apple" for col in range(8) for row in range(8)}
    middle = {spot for spot in spots if all(3 <= coordinate <= 4 for coordinate in spot)}
    reading = see(Table(spots, hidden=set(spots) - middle))
    assert len(reading.state.trees) == len(middle)


def test_an_orchard_beside_a_larger_pattern_that_looks_like_trees_is_read(see) -> None:
    layout = played()
    table = Table.of(layout)
    right = max(col for col, _ in layout.trees) + 3.0
    table.trees |= {(right + col, float(row)): "apple" for col in range(7) for row in range(7)}
    reading = see(table)
    assert len(reading.state.trees) == len(layout.trees)
    assert rules.total(reading.state) == rules.total(rules.parse_state(layout.to_state()))


def test_a_spare_card_is_no_orchard_though_cards_can_show_it(see) -> None:
    table = mixed_up(played())
    alone = see(table)
    right = max(col for col, _ in table.trees) + 3.0
    fruits = ("apple", "apple", "pear", "pear", "plum", "plum")
    table.trees |= {(right + k % 2, float(k // 2)): fruit for k, fruit in enumerate(fruits)}
    reading = see(table)
    assert len(reading.state.dice) == len(alone.state.dice)


@pytest.mark.parametrize("chance", [0.3, 0.7])
def test_an_unsure_die_is_what_the_cards_tell_and_a_doubt_worth_its_points(see, chance: float) -> None:
    layout = played()
    cell = next(cell for cell, value in layout.dice.items() if value == 1)
    table = Table.of(layout)
    table.unsure = {cell: {1: chance, 3: 1 - chance}}
    verdict = judge(see(table), RULES)
    assert verdict.sheet.total == rules.total(rules.parse_state(layout.to_state()))
    doubt, *others = verdict.doubts
    assert doubt.what == "die"
    assert doubt.points_at_stake == 2
    assert {other.what for other in others} <= {"tree"}


def test_an_unsure_die_widens_the_range_where_the_cards_do_not_tell(see) -> None:
    table = mixed_up(played())
    cell = next(cell for cell, (_, value) in table.dice.items() if value == 1)
    table.unsure = {cell: {1: 0.7, 3: 0.3}}
    verdict = judge(see(table), RULES)
    assert verdict.range.low < verdict.range.high


@pytest.mark.parametrize("face", [4, 2])
def test_a_face_that_only_another_custom_explains_is_the_10(see, face: int) -> None:
    table = Table.of(played())
    table.dice = {
        cell: (fruit, face if value == 10 or k == 0 else min(value, 6))
        for k, (cell, (fruit, value)) in enumerate(table.dice.items())
    }
    table.ordinary = 0.98
    seen = next(o for o in see(table).observations if o.what == "ten")
    assert seen.value == face
    assert seen.best.probability < 0.999


def test_a_5_on_ordinary_dice_is_a_10(see) -> None:
    table = Table.of(played())
    cell = max(table.dice, key=lambda cell: table.dice[cell][1])
    table.dice[cell] = (table.dice[cell][0], 5)
    table.ordinary = 0.98
    reading = see(table)
    assert max(die.value for die in reading.state.dice) == 10
    assert {piece.label["pips"] for piece in reading.seen.pieces if piece.kind == "die"} & {5}


def test_players_say_which_face_is_the_10(see) -> None:
    table = Table.of(played())
    cell = max(table.dice, key=lambda cell: table.dice[cell][1])
    table.dice[cell] = (table.dice[cell][0], 5)
    table.ordinary = 0.98
    reading = see(table)
    told = reading.corrected([Edit("ten", Place(), 4)])
    assert rules.total(told.state) < rules.total(reading.state)


@pytest.mark.parametrize("said", [2, 4])
def test_a_die_that_shows_the_face_which_players_say_is_the_10(see, said: int) -> None:
    table = Table.of(played())
    table.dice = {c: (fruit, min(value, 3)) for c, (fruit, value) in table.dice.items()}
    of_fruit = {fruit: cell for cell, (fruit, _) in table.dice.items()}
    table.dice[of_fruit["apple"]] = ("apple", 5)
    table.dice[of_fruit["pear"]] = ("pear", said)
    table.ordinary = 0.98
    reading = see(table)
    assert {die.fruit for die in reading.state.dice if die.value == 10} >= {"apple"}
    told = reading.corrected([Edit("ten", Place(), said)])
    assert [die.fruit for die in told.state.dice if die.value == 10] == ["pear"]


@pytest.mark.parametrize("face", [2, 4, 5])
def test_where_players_agreed_on_a_face_no_other_is_the_10(see, face: int) -> None:
    table = Table.of(played())
    cell = max(table.dice, key=lambda cell: table.dice[cell][1])
    table.dice = {c: (fruit, min(value, 6)) for c, (fruit, value) in table.dice.items()}
    table.dice[cell] = (table.dice[cell][0], face)
    table.ordinary = 0.9
    reading = see(table, rules.Rules(ten_face=face))
    ten = next(o for o in reading.observations if o.what == "ten")
    assert {candidate.value for candidate in ten.candidates} <= {face, 10}
    assert ten.value == face
    assert [die.value for die in reading.state.dice].count(10) == 1


def test_dice_and_tokens_beside_the_orchard_do_not_count(see) -> None:
    layout = played()
    table = Table.of(layout)
    alone = rules.total(see(table).state)
    far = max(c for c, _ in layout.trees) + 3.0
    table.dice |= {(far, 0.0): ("plum", 10), (far, 1.2): ("pear", 6)}
    table.rotten = [*table.rotten, (far, 3.0)]
    reading = see(table)
    assert rules.total(reading.state) == alone
    spare = [piece for piece in reading.seen.pieces if not piece.in_layout]
    assert sorted(piece.kind for piece in spare) == ["die", "die", "rotten"]
    assert {"colour": "purple", "pips": 10} in [piece.label for piece in spare]


def test_a_tree_behind_its_die_is_known_all_the_same(see) -> None:
    layout = played()
    table = Table.of(layout)
    table.hidden = {next(iter(layout.dice))}
    state = see(table).state
    assert len(state.trees) == len(layout.trees)
    assert rules.total(state) == rules.total(rules.parse_state(layout.to_state()))


def test_nothing_on_the_table_is_no_orchard(see) -> None:
    with pytest.raises(LayoutError, match="neither cards nor dice"):
        see(Table())


def test_dice_without_cards_are_scored_with_a_warning(see) -> None:
    reading = see(Table(dice={(0, 0): ("apple", 3), (2.2, 1): ("plum", 10)}))
    assert rules.total(reading.state) == 13
    assert reading.state.trees == ()
    assert "no_cards" in [advice.code for advice in reading.seen.advice]


def test_cards_without_dice_are_scored_with_a_warning(see) -> None:
    table = Table.of(played())
    table.dice = {}
    reading = see(table)
    assert reading.state.dice == ()
    assert "no_dice" in [advice.code for advice in reading.seen.advice]


def test_an_orchard_that_no_cards_can_show_is_told_of(see) -> None:
    assert "cards_unfit" not in [advice.code for advice in see(Table.of(played())).seen.advice]
    assert "cards_unfit" in [advice.code for advice in see(mixed_up(played())).seen.advice]


def test_more_dice_than_the_box_holds_are_named(see) -> None:
    trees = {(c, r): "apple" for c in range(4) for r in range(2)}
    table = Table(dict(trees), dict.fromkeys(list(trees)[:7], ("apple", 1)))
    sheet = judge(see(table), RULES).sheet
    assert "dice_supply" in [problem.code for problem in sheet.warnings]
    assert sheet.total == 7


def test_a_players_word_on_a_die_counts(see) -> None:
    layout = played()
    reading = see(Table.of(layout))
    seen = next(o for o in reading.observations if o.what == "die" and str(o.value).endswith(" 1"))
    fruit = str(seen.value).split()[0]
    told = reading.corrected([Edit("die", seen.place, f"{fruit} 6")])
    assert rules.total(told.state) == rules.total(reading.state) + 5
    gone = reading.corrected([Edit("die", seen.place, "none")])
    assert rules.total(gone.state) == rules.total(reading.state) - 1


def test_cards_are_told_where_nothing_is_left_open(see) -> None:
    for seed in range(20):
        layout = played(seed)
        if not rules.layout(rules.parse_state(layout.to_state())):
            continue
        pieces = see(Table.of(layout)).seen.pieces
        assert len([piece for piece in pieces if piece.kind == "card"]) == len(layout.cards)
        return
    raise AssertionError("no orchard of twenty can be told")


def test_fewer_cards_than_nine_are_counted(see) -> None:
    for seed in range(40):
        layout = play(np.random.default_rng(seed), 5)
        if rules.layout(rules.parse_state(layout.to_state())):
            assert see(Table.of(layout)).state.cards == 5
            return
    raise AssertionError("no orchard of forty can be told")


def test_every_answer_has_a_chance_and_all_sum_to_one(see) -> None:
    table = Table.of(played())
    table.unsure = {next(iter(table.dice)): {1: 0.5, 6: 0.3, 10: 0.2}}
    for seen in see(table).observations:
        assert abs(sum(c.probability for c in seen.candidates) - 1) < 0.01
        assert list(seen.candidates) == sorted(seen.candidates, key=lambda c: -c.probability)


def test_what_was_seen_can_be_assembled_anew_from_any_part_of_it(see) -> None:
    reading = see(Table.of(played()))
    dice = [o for o in reading.observations if o.what == "die"]
    state = orchard.assemble([replace(o, candidates=(o.best,)) for o in dice])
    assert len(state.dice) == len(reading.state.dice)
    assert state.trees == ()


@pytest.mark.parametrize("agreed", [None, RULES])
def test_where_the_finder_sees_nothing_a_marked_card_leads_to_all_others(
    see, agreed: rules.Rules | None
) -> None:
    layout = played()
    table = Table.of(layout)
    table.hidden = set(table.trees)
    spots = sorted(table.trees)
    col, row = next(
        (c, r) for c, r in spots if {(c + i, r + k) for i in (0, 1) for k in (0, 1, 2)} <= set(spots)
    )
    low, high = at((col - 0.5, row - 0.5)), at((col + 1.5, row + 2.5))
    taps = ((low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1]))
    reading = see(table, agreed, Marked(taps))
    assert len(reading.state.trees) == len(layout.trees)
    assert rules.total(reading.state) == rules.total(rules.parse_state(layout.to_state()))


def test_corners_that_are_no_card_are_told_of(see) -> None:
    with pytest.raises(CornersError, match="one card"):
        see(Table.of(played()), marked=Marked(((0, 0), (100, 0), (200, 0), (300, 0))))
