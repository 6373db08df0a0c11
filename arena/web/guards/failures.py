"""Answer an unexpected exception with a number under which the log has the details."""

from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.web.errors import answer_defect


class Failures:
    """Middleware that answers every unexpected exception with an error page, unless the response has
    started.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def note_start(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, receive, note_start)
        except ClientDisconnect:
            return
        except Exception as error:
            if started or scope["type"] != "http":
                raise
            await answer_defect(Request(scope), error)(scope, receive, send)
