"""What is taken along from a night: sheets, pictures, files and a link; and its deletion, which asks first."""

from __future__ import annotations

from html import escape

import streamlit as st

from ledger.bgstats import play_code, play_link
from ledger.exchange import export_json
from ledger.nights import delete_night
from ledger.printed import export_pdf, overlay_jpeg
from ledger.records import Layout, Night, PhotoRef
from ledger.scorepad import export_csv
from ledger.words import Words
from ui import downloads, text, text_rules, trouble
from ui.book import book, leave
from ui.pictures import Picture, drawing


def show(night: Night) -> None:
    """The files, the pictures, and the end of it."""
    st.html(f"<h2>{text.say('take_along')}</h2>")
    name = f"pomona-{night.game}-{night.date.isoformat()}"
    told = words()
    files = (
        ("pdf", "application/pdf", text.as_spoken_now(lambda: export_pdf(book(), night, told))),
        ("csv", "text/csv", lambda: export_csv([night])),
        ("json", "application/json", lambda: export_json(book(), [night.id], photos=True)),
    )
    with st.container(key="files", horizontal=True):
        for kind, mime, make in files:
            downloads.show(f"file_{kind}", text.say(f"files.{kind}"), f"{name}.{kind}", mime, make)
        with st.popover(text.say("bg_stats"), icon=":material/qr_code:", key="bg_stats"), trouble.said():
            st.html(f'<p class="how">{escape(text.say("bg_stats_hint"))}</p>')
            st.link_button(text.say("bg_stats_open"), play_link(night, words=told))
            st.html(drawing(play_code(night, words=told).decode(), text.say("bg_stats"), 260))
    _pictures(night, name)
    with st.popover(text.say("night_delete"), icon=":material/delete:", key="night_delete"):
        st.html(f'<p class="how">{escape(text.say("night_delete_ask"))}</p>')
        if st.button(text.say("night_delete_yes"), key="night_delete_yes"):
            with trouble.told():
                delete_night(book(), night.id)
                _painted.clear()  # deleting really deletes: no picture or file of it stays within reach
                downloads.forget()
                st.session_state.pop("table", None)
                leave()
            st.rerun()


def words() -> Words:
    """What stands on the sheets that a visitor takes along: what the pages say."""
    return Words(
        total=text.say("total"),
        rank=text.say("rank"),
        category=text.category,
        seat=text.seat,
        variant=lambda name: text.lookup(f"variants.{name}") or name,
        why=text_rules.result,
        error=text.error,
        letters=text.letters(),
    )


def _pictures(night: Night, name: str) -> None:
    photos = [(layout, photo) for layout in night.layouts for photo in layout.photos]
    if not photos or not st.toggle(text.say("photos_show"), key="photos_show"):
        return
    with st.container(key="photos"):
        for number, (layout, photo) in enumerate(photos, start=1):
            with st.container(), trouble.said():
                picture = _painted(
                    night.id,
                    night.revision,
                    layout.seat_id,
                    photo.hash,
                    text.language(),
                    night,
                    layout,
                    photo,
                )
                label = escape(text.seat(night.seat(layout.seat_id)) if layout.seat_id else text.say("photo"))
                st.html(
                    f'<figure class="taken"><img alt="{label}" src="{picture.url}">'
                    f"<figcaption>{label}</figcaption></figure>"
                )
                downloads.link(text.say("photo_share"), picture.url, f"{name}-{number}.jpg")


@st.cache_resource(max_entries=24, show_spinner=False)
def _painted(
    night_id: str,
    revision: int,
    seat: str | None,
    photo: str,
    language: str,
    _night: Night,
    _layout: Layout,
    _photo: PhotoRef,
) -> Picture:
    """The photo with all that was seen drawn on it, once for each state of the night and language."""
    return Picture(overlay_jpeg(book(), _night, _layout, _photo, words()))
