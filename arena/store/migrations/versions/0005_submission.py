"""Add submitted bots. Each bot claims a simplified form of its name, to block similar names."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("bot", sa.Column("claimed", sa.String(length=64), nullable=True))
    op.create_index("ix_bot_claimed", "bot", ["claimed"], unique=True)
    op.create_table(
        "submission",
        sa.Column("bot_version_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("place", sa.String(length=128), nullable=False),
        sa.Column("folder", sa.String(), nullable=False),
        sa.Column("member", sa.String(length=64), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("description", sa.String(), nullable=False),
        sa.Column("command", sa.String(), nullable=False),
        sa.Column("rulesets", sa.String(), nullable=False),
        sa.Column("limits", sa.String(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("runner", sa.String(length=32), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("failure", sa.String(), nullable=False),
        sa.Column("repeat", sa.String(), nullable=False),
        sa.Column("memory_mb", sa.Float(), nullable=True),
        sa.Column("submitted_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["bot_version_id"], ["bot_version.id"], name="fk_submission_bot_version_id"),
        sa.PrimaryKeyConstraint("bot_version_id", name="pk_submission"),
    )
    op.create_table(
        "qualification",
        sa.Column("bot_version_id", sa.Integer(), nullable=False),
        sa.Column("ruleset", sa.String(length=64), nullable=False),
        sa.Column("opponent", sa.String(length=64), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("faults", sa.Integer(), nullable=False),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Column("time_ms", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["bot_version_id"], ["submission.bot_version_id"], name="fk_qualification_bot_version_id"
        ),
        sa.PrimaryKeyConstraint("bot_version_id", "ruleset", "opponent", name="pk_qualification"),
    )
