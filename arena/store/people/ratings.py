"""Ratings of people: the games that count, the people's names, and the cached lists of ratings."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, func, select

from arena.record.match import seat_of
from arena.store.ladder.cached_documents import (
    DocumentKind,
    parse_shared,
    read_cached_data_states,
    read_documents,
    write_documents,
)
from arena.store.people.games import PersonGameState
from arena.store.tables.people import PERSON_GAME

SUFFIX_DIGITS: Final = 4  # of a visitor's id, after a name that is not unique


@dataclass(frozen=True, slots=True)
class RatedPersonGame:
    """A game that counts for a person's rating."""

    visitor: str
    bots: tuple[str, ...]  # as in `NewPersonGame`
    bot_places: tuple[int, ...]  # in the order of `bots`
    place: int  # of the person
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class PersonRating:
    """A row of the rating list of people for one ruleset."""

    visitor: str  # never shown
    name: str  # unique
    elo: float | None
    low: float | None  # lower end of the interval; a lower bound if `elo` is None
    high: float | None  # upper end of the interval; an upper bound if `elo` is None
    no_margin: str | None  # why there is no rating
    games: int
    won: int
    played_at: datetime


# Practice games do not count, nor do further games with the same cards, which the person has seen.
_COUNTS: Final = (
    (PERSON_GAME.c.state == PersonGameState.FINISHED)
    & ~PERSON_GAME.c.practice
    & (PERSON_GAME.c.key == PERSON_GAME.c.first_key)
)


def list_people_states(tx: Connection) -> dict[str, str]:
    """Return the current data state of each ruleset's rating list of people, keyed by ruleset.

    A data state is a text: the number of all games, the number of rated games, and the data state of the
    bots' ladder. A cached rating list with another data state is outdated.
    """
    all_games = tx.scalar(select(func.count()).select_from(PERSON_GAME))
    ladders = read_cached_data_states(tx, DocumentKind.LADDER)
    rows = tx.execute(
        select(PERSON_GAME.c.ruleset, func.count()).where(_COUNTS).group_by(PERSON_GAME.c.ruleset)
    )
    return {ruleset: f"{all_games}/{count}/{ladders.get(ruleset, '')}" for ruleset, count in rows}


def list_rated_games(tx: Connection, ruleset: str) -> tuple[RatedPersonGame, ...]:
    """Return the games under a ruleset that count for ratings, the oldest first."""
    one = PERSON_GAME.c
    rows = tx.execute(
        select(one.visitor, one.bots, one.rotation, one.places, one.ended_at)
        .where(_COUNTS, one.ruleset == ruleset)
        .order_by(one.ended_at, one.key)
    )
    return tuple(_rated_game(*row) for row in rows)


def _rated_game(visitor: str, bots: str, rotation: int, places: str, ended_at: datetime) -> RatedPersonGame:
    by_seat = json.loads(places)
    seats = len(by_seat)
    *bot_places, place = (by_seat[seat_of(player, rotation, seats)] for player in range(seats))
    return RatedPersonGame(visitor, tuple(json.loads(bots)), tuple(bot_places), place, ended_at)


def read_names(tx: Connection) -> dict[str, str]:
    """Return the newest name of each visitor, keyed by visitor. People without a name are left out.

    A name gets a suffix ("Ann #3f2a") if it contains "#" or if several people use it, even in different case.
    """
    one = PERSON_GAME.c
    rows = tx.execute(select(one.visitor, one.person).order_by(one.created_at, one.key))
    names = {
        visitor: name for visitor, name in {row.visitor: row.person.strip() for row in rows}.items() if name
    }
    counts = Counter(name.casefold() for name in names.values())
    return {
        # A name with "#" could be made to look like another one with its suffix.
        visitor: f"{name} #{visitor[:SUFFIX_DIGITS]}" if counts[name.casefold()] > 1 or "#" in name else name
        for visitor, name in names.items()
    }


def write_people(tx: Connection, ruleset: str, data_state: str, rows: Sequence[PersonRating]) -> None:
    """Store the rating list of the people who played a ruleset.

    `data_state`: the text that `list_people_states` returned for this ruleset.
    """
    document = [{**asdict(row), "played_at": row.played_at.isoformat()} for row in rows]
    write_documents(tx, DocumentKind.PEOPLE, data_state, {ruleset: document})


def read_people(tx: Connection) -> Mapping[str, tuple[PersonRating, ...]]:
    """Return the cached rating lists of people by ruleset, the longest first. Empty lists are left out."""
    documents = read_documents(tx, DocumentKind.PEOPLE, parse=parse_shared)
    order = sorted(documents.items(), key=lambda one: (-len(one[1]), one[0]))
    return {ruleset: tuple(map(_row, rows)) for ruleset, rows in order if rows}


def _row(row: Mapping[str, object]) -> PersonRating:
    return PersonRating(**{**row, "played_at": datetime.fromisoformat(str(row["played_at"]))})  # type: ignore[arg-type]  # JSON
