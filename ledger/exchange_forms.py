"""The form of an exported log, by which one from outside is judged before anything is changed."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, model_validator

from ledger.checks import MAX_NAME, MAX_NOTE, MAX_PLACE
from scoring.designs import Design
from scoring.errors import RefusedError
from scoring.lattice import Direction
from scoring.parsing import Frozen

FORM = 1
Number = Annotated[int, Field(ge=-(10**9), le=10**9)]
SeatNumber = Annotated[int, Field(ge=1, le=20)]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Data = dict[str, Any]
Value = bool | Number | Annotated[str, Field(max_length=MAX_NAME)]


class LineForm(Frozen):
    """A line of a sheet."""

    category: Annotated[str, Field(min_length=1, max_length=200)]
    count: Number
    points_each: Number | None
    points: Number
    evidence: Annotated[tuple[Data, ...], Field(strict=False, max_length=100_000)]
    why: Annotated[tuple[str, ...], Field(strict=False, max_length=100_000)] = ()


class WarningForm(Frozen):
    """A problem that the sheet tells."""

    code: Annotated[str, Field(max_length=100)]
    message: Annotated[str, Field(max_length=2000)]
    where: Annotated[
        tuple[Annotated[tuple[Number, Number], Field(strict=False)], ...],
        Field(strict=False, max_length=100_000),
    ]


class SheetForm(BaseModel):
    """A sheet as it was agreed on that night; a game's further fields are kept as they are."""

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="allow", strict=True)

    game: str
    total: Number | None
    items: Annotated[tuple[LineForm, ...], Field(strict=False, max_length=1000)]
    warnings: Annotated[tuple[WarningForm, ...], Field(strict=False, max_length=10_000)]

    @model_validator(mode="after")
    def _adds_up(self) -> Self:
        points = sum(line.points for line in self.items)
        if self.total is not None and points != self.total:
            message = f"the lines' points add up to {points}, not to the total {self.total}"
            raise RefusedError("adds_up", message, points=points, total=self.total)
        return self


class PhotoForm(Frozen):
    """A photo of a layout; its bytes stand in the log's `photos`."""

    hash: Hash
    reading: Data | None = None


class WhereForm(BaseModel):
    """Where a thing is, as in a doubt; a game's further fields are kept as they are."""

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="allow", strict=True)

    col: Number | None = None
    row: Number | None = None
    direction: Direction | None = None
    at: Direction | None = None
    px: Annotated[tuple[float, float], Field(strict=False)] | None = None


class CorrectionForm(Frozen):
    """A labelled example."""

    photo: Hash
    what: Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
    where: WhereForm
    seen: Value | None
    was: Value
    confidence: Annotated[float, Field(ge=0, le=1)] | None = None
    look: Annotated[str, Field(max_length=MAX_NAME)] = ""


class LayoutForm(Frozen):
    """A layout of a seat by its number; without one, the board that all share."""

    seat: SeatNumber | None
    state: Data | None
    sheet: SheetForm | None
    photos: Annotated[tuple[PhotoForm, ...], Field(strict=False, max_length=20)] = ()
    corrections: Annotated[tuple[CorrectionForm, ...], Field(strict=False, max_length=5000)] = ()


class SeatForm(Frozen):
    """A player at the table. Points and rank are told, and worked out anew on the way in."""

    name: Annotated[str, Field(min_length=1, max_length=MAX_NAME)] | None
    side: Annotated[str, Field(min_length=1, max_length=20)] | None = None
    starts: bool = False
    points: Number | None = None
    rank: Number | None = None


class EntryForm(Frozen):
    """What a player brings to a season's goal."""

    seat: SeatNumber
    tree: Data | None = None
    measure: Number | None = None
    place: Number | None = None
    photo: Hash | None = None


class GoalForm(Frozen):
    """A season's goal."""

    season: Annotated[int, Field(ge=1, le=4)]
    goal: str
    entries: Annotated[tuple[EntryForm, ...], Field(strict=False, max_length=20)] = ()


class DisputeForm(Frozen):
    """A question at the table."""

    seat: SeatNumber | None
    claim: Data
    answer: Data
    note: Annotated[str, Field(max_length=MAX_NOTE)] = ""
    made: Annotated[AwareDatetime, Field(strict=False)]


class NightForm(Frozen):
    """A game night."""

    id: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
    game: str
    date: Annotated[dt.date, Field(strict=False)]
    place: Annotated[str, Field(max_length=MAX_PLACE)] = ""
    note: Annotated[str, Field(max_length=MAX_NOTE)] = ""
    rules: Data
    seats: Annotated[tuple[SeatForm, ...], Field(strict=False, max_length=20)]
    layouts: Annotated[tuple[LayoutForm, ...], Field(strict=False, max_length=21)] = ()
    goals: Annotated[tuple[GoalForm, ...], Field(strict=False, max_length=4)] = ()
    disputes: Annotated[tuple[DisputeForm, ...], Field(strict=False, max_length=500)] = ()
    started: Annotated[AwareDatetime, Field(strict=False)]
    changed: Annotated[AwareDatetime, Field(strict=False)]
    ended: Annotated[AwareDatetime, Field(strict=False)] | None = None
    minutes: Annotated[int, Field(ge=0, le=10_080)] | None = None

    @model_validator(mode="after")
    def _once_each(self) -> Self:
        once: dict[str, list[int | None]] = {
            "layouts": [layout.seat for layout in self.layouts],
            "goals": [goal.season for goal in self.goals],
        }
        for number, goal in enumerate(self.goals):
            once[f"goals[{number}].entries"] = [entry.seat for entry in goal.entries]
        for name, numbers in once.items():
            if len(set(numbers)) < len(numbers):
                raise RefusedError("once_each", f"{name}: allowed: one for each", about=name)
        told = [
            *(layout.seat for layout in self.layouts),
            *(dispute.seat for dispute in self.disputes),
            *(entry.seat for goal in self.goals for entry in goal.entries),
        ]
        worst = max((number for number in told if number), default=0)
        if worst > len(self.seats):
            message = f"seat {worst} is not at this table of {len(self.seats)}"
            raise RefusedError("no_such_seat", message, value=worst, count=len(self.seats))
        return self


class LogForm(Frozen):
    """A whole log, or some nights of one. `photos`: the bytes in base64 by their hash."""

    pomona_log: Literal[1]
    nights: Annotated[tuple[NightForm, ...], Field(strict=False, max_length=100_000)]
    players: Annotated[
        tuple[Annotated[str, Field(min_length=1, max_length=MAX_NAME)], ...],
        Field(strict=False, max_length=100_000),
    ] = ()
    designs: Annotated[tuple[Design, ...], Field(strict=False, max_length=200)] = ()
    remembered: Annotated[dict[str, Data], Field(max_length=1000)] = Field(default_factory=dict)
    photos: Annotated[dict[Hash, str], Field(max_length=100_000)] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _nights_differ(self) -> Self:
        if len({night.id for night in self.nights}) < len(self.nights):
            raise RefusedError(
                "night_twice", "nights: two have one id; allowed: each night once", about="nights"
            )
        return self
