"""The web app's front door: the page, and the routes by which its pictures and files are fetched."""

import gc
from pathlib import Path

from starlette.routing import Route
from streamlit.starlette import App

from ui import designs, history, night, play  # noqa: F401  what the page imports, once for all visits
from ui.downloads import serve_download
from ui.pictures import serve_picture

# What is loaded by now stays: no search for memory that nobody holds need look at it.
gc.collect()
gc.freeze()

app = App(
    Path(__file__).parent / "ui" / "front.py",
    routes=[Route("/picture/{token}", serve_picture), Route("/download/{token}", serve_download)],
)
