"""Answer HEAD like GET, without the body."""

from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class _HeadersSent(Exception):
    """The exception that stops a response's stream after its headers were sent."""


class HeadRequests:
    """Middleware that answers HEAD like GET, without the body."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def send_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                await send(message)
                await send({"type": "http.response.body", "body": b"", "more_body": False})
            elif message.get("more_body", False):
                raise _HeadersSent

        with suppress(_HeadersSent):
            await self._app({**scope, "method": "GET"}, receive, send_headers)
