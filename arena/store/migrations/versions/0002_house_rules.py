"""Add the table of house rules, which are not in the list of built-in rulesets."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "house_rules",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("rules", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_house_rules"),
    )
