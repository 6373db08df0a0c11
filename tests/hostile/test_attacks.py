"""Raw attacks with HTTP/2 and messages: they are judged and disturb nobody else."""

import sys
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import pytest

from arena.record.format import Play
from arena.record.match import BotSpec, Clock, MatchRecord, MatchSpec, Verdict
from arena.record.reader import read_log
from arena.record.storage import logs_of
from arena.referee.run import run_match
from tests.conftest import Scale, ScaleName
from tests.figures import figures
from tests.hostile.attacks.catalogue import ATTACKS
from tests.hostile.attacks.watched import Seen, watched
from tests.hostile.expectations import ROOT
from tests.hostile.good_time import Charge, is_charged_fairly, ms_per_decision
from tests.hostile.place import place
from tests.referee.lateness import Lateness, lateness
from tests.referee.matches import match, verdicts

pytestmark = [pytest.mark.alone, pytest.mark.dear]

CATALOGUE = "tests.hostile.attacks.catalogue"
BOARDS = 2
CLOCK = Clock(2_000, 500, 30_000)
START_MS = 6_000
MAX_MB = 150
MAX_FILES = 64
MAX_CPU_S = 15  # each of three instances may flood for a while
SOON_MS = (
    2_000  # within 100 ms, if the machine has nothing else to do: see tests/referee/test_verdict_timing.py
)
AT_ONCE = 3
AT_QUICK = {"gibibyte", "rapid_reset", "crowd_of_silent_ones", "only_14_kb"}
ONE_IN = 40  # of those that are alike, at scale ci
PARTS: Mapping[ScaleName, int] = {"quick": 1, "ci": 1, "full": 8}  # no test waits for all 230 attacks


@dataclass(slots=True)
class Honest:
    """Matches of two honest bots, played all the time."""

    clean: MatchRecord
    beside: list[MatchRecord] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Attacked:
    """The results of the attacks by name, and of the honest matches next to them."""

    matches: Mapping[str, tuple[MatchRecord, Seen]]
    unattacked: MatchRecord  # the same match with a good bot in the attacker's place
    honest: Honest
    machine: Lateness
    left: tuple[str, ...]  # processes, sockets and files, when all is over


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    parts = PARTS[metafunc.config.getoption("--scale")]
    metafunc.parametrize("attacked", range(parts), indirect=True, scope="module")


def names(scale: ScaleName) -> list[str]:
    """Return the names of the attacks to try."""
    if scale == "full":
        return list(ATTACKS)
    if scale == "quick":
        return sorted(AT_QUICK)
    alike = [name for name, attack in ATTACKS.items() if attack.alike]
    return [*(name for name, attack in ATTACKS.items() if not attack.alike), *alike[::ONE_IN]]


def attacker(name: str) -> BotSpec:
    return BotSpec(name, "ab" * 32, (sys.executable, "-m", CATALOGUE, name), str(ROOT))


def against_an_honest_bot(bot: BotSpec, boards: int = BOARDS) -> MatchSpec:
    spec = match("first", "first", boards=boards, in_flight=2, clock=CLOCK, start_ms=START_MS, only=1)
    return replace(spec, bots=(bot, spec.bots[1]))


@contextmanager
def honest_match(boards: int) -> Iterator[Honest]:
    """Play it once before, and again and again while the context lasts."""
    spec = match("first", "slow", boards=boards, in_flight=1, start_ms=60_000, only=1)
    honest, over = Honest(run_match(spec)), threading.Event()

    def play() -> None:
        while not (honest.beside and over.is_set()):
            honest.beside.append(run_match(spec))

    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(play)
        try:
            yield honest
        finally:
            over.set()
            playing.result()


@pytest.fixture(scope="module")
def attacked(request: pytest.FixtureRequest, scale: Scale) -> Attacked:
    """Carry out a part of the attacks, several at a time."""
    part = names(scale.name)[request.param :: PARTS[scale.name]]
    with place() as here, lateness() as machine:
        with honest_match(scale.pick(quick=1, ci=5, full=20)) as honest, ThreadPoolExecutor(AT_ONCE) as pool:
            specs = {name: against_an_honest_bot(attacker(name)) for name in part}
            unattacked = pool.submit(run_match, against_an_honest_bot(match("first", "first").bots[0]))
            matches = dict(zip(specs, pool.map(watched, specs.values()), strict=True))
        return Attacked(matches, unattacked.result(), honest, machine, tuple(here.left()))


