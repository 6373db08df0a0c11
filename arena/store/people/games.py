"""Games of people against bots."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from sqlalchemy import Connection, Row, bindparam, func, insert, select, update

from arena.record.compression import compress, decompress
from arena.store.bots.submissions import SubmissionState
from arena.store.tables.bots import BOT, BOT_VERSION, SUBMISSION
from arena.store.tables.people import PERSON_GAME


class PersonGameState(StrEnum):
    """The state of a person's game."""

    WAITING = "waiting"
    PLAYING = "playing"
    FINISHED = "finished"
    FAILED = "failed"  # it could not be played; it does not count


OPEN: Final = (PersonGameState.WAITING, PersonGameState.PLAYING)
_MAX_LISTED: Final = 100
_MAX_BOTS: Final = 1_000


@dataclass(frozen=True, slots=True)
class NewPersonGame:
    """A game that a person wants to play."""

    key: str  # random
    visitor: str  # SHA-256 of the secret in the person's cookie
    person: str  # the name that the person gave; may be empty
    ruleset: str
    # the other players, such as "builtin:greedy" or "mybot@" and the version's digest
    bots: tuple[str, ...]
    secret: str  # hex
    first_key: str  # the person's first game with these cards
    rotation: int = 0  # how many seats everybody has moved on; in rotation 0 the person sits last
    practice: bool = False  # hints are allowed


@dataclass(frozen=True, slots=True)
class StoredPersonGame:
    """A stored game of a person. `started`: how often it was started."""

    new: NewPersonGame
    state: PersonGameState
    started: int
    created_at: datetime
    ended_at: datetime | None
    problem: str  # why it could not be played
    places: tuple[int, ...]  # by seat; empty until it has finished
    verdict: str  # on the person

    @property
    def is_over(self) -> bool:
        return self.state not in OPEN


def add_game(tx: Connection, new: NewPersonGame, now: datetime) -> None:
    """Store a game that waits to be played."""
    values = {**asdict(new), "bots": json.dumps(new.bots), "created_at": now}
    tx.execute(insert(PERSON_GAME).values(values))


def find_game(tx: Connection, key: str) -> StoredPersonGame | None:
    """Return the game with this key; None if it does not exist."""
    row = tx.execute(select(*_COLUMNS).where(PERSON_GAME.c.key == key)).first()
    return _game(row) if row else None


def list_games(tx: Connection, visitor: str) -> tuple[StoredPersonGame, ...]:
    """Return a person's newest games, the newest first, at most `_MAX_LISTED`."""
    mine = select(*_COLUMNS).where(PERSON_GAME.c.visitor == visitor)
    newest = mine.order_by(PERSON_GAME.c.created_at.desc(), PERSON_GAME.c.key)
    return tuple(map(_game, tx.execute(newest.limit(_MAX_LISTED))))


def list_in_state(tx: Connection, state: PersonGameState, most: int) -> tuple[StoredPersonGame, ...]:
    """Return the oldest games in a state, at most `most`."""
    rows = tx.execute(_IN_STATE, {"state": state, "most": most})
    return tuple(map(_game, rows))


def count_open(tx: Connection, visitor: str | None = None) -> int:
    """Return how many games wait or are being played. `visitor`: count only this visitor's; None for all."""
    query = select(func.count()).where(PERSON_GAME.c.state.in_(OPEN))
    return tx.scalar(query if visitor is None else query.where(PERSON_GAME.c.visitor == visitor)) or 0


def start_game(tx: Connection, key: str) -> None:
    """Record that a game is started, for the first time or again."""
    values = {"state": PersonGameState.PLAYING, "started": PERSON_GAME.c.started + 1}
    tx.execute(update(PERSON_GAME).where(PERSON_GAME.c.key == key).values(values))


def finish_game(
    tx: Connection, key: str, places: Sequence[int], verdict: str, log: bytes, now: datetime
) -> None:
    """Store the result and the log of a finished game.

    `places`: each seat's place in the result. `verdict`: the person's verdict, such as TIMEOUT.
    """
    values = {
        "state": PersonGameState.FINISHED,
        "places": json.dumps(places),
        "verdict": verdict,
        "log": compress(log),
        "ended_at": now,
    }
    tx.execute(update(PERSON_GAME).where(PERSON_GAME.c.key == key).values(values))


def fail_game(tx: Connection, key: str, problem: str, now: datetime) -> None:
    """Record that a game could not be played. `problem`: the reason, in words."""
    values = {"state": PersonGameState.FAILED, "problem": problem, "ended_at": now}
    tx.execute(update(PERSON_GAME).where(PERSON_GAME.c.key == key).values(values))


def read_log_of(tx: Connection, key: str) -> bytes | None:
    """Return the log of a finished game; None if it has none."""
    packed = tx.scalar(select(PERSON_GAME.c.log).where(PERSON_GAME.c.key == key))
    return None if packed is None else decompress(packed)


def next_to_analyse(tx: Connection) -> tuple[str, bytes] | None:
    """Return the key and the log of a finished game without analyses, or None."""
    wanted = PERSON_GAME.c.log.is_not(None) & PERSON_GAME.c.analyses.is_(None)
    query = select(PERSON_GAME.c.key, PERSON_GAME.c.log).where(wanted).order_by(PERSON_GAME.c.ended_at)
    row = tx.execute(query.limit(1)).first()
    return (row.key, decompress(row.log)) if row else None


def store_analyses(tx: Connection, key: str, analyses: bytes) -> None:
    """Store the analyses of a game, as JSON; empty if they failed."""
    values = {"analyses": compress(analyses) if analyses else b""}
    tx.execute(update(PERSON_GAME).where(PERSON_GAME.c.key == key).values(values))


def read_analyses(tx: Connection, key: str) -> bytes | None:
    """Return the analyses of a game as JSON: with open hands, then from the view of each seat.

    Return None if they are not computed yet, empty bytes if they failed.
    """
    packed = tx.scalar(select(PERSON_GAME.c.analyses).where(PERSON_GAME.c.key == key))
    return decompress(packed) if packed else packed


def list_active_bots(tx: Connection) -> tuple[str, ...]:
    """Return the names of the registered bots that can play, in alphabetical order."""
    active = select(BOT.c.name).join(BOT_VERSION, BOT_VERSION.c.bot_id == BOT.c.id)
    active = active.join(SUBMISSION, SUBMISSION.c.bot_version_id == BOT_VERSION.c.id)
    active = active.where(SUBMISSION.c.state == SubmissionState.ACTIVE).distinct().order_by(BOT.c.name)
    return tuple(tx.scalars(active.limit(_MAX_BOTS)))


_COLUMNS: Final = [column for column in PERSON_GAME.c if column.name not in ("log", "analyses")]


# Built once: it runs 20 times a second, and building a query takes longer than running it.
_IN_STATE: Final = (
    select(*_COLUMNS)
    .where(PERSON_GAME.c.state == bindparam("state"))
    .order_by(PERSON_GAME.c.created_at, PERSON_GAME.c.key)
    .limit(bindparam("most"))
)


def _game(row: "Row[tuple[object, ...]]") -> StoredPersonGame:
    values = {name: getattr(row, name) for name in NewPersonGame.__slots__}
    new = NewPersonGame(**values | {"bots": tuple(json.loads(row.bots))})
    places = tuple(json.loads(row.places)) if row.places else ()
    ended = row.ended_at, row.problem or "", places, row.verdict or ""
    return StoredPersonGame(new, PersonGameState(row.state), row.started, row.created_at, *ended)
