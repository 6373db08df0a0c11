"""Add encounters (cached results of pairs of bots), and indexes to find running tournaments.

This migration once created further caches; 0018 removed them.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "encounter",
        sa.Column("tournament_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("pairing", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entrant_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("other_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("bot_id", sa.Integer(), nullable=False),
        sa.Column("opponent_id", sa.Integer(), nullable=False),
        sa.Column("bot_version_id", sa.Integer(), nullable=False),
        sa.Column("opponent_version_id", sa.Integer(), nullable=False),
        sa.Column("first", sa.Boolean(), nullable=False),
        sa.Column("counted", sa.Boolean(), nullable=False),
        sa.Column("ruleset", sa.String(length=64), nullable=False),
        sa.Column("ledger", sa.Integer(), nullable=False),
        sa.Column("played_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("met", sa.Integer(), nullable=False),
        sa.Column("won", sa.Float(), nullable=False),
        sa.Column("boards", sa.Integer(), nullable=False),
        sa.Column("board_scores", sa.Float(), nullable=False),
        sa.Column("squares", sa.Float(), nullable=False),
        sa.Column("begun", sa.Integer(), nullable=False),
        sa.Column("begun_won", sa.Float(), nullable=False),
        sa.Column("illegal", sa.Integer(), nullable=False),
        sa.Column("timeouts", sa.Integer(), nullable=False),
        sa.Column("crashes", sa.Integer(), nullable=False),
        sa.Column("cause", sa.String(length=8), nullable=False),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Column("time_ms", sa.Float(), nullable=False),
        sa.Column("slowest_ms", sa.Float(), nullable=False),
        sa.Column("used", sa.Float(), nullable=True),
        sa.PrimaryKeyConstraint(
            "tournament_id", "round", "pairing", "entrant_id", "other_id", name="pk_encounter"
        ),
    )
    op.create_index("ix_encounter_bot", "encounter", ["bot_id", "first", "ledger"])
    op.create_index("ix_encounter_ladder", "encounter", ["ruleset", "counted", "first", "ledger"])
    op.create_index("ix_encounter_pair", "encounter", ["bot_id", "opponent_id", "ledger"])
    op.create_index("ix_match_progress", "match", ["tournament_id", "committed_at", "boards"])
    op.create_index("ix_tournament_state", "tournament", ["state"])
