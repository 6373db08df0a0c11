"""Create the first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "owner",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_owner"),
        sa.UniqueConstraint("name", name="uq_owner_name"),
    )
    op.create_table(
        "bot",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("owner_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("folded", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["owner.id"], name="fk_bot_owner_id"),
        sa.PrimaryKeyConstraint("id", name="pk_bot"),
        sa.UniqueConstraint("folded", name="uq_bot_folded"),
    )
    op.create_table(
        "tournament",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("owner_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("format", sa.String(length=32), nullable=False),
        sa.Column("boards", sa.Integer(), nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("open_seed", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("runner", sa.String(length=32), nullable=False),
        sa.Column("clock_bank_ms", sa.Integer(), nullable=False),
        sa.Column("clock_increment_ms", sa.Integer(), nullable=False),
        sa.Column("clock_cap_ms", sa.Integer(), nullable=False),
        sa.Column("limits", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("event_digest", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["owner_id"], ["owner.id"], name="fk_tournament_owner_id"),
        sa.PrimaryKeyConstraint("id", name="pk_tournament"),
    )
    op.create_table(
        "bot_version",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("bot_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["bot_id"], ["bot.id"], name="fk_bot_version_bot_id"),
        sa.PrimaryKeyConstraint("id", name="pk_bot_version"),
        sa.UniqueConstraint("bot_id", "digest", name="uq_bot_version_bot_id_digest"),
    )
    op.create_table(
        "round",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("ruleset", sa.String(length=64), nullable=False),
        sa.Column("ruleset_hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournament.id"], name="fk_round_tournament_id"),
        sa.PrimaryKeyConstraint("tournament_id", "number", name="pk_round"),
    )
    op.create_table(
        "entrant",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("bot_version_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["bot_version_id"], ["bot_version.id"], name="fk_entrant_bot_version_id"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournament.id"], name="fk_entrant_tournament_id"),
        sa.PrimaryKeyConstraint("id", name="pk_entrant"),
        sa.UniqueConstraint("tournament_id", "name", name="uq_entrant_tournament_id_name"),
        sa.UniqueConstraint("tournament_id", "number", name="uq_entrant_tournament_id_number"),
    )
    op.create_index("ix_entrant_bot_version_id", "entrant", ["bot_version_id"], unique=False)
    op.create_table(
        "match",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("pairing", sa.Integer(), nullable=False),
        sa.Column("piece", sa.Integer(), nullable=False),
        sa.Column("earlier", sa.Integer(), nullable=False),
        sa.Column("first_board", sa.Integer(), nullable=False),
        sa.Column("boards", sa.Integer(), nullable=False),
        sa.Column("committed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id", "round"],
            ["round.tournament_id", "round.number"],
            name="fk_match_tournament_id_round",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_match"),
        sa.UniqueConstraint(
            "tournament_id", "round", "pairing", "piece", name="uq_match_tournament_id_round_pairing_piece"
        ),
    )
    op.create_table(
        "fault",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("entrant_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("verdict", sa.String(length=16), nullable=False),
        sa.Column("detail", sa.String(), nullable=False),
        sa.Column("elapsed_ms", sa.Float(), nullable=False),
        sa.Column("limit_ms", sa.Float(), nullable=False),
        sa.Column("exit_code", sa.Integer(), nullable=True),
        sa.Column("output", sa.LargeBinary(), nullable=False),
        sa.Column("request", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["entrant_id"], ["entrant.id"], name="fk_fault_entrant_id"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_fault_match_id"),
        sa.PrimaryKeyConstraint("id", name="pk_fault"),
    )
    op.create_index("ix_fault_entrant_id", "fault", ["entrant_id"], unique=False)
    op.create_index("ix_fault_match_id", "fault", ["match_id"], unique=False)
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("pairing", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("rotation", sa.Integer(), nullable=False),
        sa.Column("termination", sa.String(length=16), nullable=False),
        sa.Column("plies", sa.Integer(), nullable=False),
        sa.Column("game_digest", sa.String(length=64), nullable=False),
        sa.Column("log_digest", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_game_match_id"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournament.id"], name="fk_game_tournament_id"),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
        sa.UniqueConstraint("name", name="uq_game_name"),
        sa.UniqueConstraint(
            "tournament_id",
            "round",
            "pairing",
            "board",
            "rotation",
            name="uq_game_tournament_id_round_pairing_board_rotation",
        ),
    )
    op.create_index("ix_game_match_id", "game", ["match_id"], unique=False)
    op.create_table(
        "ledger_entry",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("log_digest", sa.String(length=64), nullable=False),
        sa.Column("previous", sa.String(length=64), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("committed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_ledger_entry_match_id"),
        sa.PrimaryKeyConstraint("number", name="pk_ledger_entry"),
        sa.UniqueConstraint("match_id", name="uq_ledger_entry_match_id"),
    )
    op.create_table(
        "match_seat",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("entrant_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["entrant_id"], ["entrant.id"], name="fk_match_seat_entrant_id"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_match_seat_match_id"),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_match_seat"),
    )
    op.create_index("ix_match_seat_entrant_id", "match_seat", ["entrant_id"], unique=False)
    op.create_table(
        "game_log",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("log", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_game_log_game_id"),
        sa.PrimaryKeyConstraint("game_id", name="pk_game_log"),
    )
    op.create_table(
        "game_seat",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("entrant_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("verdict", sa.String(length=16), nullable=False),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Column("time_ms", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["entrant_id"], ["entrant.id"], name="fk_game_seat_entrant_id"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_game_seat_game_id"),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_game_seat"),
    )
    op.create_index("ix_game_seat_entrant_id", "game_seat", ["entrant_id"], unique=False)
