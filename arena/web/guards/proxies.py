"""Take visitors' addresses from the header X-Forwarded-For, if a trusted proxy sent it."""

import logging
import socket
from collections.abc import Sequence
from ipaddress import IPv4Address, ip_network
from pathlib import Path
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from arena.service.errors import BadSettings
from arena.web.guards.rate_limit import Rates

GATEWAY: Final = "gateway"  # in a container: where Docker's published port sends from

_HEADER: Final = b"x-forwarded-for"
_WARNING_INTERVAL_S: Final = 3_600.0
_ROUTES: Final = Path("/proc/net/route")
_LOG: Final = logging.getLogger("arena.web")


class Proxies(ProxyHeadersMiddleware):
    """Middleware that takes the visitor's address and scheme from the headers of a trusted proxy.

    The visitor's address is the last address in X-Forwarded-For that is not a trusted proxy's; earlier
    addresses may be forged. If the header comes from anybody else, ignore it and log a warning.
    """

    def __init__(self, app: ASGIApp, trusted: Sequence[str]) -> None:
        super().__init__(app, list(trusted))  # type: ignore[arg-type] # uvicorn's own type of an app
        self._warnings = Rates(1, _WARNING_INTERVAL_S)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # type: ignore[override] # as above
        peer = scope["client"][0] if scope.get("client") else ""
        named = any(name == _HEADER for name, _ in scope.get("headers", ()))
        if named and peer not in self.trusted_hosts and not self._warnings.take(None):
            _LOG.warning(
                "ignored X-Forwarded-For from %s, which is not a trusted proxy; "
                "if it is your proxy, start with --trusted-proxies %s",
                peer,
                peer,
            )
        await super().__call__(scope, receive, send)  # type: ignore[arg-type] # as above


def parse_proxies(text: str) -> tuple[str, ...]:
    """Return the addresses and networks of the trusted proxies in a comma-separated list.

    The word "gateway" means this machine's default gateway. Raise BadSettings for any other text.
    """
    return tuple(_parse_proxy(part.strip()) for part in text.split(",") if part.strip())


def _parse_proxy(text: str) -> str:
    if text == GATEWAY:
        return find_gateway()
    try:
        network = ip_network(text)
    except ValueError:
        raise BadSettings(
            f"cannot trust the proxy {text[:64]!r}: not an address or network; "
            "write 10.0.0.2, 10.0.0.0/24 or gateway"
        ) from None
    if network.prefixlen == 0:
        raise BadSettings(f"cannot trust {text}: anybody could forge an address; name your proxy's own")
    return text


def find_gateway(routes: Path = _ROUTES) -> str:
    """Return the IPv4 address of the default gateway. `routes`: Linux's table of routes, as a file.

    Raise BadSettings if the machine has no default gateway.
    """
    try:
        rows = [line.split() for line in routes.read_text().splitlines()[1:]]
    except OSError:
        rows = []
    for _, destination, gateway, *_ in rows:
        if int(destination, 16) == 0 and int(gateway, 16) != 0:
            return str(IPv4Address(socket.ntohl(int(gateway, 16))))
    raise BadSettings("cannot find the default gateway: this machine has none; name the proxy's address")
