"""A person's game while the site's referee plays it."""

import json
import logging
from collections.abc import Callable, Iterator, Mapping
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Final

from arena.record.reader import read_log
from arena.referee.process.match_process import MatchCancelled
from arena.service.errors import ArenaError, RunError
from arena.service.people.game import GameToPlay, play_game
from arena.service.people.seat import RESTART, Json, Seat
from arena.service.play import PlayedGame, raise_if_paused

LOG: Final = logging.getLogger("arena.people")


class RunningGame:
    """A person's game, which runs in its own threads.

    `prepare`: returns the game, or raises ArenaError. `end`: the data that the page gets when the game ends.
    `asked`, `answers`: see `Seat`. `news` is set when there are new events for the page.

    When the game ends, `played` becomes the result, or `problem` the error message. `stop` sets neither.
    """

    def __init__(
        self,
        prepare: Callable[[], GameToPlay],
        end: Json,
        asked: Mapping[int, Json],
        answers: Mapping[int, Json],
        news: Event,
    ) -> None:
        self.played: PlayedGame | None = None
        self.problem = ""
        self._prepare = prepare
        self._end = end
        self._news = news
        self._seat = Seat(asked, answers)
        self._events: SimpleQueue[tuple[str, str]] = SimpleQueue()
        self._cancel = Event()
        self._threads = [Thread(target=work, daemon=True) for work in (self._play, self._relay)]
        for thread in self._threads:
            thread.start()

    @property
    def is_over(self) -> bool:
        return not any(thread.is_alive() for thread in self._threads)

    def stop(self) -> None:
        """Stop the game without a result. It can be started again."""
        self._cancel.set()

    def request(self, name: str, data: Json) -> None:
        """Carry out a request of the page. If the request is refused, add an event `problem`.

        `name`: "answer", "resign" or "hint". `data`: the request's JSON object.
        """
        if name == "hint":
            Thread(target=self._carry_out, args=(name, data), daemon=True).start()
        else:
            self._carry_out(name, data)

    def take_events(self) -> Iterator[tuple[str, str]]:
        """Remove and yield the new events for the page, each a name and JSON."""
        while True:
            try:
                yield self._events.get_nowait()
            except Empty:
                return

    def _carry_out(self, name: str, data: Json) -> None:
        actions = {"answer": self._seat.answer, "resign": self._seat.resign, "hint": self._seat.hint}
        try:
            answer = actions[name](data)
        except ArenaError as problem:
            self._put("problem", {"error": str(problem)})
        else:
            if answer:
                self._put(name, answer)

    def _play(self) -> None:
        try:
            game = self._prepare()
            [played] = play_game(game, self._seat, raise_if_paused, self._cancel).games
            if not played.log:
                raise RunError("a bot could not be started")
            self._seat.finish(read_log(played.log), game.seat, self._end)
            self.played = played
        except MatchCancelled:
            self._seat.close()
        except ArenaError as error:
            self._fail(str(error))
        except Exception:  # a bug: without an end the page would wait for ever
            LOG.exception("a game with a person failed")
            self._fail("an error in the arena; its log has more")

    def _fail(self, problem: str) -> None:
        self.problem = problem
        self._seat.close()
        self._put("end", self._end)

    def _relay(self) -> None:
        """Send the page the film so far, then the seat's events. After a restart of the game, repeat this."""
        try:
            film = self._seat.film({})
        except RunError:
            return  # the game was not started
        self._put("film", film)
        for event in self._seat.events(film["plies"]):
            if event is RESTART:
                self._relay()
            elif event:
                self._put(event.name, event.data)

    def _put(self, name: str, data: object) -> None:
        self._events.put((name, json.dumps(data, separators=(",", ":"))))
        self._news.set()
