"""A night for the app BG Stats: a link that it opens, and the link as a QR code for another phone."""

from __future__ import annotations

import datetime as dt
import io
import json
from typing import Any, Literal
from urllib.parse import quote

from ledger.errors import EntryError
from ledger.records import Layout, Night, Seat
from ledger.words import ENGLISH, Words
from vision.games import GAMES

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
MAX_LINK = 8000  # characters that browsers and messengers carry
MAX_CODE = 2900  # bytes that the largest QR code holds, at the lowest correction
_COMMENTS = 1500


def play_json(night: Night, comments: bool = True, words: Words = ENGLISH) -> dict[str, Any]:
    """The play as BG Stats takes it; the breakdown by player stands in the comments, where there is a place for it."""
    play: dict[str, Any] = {
        "sourceName": "Pomona",
        "sourcePlayId": night.id,
        "playDate": _end(night).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": night.minutes or 0,
        "location": night.place,
        "game": {
            "name": GAMES[night.game].title,
            "sourceGameId": night.game,
            "highestWins": True,
            "noPoints": not _counts_points(night),
        },
        "players": [_player(night, seat, words) for seat in night.seats],
    }
    if variant := night.rules.get("variant"):
        play["board"] = words.variant(str(variant))
    return {**play, "comments": _breakdown(night, words)[:_COMMENTS]} if comments else play


def play_link(night: Night, most: int = MAX_LINK, words: Words = ENGLISH) -> str:
    """The link. The breakdown is left out where it would become longer than `most`.

    Raises EntryError when it is too long even so.
    """
    for comments in (True, False):
        text = json.dumps(play_json(night, comments, words), ensure_ascii=False, separators=(",", ":"))
        link = ADDRESS + quote(text, safe="")
        if len(link) <= most:
            return link
    raise EntryError(
        "too_long",
        f"link: {len(link)} characters are more than {most}; shorten names or place.",
        count=len(link),
        bound=most,
    )


def play_code(night: Night, kind: Literal["svg", "png"] = "svg", words: Words = ENGLISH) -> bytes:
    """The link as a QR code, a picture's bytes. Raises EntryError when the names are too long for one."""
    import segno

    out = io.BytesIO()
    code = segno.make_qr(play_link(night, MAX_CODE, words), error="l", boost_error=False)
    code.save(out, kind=kind, scale=4, border=4, light="white")
    return out.getvalue()


def _end(night: Night) -> dt.datetime:
    """When the play ended, in UTC. A night that was written down later is dated at noon of its day."""
    if night.ended and abs((night.ended.astimezone().date() - night.date).days) <= 1:
        return night.ended
    return dt.datetime.combine(night.date, dt.time(12), dt.UTC)


def _player(night: Night, seat: Seat, words: Words) -> dict[str, Any]:
    player: dict[str, Any] = {
        "name": words.seat(seat),
        "startPlayer": seat.starts,
        "rank": seat.rank or 0,
        "winner": seat.rank == 1 and len(night.seats) > 1,
    }
    if seat.player_id:
        player["sourcePlayerId"] = seat.player_id
    if seat.side:
        player["role"] = seat.side
    if seat.points is not None and _counts_points(night):
        player["score"] = str(seat.points)
    return player


def _counts_points(night: Night) -> bool:
    return any(layout.total is not None for layout in night.layouts)


def _breakdown(night: Night, words: Words) -> str:
    parts = [_one(night, layout, words) for layout in night.layouts if layout.sheet]
    return "\n".join([*parts, *(it for it in (words.why(night), night.note) if it)])


def _one(night: Night, layout: Layout, words: Words) -> str:
    items = layout.sheet["items"] if layout.sheet else ()
    what = "count" if layout.total is None else "points"
    told = ", ".join(f"{words.category(item['category'])} {item[what]}" for item in items if item["count"])
    return f"{words.seat(night.seat(layout.seat_id))}: {told}" if layout.seat_id else told
