"""What lies on the table after a game of Espalier, and the switches of its rules: parsed once, frozen."""

from functools import lru_cache
from typing import Annotated, Literal, Self

from pydantic import Field, field_validator, model_validator

from scoring.designs import Design
from scoring.errors import RefusedError, RulesError, StateError
from scoring.lattice import INDEX, STEPS, Direction, places_at, rim_point
from scoring.parsing import MAX_THINGS, Frozen, Placed, Things, parse, refuse_twice
from scoring.sheet import Place, Point

TileKind = Literal["pot", "winter", "spring", "summer", "autumn", "unknown"]
FruitKind = Literal["lemon", "lime", "orange"]
Variant = Literal["standard", "novice", "apprentice"]
Enclosure = Literal["all", "any"]


class Tile(Placed):
    """A tile at a place of the lattice; `branches` are the printed ones."""

    kind: TileKind
    branches: Annotated[tuple[Direction, ...], Field(strict=False, max_length=8)]

    @field_validator("branches")
    @classmethod
    def _each_branch_once(cls, branches: tuple[Direction, ...]) -> tuple[Direction, ...]:
        for direction in branches:
            if branches.count(direction) > 1:
                message = f"{direction!r} stands there twice; allowed: each direction once"
                raise RefusedError("direction_twice", message, value=direction)
        return branches


class Token(Placed):
    """A graft or prune token on a tile, from its centre in a direction."""

    direction: Direction
    side: Literal["graft", "prune"]


class Fruit(Placed):
    """A fruit on a rim point, which may be named from any tile that meets there."""

    at: Direction
    kind: FruitKind

    @property
    def point(self) -> Point:
        """The rim point in half-tile units."""
        return rim_point(self.place, self.at)


class State(Frozen):
    """A finished tree as it lies on the table."""

    game: Literal["espalier"]
    tiles: Annotated[tuple[Tile, ...], Things]
    tokens: Annotated[tuple[Token, ...], Things] = ()
    fruit: Annotated[tuple[Fruit, ...], Things] = ()
    mulched: Annotated[int, Field(ge=0, le=MAX_THINGS)] = 0

    @model_validator(mode="after")
    def _one_tile_a_place(self) -> Self:
        refuse_twice("tiles", (tile.place for tile in self.tiles))
        return self


class Rules(Frozen):
    """The switches that the players can flip.

    `designs` are the difficult designs in play; a set counts when there are exactly three. `goal_points`
    are the values of the first three places of a garden goal (None where nobody has told them),
    `goal_places` the places, in seasons' order, that the player whose tree is scored took (None: none, or
    not known).
    """

    variant: Variant = "standard"
    nested_shapes: bool = True
    enclosure: Enclosure = "all"
    designs: Annotated[tuple[Design, ...], Field(strict=False, max_length=8)] = ()
    goal_points: Annotated[
        tuple[Annotated[int, Field(ge=-100, le=100)] | None, ...],
        Field(strict=False, min_length=3, max_length=3),
    ] = (None, None, None)
    goal_places: Annotated[
        tuple[Annotated[int, Field(ge=1, le=6)] | None, ...], Field(strict=False, max_length=4)
    ] = ()

    @model_validator(mode="after")
    def _designs_differ_in_name(self) -> Self:
        names = [design.name for design in self.designs]
        for name in names:
            if names.count(name) > 1:
                message = f"designs: the name {name!r} stands twice; allowed: a name for each design"
                raise RefusedError("name_twice", message, about="designs", value=name)
        return self


def parse_state(data: object) -> State:
    """Make a state of decoded JSON.

    Raises:
        StateError: names the first bad field, its value and what is allowed.
    """
    return parse(State, data, "state", StateError)


def parse_rules(data: object) -> Rules:
    """Make rules of decoded JSON; every field is optional.

    Raises:
        RulesError: names the first bad field, its value and what is allowed.
    """
    return parse(Rules, data, "rules", RulesError)


def effective_branches(state: State) -> dict[Place, int]:
    """What counts on each tile: printed, plus grafted, minus pruned; a bit for each of DIRECTIONS."""
    branches = {(tile.col, tile.row): _mask(tile.branches) for tile in state.tiles}
    for side in ("graft", "prune"):  # where both lie on a branch the prune wins, so it comes last
        for token in state.tokens:
            if token.side == side and token.place in branches:
                bit = 1 << INDEX[token.direction]
                mask = branches[token.place]
                branches[token.place] = mask | bit if side == "graft" else mask & ~bit
    return branches


@lru_cache(maxsize=4096)
def _mask(branches: tuple[Direction, ...]) -> int:
    return sum(1 << INDEX[direction] for direction in branches)


def branches_at(point: Point, branches: dict[Place, int]) -> int:
    """How many effective branches end at a rim point."""
    x, y = point
    return sum(
        branches.get((col, row), 0) >> STEPS.index((x - 2 * col, y - 2 * row)) & 1
        for col, row in places_at(point)
    )
