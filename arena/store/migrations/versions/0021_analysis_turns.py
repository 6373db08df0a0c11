"""Order requested analyses by turns, and analyse the views of all seats after a game with open hands."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.add_column("analysis", sa.Column("turn", sa.Integer(), server_default="0", nullable=False))
    op.drop_index("ix_analysis_state", "analysis")
    op.create_index("ix_analysis_state", "analysis", ["state", "turn", "requested_at"])
    op.execute("DELETE FROM cached_document WHERE kind = 'analyses'")  # judged with open hands
    op.execute(
        "INSERT INTO analysis (game_id, seat, version, requested_at, turn)"
        " SELECT a.game_id, s.seat, a.version, a.requested_at, 1000000000"
        " FROM analysis a JOIN game_seat s ON s.game_id = a.game_id"
        " WHERE a.seat = -1 AND a.state = 'done' AND NOT EXISTS (SELECT 1 FROM analysis b"
        " WHERE b.game_id = a.game_id AND b.seat = s.seat AND b.version = a.version)"
    )
