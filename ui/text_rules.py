"""What the rules say of a result and of shapes: in English their own sentence, else one made of what it names."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.records import Night
from scoring.espalier_near import NearMiss, OutlineVerdict
from scoring.espalier_state import State
from scoring.espalier_words import Names, triangle_corners
from scoring.sheet import BranchEvidence, Measure, Place, Point
from scoring.words import LISTED
from ui import text


def result(night: Night) -> str | None:
    """Who won a night, and what decided it."""
    if night.why is None or night.result is None or not text.is_translated():
        return night.why
    standings = night.result.standings
    names = {seat.label: text.seat(seat) for seat in night.seats}
    winners = [names[player] for player in night.result.winners]
    best = standings[0].measures
    if len(winners) == len(standings):
        return _say("result", "all_share", names=text.listed(winners), value=_value(best[0]))
    second = standings[len(winners)]
    number = [measure.name for measure in best].index(night.result.decided_by or best[0].name)
    how = "wins" if len(winners) == 1 else "share"
    return _say(
        "result",
        f"{how}_after_tie" if number else how,
        names=text.listed(winners),
        equal=text.listed([_say("measures", f"{measure.name}.equal") for measure in best[:number]]),
        value=_value(best[number]),
        other=second.measures[number].value,
        second=names[second.player],
    )


def verdict(answer: OutlineVerdict, state: State) -> str:
    """Whether an outline that somebody asked about scores, and why."""
    if not text.is_translated():
        return answer.why
    tree = Names(state)
    facts: dict[str, object] = {"points": text.count("points", answer.points)}
    if answer.category is not None:
        facts["shape"] = _shape(tree, answer.category, answer.outline)
    if answer.step is not None:
        facts["start"], facts["end"] = (_spot(tree, point) for point in answer.step)
    if answer.no_tile is not None:
        facts["col"], facts["row"] = answer.no_tile
    if answer.missing:
        return _lacking(tree, "missing", answer.missing, facts)
    return _say("outlines", answer.reason, **facts)


def near_miss(miss: NearMiss, state: State) -> str:
    """What a shape lacks that nearly scores."""
    if not text.is_translated():
        return miss.why
    tree = Names(state)
    return _lacking(tree, "near", miss.missing, {"shape": _shape(tree, miss.category, miss.outline)})


def _say(kind: str, code: str, **facts: object) -> str:
    """A line that every language but the first one has."""
    return text.said(kind, code, code, **facts)


def _value(measure: Measure) -> str:
    form = "one" if measure.value == 1 else "many"
    return _say("measures", f"{measure.name}.{form}", count=measure.value)


def _lacking(tree: Names, code: str, missing: Sequence[BranchEvidence], facts: dict[str, object]) -> str:
    """A line that ends with the missing branches."""
    names = [_branch(tree, branch) for branch in missing]
    told = text.listed(names)
    if len(names) > LISTED:
        first = ", ".join(names[: LISTED - 1])
        told = _say("tree", "more", things=first, count=len(names) - LISTED + 1)
    form = "one" if len(names) == 1 else "many"
    return _say("outlines", f"{code}.{form}", **facts, missing=told)


def _shape(tree: Names, category: str, outline: Sequence[Point]) -> str:
    """A shape by its kind, size and place. outline: its corners, without any at which it does not turn."""
    if category in ("square", "diamond"):
        first, last = min(outline), max(outline)
        side = (last[0] - first[0]) // 2
        return _say("shapes", category, side=side, start=_spot(tree, first), end=_spot(tree, last))
    if category == "triangle":
        right, start, end = (_spot(tree, point) for point in triangle_corners(outline))
        return _say("shapes", "triangle", right=right, start=start, end=end)
    corners = text.listed([_say("tree", "corner", spot=_spot(tree, point)) for point in outline])
    return _say("shapes", "design", name=text.category(category), corners=corners)


def _branch(tree: Names, branch: BranchEvidence) -> str:
    spot = _say("tree", f"spot.{branch.direction}", tile=_tile(branch.tile, tree.pot))
    return _say("tree", "branch", spot=spot)


def _spot(tree: Names, point: Point) -> str:
    """A lattice point: the middle of a tile, or a side or corner of one."""
    place, side = tree.spot(point)
    return _say("tree", f"spot.{side or 'middle'}", tile=_tile(place, tree.pot))


def _tile(place: Place, pot: Place | None) -> str:
    """A tile's place as seen from the pot, or by column and row where there is no pot."""
    if pot is None:
        return _say("tree", "column_row", col=place[0], row=place[1])
    right, down = place[0] - pot[0], place[1] - pot[1]
    across, along = ("right" if right > 0 else "left"), ("down" if down > 0 else "up")
    if right and down:
        return _say("tree", f"{across}_{along}", across=abs(right), along=abs(down))
    if not right and not down:
        return _say("tree", "pot")
    count = abs(right or down)
    form = "one" if count == 1 else "many"
    return _say("tree", f"{across if right else along}.{form}", count=count)
