"""Orchard: the dice on the trees, less three for each rotten fruit.

The public names are those of every game: `State`, `Rules`, `parse_state`, `parse_rules`, `check`, `score`, `explain`,
`measures`, `format_state` and `parse_text`; besides, `total` for those who need the number alone, and `layout`.
The text form:

    orchard; cards 9; 0,3 pear; 0,4 plum; 0,4 die plum 6; 1,0 rotten
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from scoring.errors import RulesError, StateError
from scoring.notation import Clause, collect, join
from scoring.orchard_cards import Cell, Laid, lay_out
from scoring.parsing import Frozen, Placed, Things, parse, refuse_twice
from scoring.sheet import Evidence, Measure, PlaceEvidence, Problem, ScoreLine, ScoreSheet
from scoring.words import listed, number_of, place_words, sentence

FRUIT: tuple[FruitKind, ...] = ("apple", "pear", "plum")
ROTTEN_POINTS = -3
DICE_OF_A_COLOUR = 5
ROTTEN_TOKENS = 2
TREES_ON_A_CARD = 6
FRUIT_ON_A_CARD = 2
MOST_LEFT_OVER = TREES_ON_A_CARD - 1
"""So many more trees than dice and tokens need are covered in nearly all played orchards: more are a card too few."""
COVERED_FOR = {1: 1, 3: 2, 6: 3, 10: 4}
"""How many trees at least lie under a die of each value: each overlap turns it on by one."""

RATINGS = (
    (25, "Pal-tree"),
    (30, "Forget-apple"),
    (35, "Satisfac-tree"),
    (40, "Remark-apple"),
    (45, "Tree-mendous"),
    (50, "Plum-believable"),
    (55, "Close to Pear-fect"),
)
"""A title for each score below a bound; BEST_RATING from the last bound on."""

BEST_RATING = "Almost imposs-apple! (take a bough)"

FruitKind = Literal["apple", "pear", "plum"]


class Tree(Placed):
    """A visible tree whose fruit could be told."""

    fruit: FruitKind


class Die(Placed):
    """A die on a tree; its colour stands for a fruit."""

    fruit: FruitKind
    value: Literal[1, 3, 6, 10]


class Rotten(Placed):
    """A rotten-fruit token on a tree."""


class State(Frozen):
    """A finished orchard. `trees` are the visible ones that could be told; there may be none."""

    game: Literal["orchard"]
    cards: Annotated[int, Field(ge=1, le=18)] = 9
    trees: Annotated[tuple[Tree, ...], Things] = ()
    dice: Annotated[tuple[Die, ...], Things] = ()
    rotten: Annotated[tuple[Rotten, ...], Things] = ()

    @model_validator(mode="after")
    def _one_tree_a_place(self) -> Self:
        refuse_twice("trees", (tree.place for tree in self.trees))
        return self


class Rules(Frozen):
    """What players agreed on. Nothing here changes what a state scores.

    ten_face: the face of ordinary six-sided dice that stands for a 10. None: as the photo tells it, which is the 5
    where nothing speaks for another.
    """

    ten_face: Literal[2, 4, 5] | None = None


def parse_state(data: object) -> State:
    """Make a state of decoded JSON.

    Raises:
        StateError: names the first bad field, its value and what is allowed.
    """
    return parse(State, data, "state", StateError)


def parse_rules(data: object) -> Rules:
    """Make rules of decoded JSON.

    Raises:
        RulesError: names the first bad field, its value and what is allowed.
    """
    return parse(Rules, data, "rules", RulesError)


def score(state: State, rules: Rules | None = None) -> ScoreSheet:
    """Score a finished orchard. The sheet's further field `rating` is the rulebook's title for the total."""
    items = []
    for fruit in FRUIT:
        dice = [PlaceEvidence(die.place, die.value) for die in state.dice if die.fruit == fruit]
        values = [die.value for die in state.dice if die.fruit == fruit]
        items.append(ScoreLine(f"die:{fruit}", len(dice), None, sum(values), tuple(dice)))
    count = len(state.rotten)
    tokens = tuple(PlaceEvidence(token.place) for token in state.rotten)
    items.append(ScoreLine("rotten", count, ROTTEN_POINTS, count * ROTTEN_POINTS, tokens))
    points = sum(line.points for line in items)
    return ScoreSheet("orchard", points, tuple(items), check(state), {"rating": rating(points)})


def total(state: State, rules: Rules | None = None) -> int:
    """The total alone, for what-ifs: without the checks, which lay out the cards."""
    return sum(die.value for die in state.dice) + ROTTEN_POINTS * len(state.rotten)


def rating(points: int) -> str:
    """The rulebook's title for a score."""
    return next((title for bound, title in RATINGS if points < bound), BEST_RATING)


