"""How far a referee can come: `uv run python -m tests.benchmarks.bare [--json] [--passes N] [--size S]`.

Beside the arena a bare referee is measured: real games of two bots over gRPC with as many questions in a
message as there are, and a log of every game in SQLite; but no clock, verdict, hidden card, commitment,
digest or record. What it reaches beside ping-pong is about the most that Python reaches on this machine, and
what the arena reaches beside it is the price of all that the bare one does without.
"""

import argparse
import asyncio
import json
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from struct import Struct
from tempfile import TemporaryDirectory
from typing import Final

import grpc
import zstandard

from arena.rules.cards import members
from maumau.v1 import referee_pb2 as pb
from tests.benchmarks.bare_rules import BareGame
from tests.benchmarks.cores import only_cores
from tests.benchmarks.floor import cost_of_a_round_trip
from tests.benchmarks.spent import Seconds, spent
from tests.benchmarks.spread import spread
from tests.benchmarks.stack import cost_of_a_decision

METHOD: Final = "/bench.Bare/Play"
IN_FLIGHT: Final = {1: 400, 64: 1000, 256: 1500}  # and how many boards are measured
_PLAIN: Final = Struct(">BBI")  # game, choice, number of the question
_LOGS: Final = 100  # games in one transaction


class BareReferee:
    """Play a number of games of two bots."""

    def __init__(self, in_flight: int, games: int, logs: Path) -> None:
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.decisions = 0
        self._room, self._games = in_flight, games
        self._begun = 0
        self._open: dict[int, tuple[BareGame, list[int]]] = {}  # by their numbers on the streams
        self._out: list[list[pb.Question]] = [[], []]
        self._busy = [False, False]
        self._queues: list[asyncio.Queue[bytes]] = []  # of messages; an empty one is the end
        self._closed: list[BareGame] = []
        self._compressor = zstandard.ZstdCompressor(level=3)
        self._store = sqlite3.connect(logs)
        self._store.execute("pragma journal_mode=wal")
        self._store.execute("pragma synchronous=normal")
        self._store.execute("create table game (number integer primary key, plies integer, log blob)")

    async def play(
        self, answers: AsyncIterator[bytes], context: grpc.aio.ServicerContext[bytes, bytes]
    ) -> AsyncIterator[bytes]:
        """Serve one bot's stream."""
        seat, queue = len(self._queues), asyncio.Queue[bytes]()
        self._queues.append(queue)
        reading = asyncio.create_task(self._read(seat, answers))
        reading.add_done_callback(self._ended)
        if len(self._queues) == len(self._out):
            for number in range(self._room):
                self._begin(number)
            self._send()
        while message := await queue.get():
            yield message

    async def _read(self, seat: int, answers: AsyncIterator[bytes]) -> None:
        async for data in answers:
            self._busy[seat] = False
            for number, choice, _ in _PLAIN.iter_unpack(pb.PlayRequest.FromString(data).plain):
                game, legal = self._open[number]
                game.apply(legal[choice])
                self.decisions += 1
                if game.over:
                    self._close(number, game)
                else:
                    self._ask(number, game)
            self._send()

    def _ended(self, reading: asyncio.Task[None]) -> None:
        if not reading.cancelled() and (bug := reading.exception()) and not self.over.done():
            self.over.set_exception(bug)

    def _begin(self, number: int) -> None:
        if self._begun < self._games:
            self._begun += 1
            self._ask(number, BareGame(self._begun))

    def _ask(self, number: int, game: BareGame) -> None:
        legal = game.legal()
        self._open[number] = game, legal
        seat = game.turn
        question = pb.Question(
            game=number,
            number=len(game.actions),
            ply=len(game.actions),
            events=bytes(game.actions[-8:]).ljust(32),
            choices=b"".join(bytes((1, action, 0, 0, 0, 0, 0, 0)) for action in legal),
            hand=bytes(members(game.hands[seat])),
            table=bytes((game.top, game.suit, game.debt, len(game.stock), *map(int.bit_count, game.hands))),
            clock_ms=10_000,
        )
        self._out[seat].append(question)

    def _send(self) -> None:
        """Send an idle bot every question that is open."""
        for seat, questions in enumerate(self._out):
            if questions and not self._busy[seat]:
                self._busy[seat] = True
                self._queues[seat].put_nowait(pb.PlayResponse(questions=questions).SerializeToString())
                questions.clear()

    def _close(self, number: int, game: BareGame) -> None:
        del self._open[number]
        self._closed.append(game)
        self._begin(number)
        if len(self._closed) == _LOGS or not self._open:
            rows = [(one.number, len(one.actions), self._log(one)) for one in self._closed]
            self._store.executemany("insert into game values (?, ?, ?)", rows)
            self._store.commit()
            self._closed.clear()
        if not self._open:
            for queue in self._queues:
                queue.put_nowait(b"")
            self.over.set_result(None)

    def _log(self, game: BareGame) -> bytes:
        plays = [{"ply": ply, "action": action} for ply, action in enumerate(game.actions)]
        log = {"game": game.number, "order": game.order, "plays": plays}
        return self._compressor.compress(json.dumps(log).encode())


