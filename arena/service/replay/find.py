"""Finding a game that was played: a file, the beginning of its id, or a match and the game's number in it."""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkstemp
from typing import TYPE_CHECKING, Final

from arena.record.compression import COMPRESSED, decompress
from arena.record.reader import GameLog, read_log
from arena.record.verify import Verification, verify
from arena.service.errors import UnknownReplay
from arena.service.play import LOG, plays_folder
from arena.service.replay.dropped_log import log_dropped

if TYPE_CHECKING:
    from arena.store.database.store import Store
    from arena.store.results.records import StoredGame

NUMBERED: Final = re.compile(r"([0-9]{1,9})\.([0-9]{1,9})\.([0-9]{1,9})/([0-9]{1,9})")
GAME_ID: Final = re.compile(r"[A-Za-z0-9_-]{4,64}")


@dataclass(frozen=True, slots=True)
class FoundReplay:
    """A game log as it was found. `data` is the log itself, not compressed."""

    name: str
    data: bytes

    def log(self) -> GameLog:
        """The game. Raises BadLog."""
        return read_log(self.data)

    def verify(self) -> Verification:
        """Whether the log is what was played."""
        return verify(self.data)


def page_file(replay: FoundReplay, seat: int | None = None) -> Path:
    """A page that plays the game, as a new temporary file. Raises BadLog, NoSuchSeat."""
    from arena.viewer.html import replay_page

    page = replay_page(replay.log(), seat)
    descriptor, name = mkstemp(prefix="arena-replay-", suffix=".html")
    try:
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(page)
    except OSError:
        os.unlink(name)
        raise
    return Path(name)


def find_replay(text: str, database: str | None = None) -> FoundReplay:
    """The game that this text names. Raises UnknownReplay, LogDropped, BadLog.

    `path/to/file`, compressed or not, or a pipe; `7.1.2/3`: tournament 7, round 1, table 2, third game; or
    the first letters of a game's id, at least four, in the database or among the matches of `arena play`.
    """
    path = Path(text)
    if path.is_dir():
        raise UnknownReplay(f"{text} is a folder: name a log in it")
    if path.is_file() or path.is_fifo():
        return FoundReplay(path.name, _opened(path.read_bytes()))
    numbers = NUMBERED.fullmatch(text)
    if not numbers and not GAME_ID.fullmatch(text):
        raise UnknownReplay(f"{text!r} is no file, no game's id and no game of a match like 7.1.2/3")

    from arena.service.database import is_there, open_existing

    if not numbers and not database and not is_there():
        return _named(None, text)
    with open_existing(database) as store:
        return _numbered(store, text, *map(int, numbers.groups())) if numbers else _named(store, text)


def _opened(data: bytes) -> bytes:
    return decompress(data) if data.startswith(COMPRESSED) else data


def _numbered(
    store: "Store", text: str, tournament: int, round: int, pairing: int, number: int
) -> FoundReplay:
    from arena.store.results.games import game_at

    with store.reading() as tx:
        game = game_at(tx, tournament, round, pairing, number)
    if game is None:
        raise UnknownReplay(f"there is no game {text}")
    return _stored(store, game)


def _named(store: "Store | None", prefix: str) -> FoundReplay:
    """Find a game by its id in the database, if there is one, and among the matches of `arena play`."""
    games = _find_stored(store, prefix) if store else ()
    kept = sorted(plays_folder().glob(f"{prefix}*{LOG}"))
    names = [game.name for game in games] + [path.stem for path in kept]
    if not names:
        raise UnknownReplay(f"no game's id begins with {prefix!r}")
    if len(names) > 1:
        raise UnknownReplay(f"several games' ids begin with {prefix!r}: {', '.join(names[:5])}")
    return _stored(store, games[0]) if store and games else FoundReplay(kept[0].stem, kept[0].read_bytes())


def _find_stored(store: "Store", prefix: str) -> "tuple[StoredGame, ...]":
    from arena.store.results.games import games_named

    with store.reading() as tx:
        return games_named(tx, prefix)


def _stored(store: "Store", game: "StoredGame") -> FoundReplay:
    from arena.service.reports.tournament_list import table_name
    from arena.store.admin.prune_logs import find_drop_time
    from arena.store.results.games import game_log

    with store.reading() as tx:
        log = game_log(tx, game.key)
        dropped = find_drop_time(tx, game.key) if log is None else None
    match = table_name(game.tournament, game.round, game.pairing)
    if dropped:
        raise log_dropped(f"game {game.name} of match {match}", dropped)
    if log is None:
        raise UnknownReplay(f"game {game.name} of match {match} was not played: there is no log")
    return FoundReplay(f"{match} board {game.board + 1} seating {game.rotation + 1}", log.data())
