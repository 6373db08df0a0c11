"""What is being played, as one document for each run."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    for table in ("live_piece", "live_table", "live_match", "live_worker", "live_run"):
        op.drop_table(table)
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
