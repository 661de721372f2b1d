"""What nearly scores on an Espalier tree, why an outline scores or not, and which single token would help most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from scoring.board import FORWARD, Board
from scoring.errors import RulesError
from scoring.espalier_score import total
from scoring.espalier_shapes import ShapeKind, shape_kinds
from scoring.espalier_state import Rules, State, Token, effective_branches
from scoring.espalier_words import Names
from scoring.lattice import DIRECTIONS, INDEX, STEPS
from scoring.matching import Match, matches, placements_like, without_inner_branches
from scoring.shapes import Line, half_steps_between, sides_of, turning_corners
from scoring.sheet import BranchEvidence, Place, Point, ScoreSheet
from scoring.words import number_of, sentence

MAX_TILES = 100  # of a tree for which so much is worth trying: a real one has 25


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A shape that lacks at most two branches; each missing one lies on a tile of the tree."""

    category: str
    points: int
    outline: tuple[Point, ...]
    lines: tuple[Line, ...]
    missing: tuple[BranchEvidence, ...]
    why: str

    def to_json(self) -> dict[str, Any]:
        """`{"category", "points", "outline", "missing": [{"tile", "direction"}], "why"}`; `lines` where there are."""
        lines = {"lines": [[list(a), list(b)] for a, b in self.lines]} if self.lines else {}
        return {
            "category": self.category,
            "points": self.points,
            "outline": [list(point) for point in self.outline],
            **lines,
            "missing": [branch.to_json() for branch in self.missing],
            "why": self.why,
        }


class _Lacking(NamedTuple):
    """Placements that lack the same number of branches."""

    number: int
    kind: ShapeKind
    match: Match


def near_misses(state: State, rules: Rules | None = None, most: int | None = None) -> tuple[NearMiss, ...]:
    """The shapes in play that lack one or two branches.

    Args:
        state: the tree.
        rules: the switches; with `nested_shapes` off only those that would score once completed.
        most: how many at most; all where left out.

    Returns:
        The most points first, then the fewest missing, then the smallest. None for a tree of more than 100 tiles:
        no game has one.
    """
    rules = rules or Rules()
    if len(state.tiles) > MAX_TILES:
        return ()
    branches = effective_branches(state)
    board, names = Board(branches), Names(state)
    everywhere = Board(dict.fromkeys(branches, 255))
    found = [
        lacking
        for kind in shape_kinds(rules)
        for match in matches(kind.form, everywhere)
        for lacking in _lacking(kind, match, board)
    ]
    found.sort(key=lambda it: (-it.kind.points, it.number, it.match.size))
    misses: list[NearMiss] = []
    for lacking in found:
        match = lacking.match if rules.nested_shapes else without_inner_branches(lacking.match, board)
        for outline, lines in match.placed(board):
            if most is not None and len(misses) >= most:
                return tuple(misses)
            missing = _missing(outline, lines, branches)
            shape_name = names.outline(lacking.kind.category, outline)
            why = sentence(f"{shape_name} lacks {names.branches(missing)}")
            misses.append(NearMiss(lacking.kind.category, lacking.kind.points, outline, lines, missing, why))
    return tuple(misses)


def _lacking(kind: ShapeKind, match: Match, board: Board) -> Iterator[_Lacking]:
    """Of the placements for which there are tiles, those that lack one branch and those that lack two."""
    one = two = more = 0  # the placements that lack at least so many
    for forward, offset in _half_steps(match, board):
        lack = match.bits & ~(board.steps[forward] >> match.base + offset)
        more |= two & lack
        two |= one & lack
        one |= lack
        if more == match.bits:
            return
    for number, bits in ((1, one & ~two), (2, two & ~more)):
        if bits:
            yield _Lacking(number, kind, Match(match.orientation, match.size, bits, match.base))


def _half_steps(match: Match, board: Board) -> set[tuple[int, int]]:
    """Each half-step of an outline and its lines, as (index of FORWARD, offset from the (0, 0))."""
    found = set()
    for segment in (*sides_of(match.outline()), *match.lines()):
        for start, end in half_steps_between(*segment):
            direction = STEPS.index((end[0] - start[0], end[1] - start[1]))
            if direction not in FORWARD:
                start, direction = end, direction ^ 4
            found.add((FORWARD.index(direction), start[0] + start[1] * board.width))
    return found


def _missing(
    outline: Sequence[Point], lines: Sequence[Line], branches: Mapping[Place, int]
) -> tuple[BranchEvidence, ...]:
    """The branches that an outline and its lines lack, in the outline's order."""
    needed = [
        branch_of(step) for segment in (*sides_of(outline), *lines) for step in half_steps_between(*segment)
    ]
    return tuple(
        dict.fromkeys(
            branch
            for branch in needed
            if branch is not None and not branches[branch.tile] >> INDEX[branch.direction] & 1
        )
    )


