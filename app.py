"""The web app's front door: the page, and the route by which its pictures are fetched."""

from pathlib import Path

from starlette.routing import Route
from streamlit.starlette import App

from ui.pictures import serve_picture

app = App(
    Path(__file__).parent / "ui" / "front.py",
    routes=[Route("/picture/{token}", serve_picture)],
)
