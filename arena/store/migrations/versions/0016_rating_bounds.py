"""Do nothing. This migration once added bounds of ratings to cached ladders; 0018 removed them."""

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    pass
