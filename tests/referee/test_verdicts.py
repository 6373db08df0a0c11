"""All ways to be at fault: the verdict, what the owner is shown, and how soon."""

import time
from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

import pytest
from _pytest.mark import ParameterSet

from arena.record import verify
from arena.record.match import Clock, MatchRecord, Verdict
from arena.record.storage import logs_of
from arena.referee.run import run_match
from tests.conftest import Scale
from tests.referee.matches import SHORT, match, verdicts

V = Verdict
START_MS = 60_000  # until Hello is said


class Case(NamedTuple):
    """The expectations for a bot against an honest one."""

    verdicts: set[Verdict]  # in its games; OK, where it is one of several, only perhaps
    detail: str = ""  # in what its owner is told
    exit_code: int | None = None
    output: bytes = b""
    takes_s: float = 60.0


CASES: Mapping[str, Case] = {
    "first": Case({V.OK}),
    "slow": Case({V.OK}),
    "notes": Case({V.OK}),
    "floods": Case({V.OK}),
    "leaves_a_daemon": Case({V.OK}),
    "exits_at_once": Case({V.NO_START}, "exited with code 7", 7, b"goodbye", takes_s=START_MS / 1000),
    "never_connects": Case({V.NO_START}, "no Hello within 2 s"),
    "never_hello": Case({V.NO_START}, "no Hello within 2 s"),
    "wrong_token": Case({V.PROTOCOL}, "ARENA_TOKEN", output=b"VERDICT_PROTOCOL"),
    "illegal": Case({V.ILLEGAL, V.OK}, "choice 64"),
    "resigns": Case({V.RESIGN}, "resigned"),
    "answers_twice": Case({V.PROTOCOL}, "nothing was asked"),
    "unasked": Case({V.PROTOCOL}, "nothing was asked"),
    "garbage": Case({V.PROTOCOL}, "not a PlayRequest"),
    "oversize": Case({V.PROTOCOL}, "at most 131072"),
    "many_calls": Case({V.PROTOCOL}, "more calls"),
    "crash_mid_game": Case({V.DISCONNECT, V.OK}, "exited with code 139", 139, b"about to die"),
    "closes_stream": Case({V.DISCONNECT}, "closed its stream"),
    "silent": Case({V.TIMEOUT, V.STALL}, "is used up"),
    "silent_later": Case({V.TIMEOUT, V.STALL, V.OK}, "is used up"),
    "too_slow": Case({V.TIMEOUT, V.STALL}, "is used up"),
}
AT_QUICK = {"first", "illegal", "garbage", "crash_mid_game", "silent", "notes"}  # one of each kind of verdict
HURRIED = {"silent", "silent_later", "too_slow"}
STARTED_LATE = {"never_connects", "never_hello"}
SOON_MS = 2_000  # within 100 ms, if the machine has nothing else to do: see test_timing


class Amount(NamedTuple):
    """How much each bot plays."""

    boards: int  # with three, one is begun when the first instance is gone: that needs a second one
    seatings: int

    @property
    def games(self) -> int:
        return self.boards * self.seatings


class Played(NamedTuple):
    record: MatchRecord
    seconds: float


@pytest.fixture(scope="module")
def amount(scale: Scale) -> Amount:
    return scale.pick(quick=Amount(2, 1), ci=Amount(3, 1), full=Amount(3, 2))


def play(name: str, amount: Amount) -> Played:
    began = time.monotonic()
    clock = SHORT if name in HURRIED else Clock()
    start_ms = 2_000 if name in STARTED_LATE else START_MS
    boards, only = amount.boards, amount.seatings
    spec = match(name, "first", boards=boards, only=only, in_flight=2, start_ms=start_ms, clock=clock)
    record = run_match(spec)
    return Played(record, time.monotonic() - began)


@pytest.fixture(scope="module")
def matches(amount: Amount, scale: Scale) -> Iterator[Mapping[str, Future[Played]]]:
    """Play every bot's match, two at a time."""
    names = [name for name in CASES if scale.name != "quick" or name in AT_QUICK]
    with ThreadPoolExecutor(2) as pool:
        yield {name: pool.submit(play, name, amount) for name in names}


def each(names: Iterable[str]) -> list[ParameterSet]:
    """Return the cases by name; at scale quick only some."""
    return [pytest.param(name, marks=() if name in AT_QUICK else pytest.mark.dear) for name in names]


@pytest.mark.parametrize("name", each(CASES))
def test_verdict(name: str, amount: Amount, matches: Mapping[str, Future[Played]]) -> None:
    case = CASES[name]
    record, seconds = matches[name].result()
    found = verdicts(record, 0)
    assert found | {V.OK} == case.verdicts | {V.OK} and found <= case.verdicts
    assert verdicts(record, 1) == {V.OK}
    assert len(record.games) == amount.games
    for game in record.games:
        score = {seat.bot: seat.score for seat in game.seats}
        assert sum(score.values()) == 1.0
        if any(seat.verdict is not V.OK for seat in game.seats):
            assert score[0] == 0.0
            assert game.termination in ("FORFEIT", "NO_START")
    assert seconds < case.takes_s


@pytest.mark.parametrize("name", each(name for name, case in CASES.items() if case.detail))
def test_detail_and_output_for_the_owner(name: str, matches: Mapping[str, Future[Played]]) -> None:
    case = CASES[name]
    fault, *_ = faults = matches[name].result().record.faults
    assert case.detail in fault.detail
    assert fault.bot == 0
    if case.exit_code is not None:
        assert fault.exit_code == case.exit_code
    assert case.output in b64decode(fault.output)
    late = [fault.elapsed_ms - fault.limit_ms for fault in faults if fault.verdict in (V.TIMEOUT, V.STALL)]
    assert all(0 < by < SOON_MS for by in late)


@pytest.mark.parametrize("name", each(["first", "slow", "notes", "floods", "leaves_a_daemon"]))
def test_honest_bots_have_no_faults(name: str, matches: Mapping[str, Future[Played]]) -> None:
    assert matches[name].result().record.faults == ()


@pytest.mark.parametrize("name", each(CASES))
def test_logs_verify(name: str, matches: Mapping[str, Future[Played]]) -> None:
    games = matches[name].result().record.games
    logs = logs_of(games)
    for game in games:
        if game.termination == "NO_START":
            assert not game.log and game.id not in logs
        else:
            verification = verify(logs[game.id])
            assert verification.ok, verification
            assert (verification.game_digest, verification.log_digest) == (game.game_digest, game.log_digest)


def test_the_owner_sees_the_open_question(matches: Mapping[str, Future[Played]]) -> None:
    requests = [fault.request for fault in matches["illegal"].result().record.faults]
    assert all('"choices": [' in request and '"hand": [' in request for request in requests)


def test_notes_and_estimates_are_in_the_log(matches: Mapping[str, Future[Played]]) -> None:
    for log in logs_of(matches["notes"].result().record.games).values():
        assert b'"note":"M\\u00e4u \\u001b[31m x' in log
        assert b'x","win":0.63}}' in log
