"""The floor: bare gRPC ping-pong over a Unix socket, one message in flight.

The same shape as a match: an asyncio server, a synchronous client in a process of its own that dials in, one
bidirectional stream, a request of 188 bytes and an answer of 9, no protobuf message at all.
"""

import asyncio
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from queue import SimpleQueue

import grpc

from tests.benchmarks.spent import Seconds, spent

METHOD = "/bench.Floor/Play"
REQUEST, ANSWER = b"q" * 188, b"a" * 9
_FEW = 100  # round trips


def cost_of_a_round_trip(round_trips: int) -> Seconds:
    """Start and connection, measured by a few round trips, are taken off."""
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


if __name__ == "__main__":
    _client(sys.argv[1])
