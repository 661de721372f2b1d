"""The tapped picture: an own component that draws the overlay as SVG over the photo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from ui import text
from ui.table import Table, Unread
from vision.doubts import Doubt
from vision.games import GAMES
from vision.observe import Pixel, Quad
from vision.overlay import Mark, Overlay
from vision.paint import COLOURS
from vision.report import Verdict

_HERE = Path(__file__).parent

KEY = "picture"
KEY_UNREAD = "unread_picture"


def show(
    table: Table,
    verdict: Verdict,
    overlay: Overlay,
    on_tap: Callable[[], None],
    on_mark: Callable[[], None],
) -> None:
    """Draw the picture.

    A tap that Python must know of calls `on_tap`; `tapped` then says on what. When a player has marked the corners of
    a tile, `on_mark` is called; `marked` then has them.
    """
    data = drawing(table, verdict, overlay) | _attempt()
    _component()(key=KEY, data=data, on_tap_change=on_tap, on_corners_change=on_mark)


def show_unread(photo: Unread, on_mark: Callable[[], None]) -> None:
    """Draw a photo in which nothing was found, ready to mark the corners of a tile."""
    _component()(key=KEY_UNREAD, data=bare(photo) | _attempt(), on_corners_change=on_mark)


def _attempt() -> dict[str, int]:
    """How often a photo was read from marked corners: the picture learns from it that its corners were used."""
    return {"attempt": st.session_state.get("attempts", 0)}


def _component() -> Callable[..., Any]:
    return st.components.v2.component(
        "pomona_canvas",
        html=(_HERE / "canvas.html").read_text(encoding="utf-8"),
        css=(_HERE / "canvas.css").read_text(encoding="utf-8"),
        js=(_HERE / "canvas.js").read_text(encoding="utf-8"),
        # In the page's own tree, so that screen readers, tests and the theme see it as part of the page.
        isolate_styles=False,
    )


def tapped() -> str | None:
    """The name of the thing that was tapped last; None for a place with nothing on it."""
    tap = st.session_state[KEY].get("tap") or {}
    return tap.get("id")


def marked(key: str) -> Quad:
    """The four corners that were marked last, in photo pixels."""
    a, b, c, d = ((float(x), float(y)) for x, y in st.session_state[key]["corners"]["points"])
    return (a, b, c, d)


def bare(photo: Unread) -> dict[str, Any]:
    """A picture with nothing drawn on it."""
    width, height = photo.photo.width, photo.photo.height
    return {
        "url": photo.picture.url,
        "width": width,
        "height": height,
        "box": (0, 0, width, height),
        "tile": 0,
        "colours": COLOURS,
        "marks": [],
        "lit": None,
        "litLabel": "",
        "lights": [],
        "marking": "always",
        "texts": _texts(),
    }


def drawing(table: Table, verdict: Verdict, overlay: Overlay) -> dict[str, Any]:
    """All that the picture needs to draw itself, as JSON."""
    lit = table.lit if overlay.lights.get(table.lit or "") else None
    return {
        "url": table.picture.url,
        "width": overlay.width,
        "height": overlay.height,
        "box": overlay.box,
        "tile": overlay.tile,
        "colours": COLOURS,
        "marks": [_mark(mark, verdict.doubts) for mark in overlay.marks],
        "lit": lit,
        "litLabel": _line_label(verdict, lit) if lit else "",
        "lights": [
            {
                "outlines": [_points(outline) for outline in light.outlines],
                "points": _points(light.points),
                "branches": [_points(branch) for branch in light.branches],
            }
            for light in overlay.lights.get(lit or "", ())
        ],
        "marking": "offered" if GAMES[table.reading.game].can_be_marked else "never",
        "texts": _texts(),
    }


def _texts() -> dict[str, str]:
    """What the picture says by itself."""
    names = ("whole", "tree", "hint", "all", "one", "before", "after", "gone")
    marking = ("mark", "marking", "mark_back", "mark_stop", "mark_go", "mark_done", "mark_wait")
    texts = {name: text.say(f"picture_{name}") for name in (*names, *marking)}
    return {"picture": text.say("picture"), **texts}


def _mark(mark: Mark, doubts: tuple[Doubt, ...]) -> dict[str, Any]:
    return {
        "id": mark.id,
        "kind": mark.kind,
        "points": _points(mark.points),
        "size": round(mark.size, 1),
        "value": mark.value,
        "letter": mark.letter,
        "doubt": mark.doubt,
        "anchor": _points((mark.anchor,))[0],
        "label": _label(mark, None if mark.doubt is None else doubts[mark.doubt]),
    }


def _label(mark: Mark, doubt: Doubt | None) -> str:
    """What a mark is taken for, in words."""
    where = text.place(mark.place)
    if doubt is None:
        return f"{text.answer(mark.kind, mark.value or mark.kind)} · {where}"
    seen = text.answer(doubt.what, doubt.seen.value)
    sure = text.say("sure", percent=round(100 * doubt.seen.probability))
    return f"{seen}? {sure} · {where}"


def _line_label(verdict: Verdict, category: str) -> str:
    line = verdict.sheet.line(category)
    points = line.points if line else 0
    return f"{text.category(category)}: {text.count('points', points)}"


def _points(points: tuple[Pixel, ...]) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in points]
