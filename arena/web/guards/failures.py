"""A fault of ours is answered by its number, which is in the log. The answer passes the other guards."""

from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.web.errors import unexpected


class Failures:
    """Catches whatever no page has caught. What has begun already is broken off, and logged by the server."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, noted)
        except ClientDisconnect:
            return
        except Exception as error:
            if begun or scope["type"] != "http":
                raise
            await unexpected(Request(scope), error)(scope, receive, send)
