"""Check the rows from which a tournament is rebuilt: bots, entrants, settings and rounds."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, select

from arena.record.format import Header
from arena.record.reader import BadLog, read_log
from arena.record.storage import PackedLog
from arena.rules import BadRuleset, UnknownRuleset, ruleset_named
from arena.service.bots.names import fold_name
from arena.service.compare.seating import arrangement
from arena.service.formats import FORMATS, GAUNTLET, SWISS
from arena.service.tournaments.setup.settings import MAX_BOARDS, MAX_ROUNDS
from arena.service.verify.rows import Mismatch, Row, differing, doubtful, missing, surplus, wrong
from arena.service.verify.stored import StoredTournament
from arena.store.tables.results import GAME, GAME_LOG, GAME_SEAT
from arena.store.tables.schedule import ENTRANT, MATCH
from arena.store.tournaments.comparisons import COMPARE
from arena.tournament.history import ByeKind
from arena.tournament.secrets import board_secret

SAMPLES: Final = 3  # logs that are read for each entrant and each round
_BY_LOGS: Final = "by the logs of its games"
_BY_TABLES: Final = "by its tables"


class LogSample(NamedTuple):
    """A stored game log: its header and shuffle secret, and the game's round, seats and earlier meetings."""

    header: Header
    secret: str
    round: int
    earlier: int  # how often the same bots had met before
    seats: Mapping[int, int]  # seat -> key of the entrant


def check_inputs(tx: Connection, stored: StoredTournament) -> Iterator[Mismatch]:
    """Check the rows from which a tournament is rebuilt. Yield a mismatch for each wrong value or row."""
    samples = list(_read_samples(tx, stored))
    yield from _foreign_entrants(tx, stored)
    yield from _numbers(stored)
    yield from _names(stored, samples)
    yield from _bots(stored)
    yield from _settings(stored, samples)
    yield from _comparison(stored)
    yield from _rounds(stored, samples)
    for row in stored["entrant"].values():
        yield from _entrant(stored, row)


# ---- logs --------------------------------------------------------------------------------------------------


def _read_samples(tx: Connection, stored: StoredTournament) -> Iterator[LogSample]:
    for (entrant,) in stored["entrant"]:
        seated = select(GAME_SEAT.c.game_id).where(GAME_SEAT.c.entrant_id == entrant)
        yield from _read_logs(tx, GAME.c.id.in_(seated))
    for number in stored.rounds:
        yield from _read_logs(tx, (GAME.c.tournament_id == stored.number) & (GAME.c.round == number))


def _read_logs(tx: Connection, where: ColumnElement[bool]) -> Iterator[LogSample]:
    rows = tx.execute(
        select(GAME.c.id, GAME.c.name, GAME.c.round, MATCH.c.earlier, GAME_LOG.c.log)
        .join(GAME_LOG, GAME_LOG.c.game_id == GAME.c.id)
        .join(MATCH, MATCH.c.id == GAME.c.match_id)
        .where(where)
        .order_by(GAME.c.id)
        .limit(SAMPLES)
    )
    for game, name, number, earlier, packed in rows:
        try:
            log = read_log(PackedLog(packed, name).data())
        except BadLog:
            continue  # it is found when all logs are replayed
        seats = tx.execute(
            select(GAME_SEAT.c.seat, GAME_SEAT.c.entrant_id).where(GAME_SEAT.c.game_id == game)
        )
        yield LogSample(
            log.header, log.footer.secret, number, earlier, {row.seat: row.entrant_id for row in seats}
        )


def _most(counted: Counter[Any]) -> Any:  # noqa: ANN401 - of whatever was counted
    """Return the value that occurs in more than half of all cases, or None."""
    [(value, times)] = counted.most_common(1) or [(None, 0)]
    return value if times > counted.total() / 2 else None


# ---- bots and entrants -------------------------------------------------------------------------------------


def _foreign_entrants(tx: Connection, stored: StoredTournament) -> Iterator[Mismatch]:
    """Yield a mismatch for each cell of this tournament that refers to another tournament's entrant."""
    own = [key for (key,) in stored["entrant"]]
    others = set(tx.scalars(select(ENTRANT.c.id).where(ENTRANT.c.id.not_in(own))))
    for table, columns in (
        ("forbidden_pair", ("one_id", "other_id")),
        ("bye", ("entrant_id",)),
        ("match_seat", ("entrant_id",)),
    ):
        for key, row in stored[table].items():
            for column in columns:
                if row[column] in others:
                    yield doubtful(table, key, row, column, "this entrant is of another tournament")


