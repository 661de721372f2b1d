"""Makers of Espalier states for the tests."""

import random

from hypothesis import strategies as st

DIRECTIONS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
SEASONS = ["winter"] * 5 + ["spring"] * 6 + ["summer"] * 7 + ["autumn"] * 6


def tree(*tiles, tokens=(), fruit=(), **fields):
    """A state from (col, row, "N E SW") tiles, the first one the pot, and short tokens and fruit.

    Tokens are (col, row, direction, side), fruit (col, row, at, kind).
    """
    return {
        "game": "espalier",
        "tiles": [
            {"col": col, "row": row, "kind": "unknown" if number else "pot", "branches": ways.split()}
            for number, (col, row, ways) in enumerate(tiles)
        ],
        "tokens": [
            {"col": col, "row": row, "direction": way, "side": side} for col, row, way, side in tokens
        ],
        "fruit": [{"col": col, "row": row, "at": at, "kind": kind} for col, row, at, kind in fruit],
        **fields,
    }


def random_tree(seed, size, chance=0.6, tokens=3, fruit=6):
    """A connected tree of `size` tiles; each branch is printed with a chance; tokens and fruit as in play."""
    rng = random.Random(seed)
    places = [(0, 0)]
    taken = {(0, 0)}
    while len(places) < size:
        col, row = rng.choice(places[-200:])
        dx, dy = rng.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        if (col + dx, row + dy) not in taken:
            taken.add((col + dx, row + dy))
            places.append((col + dx, row + dy))
    tiles = [
        {
            "col": col,
            "row": row,
            "kind": "pot" if number == 0 else SEASONS[number - 1] if number <= 24 else "unknown",
            "branches": [way for way in DIRECTIONS if rng.random() < chance],
        }
        for number, (col, row) in enumerate(places)
    ]
    branches = [(tile, way) for tile in tiles for way in DIRECTIONS]
    chosen = [
        {
            "col": tile["col"],
            "row": tile["row"],
            "direction": way,
            "side": "prune" if way in tile["branches"] else "graft",
        }
        for tile, way in rng.sample(branches, min(tokens, len(branches)))
    ]
    points = {}
    for _ in range(fruit):
        tile, way = rng.choice(branches)
        dx, dy = {"N": (0, -1), "S": (0, 1), "E": (1, 0), "W": (-1, 0)}.get(way, (0, 0))
        dx, dy = (dx, dy) if len(way) == 1 else (1 if "E" in way else -1, 1 if "S" in way else -1)
        kind = rng.choice(["lemon", "lime", "orange"])
        point = (2 * tile["col"] + dx, 2 * tile["row"] + dy)
        points.setdefault(point, {"col": tile["col"], "row": tile["row"], "at": way, "kind": kind})
    return {
        "game": "espalier",
        "tiles": tiles,
        "tokens": chosen,
        "fruit": list(points.values()),
        "mulched": 0,
    }


def trees(most):
    """Hypothesis: random trees of up to `most` tiles, sparse to nearly full."""
    return st.builds(
        random_tree,
        st.integers(0, 10**9),
        st.integers(1, most),
        st.sampled_from([0.4, 0.6, 0.8, 0.95]),
        st.integers(0, 4),
        st.integers(0, 9),
    )


TURNED = dict(zip(DIRECTIONS, DIRECTIONS[2:] + DIRECTIONS[:2], strict=True))
MIRRORED = {way: way.translate(str.maketrans("EW", "WE")) for way in DIRECTIONS}


def changed(state, place, way):
    """A state with every place and direction changed."""

    def moved(thing):
        col, row = place(thing["col"], thing["row"])
        ways = {
            key: [way(one) for one in thing[key]] if key == "branches" else way(thing[key])
            for key in ("branches", "direction", "at")
            if key in thing
        }
        return thing | {"col": col, "row": row} | ways

    return state | {key: [moved(thing) for thing in state[key]] for key in ("tiles", "tokens", "fruit")}


def turned(state):
    """By 90 degrees clockwise."""
    return changed(state, lambda col, row: (-row, col), TURNED.__getitem__)


def mirrored(state):
    """Left for right."""
    return changed(state, lambda col, row: (-col, row), MIRRORED.__getitem__)


def shifted(state, right, down):
    """Moved by whole tiles."""
    return changed(state, lambda col, row: (col + right, row + down), lambda way: way)
