"""The floor: bare gRPC ping-pong over a Unix socket, one message in flight.

The same shape as a match: an asyncio server, a synchronous client in a process of its own that dials in, one
bidirectional stream, a request of 188 bytes and an answer of 9, no protobuf message at all.
"""

import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from queue import SimpleQueue

import grpc

METHOD = "/bench.Floor/Play"
REQUEST, ANSWER = b"q" * 188, b"a" * 9


def ping_pong(round_trips: int) -> float:
    """Round trips a second, connection and the first hundred left out."""
    return asyncio.run(_serve(round_trips))


async def _serve(round_trips: int) -> float:
    taken: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    async def play(
        answers: AsyncIterator[bytes], context: grpc.aio.ServicerContext[bytes, bytes]
    ) -> AsyncIterator[bytes]:
        asked = 0
        async for _ in answers:
            asked += 1
            if asked == 100:
                begun = time.perf_counter()
            elif asked == round_trips + 100:
                taken.set_result(time.perf_counter() - begun)
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
        seconds = await taken
        await server.stop(None)
        client.wait()
    return round_trips / seconds


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
