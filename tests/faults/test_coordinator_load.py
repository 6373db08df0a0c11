"""Ten thousand games wait: few matches are handed out at a time, and memory does not grow."""

from pathlib import Path
from threading import Lock

import pytest

from arena.record.match import MatchRecord, MatchSpec
from arena.service.bots import Bot, resolve_bot
from arena.service.results import RunProgress
from arena.service.tournaments.play import runner
from arena.service.tournaments.play.work_queue import TournamentQueue
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import open_store, sqlite_url
from tests.conftest import Scale
from tests.factories.runs import run
from tests.faults.coordinated import SEED, make_up

JOBS = 3
GROWTH_KB = 30_000


def field(folder: Path, number: int) -> tuple[Bot, ...]:
    """Return this many different bots."""
    paths = [folder / f"bot_{one:03}.py" for one in range(number)]
    for path in paths:
        path.write_text(f"import maumau  # {path.name}\n")
    return tuple(resolve_bot(str(path)) for path in paths)


def size_kb() -> int:
    """Return the memory of this process."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


@pytest.mark.dear
@pytest.mark.fault("F28")
def test_many_games_wait_in_the_database_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scale: Scale
) -> None:
    bots = scale.pick(quick=8, ci=16, full=72)
    taken, under_way, most, sizes = list[int](), 0, 0, list[int]()
    lock = Lock()
    take = TournamentQueue.take

    def counted(self: TournamentQueue, wanted: int, busy: frozenset[int]) -> object:
        found = take(self, wanted, busy)
        taken.append(len(busy) + len(found))
        return found

    with open_store(sqlite_url(tmp_path / "arena.db")) as store:
        settings = TournamentSettings(field(tmp_path, bots), boards=2, seed=SEED, name="large")
        assert create(store, settings) == 1
        play = make_up(store, monkeypatch)

        def watched(spec: MatchSpec, *rest: object) -> MatchRecord:
            nonlocal under_way, most
            with lock:
                under_way += 1
                most = max(most, under_way)
            record = play(spec)
            with lock:
                under_way -= 1
            return record

        def watch(now: RunProgress) -> None:
            if now.committed:
                sizes.append(size_kb())

        monkeypatch.setattr(runner, "run_match", watched)
        monkeypatch.setattr(TournamentQueue, "take", counted)
        result = run(store, 1, JOBS, watch)
    matches = bots * (bots - 1) // 2
    assert (result.finished, result.games, len(sizes)) == (True, 4 * matches, matches)
    assert max(taken) <= JOBS + 1
    assert most <= JOBS
    assert max(sizes) - sizes[matches // 4] <= GROWTH_KB
