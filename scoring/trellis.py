"""Trellis: flowers on the vines of hexagonal tiles. Whoever has placed all fifteen wins; no points are counted.

The public names are those of every game: `State`, `Rules`, `parse_state`, `parse_rules`, `check`, `score`, `explain`,
`format_state` and `parse_text`; and `missed_blooms`. The text form, a vine as its colour and sides, a flower as the
number of its vine and the player:

    trellis; 0,0 tile pink 0-3 purple 1-2 green 4-5; 0,0 flower 0 peach
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import Field, model_validator

from scoring.errors import RulesError, StateError
from scoring.lattice import HEX_STEPS, hex_neighbour, regions
from scoring.notation import Clause, collect, join
from scoring.parsing import Coordinate, Frozen, Things, parse, read_data, refuse_twice
from scoring.sheet import Place, Problem, ScoreLine, ScoreSheet
from scoring.words import listed, number_of, sentence

PLAYERS: tuple[Player, ...] = ("peach", "yellow", "teal", "white")
FLOWERS = 15

Player = Literal["peach", "yellow", "teal", "white"]
Colour = Literal["purple", "orange", "green", "blue", "pink", "yellow"]
Side = Annotated[int, Field(ge=0, le=5)]
VineName = tuple[Place, int]
"""A vine by its tile's (q, r) and its number on the tile."""


class Vine(Frozen):
    """A vine on a tile, from side to side; on the starting tile from the middle to one side."""

    colour: Colour
    sides: Annotated[tuple[Side, ...], Field(strict=False, min_length=1, max_length=2)]


class Tile(Frozen):
    """A hexagonal tile at axial coordinates; sides are numbered clockwise as in the contract."""

    q: Coordinate
    r: Coordinate
    vines: Annotated[tuple[Vine, ...], Field(strict=False, min_length=1, max_length=6)]

    @property
    def place(self) -> Place:
        """(q, r)."""
        return self.q, self.r


class Flower(Frozen):
    """A player's flower on a vine, the number of which counts from 0 in its tile's list."""

    q: Coordinate
    r: Coordinate
    vine: Annotated[int, Field(ge=0, le=5)]
    player: Player

    @property
    def name(self) -> VineName:
        """The vine that the flower lies on."""
        return (self.q, self.r), self.vine


class State(Frozen):
    """A board as it lies on the table."""

    game: Literal["trellis"]
    tiles: Annotated[tuple[Tile, ...], Things]
    flowers: Annotated[tuple[Flower, ...], Things] = ()

    @model_validator(mode="after")
    def _one_tile_a_place(self) -> Self:
        refuse_twice("tiles", (tile.place for tile in self.tiles), ("q", "r"))
        return self


class Rules(Frozen):
    """Who plays; where left out, those who have a flower on the board."""

    players: Annotated[tuple[Player, ...], Field(strict=False, max_length=4)] = ()


class FlowerEvidence(NamedTuple):
    """A flower by its vine: the tile's (q, r) and the vine's number."""

    tile: Place
    vine: int

    def to_json(self) -> dict[str, Any]:
        """`{"tile": [q, r], "vine": n}`."""
        return {"tile": list(self.tile), "vine": self.vine}