def measures(sheet: ScoreSheet) -> tuple[Measure, ...]:
    """What ranks several players, in order: "highest score; tie: fewest rotten tokens; then most dice"."""
    counts = {line.category: line.count for line in sheet.items}
    dice = sum(counts[f"die:{fruit}"] for fruit in FRUIT)
    return (
        Measure("points", sheet.total or 0),
        Measure("rotten fruit", counts["rotten"], fewest=True),
        Measure("dice", dice),
    )


def check(state: State) -> tuple[Problem, ...]:
    """Every breach of the rules that a finished orchard can show; none when it is a legal one.

    The codes: `dice_supply`, `rotten_supply`, `two_on_tree`, `die_on_other_fruit`, `too_many_of_a_fruit`,
    `too_many_trees`, `too_few_covered`, `no_known_cards`. `where` holds (col, row) of the trees concerned.
    """
    return (*_pieces(state), *_trees(state))


def layout(state: State, *, whole: bool = False) -> tuple[Laid, ...] | None:
    """The known cards, laid so that they show these trees, where the trees, dice and tokens leave nothing open.

    whole: whether all visible trees are told, as of a reader that sees the whole table. Then a few more may be covered
    than dice and tokens need, where the rules let them: under a 10, under a token that took a die's place, and on
    trees of a colour that had no dice left.

    Returns:
        The cards by their numbers; an empty tuple where the state leaves something open; None when no cards can
        lie so, because something was misread.
    """
    fruit_at = {tree.place: tree.fruit for tree in state.trees}
    cells: Counter[Cell] = Counter(dict.fromkeys(fruit_at.items(), 1))
    for die in state.dice:
        cells[die.place, die.fruit] += COVERED_FOR[die.value]
    rotten = [token.place for token in state.rotten]
    # More tokens than the box holds are a breach already, and each of them doubles the ways to lay the cards.
    told = len(rotten) <= ROTTEN_TOKENS and all(place in fruit_at for place in rotten)
    told = told and all(fruit_at.get(die.place) == die.fruit for die in state.dice)
    left = TREES_ON_A_CARD * state.cards - trees_told(state)
    if whole and told and left < 0:
        return None
    if not told or not 0 <= left <= (MOST_LEFT_OVER if whole else 0):
        return ()
    # Under a rotten token lies one of the two other fruits.
    for below in product(*([fruit for fruit in FRUIT if fruit != fruit_at[place]] for place in rotten)):
        spoiled: list[Cell] = list(zip(rotten, below, strict=True))
        told_cells = frozenset((cells + Counter(spoiled)).items())
        try:
            laid = lay_out(state.cards, told_cells, _roomy(state, spoiled) if left else frozenset())
        except TimeoutError:
            return ()
        if laid is not None:
            return laid
    return None


def trees_told(state: State) -> int:
    """The trees of all cards that a state tells of: those that show, and the covered ones that dice and tokens need."""
    visible = {piece.place for piece in (*state.trees, *state.dice, *state.rotten)}
    return len(visible) + sum(COVERED_FOR[die.value] for die in state.dice) + len(state.rotten)


def _roomy(state: State, spoiled: list[Cell]) -> frozenset[Cell]:
    """The cells that more cards may show than dice and tokens tell. spoiled: those under the rotten tokens.

    "If the die shows a '10' then leave it"; "If you have no dice remaining of that colour then you do not place a
    die"; under rotten fruit, "if [the] tree underneath has a die on it, remove the die".
    """
    tens = {(die.place, die.fruit) for die in state.dice if die.value == max(COVERED_FOR)}
    dice = Counter(die.fruit for die in state.dice) + Counter(fruit for _, fruit in spoiled)
    stood_on = {piece.place for piece in (*state.dice, *state.rotten)}
    bare = {
        (tree.place, tree.fruit)
        for tree in state.trees
        if tree.place not in stood_on and dice[tree.fruit] >= DICE_OF_A_COLOUR
    }
    return frozenset({*tens, *spoiled, *bare})


