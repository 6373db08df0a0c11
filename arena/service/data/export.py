"""Export finished games to two Parquet files for each ruleset: one of decisions, one of hidden cards."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date
from itertools import chain, groupby
from operator import attrgetter
from pathlib import Path
from typing import Final, NamedTuple

from arena.record.reader import read_log
from arena.record.storage import unpack
from arena.rules import ruleset_named
from arena.service.common.files import write_whole_file
from arena.service.common.processes import make_pool, submit_ahead
from arena.service.common.text import MatchId
from arena.service.data.card import data_card
from arena.service.data.files import GameTables, make_tables, write_games
from arena.service.data.library import check_can_write
from arena.service.data.rows import GameToExport
from arena.service.errors import NotFound
from arena.service.reports.ladder_ratings import collect_histories, ruleset_keys
from arena.store.database.store import Store
from arena.store.results.finished import (
    FinishedMatch,
    StoredBoard,
    entrant_versions,
    list_finished_matches,
    read_boards,
)

CARD: Final = "README.md"
_CHUNK: Final = 400  # games that a process converts at a time

Elos = Mapping[tuple[int, int, int, int], float | None]  # by tournament, round, pairing, bot version


class NoGames(NotFound):
    """No stored finished game fits the request."""


class BoardToExport(NamedTuple):
    """A stored board with its match, and the bots' Elo before the match."""

    match: FinishedMatch
    board: StoredBoard
    elos: Mapping[str, float | None]  # by the bot's name


Chunk = Sequence[BoardToExport]
Convert = Callable[[Iterable[Chunk]], Iterator[GameTables]]


@dataclass(frozen=True, slots=True)
class WrittenGames:
    """The two files of a ruleset's games: decisions and hidden cards."""

    ruleset: str
    games: int
    rows: int
    decisions: Path
    hidden: Path


@dataclass(frozen=True, slots=True)
class GamesQuery:
    """A query for the games to export, by ruleset and day."""

    rulesets: Sequence[str] = ()  # names or keys; empty: all
    since: date | None = None  # the first day (UTC) on which their matches finished
    until: date | None = None  # the last day


def export_games(
    store: Store,
    matches: Sequence[FinishedMatch],
    folder: Path,
    jobs: int = 1,
    licence: str = "",
    on_game: Callable[[int], None] = lambda done: None,
) -> list[WrittenGames]:
    """Write the games of finished matches into files in `folder`, with a data card.

    `jobs`: the number of processes. `licence`: the licence that the data card names. `on_game`: called with
    the number of games written so far.

    Raise NoParquet without pyarrow, NoGames if no log is stored, OSError if a file cannot be written.
    """
    check_can_write()
    done = 0

    def count(games: int) -> None:
        nonlocal done
        done += games
        on_game(done)

    folder.mkdir(parents=True, exist_ok=True)
    with _converter(jobs, count_games(matches)) as convert:
        parts = [
            write_ruleset(store, group, *file_paths(folder, group[0].ruleset), convert, _CHUNK, count)
            for group in by_ruleset(matches)
        ]
    written = [part for part in parts if part]
    if not written:
        raise NoGames("no games to export: no match has finished in that time, or the logs were deleted")
    with write_whole_file(folder / CARD) as file:
        file.write(data_card(licence).encode())
    return written


def count_games(matches: Iterable[FinishedMatch]) -> int:
    """Return the number of games of these matches. Games that were not played are counted too."""
    return sum(match.boards * match.seats for match in matches)


def find_matches(store: Store, query: GamesQuery) -> list[FinishedMatch]:
    """Return the finished matches that a query asks for. Raise BadSettings for an unknown ruleset."""
    with store.reading() as tx:
        matches = list_finished_matches(tx)
    played = {one.ruleset for one in matches}
    wanted = {key for name in query.rulesets for key in ruleset_keys(name, played)} or played
    return [
        one
        for one in matches
        if one.ruleset in wanted
        and (query.since is None or day_of(one) >= query.since)
        and (query.until is None or day_of(one) <= query.until)
    ]


def day_of(match: FinishedMatch) -> date:
    """Return the day (UTC) on which a match finished."""
    return match.finished_at.astimezone(UTC).date()


