"""Any change in the stored rows of a tournament is found and named by `verify_tournament`."""

import shutil
import signal
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Column, Table, select

from arena.ratings.sprt import Sprt
from arena.record.compression import compress
from arena.record.match import Verdict
from arena.service.bots import Bot
from arena.service.common.processes import make_pool
from arena.service.compare.compare import CompareSettings, create_comparison, find_comparison, schedule
from arena.service.compare.seating import arrangement
from arena.service.errors import BadSettings, UnknownTournament, UserError
from arena.service.ladder.cache import refresh_ladders
from arena.service.reports.tournament_cache import refresh_tables, refresh_winners
from arena.service.reports.tournament_list import find_tournament
from arena.service.sandboxes import bot_spec
from arena.service.tournaments.edit import add_bots, end_tournament, withdraw_bot
from arena.service.tournaments.play.schedules import match_spec
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import ByeRequest, TournamentSettings
from arena.service.verify.coverage import DERIVED, NOT_OF_EVENTS, UNPROVEN
from arena.service.verify.replay_logs import (
    Chunk,
    ReplayedLogs,
    replay_here,
    replay_in_pool,
    replay_logs,
)
from arena.service.verify.verify import TournamentVerification, verify_tournament
from arena.store.admin.prune import prune_some
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.results.records import Piece
from arena.store.tables import METADATA
from arena.store.tables.results import GAME_LOG
from arena.store.tournaments.comparisons import append_record
from arena.store.tournaments.states import finish
from arena.tournament.pairing.pairing import PairingImpossible
from tests.conftest import Scale
from tests.factories.logged_matches import play_all, play_some, record
from tests.factories.made_up_matches import bots_in
from tests.figures import figures
from tests.store.samples import NOW

pytestmark = pytest.mark.dear

HOUSE = """
id = "at-home"
title = "At home"
base = "mau-mau"
options = ["W-DEAL=6"]
"""
Values = dict[str, Any]
ROUND_ROBIN, SWISS, GAUNTLET, PRUNED, COMPARISON = 1, 2, 3, 4, 5
GREATEST = 2**31 - 1  # number that every database holds
MAX_S = 30.0  # of a processor; verifying an unchanged tournament takes half a second
OF_EVENT = {
    "bye": SWISS,
    "forbidden_pair": SWISS,
    "comparison": COMPARISON,
    "pruning": PRUNED,
    "pruned_piece": PRUNED,
}
# How to select rows of a tournament; `?` is its number.
OF_MATCH = "match_id IN (SELECT id FROM match WHERE tournament_id = ?)"
OF_GAME = "game_id IN (SELECT id FROM game WHERE tournament_id = ? AND game_digest != '')"
VERSIONS = "(SELECT bot_version_id FROM entrant WHERE tournament_id = ?)"
WHERE = {
    "owner": "id IN (SELECT owner_id FROM tournament WHERE id = ?)",
    "bot": f"id IN (SELECT bot_id FROM bot_version WHERE id IN {VERSIONS})",
    "bot_version": "id IN (SELECT bot_version_id FROM entrant WHERE tournament_id = ? AND number = 1)",
    "tournament": "id = ?",
    "entrant": "tournament_id = ? AND number = 1",  # one with a game: of others no log holds the name
    "pruned_piece": OF_MATCH,
    "pruning": f"number IN (SELECT pruning FROM pruned_piece WHERE {OF_MATCH})",
    "house_rules": "hash IN (SELECT ruleset_hash FROM round WHERE tournament_id = ?)",
    "match_seat": OF_MATCH,
    "ledger_entry": OF_MATCH,
    "game": "tournament_id = ? AND game_digest != ''",
    "game_seat": OF_GAME,
    "game_log": OF_GAME,
    "fault": f"game != '' AND {OF_MATCH}",
    "cached_document": "kind IN (SELECT 'rows:' || ruleset FROM round WHERE tournament_id = ?)",
}
TABLES = [one for one in METADATA.sorted_tables if one.name not in NOT_OF_EVENTS]
COLUMNS = [f"{table.name}.{column.name}" for table in TABLES for column in table.columns]


