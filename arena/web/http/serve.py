"""Serve the site until it is interrupted."""

import logging
import os
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

import uvicorn

from arena.service.common.text import MAX_PORT
from arena.service.errors import BadSettings, RunError
from arena.web.app import make_app
from arena.web.http.protocol import TimeoutProtocol
from arena.web.site import Site

_SHUTDOWN_TIMEOUT_S: Final = 3  # for running requests
_BACKLOG: Final = 512
_MAX_CONNECTIONS: Final = 1_000


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at host and port. Port 0 means any free port.

    Raise BadSettings for an invalid host or port, RunError if the port cannot be used.
    """
    if not host:
        raise BadSettings("--host is empty; 127.0.0.1 is this machine, 0.0.0.0 all its addresses")
    if not 0 <= port <= MAX_PORT:
        raise BadSettings(f"invalid port {port}: expected 0 to {MAX_PORT}")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.getaddrinfo(host, port, family)
        return socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except (socket.gaierror, UnicodeError):
        raise BadSettings(f"{host[:64]} is not an address of this machine") from None
    except OSError as error:
        why = os.strerror(error.errno or 0)
        raise RunError(f"cannot use {host} port {port}: {why}; choose another with --port") from None


def parse_address(url: str) -> str:
    """Return the address given with `--url`, without a slash at the end.

    Raise BadSettings if it is invalid.
    """
    try:
        parts = urlsplit(url)
        complete = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        complete = False
    if not complete or parts.username or parts.path not in ("", "/") or parts.query or parts.fragment:
        raise BadSettings(f"invalid --url {url!r}: expected an address like https://arena.example.org")
    return url.rstrip("/")


def address_of(listening: socket.socket) -> str:
    """Return the http:// address by which browsers reach a listening socket."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = socket.gethostname()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(site: Site, listening: socket.socket, ready: Callable[[], None] | None = None) -> None:
    """Answer requests until SIGINT or SIGTERM comes. `ready`: called when the server starts to answer."""
    # Warnings of these loggers are about visitors' input, so anybody could fill the disk with them.
    for name in ("uvicorn.error", "python_multipart"):
        logging.getLogger(name).setLevel(logging.ERROR)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):  # uvicorn raises it again after it has stopped
        _Server(make_config(site), ready).run([listening])


def make_config(site: Site) -> uvicorn.Config:
    """Return uvicorn's configuration for this site."""
    return uvicorn.Config(
        make_app(site),
        http=TimeoutProtocol,
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # `guards.proxies` reads them
        timeout_graceful_shutdown=_SHUTDOWN_TIMEOUT_S,
        limit_concurrency=_MAX_CONNECTIONS,
        lifespan="off",
    )


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: Callable[[], None] | None) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._ready:
            self._ready()
