"""What should be checked first: each doubt with its cut-out of the photo and its readings as buttons."""

from __future__ import annotations

from html import escape

import streamlit as st

from ui import keeping, text
from ui.table import Table
from vision.doubts import Doubt
from vision.observe import Edit
from vision.overlay import Overlay, mark_id
from vision.report import Verdict

AT_FIRST = 6
"""How many doubts are shown before more are asked for."""


def show(table: Table, verdict: Verdict, overlay: Overlay) -> None:
    """The doubts, the worthiest first, and the buttons that take an answer back."""
    found = verdict.doubts
    focus = _focused(table, found)
    with st.container(key="doubts"):
        with st.container(key="doubts_head", horizontal=True, vertical_alignment="center"):
            count = f'<span class="count">{len(found)}</span>' if found else ""
            st.html(f"<h2>{text.say('doubts')} {count}</h2>")
            st.button(
                text.say("undo"),
                key="undo",
                icon=":material/undo:",
                on_click=keeping.undo,
                args=(table,),
                disabled=table.told == 0,
            )
            st.button(
                text.say("redo"),
                key="redo",
                icon=":material/redo:",
                on_click=keeping.redo,
                args=(table,),
                disabled=table.told == len(table.edits),
            )
        st.html(f'<p class="how">{text.say("doubts_hint" if found else "doubts_none")}</p>')
        everything = st.session_state.get("all_doubts", False) or (focus or 0) >= AT_FIRST
        shown = found if everything else found[:AT_FIRST]
        with st.container(key="doubt_cards"):
            for number, doubt in enumerate(shown):
                _card(table, overlay, number, doubt, focused=number == focus)
        if len(shown) < len(found):
            st.button(
                text.say("doubts_more", count=len(found) - len(shown)),
                key="more_doubts",
                on_click=_show_all,
                width="stretch",
            )


def _card(table: Table, overlay: Overlay, number: int, doubt: Doubt, focused: bool) -> None:
    with st.container(key=f"doubt_{number}"):
        picture = table.cut_out(overlay, number)
        question = text.lookup(f"questions.{doubt.what}") or text.say("question")
        stake = text.count("stake", doubt.points_at_stake)
        where = text.place(doubt.observation.place)
        image = f'<img src="{picture.url}" alt="">' if picture else ""
        form = "doubt focused" if focused else "doubt"
        st.html(
            f'<div class="{form}">{image}<div><strong>{escape(question)}</strong>'
            f'<span class="stake">{escape(stake)}</span><span>{escape(where)}</span></div></div>'
        )
        with st.container(key=f"doubt_{number}_options", horizontal=True):
            for option, candidate in enumerate((doubt.seen, *doubt.alternatives)):
                name = text.plain(text.answer(doubt.what, candidate.value))
                edit = Edit(doubt.observation.what, doubt.observation.place, candidate.value)
                # The button is named by what it says: once a doubt is settled the numbers move up, and a tap that is
                # on its way then would be taken for an answer to another one.
                with st.container(key=f"doubt_{number}_option_{option}", width="content"):
                    st.button(
                        f"**{name}** {doubt.totals[candidate.value]}",
                        key=f"answer_{mark_id(edit.what, edit.place)}_{edit.value}",
                        on_click=_settle,
                        args=(table, edit),
                    )


def _settle(table: Table, edit: Edit) -> None:
    keeping.tell(table, edit)
    table.focus = table.lit = None


def _show_all() -> None:
    st.session_state["all_doubts"] = True


def _focused(table: Table, found: tuple[Doubt, ...]) -> int | None:
    """The number of the doubt on the thing that was tapped last in the picture."""
    names = [mark_id(doubt.observation.what, doubt.observation.place) for doubt in found]
    return names.index(table.focus) if table.focus in names else None
