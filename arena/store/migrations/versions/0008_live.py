"""What is played at this moment, for those who watch."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "watching",
        sa.Column("target", sa.String(length=32), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("target", name="pk_watching"),
    )
    op.create_table(
        "live_run",
        sa.Column("run", sa.String(length=32), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("games_done", sa.Integer(), nullable=False),
        sa.Column("games_total", sa.Integer(), nullable=False),
        sa.Column("games_per_second", sa.Float(), nullable=False),
        sa.Column("seconds_left", sa.Float(), nullable=True),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("run", name="pk_live_run"),
    )
    op.create_index("ix_live_run_tournament_id", "live_run", ["tournament_id"])
    op.create_table(
        "live_table",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("run", sa.String(length=32), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("pairing", sa.Integer(), nullable=False),
        sa.Column("piece", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("plies", sa.Integer(), nullable=False),
        sa.Column("film", sa.String(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_live_table"),
    )
    op.create_index("ix_live_table_run", "live_table", ["run"])
    op.create_table(
        "live_piece",
        sa.Column("live_table_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("pieces", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["live_table_id"], ["live_table.id"], name="fk_live_piece_live_table_id"),
        sa.PrimaryKeyConstraint("live_table_id", "game", "first", name="pk_live_piece"),
    )
