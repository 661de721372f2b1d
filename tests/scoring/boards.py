"""Makers of Orchard, Trellis and Arbor II states for the tests."""

import random

from hypothesis import strategies as st

from scoring.errors import StateError
from scoring.parsing import read_data


def orchard_state(trees=(), dice=(), rotten=(), cards=9):
    """From (col, row, fruit), (col, row, fruit, value) and (col, row)."""
    return {
        "game": "orchard",
        "cards": cards,
        "trees": [{"col": col, "row": row, "fruit": fruit} for col, row, fruit in trees],
        "dice": [{"col": col, "row": row, "fruit": fruit, "value": value} for col, row, fruit, value in dice],
        "rotten": [{"col": col, "row": row} for col, row in rotten],
    }


_places = st.tuples(st.integers(-9, 9), st.integers(-9, 9))
_fruits = st.sampled_from(["apple", "pear", "plum"])
orchards = st.builds(
    lambda trees, dice, rotten: orchard_state(
        [(*place, fruit) for place, fruit in trees.items()],
        [(*place, fruit, value) for place, (fruit, value) in dice.items()],
        rotten,
    ),
    st.dictionaries(_places, _fruits, max_size=40),
    st.dictionaries(_places, st.tuples(_fruits, st.sampled_from([1, 3, 6, 10])), max_size=15),
    st.lists(_places, max_size=3),
)


def played_orchard(seed):
    """An orchard played by the rules at random: (state, total, numbers of the cards played)."""
    rng = random.Random(seed)
    box = read_data("orchard_cards", StateError)["cards"]
    numbers = rng.sample(sorted(box), 9)
    top, dice, rotten, supply = {}, {}, set(), {"apple": 5, "pear": 5, "plum": 5}

    def turns(number):
        cells = {(col, row): box[number][2 * row + col] for row in range(3) for col in range(2)}
        for _ in range(4):
            cells = {(-row, col): fruit for (col, row), fruit in cells.items()}
            yield cells

    def wrong(cells):
        return {place for place, fruit in cells.items() if place in top and top[place] != fruit}

    played = []
    for number in numbers:
        fitting = []
        for cells in turns(number):
            for col, row in [(0, 0)] if not top else sorted(top):
                for start in cells if top else [next(iter(cells))]:
                    moved = {(c + col - start[0], r + row - start[1]): f for (c, r), f in cells.items()}
                    if not rotten & moved.keys() and len(rotten | wrong(moved)) <= 2:
                        fitting.append(moved)
        if not fitting:
            break  # "If you are unable to legally place a card, then the game ends."
        # Rotten fruit is kept for when nothing else fits, or one time in ten.
        clean = [cells for cells in fitting if not wrong(cells)]
        cells = rng.choice(clean if clean and rng.random() < 0.9 else fitting)
        spoiled = wrong(cells)
        for place, fruit in cells.items():
            if place in spoiled:
                rotten.add(place)
                if place in dice:
                    supply[dice.pop(place)[0]] += 1
            elif place in dice:
                dice[place] = (fruit, {1: 3, 3: 6, 6: 10, 10: 10}[dice[place][1]])
            elif place in top and supply[fruit]:
                supply[fruit] -= 1
                dice[place] = (fruit, 1)
            top[place] = fruit
        played.append(number)
    data = orchard_state(
        [(*place, fruit) for place, fruit in top.items()],
        [(*place, fruit, value) for place, (fruit, value) in dice.items()],
        sorted(rotten),
        cards=len(played),
    )
    return data, sum(value for _, value in dice.values()) - 3 * len(rotten), played


TRELLIS_BOX = read_data("trellis_tiles", StateError)["tiles"]
HEX_STEPS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
PLAYERS = ["peach", "yellow", "teal", "white"]


def tile(number, q=0, r=0, turn=0):
    """A tile of the box at a place, turned by 60 degrees `turn` times."""
    vines = [
        {"colour": vine["colour"], "sides": [(side + turn) % 6 for side in vine["sides"]]}
        for vine in TRELLIS_BOX[number]
    ]
    return {"q": q, "r": r, "vines": vines}


def trellis_state(tiles, flowers=()):
    return {
        "game": "trellis",
        "tiles": tiles,
        "flowers": [{"q": q, "r": r, "vine": vine, "player": player} for q, r, vine, player in flowers],
    }


def random_trellis(seed):
    """A legal board: connected tiles of the box, each once, with flowers on different vines."""
    rng = random.Random(seed)
    tiles, free = [tile(0, 0, 0, rng.randrange(6))], set(HEX_STEPS)
    for number in rng.sample(range(1, 61), rng.randrange(12)):
        q, r = rng.choice(sorted(free))
        tiles.append(tile(number, q, r, rng.randrange(6)))
        taken = {(it["q"], it["r"]) for it in tiles}
        free = {(a + dq, b + dr) for a, b in taken for dq, dr in HEX_STEPS} - taken
    names = [(it["q"], it["r"], vine) for it in tiles for vine in range(len(it["vines"]))]
    flowers = [(*name, rng.choice(PLAYERS)) for name in rng.sample(names, rng.randrange(min(len(names), 15)))]
    return trellis_state(tiles, flowers)


trellises = st.builds(random_trellis, st.integers(0, 10**6))


def arbor2_state(tiles=(), roots=(), ancients=(), **fields):
    """From (col, row, owner, kind), (col, row) and (col, row, owner)."""
    return {
        "game": "arbor2",
        "roots": [{"col": col, "row": row} for col, row in roots],
        "tiles": [{"col": c, "row": r, "owner": owner, "kind": kind} for c, r, owner, kind in tiles],
        "ancients": [{"owner": owner, "col": col, "row": row} for col, row, owner in ancients],
        **fields,
    }


_spaces = st.tuples(st.integers(0, 6), st.integers(0, 6))
_owners = st.sampled_from(["black", "green", "purple"])
arbor2_boards = st.builds(
    lambda tiles, roots, ancients: arbor2_state(
        [(*place, owner, kind) for place, (owner, kind) in tiles.items()],
        sorted(roots),
        [(*place, owner) for owner, place in ancients.items()],
    ),
    st.dictionaries(
        _spaces, st.tuples(_owners, st.sampled_from(["tree", "tree", "tree", "guardian", "sage"]))
    ),
    st.sets(_spaces, max_size=8),
    st.dictionaries(_owners, _spaces),
)
