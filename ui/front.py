"""What Streamlit runs for each visit: the look, the pages, and the one that is asked for."""

from pathlib import Path

import streamlit as st

from ui import designs, history, night, play, readings, settings, text

PAGES = (
    ("score", play.show, ":material/photo_camera:"),
    ("night", night.show, ":material/groups:"),
    ("history", history.show, ":material/history:"),
    ("designs", designs.show, ":material/polyline:"),
)

st.set_page_config(page_title=text.say("title"), page_icon="🍋", layout="wide")
st.html(Path(__file__).with_name("style.css"))
settings.tell_browser()
pages = {
    name: st.Page(show, title=text.say(f"pages.{name}"), icon=icon, url_path=name, default=name == "score")
    for name, show, icon in PAGES
}
st.session_state["pages"] = pages
play.answer()
readings.take()
page = st.navigation(list(pages.values()), position="hidden")
with st.container(key="header", horizontal=True, vertical_alignment="center"):
    st.html(f'<h1 class="brand">{text.say("title")}</h1>')
    with st.container(key="pages", horizontal=True):
        for other in pages.values():
            st.page_link(other, query_params=dict(st.query_params))
    if page is pages["score"] and "night" not in st.query_params:
        play.choose_game()
    settings.show()
waiting = st.container()
page.run()
readings.show(at=waiting)
