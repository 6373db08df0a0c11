"""Who asks too often waits. It is meant for floods: nobody who reads pages comes near it."""

import time
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from arena.web.errors import answer
from arena.web.http.rates import MAX_KEYS, Rates

BURST: Final = 600  # requests
PER_SECOND: Final = 20.0
_IPV6_PREFIX: Final = 64  # bits: what one visitor has at least
_FREE: Final = ("/static/",)

Clock = Callable[[], float]


class Crowds:
    """A bucket for each address that requests come from; what asks from this machine is never refused.

    Behind a trusted proxy the address is the visitor's: see `proxies`.
    """

    def __init__(
        self,
        app: ASGIApp,
        burst: int = BURST,
        per_second: float = PER_SECOND,
        clients: int = MAX_KEYS,
        clock: Clock = time.monotonic,
    ) -> None:
        self._app = app
        self.rates = Rates(burst, 1 / per_second, most_keys=clients, clock=clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        wait = self._wait(scope) if scope["type"] == "http" else 0
        if wait:
            refusal = answer(Request(scope), 429, "Too many requests.", headers={"Retry-After": str(wait)})
            await refusal(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _wait(self, scope: Scope) -> int:
        """Seconds until this may be asked; 0: now, which is then counted."""
        name = client(scope)
        free = name is None or scope["path"].startswith(_FREE)
        return 0 if free else self.rates.take(name)


def client(scope: Scope) -> str | None:
    """Whom a request counts for; None: somebody on this machine."""
    host = scope["client"][0] if scope.get("client") else ""
    try:
        address: IPv4Address | IPv6Address = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:_IPV6_PREFIX]
    address = getattr(address, "ipv4_mapped", None) or address
    if address.is_loopback:
        return None
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, _IPV6_PREFIX), strict=False))
    return str(address)
