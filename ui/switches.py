"""The rule switches. What is scored depends on them at once."""

from __future__ import annotations

from typing import Any

import streamlit as st

from scoring.designs import shipped
from ui import text
from vision.games import GAMES

MAX_DESIGNS = 3
_DEFAULTS: dict[str, Any] = {"variant": "standard", "nested_shapes": True, "enclosure": "all", "designs": ()}


def current(game: str) -> Any:
    """The rules as they are switched now."""
    rules = GAMES[game].rules
    told = {
        name: st.session_state.get(f"rule_{name}", default)
        for name, default in _DEFAULTS.items()
        if name in rules.Rules.model_fields
    }
    if "designs" in told:
        known = {design.name: design for design in shipped()}
        told["designs"] = [known[name].model_dump() for name in told["designs"]]
    return rules.parse_rules(told)


def show(game: str) -> None:
    """The switches of a game; there may be none."""
    if not GAMES[game].rules.Rules.model_fields:
        return
    with st.expander(text.say("rules"), key="rules", expanded=True):
        st.segmented_control(
            text.say("variant"),
            ["standard", "apprentice", "novice"],
            required=True,
            default="standard",
            format_func=lambda name: text.say(f"variants.{name}"),
            key="rule_variant",
        )
        st.toggle(text.say("nested"), value=True, key="rule_nested_shapes", help=text.say("nested_help"))
        st.radio(
            text.say("enclosure"),
            ["all", "any"],
            format_func=lambda name: text.say(f"enclosures.{name}"),
            key="rule_enclosure",
            help=text.say("enclosure_help"),
        )
        st.multiselect(
            text.say("designs"),
            [design.name for design in shipped()],
            format_func=_design,
            max_selections=MAX_DESIGNS,
            key="rule_designs",
            help=text.say("designs_help"),
        )


def _design(name: str) -> str:
    design = next(design for design in shipped() if design.name == name)
    return text.say("design_name", name=text.plain(name), points=design.points)
