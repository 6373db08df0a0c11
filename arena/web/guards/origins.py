"""Other sites do not write here with a visitor's browser: besides the tokens in forms, and before them.

Every browser of the last years says where a request comes from. What says nothing is no browser.
"""

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from arena.web.errors import answer

_READING: Final = ("GET", "HEAD", "OPTIONS")
_OWN: Final = ("same-origin", "none")


class Origins:
    """Refuses what a page of another site had a browser send. `address`: how visitors reach this one."""

    def __init__(self, app: ASGIApp, address: str) -> None:
        self._app = app
        self._origin = _origin(address)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in _READING or self._is_own(Headers(scope=scope)):
            await self._app(scope, receive, send)
            return
        error = "This was sent by a page of another site."
        await answer(Request(scope), 403, error, "Send it from a page of this one.")(scope, receive, send)

    def _is_own(self, headers: Headers) -> bool:
        site, origin = headers.get("sec-fetch-site"), headers.get("origin")
        if site is not None:
            return site in _OWN
        return origin is None or _origin(origin) == self._origin or _names(origin, headers["host"])


def _origin(address: str) -> tuple[str, str]:
    """Scheme and host; of what is no address ("null") neither."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "", ""
    return parts.scheme, parts.netloc.lower()


def _names(origin: str, host: str) -> bool:
    """Whether that is what the browser asked for, as far as the host goes: a proxy may speak HTTPS for us."""
    return _origin(origin)[1] == host.lower()
