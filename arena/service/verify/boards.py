"""Which games the logs are of that lie together."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from arena.service.verify.findings import Row
from arena.service.verify.logs import Facts, LogFacts, Stored


class Logged(NamedTuple):
    """What the log of a game says, and the game with whose it lies, which is the key of the row."""

    facts: Facts
    row: int


def by_game(games: Sequence[Row], stored: Sequence[tuple[int, Stored]]) -> dict[int, Logged]:
    """The logs of a piece by their games. `stored`: the rows with logs, by the games whose they are.

    Games have their keys in the order in which they were written, and so have logs; so nothing that is wrong
    in one cell of a game's row puts its log to another game.
    """
    keys = sorted(row for row, _ in stored)
    ends = dict(pairwise(keys))
    found: dict[int, Logged] = {}
    for row, facts in stored:
        its = [game for game in games if row <= game["id"] < ends.get(row, game["id"] + 1)]
        found |= {game: Logged(one, row) for game, one in _matched(its, facts)}
    return found


def _matched(games: Sequence[Row], facts: Stored) -> Iterator[tuple[int, Facts]]:
    """Games from that of a row on, up to the next row, and the logs of the row: as many of one as of the
    other; of more games those that say they were played, else each log to the game with its name.
    """
    if isinstance(facts, str):
        yield from ((game["id"], facts) for game in games if _played(game) or game is games[0])
        return
    for some in (games, [game for game in games if _played(game)]):
        if len(some) == len(facts):
            yield from zip((game["id"] for game in some), facts, strict=True)
            return
    named: Mapping[str, Facts] = {one.name: one for one in facts if isinstance(one, LogFacts)}
    yield from ((game["id"], named[game["name"]]) for game in games if game["name"] in named)


def _played(game: Row) -> bool:
    return bool(game["game_digest"] or game["log_digest"])
