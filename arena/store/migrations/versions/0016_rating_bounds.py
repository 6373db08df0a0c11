"""Do nothing: the bounds of ratings that this migration added to cached ladders were removed in 0018."""

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    pass
