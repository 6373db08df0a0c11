"""Add the table of comparisons, with the settings of their tests."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "comparison",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("others", sa.Integer(), nullable=False),
        sa.Column("elo0", sa.Float(), nullable=False),
        sa.Column("elo1", sa.Float(), nullable=False),
        sa.Column("alpha", sa.Float(), nullable=False),
        sa.Column("beta", sa.Float(), nullable=False),
        sa.Column("model", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournament.id"], name="fk_comparison_tournament_id"),
        sa.PrimaryKeyConstraint("tournament_id", name="pk_comparison"),
    )
