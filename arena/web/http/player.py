"""The visitor who plays against bots, recognized by a secret in a cookie."""

from typing import Annotated, Final

from fastapi import Depends, Path, Request
from starlette.responses import Response

from arena.service.people.site import own_game, visitor_id
from arena.store.people.games import StoredPersonGame
from arena.web.http.sessions import set_cookie
from arena.web.site import Site, Sited

PLAYER_COOKIE: Final = "arena_player"
_COOKIE_S: Final = 365 * 86_400
_MAX_SECRET: Final = 100  # characters


def player_of(request: Request) -> str:
    """Return the secret in the visitor's cookie; empty without one."""
    secret = request.cookies.get(PLAYER_COOKIE, "")
    return secret if len(secret) <= _MAX_SECRET else ""


def remember_player(response: Response, site: Site, secret: str) -> Response:
    """Set the cookie by which the site finds the visitor's games again, and return the response."""
    set_cookie(response, site, secret, PLAYER_COOKIE, _COOKIE_S)
    return response


def own_game_of(
    request: Request, site: Sited, key: Annotated[str, Path(pattern="^[0-9a-f]{32}$")]
) -> StoredPersonGame:
    """Return the game with the key in the address. Raise UnknownPersonGame if it is not the visitor's."""
    return own_game(site.store, key, visitor_id(player_of(request)))


OwnGame = Annotated[StoredPersonGame, Depends(own_game_of)]
