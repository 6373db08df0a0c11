"""Fill a database of any size with made-up results.

Every bot plays in every round, at tables of two with ten boards each: 1,000 bots play 10,000 games a round.
Skills vary, a few bots are often at fault. There are no logs.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Final

from sqlalchemy import Connection, Table, insert

from arena.ratings.live import expected
from arena.store.database.store import Store
from arena.store.tables.bots import BOT, BOT_VERSION, OWNER, SUBMISSION
from arena.store.tables.results import GAME, GAME_SEAT
from arena.store.tables.schedule import ENTRANT, LEDGER, MATCH, MATCH_SEAT, ROUND, TOURNAMENT

BOARDS: Final = 10
GAMES: Final = 2 * BOARDS  # of a match
ROUNDS: Final = 5  # of a tournament
SPREAD: Final = 120  # Elo
FAULTY: Final = 0.05  # of the bots
BEGIN: Final = datetime(2026, 1, 1, tzinfo=UTC)
RULESETS: Final = ("mau-mau@1", "mau-mau@1", "prsi@1")  # of three tournaments
LANGUAGES: Final = ("python", "rust", "go", "typescript", "java", "cpp")
FAULTS: Final = ("ILLEGAL", "TIMEOUT", "DISCONNECT")

LATER: Final = {
    "sqlite": "PRAGMA defer_foreign_keys=ON",
    "postgresql": "SET LOCAL session_replication_role = replica",
}  # so that rows may be written before those that they refer to

Row = dict[str, Any]


def fill(store: Store, bots: int, games: int) -> int:
    """Write an even number of bots and about this number of games; return the number of games."""
    rounds = max(ROUNDS, games // (bots // 2 * GAMES))
    tournaments = max(1, rounds // ROUNDS)
    with store.writing() as tx:
        tx.exec_driver_sql(LATER[tx.dialect.name])
        _add_bots(tx, bots)
        skills = [Random(bot).gauss(0, SPREAD) for bot in range(bots)]
        for number in range(1, tournaments + 1):
            _add_tournament(tx, number, bots, skills)
    with store.writing() as tx:
        tx.exec_driver_sql("ANALYZE")
    return tournaments * ROUNDS * (bots // 2) * GAMES


def _put(tx: Connection, table: Table, rows: list[Row]) -> None:
    if rows:
        tx.execute(insert(table), rows)


def _add_bots(tx: Connection, bots: int) -> None:
    _put(tx, OWNER, [{"id": key, "name": f"author-{key}"} for key in range(1, 1 + max(1, bots // 5))])
    owners = max(1, bots // 5)
    _put(tx, BOT, [
        {"id": key, "owner_id": 1 + key % owners, "name": _name(key), "folded": _name(key).casefold(),
         "claimed": f"bot{key}", "created_at": BEGIN}
        for key in range(1, bots + 1)
    ])  # fmt: skip
    _put(tx, BOT_VERSION, [
        {"id": key, "bot_id": key, "digest": f"{key:064x}"[::-1], "source": _name(key), "created_at": BEGIN}
        for key in range(1, bots + 1)
    ])  # fmt: skip
    _put(tx, SUBMISSION, [
        {"bot_version_id": key, "kind": "files", "place": "", "folder": "", "member": "",
         "language": LANGUAGES[key % len(LANGUAGES)], "description": "", "command": "[]", "rulesets": "[]",
         "limits": "{}", "origin": _name(key), "runner": "docker", "state": "active", "failure": "",
         "repeat": "", "memory_mb": None, "submitted_at": BEGIN}
        for key in range(1, bots + 1)
    ])  # fmt: skip


def _name(key: int) -> str:
    return "random" if key == 1 else f"Bot-{key:04}"


def _add_tournament(tx: Connection, number: int, bots: int, skills: list[float]) -> None:
    ruleset, at = RULESETS[number % len(RULESETS)], BEGIN + timedelta(days=number)
    _put(tx, TOURNAMENT, [
        {"id": number, "owner_id": 1, "name": f"league {number}", "format": "swiss", "boards": BOARDS,
         "secret": "00" * 32, "open_seed": False, "rated": True, "runner": "docker", "clock_bank_ms": 10_000,
         "clock_increment_ms": 100, "clock_cap_ms": 60_000, "limits": "{}", "created_at": at,
         "finished_at": at + timedelta(hours=5), "state": "over", "seats": 2, "planned_rounds": ROUNDS}
    ])  # fmt: skip
    first = 1 + (number - 1) * bots  # key of its first entrant
    _put(tx, ENTRANT, [
        {"id": first + bot, "tournament_id": number, "number": bot + 1, "bot_version_id": bot + 1,
         "name": _name(bot + 1), "source": _name(bot + 1)}
        for bot in range(bots)
    ])  # fmt: skip
    _put(tx, ROUND, [
        {"tournament_id": number, "number": round, "ruleset": ruleset, "ruleset_hash": "0" * 64,
         "paired_at": at}
        for round in range(1, ROUNDS + 1)
    ])  # fmt: skip
    for round in range(1, ROUNDS + 1):
        _add_round(tx, number, round, first, skills, at + timedelta(hours=round))


def _add_round(
    tx: Connection, tournament: int, round: int, first: int, skills: list[float], at: datetime
) -> None:
    draw, bots = Random(f"{tournament} {round}"), len(skills)
    order = draw.sample(range(bots), bots)
    tables = list(zip(order[::2], order[1::2], strict=True))
    key = 1 + ((tournament - 1) * ROUNDS + round - 1) * len(tables)  # of its first match
    matches: list[Row] = []
    seats: list[Row] = []
    ledger: list[Row] = []
    games: list[Row] = []
    results: list[Row] = []
    for pairing, table in enumerate(tables, 1):
        match, over = key + pairing - 1, at + timedelta(seconds=pairing)
        matches.append({"id": match, "tournament_id": tournament, "round": round, "pairing": pairing,
                        "piece": 1, "earlier": 0, "first_board": 0, "boards": BOARDS,
                        "committed_at": over})  # fmt: skip
        seats += [
            {"match_id": match, "number": place, "entrant_id": first + bot, "listed": place}
            for place, bot in enumerate(table)
        ]
        ledger.append({"number": match, "match_id": match, "log_digest": "0" * 64, "previous": "0" * 64,
                       "digest": f"{match:064x}", "committed_at": over})  # fmt: skip
        for game, row in enumerate(_games(match, tournament, round, pairing), 1):
            games.append(row | {"id": (match - 1) * GAMES + game})
            results += _seats((match - 1) * GAMES + game, row["rotation"], table, first, skills, draw)
    for stored, rows in ((MATCH, matches), (MATCH_SEAT, seats), (LEDGER, ledger), (GAME, games)):
        _put(tx, stored, rows)
    _put(tx, GAME_SEAT, results)


def _games(match: int, tournament: int, round: int, pairing: int) -> Iterator[Row]:
    for game in range(GAMES):
        name = f"{match}-{game}"
        yield {"name": name, "match_id": match, "tournament_id": tournament, "round": round,
               "pairing": pairing, "board": game // 2, "rotation": game % 2, "termination": "WON",
               "plies": 30, "game_digest": name, "log_digest": name}  # fmt: skip


def _seats(
    game: int, rotation: int, table: tuple[int, int], first: int, skills: list[float], draw: Random
) -> Iterator[Row]:
    one, other = table if rotation == 0 else table[::-1]
    won = draw.random() < expected(skills[one] - skills[other])
    lost = draw.randint(7, 60)
    for seat, (bot, place) in enumerate(((one, 2 - won), (other, 1 + won))):
        fails = place == 2 and bot < FAULTY * len(skills) and bot > 0 and draw.random() < FAULTY
        yield {"game_id": game, "seat": seat, "entrant_id": first + bot, "place": place,
               "points": lost * (place - 1), "score": 2.0 - place,
               "verdict": FAULTS[bot % len(FAULTS)] if fails else "OK", "decisions": 15,
               "time_ms": 15 * draw.expovariate(1 / (1 + bot % 7))}  # fmt: skip
