"""Limit how often an address or an owner may do something, to stop floods."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from math import ceil
from typing import Final

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from arena.web.errors import error_response

BURST: Final = 600  # requests
PER_SECOND: Final = 20.0
MAX_KEYS: Final = 10_000
_IPV6_PREFIX: Final = 64  # bits: the smallest network of one visitor
_FREE: Final = ("/static/",)

Clock = Callable[[], float]


class Rates:
    """A rate limit for each key (token bucket): `burst` uses at once, then one use per `every` seconds.

    `max_keys`: how many keys are remembered; the most recently used keys are kept.
    """

    def __init__(
        self, burst: int, every: float, max_keys: int = MAX_KEYS, clock: Clock = time.monotonic
    ) -> None:
        self.burst = burst
        self._every = every
        self._max_keys = max_keys
        self._clock = clock
        self._full_at: OrderedDict[Hashable, float] = OrderedDict()  # when the bucket is full again
        self._lock = threading.Lock()

    def take(self, key: Hashable) -> int:
        """Count one use of a key and return 0. If the use is not allowed now, return the seconds until it is
        allowed.
        """
        with self._lock:
            now = self._clock()
            full_at = max(self._full_at.get(key, now), now)
            wait = full_at - (self.burst - 1) * self._every - now
            if wait > 0:
                return ceil(wait)
            self._full_at[key] = full_at + self._every
            self._full_at.move_to_end(key)
            if len(self._full_at) > self._max_keys:
                self._full_at.popitem(last=False)
            return 0

    def used(self, key: Hashable) -> int:
        """Return how many of a key's `burst` uses are spent and have not come back with time."""
        with self._lock:
            now = self._clock()
            return ceil((max(self._full_at.get(key, now), now) - now) / self._every)

    def __len__(self) -> int:
        return len(self._full_at)


class RateLimit:
    """Middleware that limits the requests per address.

    Requests from this machine and requests for static files are never refused.
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
        self.rates = Rates(burst, 1 / per_second, max_keys=clients, clock=clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        wait = self._take(scope) if scope["type"] == "http" else 0
        if wait:
            headers = {"Retry-After": str(wait)}
            refusal = error_response(Request(scope), 429, "Too many requests.", headers=headers)
            await refusal(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _take(self, scope: Scope) -> int:
        """Count a request and return 0. If it must be refused, return the seconds until the next request is
        allowed.
        """
        client = client_of(scope)
        free = client is None or scope["path"].startswith(_FREE)
        return 0 if free else self.rates.take(client)


def client_of(scope: Scope) -> str | None:
    """Return the visitor's IPv4 address or IPv6 network; None for this machine."""
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
