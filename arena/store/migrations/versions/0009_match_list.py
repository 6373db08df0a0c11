"""Add indexes for the lists of matches and tournaments."""

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_index("ix_encounter_newest", "encounter", ["first", "ledger"])
    op.create_index("ix_encounter_ruleset", "encounter", ["ruleset", "first", "ledger"])
    op.create_index("ix_encounter_event", "encounter", ["tournament_id", "first", "ledger"])
    op.create_index("ix_encounter_cause", "encounter", ["cause", "first", "ledger"])
    op.create_index("ix_entrant_withdrawn", "entrant", ["tournament_id", "withdrawn_after"])