def _pieces(state: State) -> Iterator[Problem]:
    for fruit in FRUIT:
        where = tuple(die.place for die in state.dice if die.fruit == fruit)
        if len(where) > DICE_OF_A_COLOUR:
            message = (
                f"{number_of(len(where), f'{fruit} die', f'{fruit} dice')}; there are {DICE_OF_A_COLOUR}"
            )
            yield Problem("dice_supply", message, where)
    if len(state.rotten) > ROTTEN_TOKENS:
        message = f"{len(state.rotten)} rotten-fruit tokens; there are {ROTTEN_TOKENS}"
        yield Problem("rotten_supply", message, tuple(token.place for token in state.rotten))
    standing = Counter(piece.place for piece in (*state.dice, *state.rotten))
    crowded = tuple(place for place, count in standing.items() if count > 1)
    if crowded:
        message = (
            f"more than one die or token on one tree: {listed([place_words(place) for place in crowded])}"
        )
        yield Problem("two_on_tree", message, crowded)
    fruit_at = {tree.place: tree.fruit for tree in state.trees}
    for die in state.dice:
        under = fruit_at.get(die.place, die.fruit)
        if under != die.fruit:
            message = f"a {die.fruit} die stands on a {under} tree at {place_words(die.place)}"
            yield Problem("die_on_other_fruit", message, (die.place,))


def _trees(state: State) -> Iterator[Problem]:
    for fruit in FRUIT:
        where = tuple(tree.place for tree in state.trees if tree.fruit == fruit)
        if len(where) > FRUIT_ON_A_CARD * state.cards:
            message = (
                f"{len(where)} {fruit} trees; {number_of(state.cards, 'card')} show "
                f"{FRUIT_ON_A_CARD * state.cards} at most"
            )
            yield Problem("too_many_of_a_fruit", message, where)
            return  # the trees are then too many as a whole, or misread: no more to learn from counting
    visible = len({piece.place for piece in (*state.trees, *state.dice, *state.rotten)})
    # Each card but the first overlaps at least one tree.
    most = TREES_ON_A_CARD * state.cards - (state.cards - 1)
    if visible > most:
        message = (
            f"{visible} visible trees; {number_of(state.cards, 'card')} that overlap show {most} at most"
        )
        yield Problem("too_many_trees", message)
        return
    covered = TREES_ON_A_CARD * state.cards - visible
    needed = trees_told(state) - visible
    if needed > covered:
        message = (
            f"the dice and tokens need at least {needed} covered trees, but {visible} of the "
            f"{TREES_ON_A_CARD * state.cards} trees are visible, so {covered} are covered: something was misread"
        )
        yield Problem("too_few_covered", message)
    elif layout(state) is None:
        message = f"no {state.cards} of the 18 cards can lie so that these trees show: something was misread"
        yield Problem("no_known_cards", message)


def explain(state: State, sheet: ScoreSheet) -> ScoreSheet:
    """The same sheet with a sentence for each die and token."""

    def why(line: ScoreLine, piece: Evidence) -> str:
        if not isinstance(piece, PlaceEvidence):
            raise TypeError(f"no sentence for {piece!r}")
        where = place_words(piece.place)
        if piece.value is None:
            return sentence(f"a rotten fruit at {where}: minus {-ROTTEN_POINTS} points")
        colour = line.category.removeprefix("die:")
        return sentence(f"the {colour} die at {where} shows {piece.value}: {number_of(piece.value, 'point')}")

    items = [replace(line, why=tuple(why(line, piece) for piece in line.evidence)) for line in sheet.items]
    return replace(sheet, items=tuple(items))


def format_state(state: State) -> str:
    """Write an orchard as text; `parse_text` reads it back unchanged."""
    parts = [f"cards {state.cards}"]
    parts += [f"{tree.col},{tree.row} {tree.fruit}" for tree in state.trees]
    parts += [f"{die.col},{die.row} die {die.fruit} {die.value}" for die in state.dice]
    parts += [f"{token.col},{token.row} rotten" for token in state.rotten]
    return join("orchard", parts)


def parse_text(text: str) -> State:
    """Read an orchard from its text form.

    Raises:
        StateError: names the clause or field that is wrong and what is allowed.
    """
    return parse_state(collect(text, "orchard", ("cards",), _thing))


def _thing(clause: Clause) -> tuple[str, dict[str, Any]]:
    allowed = f"a place, then one of {', '.join(FRUIT)}, rotten, or die, its fruit and its value"
    place = dict(zip(("col", "row"), clause.place or (), strict=True))
    match clause.words:
        case ("rotten",):
            return "rotten", place
        case ("die", fruit, _):
            return "dice", {**place, "fruit": fruit, "value": clause.number(2, allowed)}
        case (fruit,):
            return "trees", {**place, "fruit": fruit}
    raise clause.refuse(allowed)
