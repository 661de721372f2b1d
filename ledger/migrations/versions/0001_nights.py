"""Players, nights, seats, layouts with their lines and photos, garden goals, what is remembered."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ID, HASH = sa.String(16), sa.String(64)
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("id", ID, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("added", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("key", name="uq_players_key"),
    )
    op.create_table(
        "nights",
        sa.Column("id", ID, nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("started", MOMENT, nullable=False),
        sa.Column("changed", MOMENT, nullable=False),
        sa.Column("ended", MOMENT, nullable=True),
        sa.Column("minutes", sa.Integer(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_nights"),
    )
    op.create_index("ix_nights_game", "nights", ["game"])
    op.create_index("ix_nights_date", "nights", ["date"])
    op.create_table(
        "seats",
        sa.Column("id", ID, nullable=False),
        sa.Column("night_id", ID, nullable=False),
        sa.Column("player_id", ID, nullable=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("side", sa.String(), nullable=True),
        sa.Column("starts", sa.Boolean(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("rank", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_seats"),
        _belongs("seats", "night_id", "nights.id"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_seats_player_id", ondelete="SET NULL"
        ),
        sa.UniqueConstraint("night_id", "player_id", name="uq_seats_night_id"),
    )
    op.create_index("ix_seats_night_id", "seats", ["night_id"])
    op.create_index("ix_seats_player_id", "seats", ["player_id"])
    op.create_table(
        "layouts",
        sa.Column("id", ID, nullable=False),
        sa.Column("night_id", ID, nullable=False),
        sa.Column("seat_id", ID, nullable=True),
        sa.Column("state", sa.JSON(), nullable=True),
        sa.Column("sheet", sa.JSON(), nullable=True),
        sa.Column("total", sa.Integer(), nullable=True),
        sa.Column("saved", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_layouts"),
        _belongs("layouts", "night_id", "nights.id"),
        _belongs("layouts", "seat_id", "seats.id"),
        sa.UniqueConstraint("seat_id", name="uq_layouts_seat_id"),
    )
    op.create_index("ix_layouts_night_id", "layouts", ["night_id"])
    op.create_table(
        "lines",
        sa.Column("layout_id", ID, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("category", sa.String(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("points_each", sa.Integer(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("layout_id", "position", name="pk_lines"),
        _belongs("lines", "layout_id", "layouts.id"),
    )
    op.create_index("ix_lines_category", "lines", ["category"])
    op.create_table(
        "photos",
        sa.Column("hash", HASH, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("added", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_photos"),
    )
    op.create_table(
        "layout_photos",
        sa.Column("layout_id", ID, nullable=False),
        sa.Column("photo_hash", HASH, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("reading", sa.JSON(), nullable=True),
        sa.PrimaryKeyConstraint("layout_id", "photo_hash", name="pk_layout_photos"),
        _belongs("layout_photos", "layout_id", "layouts.id"),
        sa.ForeignKeyConstraint(["photo_hash"], ["photos.hash"], name="fk_layout_photos_photo_hash"),
    )
    op.create_index("ix_layout_photos_photo_hash", "layout_photos", ["photo_hash"])
    op.create_table(
        "goals",
        sa.Column("night_id", ID, nullable=False),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("goal", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("night_id", "season", name="pk_goals"),
        _belongs("goals", "night_id", "nights.id"),
    )
    op.create_table(
        "goal_entries",
        sa.Column("night_id", ID, nullable=False),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("seat_id", ID, nullable=False),
        sa.Column("tree", sa.JSON(), nullable=True),
        sa.Column("measure", sa.Integer(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("photo_hash", HASH, nullable=True),
        sa.PrimaryKeyConstraint("night_id", "season", "seat_id", name="pk_goal_entries"),
        sa.ForeignKeyConstraint(
            ["night_id", "season"],
            ["goals.night_id", "goals.season"],
            name="fk_goal_entries_night_id",
            ondelete="CASCADE",
        ),
        _belongs("goal_entries", "seat_id", "seats.id"),
        sa.ForeignKeyConstraint(["photo_hash"], ["photos.hash"], name="fk_goal_entries_photo_hash"),
    )
    op.create_index("ix_goal_entries_seat_id", "goal_entries", ["seat_id"])
    op.create_index("ix_goal_entries_photo_hash", "goal_entries", ["photo_hash"])
    op.create_table(
        "designs",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("design", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_designs"),
    )
    op.create_table(
        "settings",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_settings"),
    )


def downgrade() -> None:
    tables = ("settings", "designs", "goal_entries", "goals", "layout_photos", "photos", "lines", "layouts")
    for table in (*tables, "seats", "nights", "players"):
        op.drop_table(table)


def _belongs(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    """A reference to what a row is a part of: with the whole, the part goes."""
    return sa.ForeignKeyConstraint([column], [to], name=f"fk_{table}_{column}", ondelete="CASCADE")
