"""When the process that plays a tournament last gave a sign of life."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("tournament", sa.Column("alive_at", sa.DateTime(timezone=True), nullable=True))