def _numbers(stored: StoredTournament) -> Iterator[Mismatch]:
    """Yield a mismatch for each entrant with a wrong number. Sorted by key, they must be 1, 2, 3 …"""
    for number, (key, row) in enumerate(sorted(stored["entrant"].items()), 1):
        yield from differing("entrant", key, row, {"number": number}, "entrants are numbered without gaps")


def _names(stored: StoredTournament, samples: list[LogSample]) -> Iterator[Mismatch]:
    """Yield a mismatch for each entrant whose name or version differs from the logs of its games."""
    for entrant, version in stored.bot_versions():
        called = Counter(
            (sample.header.bots[seat].name, sample.header.bots[seat].version)
            for sample in samples
            for seat, sitting in sample.seats.items()
            if sitting == entrant["id"] and seat in range(len(sample.header.bots))
        )
        name, digest = _most(called) or (entrant["name"], version["digest"])
        yield from differing("entrant", (entrant["id"],), entrant, {"name": name}, _BY_LOGS)
        if digest == version["digest"]:
            continue
        other = next((row["id"] for row in stored["bot_version"].values() if row["digest"] == digest), None)
        if other is None:
            yield from differing("bot_version", (version["id"],), version, {"digest": digest}, _BY_LOGS)
        else:
            yield from differing("entrant", (entrant["id"],), entrant, {"bot_version_id": other}, _BY_LOGS)


def _bots(stored: StoredTournament) -> Iterator[Mismatch]:
    """Yield a mismatch for each bot whose columns `folded` and `claimed` do not follow from its name.

    `folded` is the name in lower case. `claimed` is a form that is the same for names that look alike.
    """
    for key in sorted({version["bot_id"] for _, version in stored.bot_versions()}):
        bot = stored["bot"][key,]
        if bot["folded"] != bot["name"].casefold():
            for column in ("name", "folded"):
                yield doubtful("bot", (key,), bot, column, "name and folded name do not belong together")
        elif bot["claimed"] is not None:
            expected = {"claimed": fold_name(bot["name"])}
            yield from differing("bot", (key,), bot, expected, "a name is claimed with all that look like it")


def _entrant(stored: StoredTournament, row: Row) -> Iterator[Mismatch]:
    """Check an entrant's first round, withdrawal, benching, and membership in a gauntlet's pool.

    A bot is benched (withdrawn) if its matches keep failing. A gauntlet's pool contains the opponents of all
    other bots.

    Yield a mismatch for each wrong value. `row`: the entrant's row.
    """
    key, head, seats = (row["id"],), stored.head, [seat for _, seat in stored.matches_of(row["id"])]
    rounds = [match["round"] for match, _ in stored.matches_of(row["id"])]
    rounds += [bye["round"] for bye in stored["bye"].values() if bye["entrant_id"] == row["id"]]
    first, last, swiss = min(rounds, default=None), max(stored.rounds, default=0), head["format"] == SWISS
    if first is not None and (row["from_round"] > first or (swiss and row["from_round"] != first)):
        yield wrong("entrant", key, "from_round", row["from_round"], first, "by its first table")
    elif row["from_round"] not in stored.rounds and not (swiss and row["from_round"] > last and not rounds):
        yield doubtful("entrant", key, row, "from_round", "there is no such round")
    if row["withdrawn_after"] not in (None, 0, *stored.rounds):
        yield doubtful("entrant", key, row, "withdrawn_after", "there is no such round")
    unplayed = [seat for match, seat in stored.matches_of(row["id"]) if match["id"] not in stored.committed]
    if row["withdrawn_after"] is None and any(seat["forfeit"] for seat in unplayed):
        yield doubtful("entrant", key, row, "withdrawn_after", "it forfeits matches")
    if row["benched"] and row["withdrawn_after"] is None:
        yield wrong("entrant", key, "benched", True, False, "a benched bot plays no more, and this one did")
    pool = head["format"] == GAUNTLET and all(seat["listed"] == 1 for seat in seats)
    if seats or head["format"] != GAUNTLET:
        yield from differing("entrant", key, row, {"pool": pool}, _BY_TABLES)


# ---- settings ----------------------------------------------------------------------------------------------


