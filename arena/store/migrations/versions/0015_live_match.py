"""How far each match under way is."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "live_match",
        sa.Column("run", sa.String(length=32), nullable=False),
        sa.Column("match", sa.String(length=64), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("run", "match", name="pk_live_match"),
    )
    op.create_index("ix_live_match_tournament_id", "live_match", ["tournament_id"])
