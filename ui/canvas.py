"""The tapped picture: an own component that draws the overlay as SVG over the photo."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from ui import readings, text
from ui.cycle import OPTIONS, corners, edit_of, targets
from ui.pictures import Picture
from ui.table import Table, Unread
from vision.doubts import Doubt
from vision.games import GAMES
from vision.observe import Edit, Pixel, Quad
from vision.overlay import Light, Mark, Overlay
from vision.paint import COLOURS
from vision.report import Verdict
from vision.straight import Straight

_HERE = Path(__file__).parent

_SCRIPTS = ("canvas", "canvas_mark", "canvas_mend", "canvas_shapes", "canvas_zoom")
"""In the browser they are one module."""

KEY = "picture"
KEY_UNREAD = "unread_picture"


def show(
    table: Table,
    verdict: Verdict,
    overlay: Overlay,
    asked: Light | None,
    on_tap: Callable[[], None],
    on_mark: Callable[[], None],
    on_mend: Callable[[], None],
) -> None:
    """Draw the picture.

    A tap that Python must know of calls `on_tap`; `tapped` then says on what. When a player has marked the corners of
    a tile, `on_mark` is called; `marked` then has them. Taps that mend call `on_mend`; `mended` then has them, until
    the table's `answered` counts them.
    """
    data = drawing(table, verdict, overlay, asked) | _attempt()
    if straight := table.straight():
        data = straightened(data, *straight)
    _component()(
        key=KEY,
        data=data,
        on_tap_change=on_tap,
        on_corners_change=on_mark,
        on_mend_change=lambda: _turn(table),
        on_flat_change=lambda: _flatten(table),
        on_edits_change=on_mend,
    )


def show_unread(photo: Unread, on_mark: Callable[[], None]) -> None:
    """Draw a photo in which nothing was found, ready to mark the corners of a tile."""
    _component()(key=KEY_UNREAD, data=bare(photo) | _attempt(), on_corners_change=on_mark)


def _attempt() -> dict[str, int]:
    """A picture whose corners were marked waits until another reading is over."""
    return {"attempt": readings.over()}


def _component() -> Callable[..., Any]:
    return st.components.v2.component(
        "pomona_canvas",
        html=(_HERE / "canvas.html").read_text(encoding="utf-8"),
        css=(_HERE / "canvas.css").read_text(encoding="utf-8"),
        js="\n".join((_HERE / f"{name}.js").read_text(encoding="utf-8") for name in _SCRIPTS),
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


def mended(table: Table) -> tuple[list[Edit], int]:
    """The players' words of the taps that were not answered yet, and the number of the last tap."""
    told = st.session_state.get(KEY, {}).get("edits") or {}
    found: list[Edit] = []
    last = table.answered
    if told.get("url") not in table.urls():
        return found, last  # taps on a picture that lies there no longer
    for tap in told["list"]:
        if tap["number"] > last:
            last = int(tap["number"])
            if table.asking:
                _set_corner(table, tap["id"], tap["value"])
                continue
            # Each on what the one before left: a die's value is told together with its colour.
            known = targets(table.after([*table.edits[: table.told], *found]))
            edit = edit_of(known, tap["id"], tap["value"])
            if edit is not None:
                found.append(edit)
    return found, last


def _set_corner(table: Table, name: str, chosen: object) -> None:
    """Take a corner to the shape that is asked about, or away from it."""
    point = next((it for it in corners(table.mended, ()) if it.id == name), None)
    if point is None:
        return
    _, x, y = point.id.split(":")
    corner = (int(x), int(y))
    if corner in table.corners:
        table.corners.remove(corner)
    if chosen is True:
        table.corners.append(corner)


def _turn(table: Table) -> None:
    told = st.session_state[KEY].get("mend") or {}
    table.mending, table.lit, table.focus = bool(told.get("on")), None, None


def _flatten(table: Table) -> None:
    told = st.session_state[KEY].get("flat") or {}
    table.flat = bool(told.get("on"))


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
        "flat": None,
        **_NO_MENDING,
        "texts": _texts(photo.game),
    }


def drawing(table: Table, verdict: Verdict, overlay: Overlay, asked: Light | None = None) -> dict[str, Any]:
    """All that the picture needs to draw itself, as JSON. asked: the shape that a player asks about."""
    letters = text.letters()
    lit = table.lit if overlay.lights.get(table.lit or "") else None
    lights: Sequence[Light] = overlay.lights.get(lit or "", ())
    label = _line_label(verdict, lit) if lit else ""
    if table.asking:
        lit, lights = "asked", [asked] if asked and asked != Light() else []
        label = text.say("dispute_hint")
    return {
        "url": table.picture.url,
        "width": overlay.width,
        "height": overlay.height,
        "box": overlay.box,
        "tile": overlay.tile,
        "colours": COLOURS,
        "marks": [_mark(mark, verdict.doubts, letters) for mark in overlay.marks],
        "lit": lit,
        "litLabel": label,
        "lights": [
            {
                "outlines": [_points(outline) for outline in light.outlines],
                "points": _points(light.points),
                "branches": [_points(branch) for branch in light.branches],
            }
            for light in lights
        ],
        "marking": "offered" if table.data and GAMES[table.reading.game].can_be_marked else "never",
        "flat": False if table.data else None,
        **_mending(table, verdict, overlay, letters),
        "texts": _texts(table.reading.game),
    }


