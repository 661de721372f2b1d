"""Arbor II: glory for the tiles of each player's forest beside the roots.

The public names are those of every game: `State`, `Rules`, `parse_state`, `parse_rules`, `check`, `score`, `explain`,
`format_state` and `parse_text`; and `forest`. The text form:

    arbor2; target 13; 3,3 root; 2,3 black tree; 2,3 black ancient
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from scoring.errors import RefusedError, RulesError, StateError
from scoring.lattice import SIDES, regions
from scoring.notation import Clause, collect, join
from scoring.parsing import Frozen, Placed, Things, parse, refuse_twice
from scoring.sheet import Evidence, Place, PlaceEvidence, Problem, ScoreLine, ScoreSheet
from scoring.words import listed, number_of, place_words, sentence

SUPPLY: dict[TileKind, int] = {"tree": 25, "guardian": 5, "sage": 1}
MAX_PLAYERS = 20  # far more than any scenario has
BASE_MANNA = 3
MOST_MANNA = 8

TileKind = Literal["tree", "guardian", "sage"]
Owner = Annotated[str, Field(min_length=1, max_length=20, pattern=r"^[a-z][a-z0-9_-]*$")]


class Root(Placed):
    """A space that is covered by a root."""


class Tile(Placed):
    """A tile of a player's colour."""

    owner: Owner
    kind: TileKind


class Ancient(Placed):
    """A player's Ancient."""

    owner: Owner


class State(Frozen):
    """A board as it lies on the table; `target` is the glory that ends the game."""

    game: Literal["arbor2"]
    roots: Annotated[tuple[Root, ...], Things] = ()
    tiles: Annotated[tuple[Tile, ...], Things] = ()
    ancients: Annotated[tuple[Ancient, ...], Field(strict=False, max_length=MAX_PLAYERS)] = ()
    target: Annotated[int, Field(ge=1, le=1000)] = 13

    @model_validator(mode="after")
    def _one_thing_a_place(self) -> Self:
        refuse_twice("roots", (root.place for root in self.roots))
        refuse_twice("tiles", (tile.place for tile in self.tiles))
        return self

    @model_validator(mode="after")
    def _few_players(self) -> Self:
        count = len(owners(self))
        if count > MAX_PLAYERS:
            message = f"tiles: {count} different owners are not allowed; allowed: at most {MAX_PLAYERS}"
            raise RefusedError("many_owners", message, about="tiles", count=count, bound=MAX_PLAYERS)
        return self


class Rules(Frozen):
    """Arbor II's one setting, the target, is part of its state."""


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


def owners(state: State) -> list[str]:
    """The players with something on the board, in the alphabet's order."""
    return sorted({tile.owner for tile in state.tiles} | {ancient.owner for ancient in state.ancients})


def forest(state: State, owner: str) -> frozenset[Place]:
    """The tiles that an unbroken chain of the player's own tiles joins to the one under the Ancient."""
    own = [tile.place for tile in state.tiles if tile.owner == owner]
    ancient = next((piece.place for piece in state.ancients if piece.owner == owner), None)
    joined = next((region for region in regions(own) if ancient in region), ())
    return frozenset(joined)


def score(state: State, rules: Rules | None = None) -> ScoreSheet:
    """Count each player's glory.

    The sheet's further fields, by player: `forest` (its tiles), `cut_off` (tiles that no chain joins to the Ancient),
    `cut_off_tiles` (their places), `cut_off_glory` (what they would earn), `guardians` (those in the forest),
    `max_manna`; and `reached_target`, the players whose glory is the target or more.
    """
    beside = {(root.col + dx, root.row + dy) for root in state.roots for dx, dy in SIDES}
    items = []
    details: dict[str, Any] = {
        name: {} for name in ("forest", "cut_off", "cut_off_tiles", "cut_off_glory", "guardians", "max_manna")
    }
    reached = []
    for owner in owners(state):
        joined = forest(state, owner)
        tiles = [tile for tile in state.tiles if tile.owner == owner]
        earning = sorted(joined & beside)
        apart = sorted(tile.place for tile in tiles if tile.place not in joined)
        guardians = sum(tile.kind == "guardian" and tile.place in joined for tile in tiles)
        evidence = tuple(PlaceEvidence(place) for place in earning)
        items.append(ScoreLine(f"glory:{owner}", len(earning), 1, len(earning), evidence))
        details["forest"][owner] = len(joined)
        details["cut_off"][owner] = len(apart)
        details["cut_off_tiles"][owner] = [list(place) for place in apart]
        details["cut_off_glory"][owner] = len(beside.intersection(apart))
        details["guardians"][owner] = guardians
        details["max_manna"][owner] = min(BASE_MANNA + guardians, MOST_MANNA)
        if len(earning) >= state.target:
            reached.append(owner)
    return ScoreSheet("arbor2", None, tuple(items), check(state), details | {"reached_target": reached})


