"""List registered bots, and enable or disable them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from arena.service.bots.names import fold_name
from arena.service.bots.registered import WRITTEN, find_versions
from arena.service.bots.stored_copies import absolute_copy_path
from arena.service.common.text import versioned
from arena.service.errors import BadBot, UnknownBot
from arena.store.bots.submissions import (
    QualificationResult,
    StoredVersion,
    SubmissionKind,
    SubmissionState,
    find_name_claim,
    list_versions,
    set_submission_state,
)
from arena.store.database.store import Store


@dataclass(frozen=True, slots=True)
class OpponentResults:
    """The results of a bot version in its qualification games against one opponent, over all rulesets."""

    opponent: str
    games: int
    score: float


@dataclass(frozen=True, slots=True)
class RegisteredVersion:
    """A registered version of a bot."""

    name: str
    version: str
    owner: str
    state: str
    language: str
    description: str
    kind: str
    origin: str
    place: str  # the folder with the copy of its files, or the id of its Docker image
    submitted_at: datetime
    command: tuple[str, ...]
    rulesets: tuple[str, ...]  # empty: all
    limits: dict[str, float]
    runner: str
    failure: str
    repeat: str
    memory_mb: float | None
    decision_ms: float | None
    games: int
    faults: int
    against: tuple[OpponentResults, ...]
    qualified: tuple[QualificationResult, ...]

    @property
    def short(self) -> str:
        """Return the short name of the version, such as "clever@1a2b3c"."""
        return versioned(self.name, self.version)


_AS_STORED: Final = (
    "language", "description", "origin", "command", "rulesets", "runner", "failure", "repeat", "memory_mb",
    "qualified",
)  # fmt: skip


def registered_version(row: StoredVersion) -> RegisteredVersion:
    """Convert a stored version to a RegisteredVersion, with the totals of its qualification games."""
    what, games = row.submission, row.submission.qualified
    decisions = sum(figures.decisions for figures in games)
    return RegisteredVersion(
        **{name: getattr(what, name) for name in _AS_STORED},
        name=row.name,
        version=what.digest,
        owner=row.owner,
        state=what.state.value,
        kind=what.kind.value,
        place=what.place if what.kind is SubmissionKind.IMAGE else str(absolute_copy_path(what.place)),
        submitted_at=row.submitted_at,
        limits={name: value for name, value in (what.limits or {}).items() if value is not None},
        decision_ms=sum(figures.time_ms for figures in games) / decisions if decisions else None,
        games=sum(figures.games for figures in games),
        faults=sum(figures.faults for figures in games),
        against=_against(games),
    )


def _against(games: Sequence[QualificationResult]) -> tuple[OpponentResults, ...]:
    return tuple(
        OpponentResults(
            opponent,
            sum(figures.games for figures in games if figures.opponent == opponent),
            sum(figures.score for figures in games if figures.opponent == opponent),
        )
        for opponent in dict.fromkeys(figures.opponent for figures in games)
    )


def list_registered(store: Store) -> tuple[RegisteredVersion, ...]:
    """Return all registered versions, sorted by the bot's name; of each bot, the newest version first."""
    with store.reading() as tx:
        return tuple(map(registered_version, list_versions(tx)))


def versions_of(store: Store, text: str) -> tuple[RegisteredVersion, ...]:
    """Return the versions of the bot that `text` names, the newest first.

    NAME stands for all versions of the bot, NAME@abcdef for the version whose digest starts with abcdef.

    Raise UnknownBot if no version fits.
    """
    return tuple(map(registered_version, _find(store, text)))


def enable(store: Store, text: str) -> tuple[RegisteredVersion, ...]:
    """Let disabled versions play in new tournaments again, and return them.

    `text`: NAME for all versions of a bot, or NAME@VERSION for one version. Raise UnknownBot if there is no
    such bot or version, BadBot if none of the named versions is disabled.
    """
    found = _find(store, text)
    disabled = [one for one in found if one.submission.state is SubmissionState.DISABLED]
    if not disabled:
        failed = all(one.submission.state is SubmissionState.FAILED for one in found)
        what = "did not qualify; fix it and submit it again" if failed else "is not disabled"
        raise BadBot(f"{text} {what}")
    return _set(store, disabled, SubmissionState.ACTIVE)


def disable(store: Store, text: str) -> tuple[RegisteredVersion, ...]:
    """Exclude active versions from new tournaments, and return them. They still play in the tournaments that
    they have already entered.

    `text`: NAME for all versions of a bot, or NAME@VERSION for one version. Raise UnknownBot if there is no
    such bot or version, BadBot if none of the named versions is active.
    """
    active = [one for one in _find(store, text) if one.submission.state is SubmissionState.ACTIVE]
    if not active:
        raise BadBot(f"{text} is not active, so there is nothing to disable")
    return _set(store, active, SubmissionState.DISABLED)


def _set(
    store: Store, found: Sequence[StoredVersion], state: SubmissionState
) -> tuple[RegisteredVersion, ...]:
    keys = [one.key for one in found]
    with store.writing() as tx:
        set_submission_state(tx, keys, state)
        return tuple(registered_version(one) for one in list_versions(tx, found[0].name) if one.key in keys)


def _find(store: Store, text: str) -> Sequence[StoredVersion]:
    if found := find_versions(store, text):
        return found
    written = WRITTEN.fullmatch(text)
    with store.reading() as tx:
        like = find_name_claim(tx, fold_name(written["name"])) if written else None
    hint = f"did you mean {like.name}?" if like else "`arena bot list` shows those there are"
    raise UnknownBot(f"no bot is registered as {text!r}; {hint}")
