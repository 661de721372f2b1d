"""What the log answers with: small frozen records. States, rules and sheets are JSON in the form of the contract."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.result import Result

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Player:
    """A remembered player, and in how many nights they played."""

    id: str
    name: str
    nights: int


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table.

    name: None once it was deleted; label: what to show, different for each seat of a night.
    side: the player's part of a board that all share, such as the flowers' colour.
    points, rank: None until there is a score; players who are equal share a rank.
    """

    id: str
    number: int
    player_id: str | None
    name: str | None
    label: str
    side: str | None
    starts: bool
    points: int | None
    rank: int | None


@dataclass(frozen=True, slots=True)
class PhotoRef:
    """A photo of a layout: its hash, for `photos.read_photo`, and what was read in it, for `readings.restore`."""

    hash: str
    kind: str
    width: int
    height: int
    reading: Json | None


@dataclass(frozen=True, slots=True)
class Correction:
    """A labelled example: what was seen in a photo and what it was, as a player said.

    what, where: as in a doubt of the contract; `px` in `where` is its place in the photo.
    seen: None where nothing was; confidence: how sure the reader was of it.
    look: the copy of the game that was photographed, as the players call it.
    """

    photo: str
    what: str
    where: Json
    seen: Any
    was: Any
    confidence: float | None = None
    look: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """What lies before a player, or on the board that all share (seat_id None).

    state, sheet, total: None while there are only photos.
    """

    seat_id: str | None
    state: Json | None
    sheet: Json | None
    total: int | None
    photos: tuple[PhotoRef, ...]
    corrections: tuple[Correction, ...]


@dataclass(frozen=True, slots=True)
class GoalEntry:
    """What a player brings to a season's goal: one of the tree then, its measure, and the place, as told."""

    seat_id: str
    tree: Json | None = None
    measure: int | None = None
    place: int | None = None
    photo: str | None = None


@dataclass(frozen=True, slots=True)
class SeasonGoal:
    """A season's garden goal, 1 to 4.

    places, measures, why: by seat, once all have entries: the place, what decided it (None where places were told),
    and a sentence.
    """

    season: int
    goal: str
    entries: tuple[GoalEntry, ...]
    places: Mapping[str, int]
    measures: Mapping[str, int | None]
    why: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Dispute:
    """A question at the table, what the rules said to it, and the players' note."""

    id: str
    seat_id: str | None
    claim: Json
    answer: Json
    note: str
    made: dt.datetime


@dataclass(frozen=True, slots=True)
class Night:
    """A game night in full.

    date: where the players were; started, changed, ended: UTC; ended is None while it goes on.
    revision: grows with each change; a device that shows an older one asks again.
    decided_by, why: the measure that decided the win, and the story in a sentence; result: what both are from, the
    players by their labels. They are None until every seat has a score, the story also at a table of one.
    """

    id: str
    game: str
    date: dt.date
    place: str
    note: str
    rules: Json
    seats: tuple[Seat, ...]
    layouts: tuple[Layout, ...]
    goals: tuple[SeasonGoal, ...]
    disputes: tuple[Dispute, ...]
    started: dt.datetime
    changed: dt.datetime
    ended: dt.datetime | None
    minutes: int | None
    decided_by: str | None
    why: str | None
    result: Result | None
    revision: int

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat.rank == 1)

    def seat(self, seat_id: str) -> Seat:
        """A seat by its id."""
        return next(seat for seat in self.seats if seat.id == seat_id)

    def layout(self, seat_id: str | None) -> Layout | None:
        """The layout of a seat, or of the board that all share."""
        return next((layout for layout in self.layouts if layout.seat_id == seat_id), None)


@dataclass(frozen=True, slots=True)
class Summary:
    """A night in a line of a list."""

    id: str
    game: str
    date: dt.date
    place: str
    seats: tuple[Seat, ...]
    ended: dt.datetime | None
    photos: int

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat.rank == 1)


@dataclass(frozen=True, slots=True)
class Figures:
    """A player's figures in one game, over the nights in which every player has a score.

    average, best, worst: of the points; None where the game counts none.
    categories: mean points a night by category of the sheet.
    against: nights with others, the only ones that can be won; `margin` is the mean of the points to the best of the
    others, None where no points are counted.
    """

    player: Player
    game: str
    nights: int
    against: int
    wins: int
    average: float | None
    best: int | None
    worst: int | None
    margin: float | None
    categories: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Margin:
    """Who won a night by how much: the points to the next player (0: a tie-break decided)."""

    night: str
    date: dt.date
    winners: tuple[Seat, ...]
    points: int
