"""Add columns for the closest game of each match, and an index of close games.

Empty the table `encounter`, a cache of the results of pairs of bots, so that the arena computes its rows
again with the new columns. No game result is lost.
"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"

IS_CLOSE = sa.text("lead <= 10")


def upgrade() -> None:
    op.execute("DELETE FROM encounter")
    op.execute("DELETE FROM cached_document WHERE kind = 'encounters'")
    op.add_column("encounter", sa.Column("closest", sa.Integer(), nullable=True))
    op.add_column("encounter", sa.Column("lead", sa.Integer(), nullable=True))
    op.create_index(
        "ix_encounter_close",
        "encounter",
        ["first", "ledger", "lead", "ruleset"],
        sqlite_where=IS_CLOSE,
        postgresql_where=IS_CLOSE,
    )
