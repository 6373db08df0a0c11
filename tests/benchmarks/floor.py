"""The floor: bare gRPC ping-pong over a Unix socket, one message in flight.

The same shape as a match: an asyncio server, a synchronous client in a process of its own that dials in, one
bidirectional stream, a request of 188 bytes and an answer of 9, no protobuf message at all. gRPC is as it
comes.

    python -m tests.benchmarks.floor

prints what a round trip costs, and what it costs where gRPC is told the same as in a match.
"""

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from queue import SimpleQueue

import grpc

from maumau.running import POLLING
from tests.benchmarks.cores import only_cores
from tests.benchmarks.spent import Seconds, spent

METHOD = "/bench.Floor/Play"
REQUEST, ANSWER = b"q" * 188, b"a" * 9
_FEW, _MANY = 100, 10_000  # round trips
_PASSES = 5


def cost_of_a_round_trip(round_trips: int) -> Seconds:
    """Return the cost of a round trip, without start and connection."""
    short, _ = spent(lambda: asyncio.run(_serve(_FEW)))
    full, _ = spent(lambda: asyncio.run(_serve(_FEW + round_trips)))
    more = full.less(short)
    return Seconds(more.clock / round_trips, more.processor / round_trips)


async def _serve(round_trips: int) -> None:
    over: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def play(
        answers: AsyncIterator[bytes], context: grpc.aio.ServicerContext[bytes, bytes]
    ) -> AsyncIterator[bytes]:
        answered = 0
        async for _ in answers:
            answered += 1
            if answered == round_trips:
                over.set_result(None)
                return
            yield REQUEST

    handler = grpc.method_handlers_generic_handler(
        "bench.Floor", {"Play": grpc.stream_stream_rpc_method_handler(play)}
    )
    with tempfile.TemporaryDirectory() as folder:
        target = f"unix://{Path(folder) / 's'}"
        server = grpc.aio.server()
        server.add_generic_rpc_handlers((handler,))
        server.add_insecure_port(target)
        await server.start()
        client = subprocess.Popen([sys.executable, "-m", "tests.benchmarks.floor", target])
        await over
        await server.stop(None)
        client.wait()


def _client(target: str) -> None:
    outgoing: SimpleQueue[bytes] = SimpleQueue()
    outgoing.put(ANSWER)

    def answers() -> Iterator[bytes]:
        while True:
            yield outgoing.get()

    with grpc.insecure_channel(target) as channel:
        play: grpc.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(METHOD)
        stream = play(answers())
        try:
            for _ in stream:
                outgoing.put(ANSWER)
        except grpc.RpcError:
            pass


def _told_the_same(round_trips: int) -> float:
    """Return the microseconds of a round trip with the match's gRPC settings on both ends."""
    command = ("chrt", "--batch", "0", sys.executable, "-m", "tests.benchmarks.floor", str(round_trips))
    told = os.environ | {"GRPC_EXPERIMENTS": POLLING}
    return float(subprocess.run(command, env=told, check=True, stdout=subprocess.PIPE).stdout)


def _measured(round_trips: int) -> float:
    with only_cores(1):
        return cost_of_a_round_trip(round_trips).processor * 1e6


def main() -> None:
    os.environ["GRPC_VERBOSITY"] = "NONE"  # the client would say that the server has gone
    figures = [(_measured(_MANY), _told_the_same(_MANY)) for _ in range(_PASSES)]
    for name, found in zip(("as gRPC comes", "as in a match"), zip(*figures, strict=True), strict=True):
        print(f"a round trip {name}: {statistics.median(found):.0f} µs")


if __name__ == "__main__":
    if len(sys.argv) == 1:
        main()
    elif sys.argv[1].isdigit():
        print(_measured(int(sys.argv[1])))
    else:
        _client(sys.argv[1])
