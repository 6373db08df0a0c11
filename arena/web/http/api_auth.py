"""Authenticate API calls by a token. Calls that only read may use a browser's session instead."""

from typing import Annotated, Final

from fastapi import Depends, Request
from fastapi.security import HTTPBearer
from fastapi.security.http import HTTPAuthorizationCredentials

from arena.service.tokens import SUBMIT, authenticate
from arena.store.bots.tokens import StoredToken
from arena.web.errors import Refused
from arena.web.guards.rate_limit import Rates, client_of
from arena.web.http.sessions import Visiting
from arena.web.site import Sited

THIS_MACHINE: Final = "this machine"

_bearer: Final = HTTPBearer(
    auto_error=False, scheme_name="token", description="A token of `arena token new`."
)

Credentials = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]


class AuthRates:
    """A site's rate limits per address: for wrong tokens, uploads, analyses, people's games and answers.

    Uploads are also limited per owner. Analyses of whole matches have a limit of their own.
    """

    def __init__(self) -> None:
        self.wrong_tokens = Rates(burst=20, every=6.0)
        self.uploads_by_owner = Rates(burst=20, every=30.0)
        self.uploads_by_address = Rates(burst=40, every=15.0)
        self.analyses_by_address = Rates(burst=50, every=5.0)
        self.match_analyses_by_address = Rates(burst=100, every=5.0)
        self.games_by_address = Rates(burst=10, every=20.0)
        self.answers_by_address = Rates(burst=200, every=0.2)


def rates_of(request: Request) -> AuthRates:
    rates: AuthRates = request.app.state.rates
    return rates


def address_of(request: Request) -> str:
    """Return the visitor's address for rate limits; "this machine" for a local request."""
    return client_of(request.scope) or THIS_MACHINE


def find_token(request: Request, site: Sited, secret: str) -> StoredToken | None:
    """Return the valid token with this secret, or None.

    Raise Refused if the visitor has sent too many wrong secrets.
    """
    token = authenticate(site.store, secret)
    if token is None and (wait := rates_of(request).wrong_tokens.take(address_of(request))):
        raise too_many("Too many wrong tokens.", wait)
    return token


def too_many(error: str, wait: int) -> Refused:
    """Return the exception that refuses a request that came too early (status 429).

    `error`: the reason. `wait`: seconds until the visitor may try again.
    """
    return Refused(429, error, f"Wait {wait} s, then try again.", {"Retry-After": str(wait)})


def caller(request: Request, site: Sited, credentials: Credentials) -> StoredToken:
    """Return the token in an API call's header.

    Raise Refused if the header has no valid token.
    """
    if credentials is None:
        raise _unauthorized("A token is needed.")
    token = find_token(request, site, credentials.credentials)
    if token is None:
        raise _unauthorized("Unknown or expired token.")
    return token


def submitter(token: Annotated[StoredToken, Depends(caller)]) -> StoredToken:
    """Return the token in an API call's header.

    Raise Refused if it may not submit bots.
    """
    return check_may_submit(token)


def check_may_submit(token: StoredToken) -> StoredToken:
    """Return the token unchanged.

    Raise Refused if it may not submit bots.
    """
    if SUBMIT not in token.scopes:
        raise Refused(
            403, f"The token {token.name} may not submit bots.", f"Ask for one with the scope {SUBMIT}."
        )
    return token


def optional_reader(
    request: Request, site: Sited, credentials: Credentials, visit: Visiting
) -> StoredToken | None:
    """Return the token in a call's header; without this header, the token of the browser's session.

    Return None without both. Raise Refused if the token in the header is invalid.
    """
    return visit.token if credentials is None else caller(request, site, credentials)


MaybeReader = Annotated[StoredToken | None, Depends(optional_reader)]


def reader(token: MaybeReader) -> StoredToken:
    """Return the caller's token. Raise Refused if neither the header nor the session has a token."""
    if token is None:
        raise _unauthorized("A token is needed.")
    return token


def _unauthorized(error: str) -> Refused:
    do = "Send the header Authorization: Bearer TOKEN. The operator makes tokens with `arena token new`."
    return Refused(401, error, do, {"WWW-Authenticate": "Bearer"})


Sender = Annotated[StoredToken, Depends(submitter)]
Reader = Annotated[StoredToken, Depends(reader)]
