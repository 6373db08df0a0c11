"""Add games that people play against bots."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.create_table(
        "person_game",
        sa.Column("key", sa.String(length=32), nullable=False),
        sa.Column("visitor", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("ruleset", sa.String(length=64), nullable=False),
        sa.Column("bots", sa.String(), nullable=False),
        sa.Column("rotation", sa.Integer(), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("first_key", sa.String(length=32), nullable=False),
        sa.Column("practice", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(length=16), server_default="waiting", nullable=False),
        sa.Column("started", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("problem", sa.String(), nullable=True),
        sa.Column("places", sa.String(), nullable=True),
        sa.Column("verdict", sa.String(length=16), nullable=True),
        sa.Column("log", sa.LargeBinary(), nullable=True),
        sa.Column("analyses", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("key", name="pk_person_game"),
    )
    op.create_index("ix_person_game_visitor", "person_game", ["visitor"])
    op.create_index("ix_person_game_state", "person_game", ["state"])
    op.create_table(
        "person_event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_key", sa.String(length=32), nullable=False),
        sa.Column("started", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=16), nullable=False),
        sa.Column("data", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_person_event"),
    )
    op.create_index("ix_person_event_game_key", "person_event", ["game_key"])
    op.create_table(
        "person_request",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_key", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=16), nullable=False),
        sa.Column("data", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_person_request"),
    )
    op.create_index("ix_person_request_game_key", "person_request", ["game_key"])
