"""How right one reading is: its tiles are matched to the truth's in the photo, then everything on them is compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from bench.tables import table
from scoring.espalier_check import SEASON_TILES
from scoring.lattice import DIRECTIONS, INDEX, rim_point
from vision.observe import side_of
from vision.together import turned

Cell = tuple[int, int]
TOKENS = ("graft", "prune")
NEAR = 0.3
"""How far, in tile sides, a tile's centre may lie from the truth's to be the same tile."""


@dataclass
class Count:
    """Things found rightly, found without being there, and missed."""

    right: int = 0
    extra: int = 0
    missed: int = 0

    def add(self, seen: dict[Any, Any], real: dict[Any, Any]) -> None:
        same = sum(1 for key, value in seen.items() if key in real and real[key] == value)
        self.right += same
        self.extra += len(seen) - same
        self.missed += len(real) - same

    @property
    def f1(self) -> float:
        total = 2 * self.right + self.extra + self.missed
        return 2 * self.right / total if total else 1.0


@dataclass
class Outcome:
    """One photo: what was right, and where the first error was."""

    name: str
    groups: dict[str, str]
    tiles: Count = field(default_factory=Count)
    fruit: Count = field(default_factory=Count)
    tokens: Count = field(default_factory=Count)
    seasons: Count = field(default_factory=Count)
    branches_right: int = 0
    branches_all: int = 0
    score_right: bool = False
    in_range: bool = False
    range_width: int = 0
    doubts: int = 0
    wrong: int = 0
    wrong_doubted: int = 0
    first_error: str = "tiles"
    chances: list[tuple[str, float, bool]] = field(default_factory=list)

    @property
    def state_right(self) -> bool:
        return self.first_error == "none"


def judge(
    name: str, truth: dict[str, Any], reading: dict[str, Any] | None, observations: Any = ()
) -> Outcome:
    """Compare a reading in the contract's form with a photo's truth; None where nothing was read."""
    groups = {"light": "", "table": "", **{k: str(v) for k, v in truth.get("conditions", {}).items()}}
    groups |= {"look": _look(truth), "tilt": tilt_group(truth), "advice": advice_group(reading)}
    out = Outcome(name, groups)
    real = _things(truth["state"])
    out.branches_all = 8 * len(real.tiles)
    if reading is None:
        out.tiles.missed, out.fruit.missed, out.tokens.missed = (
            len(real.tiles),
            len(real.fruit),
            len(real.tokens),
        )
        out.seasons.missed = len(real.seasons)
        out.wrong = len(_wrong(Things({}, {}, {}, {}), real))
        out.first_error = "unread"
        return out
    quarters, shift = _match(truth, reading)
    seen = _things(_moved(reading["state"], quarters, shift))
    out.tiles.add(dict.fromkeys(seen.tiles, True), dict.fromkeys(real.tiles, True))
    out.fruit.add(seen.fruit, real.fruit)
    out.tokens.add(seen.tokens, real.tokens)
    out.seasons.add(seen.seasons, real.seasons)
    for cell in real.tiles.keys() & seen.tiles.keys():
        out.branches_right += 8 - len(real.tiles[cell] ^ seen.tiles[cell])
    wrong = _wrong(seen, real)
    out.wrong = len(wrong)
    out.wrong_doubted = len(wrong & _doubted(reading["doubts"], quarters, shift))
    out.score_right = reading["score"]["total"] == truth["total"]
    span = reading["score_range"]
    out.in_range = span["low"] <= truth["total"] <= span["high"]
    out.range_width = span["high"] - span["low"]
    out.doubts = len(reading["doubts"])
    out.first_error = _first_error(out)
    out.chances = _chances(observations, real, quarters, shift)
    return out


def _look(truth: dict[str, Any]) -> str:
    """The printing's name, or the methods that it was drawn with."""
    look = truth.get("theme") or truth.get("look")
    return ", ".join(look.values()) if isinstance(look, dict) else str(look)


def tilt_group(truth: dict[str, Any]) -> str:
    """The ten degrees off the plumb line that the photo was taken within."""
    tilt = truth.get("conditions", {}).get("tilt_deg")
    return "" if tilt is None else f"{int(tilt // 10) * 10}-{int(tilt // 10) * 10 + 10} degrees"


def advice_group(reading: dict[str, Any] | None) -> str:
    """Whether the reader itself asks for a better photo, or says that something in it was misread."""
    if reading is None:
        return ""
    return "asks for a better photo" if reading["advice"] else "no advice"


