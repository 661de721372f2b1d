"""The tables, as SQLAlchemy maps them. They stay inside this package: what leaves it are `records`."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import JSON, ForeignKey, ForeignKeyConstraint, MetaData, String, UniqueConstraint
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship
from sqlalchemy.types import DateTime, TypeDecorator

Json = dict[str, Any]
ID = 16
"""Characters of an id. It is random: whoever was sent one night's address cannot guess another's."""
HASH = 64


class Moment(TypeDecorator[dt.datetime]):
    """A point in time, always with its zone, UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: dt.datetime | None, dialect: Dialect) -> dt.datetime | None:
        return None if value is None else value.astimezone(dt.UTC)

    def process_result_value(self, value: dt.datetime | None, dialect: Dialect) -> dt.datetime | None:
        if value is None:
            return None
        # SQLite keeps no zone; what was written is UTC.
        return value.replace(tzinfo=dt.UTC) if value.tzinfo is None else value.astimezone(dt.UTC)


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {Json: JSON(none_as_null=True), dt.datetime: Moment()}  # noqa: RUF012


class PlayerRow(Base):
    """A remembered name. `key` is what two writings of one name share."""

    __tablename__ = "players"
    id: Mapped[str] = mapped_column(String(ID), primary_key=True)
    name: Mapped[str]
    key: Mapped[str] = mapped_column(unique=True)
    added: Mapped[dt.datetime]


class NightRow(Base):
    """A game that was, or is being, played. `revision` counts its changes."""

    __tablename__ = "nights"
    id: Mapped[str] = mapped_column(String(ID), primary_key=True)
    game: Mapped[str] = mapped_column(index=True)
    date: Mapped[dt.date] = mapped_column(index=True)
    place: Mapped[str]
    note: Mapped[str]
    rules: Mapped[Json]
    started: Mapped[dt.datetime]
    changed: Mapped[dt.datetime]
    ended: Mapped[dt.datetime | None]
    minutes: Mapped[int | None]
    revision: Mapped[int]
    seats: Mapped[list[SeatRow]] = relationship(
        cascade="all, delete-orphan", passive_deletes=True, order_by="SeatRow.number"
    )
    layouts: Mapped[list[LayoutRow]] = relationship(cascade="all, delete-orphan", passive_deletes=True)
    goals: Mapped[list[GoalRow]] = relationship(
        cascade="all, delete-orphan", passive_deletes=True, order_by="GoalRow.season"
    )
    disputes: Mapped[list[DisputeRow]] = relationship(
        cascade="all, delete-orphan", passive_deletes=True, order_by="DisputeRow.made, DisputeRow.id"
    )


class SeatRow(Base):
    """A player at the table of one night; without `player_id` the name was deleted.

    `rank` and `points` are worked out anew with each change, so that history can be asked for in SQL.
    """

    __tablename__ = "seats"
    __table_args__ = (UniqueConstraint("night_id", "player_id"),)
    id: Mapped[str] = mapped_column(String(ID), primary_key=True)
    night_id: Mapped[str] = mapped_column(ForeignKey("nights.id", ondelete="CASCADE"), index=True)
    player_id: Mapped[str | None] = mapped_column(ForeignKey("players.id", ondelete="SET NULL"), index=True)
    number: Mapped[int]
    side: Mapped[str | None]
    starts: Mapped[bool]
    points: Mapped[int | None]
    rank: Mapped[int | None]
    player: Mapped[PlayerRow | None] = relationship()


class LayoutRow(Base):
    """What lies before a player, or with no seat, on the board that all share; and its sheet."""

    __tablename__ = "layouts"
    id: Mapped[str] = mapped_column(String(ID), primary_key=True)
    night_id: Mapped[str] = mapped_column(ForeignKey("nights.id", ondelete="CASCADE"), index=True)
    seat_id: Mapped[str | None] = mapped_column(ForeignKey("seats.id", ondelete="CASCADE"), unique=True)
    state: Mapped[Json | None]
    sheet: Mapped[Json | None]
    total: Mapped[int | None]
    saved: Mapped[dt.datetime]
    lines: Mapped[list[LineRow]] = relationship(
        cascade="all, delete-orphan", passive_deletes=True, order_by="LineRow.position"
    )
    photos: Mapped[list[LayoutPhotoRow]] = relationship(
        cascade="all, delete-orphan", passive_deletes=True, order_by="LayoutPhotoRow.position"
    )
    corrections: Mapped[list[CorrectionRow]] = relationship(
        cascade="all, delete-orphan", passive_deletes=True, order_by="CorrectionRow.position"
    )


