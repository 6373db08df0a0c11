"""Ladder rows with Elo, its interval or a bound. Everything cached is dropped and will be rebuilt."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    for table in ("ladder_page", "ladder_row", "ladder_line", "ladder_step", "event_figures"):
        op.execute(sa.table(table).delete())
    with op.batch_alter_table("ladder_row") as row:
        row.drop_column("rating")
        row.add_column(sa.Column("elo", sa.Float(), nullable=True))
        row.add_column(sa.Column("low", sa.Float(), nullable=True))
        row.add_column(sa.Column("high", sa.Float(), nullable=True))
