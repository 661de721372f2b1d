"""Nights to test with, and states of all four games."""

from __future__ import annotations

from functools import cache
from typing import Any

from ledger import goals, labels, nights
from ledger.records import Correction, Night
from ledger.store import Book
from tests.fakes import TREE, photo_bytes, picture
from vision import observe
from vision.photo import load_photo

ORCHARD = {"game": "orchard", "cards": 9, "dice": [{"col": 0, "row": 0, "fruit": "apple", "value": 6}]}
PINK = [{"colour": "pink", "sides": [0, 3]}]
TRELLIS = {
    "game": "trellis",
    "tiles": [{"q": 0, "r": 0, "vines": PINK}, {"q": 1, "r": 0, "vines": PINK}],
    "flowers": [{"q": 0, "r": 0, "vine": 0, "player": "peach"}],
}
ARBOR = {
    "game": "arbor2",
    "roots": [{"col": 3, "row": 3}],
    "tiles": [{"col": 2, "row": 3, "owner": "black", "kind": "tree"}],
    "ancients": [{"owner": "black", "col": 2, "row": 3}],
}
LAYOUTS: dict[str, dict[str, Any]] = {"espalier": TREE, "orchard": ORCHARD}
BOARDS: dict[str, tuple[dict[str, Any], tuple[str, str]]] = {
    "trellis": (TRELLIS, ("peach", "teal")),
    "arbor2": (ARBOR, ("black", "white")),
}


@cache
def photo(shade: int = 0) -> bytes:
    """A photo for the fake reader; each shade is another file."""
    image = picture()
    image.putpixel((0, 0), (shade, 0, 0))
    return photo_bytes(image, "PNG")


def full_night(book: Book, names: tuple[str, str] = ("Ann", "Ben"), shade: int = 0) -> Night:
    """An Espalier night with everything in it; needs the fake reader."""
    night = nights.start_night(
        book, "espalier", players=names, place="Kitchen", note="late", rules={"goal_points": [5, 3, 1]}
    )
    ann, ben = (seat.id for seat in night.seats)
    data = photo(shade)
    reading = observe.read(load_photo(data), "espalier")
    night = nights.add_photo(book, night.id, ann, data, reading)
    kept = night.seats[0], night.layouts[0].photos[0].hash
    edits = [observe.Edit("branch", observe.Place(1, 0, direction="N"), False)]
    examples = labels.corrections_of(reading, edits, kept[1], "our copy")
    nights.save_layout(book, night.id, ann, reading.corrected(edits).state, corrections=examples)
    nights.save_layout(book, night.id, ben, TREE)
    goals.set_goal(book, night.id, 1, "most_limes")
    goals.save_goal_entry(book, night.id, 1, ann, measure=3)
    goals.save_goal_entry(book, night.id, 1, ben, tree=TREE, photo=photo(shade + 1))
    labels.save_dispute(book, night.id, {"outline": [[0, 0]]}, {"scores": False}, seat_id=ann, note="why?")
    return nights.finish_night(book, night.id, 75)


def correction(photo: str) -> Correction:
    return Correction(photo, "branch", {"col": 0, "row": 0, "direction": "N"}, True, False, 0.8, "our copy")