class LineRow(Base):
    """A line of a sheet, for history; its evidence stands in the sheet."""

    __tablename__ = "lines"
    layout_id: Mapped[str] = mapped_column(ForeignKey("layouts.id", ondelete="CASCADE"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    category: Mapped[str] = mapped_column(index=True)
    count: Mapped[int]
    points_each: Mapped[int | None]
    points: Mapped[int]


class PhotoRow(Base):
    """A photo by the SHA-256 of its bytes, which lie in a file of that name."""

    __tablename__ = "photos"
    hash: Mapped[str] = mapped_column(String(HASH), primary_key=True)
    kind: Mapped[str]
    width: Mapped[int]
    height: Mapped[int]
    size: Mapped[int]
    added: Mapped[dt.datetime]


class LayoutPhotoRow(Base):
    """A photo of a layout, with what was read in it if it was."""

    __tablename__ = "layout_photos"
    layout_id: Mapped[str] = mapped_column(ForeignKey("layouts.id", ondelete="CASCADE"), primary_key=True)
    photo_hash: Mapped[str] = mapped_column(ForeignKey("photos.hash"), primary_key=True, index=True)
    position: Mapped[int]
    reading: Mapped[Json | None]
    photo: Mapped[PhotoRow] = relationship()


class GoalRow(Base):
    """The garden goal of a season."""

    __tablename__ = "goals"
    night_id: Mapped[str] = mapped_column(ForeignKey("nights.id", ondelete="CASCADE"), primary_key=True)
    season: Mapped[int] = mapped_column(primary_key=True)
    goal: Mapped[str]
    entries: Mapped[list[GoalEntryRow]] = relationship(cascade="all, delete-orphan", passive_deletes=True)


class GoalEntryRow(Base):
    """What a player brings to a season's goal: one of a tree, a measure and a place."""

    __tablename__ = "goal_entries"
    __table_args__ = (
        ForeignKeyConstraint(["night_id", "season"], ["goals.night_id", "goals.season"], ondelete="CASCADE"),
    )
    night_id: Mapped[str] = mapped_column(String(ID), primary_key=True)
    season: Mapped[int] = mapped_column(primary_key=True)
    seat_id: Mapped[str] = mapped_column(
        ForeignKey("seats.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    tree: Mapped[Json | None]
    measure: Mapped[int | None]
    place: Mapped[int | None]
    photo_hash: Mapped[str | None] = mapped_column(ForeignKey("photos.hash"), index=True)


class DesignRow(Base):
    """A difficult design that was drawn, for later games."""

    __tablename__ = "designs"
    name: Mapped[str] = mapped_column(primary_key=True)
    design: Mapped[Json]


class SettingRow(Base):
    """What is remembered from game to game, such as the goal points as printed on the players' board."""

    __tablename__ = "settings"
    key: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[Json]


class DisputeRow(Base):
    """A question that came up at the table, and what the rules said to it."""

    __tablename__ = "disputes"
    id: Mapped[str] = mapped_column(String(ID), primary_key=True)
    night_id: Mapped[str] = mapped_column(ForeignKey("nights.id", ondelete="CASCADE"), index=True)
    seat_id: Mapped[str | None] = mapped_column(ForeignKey("seats.id", ondelete="CASCADE"), index=True)
    claim: Mapped[Json]
    answer: Mapped[Json]
    note: Mapped[str]
    made: Mapped[dt.datetime]


class CorrectionRow(Base):
    """A labelled example: what was seen in a photo, and what it was. `look` names the copy of the game."""

    __tablename__ = "corrections"
    layout_id: Mapped[str] = mapped_column(ForeignKey("layouts.id", ondelete="CASCADE"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    photo_hash: Mapped[str] = mapped_column(ForeignKey("photos.hash"), index=True)
    look: Mapped[str] = mapped_column(index=True)
    what: Mapped[str]
    where: Mapped[Json]
    seen: Mapped[Json]
    was: Mapped[Json]
    made: Mapped[dt.datetime]
