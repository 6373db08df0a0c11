"""Do nothing: the table of cluster workers that this migration created was removed in 0018."""

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    pass
