"""Do nothing: the table of running matches that this migration created was removed in 0018."""

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    pass
