"""The rule switches. What is scored depends on them at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

import streamlit as st

from ledger.errors import LedgerError
from ledger.shelf import goal_points, list_designs
from scoring.designs import Design, shipped
from ui import held, text
from ui.book import book
from vision.games import GAMES

MAX_DESIGNS = 3
ENCLOSURES = ("all", "any")
_DEFAULTS: dict[str, Any] = {"variant": "standard", "nested_shapes": True, "enclosure": "all", "designs": ()}
_STORED = "rules_told"
"""The rules as JSON: what the switches show, and those that have no switch."""


def current(game: str) -> Any:
    """The rules as they are switched now."""
    rules, stored = GAMES[game].rules, _stored()
    told = {name: value for name, value in stored.items() if name in rules.Rules.model_fields}
    if "designs" in told:
        known = _known()
        told["designs"] = [known.get(_name(it)) or it for it in told["designs"]]
    return rules.parse_rules(told)


def put(rules: Mapping[str, Any]) -> None:
    """Switch to the rules of a night."""
    st.session_state[_STORED] = dict(rules)


def switch(game: str, name: str, value: Any) -> None:
    """Switch one rule of a game; those that the game does not have stay as they are."""
    st.session_state[_STORED] = {**_stored(), name: value}
    st.session_state[_STORED] = {**_stored(), **current(game).model_dump(mode="json")}


def show(game: str, state: Any, on_change: Callable[[], None]) -> None:
    """The switches of a game, each with what it is worth in this state; there may be none."""
    if not _DEFAULTS.keys() & GAMES[game].rules.Rules.model_fields.keys():
        return
    known, value = _known(), {name: _stored().get(name, default) for name, default in _DEFAULTS.items()}
    value["designs"] = [_name(it) for it in value["designs"]]
    key = {name: held.key_of(f"rule_{name}", it) for name, it in value.items()}

    def widget(name: str) -> dict[str, Any]:
        """What makes a widget the switch of a rule."""
        return {"key": key[name], "on_change": changed, "args": (name,)}

    def changed(name: str) -> None:
        switch(game, name, st.session_state[key[name]])
        on_change()

    with st.expander(text.say("rules"), key="rules", expanded=True):
        st.segmented_control(
            text.say("variant"),
            ["standard", "apprentice", "novice"],
            required=True,
            default=value["variant"],
            format_func=lambda name: text.say(f"variants.{name}"),
            **widget("variant"),
        )
        st.toggle(
            text.say("nested"),
            value=value["nested_shapes"],
            help=text.say("nested_help"),
            **widget("nested_shapes"),
        )
        _worth(game, state, "nested_shapes", not value["nested_shapes"])
        st.radio(
            text.say("enclosure"),
            ENCLOSURES,
            index=ENCLOSURES.index(value["enclosure"]),
            format_func=lambda name: text.say(f"enclosures.{name}"),
            help=text.say("enclosure_help"),
            **widget("enclosure"),
        )
        other = next(it for it in ENCLOSURES if it != value["enclosure"])
        _worth(game, state, "enclosure", other)
        st.multiselect(
            text.say("designs"),
            list(known),
            default=value["designs"],
            format_func=lambda name: design_name(known[name]),
            max_selections=MAX_DESIGNS,
            placeholder=text.say("choose"),
            help=text.say("designs_help"),
            **widget("designs"),
        )


def _worth(game: str, state: Any, name: str, other: Any) -> None:
    """Say by how much the total would change the other way, if it would."""
    rules, total = current(game), GAMES[game].rules.total
    change = total(state, rules.model_copy(update={name: other})) - total(state, rules)
    if change:
        points = text.count("points_more", change, change=f"{change:+d}")
        st.html(f'<p class="how">{escape(text.say("switch_worth", points=points))}</p>')


def design_name(design: Mapping[str, Any]) -> str:
    """A design with its points, as a player chooses it."""
    return text.say("design_name", name=text.plain(text.design(design["name"])), points=design["points"])


def known_designs() -> tuple[Design, ...]:
    """The designs that come with Pomona, and those that players drew; one of theirs hides one of ours."""
    try:
        drawn = list_designs(book())
    except LedgerError:
        drawn = ()  # the page that needs the log says so
    return tuple({design.name: design for design in (*shipped(), *drawn)}.values())


def _known() -> dict[str, dict[str, Any]]:
    """The designs by name, those of the night's rules first: what a night was played with stays as it was."""
    designs = [design.model_dump(mode="json") for design in known_designs()]
    played = [it for it in _stored().get("designs", ()) if not isinstance(it, str)]
    return {it["name"]: it for it in (*designs, *played)}


def _name(design: Any) -> str:
    return design if isinstance(design, str) else design["name"]


def _stored() -> Mapping[str, Any]:
    """The rules that were put or switched last; at first, with the goals' points as they are remembered."""
    state = st.session_state
    if _STORED not in state:
        try:
            state[_STORED] = {"goal_points": list(goal_points(book()))}
        except LedgerError:
            state[_STORED] = {}
    return state[_STORED]
