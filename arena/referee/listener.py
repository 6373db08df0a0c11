"""The gRPC server of one seat: one Unix socket, one call, one stream. Bytes in, bytes out."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

import grpc
import grpc.aio

from arena.sandbox.box import LONGEST_SOCKET_PATH, SOCKET

METHOD: Final = "/maumau.v1.RefereeService/Play"
MOST_CALLS: Final = 4

_SOON_S: Final = 0.005

# A message may be read up to here, so that one over the protocol's limit can be told from a broken stream.
_RECEIVE_BYTES: Final = 1_048_576
_OPTIONS: Final = (
    ("grpc.max_receive_message_length", _RECEIVE_BYTES),
    ("grpc.max_concurrent_streams", 2),
    ("grpc.max_metadata_size", 4_096),
    ("grpc.absolute_max_metadata_size", 8_192),
    ("grpc.max_allowed_incoming_connections", 2),
    ("grpc.server_handshake_timeout_ms", 3_000),
    ("grpc.compression_enabled_algorithms_bitset", 1),
    ("grpc.http2.max_ping_strikes", 2),
    ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.so_reuseport", 0),
)

if TYPE_CHECKING:
    Context = grpc.aio.ServicerContext[bytes, bytes]
    Handler = grpc.RpcMethodHandler[bytes, bytes]


class Listening(Protocol):
    """Who is behind a listener."""

    def received(self, data: bytes) -> None:
        """A message has come."""
        ...

    def next_messages(self) -> list[bytes]:
        """All that is to be sent now, in order."""
        ...

    def too_many_calls(self) -> None:
        """The bot starts more calls than it may."""
        ...


class Listener:
    """Listens from `start` to `close`."""

    def __init__(self, seat: Path, behind: Listening) -> None:
        self._path = seat / SOCKET
        self._behind = behind
        self._calls = 0
        self._wake = asyncio.Event()
        self._finishing = False
        self.hung_up = asyncio.Event()  # the stream has ended, whoever ended it
        self._loop = asyncio.get_running_loop()
        self._soon: asyncio.TimerHandle | None = None
        self._server = grpc.aio.server(options=_OPTIONS, maximum_concurrent_rpcs=MOST_CALLS)

    async def start(self) -> None:
        path = str(self._path)
        if len(path.encode()) > LONGEST_SOCKET_PATH:
            raise OSError(f"{path} is too long for a socket: set TMPDIR to a shorter directory")
        self._server.add_generic_rpc_handlers((_Calls(self._call_started, self._play),))
        self._server.add_insecure_port(f"unix:{path}")
        await _to_the_end(self._server.start())  # a server that was half started cannot be stopped
        self._path.chmod(0o666)  # a bot may run as another user; the directory is the guard

    def send(self) -> None:
        """Send what is there to send."""
        self._wake.set()

    def send_soon(self) -> None:
        """Send what is there to send in a few milliseconds."""
        if self._soon is None:
            self._soon = self._loop.call_later(_SOON_S, self._wake.set)

    def finish(self) -> None:
        """Send what is there to send, and end the stream."""
        self._finishing = True
        self._wake.set()

    @property
    def called(self) -> bool:
        """The bot has opened its stream."""
        return self._calls > 0

    def _cancel_soon(self) -> None:
        if self._soon:
            self._soon.cancel()
            self._soon = None

    async def close(self) -> None:
        self._cancel_soon()
        await self._server.stop(None)

    def _call_started(self) -> None:
        self._calls += 1
        if self._calls > MOST_CALLS:
            self._behind.too_many_calls()

    async def _play(self, _: object, context: "Context") -> None:
        if self._calls > 1:
            await context.abort(
                grpc.StatusCode.FAILED_PRECONDITION, "one call for each bot, and no second one"
            )
        reader = asyncio.create_task(self._read(context))
        try:
            await self._write(context)
        finally:
            reader.cancel()
            self.hung_up.set()

    async def _read(self, context: "Context") -> None:
        try:
            while isinstance(data := await context.read(), bytes):
                self._behind.received(data)
        finally:
            self.hung_up.set()

    async def _write(self, context: "Context") -> None:
        finished = False
        while not finished:
            await self._wake.wait()
            self._wake.clear()
            self._cancel_soon()
            finished = self._finishing
            for data in self._behind.next_messages():
                await context.write(data)


class _Calls(grpc.GenericRpcHandler):
    """Counts every call that is started, known or not."""

    def __init__(self, started: Callable[[], None], play: Callable[..., object]) -> None:
        self._started = started
        self._play: Handler = grpc.stream_stream_rpc_method_handler(play)

    def service(self, call: grpc.HandlerCallDetails) -> "Handler | None":
        self._started()
        return self._play if call.method == METHOD else None


async def _to_the_end(what: Coroutine[object, object, None]) -> None:
    """Await something that must not be left half done: if this is cancelled, when it is done."""
    doing = asyncio.ensure_future(what)
    try:
        await asyncio.shield(doing)
    except asyncio.CancelledError:
        await doing
        raise
