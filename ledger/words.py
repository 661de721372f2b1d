"""What stands on what leaves the log for people, such as printed sheets: in English, or as whoever asks for it says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ledger.records import Night, Seat
from ledger.scorepad import label_of
from scoring.errors import PomonaError
from vision.overlay import LETTERS


def _label(seat: Seat) -> str:
    return seat.label


def _why(night: Night) -> str | None:
    return night.why


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a sheet, and what a line, a player, a variant, a result and an error are called on it.

    letters: what is written on the things in its pictures.
    """

    total: str = "Total"
    rank: str = "Rank"
    category: Callable[[str], str] = label_of
    seat: Callable[[Seat], str] = _label
    variant: Callable[[str], str] = str
    why: Callable[[Night], str | None] = _why
    error: Callable[[PomonaError], str] = str
    letters: Mapping[str, str] = field(default_factory=lambda: LETTERS)


ENGLISH = Words()
