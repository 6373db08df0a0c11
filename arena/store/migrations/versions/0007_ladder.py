"""What pages of bots and ladders show, kept; and finding what is running."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "bot_total",
        sa.Column("bot_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("illegal", sa.Integer(), nullable=False),
        sa.Column("timeouts", sa.Integer(), nullable=False),
        sa.Column("crashes", sa.Integer(), nullable=False),
        sa.Column("played_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("bot_id", name="pk_bot_total"),
    )
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
    op.create_table(
        "ladder_event",
        sa.Column("tournament_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("pieces", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", name="pk_ladder_event"),
    )
    op.create_table(
        "ladder_line",
        sa.Column("bot_version_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("ruleset", sa.String(length=64), nullable=False),
        sa.Column("points", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("bot_version_id", "ruleset", name="pk_ladder_line"),
    )
    op.create_table(
        "ladder_page",
        sa.Column("ruleset", sa.String(length=64), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("about", sa.String(), nullable=False),
        sa.Column("marks", sa.String(length=64), nullable=False),
        sa.Column("ledger", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("ruleset", name="pk_ladder_page"),
    )
    op.create_table(
        "ladder_row",
        sa.Column("ruleset", sa.String(length=64), nullable=False),
        sa.Column("bot_version_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("bot_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("scale", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=True),
        sa.Column("worst", sa.Integer(), nullable=True),
        sa.Column("more_boards", sa.Integer(), nullable=True),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("margin", sa.Float(), nullable=True),
        sa.Column("no_margin", sa.String(), nullable=True),
        sa.Column("provisional", sa.Boolean(), nullable=False),
        sa.Column("live", sa.Float(), nullable=True),
        sa.Column("step", sa.Integer(), nullable=True),
        sa.Column("peak", sa.Float(), nullable=True),
        sa.Column("peak_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("boards", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("score", sa.Float(), nullable=True),
        sa.Column("recent", sa.String(), nullable=False),
        sa.Column("illegal", sa.Integer(), nullable=False),
        sa.Column("timeouts", sa.Integer(), nullable=False),
        sa.Column("crashes", sa.Integer(), nullable=False),
        sa.Column("played_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("decision_ms", sa.Float(), nullable=True),
        sa.Column("late_ms", sa.Float(), nullable=True),
        sa.Column("slowest_ms", sa.Float(), nullable=True),
        sa.Column("used", sa.Float(), nullable=True),
        sa.PrimaryKeyConstraint("ruleset", "bot_version_id", name="pk_ladder_row"),
    )
    op.create_index("ix_ladder_row_bot", "ladder_row", ["bot_id"])
    op.create_index("ix_ladder_row_place", "ladder_row", ["ruleset", "place"])
    op.create_table(
        "ladder_step",
        sa.Column("tournament_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("pairing", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("bot_version_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("ruleset", sa.String(length=64), nullable=False),
        sa.Column("change", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "round", "pairing", "bot_version_id", name="pk_ladder_step"),
    )
    op.create_index("ix_ladder_step_ruleset", "ladder_step", ["ruleset"])
    op.create_table(
        "match_up",
        sa.Column("bot_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("opponent_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("ruleset", sa.String(length=64), nullable=False),
        sa.Column("counted", sa.Boolean(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("won_matches", sa.Integer(), nullable=False),
        sa.Column("lost_matches", sa.Integer(), nullable=False),
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
        sa.Column("played_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("bot_id", "opponent_id", "ruleset", "counted", name="pk_match_up"),
    )
    op.create_index("ix_match_progress", "match", ["tournament_id", "committed_at", "boards"])
    op.create_index("ix_tournament_state", "tournament", ["state"])
