"""The score sheet: the total first, then line by line. A tap on a line lights its evidence in the photo."""

from __future__ import annotations

from html import escape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from scoring.sheet import ScoreLine
from ui import text
from ui.table import Table
from vision.games import GAMES
from vision.overlay import Overlay
from vision.report import Verdict


def show_total(total: int, truth: int | None) -> DeltaGenerator:
    """The total. -> the place for its range"""
    with st.container(key="score"):
        with st.container(key="total"):
            unit = text.count("total_unit", total)
            st.html(f'<p class="total"><strong>{total}</strong> <span>{escape(unit)}</span></p>')
        span = st.container(key="range")
        if truth is not None:
            st.html(f'<p class="how">{escape(text.say("truth", total=truth))}</p>')
    return span


def show_range(verdict: Verdict) -> None:
    """Between which ends the total can still move, the rulebook's title for it, and whether known cards can lie so."""
    span, rating = verdict.range, verdict.sheet.details.get("rating")
    sure = span.low == span.high and not verdict.doubts
    told = text.say("range_sure" if sure else "range", low=span.low, high=span.high)
    st.html(f'<p class="range">{escape(told)}</p>')
    if rating is not None:
        st.html(f'<p class="how">{escape(text.said("ratings", rating, rating))}</p>')
    layout = getattr(GAMES[verdict.reading.game].rules, "layout", None)
    if layout and layout(verdict.reading.state, whole=True):
        st.html(f'<p class="how">{escape(text.say("cards_fit"))}</p>')


def show_lines(table: Table, verdict: Verdict, overlay: Overlay) -> None:
    """The lines of the sheet, each a button, and what the rules say against the tree."""
    with st.container(key="sheet"):
        st.html(f'<h2>{text.say("sheet")}</h2><p class="how">{text.say("sheet_hint")}</p>')
        for number, line in enumerate(verdict.sheet.items):
            lit = table.lit == line.category
            st.button(
                _label(line),
                key=f"line_{number}",
                type="primary" if lit else "secondary",
                on_click=_light,
                args=(table, line.category),
                disabled=not overlay.lights.get(line.category),
                width="stretch",
            )
    if verdict.sheet.warnings:
        with st.container(key="warnings"):
            st.html(f"<h2>{text.say('warnings')}</h2>")
            for problem in verdict.sheet.warnings:
                st.warning(text.plain(text.problem(problem)), icon=":material/info:")


def _label(line: ScoreLine) -> str:
    """Three parts of markdown, which the style sheet lays out as columns: what, how many, points."""
    name = text.plain(text.category(line.category))
    if line.points_each is None:
        counted = str(line.count) if line.count else ""
    else:
        group = line.category if text.lookup(f"counted.{line.category}.one") else "other"
        counted = text.count(f"counted.{group}", line.count, each=line.points_each)
    return f"**{name}** *{text.plain(counted) or '–'}* **{line.points}**"


def _light(table: Table, category: str) -> None:
    table.lit = None if table.lit == category else category
    table.focus = None
