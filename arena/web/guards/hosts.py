"""Refuse requests for host names that are not this site's (protection against DNS rebinding).

In such an attack, another site lets its own name point to 127.0.0.1. Then its scripts could read this
machine's private pages.
"""

import re
import socket
from collections.abc import Set
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from arena.web.errors import error_response
from arena.web.site import Settings

_HOST: Final = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::[0-9]{0,5})?", re.IGNORECASE)
_LOCALHOST: Final = "localhost"
_FREE: Final = ("/healthz", "/healthz/live")  # served under any name, as they reveal nothing
_READING: Final = ("GET", "HEAD", "OPTIONS")
_OWN: Final = ("same-origin", "none")


def allowed_hosts(settings: Settings) -> frozenset[str]:
    """Return the host names, in lower case, under which the site answers. IP addresses need no entry."""
    address = urlsplit(settings.address).hostname or _LOCALHOST
    names = {address, _LOCALHOST, socket.gethostname(), *settings.hosts}
    return frozenset(name.lower() for name in names)


class Hosts:
    """Middleware that refuses requests for a host name other than `names`, localhost and IP addresses."""

    def __init__(self, app: ASGIApp, names: Set[str]) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in _FREE or self._is_allowed(scope):
            await self._app(scope, receive, send)
            return
        error = "This site has another name."
        do = "If the name is yours, start the site with it: arena serve --url."
        await error_response(Request(scope), 421, error, do)(scope, receive, send)

    def _is_allowed(self, scope: Scope) -> bool:
        match = _HOST.fullmatch(Headers(scope=scope).get("host", ""))
        if not match:
            return False
        name = (match[1] or match[2]).lower().removesuffix(".")
        return name in self._names or name.endswith(f".{_LOCALHOST}") or _is_ip_address(name)


def _is_ip_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


# Refuse requests that another site made a visitor's browser send.
#
# This is a second defence, after the tokens in forms. Every current browser names the origin of a request,
# so a request without an origin comes from another kind of program and is allowed.


class Origins:
    """Middleware that refuses requests sent by other sites' pages. GET, HEAD and OPTIONS are always allowed.

    `address`: this site's address.
    """

    def __init__(self, app: ASGIApp, address: str) -> None:
        self._app = app
        self._origin = _parse_origin(address)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in _READING or self._is_own(Headers(scope=scope)):
            await self._app(scope, receive, send)
            return
        error, do = "A page of another site sent this.", "Send it from a page of this site."
        await error_response(Request(scope), 403, error, do)(scope, receive, send)

    def _is_own(self, headers: Headers) -> bool:
        site, origin = headers.get("sec-fetch-site"), headers.get("origin")
        if site is not None:
            return site in _OWN
        return origin is None or _parse_origin(origin) == self._origin or _is_host(origin, headers["host"])


def _parse_origin(address: str) -> tuple[str, str]:
    """Return the scheme and the host of an address, both empty if the text is not an address."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "", ""
    return parts.scheme, parts.netloc.lower()


def _is_host(origin: str, host: str) -> bool:
    """True if `host` is the host of an origin. The scheme does not matter, because a proxy may change it."""
    return _parse_origin(origin)[1] == host.lower()
