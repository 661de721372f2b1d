"""Pictures for the browser: each is fetched once, under a name that nobody can guess."""

from __future__ import annotations

import secrets
from base64 import b64encode
from dataclasses import dataclass, field
from html import escape
from weakref import WeakValueDictionary

from starlette.requests import Request
from starlette.responses import Response


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Picture:
    """A JPEG file that the browser may fetch for as long as someone holds on to this record."""

    data: bytes
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))

    def __post_init__(self) -> None:
        _shelf[self.token] = self

    @property
    def url(self) -> str:
        return f"/picture/{self.token}"


# Kept weakly: a photo leaves the server together with the visit that brought it.
_shelf: WeakValueDictionary[str, Picture] = WeakValueDictionary()


async def serve_picture(request: Request) -> Response:
    """Answer with the picture of a token, or with 404."""
    picture = _shelf.get(request.path_params["token"])
    if picture is None:
        return Response(status_code=404)
    headers = {"Cache-Control": "private, max-age=86400, immutable", "X-Content-Type-Options": "nosniff"}
    return Response(picture.data, media_type="image/jpeg", headers=headers)


def drawing(svg: str, says: str = "", width: int | None = None) -> str:
    """A drawing as HTML: of an SVG in the page itself Streamlit leaves nothing, and its own images have no words.

    says: what it shows, for those who cannot see it; nothing where the words around it say so.
    """
    wide = f' width="{width}"' if width else ""
    return (
        f'<img alt="{escape(says)}"{wide} src="data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}">'
    )
