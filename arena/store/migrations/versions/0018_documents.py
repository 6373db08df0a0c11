"""Replace the tables of cached pages and live status by documents. Caches are not copied but recomputed.

Tables that are dropped here may be missing, because earlier migrations no longer create them.
"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

CACHES = (
    "bot_total",
    "event_figures",
    "ladder_event",
    "ladder_line",
    "ladder_page",
    "ladder_row",
    "ladder_step",
    "match_up",
)
LIVE = ("live_piece", "live_table", "live_match", "live_worker", "live_run")


def upgrade() -> None:
    for table in (*CACHES, *LIVE):
        op.execute(f"DROP TABLE IF EXISTS {table}")
    op.create_table(
        "cached_document",
        sa.Column("kind", sa.String(length=80), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("position", sa.String(length=64), nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "key", name="pk_cached_document"),
    )
    op.execute("DELETE FROM encounter")
    op.add_column("encounter", sa.Column("elo_change", sa.Float(), nullable=True))
    op.drop_index("ix_encounter_bot", "encounter")
    op.create_index(
        "ix_encounter_bot",
        "encounter",
        ["bot_id", "first", "ledger", "games", "illegal", "timeouts", "crashes", "played_at"],
    )
    op.create_table(
        "live_status",
        sa.Column("run", sa.String(length=32), nullable=False),
        sa.Column("document", sa.String(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("run", name="pk_live_status"),
    )
    op.create_table(
        "live_piece",
        sa.Column("run", sa.String(length=32), nullable=False),
        sa.Column("game", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("first", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("pieces", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("run", "game", "first", name="pk_live_piece"),
    )
