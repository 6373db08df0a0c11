"""Bounds of ratings in cached ladders: gone since 0018, so nothing is created here."""

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    pass
