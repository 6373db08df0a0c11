"""`maumau.run`: a bot's process and a referee on a Unix socket."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest

from arena.record.match import Clock, Verdict
from arena.rules import choices, observe
from arena.wire.encode import Encoder, fault, game_end, game_start, welcome
from maumau.running import POLLING
from maumau.v1 import referee_pb2 as pb
from tests.sdk.referees import refereeing, run_bot
from tests.wire.answers import answers_of
from tests.wire.messages import joined
from tests.wire.walks import MAU, walk

FIRST_LEGAL = """
import maumau

class FirstLegal(maumau.Bot):
    def choose(self, view):
        return view.legal[0]

if __name__ == "__main__":
    maumau.run(FirstLegal())
"""
ASYNC = FIRST_LEGAL.replace("def choose", "async def choose")
FUNCTION = """
import maumau

@maumau.bot
def last(view, rng):
    rng.random()
    return view.legal[-1]

maumau.run(last)
"""
CLASS = FIRST_LEGAL.replace("FirstLegal())", "FirstLegal)")
Requests = Iterator[pb.PlayRequest]
Responses = Iterator[pb.PlayResponse]


def three_questions() -> pb.PlayResponse:
    """Start three games with a question each."""
    items: list[bytes] = []
    for game in range(3):
        position, events = next(walk(MAU, game))
        encoder = Encoder(MAU)
        items.append(game_start(game, position.turn, bytes(8), bytes(32)))
        packed = encoder.events(events, position.turn)
        seen = observe(position, position.turn)
        items.append(encoder.question(game, 0, 0, packed, seen, choices(position), 9_000))
    return joined(*items)


def ends() -> pb.PlayResponse:
    return joined(*(game_end(game, b"", (1, 2), (0, 12)) for game in range(3)))


def test_a_bot_has_at_most_ten_lines() -> None:
    assert len([line for line in FIRST_LEGAL.splitlines() if line]) <= 10


@pytest.mark.dear
@pytest.mark.parametrize(
    "code", [FIRST_LEGAL, ASYNC, FUNCTION, CLASS], ids=["sync", "async", "function", "class"]
)
def test_questions_of_a_message_are_answered_together(code: str, tmp_path: Path) -> None:
    heard: list[pb.PlayRequest] = []

    def script(requests: Requests) -> Responses:
        heard.append(next(requests))
        yield joined(welcome(MAU, 3, Clock()))
        yield three_questions()
        heard.append(next(requests))
        yield ends()

    with refereeing(script, tmp_path) as (target, _):
        ended = run_bot(code, tmp_path, target)
    assert (ended.code, ended.err) == (0, "")
    hello, answers = heard
    assert (hello.hello.protocol, hello.hello.token, hello.hello.max_games) == (1, "secret", 256)
    assert hello.hello.sdk.startswith("maumau-python ")
    assert [(answer.game, answer.number) for answer in answers_of(answers)] == [(0, 0), (1, 0), (2, 0)]


@pytest.mark.parametrize(
    ("code", "together"),
    [
        (FIRST_LEGAL.replace("return", "time.sleep(0.15); return"), [[0], [1], [2]]),
        (ASYNC.replace("return", "time.sleep(0.15); return"), [[0], [1], [2]]),
        (ASYNC.replace("return", "await asyncio.sleep(2 * (view._game.number > 0)); return"), [[0], [1, 2]]),
        (ASYNC.replace("return", "await asyncio.sleep(0.1); time.sleep(0.15); return"), [[0], [1], [2]]),
    ],
    ids=["sync", "async", "waits", "waits first"],
)
def test_decisions_are_sent_early(code: str, together: list[list[int]], tmp_path: Path) -> None:
    """Otherwise a bot with many open games would exceed its clock."""
    heard: list[list[int]] = []

    def script(requests: Requests) -> Responses:
        next(requests)
        yield joined(welcome(MAU, 3, Clock()))
        yield three_questions()
        while sum(map(len, heard)) < 3:
            heard.append([answer.game for answer in answers_of(next(requests))])
        yield ends()

    with refereeing(script, tmp_path) as (target, _):
        assert run_bot(f"import asyncio, time\n{code}", tmp_path, target) == (0, "", "")
    assert heard == together


# A bot that prints facts about its process.
TOLD = "print(os.environ['GRPC_EXPERIMENTS'], os.sched_getscheduler(0) == os.SCHED_BATCH)"
TELLS = FIRST_LEGAL.replace("return", f"{TOLD}; return")


@pytest.mark.dear
@pytest.mark.skipif(not hasattr(os, "SCHED_BATCH"), reason="only Linux can be told to let others go first")
@pytest.mark.parametrize("wished", ["", "-tcp_rcv_lowat"])
def test_waiting_thread_reads_the_socket(
    wished: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GRPC_EXPERIMENTS", raising=False)
    if wished:
        monkeypatch.setenv("GRPC_EXPERIMENTS", wished)

    def script(requests: Requests) -> Responses:
        next(requests)
        yield joined(welcome(MAU, 3, Clock()))
        yield three_questions()
        next(requests)
        yield ends()

    with refereeing(script, tmp_path) as (target, _):
        ended = run_bot(f"import os\n{TELLS}", tmp_path, target)
    assert ended == (0, f"{wished or POLLING} True\n" * 3, "")


@pytest.mark.dear
def test_grpc_knows_the_experiments() -> None:
    """gRPC ignores unknown experiments and only logs them."""
    code = "import grpc; grpc.insecure_channel('unix:nowhere').close()"

    def said(experiments: str) -> str:
        environment = os.environ | {"GRPC_EXPERIMENTS": experiments, "GRPC_VERBOSITY": "ERROR"}
        return subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
        ).stderr

    assert "Unknown experiment" in said("-no_such_thing")
    assert "Unknown experiment" not in said(POLLING)


@pytest.mark.dear
def test_exception_is_printed_with_the_view(tmp_path: Path) -> None:
    def script(requests: Requests) -> Responses:
        next(requests)
        yield joined(welcome(MAU, 3, Clock()))
        yield three_questions()
        yield from (pb.PlayResponse() for _ in requests)

    code = FIRST_LEGAL.replace("return view.legal[0]", "return view.legal[100]")
    with refereeing(script, tmp_path) as (target, _):
        ended = run_bot(code, tmp_path, target)
    assert ended.code == 1
    assert "return view.legal[100]" in ended.err
    assert "IndexError" in ended.err
    assert "session.py" not in ended.err
    assert "mau-mau@1, deal 0, ply 0: TURN" in ended.err


@pytest.mark.dear
def test_illegal_answer_is_sent_to_the_referee(tmp_path: Path) -> None:
    answers: list[pb.Answer] = []

    def script(requests: Requests) -> Responses:
        next(requests)
        yield joined(welcome(MAU, 3, Clock()))
        yield three_questions()
        answers.extend(next(requests).answers)

    code = FIRST_LEGAL.replace("return view.legal[0]", 'self.note("mine"); return "\U0001f0a1" * 100')
    with refereeing(script, tmp_path) as (target, _):
        ended = run_bot(code, tmp_path, target)
    assert ended.code == 0, "the other games go on"
    assert ended.err.count("which is not in view.legal") == 1, "only the first is shown"
    assert len(answers) == 3
    for answer in answers:
        assert answer.note.endswith("\U0001f0a1: not in view.legal")
        assert len(answer.note.encode()) <= 200


@pytest.mark.dear
def test_a_fault_is_shown(tmp_path: Path) -> None:
    def script(requests: Requests) -> Responses:
        next(requests)
        yield joined(welcome(MAU, 3, Clock()))
        yield joined(fault(Verdict.PROTOCOL, "too much of it"))

    with refereeing(script, tmp_path) as (target, _):
        ended = run_bot(FIRST_LEGAL, tmp_path, target)
    assert ended.code == 2
    assert "PROTOCOL: too much of it" in ended.err


@pytest.mark.dear
def test_a_game_lost_by_a_fault_is_told_and_play_goes_on(tmp_path: Path) -> None:
    def script(requests: Requests) -> Responses:
        next(requests)
        yield joined(welcome(MAU, 3, Clock()))
        yield three_questions()
        next(requests)
        yield joined(game_end(1, b"", verdict=Verdict.TIMEOUT, detail="0.3 s too late"))

    with refereeing(script, tmp_path) as (target, _):
        ended = run_bot(FIRST_LEGAL, tmp_path, target)
    assert (ended.code, ended.err) == (0, "maumau: TIMEOUT: 0.3 s too late\n")


@pytest.mark.dear
def test_a_referee_that_goes_away_is_no_error(tmp_path: Path) -> None:
    servers: list[grpc.Server] = []

    def script(requests: Requests) -> Responses:
        next(requests)
        yield joined(welcome(MAU, 3, Clock()))
        yield three_questions()
        next(requests)
        servers[0].stop(None)
        yield from (pb.PlayResponse() for _ in requests)

    with refereeing(script, tmp_path) as (target, server):
        servers.append(server)
        assert run_bot(FIRST_LEGAL, tmp_path, target) == (0, "", "")


@pytest.mark.dear
def test_a_referee_that_is_not_there_is(tmp_path: Path) -> None:
    ended = run_bot(FIRST_LEGAL, tmp_path, f"unix://{tmp_path}/nobody.sock")
    assert ended.code == 2
    assert "UNAVAILABLE" in ended.err


@pytest.mark.dear
def test_a_game_played_here_may_be_told_to_nobody(tmp_path: Path) -> None:
    """As by `python bot.py | head`, where head has seen enough."""
    (tmp_path / "bot.py").write_text(FIRST_LEGAL)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
    environment |= {"XDG_CACHE_HOME": str(tmp_path)}
    told, telling = os.pipe()
    os.close(told)
    ended = subprocess.run(
        [sys.executable, "bot.py"],
        cwd=tmp_path,
        env=environment,
        stdout=telling,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(telling)
    said = "ARENA_TARGET is not set: playing a game against builtin:random.\n"
    assert (ended.returncode, ended.stderr) == (1, said)