def branch_of(step: Line) -> BranchEvidence | None:
    """The branch that covers a half-step; None where none can, between two rim points."""
    for (x, y), (u, v) in (step, step[::-1]):
        if x % 2 == 0 and y % 2 == 0:
            return BranchEvidence((x // 2, y // 2), DIRECTIONS[STEPS.index((u - x, v - y))])
    return None


@dataclass(frozen=True, slots=True)
class OutlineVerdict:
    """Whether an outline scores, and why.

    `category` is that of the shape it is, None where it is none in play; `reason` one of `scores`, `no_shape`,
    `off_branches`, `no_tile`, `missing`, `inside`; `outline` its corners, without any at which it does not turn.
    `step` is the half-step on which no branch can lie, `no_tile` the place at which a tile is missing, where the
    reason is that.
    """

    scores: bool
    category: str | None
    points: int
    reason: str
    why: str
    missing: tuple[BranchEvidence, ...] = ()
    outline: tuple[Point, ...] = ()
    step: Line | None = None
    no_tile: Place | None = None

    def to_json(self) -> dict[str, Any]:
        """What players are told, `missing` as in a near miss."""
        return {
            "scores": self.scores,
            "category": self.category,
            "points": self.points,
            "reason": self.reason,
            "why": self.why,
            "missing": [branch.to_json() for branch in self.missing],
        }


def judge_outline(state: State, outline: Sequence[Point], rules: Rules | None = None) -> OutlineVerdict:
    """Why an outline that somebody picked by its corners scores or not.

    Args:
        state: the tree.
        outline: the corners in half-tile units, corner after corner; the last is joined to the first.
        rules: the switches.

    Raises:
        RulesError: when the corners make no closed outline in the eight directions.
    """
    rules = rules or Rules()
    try:
        corners = tuple(turning_corners(outline))
        candidates = [
            (kind, match) for kind in shape_kinds(rules) for match in placements_like(kind.form, corners)
        ]
    except ValueError as problem:
        raise RulesError(f"outline: {problem}") from None
    if not candidates:
        return OutlineVerdict(
            False, None, 0, "no_shape", "This outline is closed, but it is no shape in play."
        )
    verdicts = [_judge(state, kind, match, corners, rules) for kind, match in candidates]
    return max(verdicts, key=lambda verdict: (verdict.scores, verdict.points, -len(verdict.missing)))


def _judge(
    state: State, kind: ShapeKind, match: Match, corners: tuple[Point, ...], rules: Rules
) -> OutlineVerdict:
    branches = effective_branches(state)
    board = Board(branches)
    left = min(x for x, _ in corners) - min(x for x, _ in match.outline())
    top = min(y for _, y in corners) - min(y for _, y in match.outline())
    lines = tuple(((ax + left, ay + top), (bx + left, by + top)) for (ax, ay), (bx, by) in match.lines())
    names = Names(state)
    shape_name = names.outline(kind.category, corners)

    def verdict(reason: str, why: str, **more: Any) -> OutlineVerdict:
        told = sentence(f"{shape_name} {why}")
        return OutlineVerdict(False, kind.category, kind.points, reason, told, outline=corners, **more)

    for segment in (*sides_of(corners), *lines):
        for step in half_steps_between(*segment):
            branch = branch_of(step)
            if branch is None:
                a, b = (list(point) for point in step)
                return verdict("off_branches", f"runs from {a} to {b}, where no branch can lie", step=step)
            if branch.tile not in branches:
                col, row = branch.tile
                why = f"runs over column {col}, row {row}, where there is no tile"
                return verdict("no_tile", why, no_tile=branch.tile)
    missing = _missing(corners, lines, branches)
    if missing:
        why = f"does not score: it lacks {names.branches(missing)}"
        return verdict("missing", why, missing=missing)
    placed = Match(match.orientation, match.size, 1, board.index((left, top)))
    if not rules.nested_shapes and not without_inner_branches(placed, board).bits:
        return verdict("inside", "does not score: a branch lies inside it, and shapes inside shapes are off")
    why = sentence(f"{shape_name} scores {number_of(kind.points, 'point')}: branches cover its whole outline")
    return OutlineVerdict(True, kind.category, kind.points, "scores", why, outline=corners)


@dataclass(frozen=True, slots=True)
class TokenGain:
    """What one more graft or prune token would change."""

    side: str
    branch: BranchEvidence
    gain: int
    total: int
    why: str

    def to_json(self) -> dict[str, Any]:
        """The token in a state's form, with what it gains, the new total and a sentence."""
        col, row = self.branch.tile
        return {
            "token": {"col": col, "row": row, "direction": self.branch.direction, "side": self.side},
            "gain": self.gain,
            "total": self.total,
            "why": self.why,
        }


def best_tokens(state: State, rules: Rules | None = None, most: int = 1) -> tuple[TokenGain, ...]:
    """The single grafts and prunes that would gain most points, best first; none where none gains any.

    Every branch that has no token yet is tried. A tree of more than 100 tiles is left alone: no game has one.
    """
    rules = rules or Rules()
    if len(state.tiles) > MAX_TILES:
        return ()
    now = total(state, rules)
    names = Names(state)
    taken = {(token.place, token.direction) for token in state.tokens}
    gains = []
    for tile in state.tiles:
        for direction in DIRECTIONS:
            if (tile.place, direction) in taken:
                continue
            side: Any = "prune" if direction in tile.branches else "graft"
            token = Token.model_construct(col=tile.col, row=tile.row, direction=direction, side=side)
            new = total(state.model_copy(update={"tokens": (*state.tokens, token)}), rules)
            if new > now:
                branch = BranchEvidence(tile.place, direction)
                doing = "a graft on" if side == "graft" else "a prune of"
                why = sentence(f"{doing} {names.branch(branch)} gains {number_of(new - now, 'point')}")
                gains.append(TokenGain(side, branch, new - now, new, why))
    gains.sort(key=lambda it: (-it.gain, it.branch))
    return tuple(gains[:most])


def with_near(sheet: ScoreSheet, state: State, rules: Rules | None = None, most: int = 10) -> ScoreSheet:
    """The same sheet with `near`, the best near misses, and `best_token`, the token that would gain most, if any."""
    near = [miss.to_json() for miss in near_misses(state, rules, most)]
    tokens = [token.to_json() for token in best_tokens(state, rules)]
    return replace(
        sheet, details={**sheet.details, "near": near, "best_token": tokens[0] if tokens else None}
    )
