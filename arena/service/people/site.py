"""The site's functions for people's games: store games and requests, and read events."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from secrets import randbelow, token_hex
from typing import Any, Final

from arena.record.match import bot_on, seat_of
from arena.record.reader import GameLog, read_log
from arena.service.bots.builtin import BUILTIN, builtin_folders
from arena.service.bots.registered import registered_bot
from arena.service.errors import BadSettings, NotFound, RunError, UnknownBot
from arena.service.tournaments.setup.settings import playable, ruleset_error
from arena.store.database.store import Store
from arena.store.people.games import (
    NewPersonGame,
    StoredPersonGame,
    add_game,
    count_open,
    find_game,
    list_active_bots,
    list_games,
    read_analyses,
    read_log_of,
)
from arena.store.people.messages import PageEvent, add_request, read_events
from arena.viewer.printable import first_unseen
from arena.viewer.replay.film_json import FilmDocument, append
from arena.viewer.second_person import YOU

MAX_GAMES: Final = 50  # open games of all people
MAX_OPEN: Final = 2  # of one person
MAX_REQUEST: Final = 2_000  # bytes
MAX_NAME: Final = 32  # characters


class TooManyGames(RunError):
    """The visitor, or all people together, already play too many games."""


class UnknownPersonGame(NotFound):
    """The visitor has no such game."""


def visitor_id(secret: str) -> str:
    """Return the id under which a visitor's games are stored: the SHA-256 of the secret in their cookie."""
    return sha256(secret.encode(errors="replace")).hexdigest()


def open_game(
    store: Store, visitor: str, ruleset: str, bots: Sequence[str], person: str = "", practice: bool = False
) -> str:
    """Store a game that the referee will start at once, and return its key.

    `bots`: the names of the other players. `person`: the name that the person gave. `practice`: the person
    may ask for hints. Raise BadSettings for an invalid setting, UnknownBot for an unknown bot, TooManyGames
    if the person or all people together play too many games.
    """
    rules = playable(ruleset, len(bots) + 1)
    if rules.house_rules:
        raise BadSettings("people cannot play house rules here")
    if len(person) > MAX_NAME or first_unseen(person):
        raise BadSettings(f"the name is invalid; use up to {MAX_NAME} letters, digits and signs")
    found = tuple(_find(store, name, rules.key) for name in bots)
    key = token_hex(16)
    secret, rotation = token_hex(32), randbelow(len(bots) + 1)
    return _add(
        store,
        NewPersonGame(key, visitor, person, rules.key, found, secret, key, rotation, practice=practice),
    )


def play_again(store: Store, game: StoredPersonGame, same_cards: bool) -> str:
    """Store another game of the same players, and return its key.

    `same_cards`: True: use the same cards, and move all players one seat on; False: use new cards. Raise
    TooManyGames if too many games are being played.
    """
    new = game.new
    key, seats = token_hex(16), len(new.bots) + 1
    if same_cards:
        return _add(store, replace(new, key=key, rotation=(new.rotation + 1) % seats))
    return _add(store, replace(new, key=key, first_key=key, secret=token_hex(32), rotation=randbelow(seats)))


def own_game(store: Store, key: str, visitor: str) -> StoredPersonGame:
    """Return a visitor's game. Raise UnknownPersonGame if the visitor has no such game."""
    with store.reading() as tx:
        game = find_game(tx, key)
    if game is None or game.new.visitor != visitor:
        raise UnknownPersonGame("you have no such game; games are kept in the browser that started them")
    return game


def my_games(store: Store, visitor: str) -> tuple[StoredPersonGame, ...]:
    """Return a visitor's newest games, the newest first."""
    with store.reading() as tx:
        return list_games(tx, visitor)


def find_analysis(store: Store, key: str, seat: int | None) -> dict[str, Any] | None:
    """Return the analysis of a finished game; None if it is not computed yet.

    `seat`: the seat from whose knowledge the game is analysed; None: with all hands open. Raise BadSettings
    if the game has no such seat, RunError if the analysis failed.
    """
    with store.reading() as tx:
        document = read_analyses(tx, key)
    if document is None:
        return None
    if not document:
        raise RunError("the analysis of this game failed")
    for one in json.loads(document):
        if one["seat"] == seat:
            analysis: dict[str, Any] = one
            return analysis
    raise BadSettings("the game has no such seat")


