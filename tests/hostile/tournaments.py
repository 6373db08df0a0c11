"""The tournaments of one runner: a round robin of good bots, and every hostile bot against one of them.

Both are in one database and run at the same time, as if two people had started them.
"""

import tempfile
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from arena.record.match import Limits
from arena.service.bots import Bot, resolve_bot
from arena.service.common.text import MatchId, parse_clock
from arena.service.formats import GAUNTLET
from arena.service.reports.tournament_list import find_tournament
from arena.service.results import RunResult
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.results.faults import faults
from arena.store.results.games import ExportedGame, iter_games
from arena.store.results.records import StoredFault
from tests.conftest import Scale
from tests.factories.runs import run
from tests.hostile import images
from tests.hostile.expectations import ROOT, Program, Row, Setting, by_setting, good
from tests.hostile.place import Place
from tests.referee.lateness import Lateness, lateness

if TYPE_CHECKING:
    from docker import APIClient

SEEDS: Final = tuple(number * 16 for number in ("60d5", "60d6", "60d7", "60d8"))
NAMES: Final = ("first", "dice", "last", "middle")
OPPONENT: Final = "first"
CALLED: Final = "honest-opponent"
ALL: Final = 10_000
JOBS: Final = 2  # matches of one tournament at a time
# By runner: tournaments at a time, and matches of one whose hostile bots mostly wait for a time limit.
AT_ONCE: Final = {"process": (6, 8), "docker": (3, JOBS)}

Find = Callable[[Program], Bot]

MAX_NAME: Final = 32

SCRIPT: Final = """
import runpy, sys
sys.path[0], sys.argv[1:] = sys.path[0] + '/checkout', {arguments!r}
runpy.run_module({module!r}, run_name='__main__', alter_sys=True)
"""


@dataclass(frozen=True, slots=True)
class Match:
    """The results of a hostile bot against a good one."""

    name: str
    bot: int  # the hostile one's number in the tournament
    games: tuple[ExportedGame, ...]
    faults: tuple[StoredFault, ...]  # the hostile bot's
    others: tuple[StoredFault, ...]  # the good bot's

    def logs(self) -> list[bytes]:
        """Return the logs of the played games."""
        return [game.log.data() for game in self.games if game.log]


@dataclass(frozen=True, slots=True)
class Played:
    """The finished tournaments."""

    runner: str
    place: Place
    url: str
    good: RunResult
    clean: RunResult  # what the good bots play where there is nobody else
    hostile: tuple[RunResult, ...]
    matches: Mapping[str, tuple[Match, ...]]  # by the names of rows
    machine: Lateness
    threads: tuple[str, ...]  # of matches, that are left
    api: "APIClient | None" = None


@contextmanager
def played(
    rows: Sequence[Row], runner: str, here: Place, scale: Scale, api: "APIClient | None" = None
) -> Iterator[Played]:
    """Play the tournaments. `api`: the engine, for bots in containers."""
    before = set(threading.enumerate())
    with tempfile.TemporaryDirectory(prefix="h-", dir="/tmp") as name, lateness() as machine:
        folder = Path(name)
        with finding(rows, api, folder) as find:
            url, numbers = _set_up(folder, rows, runner, find, scale)
            clean = _clean(folder / "clean.db", round_robin(find, runner, scale))
            good, hostile = _side_by_side(url, numbers, runner)
        with open_store(url) as store:
            matches = defaultdict[str, tuple[Match, ...]](tuple)
            for row, match in _matches(store, numbers):
                matches[row] += (match,)
        left = tuple(one.name for one in set(threading.enumerate()) - before if one.name.startswith("match"))
        yield Played(runner, here, url, good, clean, hostile, matches, machine, left, api)


Events = dict[int, tuple[Row, ...]]  # tournaments of the hostile bots by their numbers


def _set_up(folder: Path, rows: Sequence[Row], runner: str, find: Find, scale: Scale) -> tuple[str, Events]:
    """Create the database; tournament 1 is that of the good bots."""
    url = sqlite_url(folder / "event.db")
    with open_store(url) as store:
        assert create(store, round_robin(find, runner, scale)) == 1
        return url, {
            create(store, _gauntlet(setting, some, find, runner, seed)): some
            for seed in SEEDS[: scale.pick(quick=1, ci=1, full=4)]
            for (setting, _), some in by_setting(rows).items()
        }