@dataclass
class Things:
    """A state as it counts: effective branches by tile, fruit by point, tokens by tile and direction; and the seasons
    of tiles, which do not."""

    tiles: dict[Cell, set[str]]
    fruit: dict[Cell, str]
    tokens: dict[tuple[Cell, str], str]
    seasons: dict[Cell, str]


def _things(state: dict[str, Any]) -> Things:
    tiles = {(t["col"], t["row"]): set(t["branches"]) for t in state["tiles"]}
    tokens = {((t["col"], t["row"]), t["direction"]): t["side"] for t in state.get("tokens", ())}
    for (cell, direction), side in tokens.items():
        (tiles[cell].add if side == "graft" else tiles[cell].discard)(direction)
    fruit = {rim_point((f["col"], f["row"]), f["at"]): f["kind"] for f in state.get("fruit", ())}
    seasons = {(t["col"], t["row"]): t["kind"] for t in state["tiles"] if t.get("kind") in SEASON_TILES}
    return Things(tiles, fruit, tokens, seasons)


def _match(truth: dict[str, Any], reading: dict[str, Any]) -> tuple[int, Cell]:
    """-> the quarter turns and the shift that take the reading's places to the truth's, by most tiles' vote."""
    votes: Counter[tuple[int, Cell]] = Counter()
    for tile in truth["grid"]["tiles"]:
        quad = np.array(tile["px"])
        side = side_of(quad)
        for seen in reading["grid"]["tiles"]:
            other = np.array(seen["px"])
            if np.hypot(*(quad.mean(0) - other.mean(0))) > NEAR * side:
                continue
            quarters = min(range(4), key=lambda k: float(np.abs(np.roll(other, k, 0) - quad).sum()))
            col, row = turned((seen["col"], seen["row"]), quarters)
            votes[(quarters, (tile["col"] - col, tile["row"] - row))] += 1
    if not votes:
        return 0, (0, 0)
    return votes.most_common(1)[0][0]


def moved_place(cell: Cell, quarters: int, shift: Cell) -> Cell:
    col, row = turned(cell, quarters)
    return col + shift[0], row + shift[1]


def _direction(name: str, quarters: int) -> str:
    return DIRECTIONS[(INDEX[name] + 2 * quarters) % 8]


def _moved(state: dict[str, Any], quarters: int, shift: Cell) -> dict[str, Any]:
    moved: dict[str, Any] = {}
    for name in ("tiles", "tokens", "fruit"):
        moved[name] = []
        for thing in state.get(name, ()):
            col, row = moved_place((thing["col"], thing["row"]), quarters, shift)
            there = {**thing, "col": col, "row": row}
            for key in ("direction", "at"):
                if key in thing:
                    there[key] = _direction(thing[key], quarters)
            if "branches" in thing:
                there["branches"] = [_direction(d, quarters) for d in thing["branches"]]
            moved[name].append(there)
    return moved


def _doubted(doubts: list[dict[str, Any]], quarters: int, shift: Cell) -> set[Any]:
    """The places in doubt: (cell, direction), (cell, "") for a whole tile, or a rim point."""
    places: set[Any] = set()
    for doubt in doubts:
        where = doubt["where"]
        if "col" not in where:
            continue
        cell = moved_place((where["col"], where["row"]), quarters, shift)
        if "at" in where:
            places.add(rim_point(cell, _direction(where["at"], quarters)))
        elif "direction" in where:
            places.add((cell, _direction(where["direction"], quarters)))
        else:
            places.add((cell, ""))
    return places


def _wrong(seen: Things, real: Things) -> set[Any]:
    """The places of what was read wrongly, named as those in doubt are; a tile too many or too few is one thing."""
    tiles = {(cell, "") for cell in seen.tiles.keys() ^ real.tiles.keys()}
    branches = {
        (cell, direction)
        for cell in seen.tiles.keys() & real.tiles.keys()
        for direction in seen.tiles[cell] ^ real.tiles[cell]
    }
    tokens = {key for key, _ in seen.tokens.items() ^ real.tokens.items()}
    fruit = {point for point, _ in seen.fruit.items() ^ real.fruit.items()}
    return tiles | branches | tokens | fruit


def _first_error(out: Outcome) -> str:
    if out.tiles.extra or out.tiles.missed:
        return "tiles"
    if out.branches_right < out.branches_all:
        return "branches"
    if out.fruit.extra or out.fruit.missed:
        return "fruit"
    return "none"


