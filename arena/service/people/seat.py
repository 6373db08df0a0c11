"""The seat of a person in a running game: the film so far, and the open question."""

import json
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Condition
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from arena.record.reader import GameLog
from arena.service.errors import BadSettings, RunError
from arena.service.people.person_film import address_film, address_moments
from arena.service.people.question import choice_from
from arena.viewer.replay.film import film
from arena.viewer.replay.film_json import FilmDocument, FilmPiece, append, as_json, piece
from maumau import Choice, View

BEAT_S: Final = 15.0  # an idle stream yields a sign of life so often
START_S: Final = 60.0  # the longest wait for the first frame

Json = dict[str, Any]
NOTHING: Final[Mapping[int, Json]] = MappingProxyType({})


class SeatEvent(NamedTuple):
    """An event of a person's running game, sent to the page.

    `name`: "frame", "question", "end" or "restart". A "frame" has new plies of the film. A "question" has
    the open question, or null if no question is open. "end" means that the game has ended, and "restart"
    that it starts again. `plies`: the film's length after a "frame"; None for other events.
    """

    name: str
    data: object  # as JSON
    plies: int | None = None


RESTART: Final = SeatEvent("restart", None)  # the game starts again, so the page needs a new film


class GaveUp(Exception):
    """No choice is coming: the person has resigned the game, or the game starts again."""


