"""Headers that every answer gets, whatever page gave it."""

from abc import ABC, abstractmethod

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Answers(ABC):
    """Stands before an app and sees the headers of its answers before they are sent."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def changed(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.change(scope, MutableHeaders(scope=message))
            await send(message)

        await self._app(scope, receive, changed)

    @abstractmethod
    def change(self, scope: Scope, headers: MutableHeaders) -> None:
        """Add to the headers of the answer to a request."""
