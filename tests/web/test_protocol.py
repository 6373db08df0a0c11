"""Connections that only take up room are ended; those of slow but honest visitors are not."""

import http.client
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from fastapi import Request
from starlette.responses import Response, StreamingResponse

from arena.store.database.store import Store
from arena.web.guards import body_limits
from arena.web.http.protocol import TimeoutProtocol
from tests.web.served import Served, guard_of, serving, without_end
from tests.web.waiting import until

SHORT_S = 0.3
HEAD = b"Host: localhost\r\n"


@pytest.fixture
def hurried(store: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A site that waits for nobody, with an endless page and one that reads."""
    monkeypatch.setattr(TimeoutProtocol, "head_timeout_s", SHORT_S)
    monkeypatch.setattr(TimeoutProtocol, "read_timeout_s", SHORT_S)
    with serving(store) as served:

        @served.app.get("/endless")
        def endless() -> Response:
            return StreamingResponse(without_end())

        @served.app.post("/reads")
        async def reads(request: Request) -> dict[str, int]:
            return {"bytes": len(await request.body())}

        yield served


@contextmanager
def connected(site: Served) -> Iterator[socket.socket]:
    host, _, port = site.address.removeprefix("http://").rpartition(":")
    with socket.create_connection((host, int(port)), timeout=30) as plain:
        yield plain


def connections(site: Served) -> int:
    return len(site.server.server_state.connections)


def assert_is_left(plain: socket.socket, drop: bytes) -> None:
    """That the other side ends it, though something more is sent all the time."""
    plain.settimeout(0.01)
    end = time.monotonic() + 30
    while time.monotonic() < end:
        try:
            plain.send(drop)
            if not plain.recv(1000):
                return
        except TimeoutError:
            continue
        except OSError:
            return
    raise AssertionError("it waits for ever")


@pytest.mark.parametrize("begun", [b"", b"G", b"GET /rules HTTP/1.1\r\n"])
def test_silent_connection_is_closed(hurried: Served, begun: bytes) -> None:
    with connected(hurried) as plain:
        plain.sendall(begun)
        assert_is_left(plain, b"X" if begun else b"")


def test_late_sender_is_closed(hurried: Served) -> None:
    with connected(hurried) as plain:
        plain.sendall(b"GET /healthz HTTP/1.1\r\n" + HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        assert plain.recv(1000).startswith(b"HTTP/1.1 200")
        assert_is_left(plain, b"5\r\nhello\r\n")


def test_repeated_requests_are_served(hurried: Served) -> None:
    connection = http.client.HTTPConnection(hurried.address.removeprefix("http://"), timeout=30)
    connection.connect()
    plain = connection.sock
    end = time.monotonic() + 2 * SHORT_S
    while time.monotonic() < end:
        connection.request("GET", "/healthz")
        assert b'"status":"ok"' in connection.getresponse().read()
    assert connection.sock is plain
    connection.close()


def test_client_that_does_not_read_is_closed(hurried: Served) -> None:
    with connected(hurried) as plain:
        plain.sendall(b"GET /endless HTTP/1.1\r\n" + HEAD + b"\r\n")
        until(lambda: connections(hurried) == 1)
        until(lambda: connections(hurried) == 0)


@pytest.mark.dear
def test_reading_client_is_served(hurried: Served) -> None:
    with connected(hurried) as plain:
        plain.sendall(b"GET /endless HTTP/1.1\r\n" + HEAD + b"\r\n")
        end = time.monotonic() + 3 * SHORT_S
        while time.monotonic() < end:
            assert plain.recv(65536)


def test_slow_body_is_refused(hurried: Served) -> None:
    hurried.get("/healthz")
    guard_of(hurried.app, body_limits.BodyLimits)._timeout_s = (
        SHORT_S - body_limits.USUAL / body_limits.MIN_RATE
    )
    with connected(hurried) as plain:
        plain.sendall(b"POST /reads HTTP/1.1\r\n" + HEAD + b"Content-Length: 9\r\n\r\n1234")
        assert plain.recv(1000).startswith(b"HTTP/1.1 408")


def test_endless_head_is_refused(hurried: Served) -> None:
    TimeoutProtocol.head_timeout_s = 30
    with connected(hurried) as plain, pytest.raises(OSError, match=r"reset|pipe"):
        plain.sendall(b"GET /rules HTTP/1.1\r\n" + HEAD)
        for _ in range(10_000):
            plain.sendall(b"X-Much: " + b"a" * 1000 + b"\r\n")


@pytest.mark.parametrize(
    "lengths",
    ["Content-Length: {}\r\nTransfer-Encoding: chunked", "transfer-encoding: chunked\r\ncontent-length: {}"],
)
def test_a_request_with_two_lengths_is_refused(site: Served, lengths: str) -> None:
    """Otherwise what a proxy takes for a body may be read here as the next visitor's request."""
    body = b"0\r\n\r\nGET /healthz/live HTTP/1.1\r\n" + HEAD + b"\r\n"
    with connected(site) as plain:
        head = b"POST /healthz HTTP/1.1\r\n" + HEAD + lengths.format(len(body)).encode() + b"\r\n\r\n"
        plain.sendall(head + body)
        answer = b"".join(iter(lambda: plain.recv(10_000), b""))
    assert answer.startswith(b"HTTP/1.1 400")
    assert answer.count(b"HTTP/1.1") == 1 and b"connection: close" in answer.lower()
