"""The gRPC server of one seat. It has one Unix socket and accepts one call, which is a stream of messages."""

import asyncio
import socket
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

import grpc
import grpc.aio

from arena.referee.net.arrival_times import LagSelector
from arena.referee.net.connections import (
    accepted_connections,
    connections,
    listening_socket,
    open_connections,
    unread_bytes,
    waiting_bytes,
)
from arena.sandbox.protocol import SOCKET, Unavailable, raise_if_disk_full, why_unreachable

METHOD: Final = "/maumau.v1.RefereeService/Play"
MAX_CALLS: Final = 4

_SOON_S: Final = 0.005
_SETTLED_S: Final = 0.05  # by then the library has accepted all connections made before the call
_BACKLOG: Final = 2  # how many connections may wait to be accepted
_MS: Final = 1000

# More than the protocol's limit, so that a message over that limit differs from a broken stream. Only one
# message is in memory at a time.
_RECEIVE_BYTES: Final = 1_048_576
_METADATA_BYTES: Final = 4_096
_FIELD_BYTES: Final = 32  # counted for each field, in addition to its name and value (RFC 9113, 6.5.2)

# Calls that the server refuses by itself are not counted, so it accepts more streams than the budget of
# calls. It applies its limits only to clients that have acknowledged them, and disconnects the others. (On a
# Unix socket `so_reuseport` does nothing.)
_OPTIONS: Final = (
    ("grpc.max_receive_message_length", _RECEIVE_BYTES),
    ("grpc.max_concurrent_streams", 2 * MAX_CALLS),
    ("grpc.max_metadata_size", _METADATA_BYTES),
    ("grpc.absolute_max_metadata_size", 2 * _METADATA_BYTES),
    ("grpc.max_allowed_incoming_connections", 2),
    ("grpc.server_handshake_timeout_ms", 3_000),
    ("grpc.http2.settings_timeout", 3_000),
    ("grpc.compression_enabled_algorithms_bitset", 1),
    ("grpc.http2.max_ping_strikes", 2),
    ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
)

if TYPE_CHECKING:
    Context = grpc.aio.ServicerContext[bytes, bytes]
    Handler = grpc.RpcMethodHandler[bytes, bytes]


class Pings(NamedTuple):
    """The times of gRPC's pings (frames that test whether the other side answers), in seconds."""

    every_s: float  # silence before a keepalive ping is sent
    timeout_s: float  # wait for the answer to a keepalive ping
    others_s: float  # wait for the answer to any other ping, such as one that measures bandwidth


PINGS: Final = Pings(10.0, 5.0, 60.0)


class Receiver(Protocol):
    """The handler of one bot's messages and forbidden gRPC calls. It also provides the messages to send."""

    def received(self, data: bytes) -> None:
        """Handle a message from the bot."""

    def next_messages(self) -> list[bytes]:
        """Return all messages to send now, in order, and remove them from the queue."""

    def on_forbidden_call(self, detail: str) -> None:
        """Handle a call or connection that a bot must not make."""