def at_fault(piece: Piece, bot: int) -> Verdict:
    """Return the verdicts of two faulty entrants: the second is always late, the third never starts."""
    return {2: Verdict.TIMEOUT, 3: Verdict.NO_START}.get(bot, Verdict.OK)


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory, scale: Scale) -> Path:
    """Create a valid database with a tournament of every kind and all caches."""
    folder = tmp_path_factory.mktemp("audited")
    (folder / "at-home.toml").write_text(HOUSE)
    bots = bots_in(folder, 5)
    small = TournamentSettings(bots, boards=1, seed="5a" * 32)
    swiss = replace(
        small, format="swiss", rounds=2, forbidden=(("a", "b"),), byes=(ByeRequest(1, "d"),), seed="5b" * 32
    )
    gauntlet = replace(small, format="gauntlet", bots=bots[:2], pool=bots[2:4], seed="5c" * 32)
    house = (str(folder / "at-home.toml"), "prsi")
    with open_store(sqlite_url(folder / "arena.db")) as store:
        assert create(store, replace(small, bots=bots[:4], rulesets=house)) == ROUND_ROBIN
        play_some(store, ROUND_ROBIN, 10, at_fault)
        withdraw_bot(store, ROUND_ROBIN, "d")
        play_all(store, ROUND_ROBIN, at_fault)
        assert create(store, swiss) == SWISS
        play_all(store, SWISS, at_fault)
        assert create(store, gauntlet) == GAUNTLET
        play_all(store, GAUNTLET)
        assert create(store, replace(small, bots=bots[:2], rated=False, seed="5e" * 32)) == PRUNED
        play_all(store, PRUNED)
        with store.writing() as tx:
            assert prune_some(tx, PRUNED, NOW)
        if scale.name != "quick":
            _compare(store, CompareSettings(bots[0], bots[1], test=Sprt(), boards=50, seed="5d" * 32))
        refresh_ladders(store)
        refresh_tables(store, least_boards=1)
        refresh_winners(store)
    return folder / "arena.db"


def _compare(store: Store, settings: CompareSettings) -> None:
    number = create_comparison(store, settings)
    assert number == COMPARISON
    tournament, comparison = find_tournament(store, number), find_comparison(store, number)
    names = {one.number: one.name for one in tournament.entrants}
    bots = {
        key: bot_spec(bot, "process", names[key])
        for key, bot in enumerate((settings.first, settings.second), 1)
    }
    for piece in schedule(tournament, arrangement(comparison.seats, comparison.others)):
        made = record(match_spec(number, tournament, piece, bots), piece)
        with store.writing() as tx:
            append_record(tx, number, piece, made, NOW)
    with store.writing() as tx:
        finish(tx, number, NOW)


@cache
def known(log: bytes) -> ReplayedLogs:
    """Replay each log only once."""
    return replay_logs(log)


def replay(chunks: Iterable[Chunk[Any]]) -> Iterator[tuple[Any, list[ReplayedLogs]]]:
    return replay_here(chunks, known)