def round_robin(find: Find, runner: str, scale: Scale) -> TournamentSettings:
    """Return the tournament of the good bots, one game at a time, so each answer's time is known."""
    names = NAMES[: scale.pick(quick=2, ci=3, full=4)]
    bots = tuple(replace(find(good(name)), name=name) for name in names)
    boards = scale.pick(quick=1, ci=1, full=20)
    return TournamentSettings(
        bots, boards=boards, seed=SEEDS[0], runner=runner, limits=Limits(in_flight=1), name="good"
    )


def _gauntlet(
    setting: Setting, rows: Sequence[Row], find: Find, runner: str, seed: str
) -> TournamentSettings:
    return TournamentSettings(
        tuple(replace(find(row.program), name=row.name) for row in rows),
        (setting.ruleset,),
        boards=setting.boards,
        seed=seed,
        clock=parse_clock(setting.clock),
        limits=Limits(in_flight=setting.in_flight, start_ms=round(setting.start_s * 1000)),
        runner=runner,
        format=GAUNTLET,
        name="hostile",
        pool=(replace(find(good(OPPONENT)), name=CALLED),),
    )


@contextmanager
def finding(rows: Sequence[Row], api: "APIClient | None", folder: Path) -> Iterator[Find]:
    """Yield a function that makes a bot of a program: as a script in the folder, or as an image."""
    if api is None:
        yield lambda program: script_bot(program, folder)
        return
    programs = {*(row.program for row in rows), *map(good, NAMES)}
    named = images.build_images(api, sorted(programs), folder)
    try:
        yield lambda program: resolve_bot(f"image:{named[program]}")
    finally:
        images.remove_images(api, tuple(named.values()))


def script_bot(program: Program, folder: Path) -> Bot:
    """Write a script that runs a module of this checkout, and return the bot that it is."""
    module, *arguments = program
    parts = [part for part in ".".join(program).split(".") if part not in ("tests", "hostile", "attacks")]
    if not (folder / "checkout").exists():
        (folder / "checkout").symlink_to(ROOT)
    path = folder / f"{'_'.join(parts)[-MAX_NAME:]}.py"
    path.write_text(SCRIPT.format(arguments=arguments, module=module))
    return resolve_bot(str(path))


def _clean(path: Path, settings: TournamentSettings) -> RunResult:
    """Play the good bots alone."""
    with open_store(sqlite_url(path)) as store:
        return run(store, create(store, settings), jobs=3)


def _side_by_side(url: str, events: Events, runner: str) -> tuple[RunResult, tuple[RunResult, ...]]:
    """Run the tournaments at the same time, each with its own store.

    Bots that take processors from everybody play last.
    """
    stop = threading.Event()
    apart = [number for number, rows in events.items() if rows[0].takes_cpu]

    def play(number: int, jobs: int) -> RunResult:
        with open_store(url) as store:
            return run(store, number, jobs, cancel=stop)

    tournaments, waiting = AT_ONCE[runner]
    with ThreadPoolExecutor(tournaments, thread_name_prefix="tournament") as pool:
        good = pool.submit(play, 1, 1)
        hostile = [
            pool.submit(play, number, waiting if rows[0].event.waits else JOBS)
            for number, rows in events.items()
            if number not in apart
        ]
        try:
            played = [one.result() for one in hostile]
            return good.result(), (*played, *(play(number, 1) for number in apart))
        finally:
            stop.set()  # who is interrupted waits for neither


def _matches(store: Store, events: Events) -> Iterator[tuple[str, Match]]:
    """Yield the matches of each hostile bot."""
    for number, rows in events.items():
        entrants = {one.name: one.number for one in find_tournament(store, number).entrants}
        with store.reading() as tx:
            rounds = [one.number for one in find_tournament(store, number).rounds]
            games = tuple(iter_games(tx, number, rounds, logs=True))
            found = faults(tx, number, ALL)
        for row in rows:
            bot = entrants[row.name]
            its = tuple(game for game in games if any(seat.bot == bot for seat in game.seats))
            yield row.name, _match(row.name, bot, number, its, found)


def _match(
    name: str, bot: int, number: int, its: tuple[ExportedGame, ...], found: Sequence[StoredFault]
) -> Match:
    place = its[0].round, its[0].pairing
    there = [fault for fault in found if (fault.round, fault.pairing) == place]
    return Match(
        str(MatchId(number, *place)),
        bot,
        its,
        tuple(fault for fault in there if fault.bot == name),
        tuple(fault for fault in there if fault.bot != name),
    )
