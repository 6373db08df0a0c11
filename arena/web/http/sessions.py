"""Sessions of signed-in visitors: a random cookie, and a token in each form.

Sessions live in memory: after a restart people sign in again. A session ends when its token is revoked.
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
SESSION_S: Final = 12 * 3_600
MAX_SESSIONS: Final = 2_000  # the least recently used are dropped

_ID_BYTES: Final = 32
_MAX_ID: Final = 100  # characters of a cookie


@dataclass(frozen=True, slots=True)
class _Session:
    token: int  # its number
    until: float


class Sessions:
    """The sessions of a site, stored by the digest of their ids."""

    def __init__(self, max_sessions: int = MAX_SESSIONS, clock: Callable[[], float] = time.monotonic) -> None:
        self._max_sessions = max_sessions
        self._clock = clock
        self._key = secrets.token_bytes(_ID_BYTES)
        self._sessions: OrderedDict[str, _Session] = OrderedDict()
        self._lock = threading.Lock()

    def begin(self, token: int) -> str:
        """Start a session for the token with this number; return its id, for the cookie."""
        id = new_id()
        with self._lock:
            self._sessions[_digest(id)] = _Session(token, self._clock() + SESSION_S)
            while len(self._sessions) > self._max_sessions:
                self._sessions.popitem(last=False)
        return id

    def token_of(self, id: str) -> int | None:
        """Return the number of a session's token; None for an unknown or expired session."""
        with self._lock:
            session = self._sessions.get(_digest(id))
            if session is None or session.until <= self._clock():
                return None
            self._sessions.move_to_end(_digest(id))
            return session.token

    def end(self, id: str) -> None:
        """End a session."""
        with self._lock:
            self._sessions.pop(_digest(id), None)

    def form_token(self, id: str) -> str:
        """Return the secret that forms of this session contain."""
        return hmac.new(self._key, id.encode(errors="replace"), sha256).hexdigest()

    def is_form_token(self, id: str, text: str) -> bool:
        return bool(id) and hmac.compare_digest(self.form_token(id).encode(), text.encode(errors="replace"))


@dataclass(frozen=True, slots=True)
class Visit:
    """A browser's request: its session id, new or from its cookie, and its token if it is signed in."""

    id: str
    is_new: bool
    token: StoredToken | None

    def remember(self, response: Response, site: Site) -> Response:
        """Set the cookie of a new session id."""
        if self.is_new:
            set_cookie(response, site, self.id)
        return response


def set_cookie(response: Response, site: Site, id: str) -> None:
    """Set the session cookie. It is lax: a strict one would sign out people who follow a link to the site."""
    response.set_cookie(
        COOKIE, id, max_age=SESSION_S, path="/", httponly=True, samesite="lax", secure=site.settings.secure
    )


def new_id() -> str:
    return secrets.token_urlsafe(_ID_BYTES)


def _digest(id: str) -> str:
    return sha256(id.encode(errors="replace")).hexdigest()


def sessions_of(request: Request) -> Sessions:
    """Return the sessions of this request's site."""
    sessions = request.app.state.sessions
    assert isinstance(sessions, Sessions)
    return sessions


def visit_of(request: Request, site: Sited) -> Visit:
    """Return the session that a browser's cookie names, or a new one."""
    id = request.cookies.get(COOKIE, "")
    if not id or len(id) > _MAX_ID:
        return Visit(new_id(), True, None)
    number = sessions_of(request).token_of(id)
    return Visit(id, False, None if number is None else find_valid_token(site.store, number))


Visiting = Annotated[Visit, Depends(visit_of)]
