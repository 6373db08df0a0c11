"""A match in this process whose bots are hand-written clients."""

import asyncio
import os
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from arena.record.match import MatchRecord, MatchSpec
from arena.referee.live.progress import ProgressPipe
from arena.referee.match.piece import play_piece
from maumau.v1 import referee_pb2 as pb
from tests.hostile.attacks.http2 import DATA, END_STREAM, WINDOW, frame
from tests.referee.raw import PATIENCE_S, Connection, call, message, messages

_ROOM = (1 << 30).to_bytes(4, "big")  # for what the referee sends


class Client:
    """A bot that has opened its stream and said Hello."""

    def __init__(self, target: str, token: str) -> None:
        self.path = Path(target.removeprefix("unix://"))
        self.connection = Connection(self.path).begin()
        self.connection.send(call(), frame(WINDOW, 0, 0, _ROOM), frame(WINDOW, 0, 1, _ROOM))
        self.messages = map(pb.PlayResponse.FromString, messages(self.connection))
        self.say(pb.PlayRequest(hello=pb.Hello(protocol=1, token=token, max_games=256)))

    def say(self, request: pb.PlayRequest) -> None:
        self.connection.send(message(request.SerializeToString()))

    def questions(self) -> list[pb.Question]:
        """Return the next questions."""
        return list(next(one for one in self.messages if one.questions).questions)

    def end(self) -> None:
        """End the stream."""
        self.connection.send(frame(DATA, END_STREAM, 1))

    def play(self) -> None:
        """Play honestly to the end."""
        for one in self.messages:
            if one.questions:
                self.say(pb.PlayRequest(answers=map(first, one.questions)))


def first(question: pb.Question) -> pb.Answer:
    """Return the first choice."""
    return pb.Answer(game=question.game, number=question.number)


Act = Callable[[Client], None]


class _StartedBots(ProgressPipe):
    """Starts a thread for every bot; bot 0 does what the test says."""

    def __init__(self, act: Act) -> None:
        super().__init__("test", 1, os.open(os.devnull, os.O_WRONLY), [0.0, 0.0])
        self.act = act
        self.threads: list[threading.Thread] = []

    def waiting(self, environment: str) -> None:
        environ = dict(line.split("=", 1) for line in environment.splitlines())
        thread = threading.Thread(target=self._live, args=(environ["ARENA_TARGET"], environ["ARENA_TOKEN"]))
        thread.start()
        self.threads.append(thread)

    def _live(self, target: str, token: str) -> None:
        try:
            client = Client(target, token)
        except OSError:
            return  # it was cut off before it had said Hello
        seat = client.path.parent.name
        try:
            (self.act if seat == "0" else Client.play)(client)
            for _ in client.connection.frames():
                pass  # it stays connected until the referee is done with it
        except (OSError, EOFError, StopIteration):
            pass  # it was cut off
        finally:
            client.connection.close()


async def _with_timeout(spec: MatchSpec, run: Path, bots: _StartedBots) -> MatchRecord:
    """Play with a timeout: bots by hand have none."""
    async with asyncio.timeout(PATIENCE_S):
        return await play_piece(spec, run, None, bots)


def play_by_hand(spec: MatchSpec, act: Act, run: Path) -> MatchRecord:
    """Play one seating: bot 0 calls `act` after its Hello, and the other bot plays honestly."""
    bots = _StartedBots(act)
    try:
        return asyncio.run(_with_timeout(replace(spec, runner="by-hand", only=1), run, bots))
    finally:
        for thread in bots.threads:
            thread.join()
        os.close(bots.descriptor)
