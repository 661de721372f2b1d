"""Reading an Espalier tree: lattice, branches, tokens, fruit, and what lies beside the tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from time import perf_counter

import numpy as np
import numpy.typing as npt

from scoring.espalier import Fruit, State, Tile, Token
from scoring.lattice import DIRECTIONS, STEP, rim_point
from vision.advice import advise
from vision.errors import LayoutError
from vision.espalier_box import within_the_box
from vision.espalier_fruit import rim_points, told_together
from vision.espalier_locate import locate_tree
from vision.espalier_looker import EMPTY, Places, Tree
from vision.espalier_pieces import pieces_beside, pieces_of_tree, tile_side
from vision.espalier_pile import loose_tiles, tell_mulched
from vision.espalier_places import FEWEST_TILES, look_for_tree, look_outward
from vision.espalier_seasons import KINDS, tell_seasons
from vision.espalier_strips import tell_together
from vision.espalier_together import combine as combine
from vision.lattice import Cell, Lattice, fit_lattice
from vision.locate import Found, find_pieces
from vision.look import Looks, pyramid
from vision.marked import lay_from, marked_quad
from vision.observe import (
    Advice,
    Candidate,
    Marked,
    Observation,
    Piece,
    Pixel,
    Place,
    Quad,
    Seen,
    Value,
    as_quad,
    quad_point,
)
from vision.photo import Photo, brightened

DOUBTED = {"branch": 0.01, "token": 0.003, "fruit": 0.002, "tile": 0.003, "mulched": 0.5}
"""What players are asked about, in the contract's words, and from which chance of being wrong (decision 16); a tile's
season is none: it scores nothing. Nor does a mulched tile before goals are counted, so its number is asked where it may
well be wrong: where tiles are seen beside the tree."""

BRANCH_VALUES: tuple[Value, ...] = (False, True, "graft", "prune")
"""Nothing, a printed branch, a branch grafted where none was printed, a printed branch pruned."""
FRUIT_VALUES: tuple[Value, ...] = ("none", "lemon", "lime", "orange")

HARD_TO_SEE = 0.65
"""Mean score of a lattice's tiles below which they are.

Of 1,000 photos of looks that the finder never saw six are below, and three of the four lattices of these photos that
lie beside the tree's tiles are among them.
"""

BLANK = State(game="espalier", tiles=(Tile(col=0, row=0, kind="pot", branches=()),))
"""What lies there before anything was entered by hand: the first tile."""

CANDIDATE_FLOOR = 1e-5
LIKELY_SEASON = 0.5
UNTOLD = 1e-6
"""Added to the chance of each season: of the pot's tile none is told."""
ENOUGH_TILES = 3
"""Tiles that are as good a sign of a tree as many."""

Points = npt.NDArray[np.float64]
Pixels = npt.NDArray[np.uint8]


def observe(photo: Photo) -> Seen:
    """See a tree in a photo.

    Raises LayoutError when there is no tile, or only one.
    """
    start = perf_counter()
    lit = brightened(photo)
    found, lattice = locate_tree(lit.pixels)
    if lattice is None:
        raise LayoutError(
            "no_tiles",
            f"{photo.name}: no tiles were found; photograph the whole tree from above, in better light, "
            "or mark the corners of one tile.",
            about=photo.name,
        )
    located = perf_counter()
    copies = pyramid(lit.pixels)
    tree = look_for_tree(copies, found, lattice)
    seen = _seen(photo, copies, tree, start, located)
    return replace(seen, advice=(*_hard_to_see(tree.lattice), *seen.advice))


def observe_marked(photo: Photo, marked: Marked) -> Seen:
    """See a tree in a photo in which a player marked one tile, or the rectangle around the tree.

    Raises CornersError when the corners cannot be those of a tile, LayoutError when no other tile lies beside it.
    """
    start = perf_counter()
    quad = marked_quad(photo, marked)
    lit = brightened(photo)
    found = find_pieces(lit.pixels)
    laid = lay_from(found, quad, marked.size)
    located = perf_counter()
    copies = pyramid(lit.pixels)
    return _seen(photo, copies, look_outward(copies, found, laid), start, located)


def _seen(
    photo: Photo,
    copies: list[Pixels],
    tree: Tree,
    start: float,
    located: float,
) -> Seen:
    """What was seen of a tree.

    copies: the photo as nets are shown it; start, located: when reading began and the lattice was laid.
    """
    if len(tree.tiles.quads) < FEWEST_TILES:
        raise LayoutError(
            "one_tile",
            f"{photo.name}: only one tile was found; lay the tree's tiles edge to edge and take in all of them.",
            about=photo.name,
        )
    places = tell_together(copies, tree.tiles)
    looked = perf_counter()
    grid = _grid(places, photo)
    loose = loose_tiles(tree.found, tree.lattice)
    observations = within_the_box(
        [
            *_tile_observations(grid, places.chances),
            *_kind_observations(grid, copies, places),
            *_branch_observations(grid, places.looks),
            *_fruit_observations(grid, places.looks, copies[0], photo.scale, tree.found),
            tell_mulched(loose, photo.scale),
            *_possible_observations(tree, photo),
        ]
    )
    return Seen(
        observations,
        (
            *pieces_of_tree(observations, grid),
            *(Piece("tile", as_quad(tile.corners * photo.scale), False, tile.score) for tile in loose),
            *pieces_beside(grid, tree.found, photo.scale),
        ),
        grid,
        advise(photo, grid.values()),
        {"locate": (located - start) * 1e3, "look": (looked - located) * 1e3},
        _likeness(tree.lattice),
    )


