"""What is remembered from game to game: designs that were drawn, the goal points as printed, places."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select

from ledger.checks import MAX_NAME, clean, refuse_more, refuse_unfit, short
from ledger.errors import MissingError
from ledger.models import DesignRow, NightRow, SettingRow
from ledger.store import Book, forget_for_good
from scoring.designs import Design
from scoring.errors import RulesError
from scoring.parsing import parse

MAX_DESIGNS = 200
MAX_SETTING = 20_000  # characters of JSON
OWN = "own:"
"""Before the keys of what players and the app remember; the log's own have none."""
_POINTS = "goal_points"


def list_designs(book: Book) -> tuple[Design, ...]:
    """The designs that the players drew, by name; `scoring.designs.shipped()` has those that come with Pomona."""
    with book.read() as session:
        rows = session.scalars(select(DesignRow).order_by(DesignRow.name)).all()
        return tuple(parse(Design, row.design, "design", RulesError) for row in rows)


def save_design(book: Book, design: Design | dict[str, Any]) -> Design:
    """Keep a design for later games; one of the same name is replaced. Raises RulesError."""
    told = design.model_dump(mode="json") if isinstance(design, Design) else design
    name = told.get("name")
    if isinstance(name, str):
        told = {**told, "name": short(name, "name", MAX_NAME)}
    drawn = parse(Design, told, "design", RulesError)
    with book.write() as session:
        row = session.get(DesignRow, drawn.name)
        if row is None:
            refuse_more(
                (session.scalar(select(func.count()).select_from(DesignRow)) or 0) + 1, MAX_DESIGNS, "designs"
            )
            row = DesignRow(name=drawn.name)
            session.add(row)
        row.design = drawn.model_dump(mode="json")
    return drawn


def delete_design(book: Book, name: str) -> None:
    """Forget a design; games that were played with it keep it. Raises MissingError."""
    with book.write() as session:
        row = session.get(DesignRow, name)
        if row is None:
            raise MissingError("no_design", f"design {clean(name)[:40]!r}: it is not kept; see the list.")
        session.delete(row)
    forget_for_good(book)


def goal_points(book: Book) -> tuple[int | None, int | None, int | None]:
    """The garden goals' points as printed on the players' board; None where nobody has told them yet."""
    first, second, third = (recall(book, _POINTS) or {"points": [None] * 3})["points"]
    return first, second, third


def remember_goal_points(book: Book, points: tuple[int | None, int | None, int | None]) -> None:
    """Keep the garden goals' points for all later games. Raises RulesError."""
    from scoring.espalier_state import parse_rules

    remember(book, _POINTS, {"points": list(parse_rules({"goal_points": list(points)}).goal_points)})


def recall(book: Book, key: str) -> dict[str, Any] | None:
    """What was remembered under a key, such as the garden goals' points."""
    with book.read() as session:
        row = session.get(SettingRow, OWN + key)
        return row.value if row else None


def remember(book: Book, key: str, value: dict[str, Any] | None) -> None:
    """Remember something under a key; None forgets it. Raises EntryError."""
    key = OWN + short(key, "key", MAX_NAME)
    told = None if value is None else refuse_unfit(value, key, MAX_SETTING)
    with book.write() as session:
        row = session.get(SettingRow, key)
        if told is None:
            if row is not None:
                session.delete(row)
        elif row is None:
            session.add(SettingRow(key=key, value=told))
        else:
            row.value = told
    if told is None:
        forget_for_good(book)


def list_places(book: Book) -> tuple[str, ...]:
    """Where games were played, the latest first."""
    latest = func.max(NightRow.started)
    query = (
        select(NightRow.place).where(NightRow.place != "").group_by(NightRow.place).order_by(latest.desc())
    )
    with book.read() as session:
        return tuple(session.scalars(query))
