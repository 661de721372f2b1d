"""How to photograph, as one picture in three parts."""

from __future__ import annotations

from html import escape

import streamlit as st

from ui import text
from ui.pictures import drawing

_TREE = ((38, 22), (38, 38), (54, 22), (54, 38), (22, 38), (54, 54))
"""Left and top of each tile."""
_TABLE = "#7a6250"
_BRANCHES = "M46 46V30M46 46L62 30M46 46H30M62 30V62"


def show() -> None:
    """The picture with its words."""
    parts = (
        ("above", True, _tree() + _frame(14, 14, 72, 64)),
        ("whole", False, _tree() + _frame(34, 8, 58, 52)),
        ("flash", False, _tree() + _frame(14, 14, 72, 64) + _glare()),
    )
    figures = "".join(
        f"<figure>{_panel(drawn, good)}<figcaption>{escape(text.say(f'how_{name}'))}</figcaption></figure>"
        for name, good, drawn in parts
    )
    st.html(f'<div class="showing-how">{figures}</div>')


def _panel(drawn: str, good: bool) -> str:
    """A drawing with its sign."""
    sign, colour = ("M6 12l4 4 8-9", "#2f6b47") if good else ("M7 7l10 10M17 7L7 17", "#b04a00")
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 92" fill="none" stroke-linecap="round">'
        f'<rect width="100" height="92" fill="{_TABLE}"/>{drawn}<g transform="translate(76 66)" stroke-width="2.6">'
        f'<circle cx="12" cy="12" r="12" fill="{colour}"/><path d="{sign}" stroke="#fff"/></g></svg>'
    )
    return drawing(svg)


def _tree() -> str:
    tiles = "".join(
        f'<rect fill="#f4edda" stroke="#8d8267" stroke-width="0.7" x="{x}" y="{y}" width="16" height="16" rx="1.5"/>'
        for x, y in _TREE
    )
    branches = f'<path stroke="#4a6b2f" stroke-width="2.8" d="{_BRANCHES}"/>'
    return f'{tiles}{branches}<circle fill="#f0a830" cx="62" cy="30" r="4"/>'


def _frame(x: int, y: int, width: int, height: int) -> str:
    """What the camera sees: its four corners."""
    right, bottom, arm = x + width, y + height, 9
    return (
        f'<path stroke="#fff" stroke-width="2.4" d="M{x} {y + arm}V{y}H{x + arm}M{right - arm} {y}H{right}V{y + arm}'
        f'M{right} {bottom - arm}V{bottom}H{right - arm}M{x + arm} {bottom}H{x}V{bottom - arm}"/>'
    )


def _glare() -> str:
    return (
        '<circle fill="#fff" fill-opacity="0.8" cx="50" cy="42" r="19"/>'
        '<path fill="#e6a700" d="M53 28L43 45h7l-3 13 11-18h-7z"/>'
    )
