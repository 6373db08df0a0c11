"""Cluster workers: gone since 0018, so nothing is created here."""

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    pass
