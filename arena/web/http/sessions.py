"""Who is signed in: a cookie that means nothing elsewhere, and a token in each form.

What is known of a session is kept in memory: when the site is started anew, people sign in again. A token
that is revoked opens no page from then on.
"""

import hmac
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Final

from fastapi import Depends, Request
from starlette.responses import Response

from arena.service.tokens import find_valid_token
from arena.store.bots.tokens import StoredToken
from arena.web.site import Site, Sited

COOKIE: Final = "arena_session"
LASTS_S: Final = 12 * 3_600
MOST: Final = 2_000  # sessions; those that were used last are known

_ID_BYTES: Final = 32
_LONGEST: Final = 100  # characters of a cookie that is looked at


@dataclass(frozen=True, slots=True)
class _Known:
    token: int  # its number
    until: float


class Sessions:
    """The sessions of a site."""

    def __init__(self, most: int = MOST, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._clock = clock
        self._key = secrets.token_bytes(_ID_BYTES)
        self._known: OrderedDict[str, _Known] = OrderedDict()  # by the digest of what the cookie says
        self._lock = threading.Lock()

    def begin(self, token: int) -> str:
        """A new session for the token with this number; gives what the cookie says."""
        id = new_id()
        with self._lock:
            self._known[_digest(id)] = _Known(token, self._clock() + LASTS_S)
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        return id

    def token_of(self, id: str) -> int | None:
        """The number of the token that somebody signed in with."""
        with self._lock:
            known = self._known.get(_digest(id))
            if known is None or known.until <= self._clock():
                return None
            self._known.move_to_end(_digest(id))
            return known.token

    def end(self, id: str) -> None:
        """Nobody is signed in with it any more."""
        with self._lock:
            self._known.pop(_digest(id), None)

    def form_token(self, id: str) -> str:
        """What every form of this session says, and nobody else knows."""
        return hmac.new(self._key, id.encode(errors="replace"), sha256).hexdigest()

    def is_form_token(self, id: str, given: str) -> bool:
        return bool(id) and hmac.compare_digest(self.form_token(id).encode(), given.encode(errors="replace"))


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody with a browser. `id`: what the cookie says, also of who is not signed in; `token`: who is."""

    id: str
    is_new: bool
    token: StoredToken | None

    def keep(self, response: Response, site: Site) -> Response:
        """Let the browser remember who it is."""
        if self.is_new:
            set_cookie(response, site, self.id)
        return response


def set_cookie(response: Response, site: Site, id: str) -> None:
    """Not strict: else who comes by a link from elsewhere is unknown, and signed out by the new cookie."""
    response.set_cookie(
        COOKIE, id, max_age=LASTS_S, path="/", httponly=True, samesite="lax", secure=site.settings.secure
    )


def new_id() -> str:
    return secrets.token_urlsafe(_ID_BYTES)


def _digest(id: str) -> str:
    return sha256(id.encode(errors="replace")).hexdigest()


def sessions_of(request: Request) -> Sessions:
    """Those of the site that a request came to."""
    sessions = request.app.state.sessions
    assert isinstance(sessions, Sessions)
    return sessions


def visit_of(request: Request, site: Sited) -> Visit:
    """Who a browser says that it is."""
    id = request.cookies.get(COOKIE, "")
    if not id or len(id) > _LONGEST:
        return Visit(new_id(), True, None)
    number = sessions_of(request).token_of(id)
    return Visit(id, False, None if number is None else find_valid_token(site.store, number))


Visiting = Annotated[Visit, Depends(visit_of)]
