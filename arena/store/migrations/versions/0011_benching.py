"""Add three columns, for restarts of pieces, for benched bots and for forbidden pairs.

`match.internal`: how often a piece was played again because its process failed.

`entrant.benched`: whether the bot is benched (withdrawn because its matches kept failing).

`forbidden_pair.lifted_after`: the round after which the two bots may be paired again.
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("match", sa.Column("internal", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("entrant", sa.Column("benched", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("forbidden_pair", sa.Column("lifted_after", sa.Integer(), nullable=True))
