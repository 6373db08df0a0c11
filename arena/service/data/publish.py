"""Write the game files that the site offers for download."""

import json
import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from hashlib import file_digest
from itertools import groupby
from pathlib import Path
from typing import Final

from arena.record.reader import BadLog
from arena.service.common.files import write_whole_file
from arena.service.data.export import (
    Chunk,
    GamesQuery,
    by_ruleset,
    convert_chunk,
    day_of,
    file_paths,
    find_matches,
    write_ruleset,
)
from arena.service.data.files import GameTables
from arena.service.data.published import (
    INDEX,
    SUFFIX,
    PublishedFile,
    PublishedGames,
    games_folder,
    read_index,
)
from arena.store.database.store import Store
from arena.store.results.finished import FinishedMatch

MIN_AGE: Final = timedelta(days=1)  # of the files of the current month, before they are made again
LOG: Final = logging.getLogger("arena.data")
_CHUNK: Final = 40  # games between two pauses

Pause = Callable[[], None]


def publish_games(store: Store, pause: Pause, now: datetime | None = None) -> int:
    """Write the game files that are missing or outdated. Return how many pairs of files were written.

    A pair contains the games of one month and ruleset. The current month's pairs are written at most daily.
    A past month's pairs are not written again once they are complete. If a log is damaged or the disk fails,
    log the error and continue with the next pair.

    `pause`: called often, so that it can make the process rest.
    """
    folder, now, made = games_folder(store), now or datetime.now(UTC), 0
    if folder is None:
        return 0
    folder.mkdir(parents=True, exist_ok=True)
    for matches in _by_month(find_matches(store, GamesQuery())):
        index = {(one.month, one.ruleset): one for one in read_index(folder)}
        key = f"{day_of(matches[0]):%Y-%m}", matches[0].ruleset
        if not _is_due(index.get(key), len(matches), key[0], now):
            continue
        try:
            index[key] = _publish(store, folder, matches, key[0], now, pause)
            _write_index(folder, index.values())
            made += 1
        except (BadLog, OSError):
            LOG.exception("cannot write the games of %s in %s", key[1], key[0])
    return made


def _is_due(old: PublishedGames | None, matches: int, month: str, now: datetime) -> bool:
    if old is None:
        return True
    if month < f"{now:%Y-%m}":
        return not old.is_complete
    return old.matches != matches and now - old.made_at >= MIN_AGE


def _by_month(matches: Iterable[FinishedMatch]) -> Iterator[tuple[FinishedMatch, ...]]:
    """Yield the matches of each month, separately for each ruleset."""
    for _, month in groupby(matches, key=lambda one: day_of(one).replace(day=1)):
        yield from map(tuple, by_ruleset(month))


def _publish(
    store: Store, folder: Path, matches: tuple[FinishedMatch, ...], month: str, now: datetime, pause: Pause
) -> PublishedGames:
    """Write the two files of a month's games under a ruleset, and name each file by its SHA-256."""

    def convert(chunks: Iterable[Chunk]) -> Iterator[GameTables]:
        for chunk in chunks:
            yield convert_chunk(chunk)
            pause()

    ruleset = matches[0].ruleset
    paths = file_paths(folder, f"{ruleset}.{month}")
    try:
        written = write_ruleset(store, matches, *paths, convert, _CHUNK)
        files = tuple(map(_name_by_digest, paths)) if written else ()
    finally:
        for path in paths:
            path.unlink(missing_ok=True)
    games, rows = (written.games, written.rows) if written else (0, 0)
    return PublishedGames(month, ruleset, len(matches), games, rows, now, files)


def _name_by_digest(path: Path) -> PublishedFile:
    """Rename a file to its SHA-256, and return its description."""
    with path.open("rb") as file:
        digest = file_digest(file, "sha256").hexdigest()
    size = path.stat().st_size
    path.replace(path.with_name(f"{digest}{SUFFIX}"))
    return PublishedFile(path.name, size, digest)


def _write_index(folder: Path, listed: Iterable[PublishedGames]) -> None:
    """Write a new index of the game files, then delete all files that the index does not list."""
    games = list(listed)
    rows = [{**asdict(one), "made_at": one.made_at.isoformat()} for one in games]
    with write_whole_file(folder / INDEX) as file:
        file.write(json.dumps(rows, indent=1).encode())
    wanted = {f"{file.sha256}{SUFFIX}" for one in games for file in one.files}
    for path in folder.iterdir():
        if path.name not in wanted | {INDEX}:
            with suppress(OSError):
                path.unlink()
