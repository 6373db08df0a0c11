"""Progress of running matches: gone since 0018, so nothing is created here."""

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    pass
