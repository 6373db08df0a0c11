"""API calls about registered bots. Only a bot's owner sees why a version failed."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path

from arena.service.submission.listing import OpponentResults, RegisteredVersion, list_registered, versions_of
from arena.store.bots.submissions import QualificationResult
from arena.store.bots.tokens import StoredToken
from arena.web.api.uploads import error_responses
from arena.web.http.api_auth import MaybeReader
from arena.web.site import Sited

router = APIRouter(tags=["bots"])
Name = Annotated[str, Path(description="The name of a registered bot; NAME@1a2b3c is one of its versions.")]


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a bot. Only its owner sees `failure` and `repeat` (the command that repeats the failure).

    `rulesets`: the rulesets that it plays; empty for all.
    """

    name: str
    version: str
    owner: str
    state: str
    language: str
    description: str
    kind: str
    submitted_at: datetime
    rulesets: tuple[str, ...]
    runner: str
    memory_mb: float | None
    decision_ms: float | None
    games: int
    faults: int
    against: tuple[OpponentResults, ...]
    failure: str | None = None
    repeat: str | None = None


@dataclass(frozen=True, slots=True)
class RegisteredBot:
    """A bot with its versions, newest first. `qualified`: the results by which the newest version
    qualified.
    """

    name: str
    owner: str
    versions: tuple[Version, ...]
    qualified: tuple[QualificationResult, ...]


_PUBLIC: Final = tuple(name for name in Version.__slots__ if name not in ("failure", "repeat"))


@router.get("/bots", summary="Registered bots")
def bots(site: Sited, token: MaybeReader) -> list[Version]:
    """Return every version of every registered bot, sorted by bot name, the newest version first.

    Example bots are not registered.
    """
    return [_make_version(one, token) for one in list_registered(site.store)]


@router.get("/bots/{name}", summary="A registered bot", responses=error_responses(_404="No such bot."))
def bot(site: Sited, token: MaybeReader, name: Name) -> RegisteredBot:
    """Return all versions of a bot, and the qualification results of the newest version."""
    registered = versions_of(site.store, name)
    newest = registered[0]
    versions = tuple(_make_version(one, token) for one in registered)
    return RegisteredBot(newest.name, newest.owner, versions, newest.qualified)


def _make_version(one: RegisteredVersion, token: StoredToken | None) -> Version:
    values: dict[str, Any] = {name: getattr(one, name) for name in _PUBLIC}
    if token is not None and token.owner == one.owner:
        values |= {"failure": one.failure, "repeat": one.repeat}
    return Version(**values)