def total(state: State, rules: Rules | None = None) -> None:
    """None: the game has no points to add up. Every game answers to `total`, for what-ifs."""


def check(state: State) -> tuple[Problem, ...]:
    """Every breach of the rules that a board can show; none when it is a legal one.

    The codes: `tile_on_root`, `tree_supply`, `guardian_supply`, `sage_supply`, `no_ancient`, `two_ancients`,
    `ancient_off_tile`. `where` holds (col, row) of the spaces concerned.
    """
    return (*_tiles(state), *_ancients(state))


def _tiles(state: State) -> Iterator[Problem]:
    roots = {root.place for root in state.roots}
    covered = tuple(tile.place for tile in state.tiles if tile.place in roots)
    if covered:
        names = listed([place_words(place) for place in covered])
        yield Problem("tile_on_root", f"a tile lies on a root space at {names}", covered)
    for (owner, kind), count in Counter((tile.owner, tile.kind) for tile in state.tiles).items():
        if count > SUPPLY[kind]:
            where = tuple(tile.place for tile in state.tiles if (tile.owner, tile.kind) == (owner, kind))
            message = f"{number_of(count, f'{owner} {kind} tile')}; a player has {SUPPLY[kind]}"
            yield Problem(f"{kind}_supply", message, where)


def _ancients(state: State) -> Iterator[Problem]:
    own = {(tile.owner, tile.place) for tile in state.tiles}
    for owner in owners(state):
        places = tuple(ancient.place for ancient in state.ancients if ancient.owner == owner)
        if not places:
            yield Problem("no_ancient", f"there is no {owner} Ancient, so {owner} has no forest")
        elif len(places) > 1:
            yield Problem(
                "two_ancients", f"there are {len(places)} {owner} Ancients; a player has one", places
            )
        elif (owner, places[0]) not in own:
            message = f"the {owner} Ancient stands at {place_words(places[0])}, on no {owner} tile"
            yield Problem("ancient_off_tile", message, places)


def explain(state: State, sheet: ScoreSheet) -> ScoreSheet:
    """The same sheet with a sentence for each tile that earns glory."""
    roots = {root.place for root in state.roots}

    def why(piece: Evidence) -> str:
        if not isinstance(piece, PlaceEvidence):
            raise TypeError(f"no sentence for {piece!r}")
        col, row = piece.place
        root = next((col + dx, row + dy) for dx, dy in SIDES if (col + dx, row + dy) in roots)
        beside = f"the tile at {place_words(piece.place)} shares a side with the root at {place_words(root)}"
        return sentence(f"{beside}: 1 glory")

    items = [replace(line, why=tuple(why(piece) for piece in line.evidence)) for line in sheet.items]
    return replace(sheet, items=tuple(items))


def format_state(state: State) -> str:
    """Write a board as text; `parse_text` reads it back unchanged."""
    parts = [f"target {state.target}"]
    parts += [f"{root.col},{root.row} root" for root in state.roots]
    parts += [f"{tile.col},{tile.row} {tile.owner} {tile.kind}" for tile in state.tiles]
    parts += [f"{ancient.col},{ancient.row} {ancient.owner} ancient" for ancient in state.ancients]
    return join("arbor2", parts)


def parse_text(text: str) -> State:
    """Read a board from its text form.

    Raises:
        StateError: names the clause or field that is wrong and what is allowed.
    """
    return parse_state(collect(text, "arbor2", ("target",), _thing))


def _thing(clause: Clause) -> tuple[str, dict[str, Any]]:
    place = dict(zip(("col", "row"), clause.place or (), strict=True))
    match clause.words:
        case ("root",):
            return "roots", place
        case (owner, "ancient"):
            return "ancients", {**place, "owner": owner}
        case (owner, kind):
            return "tiles", {**place, "owner": owner, "kind": kind}
    raise clause.refuse("a place, then root, or a player and ancient or one of tree, guardian, sage")
