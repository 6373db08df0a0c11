"""Add the table of matches and tournaments that somebody watches. The tables of running games that this
migration created were removed in 0018.
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
