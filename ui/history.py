"""What was played: the nights, each to be opened again; players' figures; the log out and in."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from html import escape

import streamlit as st

from ledger.exchange import export_json, import_json
from ledger.history import list_figures, list_nights, margins
from ledger.players import list_players
from ledger.records import Figures, Summary
from ui import downloads, text, trouble
from ui.book import book, link_to
from vision.games import GAMES

AT_FIRST = 20
"""How many nights are listed before more are asked for."""
WINS = 30
"""How many of the latest nights the chart of leads shows."""


def show() -> None:
    """Lay out the page."""
    trouble.show()
    st.html(f"<h2>{text.say('history')}</h2>")
    with trouble.said():
        everything = list_nights(book(), limit=1)
        if everything:
            _nights()
            _figures()
        else:
            st.html(f'<p class="how">{escape(text.say("history_none"))}</p>')
        _out_and_in(bool(everything))


def _nights() -> None:
    with st.container(key="filters", horizontal=True):
        names = [player.name for player in list_players(book())]
        player = st.selectbox(
            text.say("player"),
            names,
            index=None,
            placeholder=text.say("anyone"),
            format_func=text.plain,
            key="of_player",
        )
        game = st.selectbox(
            text.say("game"),
            list(GAMES),
            index=None,
            placeholder=text.say("any_game"),
            format_func=lambda name: GAMES[name].title,
            key="of_game",
        )
        span = st.date_input(text.say("dates"), value=(), format=text.say("date_form"), key="of_dates")
    first, last = _ends(span)
    found = list_nights(book(), player=player, game=game, first=first, last=last)
    if not found:
        st.html(f'<p class="how">{escape(text.say("nights_none"))}</p>')
    shown = found if st.session_state.get("all_nights") else found[:AT_FIRST]
    with st.container(key="nights"):
        for night in shown:
            st.page_link(
                st.session_state["pages"]["night"],
                label=_line(night),
                icon=":material/chevron_right:",
                icon_position="right",
                query_params=link_to(night.id),
                width="stretch",
            )
    if len(shown) < len(found):
        st.button(
            text.say("nights_more", count=len(found) - len(shown)),
            on_click=lambda: st.session_state.update(all_nights=True),
            key="more_nights",
        )


def _ends(span: object) -> tuple[dt.date | None, dt.date | None]:
    """A first and a last date; while a player has chosen only one, it is the first."""
    dates = span if isinstance(span, Sequence) else (span,)
    first, last, *_ = (*dates, None, None)
    return first, last


def _line(night: Summary) -> str:
    """A night in two lines of markdown."""
    game = GAMES[night.game].title
    head = " · ".join(part for part in (text.day(night.date), game, text.plain(night.place)) if part)
    seats = ", ".join(
        text.plain(text.seat(seat) if seat.points is None else f"{text.seat(seat)} {seat.points}")
        for seat in night.seats
    )
    won = ""
    if len(night.seats) > 1 and night.winners:
        won = " – " + text.plain(
            text.say("won", names=text.listed([text.seat(seat) for seat in night.winners]))
        )
    return f"**{head}**  \n{seats}{won}"


def _figures() -> None:
    told = {name: found for name in GAMES if (found := list_figures(book(), name))}
    if not told:
        return
    st.html(f"<h2>{text.say('figures')}</h2>")
    game = st.segmented_control(
        text.say("game"),
        list(told),
        default=next(iter(told)),
        required=True,
        format_func=lambda name: GAMES[name].title,
        key="figures_of",
        label_visibility="collapsed",
    )
    found = told[game]
    st.html(_table(found))
    left, right = st.columns(2, gap="large")
    with left:
        name = st.selectbox(
            text.say("points_by_category"),
            [it.player.name for it in found],
            placeholder=text.say("choose"),
            format_func=text.plain,
            key="chart_of",
        )
        categories = next((it.categories for it in found if it.player.name == name), {})
        if categories:
            _bars([text.category(it) for it in categories], list(categories.values()), text.say("mean"))
    leads = margins(book(), game)[:WINS]
    if leads:
        with right:
            st.html(f'<p class="how">{escape(text.say("leads"))}</p>')
            labels = [
                f"{text.day(it.date)} · {text.listed([text.seat(seat) for seat in it.winners])}"
                for it in leads
            ]
            _bars(_different(labels), [it.points for it in leads], text.say("lead"))


def _bars(labels: list[str], values: Sequence[float], unit: str) -> None:
    """Bars in the order given, the first on top."""
    st.bar_chart(
        {"name": labels, unit: list(values)},
        x="name",
        y=unit,
        horizontal=True,
        sort=False,
        x_label="",  # these two go with x and y, which "horizontal" turns
        y_label=unit,
    )


def _different(labels: list[str]) -> list[str]:
    """The labels, numbered where two agree: a chart would add them up."""
    return [
        f"{label} ({labels[:k].count(label) + 1})" if label in labels[:k] else label
        for k, label in enumerate(labels)
    ]


def _table(found: Sequence[Figures]) -> str:
    heads = ("player", "nights_played", "wins", "average", "best", "margin")
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in _cells(figures)) + "</tr>"
        for figures in found
    )
    head = "".join(f"<th>{escape(text.say(name))}</th>" for name in heads)
    return f'<table class="figures"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'


def _cells(it: Figures) -> tuple[str, ...]:
    def number(value: float | None, form: str) -> str:
        return "–" if value is None else text.number(value, form)

    wins = f"{it.wins} / {it.against}" if it.against else "–"
    return (
        it.player.name,
        str(it.nights),
        wins,
        number(it.average, ".1f"),
        number(it.best, "d"),
        number(it.margin, "+.1f"),
    )


def _out_and_in(anything: bool) -> None:
    st.html(f'<h2>{text.say("log")}</h2><p class="how">{escape(text.say("log_hint"))}</p>')
    if anything:
        downloads.show(
            "export_all",
            text.say("export_all"),
            "pomona-log.json",
            "application/json",
            lambda: export_json(book(), photos=True),
        )
    file = st.file_uploader(text.say("import"), type=["json"], key="import")
    if file is not None and st.session_state.get("imported") != file.file_id:
        st.session_state["imported"] = file.file_id
        with trouble.told():
            came = import_json(book(), file.getvalue(), file.name)
            st.session_state["came"] = text.say(
                "came", new=text.count("nights_new", len(came.nights)), known=len(came.skipped)
            )
        st.rerun()
    if file is not None and "came" in st.session_state and "trouble" not in st.session_state:
        st.success(st.session_state["came"])
