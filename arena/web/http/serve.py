"""Serving the site until it is interrupted."""

import logging
import os
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

import uvicorn

from arena.service.common.digits import LAST_PORT
from arena.service.errors import BadSettings, RunError
from arena.web.app import make_app
from arena.web.http.protocol import PatientProtocol
from arena.web.site import Site

_LEAVE_S: Final = 3  # for requests that are under way when the site ends
_BACKLOG: Final = 512
_CONNECTIONS: Final = 1_000  # at once


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 is any that is free. Raises BadSettings, RunError."""
    if not host:
        raise BadSettings("--host names no address: 127.0.0.1 is this machine, 0.0.0.0 all its addresses")
    if not 0 <= port <= LAST_PORT:
        raise BadSettings(f"port {port} is none: 0 to {LAST_PORT}")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.getaddrinfo(host, port, family)
        return socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except (socket.gaierror, UnicodeError):
        raise BadSettings(f"{host[:64]} is no address of this machine") from None
    except OSError as error:
        why = os.strerror(error.errno or 0)
        raise RunError(f"{host} port {port} cannot be used: {why}; --port names another") from None


def address_named(url: str) -> str:
    """The address that visitors know, without a slash at the end. Raises BadSettings."""
    try:
        parts = urlsplit(url)
        whole = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        whole = False
    if not whole or parts.username or parts.path not in ("", "/") or parts.query or parts.fragment:
        raise BadSettings(f"--url {url!r} is no address of a site: https://arena.example.org is one")
    return url.rstrip("/")


def address_of(listening: socket.socket) -> str:
    """Where a browser finds it."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = socket.gethostname()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(site: Site, listening: socket.socket, ready: Callable[[], None] | None = None) -> None:
    """Answer requests until SIGINT or SIGTERM. `ready` is called when the first can be answered."""
    # What they warn of is what visitors send; anybody could fill the disk with it.
    for name in ("uvicorn.error", "python_multipart"):
        logging.getLogger(name).setLevel(logging.ERROR)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):  # which uvicorn brings about again when it has ended
        _Server(configured(site), ready).run([listening])


def configured(site: Site) -> uvicorn.Config:
    """How the site is served."""
    return uvicorn.Config(
        make_app(site),
        http=PatientProtocol,
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # a guard of ours reads them
        timeout_graceful_shutdown=_LEAVE_S,
        limit_concurrency=_CONNECTIONS,
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
