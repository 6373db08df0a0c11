"""Verdicts on bots that misbehave in a container."""

from base64 import b64decode
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

import pytest

from arena.record.match import Clock, MatchRecord, Verdict
from arena.referee.run import run_match
from tests.docker.boxes import bot
from tests.docker.matches import in_containers
from tests.referee.matches import SHORT, match, verdicts

pytestmark = [pytest.mark.usefixtures("engine"), pytest.mark.dear]

V = Verdict


class Case(NamedTuple):
    """The expectations for a bot against an honest one."""

    verdicts: set[Verdict]  # in its games; OK, where it is one of several, only perhaps
    detail: str = ""  # in what its owner is told
    exit_code: int | None = None
    output: bytes = b""


CASES: Mapping[str, Case] = {
    "floods": Case({V.OK}),
    "exits_at_once": Case({V.NO_START}, "exited with code 7", 7, b"goodbye"),
    "wrong_token": Case({V.PROTOCOL}, "ARENA_TOKEN", None, b"VERDICT_PROTOCOL"),
    "illegal_field": Case({V.ILLEGAL}, "does not allow suit 1"),
    "crash_mid_game": Case({V.DISCONNECT, V.OK}, "exited with code 139", 139, b"about to die"),
    "closes_stream": Case({V.DISCONNECT}, "closed its stream"),
    "silent": Case({V.TIMEOUT, V.STALL}, "is used up"),
    "memory_bomb": Case({V.OOM}, "more memory than it may have", 137),
}


def play(name: str) -> MatchRecord:
    clock = SHORT if name == "silent" else Clock()
    return run_match(in_containers(match(name, "first", boards=2, in_flight=2, clock=clock), name))


@pytest.fixture(scope="module")
def matches() -> Iterator[Mapping[str, Future[MatchRecord]]]:
    """Play every bot's match, two at a time."""
    bot("first")
    with ThreadPoolExecutor(2) as pool:
        yield {name: pool.submit(play, name) for name in CASES}


@pytest.mark.full
@pytest.mark.parametrize("name", CASES)
def test_verdict(name: str, matches: Mapping[str, Future[MatchRecord]]) -> None:
    case = CASES[name]
    record = matches[name].result()
    found = verdicts(record, 0)
    assert found <= case.verdicts and found | {V.OK} == case.verdicts | {V.OK}
    assert verdicts(record, 1) == {V.OK}
    assert bool(record.faults) == bool(case.detail)
    for fault in record.faults[:1]:
        assert case.detail in fault.detail
        assert case.exit_code is None or fault.exit_code == case.exit_code
        assert case.output in b64decode(fault.output)