class MissedBloom(NamedTuple):
    """An empty vine next to a claimed one of its colour, and the players who could take it."""

    tile: Place
    vine: int
    colour: Colour
    players: tuple[Player, ...]

    def to_json(self) -> dict[str, Any]:
        """`{"tile": [q, r], "vine": n, "colour": ..., "players": [...]}`."""
        return {
            "tile": list(self.tile),
            "vine": self.vine,
            "colour": self.colour,
            "players": list(self.players),
        }


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
    """Count the flowers of each player.

    The sheet's further fields are `left` (flowers still to place, by player), `missed_blooms` and `winners`, the
    players who have placed all their flowers.
    """
    players = (rules or Rules()).players
    placed: dict[Player, list[FlowerEvidence]] = {
        player: [FlowerEvidence(*flower.name) for flower in state.flowers if flower.player == player]
        for player in PLAYERS
    }
    playing = [player for player in PLAYERS if placed[player] or player in players]
    items = [
        ScoreLine(f"flowers:{player}", len(placed[player]), None, 0, tuple(placed[player]))
        for player in playing
    ]
    details = {
        "left": {player: max(FLOWERS - len(placed[player]), 0) for player in playing},
        "missed_blooms": [bloom.to_json() for bloom in missed_blooms(state)],
        "winners": [player for player in playing if len(placed[player]) >= FLOWERS],
    }
    return ScoreSheet("trellis", None, tuple(items), check(state), details)


def total(state: State, rules: Rules | None = None) -> None:
    """None: the game has no points to add up. Every game answers to `total`, for what-ifs."""


def missed_blooms(state: State) -> tuple[MissedBloom, ...]:
    """The empty vines connected to a claimed vine of the same colour.

    Two vines are connected when they lie on neighbouring tiles and both touch the shared side.
    """
    owners: dict[VineName, set[Player]] = defaultdict(set)
    for flower in state.flowers:
        owners[flower.name].add(flower.player)
    at_side = {
        (tile.place, side): (number, vine)
        for tile in state.tiles
        for number, vine in enumerate(tile.vines)
        for side in vine.sides
    }
    found = []
    for tile in state.tiles:
        for number, vine in enumerate(tile.vines):
            if (tile.place, number) in owners:
                continue
            players: set[Player] = set()
            for side in vine.sides:
                place = hex_neighbour(tile.place, side)
                other, beyond = at_side.get((place, (side + 3) % 6), (0, None))
                if beyond and beyond.colour == vine.colour:
                    players |= owners.get((place, other), set())
            if players:
                able = tuple(player for player in PLAYERS if player in players)
                found.append(MissedBloom(tile.place, number, vine.colour, able))
    return tuple(found)


Form = frozenset[tuple[str, frozenset[int]]]
"""The vines of a tile without their order: (colour, sides)."""


@lru_cache(maxsize=1)
def known_tiles() -> dict[Form, int]:
    """The number of the tile in the box (0 is the starting tile) for each tile in each of its six turns."""
    data: Any = read_data("trellis_tiles", StateError)
    return {
        frozenset(
            (vine["colour"], frozenset((side + turn) % 6 for side in vine["sides"])) for vine in vines
        ): number
        for number, vines in enumerate(data["tiles"])
        for turn in range(6)
    }


def check(state: State) -> tuple[Problem, ...]:
    """Every breach of the rules that a board can show; none when it is a legal one.

    The codes: `unknown_tile`, `tile_twice`, `no_starting_tile`, `disconnected`, `flower_without_vine`,
    `two_flowers_on_vine`, `flower_supply`. `where` holds (q, r) of the tiles concerned.
    """
    return (*_tiles(state), *_flowers(state))


def _tiles(state: State) -> Iterator[Problem]:
    known = known_tiles()
    seen: dict[int, list[Place]] = defaultdict(list)
    unknown = []
    for tile in state.tiles:
        number = known.get(frozenset((vine.colour, frozenset(vine.sides)) for vine in tile.vines))
        if number is None or len(tile.vines) != (6 if number == 0 else 3):
            unknown.append(tile.place)
        else:
            seen[number].append(tile.place)
    for place in unknown:
        yield Problem("unknown_tile", f"no tile in the box looks like the one at {_name(place)}", (place,))
    for places in seen.values():
        if len(places) > 1:
            names = listed([_name(place) for place in places])
            yield Problem(
                "tile_twice", f"the same tile lies at {names}; the box holds it once", tuple(places)
            )
    if 0 not in seen and not unknown:  # an unknown tile may be the starting tile, misread
        yield Problem("no_starting_tile", "the starting tile is not on the board")
    found = regions([tile.place for tile in state.tiles], HEX_STEPS)
    if len(found) > 1:
        board = max(found, key=lambda region: (any(place in region for place in seen[0]), len(region)))
        apart = tuple(sorted(place for region in found if region is not board for place in region))
        names = listed([_name(place) for place in apart])
        yield Problem("disconnected", f"not joined to the other tiles: {names}", apart)


