"""Reading an orchard: dice, rotten tokens and trees on a lattice as loose as cards are laid, and what lies beside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from time import perf_counter

import numpy as np
import numpy.typing as npt

from scoring.orchard import TREES_ON_A_CARD, Die, Rotten, Rules, State, Tree
from scoring.orchard_cards import Laid
from vision.advice import Words, advise
from vision.errors import LayoutError
from vision.lattice import Cell
from vision.look import Pixels, pyramid
from vision.marked import marked_quad
from vision.observe import Advice, Candidate, Marked, Observation, Place, Seen, Value, as_quad
from vision.orchard_attempt import best_attempt, look
from vision.orchard_find import Found, find_things
from vision.orchard_marked import with_marked
from vision.orchard_outline import outline_dice
from vision.orchard_pieces import pieces_of, pieces_on
from vision.orchard_places import Orchard, place_things
from vision.orchard_seen import CARDS
from vision.orchard_together import fit_together, moves_of, outline_in
from vision.orchard_unseen import with_unseen_trees
from vision.photo import Photo
from vision.together import advice_together, grid_together, timing_together

DOUBTED = {"die": 0.003, "rotten": 0.005, "tree": 0.005, "ten": 0.03}
"""The observations that players are asked about, and from which chance of being wrong: of 1,000 photos of validation
looks 189 of 190 wrong ones have it, and two things a photo."""
BLANK = State(game="orchard")
"""What lies there before anything was entered by hand."""
SHEET = (6, 5)
"""The columns and rows of places on an empty sheet: as many as lie a finger apart on a phone; it grows at its edge."""
UNFIT = Advice(
    "cards_unfit",
    "The game's cards cannot lie like this, so something was misread or is hidden: look at the questions, "
    "or photograph again from above.",
)
WORDS = Words("orchard", "place")
SURE_DIE = 0.45
"""The least score of dice that are read without any tree around them."""
MOST_TREES = 60
"""The most trees that are looked for beside those found where a player marked some: the finder may have seen none."""
FIXED = {1: 1, 3: 3, 6: 6, 10: 10}

Points = npt.NDArray[np.float64]


def observe(photo: Photo) -> Seen:
    """See an orchard in a photo, of whose players nothing is known.

    Raises LayoutError when there are neither trees nor dice.
    """
    return observe_under(photo, Rules())


def observe_marked(photo: Photo, marked: Marked) -> Seen:
    """See an orchard in a photo in which a player marked one card, one tree, or the rectangle around the orchard.

    Raises CornersError when the corners cannot be those of a card, LayoutError when no tree lies beside a marked one.
    """
    return observe_under(photo, Rules(), marked)


def observe_under(photo: Photo, rules: Rules, marked: Marked | None = None) -> Seen:
    """See an orchard in a photo, knowing which face of ordinary dice stands for 10 where its players say so.

    marked: as in `observe_marked`. Raises LayoutError when there are neither trees nor dice.
    """
    start = perf_counter()
    copies = pyramid(photo.pixels)
    found = find(photo, copies)
    if marked is not None:
        found = with_marked(found, marked_quad(photo, marked, "card"), marked.size)
    orchard = locate(photo, found)
    if marked is not None:
        orchard = with_unseen_trees(copies, orchard, MOST_TREES)
    located = perf_counter()
    sight = look(photo, copies, orchard, rules)
    looked = perf_counter()
    attempt = best_attempt(photo, copies, found, sight, rules)
    orchard, cards = attempt.sight.orchard, attempt.fit.cards
    observations = (*attempt.fit.observations, _cards(cards))
    fitted = perf_counter()
    shown = _shown(orchard, assemble(observations))
    grid = {cell: as_quad(quad * photo.scale) for cell, quad in orchard.quads.items() if cell in shown}
    return Seen(
        observations,
        tuple(pieces_of(attempt.sight, observations, grid, cards)),
        grid,
        (*_advice(observations, orchard, cards), *advise(photo, grid.values(), WORDS)),
        {
            "locate": (located - start) * 1e3,
            "look": (looked - located) * 1e3,
            "decode": (fitted - looked) * 1e3,
        },
        _likeness(orchard),
    )


def combine(seens: Sequence[Seen], photos: Sequence[Photo]) -> Seen:
    """What all photos of an orchard show together, in the lattice and the pixels of the first.

    Raises MatchError when a photo shows another orchard than the first.
    """
    first = seens[0]
    moves = moves_of(seens, photos)
    places = grid_together(seens, moves)
    fit = fit_together(seens, moves, places)
    observations = (*fit.observations, _cards(fit.cards))
    state = assemble(observations)
    shown = {*first.grid, *(piece.place for piece in (*state.trees, *state.dice, *state.rotten))}
    grid = {cell: quad for cell, quad in places.items() if cell in shown}
    spare = (piece for piece in first.pieces if not piece.in_layout)
    return Seen(
        observations,
        (*pieces_on(observations, grid, fit.cards, partial(outline_in, first, grid)), *spare),
        grid,
        tuple(a for a in advice_together(seens) if a != UNFIT or not fit.cards),
        timing_together(seens),
        first.likeness,
    )


def find(photo: Photo, copies: list[Pixels]) -> Found:
    """The dice, tokens and trees in a photo, whatever they belong to. copies: its pyramid."""
    return outline_dice(copies, find_things(photo.pixels))


def locate(photo: Photo, found: Found) -> Orchard:
    """Where an orchard's dice, tokens and trees lie among all that was found in a photo.

    Raises LayoutError when there are neither trees nor dice.
    """
    orchard = place_things(found) or _without_trees(found)
    if orchard is None:
        raise LayoutError(
            "no_orchard",
            f"{photo.name}: neither cards nor dice of an orchard were found; photograph all cards from above, "
            "in better light, or mark the corners of one card.",
            about=photo.name,
        )
    return orchard


def _shown(orchard: Orchard, state: State) -> set[Cell]:
    """The places that are shown to players: those where the finder saw a tree, or something is taken to lie."""
    there = {piece.place for piece in (*state.trees, *state.dice, *state.rotten)}
    return there | {cell for cell in orchard.quads if orchard.scores.get(cell) != 0}


def _likeness(orchard: Orchard | None) -> float:
    """The mean score of the trees that were seen; few trees are no sign of an orchard."""
    scores = [] if orchard is None else [score for score in orchard.scores.values() if score]
    return float(np.mean(scores or [0.0])) * min(len(scores) / TREES_ON_A_CARD, 1.0)


def likeness(photo: Photo) -> float:
    """How much a photo looks like one of an orchard, 0 to 1."""
    return _likeness(place_things(find_things(photo.pixels)))


def assemble(observations: Sequence[Observation]) -> State:
    """The most probable orchard: each place's tree, and the die or token that stands on it."""
    ten = next((int(o.value) for o in observations if o.what == "ten"), 10)
    worth = {**FIXED, ten: 10}
    cards = next((int(o.value) for o in observations if o.what == "cards"), CARDS)
    trees: dict[Cell, str] = {}
    cells: set[Cell] = set()
    dice: dict[Cell, Die] = {}
    rotten: dict[Cell, Rotten] = {}
    for seen in observations:
        if seen.place.col is None or seen.place.row is None:
            continue
        cell = (seen.place.col, seen.place.row)
        if seen.what == "tree":
            cells.add(cell)
            if seen.value != "none":
                trees[cell] = str(seen.value)
        elif seen.what == "rotten" and seen.value is True:
            rotten[cell] = Rotten.model_construct(col=cell[0], row=cell[1])
        elif seen.what == "die":
            fruit, value = _die(seen, worth)
            if value:
                dice[cell] = Die.model_construct(col=cell[0], row=cell[1], fruit=fruit, value=value)
    for cell, die in dice.items():
        if cell in cells:
            trees[cell] = die.fruit  # a die stands on a tree of its colour
    return State.model_construct(
        game="orchard",
        cards=cards,
        trees=tuple(_tree(col, row, fruit) for (col, row), fruit in sorted(trees.items())),
        dice=tuple(dice[cell] for cell in sorted(dice)),
        rotten=tuple(rotten[cell] for cell in sorted(rotten) if cell not in dice),
    )