def straightened(data: dict[str, Any], view: Straight, picture: Picture) -> dict[str, Any]:
    """The drawing on the straightened picture: every point moved along. Corners are marked in the photo itself."""

    def move(points: Iterable[Sequence[float]]) -> list[list[float]]:
        return _points(tuple(view.point((x, y)) for x, y in points))

    def stretch(size: float, at: Sequence[float]) -> float:
        (x0, _), (x1, _) = move([(at[0] - size / 2, at[1]), (at[0] + size / 2, at[1])])
        return round(abs(x1 - x0), 1)

    height, width = view.pixels.shape[:2]
    middle = [(data["box"][0] + data["box"][2]) / 2, (data["box"][1] + data["box"][3]) / 2]
    return {
        **data,
        "box": [0, 0, width, height],
        "wide": [0, 0, width, height],
        "url": picture.url,
        "width": width,
        "height": height,
        "tile": stretch(data["tile"], middle),
        "flat": True,
        "marking": "never",
        "marks": [
            it
            | {
                "points": move(it["points"]),
                "anchor": move([it["anchor"]])[0],
                "size": stretch(it["size"], it["points"][0]),
            }
            for it in data["marks"]
        ],
        "targets": [
            it | {"points": move(it["points"]), "size": stretch(it["size"], it["points"][0])}
            for it in data["targets"]
        ],
        "lights": [
            {
                "outlines": [move(it) for it in light["outlines"]],
                "points": move(light["points"]),
                "branches": [move(it) for it in light["branches"]],
            }
            for light in data["lights"]
        ],
    }


_OVER = {"colour": "die", "value": "die"}
"""What the marks are called whose place a tool's own ones take, where it is not the tool's name."""
_AROUND = 0.25
"""What is shown around all that can be tapped, in tiles."""
_NO_MENDING: dict[str, Any] = {"mending": "never", "answered": 0, "tools": [], "targets": []}


def _mending(table: Table, verdict: Verdict, overlay: Overlay, letters: Mapping[str, str]) -> dict[str, Any]:
    """The tools, and while one is in hand what each can change."""
    found = corners(verdict.reading, table.corners) if table.asking else targets(verdict.reading)
    if not found:
        return _NO_MENDING
    told = _NO_MENDING | {"answered": table.answered, "letters": letters}
    if not table.mending and not table.asking:
        return told | {"mending": "offered"}
    xs, ys = zip(*(point for target in found for point in target.points), strict=True)
    edge = _AROUND * overlay.tile
    used = dict.fromkeys(target.tool for target in found)
    return told | {
        "mending": "on" if table.data and not table.asking else "always",
        "wide": (
            max(0, min(xs) - edge),
            max(0, min(ys) - edge),
            min(overlay.width, max(xs) + edge),
            min(overlay.height, max(ys) + edge),
        ),
        "tools": [
            {
                "name": tool,
                "label": text.say(f"tools.{tool}"),
                "over": _OVER.get(tool, tool),
                "options": OPTIONS[tool],
                "labels": [text.answer(f"mend:{tool}", value) for value in OPTIONS[tool]],
            }
            for tool in used
        ],
        "targets": [
            {
                "id": target.id,
                "points": _points(target.points),
                "size": round(target.size, 1),
                "value": target.value,
                "other": target.other,
                "where": text.place(target.place),
            }
            for target in found
        ],
    }


def _texts(game: str) -> dict[str, str]:
    """What the picture of a game says by itself: in words of its own where it has some."""
    names = ("whole", "tree", "hint", "all", "one", "before", "after", "gone", "flat", "nearer", "farther")
    marking = (
        "mark",
        "marking",
        *(f"mark_{it}" for it in ("back", "stop", "go", "done", "wait", "keys", "corner")),
    )
    mending = ("mend", "mend_done", "mend_hint")
    texts = {name: text.of_game(game, f"picture_{name}") for name in (*names, *marking, *mending)}
    return {"picture": text.say("picture"), **texts}


def _mark(mark: Mark, doubts: tuple[Doubt, ...], letters: Mapping[str, str]) -> dict[str, Any]:
    return {
        "id": mark.id,
        "kind": mark.kind,
        "points": _points(mark.points),
        "size": round(mark.size, 1),
        "value": mark.value,
        "letter": mark.letter(letters),
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
    sure = text.say("sure", percent=doubt.percent)
    return f"{seen}? {sure} · {where}"


def _line_label(verdict: Verdict, category: str) -> str:
    line = verdict.sheet.line(category)
    points = line.points if line else 0
    return f"{text.category(category)}: {text.count('points', points)}"


def _points(points: tuple[Pixel, ...]) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in points]
