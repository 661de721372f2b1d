"""A question at the table: does this shape score? Tapped by its corners in the picture, answered with what it lacks."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import streamlit as st

from ledger.labels import save_dispute
from scoring.errors import RulesError
from ui import held, text, text_rules, trouble
from ui.book import book
from ui.pictures import Picture
from ui.table import Table
from vision.games import GAMES
from vision.observe import Place, Reading
from vision.overlay import Lattice, Light, Mark
from vision.paint import cut_out, jpeg
from vision.report import Verdict

NEAR = 5
"""How many near misses are listed."""
ENLARGED = 4
"""How many missing branches are shown enlarged."""


def can_be(table: Table) -> bool:
    """Whether the table's game has shapes to ask about."""
    return hasattr(GAMES[table.reading.game].rules, "judge_outline")


def judged(table: Table, reading: Reading, rules: Any) -> Any | None:
    """What the rules say to the corners that were tapped; None before there are three, or when they are no outline."""
    if len(table.corners) < 3:
        return None
    try:
        return GAMES[reading.game].rules.judge_outline(reading.state, table.corners, rules)
    except RulesError:
        return None


def light(table: Table, reading: Reading, rules: Any) -> Light:
    """The outline that is asked about, and the branches that it lacks."""
    lattice = Lattice(reading.seen.grid, reading.width, reading.height)
    points = [lattice.pixel(point) for point in table.corners]
    verdict = judged(table, reading, rules)
    missing = verdict.missing if verdict else ()
    lines = [lattice.branch(branch.tile, branch.direction) for branch in missing]
    return Light(
        (lattice.path(table.corners),) if verdict else (),
        () if verdict else tuple(point for point in points if point),
        tuple(line for line in lines if line),
    )


def show(table: Table, verdict: Verdict, rules: Any) -> None:
    """The question, its answer, and what nearly scores."""
    if not can_be(table):
        return
    with st.expander(text.say("dispute"), key="dispute", expanded=table.asking):
        key = held.key_of("asking", table.asking)
        st.toggle(text.say("dispute_ask"), value=table.asking, key=key, on_change=_turn, args=(table, key))
        if table.asking:
            _question(table, verdict, rules)
        _near(table, verdict, rules)


def _turn(table: Table, key: str) -> None:
    table.asking = st.session_state[key]
    table.corners.clear()
    table.mending = table.mending and not (table.data and table.asking)
    table.lit = table.focus = None


def _question(table: Table, verdict: Verdict, rules: Any) -> None:
    answer = judged(table, verdict.reading, rules)
    if answer is None:
        wrong = len(table.corners) >= 3
        st.html(f'<p class="how">{escape(text.say("dispute_open" if wrong else "dispute_hint"))}</p>')
    else:
        icon = ":material/check_circle:" if answer.scores else ":material/cancel:"
        (st.success if answer.scores else st.warning)(
            text.plain(text_rules.verdict(answer, verdict.reading.state)), icon=icon
        )
        _enlarged(table, verdict.reading, answer.missing)
    with st.container(key="dispute_steps", horizontal=True):
        st.button(
            text.say("picture_mark_back"),
            key="corner_back",
            on_click=table.corners.pop,
            disabled=not table.corners,
        )
        st.button(
            text.say("design_clear"),
            key="corner_clear",
            on_click=table.corners.clear,
            disabled=not table.corners,
        )
    if answer is not None and table.saved is not None:
        note = st.text_input(text.say("note"), key="dispute_note")
        st.button(text.say("dispute_save"), key="dispute_save", on_click=_save, args=(table, answer, note))
    if st.session_state.pop("dispute_kept", False):
        st.html(f'<p class="how">{escape(text.say("dispute_kept"))}</p>')


def _enlarged(table: Table, reading: Reading, missing: Sequence[Any]) -> None:
    """The photo where the missing branches should lie."""
    lattice = Lattice(reading.seen.grid, reading.width, reading.height)
    shown = []
    for branch in missing[:ENLARGED]:
        line = lattice.branch(branch.tile, branch.direction)
        if line is not None and table.data:
            place = Place(*branch.tile, direction=branch.direction)
            mark = Mark("missing", place, "branch", line, lattice.edge(branch.tile))
            picture = Picture(jpeg(cut_out(table.photo, mark)))
            shown.append((picture, text.place(place)))
    # Held by the table for as long as they are shown: the browser fetches them afterwards.
    table.enlarged = [picture for picture, _ in shown]
    images = "".join(
        f'<figure><img src="{picture.url}" alt=""><figcaption>{escape(where)}</figcaption></figure>'
        for picture, where in shown
    )
    if images:
        st.html(f'<div class="enlarged">{images}</div>')


def _near(table: Table, verdict: Verdict, rules: Any) -> None:
    state = verdict.reading.state
    misses = GAMES[verdict.reading.game].rules.near_misses(state, rules, NEAR)
    if not misses:
        return
    st.html(f"<h3>{escape(text.say('near'))}</h3>")
    for number, miss in enumerate(misses):
        st.button(
            f"{text.plain(text_rules.near_miss(miss, state))} **{miss.points:+d}**",
            key=f"near_{number}",
            on_click=_show,
            args=(table, miss.outline),
            width="stretch",
        )


def _show(table: Table, outline: Sequence[tuple[int, int]]) -> None:
    table.asking = True
    table.mending = table.mending and not table.data
    table.lit = table.focus = None
    table.corners[:] = outline


def _save(table: Table, answer: Any, note: str) -> None:
    saved = table.saved
    if saved is None:
        return
    with trouble.told():
        claim = {"outline": [list(point) for point in table.corners]}
        save_dispute(book(), saved.night, claim, answer.to_json(), seat_id=saved.seat, note=note)
        st.session_state["dispute_kept"] = True
        st.session_state["dispute_note"] = ""