def test_each_attack_is_judged_and_wins_nothing(attacked: Attacked) -> None:
    for name, (record, _) in attacked.matches.items():
        found = verdicts(record, 0)
        wanted = {Verdict(one) for one in ATTACKS[name].verdicts}
        assert found <= wanted | {Verdict.OK}, (name, record.faults)
        assert found & wanted, (name, record.faults)
        for game in record.games:
            score = {seat.bot: seat.score for seat in game.seats}
            faulty = [seat for seat in game.seats if seat.verdict is not Verdict.OK]
            assert not faulty or (score[0], score[1]) == (0.0, 1.0), (name, game)


def test_the_opponent_has_no_faults(attacked: Attacked) -> None:
    for name, (record, _) in attacked.matches.items():
        assert verdicts(record, 1) == {Verdict.OK}, (name, record.faults)
        assert {fault.bot for fault in record.faults} <= {0}, name
        assert len(record.games) == BOARDS, name


def test_the_opponent_is_not_charged_for_it(attacked: Attacked) -> None:
    reference = ms_per_decision(charges(attacked.unattacked))
    found = {name: charges(record) for name, (record, _) in attacked.matches.items()}
    most = {name: max(one.ms for one in games) for name, games in found.items()}
    worst = max(most, key=lambda name: most[name])
    figures("raw attacks: a good bot's game", reference_ms=reference, worst=worst, max_ms=most[worst])
    unfair = {
        name: games
        for name, games in found.items()
        if not all(is_charged_fairly(one, reference, attacked.machine.ms) for one in games)
    }
    assert not unfair, unfair


def test_no_referee_dies_or_grows(attacked: Attacked) -> None:
    crashes = 0
    for name, (_, seen) in attacked.matches.items():
        crashes += seen.runs - 1
        assert seen.runs == 1, name
        assert 0 < seen.memory_mb < MAX_MB, (name, seen)
        assert 0 < seen.files < MAX_FILES, (name, seen)
        assert seen.cpu_s < MAX_CPU_S, (name, seen)
    seen_of_all = [seen for _, seen in attacked.matches.values()]
    figures(
        "raw attacks",
        tried=len(seen_of_all),
        referee_crashes=crashes,
        most_mb=max(seen.memory_mb for seen in seen_of_all),
        most_files=max(seen.files for seen in seen_of_all),
        most_cpu_s=max(seen.cpu_s for seen in seen_of_all),
    )


def charges(record: MatchRecord) -> list[Charge]:
    """Return the charges of the attacker's opponent, by game."""
    seats = [seat for game in record.games for seat in game.seats if seat.bot == 1]
    return [Charge(seat.decisions, seat.time_ms) for seat in seats]


def test_nothing_is_left(attacked: Attacked) -> None:
    assert attacked.left == ()


def test_verdicts_on_silence_are_in_time(attacked: Attacked) -> None:
    late = [
        fault.elapsed_ms - fault.limit_ms
        for record, _ in attacked.matches.values()
        for fault in record.faults
        if fault.verdict in (Verdict.TIMEOUT, Verdict.STALL) and fault.limit_ms
    ]
    figures("raw attacks: deadline to verdict", of_them=len(late), max_ms=max(late, default=0.0))
    assert all(ms < SOON_MS for ms in late), max(late)


def test_another_match_is_not_affected(attacked: Attacked) -> None:
    clean = [game.game_digest for game in attacked.honest.clean.games]
    assert attacked.honest.beside
    for record in attacked.honest.beside:
        assert [game.game_digest for game in record.games] == clean
        assert record.faults == ()
    quiet = worst_delay_ms(attacked.honest.clean)
    worst = max(map(worst_delay_ms, attacked.honest.beside))
    figures("raw attacks: delay of an honest bot in another match", quiet_ms=quiet, max_ms=worst)
    assert worst > 0


def worst_delay_ms(record: MatchRecord) -> float:
    """Return the longest charge for an answer of the bot that answers at once."""
    logs = logs_of(record.games)
    return max(
        one.ms
        for game in record.games
        for one in read_log(logs[game.id]).records
        if isinstance(one, Play) and game.seats[one.seat].bot == 0
    )
