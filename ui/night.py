"""A game night: who plays, what each has, the goals, the result, and what is taken along."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial
from html import escape

import streamlit as st

from ledger import nights
from ledger.players import list_players
from ledger.records import Night, Seat
from ledger.scorepad import columns
from ledger.shelf import goal_points, list_places
from ui import held, night_goals, night_out, text, text_rules, trouble
from ui.book import book, go_to, leave, link_to, night_here
from ui.keeping import follow
from vision.games import GAMES


def show() -> None:
    """Lay out the page."""
    night = None
    with trouble.told(anew=False):
        night = night_here()
    trouble.show()
    with trouble.said():
        if night is None:
            _begin()
            return
        _head(night)
        left, right = st.columns([2, 3], gap="large")
        with left:
            _players(night)
            night_goals.show(night)
        with right:
            _scorepad(night)
            _ending(night)
        night_out.show(night)
        follow(night.revision)


def _begin() -> None:
    st.html(f'<h2>{text.say("night_new")}</h2><p class="how">{escape(text.say("night_new_hint"))}</p>')
    with st.form("night_new", enter_to_submit=False):
        game = st.selectbox(
            text.say("game"),
            list(GAMES),
            format_func=lambda name: GAMES[name].title,
            placeholder=text.say("choose"),
            key="new_game",
        )
        names = st.multiselect(
            text.say("players"),
            [player.name for player in list_players(book())],
            accept_new_options=True,
            placeholder=text.say("names_hint"),
            key="new_players",
        )
        place = st.selectbox(
            text.say("place"),
            list(list_places(book())),
            index=None,
            accept_new_options=True,
            placeholder=text.say("place_hint"),
            key="new_place",
        )
        date = st.date_input(text.say("date"), format=text.say("date_form"), key="new_date")
        started = st.form_submit_button(text.say("night_start"), type="primary", key="night_start")
    if started:
        with trouble.told():
            points = list(goal_points(book()))
            fields = GAMES[game].rules.Rules.model_fields
            night = nights.start_night(
                book(),
                game,
                players=names or [""],
                date=date,
                place=place or "",
                rules={"goal_points": points} if "goal_points" in fields else None,
            )
            go_to(night.id)
        st.rerun()


def _head(night: Night) -> None:
    title = " · ".join(part for part in (GAMES[night.game].title, text.day(night.date), night.place) if part)
    with st.container(key="night_head", horizontal=True, vertical_alignment="center"):
        st.html(f"<h2>{escape(title)}</h2>")
        if st.button(text.say("night_other"), key="night_other", icon=":material/add:"):
            leave()
            st.rerun()
    if night.note:
        st.html(f'<p class="how note">{escape(night.note)}</p>')
    with st.expander(text.say("night_about"), key="night_about"):
        date_input = partial(st.date_input, format=text.say("date_form"))
        _kept("night_date", night.date, date_input, text.say("date"), lambda it: _describe(night, date=it))
        _kept(
            "night_place",
            night.place,
            st.text_input,
            text.say("place"),
            lambda it: _describe(night, place=it),
        )
        _kept("night_note", night.note, st.text_area, text.say("note"), lambda it: _describe(night, note=it))


def _describe(
    night: Night, date: dt.date | None = None, place: str | None = None, note: str | None = None
) -> None:
    nights.describe_night(book(), night.id, date=date, place=place, note=note)


def _kept(name: str, value: object, widget: Callable[..., object], label: str, save: Callable) -> None:
    """A widget that shows what the log has, and saves what is put in."""
    key = held.key_of(name, value)

    def changed() -> None:
        with trouble.told():
            save(st.session_state[key])

    widget(label, value, key=key, on_change=changed)


def _players(night: Night) -> None:
    st.html(f"<h2>{text.say('players')}</h2>")
    for seat in night.seats:
        with st.container(key=f"player_{seat.number}", horizontal=True, vertical_alignment="center"):
            st.page_link(
                st.session_state["pages"]["score"],
                label=f"**{text.plain(text.seat(seat))}** {_standing(night, seat)}",
                icon=":material/photo_camera:",
                query_params=link_to(night.id, seat.id),
            )
            _seat_menu(night, seat)
    known = [player.name for player in list_players(book())]
    seated = {seat.name for seat in night.seats}

    def add() -> None:
        name = st.session_state["player_new"]
        st.session_state["player_new"] = None
        if name:
            with trouble.told():
                nights.add_player(book(), night.id, name)

    st.selectbox(
        text.say("player_add"),
        [name for name in known if name not in seated],
        index=None,
        accept_new_options=True,
        placeholder=text.say("name_hint"),
        key="player_new",
        on_change=add,
        label_visibility="collapsed",
    )
    if not GAMES[night.game].reads_photos:
        _written(night)


def _standing(night: Night, seat: Seat) -> str:
    if seat.points is None:
        return text.say("no_score_yet")
    points = text.count("points", seat.points)
    return (
        text.say("standing", points=points, rank=seat.rank) if seat.rank and len(night.seats) > 1 else points
    )


def _seat_menu(night: Night, seat: Seat) -> None:
    """A name, who begins, the side of a shared board; and away with it, which asks first."""

    def change(**what: object) -> None:
        nights.change_seat(book(), night.id, seat.id, **what)

    with st.popover("", icon=":material/more_vert:", key=f"menu_{seat.number}"):
        number = seat.number
        _kept(f"name_{number}", seat.name or "", st.text_input, text.say("name"), lambda it: change(name=it))
        _kept(f"starts_{number}", seat.starts, st.checkbox, text.say("starts"), lambda it: change(starts=it))
        if not GAMES[night.game].reads_photos:
            _kept(
                f"side_{number}", seat.side or "", st.text_input, text.say("side"), lambda it: change(side=it)
            )
        st.html(f'<p class="how">{escape(text.say("player_remove_ask", name=text.seat(seat)))}</p>')
        if st.button(text.say("player_remove"), key=f"remove_{number}", icon=":material/delete:"):
            with trouble.told():
                nights.remove_player(book(), night.id, seat.id)
            st.rerun()


def _written(night: Night) -> None:
    """The board that all share, in the written form of its game, until photos of it are read."""
    layout, rules = night.layout(None), GAMES[night.game].rules
    written = rules.format_state(rules.parse_state(layout.state)) if layout and layout.state else ""

    def save(told: str) -> None:
        if told.strip():
            nights.save_layout(book(), night.id, None, rules.parse_text(told))
        elif layout is not None:
            nights.clear_layout(book(), night.id, None)

    _kept("board", written, st.text_area, text.say("board"), save)
    st.html(f'<p class="how">{escape(text.say("board_hint"))}</p>')


def _scorepad(night: Night) -> None:
    st.html(f"<h2>{text.say('scorepad')}</h2>")
    told = columns(night)
    categories = list(dict.fromkeys(name for column in told.values() for name in column))
    if not categories:
        st.html(f'<p class="how">{escape(text.say("scorepad_none"))}</p>')
        return
    head = "".join(f"<th>{escape(text.seat(seat))}</th>" for seat in night.seats)
    rows = [
        _row(text.category(name), [told[seat.id].get(name, "") for seat in night.seats])
        for name in categories
    ]
    totals = ["" if seat.points is None else str(seat.points) for seat in night.seats]
    rows.append(_row(text.say("total"), totals, "total"))
    if len(night.seats) > 1:
        places = ["" if seat.rank is None else str(seat.rank) for seat in night.seats]
        rows.append(_row(text.say("rank"), places))
    st.html(
        f'<div class="wide"><table class="figures"><thead><tr><th></th>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )
    if why := text_rules.result(night):
        st.html(f'<p class="how why">{escape(why)}</p>')


def _row(name: str, cells: list[str], kind: str = "") -> str:
    told = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
    return f'<tr class="{kind}"><td>{escape(name)}</td>{told}</tr>'


def _ending(night: Night) -> None:
    with st.container(key="ending", horizontal=True, vertical_alignment="bottom"):
        if night.ended is not None:
            minutes = "" if night.minutes is None else text.count("minutes", night.minutes)
            st.html(
                f'<p class="how">{escape(" · ".join(it for it in (text.say("ended"), minutes) if it))}</p>'
            )
            return
        minutes = st.number_input(
            text.say("minutes_played"), 0, nights.MAX_MINUTES, value=None, step=5, key="minutes"
        )
        if st.button(text.say("finish"), key="finish", type="primary"):
            with trouble.told():
                nights.finish_night(book(), night.id, None if minutes is None else int(minutes))
            st.rerun()
