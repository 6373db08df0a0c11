"""Names that this site is not known by are refused.

Otherwise a page elsewhere could have its own name lead to 127.0.0.1, and then read what a site for one's own
machine only shows (DNS rebinding). Addresses in numbers are no names: nobody can make them lead elsewhere.
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

from arena.web.errors import answer
from arena.web.site import Settings

_HOST: Final = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::[0-9]{0,5})?", re.IGNORECASE)
_HERE: Final = "localhost"
_FREE: Final = ("/healthz", "/healthz/live")  # asked for by whatever name, and says nothing


def allowed_hosts(settings: Settings) -> frozenset[str]:
    """What visitors may call this site, besides addresses in numbers."""
    names = {urlsplit(settings.address).hostname or _HERE, _HERE, socket.gethostname(), *settings.hosts}
    return frozenset(name.lower() for name in names)


class Hosts:
    """Refuses what is asked of another site."""

    def __init__(self, app: ASGIApp, names: Set[str]) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in _FREE or self._is_known(scope):
            await self._app(scope, receive, send)
            return
        error = "This site does not go by the name that it was asked by."
        do = "If it is yours, start it with that name: arena serve --url."
        await answer(Request(scope), 421, error, do)(scope, receive, send)

    def _is_known(self, scope: Scope) -> bool:
        found = _HOST.fullmatch(Headers(scope=scope).get("host", ""))
        if not found:
            return False
        name = (found[1] or found[2]).lower().removesuffix(".")
        return name in self._names or name.endswith(f".{_HERE}") or _is_number(name)


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
