"""Add commit marks, which show whether a commit took effect if the server's answer was lost."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "commit_mark",
        sa.Column("writer", sa.String(length=32), nullable=False),
        sa.Column("mark", sa.String(length=32), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("writer", name="pk_commit_mark"),
    )
