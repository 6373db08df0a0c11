"""HEAD is answered as GET is, without the body."""

from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class _Enough(Exception):
    """The rest of the body is not wanted."""


class Heads:
    """Asks for the page and keeps its body back. One that comes in parts is broken off at the first."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def without_body(message: Message) -> None:
            if message["type"] == "http.response.start":
                await send(message)
                await send({"type": "http.response.body", "body": b"", "more_body": False})
            elif message.get("more_body", False):
                raise _Enough

        with suppress(_Enough):
            await self._app({**scope, "method": "GET"}, receive, without_body)
