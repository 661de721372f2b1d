"""The text form of an Espalier tree.

    espalier; 0,0 pot NW N NE; 0,-1 winter S E; 0,-1 graft W; 0,-1 prune E; 0,-1 lemon NE; mulched 2

A tile is its place, kind and printed branches; a token its tile, side and direction; a fruit its place, kind and
rim point.
"""

from __future__ import annotations

from typing import Any, get_args

from scoring.espalier_state import FruitKind, State, TileKind, parse_state
from scoring.notation import Clause, collect, join

_TILES, _FRUIT, _TOKENS = get_args(TileKind), get_args(FruitKind), ("graft", "prune")
_ALLOWED = (
    f"a place, then one of {', '.join(_TILES)} and its branches, {' or '.join(_TOKENS)} and a direction, or "
    f"{', '.join(_FRUIT)} and a rim point"
)


def format_state(state: State) -> str:
    """Write a tree as text; `parse_text` reads it back unchanged."""
    parts = [" ".join([f"{tile.col},{tile.row}", tile.kind, *tile.branches]) for tile in state.tiles]
    parts += [f"{it.col},{it.row} {it.side} {it.direction}" for it in state.tokens]
    parts += [f"{it.col},{it.row} {it.kind} {it.at}" for it in state.fruit]
    if state.mulched:
        parts.append(f"mulched {state.mulched}")
    return join("espalier", parts)


def parse_text(text: str) -> State:
    """Read a tree from its text form.

    Raises:
        StateError: names the clause or field that is wrong and what is allowed.
    """
    return parse_state({"tiles": []} | collect(text, "espalier", ("mulched",), _thing))


def _thing(clause: Clause) -> tuple[str, dict[str, Any]]:
    place = dict(zip(("col", "row"), clause.place or (), strict=True))
    name, *ways = clause.words or ("",)
    ways = [way.upper() for way in ways]
    if name in _TILES:
        return "tiles", {**place, "kind": name, "branches": ways}
    if name in _TOKENS and len(ways) == 1:
        return "tokens", {**place, "side": name, "direction": ways[0]}
    if name in _FRUIT and len(ways) == 1:
        return "fruit", {**place, "kind": name, "at": ways[0]}
    raise clause.refuse(_ALLOWED)
