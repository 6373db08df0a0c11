"""Add the time of the last sign of life of the process that plays a tournament."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("tournament", sa.Column("alive_at", sa.DateTime(timezone=True), nullable=True))
