"""Refuse requests that another site made a visitor's browser send.

This is a second defence, after the tokens in forms. Every current browser names the origin of a request, so a
request without an origin comes from another kind of program and is allowed.
"""

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from arena.web.errors import error_response

_READING: Final = ("GET", "HEAD", "OPTIONS")
_OWN: Final = ("same-origin", "none")


class Origins:
    """Middleware that refuses writing requests from another site's pages. `address`: this site's address."""

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
    """Return an address's scheme and host; both are empty if the text is not an address ("null")."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "", ""
    return parts.scheme, parts.netloc.lower()


def _is_host(origin: str, host: str) -> bool:
    """True if an origin has this host. Its scheme may differ, because a proxy may add HTTPS before us."""
    return _parse_origin(origin)[1] == host.lower()
