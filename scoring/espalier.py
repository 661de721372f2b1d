"""Espalier: a tree of square tiles, scored by the shapes that its branches enclose, its fruit and its loose ends.

The public names are those of every game: `State`, `Rules`, `parse_state`, `parse_rules`, `check`, `score`, `explain`,
`measures`, `format_state` and `parse_text`. Besides: the parts of a state; `total` for those who need the number
alone; `with_near` and its parts for what nearly scores.
"""

from scoring.espalier_check import check
from scoring.espalier_near import best_tokens, judge_outline, near_misses, with_near
from scoring.espalier_notation import format_state, parse_text
from scoring.espalier_score import measures, score, total
from scoring.espalier_state import (
    Fruit,
    Rules,
    State,
    Tile,
    Token,
    effective_branches,
    parse_rules,
    parse_state,
)
from scoring.espalier_words import explain

__all__ = [
    "Fruit",
    "Rules",
    "State",
    "Tile",
    "Token",
    "best_tokens",
    "check",
    "effective_branches",
    "explain",
    "format_state",
    "judge_outline",
    "measures",
    "near_misses",
    "parse_rules",
    "parse_state",
    "parse_text",
    "score",
    "total",
    "with_near",
]
