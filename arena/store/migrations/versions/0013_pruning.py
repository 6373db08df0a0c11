"""Add records of game logs that were deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "pruning",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("pruned_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("pieces", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
        sa.Column("logs", sa.String(length=64), nullable=False),
        sa.Column("ledger", sa.Integer(), nullable=False),
        sa.Column("previous", sa.String(length=64), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_pruning"),
    )
    op.create_table(
        "pruned_piece",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("pruning", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_pruned_piece_match_id"),
        sa.ForeignKeyConstraint(["pruning"], ["pruning.number"], name="fk_pruned_piece_pruning"),
        sa.PrimaryKeyConstraint("match_id", name="pk_pruned_piece"),
    )
    op.create_index("ix_pruned_piece_pruning", "pruned_piece", ["pruning"])
