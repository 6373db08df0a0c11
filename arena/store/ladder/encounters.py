"""Encounters: cached results of a bot against one opponent in one match, computed from the games."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Float,
    Row,
    and_,
    bindparam,
    case,
    cast,
    delete,
    func,
    insert,
    null,
    or_,
    select,
    update,
)

from arena.record.match import UNCOMPARED, Verdict
from arena.rules import Termination, ruleset_named
from arena.rules.scoring import unit_value
from arena.store.ladder.cached_documents import (
    DocumentKind,
    drop_documents,
    mark_outdated,
    read_cached_data_states,
    write_documents,
)
from arena.store.results.results import VOID, Place
from arena.store.tables.bots import BOT_VERSION
from arena.store.tables.ladder import ENCOUNTER
from arena.store.tables.results import GAME, GAME_SEAT
from arena.store.tables.schedule import ENTRANT, LEDGER, MATCH, ROUND, TOURNAMENT
from arena.store.tournaments.schedule import read_rounds
from arena.tournament.results import PAIR

Made = dict[str, Any]  # column -> value, for a row of the table `encounter`
MatchBot = tuple[int, int, int, int]  # tournament, round, pairing, bot version

ILLEGAL: Final = (Verdict.ILLEGAL.value,)
TIMEOUTS: Final = (Verdict.TIMEOUT.value, Verdict.STALL.value)
CRASHES: Final = tuple(
    verdict.value for verdict in (Verdict.DISCONNECT, Verdict.PROTOCOL, Verdict.OOM, Verdict.NO_START)
)
CAUSES: Final = {"illegal": "illegal", "timeouts": "timeout", "crashes": "crash"}
BATCH_SIZE: Final = 5_000  # rows
EVEN: Final = 0.5
TOTALS: Final = ("games", "illegal", "timeouts", "crashes")  # summed over all matches of a bot
TOTALS_KEY: Final = "totals"  # of the document


def list_outdated(tx: Connection) -> Mapping[int, int]:
    """Return the tournaments whose encounters (cached results of pairs of bots) are outdated.

    The keys: tournament numbers, ascending. The values: the number of committed pieces (batches of boards); 0
    if the tournament was deleted.
    """
    committed = func.count(MATCH.c.committed_at)
    now = tx.execute(select(MATCH.c.tournament_id, committed).group_by(MATCH.c.tournament_id))
    pieces = {key: count for key, count in now if count}
    made = read_cached_data_states(tx, DocumentKind.ENCOUNTERS)
    outdated = {key: count for key, count in pieces.items() if made.get(str(key)) != str(count)}
    deleted = {int(key): 0 for key in made if int(key) not in pieces}
    return dict(sorted({**outdated, **deleted}.items()))


def make_encounters(tx: Connection, tournament: int) -> list[Made]:
    """Compute a tournament's encounters: one row per bot and opponent in each complete match."""
    head = tx.execute(select(TOURNAMENT).where(TOURNAMENT.c.id == tournament)).one_or_none()
    if head is None:
        return []
    field, pairs = _bots_by_entrant(tx, tournament), _pairs(tx, tournament, head.seats)
    places, own = _complete_matches(tx, tournament), _sum_games(tx, tournament, head)
    closest = _closest_games(tx, tournament)
    return [
        {
            **places[place],
            **_about(field, one, other),
            **pairs.get((*place, one, other), _NEVER_MET),
            **own[place][one],
            **closest.get(place, _NO_CLOSEST),
            "first": other == min(bot for bot in own[place] if bot != one),
            "counted": head.rated and not head.open_seed,
        }
        for place in sorted(own)
        if place in places
        for one in sorted(own[place])
        for other in sorted(own[place])
        if one != other
    ]


def write_encounters(tx: Connection, tournament: int, pieces: int, rows: Sequence[Made]) -> None:
    """Replace a tournament's encounters (cached results of pairs of bots).

    Mark two caches as outdated: the totals of all bots, and the ladders that count these matches.

    `pieces`: the number of committed batches of boards from which the encounters were computed. `rows`: the
    new encounters, without Elo changes.
    """
    tx.execute(delete(ENCOUNTER).where(ENCOUNTER.c.tournament_id == tournament))
    for first in range(0, len(rows), BATCH_SIZE):
        tx.execute(insert(ENCOUNTER), rows[first : first + BATCH_SIZE])
    drop_documents(tx, DocumentKind.ENCOUNTERS, [tournament])
    if pieces:
        write_documents(tx, DocumentKind.ENCOUNTERS, str(pieces), {tournament: None})
    mark_outdated(tx, DocumentKind.BOTS, [TOTALS_KEY])
    mark_outdated(tx, DocumentKind.LADDER, {row["ruleset"] for row in rows if row["counted"]})


