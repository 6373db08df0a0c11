"""Add the closest game of each match, and an index of matches with a close game. Nothing is computed here:
all encounters are deleted, so that they are recomputed.
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