class Workbench:
    """A copy of the database whose rows are changed for the length of a block."""

    def __init__(self, path: Path, store: Store) -> None:
        self.path = path
        self.store = store

    def verify_tournament(self, number: int, given_head: str = "") -> TournamentVerification:
        return verify_tournament(self.store, number, given_head=given_head, replay=replay)

    def do(self, statement: str, *values: object) -> None:
        with closing(sqlite3.connect(self.path)) as database:
            database.execute(statement, values)
            database.commit()

    @contextmanager
    def cell(self, table: Table, row: Values, column: str, value: object) -> Iterator[None]:
        """Change a cell for the length of the block."""
        change = f'UPDATE "{table.name}" SET "{column}" = ? WHERE {where_key(table)}'
        self.do(change, value, *key_of(table, row))
        try:
            yield
        finally:
            self.do(change, row[column], *key_of(table, {**row, column: value}))

    @contextmanager
    def without(self, table: Table, row: Values) -> Iterator[None]:
        """Remove a row for the length of the block."""
        self._delete(table, row)
        try:
            yield
        finally:
            self._insert(table, row)

    @contextmanager
    def with_row(self, table: Table, row: Values) -> Iterator[None]:
        """Add a row for the length of the block."""
        self._insert(table, row)
        try:
            yield
        finally:
            self._delete(table, row)

    def _delete(self, table: Table, row: Values) -> None:
        self.do(f'DELETE FROM "{table.name}" WHERE {where_key(table)}', *key_of(table, row))

    def _insert(self, table: Table, row: Values) -> None:
        names = ", ".join(f'"{name}"' for name in row)
        marks = ", ".join("?" for _ in row)
        self.do(f'INSERT INTO "{table.name}" ({names}) VALUES ({marks})', *row.values())

    def row(self, table: Table, number: int) -> Values:
        """Return a row of the tournament, always the same."""
        return self.one(table, WHERE.get(table.name, "tournament_id = ?"), number)

    def one(self, table: Table, where: str, number: int = 0) -> Values:
        """Return one of the rows that a condition selects, always the same."""
        keys = ", ".join(f'"{column.name}"' for column in table.primary_key)
        with closing(sqlite3.connect(self.path)) as database:
            database.row_factory = sqlite3.Row
            wanted = f'SELECT * FROM "{table.name}" WHERE {where} ORDER BY {keys}'
            found = database.execute(wanted, (number,) * where.count("?")).fetchall()
        assert found, f"there is no row of {table.name}"
        return dict(found[len(found) // 2])


@pytest.fixture(scope="module")
def bench(audited: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    path = tmp_path_factory.mktemp("bench") / "arena.db"
    shutil.copy(audited, path)
    with open_store(sqlite_url(path)) as store:
        yield Workbench(path, store)


def key_of(table: Table, row: Values) -> tuple[Any, ...]:
    return tuple(row[column.name] for column in table.primary_key)


def where_key(table: Table) -> str:
    return " AND ".join(f'"{column.name}" = ?' for column in table.primary_key)


def other_values(column: Column[Any], value: object) -> Any:  # noqa: ANN401 - of any column
    """Return values to change a cell to."""
    python = column.type.python_type
    if python is datetime:
        at = datetime.fromisoformat(str(value)) if value else NOW.replace(tzinfo=None)
        return [str(at + timedelta(seconds=1)), "x"]
    if python is bool:
        return [not value, 7]
    if python is int:
        near = int(value or 0)  # type: ignore[call-overload]
        return [GREATEST, near + 1_000, near + 7, -1, "x"]
    if python is float:
        return [float(value or 0) + 0.5, float(value or 0) + 1e-3, "x"]  # type: ignore[arg-type]
    if column.table.name == "cached_document" and isinstance(value, bytes):
        return [compress(b'{"scale": 7}'), b"", 7]  # of a flipped bit the document may still read the same
    if isinstance(value, bytes):
        middle = len(value) // 2
        return [value[:middle] + bytes([value[middle] ^ 1]) + value[middle + 1 :], b"", 7]
    text = str(value or "")
    last = "0" if text[-1:] != "0" else "1"
    return [text[:-1] + last, text + "x", "", 7]


# ---- list of columns -----------------------------------------------------------------------


def test_unproven_columns_exist() -> None:
    assert set(UNPROVEN) <= set(COLUMNS)
    names = {table.name for table in METADATA.sorted_tables}
    assert set(NOT_OF_EVENTS) | set(DERIVED) <= names
    assert not set(NOT_OF_EVENTS) & set(DERIVED)


# ---- unchanged tournaments verify ---------------------------------------------------------------


@pytest.mark.parametrize("number", [SWISS, ROUND_ROBIN, GAUNTLET, PRUNED, COMPARISON])
def test_an_unchanged_tournament_verifies(bench: Workbench, number: int) -> None:
    found = bench.verify_tournament(number)
    assert [str(finding) for finding in found.findings] == []
    assert found.outdated_caches == ()
    assert len(found.subjects) == 7


# ---- changed cells and rows -----------------------------------------------------------------------


@pytest.mark.ci_one_in(20)
@pytest.mark.parametrize("name", [name for name in COLUMNS if name not in UNPROVEN])
def test_a_changed_cell_is_found_and_named(name: str, bench: Workbench, scale: Scale) -> None:
    table, column = named(name)
    number = OF_EVENT.get(table.name, ROUND_ROBIN)
    row = bench.row(table, number)
    values = [value for value in other_values(column, row[column.name]) if value != row[column.name]]
    for value in values[: scale.pick(quick=1, ci=1, full=9)]:
        try:
            with bench.cell(table, row, column.name, value), at_most(MAX_S):
                found = bench.verify_tournament(number)
        except sqlite3.IntegrityError:  # the database has such a row already, and allows no second one
            assert value != values[0]
            continue
        keys = {key_of(table, row), key_of(table, {**row, column.name: value})}
        was_found = is_named(found, table, column, keys)
        figures("rows changed", changed=1, found=int(was_found))
        assert was_found, (value, row, [str(one) for one in found.findings])


@pytest.mark.ci_one_in(5)
@pytest.mark.parametrize(
    ("kind", "column"),
    [
        *product(
            ["ladder", "rows:prsi@1", "bot:prsi@1", "encounters", "tables", "winner"],
            ["position", "document"],
        ),
        ("bots", "document"),  # no bot has an interval here: the document is empty, its position says nothing
    ],
)
def test_a_changed_document_is_found(kind: str, column: str, bench: Workbench) -> None:
    table = METADATA.tables["cached_document"]
    keys = f"key IN ('prsi@1', '{ROUND_ROBIN}', 'best_elo')" if ":" not in kind else "TRUE"
    row = bench.one(table, f"kind = '{kind}' AND {keys}")
    value = other_values(table.c[column], row[column])[0]
    with bench.cell(table, row, column, value):
        found = bench.verify_tournament(ROUND_ROBIN)
    assert is_named(found, table, table.c[column], {key_of(table, row)})


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Fail as soon as the block takes more processor time: it might also exhaust the memory."""

    def over(*_: object) -> None:
        raise AssertionError(f"it takes more than {seconds:g} s of a processor")

    before = signal.signal(signal.SIGPROF, over)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def named(name: str) -> tuple[Table, Column[Any]]:
    table, _, column = name.partition(".")
    found = METADATA.tables[table]
    return found, found.c[column]


def is_named(
    found: TournamentVerification, table: Table, column: Column[Any], keys: set[tuple[Any, ...]]
) -> bool:
    """True if the cell is named; for a key column also if its row is missing or surplus."""
    columns = {column.name, ""} if column.primary_key else {column.name}
    return any(
        finding.table == table.name
        and finding.column in columns
        and (not finding.column or as_text(finding.key) in set(map(as_text, keys)))
        for finding in found.findings
    )


def as_text(key: tuple[Any, ...]) -> tuple[str, ...]:
    """Return a key as text, however it was read."""
    return tuple(str(int(part)) if isinstance(part, bool) else str(part) for part in key)


# Nothing shows that such a row existed.
GONE = {"forbidden_pair"}


@pytest.mark.ci_one_in(5)
@pytest.mark.parametrize("table", [table for table in TABLES if table.name not in GONE], ids=str)
def test_a_missing_row_is_found(table: Table, bench: Workbench) -> None:
    number = OF_EVENT.get(table.name, ROUND_ROBIN)
    row = bench.row(table, number)
    with bench.without(table, row):
        found = bench.verify_tournament(number)
    was_found = any(one.table == table.name and not one.column for one in found.findings)
    figures("rows changed", changed=1, found=int(was_found))
    assert was_found, (row, [str(one) for one in found.findings])


MORE: dict[str, Values] = {
    "round": {"number": 99},
    "bye": {"round": 2, "entrant_id": 5},
    "match": {"id": 999, "piece": 2},
    "match_seat": {"number": 7},
    "ledger_entry": {"number": 999, "match_id": 11},  # a forfeited match
    "game": {"id": 999, "rotation": 7, "name": "ab" * 16},
    "game_seat": {"seat": 7},
    "fault": {"id": 999, "seat": 0},
    "entrant": {"id": 999, "number": 9, "name": "z"},
    "encounter": {"pairing": 9},
    "cached_document": {"kind": "bot:prsi@1", "key": "99"},
}


@pytest.mark.ci_one_in(5)
@pytest.mark.parametrize("name", MORE)
def test_a_surplus_row_is_found(name: str, bench: Workbench) -> None:
    table = METADATA.tables[name]
    number = OF_EVENT.get(name, ROUND_ROBIN)
    with bench.with_row(table, {**bench.row(table, number), **MORE[name]}):
        found = bench.verify_tournament(number)
    was_found = any(one.table == name for one in found.findings)
    figures("rows changed", changed=1, found=int(was_found))
    assert was_found, [str(one) for one in found.findings]


# ---- bytes of stored logs ----------------------------------------------------------------------------------


def test_a_flipped_byte_of_a_stored_log_is_found(bench: Workbench, scale: Scale) -> None:
    """Some flips in the compressed bytes leave the log as it was: then the bytes are compared."""
    table, column = named("game_log.log")
    row, chance = bench.row(table, ROUND_ROBIN), Random("flips")
    log: bytes = row["log"]
    places = sorted(chance.sample(range(len(log)), min(len(log), scale.pick(quick=1, ci=1, full=10_000))))
    for place in places:
        other = log[:place] + bytes([log[place] ^ (1 << chance.randrange(8))]) + log[place + 1 :]
        with bench.cell(table, row, "log", other):
            found = bench.verify_tournament(ROUND_ROBIN)
        was_found = is_named(found, table, column, {key_of(table, row)})
        figures("bytes flipped", flipped=1, found=int(was_found))
        assert was_found, place


def test_flipped_bits_change_what_logs_say(bench: Workbench, scale: Scale) -> None:

    row, chance = bench.row(METADATA.tables["game_log"], ROUND_ROBIN), Random("more flips")
    log: bytes = row["log"]
    whole, many = replay_logs(log), scale.pick(quick=40, ci=40, full=8 * len(log))
    for _ in range(many):
        place = chance.randrange(len(log))
        other = log[:place] + bytes([log[place] ^ (1 << chance.randrange(8))]) + log[place + 1 :]
        assert replay_logs(other) != whole
    figures("bytes flipped", flipped=many, found=many)


# ---- noted heads --------------------------------------------------------------------------


def test_a_noted_head_is_looked_up_in_the_ledger(bench: Workbench) -> None:
    number, digest = bench.verify_tournament(SWISS).head
    assert bench.verify_tournament(SWISS, digest[:16]).ok
    [finding] = bench.verify_tournament(SWISS, "ab" * 32).findings
    assert (finding.table, finding.key, finding.column) == ("ledger_entry", (number,), "digest")
    assert "not in the ledger" in finding.why


def test_an_earlier_head_proves_no_later_entries(bench: Workbench) -> None:
    row = bench.row(METADATA.tables["ledger_entry"], ROUND_ROBIN)
    [finding] = bench.verify_tournament(SWISS, row["digest"]).findings
    assert "does not prove later entries" in finding.why


@pytest.mark.parametrize("head", ["ab", "x" * 64])
def test_an_invalid_head_is_refused(bench: Workbench, head: str) -> None:
    with pytest.raises(BadSettings, match="hex digits"):
        bench.verify_tournament(SWISS, head)


def test_an_unknown_tournament(bench: Workbench) -> None:
    for number in (99, 2**31, 2**63):
        with pytest.raises(UnknownTournament):
            bench.verify_tournament(number)


# ---- outdated caches --------------------------------------------------------------------------


def test_a_latecomer_after_the_last_round_verifies(store: Store, tmp_path: Path) -> None:
    bots = bots_in(tmp_path, 4)
    number = create(store, TournamentSettings(bots[:3], boards=1, format="swiss", rounds=2))
    play_some(store, number, 1)
    add_bots(store, number, bots[3:])
    end_tournament(store, number)
    play_all(store, number)
    assert find_tournament(store, number).entrants[3].from_round == 2
    assert verify_tournament(store, number).findings == ()


def test_outdated_caches_are_not_compared(audited: Path, tmp_path: Path) -> None:
    """A match was committed after the caches were computed."""
    shutil.copy(audited, tmp_path / "arena.db")
    with open_store(sqlite_url(tmp_path / "arena.db")) as store:
        small = TournamentSettings(bots_in(tmp_path, 3), boards=1, seed="5e" * 32)
        number = create(store, small)
        play_some(store, number, 1)
        refresh_ladders(store)
        play_some(store, number, 1)
        found = verify_tournament(store, number, replay=replay)
        assert [str(finding) for finding in found.findings] == []
        assert found.outdated_caches == ("encounters", "ladders")


def test_several_processes_replay_the_same(audited: Path, scale: Scale) -> None:
    with open_store(sqlite_url(audited)) as store, store.reading() as tx:
        logs = list(tx.scalars(select(GAME_LOG.c.log).limit(scale.pick(quick=3, ci=6, full=100))))
    chunks = [(number, [log, log[:-1]]) for number, log in enumerate(logs)]
    with make_pool(2) as pool:
        assert list(replay_in_pool(chunks, pool, 2)) == list(replay_here(chunks))


@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize("format", ["round-robin", "double-round-robin", "swiss", "gauntlet"])
def test_latecomers_and_withdrawals_verify(format: str, tmp_path: Path, scale: Scale) -> None:
    bots = bots_in(tmp_path, 7)
    settings = TournamentSettings(bots[:5], boards=1, format=format, seed="5f" * 32)
    if format == "gauntlet":
        settings = replace(settings, bots=bots[:2], pool=bots[2:5])
    for seed in range(scale.pick(quick=1, ci=1, full=50)):
        chance, late = Random(f"{format} {seed}"), [*bots[5:]]
        if format == "swiss":
            settings = replace(settings, rounds=3, seats=chance.choice([2, 3]))
        with open_store(sqlite_url(tmp_path / f"{seed}.db")) as store:
            number = create(store, settings)
            play_with_changes(store, number, chance, late)
            assert [str(one) for one in verify_tournament(store, number).findings] == []


def play_with_changes(store: Store, number: int, chance: Random, late: list[Bot]) -> None:
    """Play a tournament with random latecomers and withdrawals."""
    with suppress(PairingImpossible):
        while play_some(store, number, 1, at_fault):
            with suppress(UserError):
                if chance.random() < 0.15:
                    entrants = find_tournament(store, number).entrants
                    withdraw_bot(store, number, chance.choice(entrants).name)
                if late and chance.random() < 0.15:
                    add_bots(store, number, [late.pop()])