def _chances(observations: Any, real: Things, quarters: int, shift: Cell) -> list[tuple[str, float, bool]]:
    """(question, chance given to an answer, was it right) for each branch and fruit observation.

    "branch" and "fruit" ask for the best answer; "token" asks whether a token lies on the branch.
    """
    chances = []
    for seen in observations:
        value = _true_value(seen, real, quarters, shift)
        if value is None:
            continue
        chances.append((seen.what, seen.best.probability, value == seen.value))
        if seen.what == "branch":
            token = sum(c.probability for c in seen.candidates if c.value in TOKENS)
            chances.append(("token", token, value in TOKENS))
    return chances


def _true_value(seen: Any, real: Things, quarters: int, shift: Cell) -> str | bool | None:
    """What the truth says at the place of a branch or fruit observation; None where it says nothing."""
    if seen.what not in ("branch", "fruit"):
        return None
    cell = moved_place((seen.place.col, seen.place.row), quarters, shift)
    if cell not in real.tiles:
        return None
    if seen.what == "fruit":
        return real.fruit.get(rim_point(cell, _direction(seen.place.at, quarters)), "none")
    direction = _direction(seen.place.direction, quarters)
    return real.tokens.get((cell, direction), direction in real.tiles[cell])


def true_values(truth: dict[str, Any], reading: dict[str, Any], observations: Any) -> list[str | bool | None]:
    """For each observation what a player who knows the truth would answer; None where the truth says nothing."""
    quarters, shift = _match(truth, reading)
    real = _things(truth["state"])
    return [_true_value(seen, real, quarters, shift) for seen in observations]


def wilson(right: int, count: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson, 1927)."""
    if not count:
        return 0.0, 1.0
    share = right / count
    middle = share + z * z / (2 * count)
    half = z * ((share * (1 - share) + z * z / (4 * count)) / count) ** 0.5
    whole = 1 + z * z / count
    return (middle - half) / whole, (middle + half) / whole


def calibration_error(
    chances: npt.NDArray[np.float64], right: npt.NDArray[np.bool_], bins: int = 15
) -> float:
    """Expected calibration error over bins of equal width (Naeini et al., 2015)."""
    if not len(chances):
        return 0.0
    edges = np.clip((chances * bins).astype(int), 0, bins - 1)
    error = 0.0
    for b in range(bins):
        inside = edges == b
        if inside.any():
            error += inside.mean() * abs(float(chances[inside].mean()) - float(right[inside].mean()))
    return error


def share(outcomes: Sequence[Any], right: Callable[[Any], bool]) -> str:
    """The share of photos that are right, with its interval, as tables show it."""
    count = sum(1 for o in outcomes if right(o))
    low, high = wilson(count, len(outcomes))
    return f"{ratio(count, len(outcomes)):.1%} ({low:.0%}-{high:.0%})"


def ratio(part: int, whole: int) -> float:
    """A part of a whole; all of nothing is 1."""
    return part / whole if whole else 1.0


def summed(counts: Iterable[Count]) -> Count:
    """Counts of several photos as one."""
    total = Count()
    for count in counts:
        total.right += count.right
        total.extra += count.extra
        total.missed += count.missed
    return total


def calibration(outcomes: Sequence[Any], what: str) -> str:
    """The calibration error of one kind of thing over photos, as tables show it."""
    pairs = [(chance, right) for o in outcomes for w, chance, right in o.chances if w == what]
    chances, right = np.array([p for p, _ in pairs]), np.array([r for _, r in pairs], bool)
    return f"{calibration_error(chances, right):.2%}"


def by_condition(
    groups: dict[str, list[Any]], condition: str, row: Callable[[str, list[Any]], tuple[str, ...]]
) -> list[tuple[str, ...]]:
    """A row for each value of a condition in each group of photos that has one."""
    return [
        row(f"{name}: {value}", [o for o in outcomes if o.groups[condition] == value])
        for name, outcomes in groups.items()
        for value in sorted({o.groups[condition] for o in outcomes} - {""})
    ]


def first_errors(groups: dict[str, list[Any]], stages: Sequence[str]) -> list[str]:
    """The lines that say how many photos of each group went wrong first at each stage."""
    counts = {name: Counter(o.first_error for o in outcomes) for name, outcomes in groups.items()}
    rows = [(name, *(str(count[stage]) for stage in stages)) for name, count in counts.items()]
    return ["", "## Where the first error of each photo was", "", *table(("group", *stages), rows)]
