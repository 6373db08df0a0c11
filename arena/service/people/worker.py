"""The process that plays people's games: `python -m arena.service.people.worker --runner docker`.

It uses the database that ARENA_DB names, and ends when its stdin ends or a signal comes. Interrupted games
continue when the process starts again.
"""

import argparse
import json
import logging
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from threading import Event
from time import monotonic
from typing import Final

from sqlalchemy import Connection

from arena.record.match import Clock
from arena.service.bots import BUILTIN, ME, Bot, guest
from arena.service.bots.builtin import builtin_bot
from arena.service.bots.registered import registered_bot
from arena.service.common.worker import run_worker
from arena.service.errors import UnknownBot
from arena.service.people.game import GameToPlay
from arena.service.people.running import RunningGame
from arena.service.people.site import MAX_GAMES, end_of
from arena.service.sandboxes import DOCKER, prepare
from arena.service.tournaments.play.retry import retry_while_locked
from arena.service.tournaments.setup.settings import CLOCK, RUNNERS
from arena.store.database.store import Store
from arena.store.people.games import (
    NewPersonGame,
    PersonGameState,
    StoredPersonGame,
    fail_game,
    finish_game,
    list_in_state,
    start_game,
)
from arena.store.people.messages import add_events, drop_messages, read_events, read_requests
from arena.tournament.secrets import TournamentSecret

PERSON_CLOCK: Final = Clock(600_000, 5_000, 900_000)  # leaving the page does not stop it
LOOK_INTERVAL_S: Final = 0.05  # while somebody plays
IDLE_INTERVAL_S: Final = 0.25
MESSAGES_LAST: Final = timedelta(seconds=60)  # after the end of their game
LOG: Final = logging.getLogger("arena.people")


class PeopleWorker:
    """A worker that plays people's games. It gets pages' requests and sends events through the database."""

    def __init__(self, store: Store, runner: str, ended: Event) -> None:
        self._store = store
        self._runner = runner
        self._ended = ended
        self._games: dict[str, tuple[StoredPersonGame, RunningGame]] = {}
        self._last_request = 0
        self._news = Event()  # a game has new events

    def run(self) -> None:
        """Play games until `ended` is set. Continue the games that an earlier worker left unfinished."""
        self._retry(self._resume)
        look_at = 0.0
        while not self._ended.is_set():
            if monotonic() >= look_at:
                self._retry(self._read)
                look_at = monotonic() + (LOOK_INTERVAL_S if self._games else IDLE_INTERVAL_S)
            self._news.wait(max(0.0, look_at - monotonic()))
            self._news.clear()
            self._retry(partial(self._write, *self._take()))
        for _, game in self._games.values():
            game.stop()

    def _retry(self, access: Callable[[], None]) -> None:
        retry_while_locked(access, LOG.error, self._ended)

    def _resume(self) -> None:
        with self._store.writing() as tx:
            drop_messages(tx, datetime.now(UTC) - MESSAGES_LAST)
            for stored in list_in_state(tx, PersonGameState.PLAYING, MAX_GAMES):
                self._start(tx, stored)

    def _read(self) -> None:
        """Start waiting games, and carry out the requests of pages."""
        with self._store.reading() as tx:
            waiting = list_in_state(tx, PersonGameState.WAITING, MAX_GAMES - len(self._games))
            requests = read_requests(tx, self._last_request)
        if waiting:
            with self._store.writing() as tx:
                for stored in waiting:
                    self._start(tx, stored)
        for request in requests:
            self._last_request = request.id
            if request.game_key in self._games:
                self._games[request.game_key][1].request(request.name, json.loads(request.data))

    def _start(self, tx: Connection, stored: StoredPersonGame) -> None:
        """Start a game. If it was interrupted, reuse the person's earlier answers."""
        new = stored.new
        start_game(tx, new.key)
        asked = {
            question["ply"]: question
            for event in read_events(tx, game_key=new.key)
            if event.name == "question" and (question := json.loads(event.data))
        }
        requests = read_requests(tx, game_key=new.key)
        answers = [json.loads(request.data) for request in requests if request.name == "answer"]
        by_ply = {one.get("ply"): one for one in answers}
        running = RunningGame(partial(self._prepare, new), end_of(new.key), asked, by_ply, self._news)
        self._games[new.key] = replace(stored, started=stored.started + 1), running
        if any(request.name == "resign" for request in requests):
            running.request("resign", {})
        self._last_request = max(self._last_request, *(request.id for request in requests), 0)

    def _prepare(self, new: NewPersonGame) -> GameToPlay:
        """Return a game with its bots ready to be started. Raise BadBot or RunError if that is impossible."""
        return GameToPlay(
            prepare((*map(self._find_bot, new.bots), guest(ME)), self._runner),
            new.ruleset,
            TournamentSecret(bytes.fromhex(new.secret)),
            new.rotation,
            CLOCK,
            self._runner,
            new.practice,
            PERSON_CLOCK,
        )

    def _find_bot(self, text: str) -> Bot:
        if text.startswith(BUILTIN):
            return builtin_bot(text.removeprefix(BUILTIN))
        bot = registered_bot(self._store, text)
        if bot is None:
            raise UnknownBot(f"{text} is not registered any more")
        return bot

    def _take(self) -> tuple[list[tuple[str, int, str, str]], list[str]]:
        """Return the new events of all games, and the keys of the games that have ended.

        An event is a tuple: the game's key, the number of times the game was started, the event's name, and
        its data as JSON.
        """
        over = [key for key, (_, game) in self._games.items() if game.is_over]
        events = [
            (key, stored.started, *event)
            for key, (stored, game) in self._games.items()
            for event in game.take_events()
        ]
        return events, over

    def _write(self, events: list[tuple[str, int, str, str]], over: list[str]) -> None:
        """Store the events for pages and the results of ended games, then forget the ended games.

        `events`, `over`: the two results of `_take`.
        """
        if not events and not over:
            return
        now = datetime.now(UTC)
        with self._store.writing() as tx:
            if events:
                add_events(tx, events)
            for key in over:
                _, game = self._games[key]
                if game.played:
                    seat = game.played.names.index(ME)
                    finish_game(tx, key, game.played.places, game.played.verdicts[seat], game.played.log, now)
                else:
                    fail_game(tx, key, game.problem, now)
            if over:
                drop_messages(tx, now - MESSAGES_LAST)
        for key in over:
            del self._games[key]


def main() -> int:
    """Play people's games until stdin ends. Return the exit code."""
    parser = argparse.ArgumentParser(prog="arena.service.people.worker", description="Play people's games.")
    parser.add_argument("--runner", choices=RUNNERS, default=DOCKER, help="where bots run")
    runner = parser.parse_args().runner
    return run_worker("people", lambda store, ended: PeopleWorker(store, runner, ended).run())


if __name__ == "__main__":
    sys.exit(main())