def cost_of_a_bare_decision(in_flight: int, games: int) -> Seconds:
    """Return the cost of a decision with this number of games in flight."""
    short, few = spent(lambda: asyncio.run(_serve(in_flight, in_flight)))
    full, all_of_them = spent(lambda: asyncio.run(_serve(in_flight, in_flight + games)))
    more, count = full.less(short), all_of_them - few
    return Seconds(more.clock / count, more.processor / count)


async def _serve(in_flight: int, games: int) -> int:
    """Play games and count their decisions."""
    with TemporaryDirectory() as folder:
        referee = BareReferee(in_flight, games, Path(folder) / "logs")
        handler = grpc.method_handlers_generic_handler(
            "bench.Bare", {"Play": grpc.stream_stream_rpc_method_handler(referee.play)}
        )
        server = grpc.aio.server()
        server.add_generic_rpc_handlers((handler,))
        target = f"unix://{Path(folder) / 's'}"
        server.add_insecure_port(target)
        await server.start()
        bots = [subprocess.Popen([sys.executable, "-m", "tests.benchmarks.bare", target]) for _ in range(2)]
        await referee.over
        await server.stop(1.0)
        for bot in bots:
            bot.wait()
    return referee.decisions


def _bot(target: str) -> None:
    """Take the first choice."""
    outgoing: SimpleQueue[bytes] = SimpleQueue()

    def answers() -> Iterator[bytes]:
        while True:
            yield outgoing.get()

    with grpc.insecure_channel(target) as channel:
        play: grpc.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(METHOD)
        try:
            for data in play(answers()):
                questions = pb.PlayResponse.FromString(data).questions
                plain = b"".join([_PLAIN.pack(one.game, 0, one.number) for one in questions])
                outgoing.put(pb.PlayRequest(plain=plain).SerializeToString())
        except grpc.RpcError:
            pass


def measure(passes: int, size: float) -> dict[str, list[float]]:
    """Return one figure per pass for floor, bare referee and arena, measured in turns."""
    found: dict[str, list[float]] = {}
    for number in range(passes):
        print(f"pass {number + 1} of {passes}", file=sys.stderr)
        for in_flight, boards in IN_FLIGHT.items():
            count = max(2, int(boards * size))
            works: tuple[Callable[[], Seconds], ...] = (
                partial(cost_of_a_round_trip, max(2, int(10_000 * size))),
                partial(cost_of_a_bare_decision, in_flight, count),
                partial(cost_of_a_decision, "mau-mau", in_flight, count),
            )
            with only_cores(1):
                floor, bare, arena = (work().processor for work in works)
            found.setdefault(f"{in_flight} in flight, bare ÷ ping-pong", []).append(floor / bare)
            found.setdefault(f"{in_flight} in flight, arena ÷ ping-pong", []).append(floor / arena)
            found.setdefault(f"{in_flight} in flight, arena ÷ bare", []).append(bare / arena)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="all figures as JSON on stdout")
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--size", type=float, default=1.0, help="how long each takes")
    asked = parser.parse_args()
    found = measure(asked.passes, asked.size)
    if asked.json:
        print(json.dumps(found))
        return
    for row, figures in found.items():
        print(f"{row:36} {spread(figures):>20}")


if __name__ == "__main__":
    if sys.argv[1:] and sys.argv[1].startswith("unix:"):
        _bot(sys.argv[1])
    else:
        main()
