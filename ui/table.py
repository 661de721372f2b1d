"""What one visitor has on the table: the photo, what was read, and corrections that can be taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ui.cycle import laid
from ui.pictures import Picture
from vision.games import GAMES
from vision.native import require_opencv
from vision.observe import Edit, Marked, Quad, Reading, read
from vision.overlay import Overlay, make_overlay
from vision.paint import cut_out, jpeg
from vision.photo import Photo, load_photo
from vision.report import Verdict, judge
from vision.straight import Straight, straighten

if TYPE_CHECKING:
    from ledger.records import Correction

REMEMBERED = 16
"""Scores that are kept, so that taking an answer back or flipping a switch twice costs nothing."""


@dataclass
class Saved:
    """Where a table is kept in the log, and what was known of it there.

    photo: the hash of the photo that was read; None for a layout without one.
    edits: the words on this photo, others: the labelled examples from the layout's other photos.
    places: those that the player took in the seasons' goals.
    """

    night: str
    seat: str | None
    photo: str | None
    revision: int
    edits: Sequence[Edit] = ()
    others: tuple[Correction, ...] = ()
    places: tuple[int | None, ...] = ()


@dataclass
class Table:
    """One photo with its reading. `edits` beyond `told` were taken back and can be told again.

    data: the photo's file; empty for a layout that is entered by hand.
    truth: the true total, where it is known; lit: the category of the sheet line whose evidence is lit;
    focus: the id of the mark that was tapped last; answered: the number of the last tap that was told;
    mending: whether taps change things; asking: whether they set the corners of a shape that is asked about;
    flat: whether the picture is shown straightened; more: further photos that were read together with this one;
    enlarged: the pictures that are shown of what it lacks.
    """

    photo: Photo
    reading: Reading
    picture: Picture
    truth: int | None = None
    data: bytes = b""
    edits: list[Edit] = field(default_factory=list)
    told: int = 0
    lit: str | None = None
    focus: str | None = None
    answered: int = 0
    mending: bool = False
    flat: bool = False
    asking: bool = False
    corners: list[tuple[int, int]] = field(default_factory=list)
    enlarged: list[Picture] = field(default_factory=list)
    more: list[Unread] = field(default_factory=list)
    saved: Saved | None = None
    _judged: dict[Any, tuple[Verdict, Overlay]] = field(default_factory=dict)
    _cut_outs: dict[str, Picture] = field(default_factory=dict)
    _straight: tuple[Straight, Picture] | None = None

    def judged(self, rules: Any) -> tuple[Verdict, Overlay]:
        """The score under these rules with the corrections told so far, and what to draw for it."""
        key = (rules, tuple(self.edits[: self.told]))
        if key not in self._judged:
            verdict = judge(self.mended, rules)
            overlay = make_overlay(verdict.reading, verdict.sheet, verdict.doubts)
            if len(self._judged) >= REMEMBERED:
                self._judged.pop(next(iter(self._judged)))
            self._judged[key] = (verdict, overlay)
        return self._judged[key]

    def read_again(self, reading: Reading) -> None:
        """Another reading of the same photo takes the place of the first; what was told stays."""
        self.reading = reading
        self._judged.clear()
        self._cut_outs.clear()
        self._straight = None

    def total(self, rules: Any) -> int:
        """The total alone: it is known long before the doubts are."""
        return int(GAMES[self.reading.game].rules.total(self.mended.state, rules))

    @property
    def mended(self) -> Reading:
        """The reading with the corrections told so far."""
        return self.after(self.edits[: self.told])

    def after(self, edits: Sequence[Edit]) -> Reading:
        """The reading with these corrections."""
        return self.laid(edits).corrected(edits)

    def laid(self, edits: Sequence[Edit]) -> Reading:
        """The reading as it was seen, with its tiles where these edits say that they lie."""
        return laid(self.reading, edits)

    def tell(self, edit: Edit) -> None:
        """A player's word on one thing."""
        self.edits[self.told :] = [edit]
        self.told += 1

    def straight(self) -> tuple[Straight, Picture] | None:
        """The straightened picture, where it is asked for and can be had."""
        if not self.flat:
            return None
        if self._straight is None and (view := straighten(self.photo, self.reading.seen.grid)):
            self._straight = (view, Picture(as_jpeg(view.pixels)))
        return self._straight

    def urls(self) -> tuple[str, ...]:
        """Where the browser has its pictures from."""
        straight = (self._straight[1].url,) if self._straight else ()
        return (self.picture.url, *straight)

    @property
    def unread(self) -> Unread:
        """The photo alone, to be read again."""
        return Unread(self.photo, self.picture, self.reading.game, self.truth, self.data)

    def undo(self) -> None:
        self.told = max(0, self.told - 1)

    def redo(self) -> None:
        self.told = min(len(self.edits), self.told + 1)

    def cut_out(self, overlay: Overlay, doubt: int) -> Picture | None:
        """The photo around a doubtful thing, enlarged; None for what has no place in the photo."""
        mark = next((mark for mark in overlay.marks if mark.doubt == doubt), None)
        if mark is None:
            return None
        if mark.id not in self._cut_outs:
            self._cut_outs[mark.id] = Picture(jpeg(cut_out(self.photo, mark)))
        return self._cut_outs[mark.id]


@dataclass(frozen=True)
class Unread:
    """A photo in which no layout was found; a player may still mark where it lies."""

    photo: Photo
    picture: Picture
    game: str
    truth: int | None = None
    data: bytes = b""


def open_photo(data: bytes, name: str, game: str, truth: int | None = None) -> Unread:
    """Load a photo.

    Raises PomonaError when it is none.
    """
    require_opencv()
    photo = load_photo(data, name)
    return Unread(photo, Picture(as_jpeg(photo.pixels)), game, truth, data)


def as_jpeg(pixels: NDArray[np.uint8]) -> bytes:
    """Pixels, (H, W, 3) RGB, as a file for the browser."""
    from PIL import Image

    return jpeg(Image.fromarray(pixels))


def read_photo(unread: Unread, corners: Quad | None = None, rules: Any = None) -> Table:
    """Read a photo, from marked corners in its pixels where they are given.

    rules: the game's, where players said what they agreed on.

    Raises PomonaError when no layout of the game is in it.
    """
    marked = None if corners is None else Marked(corners)
    reading = read(unread.photo, unread.game, marked, rules)
    return Table(unread.photo, reading, unread.picture, unread.truth, unread.data)
