"""Events that are paired round by round: their state, byes, latecomers, forbidden pairs.

What was played before are round robins for two: each ruleset was a cycle, and all rounds were paired at once.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    _add_columns()
    op.create_table(
        "forbidden_pair",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("one_id", sa.Integer(), nullable=False),
        sa.Column("other_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournament.id"], name="fk_forbidden_pair_tournament_id"),
        sa.ForeignKeyConstraint(["one_id"], ["entrant.id"], name="fk_forbidden_pair_one_id"),
        sa.ForeignKeyConstraint(["other_id"], ["entrant.id"], name="fk_forbidden_pair_other_id"),
        sa.PrimaryKeyConstraint("tournament_id", "one_id", "other_id", name="pk_forbidden_pair"),
    )
    op.create_table(
        "bye",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("entrant_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=1), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id", "round"],
            ["round.tournament_id", "round.number"],
            name="fk_bye_tournament_id_round",
        ),
        sa.ForeignKeyConstraint(["entrant_id"], ["entrant.id"], name="fk_bye_entrant_id"),
        sa.PrimaryKeyConstraint("tournament_id", "round", "entrant_id", name="pk_bye"),
    )
    _fill()


def _add_columns() -> None:
    number, yes_no, state = sa.Integer(), sa.Boolean(), sa.String(length=16)
    op.add_column("tournament", sa.Column("state", state, nullable=False, server_default="running"))
    op.add_column("tournament", sa.Column("changes", number, nullable=False, server_default="0"))
    op.add_column("tournament", sa.Column("seats", number, nullable=False, server_default="2"))
    op.add_column("tournament", sa.Column("planned_rounds", number, nullable=True))
    op.add_column("tournament", sa.Column("tie_breaks", sa.String(), nullable=True))
    op.add_column("entrant", sa.Column("from_round", number, nullable=False, server_default="1"))
    op.add_column("entrant", sa.Column("withdrawn_after", number, nullable=True))
    op.add_column("entrant", sa.Column("pool", yes_no, nullable=False, server_default=sa.false()))
    op.add_column("round", sa.Column("cycle", number, nullable=False, server_default="1"))
    op.add_column("round", sa.Column("paired_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("match_seat", sa.Column("listed", number, nullable=False, server_default="0"))
    op.add_column("match_seat", sa.Column("forfeit", yes_no, nullable=False, server_default=sa.false()))


def _fill() -> None:
    op.execute("UPDATE tournament SET state = 'over' WHERE finished_at IS NOT NULL")
    op.execute("UPDATE match_seat SET listed = number")
    op.execute(
        "UPDATE round SET paired_at = "
        "(SELECT created_at FROM tournament WHERE tournament.id = round.tournament_id)"
    )
    op.execute(
        "UPDATE round SET cycle = (SELECT count(DISTINCT earlier.ruleset) FROM round AS earlier "
        "WHERE earlier.tournament_id = round.tournament_id AND earlier.number <= round.number)"
    )
    op.execute(
        "UPDATE tournament SET planned_rounds = "
        "(SELECT count(*) FROM round WHERE round.tournament_id = tournament.id AND round.cycle = 1)"
    )
