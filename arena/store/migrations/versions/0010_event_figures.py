"""Do nothing. This migration once created cached tables of tournaments; 0018 removed them."""

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    pass