class Listener:
    """The server of one seat: it waits for the bot's call and serves only this call.

    `arrival_selector`: the event loop's selector, which records when bytes arrive.
    """

    def __init__(
        self,
        seat: Path,
        receiver: Receiver,
        pings: Pings = PINGS,
        arrival_selector: LagSelector | None = None,
    ) -> None:
        self._path = seat / SOCKET
        self._receiver = receiver
        self._arrival_selector = arrival_selector
        self._listening_socket: socket.socket | None = None
        self._connection: socket.socket | None = None  # the connection of the call
        self._calls = 0
        self.messages = self.message_bytes = 0  # received
        self.sending, self.sent = asyncio.Event(), 0  # messages
        self._wake = asyncio.Event()
        self._finishing = False
        self._reader: asyncio.Task[None] | None = None
        self.broken = False  # the stream broke: neither the bot nor we ended it
        self.hung_up = asyncio.Event()  # the stream has ended
        self._loop = asyncio.get_running_loop()
        self._soon: asyncio.TimerHandle | None = None
        alive = (
            ("grpc.keepalive_time_ms", int(pings.every_s * _MS)),
            ("grpc.keepalive_timeout_ms", int(pings.timeout_s * _MS)),
            ("grpc.http2.ping_timeout_ms", int(pings.others_s * _MS)),
        )
        self._server = grpc.aio.server(options=(*_OPTIONS, *alive))

    async def start(self) -> None:
        """Start to listen. Raise Unavailable if the socket cannot be made."""
        if why := why_unreachable(self._path):
            raise Unavailable(f"cannot make a socket for bots: {why}; set TMPDIR to a short, plain directory")
        self._server.add_generic_rpc_handlers((_CountedCalls(self._call_started, self._play),))
        with raise_if_disk_full(self._path.parents[2]):
            self._bind()
        await _uncancelled(self._server.start())  # a server that is half started cannot be stopped
        if listening := listening_socket(self._path):
            listening.listen(_BACKLOG)
            self._listening_socket = listening
        self._path.chmod(0o666)  # a bot may run as another user; the directory protects it

    def _bind(self) -> None:
        """Make the socket. Raise OSError if that fails."""
        try:
            self._server.add_insecure_port(f"unix:{self._path}")
        except RuntimeError as problem:
            raise OSError("no socket") from problem

    def send(self) -> None:
        """Send the waiting messages now."""
        self._wake.set()

    def send_soon(self) -> None:
        """Send the waiting messages within a few milliseconds."""
        if self._soon is None:
            self._soon = self._loop.call_later(_SOON_S, self._wake.set)

    def finish(self, deaf: bool) -> None:
        """Send the waiting messages and end the stream. `deaf`: ignore further messages from the bot."""
        self._finishing = True
        self._wake.set()
        if deaf and self._reader:
            self._reader.cancel()

    @property
    def has_opened_stream(self) -> bool:
        """True if the bot has opened its stream."""
        return self._calls > 0

    def connections(self) -> frozenset[int]:
        """Return the inode numbers of the connections that the bot keeps open."""
        return connections(self._path)

    def accepted_connections(self) -> frozenset[int]:
        """Return the inode numbers of all connections that we have not closed, even if the bot has."""
        return accepted_connections(self._path)

    def waiting(self) -> int:
        """Return how many bytes from the bot were not read yet.

        Count the bytes of the stream's connection, or of all connections if no stream is open.
        """
        if self._connection and not self.hung_up.is_set():
            return unread_bytes(self._connection)
        return waiting_bytes(self._path)

    def arrived(self, now: float, *delivered_s: float) -> float:
        """Return the loop time at which the bot's last bytes arrived, at most `now`.

        `delivered_s`: how many seconds the gRPC library may need to hand bytes over; may be omitted.
        """
        if self._arrival_selector is None:
            return now
        return min(now, self._arrival_selector.arrived(self._connection, *delivered_s))

    def _cancel_soon(self) -> None:
        if self._soon:
            self._soon.cancel()
            self._soon = None

    def _refuse_connections(self) -> None:
        """Accept no more connections, and find the one that carries the stream.

        Report the bot if it has several open connections.
        """
        if self._listening_socket:  # a new mode of its file would not stop root or an open descriptor
            self._listening_socket.shutdown(socket.SHUT_RDWR)
        self._find_connection()
        self._loop.call_later(_SETTLED_S, self._find_connection)

    def _find_connection(self) -> None:
        if self.hung_up.is_set():
            return
        found = open_connections(self._path)
        if len(found) > 1:
            self._receiver.on_forbidden_call(f"{len(found)} connections, where one is allowed")
        elif found and not self._connection:
            self._connection = found.pop()
            if self._arrival_selector:
                self._arrival_selector.watch(self._connection)
        for connection in found:
            connection.close()

    def _forget_connection(self) -> None:
        if self._connection:
            if self._arrival_selector:
                self._arrival_selector.forget(self._connection)
            self._connection.close()
            self._connection = None

    async def close(self) -> None:
        self._cancel_soon()
        self.hung_up.set()
        self._forget_connection()
        if self._listening_socket:
            self._listening_socket.close()
            self._listening_socket = None
        try:
            await self._server.stop(None)
        except UnicodeDecodeError:  # a call with a path that is not text ends the library's own loop
            await self._server.stop(None)

    def _call_started(self, method: str, metadata_bytes: int) -> None:
        self._calls += 1
        if self._calls > MAX_CALLS:
            self._receiver.on_forbidden_call("more calls than one bot may start")
        elif method != METHOD:
            self._receiver.on_forbidden_call(f"a call of an unknown method: {method!r}")
        elif metadata_bytes > _METADATA_BYTES:  # the library would only truncate it
            self._receiver.on_forbidden_call(
                f"a call with {metadata_bytes} bytes of metadata, at most {_METADATA_BYTES} are allowed"
            )

    async def _play(self, _: object, context: "Context") -> None:
        if self._calls > 1:
            await context.abort(grpc.StatusCode.FAILED_PRECONDITION, "only one call for each bot")
        self._reader = asyncio.create_task(self._read(context))
        try:
            self._refuse_connections()
            await self._write(context)
        except asyncio.CancelledError:
            self.broken = True
            raise
        finally:
            self._reader.cancel()
            self.hung_up.set()

    async def _read(self, context: "Context") -> None:
        try:
            while isinstance(data := await context.read(), bytes):
                self.messages += 1
                self.message_bytes += len(data)
                self._receiver.received(data)
        finally:
            self.hung_up.set()

    async def _write(self, context: "Context") -> None:
        finished = False
        while not finished:
            await self._wake.wait()
            self._wake.clear()
            self._cancel_soon()
            finished = self._finishing
            for data in self._receiver.next_messages():
                self.sending.set()
                await context.write(data)
                self.sending.clear()
                self.sent += 1


class _CountedCalls(grpc.GenericRpcHandler):
    """A handler that reports every call of a bot, even a call of an unknown method.

    `started`: called with the method's name and the bytes of the call's metadata.
    """

    def __init__(self, started: Callable[[str, int], None], play: Callable[..., object]) -> None:
        self._started = started
        self._play: Handler = grpc.stream_stream_rpc_method_handler(play)

    def service(self, call: grpc.HandlerCallDetails) -> "Handler | None":
        method = str(call.method)  # bytes, if it is not text
        fields = call.invocation_metadata or ()
        self._started(method, sum(len(name) + len(value) + _FIELD_BYTES for name, value in fields))
        return self._play if method == METHOD else None


async def _uncancelled(what: Coroutine[object, object, None]) -> None:
    """Await `what`. If this task is cancelled meanwhile, finish `what` first."""
    doing = asyncio.ensure_future(what)
    try:
        await asyncio.shield(doing)
    except asyncio.CancelledError:
        await doing
        raise