def _likeness(lattice: Lattice | None) -> float:
    """The mean score of the tiles; few tiles are no sign of a tree."""
    if lattice is None:
        return 0.0
    return _mean_score(lattice) * min(len(lattice.tiles) / ENOUGH_TILES, 1.0)


def _mean_score(lattice: Lattice) -> float:
    return float(np.mean([tile.score for tile in lattice.tiles.values()]))


def _hard_to_see(lattice: Lattice) -> tuple[Advice, ...]:
    """What to do where the finder is hardly sure of any tile: a wrong lattice would make most of a reading wrong."""
    if _mean_score(lattice) >= HARD_TO_SEE:
        return ()
    line = "The tiles are hard to see: where their outlines are wrong, mark the corners of one tile."
    return (Advice("hard_to_see", line),)


def likeness(photo: Photo) -> float:
    """How much a photo looks like one of a tree at a first look, 0 to 1; further looks find trees in orchards, too."""
    return _likeness(fit_lattice(find_pieces(photo.pixels)))


def assemble(observations: Sequence[Observation]) -> State:
    """The most probable tree: every tile that is more likely there than not, one pot, what lies on them."""
    there = {_cell(o): o for o in observations if o.what == "tile" and o.value is True}
    kinds = _kinds([o for o in observations if o.what == "kind" and _cell(o) in there])
    printed: dict[Cell, list[str]] = {cell: [] for cell in there}
    tokens, fruit = [], []
    mulched = 0
    for seen in observations:
        if seen.what == "mulched":
            mulched = int(seen.value)
            continue
        cell = _cell(seen)
        if seen.what == "fruit" and seen.value != "none":
            at = _named_from(cell, seen.place.at, there)
            if at is not None:
                fruit.append(Fruit.model_construct(col=at[0], row=at[1], at=at[2], kind=seen.value))
        elif seen.what == "branch" and cell in there:
            direction = seen.place.direction
            if seen.value in (True, "prune"):
                printed[cell].append(str(direction))
            if seen.value in ("graft", "prune"):
                tokens.append(
                    Token.model_construct(col=cell[0], row=cell[1], direction=direction, side=seen.value)
                )
    tiles = tuple(
        Tile.model_construct(col=c, row=r, kind=kinds.get((c, r), "unknown"), branches=tuple(printed[(c, r)]))
        for c, r in there
    )
    return State.model_construct(
        game="espalier", tiles=tiles, tokens=tuple(tokens), fruit=tuple(fruit), mulched=mulched
    )


def tell(state: State) -> Iterator[tuple[str, Place, Value]]:
    """What an observer who is sure of all would say of a tree: `assemble` makes the same tree of it."""
    tokens = {(*token.place, token.direction): token.side for token in state.tokens}
    for tile in state.tiles:
        yield "tile", Place(*tile.place), True
        yield "kind", Place(*tile.place), tile.kind
        for direction in tile.branches:
            if (*tile.place, direction) not in tokens:
                yield "branch", Place(*tile.place, direction=direction), True
    for (col, row, direction), side in tokens.items():
        yield "branch", Place(col, row, direction=direction), side
    for fruit in {fruit.point: fruit for fruit in state.fruit}.values():
        yield "fruit", Place(*fruit.place, at=fruit.at), fruit.kind
    yield "mulched", Place(), state.mulched


def doubt_name(observation: Observation) -> str:
    """The contract's word for what is in doubt: a branch, or the token that lies on it."""
    if observation.what != "branch":
        return observation.what
    tokens = {"graft", "prune"}
    second = observation.candidates[1].value if len(observation.candidates) > 1 else None
    return "token" if {observation.value, second} & tokens else "branch"


def doubted_from(observation: Observation) -> float | None:
    """The chance of being wrong from which players are asked about it; None for what they never are."""
    return DOUBTED.get(doubt_name(observation))


# --- observations -------------------------------------------------------------------------------------------


def _grid(places: Places, photo: Photo) -> dict[Cell, Quad]:
    return {cell: as_quad(quad * photo.scale) for cell, quad in places.quads.items()}


