"""What the box holds: a tree cannot bear more, so the least sure of too many are taken for something else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.espalier_check import FRUIT_SUPPLY, MAX_TREE_TILES, TOKEN_SUPPLY
from vision.observe import Candidate, Observation, Value

MOST_TILES = MAX_TREE_TILES + 1
"""Those of four seasons, and the pot."""
SUPPLIES: tuple[tuple[str, frozenset[Value], int], ...] = (
    ("fruit", frozenset({"lemon"}), FRUIT_SUPPLY),
    ("fruit", frozenset({"lime"}), FRUIT_SUPPLY),
    ("fruit", frozenset({"orange"}), FRUIT_SUPPLY),
    ("branch", frozenset({"graft", "prune"}), TOKEN_SUPPLY),
)
"""What is asked, the answers that are pieces of one supply, and how many of these there are."""
STILL = 0.2
"""The chance left to an answer that was seen but is one too many: players are asked."""


def within_the_box(observations: Sequence[Observation]) -> tuple[Observation, ...]:
    """The observations with no more fruit, tokens and mulched tiles among their best answers than the box holds."""
    left = max(0, MOST_TILES - sum(o.what == "tile" and o.value is True for o in observations))
    seen = [_at_most(left, o) if o.what == "mulched" else o for o in observations]
    absent = [o.place.tile for o in seen if o.what == "tile" and o.value is False]
    lies = [k for k, o in enumerate(seen) if o.place.tile not in absent]
    while True:
        too_many = [index for supply in SUPPLIES for index in _beyond(seen, lies, *supply)]
        if not too_many:
            return tuple(seen)
        for index in too_many:
            seen[index] = _second(seen[index])


def _beyond(
    seen: Sequence[Observation], lies: Sequence[int], what: str, answers: frozenset[Value], supply: int
) -> list[int]:
    """The least sure observations beyond the supply, as far as they have another answer.

    lies: which observations are not of places where a tile was seen to be lacking.
    """
    taken = [k for k in lies if seen[k].what == what and seen[k].value in answers]
    taken.sort(key=lambda k: -seen[k].best.probability)
    return [k for k in taken[supply:] if any(c.value not in answers for c in seen[k].candidates)]


def _at_most(left: int, mulched: Observation) -> Observation:
    """The number of mulched tiles, of which no more are told than a player was dealt beside those laid."""
    kept = [c for c in mulched.candidates if int(c.value) <= left] or [Candidate(left, 1.0)]
    share = sum(c.probability for c in kept)
    return replace(mulched, candidates=tuple(Candidate(c.value, c.probability / share) for c in kept))


def _second(seen: Observation) -> Observation:
    """The observation with its best answer put last."""
    first, *others = seen.candidates
    share = (1 - STILL) / sum(c.probability for c in others)
    candidates = (*(Candidate(c.value, c.probability * share) for c in others), Candidate(first.value, STILL))
    return Observation(
        seen.what, seen.place, seen.px, tuple(sorted(candidates, key=lambda c: -c.probability))
    )
