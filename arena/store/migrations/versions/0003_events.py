"""Add state, byes, latecomers and forbidden pairs, for tournaments that are paired round by round."""

from collections.abc import Iterable

import sqlalchemy as sa
from alembic import op

from arena.tournament.pairing.pairing import Pairing

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
    _list_as_paired()


def _list_as_paired() -> None:
    """Fill the column `match_seat.listed` in older tournaments.

    The bot that is named first in its pairing gets 0, the other bot 1.
    """
    from arena.tournament.pairing.round_robin import round_robin

    tx = op.get_bind()
    counts = "SELECT tournament_id, count(*) FROM entrant GROUP BY tournament_id"
    field = {number: bots for number, bots in tx.execute(sa.text(counts)) if bots > 1}
    first = {bots: _named_first(round_robin(bots)) for bots in {*field.values()}}
    for number, match, round, pairing, seat, bot in tx.execute(sa.text(_SEATS)).all():
        named = first.get(field.get(number, 0), {}).get((round, pairing))
        if named is not None:
            values = {"listed": int(bot != named), "match": match, "seat": seat}
            tx.execute(sa.text(_LIST), values)


def _named_first(pairings: Iterable[Pairing]) -> dict[tuple[int, int], int]:
    return {(one.round, one.number): one.bots[0] for one in pairings}


_SEATS = """
SELECT m.tournament_id, m.id,
 m.round - (SELECT min(r.number) FROM round AS r
            WHERE r.tournament_id = m.tournament_id AND r.cycle = o.cycle) + 1,
 m.pairing, s.number, e.number
FROM match AS m
JOIN round AS o ON o.tournament_id = m.tournament_id AND o.number = m.round
JOIN match_seat AS s ON s.match_id = m.id
JOIN entrant AS e ON e.id = s.entrant_id
"""
_LIST = "UPDATE match_seat SET listed = :listed WHERE match_id = :match AND number = :seat"
