"""What can be checked on a finished Espalier tree: every breach of the rules, named and placed."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Set

from scoring.espalier_state import Fruit, State, TileKind, Token
from scoring.lattice import Direction, places_at, regions
from scoring.sheet import Place, Point, Problem
from scoring.words import SIDES, listed, number_of, tile_words

SEASON_TILES: dict[TileKind, int] = {"winter": 5, "spring": 6, "summer": 7, "autumn": 6}
MAX_TREE_TILES = sum(SEASON_TILES.values())
FRUIT_SUPPLY = 36
TOKEN_SUPPLY = 60


def check(state: State) -> tuple[Problem, ...]:
    """Every breach of the rules that a finished tree can show; none when it is a legal one.

    The codes: `no_pot`, `two_pots`, `disconnected`, `too_many_tiles`, `too_many_season_tiles`,
    `token_off_tree`, `token_twice`, `graft_and_prune`, `graft_on_printed`, `prune_on_nothing`,
    `token_supply`, `fruit_off_tree`, `fruit_on_same_point`, `fruit_supply`. `where` holds (col, row) of the
    tiles concerned, for fruit of the tiles from which its point was named.
    """
    pots = [tile.place for tile in state.tiles if tile.kind == "pot"]
    pot = pots[0] if len(pots) == 1 else None
    printed = {(tile.col, tile.row): tile.branches for tile in state.tiles}
    return (*_tiles(state, pots, pot), *_tokens(state, pot, printed), *_fruit(state, pot, printed.keys()))


def _tiles(state: State, pots: list[Place], pot: Place | None) -> Iterator[Problem]:
    if not pots:
        yield Problem("no_pot", "there is no pot tile; every tree has one")
    if len(pots) > 1:
        names = listed([f"column {col}, row {row}" for col, row in pots])
        yield Problem("two_pots", f"there are {len(pots)} pot tiles, at {names}; a tree has one", tuple(pots))
    found = regions([(tile.col, tile.row) for tile in state.tiles])
    if len(found) > 1:
        # The tree is the part with the pot, or the largest one where no single pot tells.
        tree = max(found, key=lambda region: (pot in region, len(region)))
        apart = tuple(sorted(place for region in found if region is not tree for place in region))
        names = listed([tile_words(place, pot) for place in apart])
        yield Problem("disconnected", f"not joined to the tree edge to edge: {names}", apart)
    kinds = [tile.kind for tile in state.tiles]
    laid = len(kinds) - len(pots)
    if laid + state.mulched > MAX_TREE_TILES:
        mulched = f" and {state.mulched} mulched" if state.mulched else ""
        yield Problem(
            "too_many_tiles",
            f"{laid} tiles beside the pot{mulched}; a player gets {MAX_TREE_TILES} in a game",
        )
        return  # then a season has too many as well: one message is enough
    for season, most in SEASON_TILES.items():
        if kinds.count(season) > most:
            places = tuple(tile.place for tile in state.tiles if tile.kind == season)
            yield Problem(
                "too_many_season_tiles", f"{len(places)} {season} tiles; a player gets {most}", places
            )


def _tokens(
    state: State, pot: Place | None, printed: Mapping[Place, tuple[Direction, ...]]
) -> Iterator[Problem]:
    groups: dict[tuple[Place, str], list[Token]] = defaultdict(list)
    for token in state.tokens:
        groups[(token.col, token.row), token.direction].append(token)
    for (place, direction), tokens in groups.items():
        sides = {token.side for token in tokens}
        odd = place not in printed or len(tokens) > 1 or ("graft" in sides) == (direction in printed[place])
        if not odd:
            continue
        branch = f"the branch to the {SIDES[direction]} of {tile_words(place, pot)}"
        if place not in printed:
            col, row = place
            code, message = (
                "token_off_tree",
                f"a token lies at column {col}, row {row}, where there is no tile",
            )
        elif len(sides) == 2:
            code, message = "graft_and_prune", f"a graft and a prune lie on {branch}; the prune wins"
        elif len(tokens) > 1:
            code, message = "token_twice", f"{len(tokens)} {tokens[0].side} tokens lie on {branch}"
        elif "graft" in sides:
            code, message = "graft_on_printed", f"a graft lies on {branch}, which is printed there already"
        else:
            code, message = "prune_on_nothing", f"a prune lies on {branch}, where there is none to cover"
        yield Problem(code, message, (place,))
    if len(state.tokens) > TOKEN_SUPPLY:
        message = f"{len(state.tokens)} graft and prune tokens; the box holds {TOKEN_SUPPLY}"
        yield Problem("token_supply", message)


def _fruit(state: State, pot: Place | None, tiles: Set[Place]) -> Iterator[Problem]:
    groups: dict[Point, list[Fruit]] = defaultdict(list)
    for fruit in state.fruit:
        groups[fruit.point].append(fruit)
    for point, some in groups.items():
        first, where = some[0], tuple(dict.fromkeys(fruit.place for fruit in some))
        if not any(place in tiles for place in places_at(point)):
            place = f"column {first.col}, row {first.row}"
            yield Problem(
                "fruit_off_tree", f"a {first.kind} lies at {place}, on no tile's side or corner", where
            )
        elif len(some) > 1:
            message = (
                f"{len(some)} fruit on one point, the {SIDES[first.at]} of {tile_words(first.place, pot)}"
            )
            yield Problem("fruit_on_same_point", message, where)
    for kind, count in Counter(fruit.kind for fruit in state.fruit).items():
        if count > FRUIT_SUPPLY:
            yield Problem("fruit_supply", f"{number_of(count, kind)}; the box holds {FRUIT_SUPPLY}")
