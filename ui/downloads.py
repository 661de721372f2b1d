"""Files to take along: each has an address that stays while its page is drawn anew, and is made when it is fetched."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from weakref import WeakValueDictionary

import streamlit as st
from starlette.requests import Request
from starlette.responses import Response

from scoring.errors import PomonaError


@dataclass(eq=False, slots=True, weakref_slot=True)
class Download:
    """A file that a visit may fetch for as long as it lasts, under a name that nobody can guess."""

    name: str
    mime: str
    make: Callable[[], bytes | str]
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))

    def __post_init__(self) -> None:
        _shelf[self.token] = self

    @property
    def url(self) -> str:
        return f"/download/{self.token}"


_FILES = "files_to_take_along"
_shelf: WeakValueDictionary[str, Download] = WeakValueDictionary()


def serve_download(request: Request) -> Response:
    """Make the file of a token and answer with it; with 404 where there is none, with why where it cannot be made."""
    file = _shelf.get(request.path_params["token"])
    if file is None:
        return Response(status_code=404)
    try:
        content = file.make()
    except PomonaError as error:
        return Response(str(error), status_code=503, media_type="text/plain")
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="{file.name}"',
        "X-Content-Type-Options": "nosniff",
    }
    return Response(content, media_type=file.mime, headers=headers)


def show(key: str, label: str, name: str, mime: str, make: Callable[[], bytes | str]) -> None:
    """A button that downloads a file, named in ASCII.

    Streamlit's own gives the file another address with each drawing of the page, and a click on the one before fails.
    """
    files = st.session_state.setdefault(_FILES, {})
    file = files.setdefault(key, Download(name, mime, make))
    file.name, file.mime, file.make = name, mime, make
    with st.container(key=key, width="content"):
        link(label, file.url, name)


def link(label: str, url: str, name: str) -> None:
    """A link to one of our own addresses that looks like a button and saves what is there under a name."""
    st.html(f'<a class="download" href="{escape(url)}" download="{escape(name)}">{escape(label)}</a>')


def forget() -> None:
    """Let go of all files of the visit: of what was deleted none can be fetched any longer."""
    st.session_state.pop(_FILES, None)
