"""Do nothing: the cached tables of tournaments that this migration created were removed in 0018."""

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    pass
