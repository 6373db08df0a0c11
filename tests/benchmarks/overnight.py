"""A long tournament: `uv run python -m tests.benchmarks.overnight [--json] [--games N]`.

100,000 games of two bots that cost next to nothing, as `arena run` plays them: games a second, the memory of
the process that coordinates and stores, its processor time for each decision, and the size of the database.
"""

import argparse
import json
import os
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from arena.service.database import open_database
from arena.service.results import RunProgress
from arena.service.tournaments.play.observers import OnProgress
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store, sqlite_url
from tests.benchmarks.stack import own_bot
from tests.factories.runs import run

GAMES: Final = 100_000
_LOOKS: Final = 20  # at the memory
_STATUS: Final = Path("/proc/self/statm")
_MB: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Night:
    """The result of the long tournament."""

    games: int
    games_a_second: float
    store_us_a_game: float  # processor time of the coordinator, the database among it
    megabytes: tuple[float, ...]  # of the coordinator's memory, from its first tenth to its end
    database_bytes_a_game: float


def night(games: int) -> Night:
    """Play a tournament of about this number of games in a new database."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "night.db"
        with open_database(sqlite_url(path)) as store:
            return _played(store, path, games)


def _played(store: Store, path: Path, games: int) -> Night:
    bots = own_bot("first_legal"), own_bot("first_asked")
    settings = TournamentSettings(bots, boards=max(1, games // 2), rated=False)
    look, seen = _memory_of_the_way(games)
    begun, used = time.perf_counter(), time.process_time()
    done = run(store, create(store, settings), None, look).games
    seconds, own = time.perf_counter() - begun, time.process_time() - used
    seen.append(_megabytes())
    size = sum(file.stat().st_size for file in path.parent.glob("night.db*"))
    return Night(done, done / seconds, own / done * 1e6, tuple(seen), size / done)


def _memory_of_the_way(games: int) -> tuple[OnProgress, list[float]]:
    """Return a callback that samples the memory, and its samples in megabytes."""
    seen: list[float] = []

    def look(progress: RunProgress) -> None:
        if progress.games_done >= games * (len(seen) + 2) / _LOOKS:
            seen.append(_megabytes())

    return look, seen


def _megabytes() -> float:
    """Return the memory of this process."""
    return int(_STATUS.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / _MB


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="all figures as JSON on stdout")
    parser.add_argument("--games", type=int, default=GAMES)
    asked = parser.parse_args()
    found = night(asked.games)
    if asked.json:
        print(json.dumps(asdict(found)))
        return
    memory = f"{found.megabytes[0]:.0f} to {found.megabytes[-1]:.0f} MB"
    print(f"{found.games:,} games, {found.games_a_second:,.0f} a second; {memory} of memory")
    print(
        f"coordinator {found.store_us_a_game:,.0f} µs a game, {found.database_bytes_a_game:,.0f} bytes kept"
    )


if __name__ == "__main__":
    main()