class Seat:
    """A person's seat in one game, shared by three threads.

    The match adds to the film, the person's bot asks for choices, and the page sends answers.

    `asked`, `answers`: the questions and answers before an interruption of the game, by ply. Answered
    questions are not asked again.
    """

    def __init__(self, asked: Mapping[int, Json] = NOTHING, answers: Mapping[int, Json] = NOTHING) -> None:
        self._asked = asked
        self._answers = {**answers}
        self._changed = Condition()
        self._film: FilmDocument | None = None
        self._pieces: list[FilmPiece] = []
        self._open: View | None = None  # what the open question is about
        self._describe: Callable[[], Json] | None = None  # returns the open question
        self._questions = 0  # how often the question has changed
        self._answered: dict[int, Json] = {}  # questions answered since the last start, by ply
        self._restarts = 0
        self._replies: SimpleQueue[Choice | Future[Json] | None] = SimpleQueue()
        self._hint: Future[Json] | None = None  # for the open question
        self._end: Json | None = None
        self._is_closed = False

    # ---- called by the match ----

    def watches(self) -> bool:
        return True

    def restart(self) -> None:
        """Prepare to play the game again from its start. Earlier answers are used again."""
        with self._changed:
            self._asked = {**self._asked, **self._answered}
            self._answered.clear()
            self._film = None
            self._pieces.clear()
            self._replies.put(None)  # for the bot of the last start
            self._replies = SimpleQueue()
            self._restarts += 1
            self._set_question(None, None)

    def show(self, news: bytes) -> None:
        """Add the next replay frames to the film.

        `news`: the frames as JSON text, described in `arena.viewer.replay.film_json`.
        """
        with self._changed:
            more = json.loads(news)
            if self._film is None:
                address_film(more)
                self._film = more
            else:
                address_moments(more)
                self._pieces.append(more)
                append(self._film, more)
            self._changed.notify_all()

    def finish(self, log: GameLog, seat: int, end: Json) -> None:
        """Complete the film from the finished game's log. Then send the event `end` to the page.

        `seat`: the person's seat, from 0. `end`: the data of the event `end`.
        """
        frames = film(log, seat).frames
        shown = self._film["plies"] if self._film else 0
        if 0 < shown < len(frames):
            self.show(as_json(piece(frames[shown:], frames[shown - 1])))
        with self._changed:
            self._end = end
            self._set_question(None, None)

    def close(self) -> None:
        """End the stream of events, because the game was stopped."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    # ---- called by the person's bot ----

    def ask(self, view: View, describe: Callable[[], Json], advise: Callable[[], Json]) -> Choice:
        """Ask the person for a choice, and wait for it.

        If the person answered this question before an interruption, return that choice instead.

        `describe`: returns the question, see `arena.service.people.question`. `advise`: returns a hint; it is
        called if the person asks for one. Raise GaveUp if the person resigns or the game starts again.
        """
        with self._changed:
            if view.ply in self._asked and not _is_same(describe(), self._asked[view.ply]):
                self._asked = {}  # the bots play differently than before the interruption
            if view.ply in self._asked and view.ply in self._answers:
                with suppress(BadSettings):  # it was refused before
                    return choice_from(view, self._answers[view.ply])
            self._set_question(view, describe)
            replies = self._replies
        while isinstance(reply := replies.get(), Future):
            try:
                reply.set_result(advise())
            except Exception as error:
                reply.set_exception(error)
        if reply is None:
            raise GaveUp
        return reply

    # ---- called by the page ----

    def film(self, _: Mapping[str, Any]) -> Json:
        """Return the film so far. Wait until the game has started.

        Raise RunError if the game does not start in time, or is stopped before its start.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._film or self._is_closed, START_S)
            if not self._film:
                raise RunError("the game has not started yet; reload the page")
            return _json_copy(self._film)

    def events(self, plies: int) -> Iterator[SeatEvent | None]:
        """Yield events with new plies and questions until the game ends, starts again or is stopped.

        The last event is `end` if the game ends, and RESTART if it starts again. A stopped game has no such
        event. Yield None if there is no event for BEAT_S seconds.

        `plies`: how many plies the page already has.
        """
        sent = -1  # the question that was sent last
        restarts = self._restarts
        while True:
            with self._changed:
                changed = self._changed.wait_for(partial(self._has_news, plies, sent), BEAT_S)
                new = [one for one in self._pieces if one["first"] >= plies]
                asked, describe, end = self._questions, self._describe, self._end
            if not changed:
                yield None
                continue
            if self._restarts != restarts:
                yield RESTART
                return
            if new:
                plies = new[-1]["first"] + new[-1]["plies"]
                yield SeatEvent("frame", new, plies)
            if asked != sent:
                sent = asked
                yield SeatEvent("question", describe and describe())
            if end:
                yield SeatEvent("end", end)
            if end or self._is_closed:
                return

    def answer(self, request: Mapping[str, Any]) -> Json:
        """Answer the open question with the page's answer `request`. Return an empty JSON object.

        If the game was interrupted and the bot has not asked again yet, keep the answer until then. Raise
        BadSettings if the question is not open, or if the answer is not allowed.
        """
        with self._changed:
            if self._open is None and request.get("ply") in self._asked:
                self._answers[request["ply"]] = {**request}  # it will be asked again soon
                return {}
            view = self._check_open(request)
            choice = choice_from(view, request)
            assert self._describe
            self._answered[view.ply] = _json_copy(self._describe())
            self._answers[view.ply] = {**request}
            self._set_question(None, None)
            self._replies.put(choice)
        return {}

    def resign(self, request: Mapping[str, Any]) -> Json:
        """Give up the game, at the latest at the next question. Return an empty JSON object."""
        with self._changed:
            self._set_question(None, None)
            self._replies.put(None)
        return {}

    def hint(self, request: Mapping[str, Any]) -> Json:
        """Return a good answer to the open question. Its field `text` describes the answer in words.

        Raise BadSettings if the requested question is not open, or if the game allows no hints.
        """
        with self._changed:
            self._check_open(request)
            if not (self._describe and self._describe()["hint"]):
                raise BadSettings("only practice games allow hints")
            if self._hint is None:
                self._hint = Future()
                self._replies.put(self._hint)
            hint = self._hint
        return hint.result()

    def _has_news(self, plies: int, sent: int) -> bool:
        """True if the page lacks plies or the newest question, or if the game has ended or was stopped.

        `plies`: how many plies the page has. `sent`: the number of the last question that it got.
        """
        has_plies = bool(self._pieces) and self._pieces[-1]["first"] >= plies
        return has_plies or self._questions != sent or self._end is not None or self._is_closed

    def _check_open(self, request: Mapping[str, Any]) -> View:
        """Return what the person's seat sees at the open question, with the legal choices.

        Raise BadSettings if no question is open, or if the request is about another ply.
        """
        if self._open is None or request.get("ply") != self._open.ply:
            raise BadSettings("this question is no longer open")
        return self._open

    def _set_question(self, view: View | None, describe: Callable[[], Json] | None) -> None:
        self._open, self._describe, self._hint = view, describe, None
        self._questions += 1
        self._changed.notify_all()


def _is_same(question: Json, other: Json) -> bool:
    """True if two questions offer the same choices for the same cards."""
    written = _json_copy(question)
    return all(written[name] == other[name] for name in ("title", "choices", "why"))


def _json_copy(document: object) -> Json:
    """Return a copy of a document as it is after writing and reading its JSON text."""
    copy: Json = json.loads(json.dumps(document))
    return copy
