"""Disputes, and corrections as labelled examples."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

ID, HASH = sa.String(16), sa.String(64)
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "disputes",
        sa.Column("id", ID, nullable=False),
        sa.Column("night_id", ID, nullable=False),
        sa.Column("seat_id", ID, nullable=True),
        sa.Column("claim", sa.JSON(), nullable=False),
        sa.Column("answer", sa.JSON(), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("made", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_disputes"),
        _belongs("disputes", "night_id", "nights.id"),
        _belongs("disputes", "seat_id", "seats.id"),
    )
    op.create_index("ix_disputes_night_id", "disputes", ["night_id"])
    op.create_index("ix_disputes_seat_id", "disputes", ["seat_id"])
    op.create_table(
        "corrections",
        sa.Column("layout_id", ID, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("photo_hash", HASH, nullable=False),
        sa.Column("look", sa.String(), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("where", sa.JSON(), nullable=False),
        sa.Column("seen", sa.JSON(), nullable=False),
        sa.Column("was", sa.JSON(), nullable=False),
        sa.Column("made", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("layout_id", "position", name="pk_corrections"),
        _belongs("corrections", "layout_id", "layouts.id"),
        sa.ForeignKeyConstraint(["photo_hash"], ["photos.hash"], name="fk_corrections_photo_hash"),
    )
    op.create_index("ix_corrections_photo_hash", "corrections", ["photo_hash"])
    op.create_index("ix_corrections_look", "corrections", ["look"])


def downgrade() -> None:
    op.drop_table("corrections")
    op.drop_table("disputes")


def _belongs(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [to], name=f"fk_{table}_{column}", ondelete="CASCADE")
