"""Who asks the API: somebody who shows a token, or who is signed in on the pages and only reads."""

from typing import Annotated, Final

from fastapi import Depends, Request
from fastapi.security import HTTPBearer
from fastapi.security.http import HTTPAuthorizationCredentials

from arena.service.tokens import SUBMIT, authenticate
from arena.store.bots.tokens import StoredToken
from arena.web.errors import Refused
from arena.web.guards.rate_limit import client
from arena.web.http.rates import Rates
from arena.web.http.sessions import Visiting
from arena.web.site import Sited

HERE: Final = "this machine"

_bearer: Final = HTTPBearer(
    auto_error=False, scheme_name="token", description="A token, as `arena token new` makes them."
)

Shown = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]


class Doors:
    """How often something may be tried. `wrong`: tokens that are none; uploads: by owner, by address."""

    def __init__(self) -> None:
        self.wrong = Rates(burst=20, every=6.0)
        self.uploads_of_one = Rates(burst=20, every=30.0)
        self.uploads_from = Rates(burst=40, every=15.0)


def doors_of(request: Request) -> Doors:
    """Those of the site that a request came to."""
    doors = request.app.state.doors
    assert isinstance(doors, Doors)
    return doors


def address_of(request: Request) -> str:
    """Where a request comes from, as far as that counts."""
    return client(request.scope) or HERE


def token_shown(request: Request, site: Sited, secret: str) -> StoredToken | None:
    """The token with that secret. Raises Refused where wrong ones are shown too often."""
    token = authenticate(site.store, secret)
    if token is None and (wait := doors_of(request).wrong.take(address_of(request))):
        raise too_often("Too many wrong tokens.", wait)
    return token


def too_often(error: str, wait: int) -> Refused:
    """That somebody has to wait, so many seconds."""
    return Refused(429, error, f"Wait {wait} s, then try again.", {"Retry-After": str(wait)})


def caller(request: Request, site: Sited, shown: Shown) -> StoredToken:
    """Who shows a token. Raises Refused."""
    if shown is None:
        raise _who("No token was shown.")
    token = token_shown(request, site, shown.credentials)
    if token is None:
        raise _who("This token is not in force here.")
    return token


def sender(token: Annotated[StoredToken, Depends(caller)]) -> StoredToken:
    """Who may submit bots. Raises Refused."""
    return may_submit(token)


def may_submit(token: StoredToken) -> StoredToken:
    if SUBMIT not in token.scopes:
        raise Refused(
            403,
            f"The token {token.name} does not let you submit bots.",
            f"Ask for one with the scope {SUBMIT}.",
        )
    return token


def reader(request: Request, site: Sited, shown: Shown, visit: Visiting) -> StoredToken:
    """Who may see what is theirs: by a token, or signed in on the pages. Raises Refused."""
    if shown is None and visit.token is not None:
        return visit.token
    return caller(request, site, shown)


def maybe_reader(request: Request, site: Sited, shown: Shown, visit: Visiting) -> StoredToken | None:
    """Who asks, if they say so. Raises Refused where what they say is wrong."""
    return visit.token if shown is None else caller(request, site, shown)


def _who(error: str) -> Refused:
    do = "Show one: Authorization: Bearer TOKEN. The operator makes it with `arena token new`."
    return Refused(401, error, do, {"WWW-Authenticate": "Bearer"})


Caller = Annotated[StoredToken, Depends(caller)]
Sender = Annotated[StoredToken, Depends(sender)]
Reader = Annotated[StoredToken, Depends(reader)]
MaybeReader = Annotated[StoredToken | None, Depends(maybe_reader)]
