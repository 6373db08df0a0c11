"""Find the log of a game: by its file, by its match and number ("7.1.2/3"), or by the start of its id."""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkstemp
from typing import TYPE_CHECKING, Final

from arena.record.compression import COMPRESSED, decompress
from arena.record.reader import GameLog, read_log
from arena.record.verify import Verification, verify
from arena.service.common.text import NUMBER, MatchId, parse_match_id
from arena.service.errors import UnknownReplay
from arena.service.play import LOG, plays_folder
from arena.service.replay.page_commands import command_attributes

if TYPE_CHECKING:
    from arena.store.database.store import Store
    from arena.store.results.records import StoredGame

GAME_ID: Final = re.compile(r"[A-Za-z0-9_-]{4,64}")
MAX_NAMED: Final = 5  # games named in an error message


@dataclass(frozen=True, slots=True)
class StoredLog:
    """An uncompressed game log. `name`: its name in messages."""

    name: str
    data: bytes

    def log(self) -> GameLog:
        """Parse the log and return it. Raise BadLog if it is invalid."""
        return read_log(self.data)

    def verify(self) -> Verification:
        """Verify the log by replaying its game, and return the result."""
        return verify(self.data)


def find(ref: str, database: str | None = None) -> StoredLog:
    """Find the log of a game and return it. `ref` is one of:

    - the path of a file or pipe, compressed or not;
    - the match and number of a game: "7.1.2/3" is the third game of the match of tournament 7, round 1,
      pairing 2;
    - the start of a game's id, at least four characters. The id is searched in the database and among the
      games of `arena play`.

    `database`: the database to search; None for the default one.

    Raise UnknownReplay if no game or several fit, LogDropped if the log was deleted, BadLog if it is damaged.
    """
    path = Path(ref)
    if path.is_dir():
        raise UnknownReplay(f"{ref} is a folder: name a log in it")
    if path.is_file() or path.is_fifo():
        data = path.read_bytes()
        return StoredLog(path.name, decompress(data) if data.startswith(COMPRESSED) else data)
    game = parse_game(ref)
    if not game and not GAME_ID.fullmatch(ref):
        raise UnknownReplay(
            f"cannot find {ref!r}: neither a file nor a game's id; name a game of a match as 7.1.2/3"
        )

    from arena.service.database import may_exist, open_existing

    if not game and not database and not may_exist():
        return _find_by_id(None, ref)
    with open_existing(database) as store:
        return _read(store, *game) if game else _find_by_id(store, ref)


def parse_game(text: str) -> tuple[MatchId, int] | None:
    """Parse a text like "7.1.2/3": return the match id and the game's number. Return None for other texts.

    >>> parse_game("7.1.2/3")
    (MatchId(tournament=7, round=1, pairing=2), 3)
    """
    match, _, number = text.partition("/")
    id = parse_match_id(match)
    return (id, int(number)) if id and re.fullmatch(NUMBER, number) else None


def _find_by_id(store: "Store | None", prefix: str) -> StoredLog:
    """Return the log of the game whose id starts with `prefix`, in the database or among the games of `arena
    play`.

    `store`: None to search only the games of `arena play`.

    Raise UnknownReplay if no game or several fit.
    """
    stored = _list_stored(store, prefix) if store else {}
    files = sorted(plays_folder().glob(f"{prefix}*{LOG}"))
    names = [*stored, *(path.stem for path in files)]
    if not names:
        raise UnknownReplay(f"no game's id starts with {prefix!r}")
    if len(names) > 1:
        some = ", ".join(names[:MAX_NAMED])
        raise UnknownReplay(f"several games' ids start with {prefix!r}: {some}; write more of the id")
    if store and stored:
        return _read(store, *stored[names[0]])
    return StoredLog(files[0].stem, files[0].read_bytes())


def _list_stored(store: "Store", prefix: str) -> dict[str, tuple[MatchId, int]]:
    """Return the match and number of each stored game whose id starts with `prefix`, keyed by game id."""
    from arena.store.results.games import games_named

    with store.reading() as tx:
        games = games_named(tx, prefix)
    return {game.name: _number(store, game) for game in games}


def _number(store: "Store", game: "StoredGame") -> tuple[MatchId, int]:
    """Return the id of a game's match, and the game's number in the match (from 1)."""
    from arena.service.replay.matches import find_match

    id = MatchId(game.tournament, game.round, game.pairing)
    return id, game.board * len(find_match(store, id).bots) + game.rotation + 1


def find_first_replay(store: "Store", tournament: int) -> str | None:
    """Return the id of a tournament's first game that can be replayed, such as "7.1.1/1"; None if no log is
    stored.
    """
    from arena.store.results.games import first_logged_game

    with store.reading() as tx:
        game = first_logged_game(tx, tournament)
    if game is None:
        return None
    match, number = _number(store, game)
    return f"{match}/{number}"


def _read(store: "Store", id: MatchId, number: int) -> StoredLog:
    from arena.service.replay.matches import find_game, find_match

    found = find_game(store, find_match(store, id), number)
    return StoredLog(f"{id} board {found.game.board + 1} seating {found.game.rotation + 1}", found.data)


def write_page(replay: StoredLog, seat: int | None = None, name: str = "") -> Path:
    """Create a temporary HTML file, a page that replays the game, and return the file's path.

    `seat`: show only what this seat saw; None: the reader of the page chooses. `name`: the name with which
    `arena replay` finds the game; if empty, the log's name.

    Raise BadLog if the log is invalid, NoSuchSeat for a seat that the game does not have.
    """
    from arena.viewer.html import replay_page

    page = replay_page(replay.log(), seat, attributes=command_attributes(name or replay.name, seat))
    descriptor, name = mkstemp(prefix="arena-replay-", suffix=".html")
    try:
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(page)
    except OSError:
        os.unlink(name)
        raise
    return Path(name)
