"""Do nothing. This migration once created the table of running matches; 0018 removed it."""

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    pass
