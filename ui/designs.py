"""Difficult designs: those that are known, and a small lattice on which another one is drawn, corner after corner."""

from __future__ import annotations

from html import escape

import streamlit as st

from ledger.shelf import delete_design, list_designs, save_design
from scoring.designs import Design, draw, shipped
from scoring.errors import RulesError
from scoring.parsing import parse
from ui import text, trouble
from ui.book import book
from ui.pictures import drawing

SIZE = 7
"""Points of the lattice in each direction."""
CORNERS = "corners"
WIDE = 130
INK = "#4f8f6b"  # to be seen on paper and at night
Corner = tuple[int, int]


def show() -> None:
    """Lay out the page."""
    trouble.show()
    left, right = st.columns(2, gap="large")
    with left:
        _draw()
    with right, trouble.said():
        _list(text.say("designs_own"), list_designs(book()), own=True)
        _list(text.say("designs_shipped"), shipped(), own=False)


def _draw() -> None:
    state = st.session_state
    corners: list[Corner] = state.setdefault(CORNERS, [])
    st.html(f'<h2>{text.say("design_new")}</h2><p class="how">{escape(text.say("design_hint"))}</p>')
    with st.container(key="lattice"):
        for y in range(SIZE):
            for x in range(SIZE):
                number = corners.index((x, y)) + 1 if (x, y) in corners else 0
                st.button(
                    str(number) if number else "·",
                    key=f"point_{x}_{y}",
                    type="primary" if number else "secondary",
                    on_click=_tapped,
                    args=((x, y),),
                )
    with st.container(key="design_steps", horizontal=True):
        st.button(text.say("picture_mark_back"), key="design_back", on_click=_back, disabled=not corners)
        st.button(text.say("design_clear"), key="design_clear", on_click=corners.clear, disabled=not corners)
    name = st.text_input(text.say("name"), key="design_name", max_chars=40)
    points = st.number_input(text.say("design_points"), 0, 1000, value=5, step=1, key="design_points")
    st.button(
        text.say("design_save"),
        key="design_save",
        type="primary",
        on_click=_save,
        args=(name, int(points)),
        disabled=len(corners) < 3 or not name.strip(),
    )
    if len(corners) >= 3:
        try:
            _picture(_made(name.strip() or "?", int(points), corners))
        except RulesError as error:
            st.html(f'<p class="how">{escape(text.error(error))}</p>')


def _made(name: str, points: int, corners: list[Corner]) -> Design:
    """The design that these corners draw, from its own left and top. Raises RulesError."""
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    outline = [[x - left, y - top] for x, y in corners]
    return parse(Design, {"name": name, "points": points, "outline": outline}, "design", RulesError)


def _tapped(point: Corner) -> None:
    """The next corner; one that is there already goes."""
    corners: list[Corner] = st.session_state[CORNERS]
    if point in corners:
        corners.remove(point)
    else:
        corners.append(point)


def _back() -> None:
    st.session_state[CORNERS].pop()


def _save(name: str, points: int) -> None:
    with trouble.told():
        save_design(book(), _made(name.strip(), points, st.session_state[CORNERS]))
        st.session_state[CORNERS] = []
        st.session_state["design_name"] = ""


def _list(title: str, designs: tuple[Design, ...], own: bool) -> None:
    st.html(f"<h2>{escape(title)}</h2>")
    if own and not designs:
        st.html(f'<p class="how">{escape(text.say("designs_own_none"))}</p>')
    if not own:
        st.html(f'<p class="how">{escape(text.say("designs_help"))}</p>')
    for number, design in enumerate(designs):
        with st.container(key=f"design_{'own' if own else 'ours'}_{number}", horizontal=True):
            _picture(design)
            points = text.count("points", design.points)
            st.html(
                f'<p class="design"><strong>{escape(text.design(design.name))}</strong><span>{points}</span></p>'
            )
            if own:
                with st.popover("", icon=":material/delete:", key=f"forget_{number}"):
                    st.html(
                        f'<p class="how">{escape(text.say("design_delete_ask", name=text.design(design.name)))}</p>'
                    )
                    if st.button(text.say("design_delete"), key=f"design_delete_{number}"):
                        with trouble.told():
                            delete_design(book(), design.name)
                        st.rerun()


def _picture(design: Design) -> None:
    st.html(
        drawing(draw(design).replace("currentColor", INK), text.design(design.name), WIDE), width="content"
    )
