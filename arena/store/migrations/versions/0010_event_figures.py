"""Cached tables of tournaments: gone since 0018, so nothing is created here."""

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    pass