def _settings(stored: StoredTournament, samples: list[LogSample]) -> Iterator[Mismatch]:
    """Yield a mismatch for each wrong setting of the tournament, and for each bye of an unknown kind.

    The format, the planned rounds and the boards must be possible. The boards and seats must fit the stored
    matches. The shuffle secret must fit the logs.
    """
    head, key = stored.head, (stored.number,)
    if head["format"] not in (*FORMATS, COMPARE):
        yield doubtful("tournament", key, head, "format", "there is no such format")
    if head["planned_rounds"] is not None and head["planned_rounds"] not in range(1, MAX_ROUNDS + 1):
        yield doubtful("tournament", key, head, "planned_rounds", "no tournament has as many")
    boards: Counter[tuple[int, int]] = Counter()
    for match in stored["match"].values():
        boards[match["round"], match["pairing"]] += match["boards"]
    if head["boards"] not in range(1, MAX_BOARDS + 1):
        yield doubtful("tournament", key, head, "boards", "no match has as many")
    elif head["format"] != COMPARE and len(boards) > 1 and len({*boards.values()}) == 1:
        expected = {"boards": next(iter(boards.values()))}
        yield from differing("tournament", key, head, expected, "by all its matches")
    sizes = Counter(map(len, stored.seats.values()))
    if sizes and head["seats"] not in (*sizes, *((max(sizes) + 1,) if head["format"] == SWISS else ())):
        usual = sizes.most_common(1)[0][0]
        yield wrong("tournament", key, "seats", head["seats"], usual, "by all its tables")
    if samples and not any(_is_dealt_by(head["secret"], sample) for sample in samples):
        yield doubtful("tournament", key, head, "secret", "the boards of its games come from another secret")
    kinds = [kind.value for kind in ByeKind]
    for bye, row in stored["bye"].items():
        if row["kind"] not in kinds:
            yield doubtful("bye", bye, row, "kind", f"there are {', '.join(kinds)}")


def _is_dealt_by(secret: str, sample: LogSample) -> bool:
    try:
        event = bytes.fromhex(secret)
    except ValueError:
        return False
    versions = [bot.version for bot in sample.header.bots]
    return board_secret(event, versions, sample.earlier, sample.header.board).hex() == sample.secret


def _comparison(stored: StoredTournament) -> Iterator[Mismatch]:
    key, seats = (stored.number,), stored.head["seats"]
    row = stored["comparison"].get(key)
    if (row is not None) != (stored.head["format"] == COMPARE):
        yield (
            surplus("comparison", key, "not a comparison") if row else missing("comparison", key, "it is one")
        )
    elif row and row["others"] not in (0, seats - 2):
        yield doubtful("comparison", key, row, "others", "seats are left over")
    elif row and len(arrangement(seats, row["others"]).sides) != len(stored["entrant"]):
        other = seats - 2 if row["others"] == 0 else 0
        yield wrong("comparison", key, "others", row["others"], other, "by the entrants")
    if row:
        yield from differing("comparison", key, row, {"seats": seats}, "by the tournament")


def _rounds(stored: StoredTournament, samples: list[LogSample]) -> Iterator[Mismatch]:
    """Compare each round's ruleset and house rules with the logs of its games. Yield the mismatches.

    Without logs, compare the ruleset with its stored hash.
    """
    for key, row in stored["round"].items():
        number = key[1]
        headers = [sample.header for sample in samples if sample.round == number]
        known = _most(Counter((header.ruleset, header.ruleset_hash, header.rules) for header in headers))
        if known is None:
            yield from _ruleset(stored, key, row)
            continue
        ruleset, digest, rules = known
        expected = {"ruleset": ruleset, "ruleset_hash": digest}
        yield from differing("round", key, row, expected, _BY_LOGS)
        house = stored["house_rules"].get((digest,))
        if rules and house is None:
            yield missing("house_rules", (digest,), f"round {number} was played by them")
        elif rules and house:
            yield from differing("house_rules", (digest,), house, {"rules": rules}, _BY_LOGS)


def _ruleset(stored: StoredTournament, key: tuple[Any, ...], row: Row) -> Iterator[Mismatch]:
    house = stored["house_rules"].get((row["ruleset_hash"],))
    try:
        ruleset = ruleset_named(row["ruleset"], house["rules"] if house else "")
    except (UnknownRuleset, BadRuleset) as reason:
        if house:
            why = f"round {key[1]} is played by them: {reason}"
            yield doubtful("house_rules", (row["ruleset_hash"],), house, "rules", why)
        for column in ("ruleset", "ruleset_hash"):
            yield doubtful("round", key, row, column, str(reason))
        return
    yield from differing("round", key, row, {"ruleset_hash": ruleset.hash}, f"by {row['ruleset']}")
