"""Add the table of matches and tournaments that somebody watches.

This migration once created tables of running games; 0018 removed them.
"""

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