def playable_bots(store: Store) -> tuple[str, ...]:
    """Return the names of the bots that people can play against: the builtin ones first."""
    with store.reading() as tx:
        registered = list_active_bots(tx)
    builtin = sorted(builtin_folders())
    return (*builtin, *(name for name in registered if name not in builtin))


def players(game: StoredPersonGame) -> tuple[str, ...]:
    """Return the names of a game's players, by seat. The person is called "You"."""
    names = (*(bot.removeprefix(BUILTIN).partition("@")[0] for bot in game.new.bots), YOU)
    return tuple(names[bot_on(seat, game.new.rotation, len(names))] for seat in range(len(names)))


def person_seat(game: StoredPersonGame) -> int:
    """Return the person's seat in a game."""
    bots = len(game.new.bots)
    return seat_of(bots, game.new.rotation, bots + 1)


def end_of(key: str) -> dict[str, Any]:
    """Return the data of a game's event `end`: the address of the game's page, and two flags.

    The flags show that the players can play again, with new or with the same cards. `key`: the game's key.
    """
    return {"over": {"page": f"/play/{key}", "again": True, "same_cards": True}}


def send_request(store: Store, game: StoredPersonGame, name: str, data: bytes) -> None:
    """Store a request of a game's page: an answer, a hint, or resigning.

    Raise BadSettings if `data` is not a short JSON object, or the game has ended.
    """
    if game.is_over:
        raise BadSettings("the game has ended")
    if len(data) > MAX_REQUEST:
        raise BadSettings(f"the request is too long; send at most {MAX_REQUEST} bytes")
    try:
        request = json.loads(data)
    except ValueError:
        request = None
    if not isinstance(request, dict):
        raise BadSettings("the request is not a JSON object")
    with store.writing() as tx:
        add_request(tx, game.new.key, name, json.dumps(request))


def events_of(store: Store, key: str) -> tuple[PageEvent, ...]:
    """Return the events of a game since its last start, in order."""
    with store.reading() as tx:
        events = read_events(tx, game_key=key)
    last = [event for event in events if event.started == events[-1].started]
    first = max((event.id for event in last if event.name == "film"), default=0)
    return tuple(event for event in last if event.id >= first)


def film_so_far(events: Iterable[PageEvent]) -> FilmDocument | None:
    """Build a game's film from its events; None if the game has not started."""
    film: FilmDocument | None = None
    for event in events:
        if event.name == "film":
            film = json.loads(event.data)
        elif event.name == "frame" and film:
            for piece in json.loads(event.data):
                append(film, piece)
    return film


def finished_log(store: Store, key: str) -> GameLog | None:
    """Return the log of a finished game; None if no log is stored. Raise BadLog if the log is damaged."""
    with store.reading() as tx:
        data = read_log_of(tx, key)
    return None if data is None else read_log(data)


def _find(store: Store, name: str, ruleset: str) -> str:
    """Return the name by which games refer to a bot. For a registered bot, it includes the newest version.

    Raise UnknownBot for an unknown name, BadSettings if the bot does not play the ruleset.
    """
    bot = registered_bot(store, name)
    if bot is None and name in builtin_folders():
        return f"{BUILTIN}{name}"
    if bot is None:
        raise UnknownBot(f"there is no bot {name}")
    if problem := ruleset_error(bot, ruleset):
        raise BadSettings(problem)
    return f"{bot.name}@{bot.version}"


def _add(store: Store, new: NewPersonGame) -> str:
    with store.writing() as tx:
        if count_open(tx, new.visitor) >= MAX_OPEN:
            raise TooManyGames(f"you are already playing {MAX_OPEN} games; finish one of them first")
        if count_open(tx) >= MAX_GAMES:
            raise TooManyGames("all tables are taken; try again in a few minutes")
        add_game(tx, new, datetime.now(UTC))
    return new.key