def by_ruleset(matches: Iterable[FinishedMatch]) -> Iterator[Sequence[FinishedMatch]]:
    """Yield the matches of each ruleset, in their given order."""
    ruleset = attrgetter("ruleset")
    for _, group in groupby(sorted(matches, key=ruleset), key=ruleset):
        yield tuple(group)


def file_paths(folder: Path, name: str) -> tuple[Path, Path]:
    """Return the paths NAME.decisions.parquet and NAME.hidden.parquet in a folder."""
    return folder / f"{name}.decisions.parquet", folder / f"{name}.hidden.parquet"


def write_ruleset(
    store: Store,
    matches: Sequence[FinishedMatch],
    decisions: Path,
    hidden: Path,
    convert: Convert,
    chunk: int,
    on_games: Callable[[int], None] = lambda games: None,
) -> WrittenGames | None:
    """Write the two files of a ruleset's games: decisions and hidden cards.

    If no log is stored, write no file and return None. `matches`: finished matches under one ruleset.
    `convert`: turns chunks of boards into tables. `chunk`: the number of games in a chunk. `on_games`: called
    after each chunk with the number of games in the chunk.
    """
    ruleset, chunks = matches[0].ruleset, read_chunks(store, matches, chunk)
    first = next(chunks, None)
    if first is None:
        return None
    with write_games(decisions, hidden, ruleset_named(ruleset, matches[0].rules)) as writer:
        for tables in convert(chain((first,), chunks)):
            writer.add(tables)
            on_games(tables.games)
    return WrittenGames(ruleset, writer.games, writer.rows, decisions, hidden)


def read_chunks(store: Store, matches: Sequence[FinishedMatch], size: int) -> Iterator[Chunk]:
    """Yield the boards of these matches, in chunks of about `size` games. All matches have one ruleset."""
    ruleset = matches[0].ruleset
    elos = _elos_before(store, ruleset) if any(match.rated for match in matches) else {}
    waiting: list[BoardToExport] = []
    for tournament, group in groupby(matches, key=attrgetter("tournament")):
        with store.reading() as tx:
            versions = entrant_versions(tx, tournament)
        for match in group:
            with store.reading() as tx:
                boards = read_boards(tx, match)
            own = {name: elos.get((*match.key, version)) for name, version in versions.items()}
            waiting += (BoardToExport(match, board, own) for board in boards)
            most = max(1, size // match.seats)
            while len(waiting) >= most:
                yield waiting[:most]
                del waiting[:most]
    if waiting:
        yield waiting


def _elos_before(store: Store, ruleset: str) -> Elos:
    """Return each bot version's Elo before each of its rated matches under a ruleset.

    The keys are tuples of tournament, round, pairing and bot version.
    """
    history = collect_histories(store, (), {ruleset}).get(ruleset)
    return {step[:4]: step.before for step in history.steps} if history else {}


def convert_chunk(chunk: Chunk) -> GameTables:
    """Return the games of these boards as tables. Raise BadLog for a damaged log."""
    return make_tables([game for board in chunk for game in _games_of(board)])


def _games_of(one: BoardToExport) -> Iterator[GameToExport]:
    """Yield the games of a board with their parsed logs."""
    match, seats = one.match, one.match.seats
    logs = {name: log for stored in one.board.logs for name, log in unpack(stored).items()}
    id = MatchId(*match.key)
    for rotation, name in enumerate(one.board.games):
        log = read_log(logs[name])
        yield GameToExport(
            match=f"{id}/{one.board.number * seats + rotation + 1}",
            day=day_of(match),
            rated=match.rated,
            clock=match.clock,
            elos=tuple(one.elos.get(bot.name) for bot in log.header.bots),
            log=log,
            text=logs[name].decode("ascii"),
        )


@contextmanager
def _converter(jobs: int, games: int) -> Iterator[Convert]:
    """Yield a function that converts chunks to tables. It uses `jobs` processes if there are many games."""
    if jobs == 1 or games <= _CHUNK:
        yield lambda chunks: map(convert_chunk, chunks)
        return
    with make_pool(jobs) as pool:
        yield lambda chunks: submit_ahead(pool, jobs, convert_chunk, chunks)
