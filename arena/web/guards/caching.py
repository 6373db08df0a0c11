"""How long an answer may be kept, where a page has not said so itself."""

from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import Scope

from arena.web.http.default_headers import Answers

_ASKED_FOR_BY_SOMEBODY: Final = ("cookie", "authorization")
_NEVER: Final = "private, no-store"
_ASK_AGAIN: Final = "no-cache"


class Caching(Answers):
    """What may be for one visitor only is kept nowhere; of the rest it is asked whether it still holds."""

    def change(self, scope: Scope, headers: MutableHeaders) -> None:
        asked = Headers(scope=scope)
        known = any(name in asked for name in _ASKED_FOR_BY_SOMEBODY)
        if "set-cookie" in headers or (known and not _for_all(headers)):
            headers["Cache-Control"] = _NEVER
        headers.setdefault("Cache-Control", _ASK_AGAIN)


def _for_all(headers: MutableHeaders) -> bool:
    return "public" in headers.get("cache-control", "")
