"""The tapped picture: an own component that draws the overlay as SVG over the photo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from ui import text
from ui.table import Table
from vision.doubts import Doubt
from vision.observe import Pixel
from vision.overlay import Mark, Overlay
from vision.paint import COLOURS
from vision.report import Verdict

_HERE = Path(__file__).parent

KEY = "picture"


def show(table: Table, verdict: Verdict, overlay: Overlay, on_tap: Callable[[], None]) -> None:
    """Draw the picture. A tap that Python must know of calls `on_tap`; `tapped` then says on what."""
    component = st.components.v2.component(
        "pomona_canvas",
        html=(_HERE / "canvas.html").read_text(encoding="utf-8"),
        css=(_HERE / "canvas.css").read_text(encoding="utf-8"),
        js=(_HERE / "canvas.js").read_text(encoding="utf-8"),
        # In the page's own tree, so that screen readers, tests and the theme see it as part of the page.
        isolate_styles=False,
    )
    component(key=KEY, data=drawing(table, verdict, overlay), on_tap_change=on_tap)


def tapped() -> str | None:
    """The name of the thing that was tapped last; None for a place with nothing on it."""
    tap = st.session_state[KEY].get("tap") or {}
    return tap.get("id")


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
        "texts": {
            "picture": text.say("picture"),
            "whole": text.say("picture_whole"),
            "tree": text.say("picture_tree"),
            "hint": text.say("picture_hint"),
            "all": text.say("picture_all"),
            "one": text.say("picture_one"),
            "before": text.say("picture_before"),
            "after": text.say("picture_after"),
            "gone": text.say("picture_gone"),
        },
    }


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
        return f"{text.say(f'things.{mark.value or mark.kind}')} · {where}"
    seen = text.answer(doubt.what, doubt.seen.value)
    sure = text.say("sure", percent=round(100 * doubt.seen.probability))
    return f"{seen}? {sure} · {where}"


def _line_label(verdict: Verdict, category: str) -> str:
    line = verdict.sheet.line(category)
    points = line.points if line else 0
    return f"{text.category(category)}: {text.count('points', points)}"


def _points(points: tuple[Pixel, ...]) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in points]
