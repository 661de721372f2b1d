"""How fast Espalier's scorer is, how it grows, and how it compares with the brute-force counter.

python -m bench.scoring [--out bench/scoring.md]
"""

from __future__ import annotations

import math
import platform
import statistics
import time
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from bench.tables import commit, publish, table
from scoring import espalier
from scoring.designs import Design, shipped
from tests.scoring import espalier_oracle as oracle
from tests.scoring.trees import random_tree

TREES = 20  # different trees of 25 tiles; branches are printed with the chance seen in the practice layouts
CHANCE = 0.5
SIZES = (100, 1_000, 10_000)
DRAWN = (
    Design(name="Bow", points=4, outline=((0, 0), (2, 0), (4, 2), (2, 2))),
    Design(name="Gem", points=4, outline=((0, 0), (2, 0), (3, 1), (2, 2), (0, 2), (-1, 1))),
    Design(name="Arrow", points=4, outline=((0, 0), (2, 2), (1, 3), (1, 5), (-1, 5), (-1, 3), (-2, 2))),
    Design(name="Stair", points=4, outline=((0, 0), (2, 0), (2, 2), (4, 2), (4, 4), (0, 4))),
    Design(name="Fish", points=4, outline=((0, 0), (1, -1), (2, 0), (4, 0), (2, 2), (1, 1))),
)
"""Stand-ins for the five designs that the rulebook does not name."""

Row = tuple[str, ...]


def median_ms(work: Callable[[], object], repeats: int) -> float:
    """The median processor time of a call in milliseconds: what it takes where nothing else runs."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times) * 1000


def peak_mib(work: Callable[[], object]) -> float:
    """The most memory that a call holds at once, in MiB."""
    tracemalloc.start()
    work()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / 2**20


def real_play(rules: espalier.Rules) -> list[Row]:
    """Trees of 25 tiles: a full score, the total alone, a what-if, and the brute force."""
    raw = [random_tree(seed, 25, CHANCE) for seed in range(TREES)]
    states = [espalier.parse_state(data) for data in raw]
    for state in states:
        espalier.score(state, rules)  # prepare the shapes once, as any program that runs on does
    full = _typical(states, lambda state: espalier.score(state, rules))
    alone = _typical(states, lambda state: espalier.total(state, rules))
    what_if = _typical(states, lambda state: _what_if(state, rules))
    near = _typical(states, lambda state: espalier.near_misses(state, rules))
    tokens = _typical(states, lambda state: espalier.best_tokens(state, rules), repeats=3)
    plain: dict[str, Any] = rules.model_dump()
    slow = median_ms(lambda: oracle.score(raw[0], plain), 1)
    memory = max(peak_mib(partial(espalier.score, state, rules)) for state in states)
    return [
        ("25 tiles, full score with evidence and checks", f"{full:.3f} ms", f"{memory:.2f} MiB"),
        ("25 tiles, total alone", f"{alone:.3f} ms", ""),
        ("25 tiles, one branch changed: new state and its total", f"{what_if:.3f} ms", ""),
        ("25 tiles, all near misses", f"{near:.1f} ms", ""),
        ("25 tiles, best single graft or prune", f"{tokens:.0f} ms", ""),
        ("25 tiles, brute-force counter of the tests", f"{slow:.0f} ms", ""),
        ("brute force / full score", f"{slow / full:.0f} times", ""),
    ]


def _typical(
    states: list[espalier.State], work: Callable[[espalier.State], object], repeats: int = 50
) -> float:
    return statistics.median(median_ms(partial(work, state), repeats) for state in states)


def _what_if(state: espalier.State, rules: espalier.Rules) -> int:
    token = espalier.Token(col=0, row=0, direction="N", side="prune")
    return espalier.total(state.model_copy(update={"tokens": (*state.tokens, token)}), rules)


def growth(rules: espalier.Rules) -> list[Row]:
    """Random trees of growing size and the exponent of the time's growth."""
    rows, times = [], []
    for size in SIZES:
        state = espalier.parse_state(random_tree(size, size, CHANCE))
        espalier.score(state, rules)
        times.append(median_ms(partial(espalier.score, state, rules), 9))
        memory = peak_mib(partial(espalier.score, state, rules))
        rows.append((f"{size:,} tiles, full score", f"{times[-1]:.2f} ms", f"{memory:.2f} MiB"))
    decades = math.log(SIZES[-1] / SIZES[0])
    rows.append(("growth exponent", f"{math.log(times[-1] / times[0]) / decades:.2f}", ""))
    return rows


def main(
    out: Annotated[Path | None, typer.Option(help="Where the page goes; the screen when left out.")] = None,
) -> None:
    """Measure the scorer."""
    rules = espalier.Rules(designs=(*shipped(), *DRAWN))
    lines = [
        "# Speed of scoring",
        "",
        f"Made by `python -m bench.scoring` on commit {commit()}, Python {platform.python_version()}. Medians of "
        "processor time; Espalier with eight designs in play.",
        "",
        *table(("what", "figure", "peak memory"), [*real_play(rules), *growth(rules)]),
    ]
    publish("\n".join(lines) + "\n", out)


if __name__ == "__main__":
    typer.run(main)