def refresh_totals(tx: Connection) -> None:
    """Compute the totals of all bots over their matches, unless the cached totals are current."""
    if read_cached_data_states(tx, DocumentKind.BOTS).get(TOTALS_KEY):
        return
    one = ENCOUNTER.c
    sums = [func.sum(one[name]) for name in TOTALS]
    rows = tx.execute(
        select(one.bot_id, func.count(), *sums, func.max(one.played_at)).where(one.first).group_by(one.bot_id)
    )
    totals = {bot: [*map(int, counts), at.timestamp()] for bot, *counts, at in rows}
    write_documents(tx, DocumentKind.BOTS, TOTALS_KEY, {TOTALS_KEY: totals})


def write_elo_changes(tx: Connection, ruleset: str, changes: Mapping[MatchBot, float]) -> None:
    """Store how much each match under a ruleset changed the live Elo of its bots.

    Live Elo is updated after each board. `changes`: the Elo changes, keyed by tournament, round, pairing and
    bot version.
    """
    one = ENCOUNTER.c
    key = (one.tournament_id, one.round, one.pairing, one.bot_version_id)
    rows = tx.execute(select(*key, one.elo_change).where(one.ruleset == ruleset, one.counted, one.first))
    differ = [tuple(row[:4]) for row in rows if row.elo_change != changes.get(tuple(row[:4]))]
    names = [f"wanted_{column.name}" for column in key]
    change = update(ENCOUNTER).values(elo_change=bindparam("change"))
    change = change.where(*(column == bindparam(name) for column, name in zip(key, names, strict=True)))
    for first in range(0, len(differ), BATCH_SIZE):
        part = differ[first : first + BATCH_SIZE]
        tx.execute(
            change, [{**dict(zip(names, one, strict=True)), "change": changes.get(one)} for one in part]
        )


_NEVER_MET: Final[Made] = {
    "met": 0,
    "won": 0.0,
    "boards": 0,
    "board_scores": 0.0,
    "squares": 0.0,
    "begun": 0,
    "begun_won": 0.0,
}


class _EntrantBot(NamedTuple):
    bot: int
    version: int


def _bots_by_entrant(tx: Connection, tournament: int) -> Mapping[int, _EntrantBot]:
    """Return the database keys of each entrant's bot and bot version, keyed by the entrant's database key."""
    rows = tx.execute(
        select(ENTRANT.c.id, BOT_VERSION.c.bot_id, BOT_VERSION.c.id.label("version"))
        .join(BOT_VERSION, BOT_VERSION.c.id == ENTRANT.c.bot_version_id)
        .where(ENTRANT.c.tournament_id == tournament)
    )
    return {row.id: _EntrantBot(row.bot_id, row.version) for row in rows}


def _about(field: Mapping[int, _EntrantBot], one: int, other: int) -> Made:
    return {
        "entrant_id": one,
        "other_id": other,
        "bot_id": field[one].bot,
        "opponent_id": field[other].bot,
        "bot_version_id": field[one].version,
        "opponent_version_id": field[other].version,
    }


def _complete_matches(tx: Connection, tournament: int) -> Mapping[Place, Made]:
    """Return the ruleset, last ledger entry and finishing time of each complete match.

    The keys: round, pairing. Matches without a ledger entry are left out.
    """
    rows = tx.execute(
        select(
            MATCH.c.round,
            MATCH.c.pairing,
            ROUND.c.ruleset,
            func.max(LEDGER.c.number).label("ledger"),
            func.max(MATCH.c.committed_at).label("played_at"),
        )
        .join(ROUND, and_(ROUND.c.tournament_id == MATCH.c.tournament_id, ROUND.c.number == MATCH.c.round))
        .outerjoin(LEDGER, LEDGER.c.match_id == MATCH.c.id)
        .where(MATCH.c.tournament_id == tournament)
        .group_by(MATCH.c.round, MATCH.c.pairing, ROUND.c.ruleset)
        .having(func.count(MATCH.c.committed_at) == func.count(MATCH.c.id))
    )
    return {
        (row.round, row.pairing): {"tournament_id": tournament, **row._mapping}
        for row in rows
        if row.ledger is not None
    }


