"""Read games that an arena exported, with everything that each bot knew at each decision.

    for game in maumau.data.games("mau-mau@1.decisions.parquet"):
        for decision in game.decisions:
            print(decision.view.hand, decision.choice, decision.place)

`pip install 'maumau[data]'` installs what it needs. `maumau.data.columns` lists the columns of the files.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from maumau.data.columns import DECISIONS, HIDDEN
from maumau.data.files import BadFile, open_file
from maumau.data.games import Decision, Game, GameReader

__all__ = ["BadFile", "Decision", "Game", "Log", "games", "logs"]

Paths = str | Path | Iterable[str | Path]


class Log(NamedTuple):
    """The log of a game, with all hands: do not train on it."""

    game: str  # the game's id
    digest: str  # of the log, as in the file of decisions
    text: str  # JSON lines


def games(paths: Paths) -> Iterator[Game]:
    """Yield the games of one or several files of decisions, in the order of the files.

    Each file is checked first: a changed byte anywhere is found.

    Raise BadFile if a file is damaged or of another kind, OSError if it cannot be read, ImportError without
    pyarrow.
    """
    for path in _listed(paths):
        file, facts = open_file(path, DECISIONS)
        reader = GameReader(facts)
        for group in range(file.num_row_groups):  # a group has all decisions of its games
            yield from reader.games(file.read_row_group(group))


def logs(paths: Paths) -> Iterator[Log]:
    """Yield the logs in one or several files with hidden cards. Raise the same errors as `games`."""
    for path in _listed(paths):
        file, _ = open_file(path, HIDDEN)
        for group in range(file.num_row_groups):
            rows = file.read_row_group(group, columns=["game", "digest", "log"]).to_pylist()
            yield from (Log(row["game"], row["digest"], row["log"]) for row in rows)


def _listed(paths: Paths) -> Iterable[str | Path]:
    return (paths,) if isinstance(paths, str | Path) else paths