def _possible_observations(tree: Tree, photo: Photo) -> Iterable[Observation]:
    """Of the places beside a tree that may hold a tile: whether they do, and what lies on it if so."""
    grid = _grid(tree.possible, photo)
    if not grid:
        return
    yield from _tile_observations(grid, tree.possible.chances)
    yield from _branch_observations(grid, tree.possible.looks)
    of_tree = {rim_point(cell, direction) for cell in tree.tiles.quads for direction in DIRECTIONS}
    for (cell, index), point, chances in zip(*rim_points(grid, tree.possible.looks), strict=True):
        if rim_point(cell, DIRECTIONS[index]) not in of_tree:
            yield _fruit_observation(cell, index, point, chances)


def _tile_observations(grid: dict[Cell, Quad], chances: dict[Cell, float]) -> Iterable[Observation]:
    for cell, quad in grid.items():
        there = _candidates((True, False), np.array([chances[cell], 1 - chances[cell]]))
        yield Observation("tile", Place(*cell), quad_point(quad, 0.5, 0.5), there)


def _kind_observations(grid: dict[Cell, Quad], copies: list[Pixels], places: Places) -> Iterable[Observation]:
    """One for each tile: whether it is the pot by its own look, its season by the grounds of all."""
    kinds = np.exp([places.looks[cell].kinds[:EMPTY] for cell in grid])
    pots = kinds[:, 0] / kinds.sum(1)
    seasons = tell_seasons(copies, places.quads, list(grid)[int(pots.argmax())])
    for (cell, quad), pot, told in zip(grid.items(), pots, seasons, strict=True):
        others = told[1:] + UNTOLD
        chances = np.concatenate([[pot], (1 - pot) * others / others.sum()])
        yield Observation("kind", Place(*cell), quad_point(quad, 0.5, 0.5), _candidates(KINDS, chances))


def _branch_observations(grid: dict[Cell, Quad], looks: dict[Cell, Looks]) -> Iterable[Observation]:
    for (col, row), quad in grid.items():
        for index, direction in enumerate(DIRECTIONS):
            x, y = _on_branch(direction)
            chances = np.exp(looks[(col, row)].branches[index])
            yield Observation(
                "branch",
                Place(col, row, direction),
                quad_point(quad, x, y),
                _candidates(BRANCH_VALUES, chances),
            )


def _on_branch(direction: str) -> Pixel:
    """The middle of a branch in the unit square of its tile."""
    dx, dy = STEP[direction]
    return (0.5 + 0.275 * dx, 0.5 + 0.275 * dy)


def _fruit_observations(
    grid: dict[Cell, Quad], looks: dict[Cell, Looks], pixels: Pixels, scale: float, found: Found
) -> Iterable[Observation]:
    """One for each rim point: what the tiles that meet there say together, and all fruit beside each other.

    scale: full-size pixels, in which the grid is, to one of `pixels`.
    """
    views, points, seen = rim_points(grid, looks)
    side = tile_side(grid) / scale
    chances = told_together(seen, points / scale, pixels, found, side)
    for (cell, index), point, of_kinds in zip(views, points, chances, strict=True):
        yield _fruit_observation(cell, index, point, of_kinds)


def _fruit_observation(cell: Cell, index: int, point: Points, chances: Points) -> Observation:
    x, y = point
    place = Place(*cell, at=DIRECTIONS[index])
    return Observation("fruit", place, (float(x), float(y)), _candidates(FRUIT_VALUES, chances))


def _candidates(values: tuple[Value, ...], chances: npt.NDArray[np.float64]) -> tuple[Candidate, ...]:
    order = np.argsort(-chances)
    kept = [int(i) for n, i in enumerate(order) if n == 0 or chances[i] >= CANDIDATE_FLOOR]
    return tuple(Candidate(values[i], float(chances[i])) for i in kept)


# --- the state ----------------------------------------------------------------------------------------------


def _cell(seen: Observation) -> Cell:
    assert seen.place.col is not None
    assert seen.place.row is not None
    return (seen.place.col, seen.place.row)


def _kinds(seen: list[Observation]) -> dict[Cell, str]:
    """Each tile's kind: one pot, the tile that looks most like it; the others their season where one is likely.

    Printings colour the seasons as they like, so a season is no more than likely, and scores nothing.
    """
    if not seen:
        return {}

    chosen = max(seen, key=lambda observation: observation.chances.get("pot", 0.0))
    kinds = {}
    for observation in seen:
        told = (c for c in observation.candidates if c.value != "pot" and c.probability >= LIKELY_SEASON)
        season = next((str(c.value) for c in told), "unknown")
        kinds[_cell(observation)] = "pot" if observation is chosen else season
    return kinds


def _named_from(cell: Cell, at: str | None, there: dict[Cell, Observation]) -> tuple[int, int, str] | None:
    """A rim point named from a tile that is there: the first choice, or another that meets at the point."""
    if cell in there:
        return (*cell, str(at))
    point = rim_point(cell, str(at))
    for other in there:
        for direction in DIRECTIONS:
            if rim_point(other, direction) == point:
                return (*other, direction)
    return None