def _sum_games(
    tx: Connection, tournament: int, head: Row[*tuple[Any, ...]]
) -> Mapping[Place, dict[int, Made]]:
    """Return each bot's totals over its games in each match, keyed by (round, pairing), then by entrant.

    `head`: the tournament's row.
    """
    counts, seat = GAME.c.termination != VOID, GAME_SEAT.c
    rows = tx.execute(
        select(
            GAME.c.round,
            GAME.c.pairing,
            seat.entrant_id,
            func.sum(case((counts, 1), else_=0)).label("games"),
            func.sum(case((counts, seat.score), else_=0.0)).label("score"),
            func.sum(case((counts, seat.points), else_=0)).label("points"),
            _how_often(ILLEGAL).label("illegal"),
            _how_often(TIMEOUTS).label("timeouts"),
            _how_often(CRASHES).label("crashes"),
            func.sum(seat.decisions).label("decisions"),
            func.sum(seat.time_ms).label("time_ms"),
            func.max(seat.time_ms).label("slowest_ms"),
            func.max(_used(head)).label("used"),
        )
        .join(GAME_SEAT, seat.game_id == GAME.c.id)
        .where(GAME.c.tournament_id == tournament)
        .group_by(GAME.c.round, GAME.c.pairing, seat.entrant_id)
    )
    found: dict[Place, dict[int, Made]] = defaultdict(dict)
    for row in rows.mappings():
        made = {name: value for name, value in row.items() if name not in ("round", "pairing", "entrant_id")}
        found[row["round"], row["pairing"]][row["entrant_id"]] = {**made, "cause": _cause(made)}
    return found


_NO_CLOSEST: Final[Made] = {"closest": None, "lead": None}


def _closest_games(tx: Connection, tournament: int) -> Mapping[Place, Made]:
    """Return each match's closest game: its number, and its lead in card points.

    The lead is the difference between the best and the worst bot. Games count only if they were won without
    faults. The keys: round, pairing.
    """
    points = GAME_SEAT.c.points
    games = (
        select(
            GAME.c.round,
            GAME.c.pairing,
            (GAME.c.board * func.count() + GAME.c.rotation + 1).label("number"),
            (func.max(points) - func.min(points)).label("lead"),
        )
        .join(GAME_SEAT, GAME_SEAT.c.game_id == GAME.c.id)
        .where(GAME.c.tournament_id == tournament, GAME.c.termination == Termination.WON.name)
        .group_by(GAME.c.id)
        .having(func.sum(case((GAME_SEAT.c.verdict == Verdict.OK.value, 0), else_=1)) == 0)
        .subquery()
    )
    order = func.row_number().over(
        partition_by=(games.c.round, games.c.pairing), order_by=(games.c.lead, games.c.number)
    )
    ranked = select(games, order.label("place")).subquery()
    values = _unit_values(tx, tournament)
    return {
        (row.round, row.pairing): {"closest": row.number, "lead": row.lead * values[row.round]}
        for row in tx.execute(select(ranked).where(ranked.c.place == 1))
    }


def _unit_values(tx: Connection, tournament: int) -> Mapping[int, int]:
    """Return how many card points one unit of a ruleset's scoring is worth, keyed by round number.

    The unit is a point, a chip, a life or a won deal, depending on the round's ruleset.
    """
    rounds = read_rounds(tx, tournament)
    deals = {one.number: ruleset_named(one.ruleset, one.rules).deals for one in rounds}
    return {number: unit_value(one.scoring) if one else 1 for number, one in deals.items()}


def _how_often(verdicts: Sequence[str]) -> ColumnElement[int]:
    return func.sum(case((GAME_SEAT.c.verdict.in_(verdicts), 1), else_=0))


