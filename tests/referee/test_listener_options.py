"""Every option of the gRPC server, tested by its effect: servers silently ignore unknown options.

Pings are tested in the bot check, with bots that do not answer them.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TypeVar

import pytest

from arena.referee.net.listener import MAX_CALLS, Listener
from arena.sandbox.protocol import SOCKET
from tests.hostile.attacks.http2 import ACK, GO_AWAY, HEADERS, PING, RESET, SETTINGS, frame
from tests.referee.raw import Connection, Frame, call, message, reset, split
from tests.web.waiting import until

T = TypeVar("T")

RESOURCE_EXHAUSTED = b"grpc-status\x018"
UNIMPLEMENTED = b"grpc-status\x0212"
REFUSED = ((7).to_bytes(4, "big"), (11).to_bytes(4, "big"))  # REFUSED_STREAM, ENHANCE_YOUR_CALM


class RecordingReceiver:
    """Records the callbacks of a listener."""

    def __init__(self) -> None:
        self.sizes: list[int] = []
        self.complaints: list[str] = []

    def received(self, data: bytes) -> None:
        self.sizes.append(len(data))

    def next_messages(self) -> list[bytes]:
        return []

    def on_forbidden_call(self, detail: str) -> None:
        self.complaints.append(detail)


@asynccontextmanager
async def listening(folder: Path, behind: RecordingReceiver) -> AsyncIterator[Listener]:
    listener = Listener(folder, behind)
    await listener.start()
    try:
        yield listener
    finally:
        await listener.close()


def talk(folder: Path, act: Callable[[Path], T], behind: RecordingReceiver | None = None) -> T:
    """Return what happens if a client does this to a listener."""

    async def play() -> T:
        async with listening(folder, behind or RecordingReceiver()):
            return await asyncio.to_thread(act, folder / SOCKET)

    return asyncio.run(play())


@contextmanager
def connection(path: Path) -> Iterator[Connection]:
    with contextlib.closing(Connection(path)) as one:
        yield one


def answer_to(*frames: bytes, kinds: tuple[int, ...] = (HEADERS, RESET, GO_AWAY)) -> Callable[[Path], Frame]:
    """Return the first answer to these frames."""

    def act(path: Path) -> Frame:
        with connection(path) as one:
            return one.begin().send(*frames).first(*kinds)

    return act


def test_too_long_messages_are_refused(short_path: Path) -> None:
    """`max_receive_message_length`: the announced length is enough."""
    behind = RecordingReceiver()
    said = talk(short_path, answer_to(call(), message(b"x", size=1 << 30)), behind)
    assert RESOURCE_EXHAUSTED in said.payload
    assert behind.sizes == []


def test_concurrent_streams_are_limited(short_path: Path) -> None:
    """`max_concurrent_streams`: the budget of calls is exceeded before a stream is refused."""
    streams = range(1, 4 * MAX_CALLS + 3, 2)
    behind = RecordingReceiver()

    def act(path: Path) -> Frame:
        with connection(path) as one:
            refused = one.begin().send(*map(call, streams)).first(RESET)
            until(lambda: len(behind.complaints) == MAX_CALLS)
            return refused

    refused = talk(short_path, act, behind)
    assert (refused.stream, refused.payload in REFUSED) == (streams[-1], True)
    assert set(behind.complaints) == {"more calls than one bot may start"}


@pytest.mark.parametrize("size", [3_000, 9_000])
def test_metadata_are_limited(size: int, short_path: Path) -> None:
    """`absolute_max_metadata_size`, after the client has acknowledged the settings."""
    behind = RecordingReceiver()

    def act(path: Path) -> None:
        with connection(path) as one:
            one.begin().first(SETTINGS)
            one.send(frame(SETTINGS, ACK), frame(PING, 0, 0, bytes(8))).first(PING)
            one.send(call(x="a" * size), message(b"x"), frame(PING, 0, 0, b"whatever"))
            if size > 8_192:
                assert RESOURCE_EXHAUSTED in one.first(HEADERS).payload
            else:
                until(lambda: behind.sizes == [1])

    talk(short_path, act, behind)
    assert behind.complaints == []


@pytest.mark.parametrize(("size", "complaints"), [(3_000, 0), (100_000, 1)])
def test_metadata_are_limited_before_the_settings_count(size: int, complaints: int, short_path: Path) -> None:
    """Until its settings are acknowledged the server applies no useful limit, so we do."""
    behind = RecordingReceiver()

    def act(path: Path) -> None:
        with connection(path) as one:
            one.begin().send(*split(call(x="a" * size)), message(b"x"))
            until(lambda: behind.sizes == [1])

    talk(short_path, act, behind)
    assert ["bytes of metadata, at most 4096" in text for text in behind.complaints] == [True] * complaints


@pytest.mark.dear
def test_unacknowledged_settings_end_the_connection(short_path: Path) -> None:
    """`settings_timeout`"""

    def act(path: Path) -> list[Frame]:
        with connection(path) as one:
            return list(one.begin().send(call()).frames())  # until the end

    assert {frame.kind for frame in talk(short_path, act)} >= {SETTINGS}


def test_a_third_connection_is_refused(short_path: Path) -> None:
    """`max_allowed_incoming_connections`: a third connection is closed."""

    def act(path: Path) -> bool:
        with connection(path) as one, connection(path) as two:
            for each in (one, two):
                each.begin().first(SETTINGS)
            with connection(path) as three:
                return next(three.frames(), None) is None

    assert talk(short_path, act)


@pytest.mark.dear
def test_a_silent_connection_is_closed(short_path: Path) -> None:
    """`server_handshake_timeout_ms`"""

    def act(path: Path) -> list[Frame]:
        with connection(path) as one:
            return list(one.frames())

    assert talk(short_path, act)[-1].kind == GO_AWAY


def test_messages_may_not_be_compressed(short_path: Path) -> None:
    """`compression_enabled_algorithms_bitset`: so none can be a compression bomb."""
    behind = RecordingReceiver()
    said = talk(short_path, answer_to(call(grpc_encoding="gzip"), message(b"x", compressed=1)), behind)
    assert UNIMPLEMENTED in said.payload
    assert behind.sizes == []


def test_pings_without_data_are_struck(short_path: Path) -> None:
    """`max_ping_strikes`, `min_ping_interval_without_data_ms`"""
    pings = [frame(PING, body=bytes(8))] * 4
    said = talk(short_path, answer_to(call(), *pings, kinds=(GO_AWAY,)))
    assert b"too_many_pings" in said.payload


def test_rapid_resets_are_reported_at_once(short_path: Path) -> None:
    """Calls count in the budget even if they are reset at once."""
    behind = RecordingReceiver()

    def act(path: Path) -> None:
        with connection(path) as one:
            one.begin()
            for stream in range(1, 200, 2):
                one.send(call(stream), reset(stream))
            until(lambda: bool(behind.complaints))

    talk(short_path, act, behind)
    assert behind.complaints[0] == "more calls than one bot may start"


def test_an_unknown_method_is_reported(short_path: Path) -> None:
    behind = RecordingReceiver()
    method = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo"
    said = talk(short_path, answer_to(call(method=method)), behind)
    assert UNIMPLEMENTED in said.payload
    assert behind.complaints == [f"a call of an unknown method: {method!r}"]
