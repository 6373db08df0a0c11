"""Headers of every response: what a browser may do with the page, and how long it may cache it."""

from abc import ABC, abstractmethod
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

EMBED: Final = "/embed/"

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors {framed_by}"
)
_ALWAYS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), clipboard-write=(self)",
}
_PERSONAL: Final = ("cookie", "authorization")
_NEVER: Final = "private, no-store"
_REVALIDATE: Final = "no-cache"


class ResponseHeaders(ABC):
    """Middleware that changes the headers of every response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_changed(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.change(scope, MutableHeaders(scope=message))
            await send(message)

        await self._app(scope, receive, send_changed)

    @abstractmethod
    def change(self, scope: Scope, headers: MutableHeaders) -> None:
        """Change the headers of a response in place. `scope`: the request's ASGI scope."""


class SecurityHeaders(ResponseHeaders):
    """Middleware that sets security headers: pages cannot load anything from other sites.

    Other sites can show only pages under `/embed/` in a frame.
    """

    def change(self, scope: Scope, headers: MutableHeaders) -> None:
        embedded = scope["path"].startswith(EMBED)
        headers.update(_ALWAYS)
        headers.setdefault("Content-Security-Policy", _POLICY.format(framed_by="*" if embedded else "'none'"))
        if not embedded:
            headers["X-Frame-Options"] = "DENY"


class CacheHeaders(ResponseHeaders):
    """Middleware that sets caching headers for all responses.

    Caches must not store personal responses. By default, they must revalidate all other responses.
    """

    def change(self, scope: Scope, headers: MutableHeaders) -> None:
        request_headers = Headers(scope=scope)
        personal = any(name in request_headers for name in _PERSONAL)
        if "set-cookie" in headers or (personal and "public" not in headers.get("cache-control", "")):
            headers["Cache-Control"] = _NEVER
        headers.setdefault("Cache-Control", _REVALIDATE)