def _used(head: Row[*tuple[Any, ...]]) -> ColumnElement[Any]:
    """Return an SQL expression for the share of a seat's thinking time that was used in a game.

    The share is NULL without a clock. `head`: the tournament's row.
    """
    if not head.clock_cap_ms:
        return cast(null(), Float)
    # The product may exceed PostgreSQL's integers.
    budget = head.clock_bank_ms + float(head.clock_increment_ms) * GAME_SEAT.c.decisions
    least = case((budget > head.clock_cap_ms, head.clock_cap_ms), else_=budget)
    return case((least > 0, GAME_SEAT.c.time_ms / least), else_=None)


def _cause(made: Made) -> str:
    """Return a bot's most frequent kind of fault in a match, such as "timeout"; empty without faults.

    `made`: the bot's totals in the match, with the number of faults of each kind.
    """
    worst = max(CAUSES, key=lambda name: int(made[name]))
    return CAUSES[worst] if made[worst] else ""


def _pairs(tx: Connection, tournament: int, seats: int) -> Mapping[tuple[int, ...], Made]:
    """Return the result of each bot against each opponent in each match.

    The keys: round, pairing, the bot's entrant key, the opponent's entrant key.
    """
    found: dict[tuple[int, ...], Made] = {}
    for row in _meetings(tx, tournament, seats):
        # PostgreSQL returns sums of sums as decimals.
        met, boards, begun, begun_with = (
            int(count) for count in (row.met, row.boards, row.one_begun, row.other_begun)
        )
        won, scores, squares = float(row.won), float(row.board_scores), float(row.squares)
        place, both = (row.round, row.pairing), {"met": met, "boards": boards}
        found[*place, row.one, row.other] = {
            **both,
            "won": won,
            "board_scores": scores,
            "squares": squares,
            "begun": begun,
            "begun_won": float(row.one_begun_won),
        }
        found[*place, row.other, row.one] = {
            **both,
            "won": met - won,
            "board_scores": boards - scores,
            "squares": boards - 2 * scores + squares,
            "begun": begun_with,
            "begun_won": begun_with - float(row.other_begun_lost),
        }
    return found


def _meetings(tx: Connection, tournament: int, seats: int) -> Iterator[Row[*tuple[Any, ...]]]:
    """Yield one row with summed results for each pair of bots in each match.

    The results are those of the bot with the lower entrant key.
    """
    one, other = GAME_SEAT.alias("one"), GAME_SEAT.alias("other")
    score = case((one.c.place < other.c.place, 1.0), (one.c.place == other.c.place, EVEN), else_=0.0)
    begins, is_begun_with = one.c.seat == 0, other.c.seat == 0
    board = (
        select(
            GAME.c.round,
            GAME.c.pairing,
            one.c.entrant_id.label("one"),
            other.c.entrant_id.label("other"),
            (func.count() if seats == PAIR else func.count(GAME.c.id.distinct())).label("games"),
            func.avg(score).label("score"),
            func.sum(case((begins, 1), else_=0)).label("one_begun"),
            func.sum(case((begins, score), else_=0.0)).label("one_begun_won"),
            func.sum(case((is_begun_with, 1), else_=0)).label("other_begun"),
            func.sum(case((is_begun_with, score), else_=0.0)).label("other_begun_lost"),
        )
        .join(one, one.c.game_id == GAME.c.id)
        .join(other, and_(other.c.game_id == GAME.c.id, one.c.entrant_id < other.c.entrant_id))
        .where(GAME.c.tournament_id == tournament, GAME.c.termination != VOID)
        .where(~or_(one.c.verdict.in_(UNCOMPARED), other.c.verdict.in_(UNCOMPARED)))
        .group_by(GAME.c.round, GAME.c.pairing, GAME.c.board, one.c.entrant_id, other.c.entrant_id)
        .subquery()
    )
    by = (board.c.round, board.c.pairing, board.c.one, board.c.other)
    return iter(
        tx.execute(
            select(
                *by,
                func.count().label("boards"),
                func.sum(board.c.games).label("met"),
                func.sum(board.c.games * board.c.score).label("won"),
                func.sum(board.c.score).label("board_scores"),
                func.sum(board.c.score * board.c.score).label("squares"),
                *(func.sum(board.c[name]).label(name) for name in _BEGUN),
            ).group_by(*by)
        )
    )


_BEGUN: Final = ("one_begun", "one_begun_won", "other_begun", "other_begun_lost")
