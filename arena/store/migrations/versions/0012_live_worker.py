"""Do nothing. This migration once created the table of cluster workers; 0018 removed it."""

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    pass
