"""Add access tokens and uploads for people who use the site."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "token",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("owner_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("scopes", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["owner_id"], ["owner.id"], name="fk_token_owner_id"),
        sa.PrimaryKeyConstraint("id", name="pk_token"),
        sa.UniqueConstraint("digest", name="uq_token_digest"),
    )
    op.create_index("ix_token_owner_id", "token", ["owner_id"])
    op.create_table(
        "upload",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("ticket", sa.String(length=32), nullable=False),
        sa.Column("owner_id", sa.Integer(), nullable=False),
        sa.Column("file", sa.String(length=128), nullable=False),
        sa.Column("member", sa.String(length=64), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("wanted_name", sa.String(length=64), nullable=False),
        sa.Column("rulesets", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("changes", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("runner", sa.String(length=32), nullable=False),
        sa.Column("bot", sa.String(length=64), nullable=False),
        sa.Column("version", sa.String(length=64), nullable=False),
        sa.Column("message", sa.String(), nullable=False),
        sa.Column("output", sa.String(), nullable=False),
        sa.Column("command", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["owner.id"], name="fk_upload_owner_id"),
        sa.PrimaryKeyConstraint("id", name="pk_upload"),
        sa.UniqueConstraint("ticket", name="uq_upload_ticket"),
    )
    op.create_index("ix_upload_owner_id", "upload", ["owner_id"])
    op.create_index("ix_upload_state", "upload", ["state"])
    op.create_table(
        "upload_step",
        sa.Column("upload_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("detail", sa.String(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("request", sa.String(), nullable=False),
        sa.Column("output", sa.String(), nullable=False),
        sa.Column("command", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["upload_id"], ["upload.id"], name="fk_upload_step_upload_id"),
        sa.PrimaryKeyConstraint("upload_id", "number", name="pk_upload_step"),
    )