@lru_cache(maxsize=4096)
def _tree(col: int, row: int, fruit: str) -> Tree:
    """A tree, made once: hundreds of readings of a photo differ by a tree or two."""
    return Tree.model_construct(col=col, row=row, fruit=fruit)


def tell(state: State) -> Iterator[tuple[str, Place, Value]]:
    """What an observer who is sure of all would say of an orchard: `assemble` makes the same orchard of it.

    Besides, the empty places of a sheet on which one is entered.
    """
    trees = {tree.place: tree.fruit for tree in state.trees}
    dice = {die.place: f"{die.fruit} {die.value}" for die in state.dice}
    rotten = {token.place for token in state.rotten}
    sheet = [(col, row) for col in range(SHEET[0]) for row in range(SHEET[1])]
    for cell in dict.fromkeys([*sheet, *trees, *dice, *rotten]):
        if cell in trees or cell not in dice:
            yield "tree", Place(*cell), trees.get(cell, "none")
        yield "die", Place(*cell), dice.get(cell, "none")
        yield "rotten", Place(*cell), cell in rotten
    yield "cards", Place(), state.cards


def doubt_name(observation: Observation) -> str:
    """The contract's word for what is in doubt: which face stands for 10 is a question about dice."""
    return "die" if observation.what == "ten" else observation.what


