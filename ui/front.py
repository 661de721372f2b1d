"""What Streamlit runs for each visit: the look, the pages, and the one that is asked for."""

from pathlib import Path

import streamlit as st

from ui import play, text

st.set_page_config(page_title=text.say("title"), page_icon="🍋", layout="wide")
st.html(Path(__file__).with_name("style.css"))
st.navigation([st.Page(play.show, title=text.say("title"), default=True)], position="hidden").run()
