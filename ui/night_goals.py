"""The four seasons' garden goals of a night: which one, and what each player brings, by number, place or photo."""

from __future__ import annotations

from concurrent.futures import Future
from functools import partial
from html import escape
from typing import Any

import streamlit as st

from ledger import goals, nights
from ledger.records import GoalEntry, Night, SeasonGoal, Seat
from ledger.rows import SEASONS
from ledger.shelf import remember_goal_points
from scoring.espalier_goals import GOALS
from ui import held, readings, text, trouble
from ui.book import book
from ui.table import Table, Unread, open_photo, read_photo
from vision.games import GAMES
from vision.photo import MAX_BYTES
from vision.report import state_json

WAYS = ("measure", "place", "photo")
PLACES = 6


def show(night: Night) -> None:
    """The goals, in games that have them."""
    if "goal_places" not in GAMES[night.game].rules.Rules.model_fields:
        return
    st.html(f"<h2>{text.say('goals')}</h2>")
    with st.expander(text.say("goal_points"), key="goal_points"):
        st.html(f'<p class="how">{escape(text.say("goal_points_hint"))}</p>')
        _points(night)
    told = {goal.season: goal for goal in night.goals}
    for season in range(1, SEASONS + 1):
        goal = told.get(season)
        name = text.say("season", number=season)
        label = f"{name} · {goal_name(goal.goal)}" if goal else name
        with st.expander(label, key=f"season_{season}"):
            _season(night, season, goal)


def goal_name(goal: str) -> str:
    """A goal in words."""
    which, _, measure = goal.partition("_")
    return text.say(f"goal_{which}", what=text.say(f"measures.{measure}"))


def _points(night: Night) -> None:
    known = list(night.rules.get("goal_points", [None] * 3))
    with st.container(horizontal=True):
        for place in range(3):
            key = held.key_of(f"goal_points_{place + 1}", known[place])

            def changed(place: int = place, key: str = key) -> None:
                value = st.session_state[key]
                points = [*known]
                points[place] = None if value is None else int(value)
                with trouble.told():
                    remember_goal_points(book(), (points[0], points[1], points[2]))
                    nights.set_rules(book(), night.id, {**night.rules, "goal_points": points})

            st.number_input(
                text.say("place_number", number=place + 1),
                -100,
                100,
                known[place],
                step=1,
                key=key,
                on_change=changed,
            )


def _season(night: Night, season: int, goal: SeasonGoal | None) -> None:
    chosen = goal.goal if goal else None
    key = held.key_of(f"goal_{season}", chosen)

    def changed() -> None:
        with trouble.told():
            goals.set_goal(book(), night.id, season, st.session_state[key])

    st.selectbox(
        text.say("goal"),
        list(GOALS),
        index=None if chosen is None else list(GOALS).index(chosen),
        format_func=goal_name,
        placeholder=text.say("goal_none"),
        key=key,
        on_change=changed,
    )
    if goal is None:
        return
    ways = {it for it in (_way(entry) for entry in goal.entries) if it}
    way = st.segmented_control(
        text.say("goal_by"),
        WAYS,
        required=True,
        default=next((it for it in WAYS if it in ways), "measure"),
        format_func=lambda name: text.say(f"ways.{name}"),
        key=f"way_{season}",
    )
    entries = {entry.seat_id: entry for entry in goal.entries}
    for seat in night.seats:
        _entry(night, season, seat, entries.get(seat.id), way)
        if seat.id in goal.why:
            st.html(f'<p class="how">{escape(_why(goal, seat))}</p>')


def _why(goal: SeasonGoal, seat: Seat) -> str:
    """Which place a player took, and by what."""
    measure = goal.measures[seat.id]
    return text.said(
        "goals",
        "place" if measure is None else "measure",
        goal.why[seat.id],
        name=text.seat(seat),
        place=goal.places[seat.id],
        goal=goal_name(goal.goal),
        measure=measure,
    )


def _way(entry: GoalEntry) -> str | None:
    if entry.measure is not None:
        return "measure"
    if entry.place is not None:
        return "place"
    return "photo" if entry.tree is not None else None


def _entry(night: Night, season: int, seat: Seat, entry: GoalEntry | None, way: str) -> None:
    key = f"entry_{season}_{seat.number}_{way}"
    label = text.plain(text.seat(seat))

    def save(**what: Any) -> None:
        goals.save_goal_entry(book(), night.id, season, seat.id, **what)

    if way == "photo":
        if entry is not None and entry.tree is not None:
            label = text.say("photo_read", name=label)

        def uploaded() -> None:
            file = st.session_state[key]
            if file is not None:
                readings.want(partial(line_up, file.getvalue(), file.name))

        def line_up(data: bytes, name: str) -> None:
            with trouble.told(text.say("broken", name=name)):
                photo = open_photo(data, name, night.game)
                readings.ask(partial(read_photo, photo), partial(finish, photo))

        def finish(photo: Unread, done: Future[Table]) -> None:
            with trouble.told(text.say("broken", name=photo.photo.name)):
                save(tree=state_json(done.result().reading.state), photo=photo.data)

        st.file_uploader(label, type=None, max_upload_size=MAX_BYTES // 2**20, key=key, on_change=uploaded)
        return
    value = getattr(entry, way) if entry else None
    key = held.key_of(key, value)

    def changed() -> None:
        told = st.session_state[key]
        with trouble.told():
            save(**{way: None if told is None else int(told)})

    low, high = (1, PLACES) if way == "place" else (0, 1000)
    st.number_input(label, low, high, value, step=1, key=key, on_change=changed)