def doubted_from(observation: Observation) -> float | None:
    """The chance of being wrong from which players are asked about it; None for what they never are."""
    return DOUBTED.get(observation.what)


def _die(seen: Observation, worth: dict[int, int]) -> tuple[str, int]:
    """Fruit and value of a die, ("", 0) for none: the best answer that the kind of dice allows.

    An answer without a chance is what a die shows if its face is the 10, and nothing else then.
    """
    for answer in sorted(seen.candidates, key=lambda answer: answer.probability > 0):
        if answer.value == "none":
            return "", 0
        fruit, pips = str(answer.value).split()
        if int(pips) in worth:
            return fruit, worth[int(pips)]
    return "", 0


def _cards(laid: Sequence[Laid]) -> Observation:
    """How many cards are in play: nine, unless another number fits just what is seen."""
    return Observation("cards", Place(), (0.0, 0.0), (Candidate(len(laid) or CARDS, 1.0),))


def _without_trees(found: Found) -> Orchard | None:
    """Dice without cards: each on a place of its own, from left to right in rows of ten."""
    dice = sorted((die for die in found.dice if die.top.score >= SURE_DIE), key=lambda die: die.top.centre[0])
    if not dice:
        return None
    placed = {(k % 10, k // 10): die for k, die in enumerate(dice)}
    rotten = {(k, -1): spot for k, spot in enumerate(spot for spot in found.rotten if spot.score >= SURE_DIE)}
    quads = {cell: die.top.corners for cell, die in placed.items()}
    return Orchard(quads, {}, placed, {}, (), tuple(rotten.values()))


def _advice(observations: Sequence[Observation], orchard: Orchard, cards: Sequence[Laid]) -> list[Advice]:
    advice = []
    if not orchard.scores:
        advice.append(
            Advice("no_cards", "No cards were found: all dice in the photo are counted, wherever they lie.")
        )
    elif not any(o.what == "die" and o.value != "none" for o in observations):
        advice.append(
            Advice("no_dice", "No dice were found on the cards: photograph the orchard with its dice.")
        )
    if orchard.scores and not cards:
        advice.append(UNFIT)
    return advice