def _flowers(state: State) -> Iterator[Problem]:
    vines = {tile.place: len(tile.vines) for tile in state.tiles}
    for flower in state.flowers:
        place, number = flower.name
        if number >= vines.get(place, 0):
            message = f"a {flower.player} flower lies on vine {number} at {_name(place)}, where there is none"
            yield Problem("flower_without_vine", message, (place,))
    for (place, number), count in Counter(flower.name for flower in state.flowers).items():
        if count > 1:
            message = f"{count} flowers lie on vine {number} at {_name(place)}; a vine takes one"
            yield Problem("two_flowers_on_vine", message, (place,))
    for player, count in Counter(flower.player for flower in state.flowers).items():
        if count > FLOWERS:
            message = f"{number_of(count, f'{player} flower')}; a player has {FLOWERS}"
            yield Problem("flower_supply", message)


def _name(place: Place) -> str:
    return f"q {place[0]}, r {place[1]}"


def explain(state: State, sheet: ScoreSheet) -> ScoreSheet:
    """The same sheet with a sentence for each player; each missed bloom gets one as `why`."""
    left = sheet.details["left"]

    def why(line: ScoreLine) -> str:
        player = line.category.removeprefix("flowers:")
        return sentence(f"{player} has placed {number_of(line.count, 'flower')} and has {left[player]} left")

    blooms = [
        bloom.to_json()
        | {
            "why": sentence(
                f"the empty {bloom.colour} vine at {_name(bloom.tile)} is connected to a claimed {bloom.colour} vine "
                f"and should have been claimed by {listed(list(bloom.players))}"
            )
        }
        for bloom in missed_blooms(state)
    ]
    items = tuple(replace(line, why=(why(line),)) for line in sheet.items)
    return replace(sheet, items=items, details={**sheet.details, "missed_blooms": blooms})


def format_state(state: State) -> str:
    """Write a board as text; `parse_text` reads it back unchanged."""
    parts = []
    for tile in state.tiles:
        vines = [f"{vine.colour} {'-'.join(str(side) for side in vine.sides)}" for vine in tile.vines]
        parts.append(" ".join([f"{tile.q},{tile.r} tile", *vines]))
    parts += [f"{it.q},{it.r} flower {it.vine} {it.player}" for it in state.flowers]
    return join("trellis", parts)


def parse_text(text: str) -> State:
    """Read a board from its text form.

    Raises:
        StateError: names the clause or field that is wrong and what is allowed.
    """
    return parse_state({"tiles": []} | collect(text, "trellis", (), _thing))


def _thing(clause: Clause) -> tuple[str, dict[str, Any]]:
    allowed = "a place, then tile, and colour and sides of each vine, or flower, a vine's number and a player"
    place = dict(zip(("q", "r"), clause.place or (), strict=True))
    name, *rest = clause.words or ("",)
    if name == "flower" and len(rest) == 2:
        return "flowers", {**place, "vine": clause.number(1, allowed), "player": rest[1]}
    if name == "tile" and len(rest) % 2 == 0:
        pairs = zip(rest[::2], rest[1::2], strict=True)
        vines = [{"colour": colour, "sides": _sides(sides, clause, allowed)} for colour, sides in pairs]
        return "tiles", {**place, "vines": vines}
    raise clause.refuse(allowed)


def _sides(text: str, clause: Clause, allowed: str) -> list[int]:
    sides = text.split("-")
    if not all(side in tuple("012345") for side in sides):
        raise clause.refuse(allowed)
    return [int(side) for side in sides]
