"""Sessions of signed-in visitors, only in memory: people must sign in again after a restart.

A cookie contains the session's random id. Every form contains a secret that is derived from this id. A
session ends when the visitor's API token is revoked.
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
    token: int  # the number of the token that it was started with
    until: float


class Sessions:
    """The sessions of a site, stored by a digest of their ids."""

    def __init__(self, max_sessions: int = MAX_SESSIONS, clock: Callable[[], float] = time.monotonic) -> None:
        self._max_sessions = max_sessions
        self._clock = clock
        self._key = secrets.token_bytes(_ID_BYTES)
        self._sessions: OrderedDict[str, _Session] = OrderedDict()
        self._lock = threading.Lock()

    def begin(self, token: int) -> str:
        """Start a session for the token with this database key, and return the session's id for the
        cookie.
        """
        id = new_id()
        with self._lock:
            self._sessions[_digest(id)] = _Session(token, self._clock() + SESSION_S)
            while len(self._sessions) > self._max_sessions:
                self._sessions.popitem(last=False)
        return id

    def token_of(self, id: str) -> int | None:
        """Return the database key of a session's token; None if the session is unknown or has expired."""
        with self._lock:
            session = self._sessions.get(_digest(id))
            if session is None or session.until <= self._clock():
                return None
            self._sessions.move_to_end(_digest(id))
            return session.token

    def end(self, id: str) -> None:
        """End the session with this id, if there is one."""
        with self._lock:
            self._sessions.pop(_digest(id), None)

    def form_token(self, id: str) -> str:
        """Return the secret to write into a session's forms.

        Other sites do not know it, so they cannot send forms in the visitor's name.
        """
        return hmac.new(self._key, id.encode(errors="replace"), sha256).hexdigest()

    def is_form_token(self, id: str, text: str) -> bool:
        return bool(id) and hmac.compare_digest(self.form_token(id).encode(), text.encode(errors="replace"))


@dataclass(frozen=True, slots=True)
class Visit:
    """A visitor's session id, with the visitor's token if they are signed in.

    `is_new`: True if the browser's cookie does not have the id yet.
    """

    id: str
    is_new: bool
    token: StoredToken | None

    def remember(self, response: Response, site: Site) -> Response:
        """If the visit is new, set a cookie with its session id. Return the same response."""
        if self.is_new:
            set_cookie(response, site, self.id)
        return response


def set_cookie(
    response: Response, site: Site, value: str, name: str = COOKIE, seconds: int = SESSION_S
) -> None:
    """Set a cookie, by default the session's cookie.

    Browsers also send this cookie when visitors follow a link from another site.
    """
    secure = site.settings.secure
    response.set_cookie(name, value, seconds, path="/", httponly=True, samesite="lax", secure=secure)


def new_id() -> str:
    """Return a random text for a cookie."""
    return secrets.token_urlsafe(_ID_BYTES)


def _digest(id: str) -> str:
    return sha256(id.encode(errors="replace")).hexdigest()


def sessions_of(request: Request) -> Sessions:
    sessions: Sessions = request.app.state.sessions
    return sessions


def visit_of(request: Request, site: Sited) -> Visit:
    """Return the visit with the session id in a request's cookie; without a cookie, one with a new id."""
    id = request.cookies.get(COOKIE, "")
    if not id or len(id) > _MAX_ID:
        return Visit(new_id(), True, None)
    number = sessions_of(request).token_of(id)
    return Visit(id, False, None if number is None else find_valid_token(site.store, number))


Visiting = Annotated[Visit, Depends(visit_of)]
